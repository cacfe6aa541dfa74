"""`groundplan look`: what was understood of a source, before any question."""

from __future__ import annotations

from typing import Annotated

import typer

from groundplan.cli.options import Json


def look(
    sources: Annotated[
        list[str], typer.Argument(help="A file, a folder or a database URL; several are looked at together.")
    ],
    json: Json = False,
) -> None:
    """Show what a source holds: datasets and what a row is, fields, keys, relations, and what was left out."""
    from json import dumps
    from pathlib import Path

    from groundplan.cli.show import say
    from groundplan.settings import Settings
    from groundplan.sources.model.ossie import written
    from groundplan.sources.opened import open_sources

    opened = open_sources(tuple(sources), Settings.from_environment().cache)
    try:
        if json:
            say(dumps(written(opened.understood, Path(sources[0]).stem or "model"), ensure_ascii=False, indent=1))
    finally:
        opened.close()
