"""`groundplan look`: what was understood of a source, before any question."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from groundplan.cli.options import Json

if TYPE_CHECKING:
    from groundplan.looked import Begin
    from groundplan.settings import Settings
    from groundplan.sources.opened import Tables


def look(
    sources: Annotated[
        list[str], typer.Argument(help="A file, a folder or a database URL; several are looked at together.")
    ],
    json: Json = False,
    whole: Annotated[bool, typer.Option("--all", help="Leave nothing out: every dataset, field and remark.")] = False,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write a picture of the datasets and relations.")] = None,
    no_questions: Annotated[bool, typer.Option("--no-questions", help="Try no questions to begin with.")] = False,
) -> None:
    """Show what a source holds: datasets and what a row is, fields, keys, relations, and what was left out."""
    from json import dumps

    from groundplan.cli.show import say
    from groundplan.settings import Settings
    from groundplan.sources.model.ossie import written
    from groundplan.sources.opened import open_sources

    settings = Settings.from_environment()
    begin = _begin(settings, sources) if not (no_questions or json or svg) else None
    opened = open_sources(tuple(sources), settings.cache)
    try:
        if json:
            say(dumps(written(opened.understood, Path(sources[0]).stem or "model"), ensure_ascii=False, indent=1))
        elif svg:
            _draw(opened, svg)
        else:
            _show(sources, opened, begin, whole)
    finally:
        opened.close()


def _draw(opened: Tables, file: Path) -> None:
    """The picture, written."""
    from groundplan.cli.show import talk
    from groundplan.errors import UsageError
    from groundplan.looking.picture import picture

    try:
        file.write_text(picture(opened.understood), "utf-8")
    except OSError as error:
        raise UsageError(f"{str(file)!r} cannot be written ({error.strerror}); name another file") from error
    talk().print(f"picture: {file}", style="dim", markup=False)


def _begin(settings: Settings, sources: list[str]) -> Begin:
    """The reader of questions, woken before the sources are opened."""
    from groundplan.looked import with_questions

    return with_questions(settings, tuple(sources))


def _show(sources: list[str], opened: Tables, begin: Begin | None, whole: bool) -> None:
    """The screen, with questions that were asked."""
    from shlex import join

    from groundplan.cli.screen import screen_width, show_lines
    from groundplan.looked import looked
    from groundplan.looking.page import page

    look = looked(tuple(sources), opened)
    look = begin(look, opened) if begin else look
    typed = "SOURCE" if any("://" in one for one in sources) else join(sources)  # a URL may hold a password
    show_lines(page(look, screen_width(), whole, f"groundplan look {typed}"))
