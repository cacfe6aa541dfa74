"""How a look stands on the screen: in colour on a terminal, as plain text in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from groundplan.looking.line import Line

NARROW, WIDE = 60, 120


def screen_width() -> int:
    """The width of the terminal, within what can be read."""
    from rich.console import Console

    return min(max(Console().width, NARROW), WIDE)


def show_lines(lines: Sequence[Line], talk: bool = False) -> None:
    """Lines on stdout; what is said beside answers, on stderr."""
    stream = sys.stderr if talk else sys.stdout
    if not stream.isatty():
        stream.write("".join(f"{one.plain}\n" for one in lines))
        stream.flush()
        return
    from rich.console import Console
    from rich.text import Text

    console = Console(stderr=talk, highlight=False, soft_wrap=True)
    for one in lines:
        console.print(Text.assemble(*one.pieces))
