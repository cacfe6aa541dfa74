"""`groundplan eval`: a suite of questions with gold answers, scored."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from groundplan.cli.options import Json, Model, PackName

if TYPE_CHECKING:
    from groundplan.installed import Packs


def evaluate(
    suite: Annotated[
        Path | None,
        typer.Argument(help="Questions with `gold`, one JSON object a line; default: the packs' own cases."),
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
    pack: PackName = None,
) -> None:
    """Answer a suite and report accuracy, coverage, unjustified steps, latency and tokens beside the last run."""
    import asyncio
    from json import dumps

    from groundplan.cli.show import say, show_table, talk
    from groundplan.evals.suite import last_report, report_rows, run_suite, save_report
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    settings = Settings.from_environment(model=model)
    planner = Planner(settings)
    reports = []
    for file in [suite] if suite else _own_cases(planner.known, pack):
        report = asyncio.run(
            run_suite(
                file, out, planner.answer, planner.known, cache=settings.cache, pack=pack or "", jobs=jobs,
                progress=talk(),
            )
        )  # fmt: skip
        before = last_report(settings.cache, report.name)
        save_report(settings.cache, report)
        reports.append(report.figures)
        if not json:
            if not suite:
                talk().print(report.name, markup=False)
            show_table(["figure", "now", "before"], report_rows(report, before))
        for id, reason in report.wrong if wrong else ():
            talk().print(f"{id}: {reason}", markup=False)
    planner.close()
    if json:
        say(dumps(reports[0] if len(reports) == 1 else reports, ensure_ascii=False))


def _own_cases(known: Packs, pack: str | None) -> list[Path]:
    """The cases that the pack brings along, or every pack's."""
    chosen = [known.find(pack)] if pack else known.all()
    return [one.extras.cases for one in chosen if one.extras.cases]
