"""Answer text -> its units: sentences, bullets and rows, each with the lines that govern it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

_BULLET = re.compile(r"^(\s*)(?:[-*•–—]|\d{1,2}[.)])\s+(.*)$")
_HEADING = re.compile(r"^\s*#{1,6}\s+(.*)$")
_SENTENCE = re.compile(r"(?<=[.!?…])[\"»”)*]*\s+(?=[\"«“(*]?[A-ZА-ЯЁ0-9])")
_SHORT = re.compile(
    r"(?:^|[\s(])(?:[А-ЯA-Z]|г|гг|т|д|е|др|пр|им|ул|руб|тыс|млн|млрд|e\.g|i\.e|etc|vs|Mr|Mrs|Ms|Dr|St|No|Inc)\.$"
)
"""An abbreviation or an initial: no end of a sentence."""
_RULE = re.compile(r"^\s*\|?[\s:|-]+\|?\s*$")

Kind = Literal["sentence", "bullet", "row", "heading"]


@dataclass(frozen=True)
class Unit:
    """A stretch that is checked as a whole."""

    text: str
    kind: Kind
    governors: tuple[str, ...] = ()
    """What stands above it and speaks of it: the bullet it hangs under, its lead-in, the sentence before."""


def units(text: str) -> tuple[Unit, ...]:
    """The units of an answer in order."""
    return tuple(_units(text))


def _units(text: str) -> Iterator[Unit]:
    lead = ""
    stack: list[tuple[int, str]] = []
    for line in text.replace("**", "").replace("__", "").splitlines():
        if not line.strip():
            continue
        if line.lstrip().startswith("|"):
            yield from _row(line, lead)
        elif bullet := _BULLET.match(line):
            indent, content = len(bullet[1]), bullet[2].strip()
            stack = [(depth, above) for depth, above in stack if depth < indent]
            yield from _told(content, "bullet", tuple(one for one in (lead, *(above for _, above in stack)) if one))
            stack.append((indent, content))
        else:
            heading = _HEADING.match(line)
            content, stack = (heading[1] if heading else line).strip(), []
            lead = content if heading or content.endswith(":") else ""
            yield from _told(content, "heading" if heading else "sentence", ())


def _told(content: str, kind: Kind, governors: tuple[str, ...]) -> Iterator[Unit]:
    """A line's sentences; in a bullet, the first governs the rest."""
    first, *rest = sentences(content) or [content]
    yield Unit(first, kind, governors)
    for sentence in rest:
        yield Unit(sentence, kind if kind != "bullet" else "sentence", (*governors, first) if kind == "bullet" else ())


def _row(line: str, lead: str) -> Iterator[Unit]:
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if not _RULE.match(line):
        yield Unit(" | ".join(cells), "row", (lead,) if lead else ())


def sentences(text: str) -> list[str]:
    """The sentences of a line."""
    found: list[str] = []
    for part in _SENTENCE.split(text):
        if found and _SHORT.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        elif part:
            found.append(part)
    return found
