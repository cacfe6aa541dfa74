"""`groundplan plan`: the checked plan, and nothing run; or, by a contract, the plan of a host's own context."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Explain, Inputs, Json, Model, PackName, Sources, Text


def plan(
    question: Text,
    data: Sources = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File for the plan's text; default: stdout only.")
    ] = None,
    inputs: Inputs = None,
    explain: Explain = False,
    json: Json = False,
    model: Model = None,
    pack: PackName = None,
    contract: Annotated[
        str | None,
        typer.Option("--contract", help="Plan a host's context: the question is its JSON file, or - for stdin."),
    ] = None,
) -> None:
    """Draft and check a plan for a question, without running it."""
    if contract is not None:
        return _by_contract(contract, question)
    import asyncio

    if not data:
        raise typer.BadParameter("missing argument 'DATA...'")

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


def _by_contract(name: str, source: str) -> None:
    """JSON in, JSON out, by what a pack brings along under `groundplan.contracts`."""
    import sys
    from importlib.metadata import entry_points

    from groundplan.cli.show import say
    from groundplan.errors import UsageError
    from groundplan.plan.nearest import did_you_mean

    known = {entry.name: entry for entry in entry_points(group="groundplan.contracts")}
    if name not in known:
        raise UsageError(f"no contract named {name!r}; {did_you_mean(name, sorted(known))}")
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{source!r} cannot be read ({error}); give a file of JSON, or - for stdin.") from error
    say(known[name].load()(text))
