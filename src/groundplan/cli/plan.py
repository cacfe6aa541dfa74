"""`groundplan plan`: the checked plan, and nothing run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Data, Explain, Inputs, Json, Model, PackName, Text


def plan(
    question: Text,
    data: Data,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File for the plan's text; default: stdout only.")
    ] = None,
    inputs: Inputs = None,
    explain: Explain = False,
    json: Json = False,
    model: Model = None,
    pack: PackName = None,
) -> None:
    """Draft and check a plan for a question, without running it."""
    import asyncio

    from groundplan.cli.saved import load_inputs
    from groundplan.cli.show import say, show_events, show_findings
    from groundplan.contracts import Question
    from groundplan.plan.text import show
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    planner = Planner(Settings.from_environment(model=model))
    asked = Question(text=question, pack=pack or "", sources=tuple(data), inputs=load_inputs(inputs))
    run = asyncio.run(planner.ask(asked, approve=lambda _: False)).run
    planner.close()
    if explain:
        show_events(run.events)
    if run.plan is None or run.answer is not None:
        show_findings(run.findings, run.plan)
        say(run.model_dump_json() if json else run.answer.text if run.answer else "no plan")
        raise typer.Exit(1)
    text = show(run.plan)
    if out:
        out.write_text(text, "utf-8")
    say(run.plan.model_dump_json() if json else text)
