"""`groundplan check`: a written plan against the data it is meant for."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Data, Inputs, Json, Model, PackName


def check(
    plan: Annotated[Path, typer.Argument(help="A plan's text or JSON, or a run's folder.")],
    data: Data,
    question: Annotated[
        str | None, typer.Option("--question", "-q", help="Hold it against this question; default: the plan's goal.")
    ] = None,
    inputs: Inputs = None,
    json: Json = False,
    model: Model = None,
    pack: PackName = None,
) -> None:
    """Check a plan against a question and the columns that exist."""
    import asyncio
    from json import dumps

    from groundplan.cli.saved import load_inputs, load_plan
    from groundplan.cli.show import finding_text, say
    from groundplan.contracts import Question
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    written = load_plan(plan)
    planner = Planner(Settings.from_environment(model=model))
    asked = Question(text=question or written.goal, pack=pack or written.pack, sources=tuple(data),
                     inputs=load_inputs(inputs))  # fmt: skip
    findings = asyncio.run(planner.check(written, asked))
    planner.close()
    if json:
        say(dumps([finding.model_dump() for finding in findings], ensure_ascii=False))
    else:
        say("\n".join(finding_text(finding, written) for finding in findings) or "sound: no findings")
    raise typer.Exit(1 if findings else 0)
