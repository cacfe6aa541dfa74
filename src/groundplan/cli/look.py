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
    whole: Annotated[bool, typer.Option("--all", help="Leave nothing out: every dataset, field and remark.")] = False,
    svg: Annotated[Path | None, typer.Option("--svg", help="Write a picture of the datasets and relations.")] = None,
    no_questions: Annotated[bool, typer.Option("--no-questions", help="Try no questions to begin with.")] = False,
) -> None:
    """Show what a source holds: datasets and what a row is, fields, keys, relations, and what was left out."""
    from json import dumps

    from groundplan.cli.show import say, talk
    from groundplan.settings import Settings
    from groundplan.sources.locked import write_lock
    from groundplan.sources.model.model_file import write_model
    from groundplan.sources.model.ossie import written
    from groundplan.sources.opened import open_sources

    settings = Settings.from_environment()
    asked = not (json or svg or model or lock or check)
    begin = _begin(settings, sources) if asked and not no_questions else None
    opened = open_sources(tuple(sources), settings.cache)
    name = Path(sources[0]).stem or "model"
    try:
        if json:
            say(dumps(written(opened.understood, name), ensure_ascii=False, indent=1))
        if svg:
            _draw(opened, svg)
        if model:
            talk().print(write_model(opened.understood, name, model), style="dim", markup=False)
        if lock:
            talk().print(write_lock(opened.found), style="dim", markup=False)
        if asked:
            _show(sources, opened, begin, whole)
    finally:
        opened.close()
    wrong = (*opened.mistakes, *(opened.changes if check else ()))
    for told in wrong:
        talk().print(f"error: {told}", style="red", markup=False)
    raise typer.Exit(1 if wrong else 0)


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
