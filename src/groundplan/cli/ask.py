"""`groundplan ask`: a question in, an answer with its chart and its plan out."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Approve, Explain, Inputs, Json, Model, No, PackName, Sources, Text, Yes


def ask(
    question: Text,
    data: Sources = None,
    query: Annotated[
        str | None, typer.Option("--query", help="Ask in the question language instead; then only data follow.")
    ] = None,
    sql: Annotated[bool, typer.Option("--sql", help="Print the SQL that the rows of the answer came from.")] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Folder for the run's files; default: a new one under groundplan-runs/."),
    ] = None,
    session: Annotated[
        str | None, typer.Option("--session", help="Remember under this name, so that the next question may follow up.")
    ] = None,
    approve: Approve = False,
    yes: Yes = False,
    no: No = False,
    inputs: Inputs = None,
    explain: Explain = False,
    json: Json = False,
    model: Model = None,
    pack: PackName = None,
) -> None:
    """Answer a question from data, with a chart and a plan that was checked first."""
    from groundplan.cli.asking import Asking, approval
    from groundplan.cli.saved import load_inputs
    from groundplan.cli.show import talk
    from groundplan.errors import UsageError

    given = ([question] if query else []) + (data or [])
    if not given:
        raise UsageError(f"no data was given to ask {question!r} of; name files, folders or database URLs after it")
    handed = load_inputs(inputs)
    with Asking(model=model, pack=pack, data=tuple(given), session=session, inputs=handed) as asking:
        text = query or question
        approved = approval(approve, yes, no)
        answered = asking.ask(text, query=query or "", approve=approved, explain=explain, quiet=json)
        asking.tell(answered, asking.save(answered, out), json=json)
        if sql:
            talk().print(asking.sql(answered), markup=False, highlight=False, soft_wrap=True)
    raise typer.Exit(0 if answered.run.status == "answered" else 1)
