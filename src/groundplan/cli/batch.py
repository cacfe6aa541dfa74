"""`groundplan batch`: many questions in one warm process."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from groundplan.cli.options import Model, PackName


def batch(
    questions: Annotated[Path, typer.Argument(help="Questions, one JSON object a line: {id, question, sources, …}.")],
    out: Annotated[Path, typer.Argument(help="Runs, one a line, in the order of the questions.")],
    jobs: Annotated[int, typer.Option("--jobs", "-j", min=1, max=64, help="Questions answered at the same time.")] = 1,
    model: Model = None,
    pack: PackName = None,
) -> None:
    """Answer a file of questions; stopped and started again, it goes on where it was."""
    import asyncio

    from groundplan.cli.show import talk
    from groundplan.evals.batch import answer_all
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    planner = Planner(Settings.from_environment(model=model))
    counts = asyncio.run(answer_all(questions, out, planner.answer, pack=pack or "", jobs=jobs, progress=talk()))
    planner.close()
    talk().print(", ".join(f"{count} {status}" for status, count in counts.items()) or "nothing to do", markup=False)
