"""`groundplan look`: what was understood of a source, before any question."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Json


def look(
    sources: Annotated[
        list[str], typer.Argument(help="A file, a folder or a database URL; several are looked at together.")
    ],
    model: Annotated[
        Path | None, typer.Option("--model", help="Write the model as Ossie YAML to this file, to read and to keep.")
    ] = None,
    lock: Annotated[
        bool, typer.Option("--lock", help="Keep what was found in groundplan.lock, so that a change of it is told.")
    ] = False,
    check: Annotated[
        bool, typer.Option("--check", help="End with 1 if the source is not as it was locked, or as it is described.")
    ] = False,
    json: Json = False,
) -> None:
    """Show what a source holds: datasets and what a row is, fields, keys, relations, and what was left out."""
    from json import dumps

    from groundplan.cli.show import say, talk
    from groundplan.settings import Settings
    from groundplan.sources.locked import write_lock
    from groundplan.sources.model.model_file import write_model
    from groundplan.sources.model.ossie import written
    from groundplan.sources.opened import open_sources

    opened = open_sources(tuple(sources), Settings.from_environment().cache)
    name = Path(sources[0]).stem or "model"
    try:
        if json:
            say(dumps(written(opened.understood, name), ensure_ascii=False, indent=1))
        if model:
            talk().print(write_model(opened.understood, name, model), markup=False)
        if lock:
            talk().print(write_lock(opened.found), markup=False)
    finally:
        opened.close()
    changes = () if lock else opened.changes
    for told in (*opened.mistakes, *changes):
        talk().print(f"error: {told}" if check or told in opened.mistakes else f"note: {told}", markup=False)
    raise typer.Exit(1 if opened.mistakes or (check and changes) else 0)
