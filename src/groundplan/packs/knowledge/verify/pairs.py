"""pairs: two things told together that no edge joins: the right names in the wrong relation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from groundplan.packs.knowledge.verify.answer_units import Unit
from groundplan.packs.knowledge.verify.known import Known, Said
from groundplan.packs.knowledge.verify.naming import Mention

_CLAUSE = re.compile(r";|\.\s")
Typed = tuple[str, Mention]


def pairs(said: Said, known: Known) -> Iterator[str]:
    """In a clause; and between a bullet and the line that governs it. Negation is not understood."""
    checker = _Pairs(said, known)
    found = [wrong for unit in said.units for wrong in (*checker.inside(unit), *checker.governed(unit))]
    yield from dict.fromkeys(found)


class _Pairs:
    def __init__(self, said: Said, known: Known) -> None:
        self.said, self.known = said, known
        domain = known.source.domain
        ends = [(one.source, one.target) for one in domain.relations.values() if one.source != one.target]
        single = {name for name, kind in domain.types.items() if kind.single}
        self.related = {frozenset(pair) for pair in ends if not single & {*pair}}

    def inside(self, unit: Unit) -> Iterator[str]:
        """Things of one clause."""
        for clause in _CLAUSE.split(unit.text):
            typed = self._typed(clause)
            for kinds in {frozenset((a, b)) for a, _ in typed for b, _ in typed if a != b} & self.related:
                yield from self._clause([one for one in typed if one[0] in kinds])

    def _clause(self, typed: Sequence[Typed]) -> Iterator[str]:
        """One thing beside many: with each of them; else each with one of its neighbours of the other type."""
        runs = [[mention for _, mention in run] for _, run in groupby(typed, key=lambda one: one[0])]
        first = [mention for kind, mention in typed if kind == typed[0][0]]
        other = [mention for kind, mention in typed if kind != typed[0][0]]
        if 1 in (len(first), len(other)):
            yield from (_wrong(a, b) for a in first for b in other if not self._joined(a, b))
            return
        for at, run in enumerate(runs):
            near = [mention for place in (at - 1, at + 1) if 0 <= place < len(runs) for mention in runs[place]]
            for one in run:
                if not any(self._joined(one, beside) for beside in near):
                    yield _wrong(one, min(near, key=lambda beside: abs(beside.start - one.start)))

    def governed(self, unit: Unit) -> Iterator[str]:
        """Things of a bullet, with those of the line above that has any they could be joined to."""
        own = self._typed(unit.text)
        kinds = {kind for kind, _ in own}
        for kind, mention in own:
            if any(frozenset((kind, other)) in self.related for other in kinds):
                continue  # told within the bullet itself
            above = self._above(unit, kind)
            if above and not any(self._joined(mention, one) for one in above):
                yield _wrong(mention, above[0])
        yield from self._grouped(unit)

    def _above(self, unit: Unit, kind: str) -> list[Mention]:
        for line in reversed(unit.governors):
            found = [one for other, one in self._typed(line) if frozenset((kind, other)) in self.related]
            if found:
                return found
        return []

    def _grouped(self, unit: Unit) -> Iterator[str]:
        """An item under the title of a group that is not its own."""
        titles = {title for title, _ in self.known.facts.groups}
        above = [line.rstrip(":").strip() for line in unit.governors]
        under = next((title for title in reversed(above) if title in titles), None)
        for at in self.said.about(unit.text) if under else ():
            held = self.known.held[at]
            if held.groups and under not in held.groups:
                yield f"{held.item.name!r} does not belong under {under!r}"

    def _typed(self, text: str) -> list[Typed]:
        """The mentions of a text with the type of what they name, where it is one type and surely meant."""
        found: list[Typed] = []
        for mention in self.said.mentions(text):
            nodes = [self.known.source.graph.node(id) for id in mention.owners]
            types = {node.type for node in nodes if node}
            if len(types) == 1 and (mention.sure or mention.owners & self.known.nodes):
                found.append((types.pop(), mention))
        return found

    def _joined(self, one: Mention, other: Mention) -> bool:
        """Whether an edge joins them, one item tells of both, or the question led from the one to the other."""
        graph = self.known.source.graph
        if any(graph.linked(a, b) for a in one.owners for b in other.owners):
            return True
        return self._told_together(one, other) or self._led(one, other) or self._led(other, one)

    def _told_together(self, one: Mention, other: Mention) -> bool:
        return any(one.owners & told and other.owners & told for told in self._together())

    def _together(self) -> Iterator[frozenset[str]]:
        for held in self.known.held:
            own = frozenset({held.node.id}) if held.node else frozenset()
            texts = (held.item.name, held.item.text)
            yield own.union(*(m.owners for text in texts for m in self.said.mentions(text)))

    def _led(self, start: Mention, item: Mention) -> bool:
        """A path of several hops: the question names the start, the facts hold the item, no edge is to be expected."""
        known = self.known
        asked = {entity.id for entity in known.plan.entities if start.owners & {entity.id}}
        found = {held.node.id for held in known.held if held.node} & item.owners
        if not asked or not found:
            return False
        peers = {one.id for one in known.plan.entities for id in asked if one.type == id.partition(":")[0]}
        return len(peers) < 2 or not any(known.source.graph.linked(a, b) for a in peers for b in found)


def _wrong(one: Mention, other: Mention) -> str:
    return f"the facts do not join {one.said!r} and {other.said!r}"
