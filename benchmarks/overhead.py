"""Planning overhead a question: every stage but the model's and the data's own work."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
from pathlib import Path

from benchmarks.measure import Figure
from benchmarks.startup import EXAMPLES

QUESTIONS = (
    "total revenue by region", "revenue over time", "top 5 cities by units", "average revenue per month by region",
    "share of revenue by channel", "how many rows are there for each product category", "revenue in Berlin by month",
)  # fmt: skip
MODEL_AND_DATA = ("understand", "run", "total")
"""Reading is the model's work, running is the data's; what is left, tool search included, is ours."""


def figures() -> list[Figure]:
    """p50 over some questions, each asked often, beside the time of the whole question."""
    from groundplan.contracts import Question
    from groundplan.planner import Planner
    from groundplan.settings import Settings

    planning, whole = [], []
    with tempfile.TemporaryDirectory() as folder:
        planner = Planner(Settings(cache=Path(folder)))
        for turn in range(8):
            for text in QUESTIONS:
                run = asyncio.run(planner.answer(Question(text=text, sources=(str(EXAMPLES / "sales.csv"),))))
                if turn:  # the first turn warms everything up
                    planning.append(sum(s for stage, s in run.timings.items() if stage not in MODEL_AND_DATA) * 1000)
                    whole.append(run.timings["total"] * 1000)
        planner.close()
    median = statistics.median(planning)
    return [Figure("planning overhead, p50", median, "ms", "whole question", statistics.median(whole), "under 10 ms")]
