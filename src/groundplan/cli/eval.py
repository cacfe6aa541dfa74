"""`groundplan eval`: a suite of questions with gold answers, scored."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Json, Model, PackName


def evaluate(
    suite: Annotated[
        Path | None,
        typer.Argument(help="Questions with `gold`, one JSON object a line; default: the pack's own cases."),
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File for the runs; default: beside the cache.")
    ] = None,
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=64, help="Questions answered at the same time.")] = 1,
    wrong: Annotated[
        bool, typer.Option("--wrong", help="List the questions that were answered wrongly, with the reason.")
    ] = False,
    json: Json = False,
    model: Model = None,
    pack: PackName = "tables",
) -> None:
    """Answer a suite and report accuracy, coverage, unjustified steps, latency and tokens beside the last run."""
    import asyncio
    from json import dumps

    from groundplan.cli.show import say, show_table, talk
    from groundplan.evals.suite import last_report, own_cases, report_rows, run_suite, save_report
    from groundplan.planner import Planner, find_pack
    from groundplan.settings import Settings

    settings = Settings.from_environment(model=model)
    planner = Planner(settings)
    file = suite or own_cases(find_pack(pack).folder)
    report = asyncio.run(
        run_suite(file, out, planner.answer, cache=settings.cache, pack=pack, jobs=jobs, progress=talk())
    )
    planner.close()
    before = last_report(settings.cache, report.name)
    save_report(settings.cache, report)
    if json:
        say(dumps(report.figures, ensure_ascii=False))
    else:
        show_table(["figure", "now", "before"], report_rows(report, before))
    for id, reason in report.wrong if wrong else ():
        talk().print(f"{id}: {reason}", markup=False)
