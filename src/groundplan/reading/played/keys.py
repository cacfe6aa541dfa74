"""By what a query groups and what it looks for, against the cues that say so: per X, which X."""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.query.language.parts import CYCLES, GRAINS, Column, Computed, Query, Taken, walked
from groundplan.query.language.show import show
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.played.ends import ahead, near, says
from groundplan.reading.played.leaves import leaves
from groundplan.reading.played.played import NAMES, Played, says_names


def miskeyed(query: Query, asked: Marked, scope: Scope) -> Iterator[str]:
    """Keys that the words do not say, or that they say and the query lacks."""
    held = _Keys(query, asked, scope)
    for way in (held.keys, held.unsaid_keys, held.looked_for):
        yield from way()


class _Keys(Played):
    def keys(self) -> Iterator[str]:
        """`per X`: X is a key, or what the groups are ordered by."""
        query = self.query
        places = self.ends(*query.by, query.keep, query.order)
        places |= {place for one in walked(query) if isinstance(one, Computed) and one.op == "/"
                   for place in self.ends(one.right)}  # fmt: skip
        lengths = {one.part for one in walked(query) if isinstance(one, Taken)}
        for cue in self.cues("grain"):
            if cue.label not in lengths and not says(cue, self.ends(*query.by, *query.show)):
                yield f"{self.asked.said(cue)!r} asks for each {cue.label}"
        for cue in self.cues("key"):
            mark = next(iter(self.asked.marks[self.asked.marks.index(cue) + 1 :]), None)
            if mark is None or mark.kind != "thing" or not near(self.asked, cue, mark) or not says_names(mark):
                continue
            listed = not query.columns and any(t.kind == "dataset" and t.dataset == self.base.name for t in mark.things)
            if not says(mark, places, *NAMES) and not listed:
                yield f"{self.asked.said(mark)!r} is what the question asks to be grouped by"

    def unsaid_keys(self) -> Iterator[str]:
        """Keys that a word names; of times the length that is said."""
        for column in self.query.by:
            if not self._key_said(column):
                yield f"the question does not ask for groups by `{show(column.of)}`"

    def _key_said(self, column: Column) -> bool:
        places = self.ends(column)
        if isinstance(column.of, Taken) and column.of.part in (*GRAINS, *CYCLES):
            cued = [cue for cue in self.cues("grain") if cue.label == column.of.part or says(cue, places)]
            spoken = not self.cues("grain") and any(
                says(mark, places, "field") and self._is_key(mark) for mark in self.cues("thing")
            )
            return bool(cued or spoken or self.cues("shown", "versus", "change", "running", "moving", "recurring"))
        values = [mark for mark in self.cues("thing") if says(mark, places, "value")]
        tested = any(places & leaf.left for leaf in leaves(self.query, self.scope) if leaf.values)
        named = [mark for mark in self.cues("thing", "grain") if says(mark, places, *NAMES, "test")]
        limited = tested and self.cues("or")
        return (len(values) > 1 and not limited) or any(
            not self._played(mark) and (self._is_key(mark) or not tested) for mark in named
        )

    def _is_key(self, mark: Mark) -> bool:
        cue = ahead(self.asked, mark)
        return cue is not None and cue.kind in ("key", "which", "versus", "order", "limit")

    def _played(self, mark: Mark) -> bool:
        """Whether the words have another part already: they are counted, or held against something."""
        at = self.asked.marks.index(mark)
        before, after = ahead(self.asked, mark), next(iter(self.asked.marks[at + 1 : at + 2]), None)
        if before is not None and before.kind == "figure":
            return True
        beside = after is not None and near(self.asked, mark, after) and after.kind in ("period", "compare")
        return beside and not self._is_key(mark) and not (self.query.having and after and after.kind == "compare")

    def looked_for(self) -> Iterator[str]:
        """`which X`: X is what is told."""
        query = self.query
        places = self.ends(*query.by, *query.show) | ({(self.base.name, "")} if not query.columns else set())
        for cue in self.cues("which"):
            mark = next(iter(self.asked.marks[self.asked.marks.index(cue) + 1 :]), None)
            if mark is None or mark.kind != "thing" or not near(self.asked, cue, mark):
                continue
            names = any(t.kind in ("dataset", "relation") for t in mark.things)
            if names and not query.columns and not says(mark, {(self.base.name, ""), *self.ends(*query.show)}):
                yield f"{self.asked.said(mark)!r} is what is looked for"
            elif names and query.columns and not says(mark, places) and not self.amount(mark):
                yield f"{self.asked.said(mark)!r} is what is looked for; group by it"
