"""`groundplan chat`: questions one after another, each of which may change the one before."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from groundplan.cli.options import Data, Explain, Model, PackName

if TYPE_CHECKING:
    from groundplan.cli.asking import Asking


def chat(
    data: Data,
    session: Annotated[
        str, typer.Option("--session", help="Name of the conversation; taken up again where it was left.")
    ] = "chat",
    explain: Explain = False,
    model: Model = None,
    pack: PackName = None,
) -> None:
    """Talk with data; "now by month" or "only the north" changes the last question. An empty line ends it.

    Where a question is asked back, the name or the number of a choice is enough.
    """
    from groundplan.cli.asking import Asking
    from groundplan.cli.show import talk
    from groundplan.errors import GroundplanError

    with Asking(model=model, pack=pack, data=tuple(data), session=session) as asking:
        _look(asking)
        while text := _asked():
            try:
                answered = asking.ask(text, explain=explain)
                asking.tell(answered, asking.save(answered))
            except GroundplanError as error:
                talk().print(f"error: {error}", style="red", markup=False)


def _look(asking: Asking) -> None:
    """What there is to ask, in a few lines; a pack of its own kind of sources has no look."""
    from groundplan.cli.screen import screen_width, show_lines
    from groundplan.looked import PACK, looked, with_questions
    from groundplan.looking.page import short

    if asking.answering.name != PACK:
        return
    begin = with_questions(asking.settings, asking.data)
    opened: Any = asking.planner.warm.source(asking.answering, asking.data, asking.settings.of_pack(asking.answering))
    show_lines(short(begin(looked(asking.data, opened), opened), screen_width()), talk=True)


def _asked() -> str:
    try:
        if sys.stdin.isatty():
            return input("? ").strip()
        return (sys.stdin.readline()).strip()
    except EOFError:
        return ""
