"""Relations drawn with characters: `order_lines ─n:1→ orders ─n:1→ customers`."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rich.cells import cell_len

from groundplan.contracts.source_model import Relation, SourceModel
from groundplan.looking.line import Line, line
from groundplan.looking.words import share
from groundplan.sources.model.header import names_dataset, without_key

NOTHING = Line()
MANY, ONE, LISTED = " ─n:1→ ", " ─1:1→ ", " ─n:n→ "


def drawn(model: SourceModel, width: int) -> list[Line]:
    """Every relation once; a dataset is drawn with what it points at where it first stands."""
    drawing = _Drawing(model, width)
    return [one for start in drawing.starts() for one in drawing.tree(start, 0)]


@dataclass
class _Drawing:
    model: SourceModel
    width: int
    done: set[str] = field(default_factory=set)
    later: deque[str] = field(default_factory=deque)

    def starts(self) -> Iterator[str]:
        """What nothing points at, then what stands in a circle; what had no room comes right after its line."""
        pointing = list(dict.fromkeys(one.many for one in self.model.relations))
        held = {one.one for one in self.model.relations if one.one != one.many}
        self.later.extend(sorted(pointing, key=held.__contains__))
        while self.later:
            name = self.later.popleft()
            if name not in self.done:
                yield name

    def tree(self, name: str, at: int, told: Line = NOTHING) -> list[Line]:
        """A dataset and all that it points at, the first of it on the same line."""
        self.done.add(name)
        head, lines = line(name, "bold") + told, list[Line]()
        for ways in self._ways(name):
            arrow = line(LISTED if self.model.listed(ways[0]) else ONE if ways[0].single else MANY, "dim")
            before = head if not lines else line(" " * head.width)
            begins = before + arrow
            there = self._there(ways, at + begins.width)
            lines += [begins + there[0], *(line(" " * begins.width) + one for one in there[1:])]
        return lines or [head]

    def _ways(self, name: str) -> list[list[Relation]]:
        """The relations of a dataset, those to the same other together."""
        by_one: dict[str, list[Relation]] = {}
        for one in self.model.relations:
            if one.many == name:
                by_one.setdefault(one.one, []).append(one)
        return list(by_one.values())

    def _there(self, ways: Sequence[Relation], at: int) -> list[Line]:
        """The other side, with what it points at itself if there is room for it."""
        one = ways[0].one
        told = line(_told(ways), "dim") if _told(ways) else NOTHING
        points = any(other.many == one for other in self.model.relations) and one not in self.done
        room = at + cell_len(one) + told.width + len(MANY) + self._widest(one) <= self.width
        if not points or not room:
            if points:
                self.later.appendleft(one)
            return [(line(one) + told).cut(max(self.width - at, 8))]
        return self.tree(one, at, told)

    def _widest(self, name: str) -> int:
        return max((cell_len(other.one) for other in self.model.relations if other.many == name), default=0)


def _told(ways: Sequence[Relation]) -> str:
    """Which roles the other side plays, where there are several or it is the same dataset, and what is not found."""
    said = [_role(way, len(ways) > 1 or not _plain(way)) for way in ways]
    held = ", ".join(one for one in said if one)
    return f" ({held})" if held else ""


def _plain(way: Relation) -> bool:
    """Whether its columns need not be named: called as on the other side, or after it: customer_id of customers."""
    if way.many == way.one:
        return False
    return way.columns == way.others or names_dataset(without_key(way.columns[0]), way.one)


def _role(way: Relation, named: bool) -> str:
    columns = "+".join(way.columns) if named else ""
    found = f"{share(way.found)} found" if way.found < 1 else ""
    return " ".join(part for part in (columns, found) if part)
