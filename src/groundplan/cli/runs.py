"""`groundplan runs`: what was asked before."""

from __future__ import annotations

from typing import Annotated

import typer

from groundplan.cli.options import Json, Runs

runs = typer.Typer(name="runs", help="List and show saved runs.", no_args_is_help=True, rich_markup_mode=None)


@runs.command(name="list")
def list_runs(folder: Runs = None, json: Json = False) -> None:
    """List saved runs, the newest first."""
    from json import dumps

    from groundplan.cli.show import say, show_table
    from groundplan.settings import Settings
    from groundplan.store.folder import listed, load

    found = [(path, load(path)) for path in listed(folder or Settings.from_environment().runs)]
    if json:
        say(
            dumps(
                [{"id": p.name, "status": r.status, "question": r.question.text} for p, r in found], ensure_ascii=False
            )
        )
        return
    show_table(["run", "status", "question"], [[p.name, r.status, r.question.text[:80]] for p, r in found])


@runs.command()
def show(
    run: Annotated[str, typer.Argument(help="A run's name, or its folder.")], folder: Runs = None, json: Json = False
) -> None:
    """Show a saved run: its stages, plan, findings and answer."""
    from groundplan.cli.show import say, show_events, show_findings, show_plan
    from groundplan.settings import Settings
    from groundplan.store.folder import find, load

    saved = load(find(run, folder or Settings.from_environment().runs))
    if json:
        say(saved.model_dump_json())
        return
    show_events(saved.events)
    if saved.plan:
        show_plan(saved.plan)
    show_findings(saved.findings, saved.plan)
    say(saved.answer.text if saved.answer else saved.status)
