"""`groundplan triggers`: saved plans that the clock or a webhook starts."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Data, Database, Inputs, Json, PackName, Yes

triggers = typer.Typer(
    name="triggers", help="Save plans that the clock or a webhook starts.", no_args_is_help=True, rich_markup_mode=None
)
Name = Annotated[str, typer.Argument(help="The name that the plan is started by.")]


@triggers.command()
def add(
    name: Name,
    plan: Annotated[Path, typer.Argument(help="A run's folder, or a plan's text or JSON.")],
    data: Data,
    cron: Annotated[
        str, typer.Option("--cron", help="When it starts by itself, in UTC: minute, hour, day, month, weekday.")
    ] = "",
    yes: Yes = False,
    inputs: Inputs = None,
    db: Database = None,
    pack: PackName = None,
) -> None:
    """Save a plan under a name; workers start it by the clock, and on a webhook."""
    from groundplan.cli.durably import durable_runs
    from groundplan.cli.saved import load_inputs, load_saved
    from groundplan.cli.show import say
    from groundplan.contracts import Question
    from groundplan.errors import UsageError
    from groundplan.execute.durable import Job
    from groundplan.settings import Settings
    from groundplan.worker import resolved

    if not name.replace("-", "").replace("_", "").isalnum() or not name.isascii():
        raise UsageError(f"{name!r} is no name for a trigger; take letters, digits, - and _")
    written, understood = load_saved(plan)
    question = Question(text=written.goal, pack=pack or written.pack, sources=tuple(data), inputs=load_inputs(inputs))
    job = resolved(Job(plan=written, understanding=understood, question=question, approved=yes))
    with durable_runs(db, Settings.from_environment()) as runs:
        runs.save(name, job, cron)
    say(f"{name} starts {f'at {cron!r}, and ' if cron else ''}on POST /start/{name} of a worker with --http")


@triggers.command(name="list")
def list_triggers(db: Database = None, json: Json = False) -> None:
    """List the saved plans."""
    from json import dumps

    from groundplan.cli.durably import durable_runs
    from groundplan.cli.show import say, show_table
    from groundplan.settings import Settings

    with durable_runs(db, Settings.from_environment()) as runs:
        plans = runs.store.plans()
    if json:
        say(dumps([{"name": name, "cron": cron} for name, cron in plans], ensure_ascii=False))
        return
    show_table(["name", "cron"], plans)


@triggers.command()
def remove(name: Name, db: Database = None) -> None:
    """Remove a saved plan; runs that it has started go on."""
    from groundplan.cli.durably import durable_runs
    from groundplan.cli.show import say
    from groundplan.settings import Settings

    with durable_runs(db, Settings.from_environment()) as runs:
        runs.remove(name)
    say(f"{name} is started by nothing any more")
