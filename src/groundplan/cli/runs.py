"""`groundplan runs`: what was asked before."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Annotated

import typer

from groundplan.cli.options import Database, Json, No, Runs, Yes

if TYPE_CHECKING:
    from groundplan.settings import Settings

runs = typer.Typer(name="runs", help="List and show saved runs.", no_args_is_help=True, rich_markup_mode=None)
Id = Annotated[str, typer.Argument(help="The id of a durable run.")]


@runs.command(name="list")
def list_runs(folder: Runs = None, json: Json = False, db: Database = None) -> None:
    """List runs, the newest first: durable ones that have no folder yet, then saved ones."""
    from json import dumps

    from groundplan.cli.show import say, show_table
    from groundplan.settings import Settings
    from groundplan.store.folder import listed, load

    settings = Settings.from_environment(runs=folder)
    saved = [(path.name, load(path)) for path in listed(settings.runs)]
    rows = _durable(settings, db, {name for name, _ in saved})
    rows += [(name, run.status, run.question.text) for name, run in saved]
    if json:
        say(dumps([dict(zip(("id", "status", "question"), row, strict=True)) for row in rows], ensure_ascii=False))
        return
    show_table(["run", "status", "question"], [[name, status, text[:80]] for name, status, text in rows])


def _durable(settings: Settings, db: str | None, saved: Collection[str]) -> list[tuple[str, str, str]]:
    """Durable runs that are not saved yet; where there never was one, nothing is loaded or made."""
    if not (db or settings.durable_db or (settings.runs / "durable.db").is_file()):
        return []
    from groundplan.cli.durably import durable_runs

    with durable_runs(db, settings) as runs:
        return [(one.id, one.status, one.goal) for one in runs.listed() if one.id not in saved]


@runs.command()
def resume(id: Id, yes: Yes = False, no: No = False, db: Database = None, json: Json = False) -> None:
    """Go on with a durable run: one that waits for approval, was cancelled, or whose process has died."""
    from groundplan.cli.asking import approval
    from groundplan.cli.durably import durable_runs
    from groundplan.cli.durably import resume as resumed
    from groundplan.settings import Settings

    settings, approved = Settings.from_environment(), approval(False, yes, no)
    with durable_runs(db, settings) as runs:
        runs.standing(id)  # one that is not there is told before anything is decided of it
        code = resumed(runs, settings, id, None if approved is None else bool(approved), json=json)
    raise typer.Exit(code)


@runs.command()
def cancel(id: Id, db: Database = None) -> None:
    """Cancel a durable run: no further step is begun; `resume` goes on with it."""
    from groundplan.cli.durably import durable_runs
    from groundplan.cli.show import say
    from groundplan.settings import Settings

    with durable_runs(db, Settings.from_environment()) as runs:
        runs.cancel(id)
        say(f"{id} is {runs.standing(id).status}")


@runs.command()
def prune(
    older: Annotated[str, typer.Option("--older", help="How long they have been over: 90m, 12h, 30d, 4w.")],
    db: Database = None,
) -> None:
    """Forget durable runs that are over, with what was kept of their steps; their folders stay."""
    import re
    from datetime import timedelta

    from groundplan.cli.durably import durable_runs
    from groundplan.cli.show import say
    from groundplan.errors import UsageError
    from groundplan.settings import Settings

    if not (said := re.fullmatch(r"(\d+)([mhdw])", older)):
        raise UsageError(f"--older is {older!r}, which is no length of time; write 90m, 12h, 30d or 4w")
    unit = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}[said[2]]
    with durable_runs(db, Settings.from_environment()) as runs:
        gone = runs.prune(timedelta(**{unit: int(said[1])}))
    say(f"{gone} {'run' if gone == 1 else 'runs'} forgotten")


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
