"""`groundplan chat`: questions one after another, each of which may change the one before."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from groundplan.cli.options import Data, Explain, Model, PackName


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
        while text := _asked():
            try:
                answered = asking.ask(text, explain=explain)
                asking.tell(answered, asking.save(answered))
            except GroundplanError as error:
                talk().print(f"error: {error}", style="red", markup=False)


def _asked() -> str:
    try:
        if sys.stdin.isatty():
            return input("? ").strip()
        return (sys.stdin.readline()).strip()
    except EOFError:
        return ""
