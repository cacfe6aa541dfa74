"""`groundplan refine`: a plan, changed by words; the change is shown before it is made."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Data, Inputs, Json, Model


def refine(
    plan: Annotated[Path, typer.Argument(help="A run's folder, or a plan's text or JSON.")],
    words: Annotated[str, typer.Argument(help='What is to be changed: "also send a copy to sales".')],
    data: Data,
    inputs: Inputs = None,
    lock: Annotated[list[str] | None, typer.Option("--lock", help="A step that stays byte for byte.")] = None,
    apply: Annotated[bool, typer.Option("--apply", help="Write the changed plan into the plan's file.")] = False,
    out: Annotated[Path | None, typer.Option("--out", "-o", help="Write the changed plan's JSON there.")] = None,
    model: Model = None,
    json: Json = False,
) -> None:
    """Change a plan by words: tells what would be another, and writes it where that is asked."""
    import asyncio
    from dataclasses import replace

    from groundplan.cli.drafting import Desk
    from groundplan.cli.saved import load_inputs, load_plan
    from groundplan.cli.show import say, talk
    from groundplan.errors import UsageError
    from groundplan.packs.workflows.drafting.by_model import asking_of
    from groundplan.packs.workflows.generation.refine import refine as change
    from groundplan.packs.workflows.generation.wanted import Wanted
    from groundplan.plan.text import show

    if apply and plan.is_dir():
        raise UsageError("the plan of a run stays as it was run; write the changed one to a file, with --out FILE")
    written, handed = load_plan(plan), load_inputs(inputs)
    with Desk(tuple(data), model) as desk:
        asking = None
        if desk.llm is not None:
            wanted = Wanted(max_nodes=desk.own.max_nodes, max_iterations=desk.own.plan_attempts)
            asking = replace(asking_of(desk.llm, desk.opened, wanted, desk.settings.cache, desk.own), watch=desk.told)
        found = asyncio.run(change(written, words, handed, desk.opened, tuple(lock or ()), asking))
    for note in found.notes:
        talk().print(f"note: {note}", style="yellow", markup=False)
    if found.plan is not None:
        for file in [*([plan] if apply else []), *([out] if out else [])]:
            file.write_text(
                found.plan.model_dump_json(indent=2) if file.suffix == ".json" else show(found.plan), "utf-8"
            )
    say(found.model_dump_json(indent=2) if json else found.diff or found.question)
    if found.changed and not (apply or out or json):
        talk().print("nothing was written; --apply changes the plan, --out FILE writes another", markup=False)
    raise typer.Exit(0 if found.changed else 1)
