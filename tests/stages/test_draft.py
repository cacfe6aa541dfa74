"""A plan is compiled, and adapted by a model where there is one."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from adapted import adapted
from briefs import SALES, brief_of
from groundplan.contracts import Finding
from groundplan.errors import ModelError
from groundplan.llm.base import LLM
from groundplan.llm.scripted import Scripted
from groundplan.packs.tables import pack
from groundplan.plan import show
from groundplan.stages.check import check
from groundplan.stages.draft import ATTEMPTS, Draft, draft

WALK = {
    "metrics": [{"column": "revenue"}],
    "group_by": ["region", "product_category"],
    "time": {"column": "date"},
    "analysis": ["total", "compare", "trend"],
    "outputs": ["chart", "table"],
}
TOOLS = ("parse_datetime", "aggregate", "plot_line", "save_dataframe", "compute_summary_stats", "detect_anomalies")
BRIEF = brief_of(WALK, goal="get revenue totals by region and product type over time", tools=TOOLS)
FINDINGS = (
    Finding(code="unmet-requirement", message="Missing coverage: group_by=[region, product_category]", help="add it"),
    Finding(
        code="unjustified-step", message="Remove unjustified steps: detect_anomalies", step="unusual", help="no use"
    ),
)


PLAN = """
goal "get revenue totals by region and product type over time"
pack "tables"

dates = parse_datetime(df=$source.sales, column="date")
    satisfies time.date
totals = aggregate(df=$dates.df, group_by=["date", "region", "product_category"], metrics=["revenue"], agg_func="sum", names=["revenue"], time_column="date", grain="auto")
    satisfies analysis.total, analysis.compare, group_by.region, group_by.product_category, time.date
line = plot_line(df=$totals.df, x="date", y="revenue", color="product_category", facet="region")
    satisfies analysis.trend, outputs.chart, time.date
table = save_dataframe(df=$totals.df, file="result.csv")
    satisfies outputs.table
"""  # noqa: E501
COLUMNS = (*(column.name for column in SALES.columns), "is_anomaly")
ADAPTED = adapted(PLAN, COLUMNS)
"""A pack whose plans a model may adapt."""


def drafted(llm: LLM | None, attempt: int = 1, findings: tuple[Finding, ...] = ()) -> Draft:
    return asyncio.run(draft(BRIEF, pack.planning.templates["time_series"], ADAPTED, llm, findings, attempt))


def change(
    action: str, step: str, tool: str | None = None, satisfies: tuple[str, ...] = (), **params: Any
) -> dict[str, Any]:
    params_of = pack.planning.catalogue.tools[tool].params.items() if tool else ()
    empty = {name: None for name, param in params_of if param.type != "object"}
    return {
        "action": action, "step": step, "tool": tool, "params": {**empty, **params},
        "rationale": "as asked", "satisfies": list(satisfies),
    }  # fmt: skip


COMPILED = drafted(None)


def test_without_a_model_the_compiled_plan_is_the_draft() -> None:
    assert COMPILED.plan == COMPILED.drafts.compiled == COMPILED.drafts.final
    assert COMPILED.repairs == ()
    assert COMPILED.thought == "4 steps compiled from 'time_series'"
    assert check(COMPILED.plan, BRIEF, pack) == ()


def test_the_diff_tells_both_ways() -> None:
    assert COMPILED.drafts.diff.startswith("# template -> compiled\n- stats = compute_summary_stats\n~ dates = ")
    assert COMPILED.drafts.diff.endswith("# compiled -> final\nno change\n")


def test_changes_are_applied_and_frames_are_passed_on() -> None:
    added = change("add", "detect_anomalies", "detect_anomalies", ("analysis.trend",), metric="revenue")
    made = drafted(Scripted([{"changes": [added]}]))
    assert made.thought == "1 changes by scripted"
    assert made.plan.steps[:-1] == COMPILED.plan.steps
    assert made.plan.steps[-1].args["df"] == {"$ref": "totals.df"}
    assert {repair.kind for repair in made.repairs} == {"missing-frame", "default-argument"}
    assert "+ detect_anomalies = detect_anomalies(" in made.drafts.diff
    assert [f.message for f in check(made.plan, BRIEF, pack) if f.code == "unjustified-step"] == [
        "Remove unjustified steps: detect_anomalies"
    ]


def test_no_changes_leave_the_compiled_plan() -> None:
    assert drafted(Scripted([{"changes": []}])).plan == COMPILED.plan


@pytest.mark.parametrize(
    "lines",
    [
        ["I think the plan is fine.", "Really."],
        ["{", "{"],
        [{"changes": [{"action": "explode"}]}] * 2,
        [{"changes": [change("add", "oracle", None)]}] * 2,
        [ModelError("the endpoint is gone")],
    ],
    ids=["prose", "broken", "no such action", "no tool", "no model"],
)
def test_garbage_leaves_the_compiled_plan(lines: list[Any]) -> None:
    made = drafted(Scripted(lines))
    assert made.plan == COMPILED.plan
    assert made.thought.startswith("the model could not adapt the plan (")
    assert made.thought.endswith("; the compiled plan stands")


def test_the_third_attempt_is_the_compilers_own() -> None:
    model = Scripted([])
    assert drafted(model, attempt=ATTEMPTS).plan == COMPILED.plan
    assert model.prompts == []


def test_the_whole_prompt() -> None:
    model = Scripted([{"changes": []}])
    drafted(model, attempt=2, findings=FINDINGS)
    (asked,) = model.prompts
    golden = (Path(__file__).parent / "adapt_prompt.md").read_text("utf-8")
    assert f"{asked.system}\n---\n{asked.user}\n" == golden


def test_findings_reach_the_model_word_for_word() -> None:
    model = Scripted([{"changes": []}])
    drafted(model, attempt=2, findings=FINDINGS)
    assert all(finding.message in model.prompts[0].user for finding in FINDINGS)
    assert show(COMPILED.plan) in model.prompts[0].user
