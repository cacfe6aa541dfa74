"""`groundplan graph`: a workflow graph in another dialect, as a drawing, or beside another one."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Model


def graph(
    file: Annotated[Path, typer.Argument(help="A workflow graph, in any dialect.")],
    to: Annotated[
        str,
        typer.Option("--to", help="mermaid, svg, asl, langgraph, schema, prompt, runtime, orchestrator or plan."),
    ] = "mermaid",
    diff: Annotated[Path | None, typer.Option("--diff", help="Tell what another graph has changed instead.")] = None,
    model: Model = None,
) -> None:
    """Write a workflow graph in another way; what was mended and what does not map is told beside it."""
    from groundplan.cli.saved import text_of
    from groundplan.cli.show import say, talk
    from groundplan.packs.workflows.graph import difference, written
    from groundplan.settings import Settings

    chosen = model or Settings.from_environment().model
    text, notes = difference(text_of(file), text_of(diff)) if diff else written(text_of(file), to, chosen)
    for note in notes:
        talk().print(f"note: {note}", markup=False)
    say(text)
