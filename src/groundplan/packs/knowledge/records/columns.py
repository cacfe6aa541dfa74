"""What nodes say of themselves -> columns: one value a cell, lists with what cuts them, texts in the main language."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from groundplan.packs.knowledge.nouns import Node
from groundplan.sources.names import unused
from groundplan.sources.shape import Key

CUTS = (";", "|", "¦", "\n", "\x1f")
"""What may stand between the parts of a list: the first that none of them holds."""
LANGUAGES = ("ru", "en")


@dataclass
class Sheet:
    """A dataset before it is understood: columns of equal length."""

    type: str
    name: str
    source: str
    """The files that it is from."""
    columns: dict[str, list[Any]] = field(default_factory=dict)
    lists: dict[str, str] = field(default_factory=dict)
    """What cuts the cells of columns that hold lists."""
    values: set[str] = field(default_factory=set)
    """Columns whose texts may be figures or dates: triples say everything in texts."""
    keys: list[Key] = field(default_factory=list)
    ways: dict[str, tuple[str, str]] = field(default_factory=dict)
    """By the column of a key: how it is passed, and how back."""

    def add(self, name: str, cells: Sequence[Any], *, values: bool = False) -> str:
        """A column under the name, or the next that is free; the name it has."""
        free = free_name(name, self.columns)
        if any(isinstance(cell, list) for cell in cells):
            parts = [_parts(cell) for cell in cells]
            cut = next(
                cut for cut in CUTS if not any(cut in part for some in parts for part in some) or cut == CUTS[-1]
            )
            self.lists[free] = cut
            cells = [f"{cut} ".join(some) or None for some in parts]
        self.columns[free] = list(cells)
        self.values |= {free} if values else set()
        return free


def free_name(name: str, taken: Iterable[str]) -> str:
    """The name, with a number where another has it; capitals tell nothing apart."""
    return unused(name, {one.lower() for one in taken})


def main_language(nodes: Iterable[Node]) -> str:
    """The language that most names are in; of equals the one that stands first."""
    said, first = Counter[str](), Counter[str]()
    for node in nodes:
        said.update(node.names)
        first.update(list(node.names)[:1])
    return max(said, key=lambda language: (said[language], first[language]), default="")


def own_columns(sheet: Sheet, nodes: Sequence[Node], language: str) -> None:
    """Key, name, other names, and what is declared of the nodes."""
    sheet.add("id", [node.id.removeprefix(f"{node.type}:") for node in nodes])
    sheet.add("name", [node.called(language) for node in nodes])
    others = [_others(node, language) for node in nodes]
    if any(others):
        sheet.add("aliases", others)
    for name in dict.fromkeys(name for node in nodes for name in node.fields):
        fill(sheet, name, [node.fields.get(name) for node in nodes], language)


def fill(sheet: Sheet, name: str, cells: Sequence[Any], language: str) -> None:
    """A column; of texts in several languages one for each, the main one under the plain name."""
    spoken = [one for one in LANGUAGES if any(_by_language(cell) and one in cell for cell in cells)]
    main = language if language in spoken else next(iter(spoken), "")
    sheet.add(name, [_in(cell, main, main) for cell in cells])
    for other in spoken if len(spoken) > 1 else ():
        if other != main:
            sheet.add(f"{name}_{other}", [_in(cell, other, main) for cell in cells])


def _others(node: Node, language: str) -> list[str]:
    called = node.called(language)
    return [one for one in dict.fromkeys((*node.names.values(), node.name, *node.aliases)) if one != called]


def _by_language(cell: Any) -> bool:
    return isinstance(cell, Mapping) and bool(cell) and set(cell) <= set(LANGUAGES)


def _in(cell: Any, language: str, main: str) -> Any:
    """The cell in that language; what is in no language stands under the main one, as does what the main one lacks."""
    if not _by_language(cell):
        return cell if language == main else None
    return cell.get(language) or (next(iter(cell.values()), None) if language == main else None)


def _parts(cell: Any) -> list[str]:
    if cell is None:
        return []
    return [text(one) for one in (cell if isinstance(cell, list) else [cell]) if one is not None]


def text(value: Any) -> str:
    """A value as text; what has an inside as JSON."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
