"""A line of text in pieces, each with the style that a terminal may give it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len, set_cell_size

MORE = "…"


@dataclass(frozen=True)
class Line:
    """Pieces of text, each with its style."""

    pieces: tuple[tuple[str, str], ...] = ()

    @property
    def plain(self) -> str:
        """The text alone."""
        return "".join(text for text, _ in self.pieces).rstrip()

    @property
    def width(self) -> int:
        """Cells of a terminal: a Chinese letter takes two."""
        return sum(cell_len(text) for text, _ in self.pieces)

    def __add__(self, other: Line) -> Line:
        """One after the other."""
        return Line(self.pieces + other.pieces)

    def cut(self, width: int) -> Line:
        """So much of it as fits."""
        if self.width <= width:
            return self
        kept: list[tuple[str, str]] = []
        left = width
        for text, style in self.pieces:
            kept.append((fitted(text, left) if cell_len(text) >= left else text, style))
            left -= cell_len(kept[-1][0])
            if left <= 0:
                break
        return Line(tuple(kept))


def line(text: str = "", style: str = "") -> Line:
    """A line of one piece."""
    return Line(((text, style),))


def fitted(text: str, width: int) -> str:
    """The text, cut where it is too long."""
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + MORE if width > 0 else ""


def padded(text: str, width: int) -> str:
    """The text in exactly so many cells."""
    return set_cell_size(fitted(text, width), width)


def wrapped(text: str, width: int, first: str, rest: str) -> list[str]:
    """The text over as many lines as it needs, each with what stands before it."""
    lines, held = [], first
    begun = False
    for word in text.split():
        if begun and cell_len(held) + 1 + cell_len(word) > width:
            lines.append(held)
            held, begun = rest, False
        held = f"{held} {word}" if begun else held + fitted(word, width - cell_len(held))
        begun = True
    return [*lines, held]


def fitting(items: Sequence[str], more: int, width: int, and_more: str, between: str = ", ") -> str:
    """As many of the items as fit, and how many others there are: `East, North and 2 more`."""
    for shown in range(len(items), 0, -1):
        rest = len(items) - shown + more
        text = between.join(items[:shown]) + (f" {and_more.format(n=f'{rest:,}')}" if rest else "")
        if cell_len(text) <= width or shown == 1:
            return fitted(text, width)
    return ""
