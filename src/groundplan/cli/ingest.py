"""`groundplan ingest`: files and folders into a knowledge base."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from groundplan.cli.options import Json

if TYPE_CHECKING:
    from groundplan.packs.knowledge.ingest import Contents, Summary

_NOTES = 20


def ingest(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            help="Records with schema.yaml, triples (.tsv), Markdown, text, PDF, DOCX, HTML; none: read again."
        ),
    ] = None,
    into: Annotated[
        Path, typer.Option("--into", "-i", help="The folder of the base; what is there already is brought up to date.")
    ] = Path("groundplan-base"),
    vectors: Annotated[
        bool, typer.Option("--vectors", help="Make the vectors of all passages, however many; may take minutes.")
    ] = False,
    show: Annotated[bool, typer.Option("--show", help="Show what the base holds, and read nothing.")] = False,
    json: Json = False,
) -> None:
    """Read documents into a knowledge base; unchanged ones are passed by, vanished ones removed."""
    from json import dumps

    from groundplan.cli.show import say
    from groundplan.packs.knowledge.ingest import show as contents

    if show:
        held = contents(Path(sources[0]) if sources else into)
        if json:
            say(dumps(held.as_json(), ensure_ascii=False))
        else:
            _show_contents(held)
        return
    summary = _ingest(sources or [], into, vectors)
    say(dumps(summary.as_json(), ensure_ascii=False) if json else _told(summary))
    _show_notes(summary.notes)


def _ingest(sources: list[str], into: Path, vectors: bool) -> Summary:
    """The ingest under a progress bar, which shows only where somebody looks."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    from groundplan.cli.show import talk
    from groundplan.packs.knowledge.ingest import ingest as read_in

    bar = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn())
    with Progress(*bar, console=talk(), transient=True, disable=not talk().is_terminal) as progress:
        reading, indexing = progress.add_task("reading", total=None), progress.add_task("indexing", visible=False)

        def watch(name: str, done: int, total: int) -> None:
            text = f"reading {name[-40:]}" if name else "joining"
            progress.update(reading, description=text, completed=done, total=total)

        def indexed(done: int, total: int) -> None:
            progress.update(indexing, completed=done, total=total, visible=True)

        return read_in(sources, into, watch, indexed, "every" if vectors else "few")


def _told(summary: Summary) -> str:
    counted = [f"{getattr(summary, what)} {what}" for what in ("added", "changed", "removed", "unchanged", "failed")]
    held = [f"{getattr(summary, what):,} {what}" for what in ("documents", "nodes", "edges", "passages")]
    return f"{', '.join(counted)} in {summary.seconds:.1f} s\n{summary.base}: {', '.join(held)}"


def _show_contents(held: Contents) -> None:
    from groundplan.cli.show import say, show_table

    say(f"{held.base}: {', '.join(f'{count:,} {what}' for what, count in held.counts.items())}")
    rows = [
        *(("type", name, count) for name, count in held.types.items()),
        *(("relation", name, count) for name, count in held.relations.items()),
        *((kind, name, passages) for name, kind, passages in held.documents),
    ]
    show_table(["what", "name", "count"], rows)
    _show_notes(held.notes)


def _show_notes(notes: tuple[str, ...]) -> None:
    from groundplan.cli.show import talk

    for note in notes[:_NOTES]:
        talk().print(f"note: {note}", markup=False)
    if len(notes) > _NOTES:
        talk().print(f"and {len(notes) - _NOTES} more notes; --json shows them all", markup=False)
