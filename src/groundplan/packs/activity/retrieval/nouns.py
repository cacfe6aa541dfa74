"""The planner's nouns, as its JSON has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from groundplan.contracts.noun import Noun

Filters = Mapping[str, tuple[str, ...]]


class Intent(BaseModel):
    """What was detected; keys of other agents stay where they are."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    type: str
    confidence: float = Field(ge=0, le=1)


class Reasoning(BaseModel):
    """What the planner reads of the namespace `reasoning`."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    intents: tuple[Intent, ...] = ()
    hypotheses: tuple[Mapping[str, Any], ...] = ()
    entities: Mapping[str, Any] = {}


class RetrievalPlan(Noun):
    """What to retrieve, and how urgently; the higher the priority, the earlier."""

    id: str
    description: str
    sources: tuple[str, ...]
    filters: Filters = {}
    priority: int


class RetrievalQuery(Noun):
    """One query of a plan for one source; `results` stand there once it was run."""

    id: str
    query_string: str
    source: str
    filters: Filters = {}
    results: Any = None


class Retrieval(Noun):
    """What the planner writes."""

    plans: tuple[RetrievalPlan, ...] = ()
    queries: tuple[RetrievalQuery, ...] = ()


class Capabilities(Noun):
    """What a host may expect of the planner, by the names that hosts know."""

    SupportsParallelExecution: bool
    SupportsRetry: bool
    RequiresLLM: bool
    IsDeterministic: bool
    EstimatedDuration: str
