"""`groundplan ask`: a question in, an answer with its chart and its plan out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Data, Explain, Json, Model, SourcePack, Text


def ask(
    question: Text,
    data: Data,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Folder for the run's files; default: a new one under groundplan-runs/."),
    ] = None,
    session: Annotated[
        str | None, typer.Option("--session", help="Remember under this name, so that the next question may follow up.")
    ] = None,
    approve: Annotated[bool, typer.Option("--approve", help="Show the plan and ask before it runs.")] = False,
    explain: Explain = False,
    json: Json = False,
    model: Model = None,
    pack: SourcePack = None,
) -> None:
    """Answer a question from data, with a chart and a plan that was checked first."""
    from groundplan.cli.asking import Asking

    with Asking(model=model, pack=pack, data=tuple(data), session=session) as asking:
        answered = asking.ask(question, approve=approve, explain=explain, quiet=json)
        asking.tell(answered, asking.save(answered, out), json=json)
    raise typer.Exit(0 if answered.run.status == "answered" else 1)
