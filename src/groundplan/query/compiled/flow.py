"""Frames on their way through the steps of a plan: what stands in their columns, and the relations they have passed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from groundplan.contracts import SOURCE, Step
from groundplan.contracts.source_model import Dataset
from groundplan.plan.walk import ref
from groundplan.query.language.parts import CALLED, PLACE
from groundplan.query.scope import PARTS, Hop, Scope

FRAME = "df"


@dataclass
class Steps:
    """The steps so far; each serves the part of the query that is being compiled."""

    made: list[Step] = field(default_factory=list)
    serving: tuple[str, ...] = ()

    def add(self, tool: str, **args: Any) -> dict[str, str]:
        """One more step; what refers to its frame. One that stands there already is used again."""
        given = {name: held for name, held in args.items() if held not in (None, (), [], {}, False)}
        for place, step in enumerate(self.made):
            if step.tool == tool and step.args == given:
                served = tuple(dict.fromkeys([*step.satisfies, *self.serving]))
                self.made[place] = step.model_copy(update={"satisfies": served})
                return ref(step.id, FRAME)
        taken = sum(step.tool == tool for step in self.made)
        step = Step(id=f"{tool}_{taken + 1}", tool=tool, args=given, satisfies=self.serving)
        self.made.append(step)
        return ref(step.id, FRAME)


@dataclass(frozen=True)
class Flow:
    """A frame of rows that paths from one dataset lead on from."""

    ref: Mapping[str, str]
    at: Dataset
    columns: frozenset[str]
    passed: frozenset[tuple[str, ...]] = frozenset()
    spread: bool = False
    """Whether a row of the dataset may stand in it several times."""

    def then(self, made: Mapping[str, str], *more: str) -> Flow:
        """The frame that a step made of it, with more columns."""
        return replace(self, ref=made, columns=self.columns | set(more))


class Frames:
    """Makes flows: rows of datasets, and their rows along relations."""

    def __init__(self, scope: Scope, steps: Steps, given: Mapping[str, Mapping[str, str]]) -> None:
        self.scope = scope
        self.steps = steps
        self._given = given
        """Frames of other queries by the names of their datasets."""

    def rows(self, dataset: Dataset) -> Flow:
        """The rows of a dataset, with their places and names."""
        of = self._given.get(dataset.name) or ref(SOURCE, dataset.name)
        key = dataset.primary_key or next(iter(dataset.unique_keys), ())
        made = self.steps.add("rows_of", of=of, called=list(dataset.name_field), key=list(key))
        return Flow(made, dataset, frozenset([*(one.name for one in dataset.fields), PLACE, CALLED]))

    def along(self, flow: Flow, path: Sequence[str], matching: bool = False, last: Flow | None = None) -> Flow:
        """The rows with those along a path of relations; `last`: the rows that its last relation leads to."""
        hops = self.scope.walk(flow.at, path).hops
        for place, hop in enumerate(hops, 1):
            prefix = tuple(hop.name for hop in hops[:place])
            if prefix not in flow.passed:
                flow = self._hop(flow, prefix, hop, matching, last if place == len(hops) else None)
        return flow

    def _hop(self, flow: Flow, prefix: tuple[str, ...], hop: Hop, matching: bool, rows: Flow | None) -> Flow:
        name, before = ".".join(prefix), "".join(f"{one}." for one in prefix[:-1])
        here = [f"{before}{column}" for column in hop.here]
        if hop.split:
            column = f"{before}{hop.split}"
            here = [f"{name}.{PARTS}" if hop.parts else f"key of {name}.{PARTS}"]
            made = self.steps.add(
                "split_parts", df=flow.ref, column=column, separator=self._separator(flow, prefix, hop), along=here[0],
                matching=matching,
            )  # fmt: skip
            flow = flow.then(made, here[0], f"{here[0].rpartition('.')[0]}.{PLACE}")
        if not hop.parts:
            to, there = self._gathered(rows or self.reached(hop), hop)
            made = self.steps.add(
                "follow", df=flow.ref, other=to.ref, on=[list(pair) for pair in zip(here, there, strict=True)],
                along=name, matching=matching, named=not hop.back,
            )  # fmt: skip
            flow = flow.then(made, *(f"{name}.{column}" for column in to.columns))
        return replace(flow, passed=flow.passed | {prefix}, spread=flow.spread or hop.many)

    def _separator(self, flow: Flow, prefix: tuple[str, ...], hop: Hop) -> str:
        at = self.scope.walk(flow.at, prefix[:-1]).at
        listed = at.field(hop.split)
        return listed.separator if listed else ""

    def reached(self, hop: Hop) -> Flow:
        """The rows that a relation may lead to."""
        to = self.rows(hop.to)
        if hop.gathered or (hop.many and not hop.split):
            return to
        # a key names one row, the first if several have it
        return to.then(self.steps.add("once", df=to.ref, of=list(hop.there)))

    def _gathered(self, to: Flow, hop: Hop) -> tuple[Flow, Sequence[str]]:
        """The rows of the other side by their keys, those of a list each on its own."""
        if not hop.gathered:
            return to, hop.there
        part = f"part of {hop.gathered}"
        listed = hop.to.field(hop.gathered)
        separator = listed.separator if listed else ""
        made = self.steps.add(
            "split_parts", df=to.ref, column=hop.gathered, separator=separator, along=part, matching=True
        )
        return to.then(made, part), [part]
