"""What a reader made of a question."""

from __future__ import annotations

from typing import Any, Literal

from groundplan.contracts.noun import Noun


class Intent(Noun):
    """The kind of analysis asked for; it selects the template."""

    type: str
    confidence: float = 1.0


class Entity(Noun):
    """A link from words of the question to something that exists in the source."""

    type: str
    id: str
    name: str
    said: str = ""
    """The words of the question that were linked."""
    score: float = 1.0


class Requirement(Noun):
    """One thing the plan must do. The id reads `analysis.trend`, `group_by.region`, `time.date`."""

    id: str
    kind: str
    value: Any = None
    label: str
    """The key of the coverage mapping: `analysis.trend` for a closed label, `group_by` for a column."""


class Doubt(Noun):
    """Why the question is not answered as it stands: two readings fit, or none."""

    kind: Literal["clarify", "refuse"]
    message: str
    choices: tuple[str, ...] = ()
    said: str = ""
    """The words of the question that are in doubt."""
    about: str = ""
    """What the words in doubt are said of."""


class Understanding(Noun):
    """Intents, links and requirements of one question."""

    intents: tuple[Intent, ...] = ()
    entities: tuple[Entity, ...] = ()
    requirements: tuple[Requirement, ...] = ()
    form: dict[str, Any] = {}
    """The pack's own form, as it was filled."""
    confidence: float = 1.0
    language: str = "en"
    doubt: Doubt | None = None
    remarks: tuple[str, ...] = ()
    """What was decided while the question was read, to be told with the answer."""
