"""`groundplan ask`: a question in, an answer with its chart and its plan out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Approve, Data, Explain, Json, Model, PackName, Text, Yes


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
    approve: Approve = False,
    yes: Yes = False,
    explain: Explain = False,
    json: Json = False,
    model: Model = None,
    pack: PackName = None,
) -> None:
    """Answer a question from data, with a chart and a plan that was checked first."""
    from groundplan.cli.asking import Asking, approval

    with Asking(model=model, pack=pack, data=tuple(data), session=session) as asking:
        answered = asking.ask(question, approve=approval(approve, yes), explain=explain, quiet=json)
        asking.tell(answered, asking.save(answered, out), json=json)
    raise typer.Exit(0 if answered.run.status == "answered" else 1)
