"""A task over a bare list of tools, which tells not what they take or give -> the tools that it needs, in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from groundplan.contracts import Doubt, Tool
from groundplan.language.names import spoken
from groundplan.packs.workflows.catalogue import Operation
from groundplan.packs.workflows.drafting.clauses import Clause, clauses
from groundplan.packs.workflows.drafting.known import Place
from groundplan.packs.workflows.drafting.task import Draft, led_in
from groundplan.packs.workflows.drafting.words import lists, tokens

_MOST = 3
_NEAR = 0.9
"""How near a third tool has to come to the second. Measured on 300 requests, node F1 is 0.657 without it, 0.683 so."""
_SHOWN = 10
"""Tools that are shown as the nearest ones."""
_LEAST = 0.15
"""How well the best tool has to suit the task at all."""


def bare(operations: Mapping[str, Operation]) -> bool:
    """Whether tools are named and described, and nothing more is told of any."""
    return bool(operations) and not any(one.arguments or one.returns.fields or one.path for one in _each(operations))


def _each(operations: Mapping[str, Operation]) -> Iterable[Operation]:
    return (operations[name] for name in operations)


class Outliner:
    """Chooses tools by meaning and by word: vectors and words of the index that narrows tools, too."""

    def __init__(self, operations: Mapping[str, Operation], encoder: Any, cache: Path) -> None:
        self._operations, self._encoder, self._cache = operations, encoder, cache

    def outlined(self, text: str) -> Draft:
        """The best tools as a chain, each with the clauses that it suits best; a doubt where none suits."""
        from groundplan.embed import open_index  # loads the vectors

        said = clauses(text)
        tools = {
            name: Tool(name=name, description=one.description, capabilities=one.tags)
            for name, one in self._operations.items()
        }
        index = open_index(tools, self._encoder, self._cache)
        whole, *parts = index.search([text, *(text[one.start : one.end] for one in said)], len(tools))
        chosen = _chosen(whole)
        if not chosen or not said:
            return Draft(doubt=Doubt(kind="refuse", message="none of the tools of this list does what the task says."))
        scores = [dict(found) for found in parts]
        place = {name: max(range(len(said)), key=lambda at: scores[at].get(name, 0.0)) for name in chosen}
        chosen = sorted(chosen, key=lambda name: (place[name], not _looks(name)))
        near = tuple(name for name, _ in whole[:_SHOWN])
        made = _chained(chosen, said, scores, place, whole[0][1])
        return replace(made, near=near, granted=led_in(text, said))


def _chosen(ranked: Sequence[tuple[str, float]]) -> list[str]:
    """The two best, and those that come near."""
    if not ranked or ranked[0][1] < _LEAST:
        return []
    near = [name for name, score in ranked[2:_MOST] if score >= _NEAR * ranked[1][1]]
    return [name for name, _ in ranked[:2]] + near


def _looks(name: str) -> bool:
    """Whether a tool only looks at something, by its name: that comes before something is done with it."""
    reading = {group["say"][0] for group in lists()["verbs"] if group["do"] == "read"}
    return any(reading & set(one.own_verbs) for one in tokens(spoken(name)))


def _chained(
    chosen: Sequence[str], said: Sequence[Clause], scores: Sequence[Mapping[str, float]], place: Mapping[str, int],
    best: float,
) -> Draft:  # fmt: skip
    """The steps one after the other; every clause is quoted by the tool that suits it best."""
    ids = {name: spoken(name).replace(" ", "_") for name in chosen}
    quotes: dict[str, list[Place]] = {ids[name]: [(said[at].start, said[at].end)] for name, at in place.items()}
    for clause, found in zip(said, scores, strict=True):
        suits = max(chosen, key=lambda name: found.get(name, 0.0))
        quotes[ids[suits]].append((clause.start, clause.end))
    steps: list[dict[str, Any]] = []
    for name in chosen:
        needs = (steps[-1]["id"],) if steps else None
        steps.append(
            {"id": ids[name], "tool": name, "args": {}, "why": spoken(name), **({"needs": needs} if needs else {})}
        )
    return Draft(tuple(steps), quotes, output=steps[-1]["id"], lead=best)
