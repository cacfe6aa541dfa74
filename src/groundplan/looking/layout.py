"""Where the boxes of a picture stand: what points at others on the left, what is pointed at on the right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from groundplan.contracts.source_model import Dataset, Relation
from groundplan.looking.words import counted, cut

LETTER, LINE, HEAD, EDGE = 7, 18, 46, 12
"""Pixels: of a letter, of a row of a box, of its head, around its text."""
BETWEEN, ABOVE, AROUND = 90, 22, 16
"""Pixels between columns of boxes, between boxes of one column, around the picture."""
ROWS = 7
"""Fields of a box."""
NAME = 28


@dataclass(frozen=True)
class Box:
    """A dataset in its place."""

    name: str
    size: str
    fields: tuple[tuple[str, bool], ...]
    """Key fields and those that point at others; whether each is of the key."""
    level: int
    x: int
    y: int
    width: int

    @property
    def height(self) -> int:
        """From its head to its last field."""
        return HEAD + LINE * len(self.fields) + (EDGE // 2 if self.fields else 0)

    def row(self, field: str) -> int:
        """The height at which a line meets the field; of one that is not shown, the head."""
        names = [name for name, _ in self.fields]
        return self.y + (HEAD + LINE * names.index(field) + LINE // 2 if field in names else HEAD // 2)


def placed(datasets: Sequence[Dataset], relations: Sequence[Relation]) -> dict[str, Box]:
    """Every dataset in a column by how many others lie before it, beside what points at it."""
    levels = _levels([one.name for one in datasets], relations)
    by_name = {one.name: one for one in datasets}
    boxes: dict[str, Box] = {}
    x = AROUND
    for level in range(max(levels.values(), default=-1) + 1):
        names = [name for name in by_name if levels[name] == level]
        column = [_box(by_name[name], relations, level, x) for name in names]
        y = AROUND
        for box in sorted(column, key=lambda one: _beside(one.name, relations, boxes)):
            boxes[box.name] = Box(**{**box.__dict__, "y": y, "width": max(one.width for one in column)})
            y += box.height + ABOVE
        x += max((one.width for one in column), default=0) + BETWEEN
    return boxes


def _levels(names: Sequence[str], relations: Sequence[Relation]) -> dict[str, int]:
    """How many steps lie before each; a circle is cut where it closes, what stands alone comes last."""
    pointed = {one.one for one in relations if one.one != one.many}
    held = {one.many for one in relations} | {one.one for one in relations}
    levels: dict[str, int] = {}
    for start in sorted(names, key=pointed.__contains__):
        if start in held and start not in levels:
            _step(start, 0, relations, levels, ())
    last = max(levels.values(), default=0)
    return {name: levels.get(name, last if not levels else last + 1) for name in names}


def _step(name: str, level: int, relations: Sequence[Relation], levels: dict[str, int], path: tuple[str, ...]) -> None:
    if levels.get(name, -1) >= level or name in path:
        return
    levels[name] = level
    for one in relations:
        if one.many == name:
            _step(one.one, level + 1, relations, levels, (*path, name))


def _beside(name: str, relations: Sequence[Relation], boxes: Mapping[str, Box]) -> float:
    """The middle of what points at it, so that lines cross less."""
    at = [boxes[one.many].row(one.columns[0]) for one in relations if one.one == name and one.many in boxes]
    return sum(at) / len(at) if at else 0.0


def _box(dataset: Dataset, relations: Sequence[Relation], level: int, x: int) -> Box:
    pointing = [name for one in relations if one.many == dataset.name for name in one.columns]
    pointed = [name for one in relations if one.one == dataset.name for name in one.others]
    kept = dict.fromkeys((*dataset.primary_key, *pointed, *pointing))
    fields = tuple((name, name in dataset.primary_key) for name in list(kept)[:ROWS])
    size = counted(dataset.rows, "rows")
    texts = [cut(dataset.name, NAME), size, *(cut(name, NAME) for name, _ in fields)]
    return Box(dataset.name, size, fields, level, x, 0, 2 * EDGE + LETTER * (2 + max(map(cell_len, texts))))
