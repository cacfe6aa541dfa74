"""A task -> what can be said of it before a plan is made: how complex it is, what it needs, what it speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from groundplan.contracts.noun import Noun
from groundplan.packs.workflows.drafting.clauses import Clause, clauses
from groundplan.packs.workflows.drafting.words import Token, tokens

_SIMPLE, _MODERATE = 2, 5
"""Parts of a task that is simple, and of one that is moderate, at most."""


class TaskAnalysis(Noun):
    """What a task is like."""

    complexity: Literal["simple", "moderate", "complex"]
    requires_tools: bool
    requires_routing: bool
    suggested_node_types: tuple[str, ...]
    key_entities: tuple[str, ...]
    intent: str


def analysed(text: str) -> TaskAnalysis:
    """The analysis of a task, from its clauses alone."""
    said = clauses(text)
    works = [one for one in said if one.kind in ("action", "question")]
    routed = any(one.kind == "condition" for one in said)
    parts = len(works) + 2 * sum(one.kind == "condition" for one in said) + sum(_looped(one) for one in works)
    return TaskAnalysis(
        complexity="simple" if parts <= _SIMPLE else "moderate" if parts <= _MODERATE else "complex",
        requires_tools=bool(works),
        requires_routing=routed,
        suggested_node_types=("executor", "router") if routed else ("executor",),
        key_entities=_entities(text),
        intent=_intent(works, routed),
    )


def _looped(clause: Clause) -> bool:
    return any(one.marks & {"every", "many_of"} for one in clause.tokens)


def _entities(text: str) -> tuple[str, ...]:
    """Content words in the order in which they are told, each once; verbs that only tell what to do are none."""
    content = [one for one in tokens(text) if _names(one)]
    return tuple(dict.fromkeys(str(one.value) if one.kind == "literal" else one.text.lower() for one in content))


def _names(one: Token) -> bool:
    return one.kind in ("code", "literal") or (one.kind == "word" and bool(one.keys) and not one.idle and not one.verbs)


def _intent(works: Sequence[Clause], routed: bool) -> str:
    """One line: what is done, and that it hangs on something."""
    verbs = [next((one.text.lower() for one in clause.tokens if one.verbs), "") for clause in works]
    told = " and ".join(dict.fromkeys(verb for verb in verbs if verb)) or "read"
    return f"{told}, depending on a condition" if routed else told
