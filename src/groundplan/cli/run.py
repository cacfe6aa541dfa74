"""`groundplan run`: a saved plan again, on new data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Approve, Data, Explain, Inputs, Json, No, PackName, Yes


def run(
    plan: Annotated[Path, typer.Argument(help="A run's folder, or a plan's text or JSON.")],
    data: Data,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Folder for the run's files.")] = None,
    approve: Approve = False,
    yes: Yes = False,
    no: No = False,
    inputs: Inputs = None,
    explain: Explain = False,
    json: Json = False,
    pack: PackName = None,
) -> None:
    """Replay a saved plan on new data: safe repairs are made and told, anything else is refused."""
    import asyncio

    from groundplan.cli.asking import Asking, approval
    from groundplan.cli.saved import load_inputs, load_saved
    from groundplan.cli.show import show_findings, show_plan, talk
    from groundplan.contracts import Question

    written, understood = load_saved(plan)
    with Asking(model=None, pack=pack or written.pack, data=tuple(data)) as asking:
        handed = load_inputs(inputs)
        asked = Question(text=written.goal, pack=asking.answering.name, sources=asking.data, inputs=handed)
        approved = approval(approve, yes, no)
        answered = asyncio.run(asking.planner.replay(written, understood, asked, approve=approved))
        if explain:
            show_plan(answered.run.plan or written)
        for repair in answered.run.repairs:
            talk().print(f"repaired {repair.step}: {repair.kind}: {repair.after!r} ({repair.reason})", markup=False)
        show_findings(answered.run.findings, answered.run.plan)
        asking.tell(answered, asking.save(answered, out), json=json)
    raise typer.Exit(0 if answered.run.status == "answered" else 1)
