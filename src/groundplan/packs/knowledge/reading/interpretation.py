"""What a question was read as: intents with confidence, ways through the graph, slots, or a doubt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from groundplan.packs.knowledge.nouns import Link

InfoNeed = Literal["list", "details", "count", "yes_no", "when", "how_long"]


@dataclass(frozen=True)
class Condition:
    """What narrows a found set: its nodes lead by `hop` to `node`, or are `node` itself where there is no hop."""

    at: int
    """Which set: 1 after the first hop, 2 after the second."""
    hop: str
    node: str


@dataclass(frozen=True)
class Path:
    """One way through the graph: start nodes, hops (`-uses` goes against the arrow), conditions."""

    intent: str
    start: tuple[str, ...]
    hops: tuple[str, ...] = ()
    where: tuple[tuple[str, Any], ...] = ()
    """Conditions of the intent's pattern on the last edge or node: `(("current", True),)`."""
    conditions: tuple[Condition, ...] = ()
    group: str | None = None
    confidence: float = 1.0
    fields: tuple[str, ...] = ()
    """Fields that are asked for by name; none: those the intent tells."""


@dataclass(frozen=True)
class Doubt:
    """Why nothing is looked up: a question back with the choices, or a refusal that says what may be asked."""

    kind: Literal["clarify", "refuse"]
    text: str
    choices: tuple[str, ...] = ()
    said: str = ""
    """The words that are in doubt."""


@dataclass(frozen=True)
class Interpretation:
    """A question as the graph sees it."""

    intents: tuple[tuple[str, float], ...]
    links: tuple[Link, ...] = ()
    paths: tuple[Path, ...] = ()
    """Best first, one for each intent that has a way through the graph."""
    category: str | None = None
    info_need: InfoNeed = "list"
    style: str = "BULLETS"
    language: Literal["ru", "en"] = "en"
    doubt: Doubt | None = None
    rest: bool = False
    """What the answer before left out is wanted."""
    unknown: tuple[str, ...] = ()
    """Names the question says and the registry does not know."""

    @property
    def confidence(self) -> float:
        """That of the first intent."""
        return self.intents[0][1] if self.intents else 0.0
