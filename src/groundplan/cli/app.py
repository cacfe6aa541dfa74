"""`groundplan`: the commands, and how every error ends."""

from __future__ import annotations

import gc
import os
import sys
from importlib.metadata import entry_points
from typing import Annotated

import typer

from groundplan.cli.ask import ask
from groundplan.cli.batch import batch
from groundplan.cli.chat import chat
from groundplan.cli.check import check
from groundplan.cli.eval import evaluate
from groundplan.cli.look import look
from groundplan.cli.options import Approving
from groundplan.cli.packs import packs
from groundplan.cli.plan import plan
from groundplan.cli.run import run
from groundplan.cli.runs import runs
from groundplan.cli.tools import tools
from groundplan.errors import GroundplanError

app = typer.Typer(
    name="groundplan",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,  # plain help costs half the time
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        typer.echo(f"groundplan {version('groundplan')}")
        raise typer.Exit


@app.callback()
def groundplan(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Ask data in plain language: a plan is proved against the question, then run; answers hold what was found."""


app.command(cls=Approving)(ask)
app.command()(plan)
app.command()(check)
app.command(cls=Approving)(run)
app.command()(chat)
app.command()(look)
app.command()(batch)
app.add_typer(tools)
app.add_typer(runs)
app.command()(packs)
app.command(name="eval")(evaluate)
for entry in entry_points(group="groundplan.commands"):  # what packs bring along
    app.command(name=entry.name)(entry.load())


def main() -> None:
    """Run the command; an error is one line and an exit code, a traceback only on request."""
    gc.set_threshold(500_000, 10, 10)  # imports make 300,000 objects that live for ever: looking through them is 0.08 s
    try:
        app()
    except GroundplanError as error:
        if os.environ.get("GROUNDPLAN_TRACEBACK"):
            raise
        print(f"error: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)


def command() -> None:
    """`main` as a process: all is closed and flushed by then, so it ends without taking itself apart (0.5 s)."""
    code = 0
    try:
        main()
    except SystemExit as stop:
        code = stop.code if isinstance(stop.code, int) else 1 if stop.code else 0
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
