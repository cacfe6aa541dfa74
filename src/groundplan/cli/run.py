"""`groundplan run`: a saved plan again, on new data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Data, Explain, Json, SourcePack


def run(
    plan: Annotated[Path, typer.Argument(help="A run's folder, or a plan's text or JSON.")],
    data: Data,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Folder for the run's files.")] = None,
    explain: Explain = False,
    json: Json = False,
    pack: SourcePack = None,
) -> None:
    """Replay a saved plan on new data: safe repairs are made and told, anything else is refused."""
    import asyncio

    from groundplan.cli.asking import Asking
    from groundplan.cli.saved import load_saved
    from groundplan.cli.show import show_findings, show_plan, talk

    written, understood = load_saved(plan)
    with Asking(model=None, pack=pack or written.pack, data=tuple(data)) as asking:
        answered = asyncio.run(asking.planner.replay(written, understood, asking.data, asking.chosen))
        if explain:
            show_plan(answered.run.plan or written)
        for repair in answered.run.repairs:
            talk().print(f"repaired {repair.step}: {repair.kind}: {repair.after!r} ({repair.reason})", markup=False)
        show_findings(answered.run.findings, answered.run.plan)
        asking.tell(answered, asking.save(answered, out), json=json)
    raise typer.Exit(0 if answered.run.status == "answered" else 1)
