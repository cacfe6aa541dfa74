"""`groundplan check`: a written plan against the data it is meant for, or a document of a pack's own kind."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, NoReturn

import typer

from groundplan.cli.options import Inputs, Json, Model, PackName, Sources


def check(
    plan: Annotated[Path, typer.Argument(help="A plan's text or JSON, a run's folder, or a workflow graph.")],
    data: Sources = None,
    question: Annotated[
        str | None, typer.Option("--question", "-q", help="Hold it against this question; default: the plan's goal.")
    ] = None,
    inputs: Inputs = None,
    json: Json = False,
    model: Model = None,
    pack: PackName = None,
) -> None:
    """Check a plan against a question and the columns that exist, or a workflow graph by itself."""
    if not data:
        _check_document(plan, json, model)
    import asyncio
    from json import dumps

    from groundplan.cli.saved import load_inputs, load_plan
    from groundplan.cli.show import finding_text, say
    from groundplan.contracts import Question
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    written = load_plan(plan)
    planner = Planner(Settings.from_environment(model=model))
    given = tuple(data or ())
    asked = Question(
        text=question or written.goal, pack=pack or written.pack, sources=given, inputs=load_inputs(inputs)
    )
    findings = asyncio.run(planner.check(written, asked))
    planner.close()
    if json:
        say(dumps([finding.model_dump() for finding in findings], ensure_ascii=False))
    else:
        say("\n".join(finding_text(finding, written) for finding in findings) or "sound: no findings")
    raise typer.Exit(1 if findings else 0)


def _check_document(file: Path, json: bool, model: str | None) -> NoReturn:
    """Check a file that needs no data to be held against."""
    from json import dumps

    from groundplan.cli.saved import text_of
    from groundplan.cli.show import finding_text, say, talk
    from groundplan.errors import UsageError
    from groundplan.installed import check_document
    from groundplan.settings import Settings

    found = check_document(text_of(file), model or Settings.from_environment().model)
    if found is None:
        raise UsageError(f"{str(file)!r} is no graph, and a plan is checked against data: groundplan check {file} DATA")
    if json:
        say(dumps([one.model_dump() for one in (*found.findings, *found.remarks)], ensure_ascii=False))
        raise typer.Exit(1 if found.findings else 0)
    for one in found.remarks:
        talk().print(f"note[{one.code}]: {one.message}", markup=False)
    say("\n".join(finding_text(one, None) for one in found.findings) or f"sound: {found.kind}")
    raise typer.Exit(1 if found.findings else 0)
