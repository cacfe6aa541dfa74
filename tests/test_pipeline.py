"""The whole road: events, ways back, the compiler's floor under a model, checkpoints."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adapted import adapted
from briefs import SALES as SALES_TABLE
from groundplan.contracts import Event, Intent, Question, Run, Understanding
from groundplan.llm.base import LLM, Metered
from groundplan.llm.scripted import Scripted
from groundplan.pack import Reader
from groundplan.pipeline import finish, travel
from groundplan.planner import Planner
from groundplan.query.typed import is_query
from groundplan.reading.formed.form import Form
from groundplan.road import STAGES
from groundplan.settings import Settings
from llm_server import WeakModel

SALES = str(Path(__file__).parent.parent / "examples" / "sales.csv")
FORM = Form.model_validate(
    {"metrics": [{"column": "revenue"}], "group_by": ["region"], "analysis": ["total", "compare"], "outputs": ["table"]}
)
UNASKED = {
    "action": "add", "step": "plot_bar", "tool": "plot_bar", "rationale": "a picture is nice",
    "params": {"x": "region", "y": "revenue", "color": None, "facet": None}, "satisfies": [],
}  # fmt: skip


PLAN = """
goal "total revenue by region"
pack "tables"

totals = aggregate(df=$source.sales, group_by=["region"], metrics=["revenue"], agg_func="sum", names=["revenue"])
    satisfies analysis.total, analysis.compare, group_by.region
table = save_dataframe(df=$totals.df, file="result.csv")
    satisfies outputs.table
"""
ADAPTED = adapted(PLAN, (column.name for column in SALES_TABLE.columns))


class FixedReader:
    """Reads every question as the same form."""

    async def read(self, question: Question, prior: Any = None) -> Understanding:
        return Understanding(intents=(Intent(type="comparative"),), form=FORM.model_dump(mode="json"))


@pytest.fixture
def planner(tmp_path: Path) -> Any:
    made = Planner(Settings(cache=tmp_path / "cache"))
    yield made
    made.close()


def travelled(planner: Planner, llm: LLM | None = None, readers: tuple[Reader, ...] = (FixedReader(),)) -> Run:
    question = Question(text="total revenue by region", sources=(SALES,))
    means = planner.means(question)
    means = replace(means, pack=ADAPTED, readers=readers, llm=Metered(llm) if llm else None)

    async def go() -> Run:
        roads = [road async for road, _ in travel({"question": question}, means)]
        return finish(roads[-1], means, "run")

    return asyncio.run(go())


def adapting(*answers: Sequence[dict[str, Any]]) -> Scripted:
    return Scripted([{"changes": list(changes)} for changes in answers])


def test_every_stage_tells_what_it_did(planner: Planner) -> None:
    run = travelled(planner)
    assert [event.stage for event in run.events] == [name for name in STAGES if name != "explain"]
    assert all(event.thought for event in run.events)
    assert run.status == "answered" and run.attempts == 1


def test_an_unasked_step_is_found_told_and_drafted_away(planner: Planner) -> None:
    llm = adapting([UNASKED], [])
    run = travelled(planner, llm)
    assert [finding.code for finding in run.findings] == ["unjustified-step"]
    assert "Remove unjustified steps: plot_bar" in llm.prompts[1].user
    assert run.attempts == 2 and run.status == "answered"
    assert run.plan and "plot_bar" not in [step.tool for step in run.plan.steps]


def test_a_model_that_never_learns_ends_with_the_compilers_own_plan(planner: Planner) -> None:
    run = travelled(planner, adapting([UNASKED], [UNASKED], [UNASKED]))
    assert run.attempts == 3 and run.status == "answered"
    assert run.plan == run.drafts.compiled


def test_a_failed_step_goes_back_the_same_road(planner: Planner) -> None:
    change = {
        "action": "modify", "step": "totals", "tool": "aggregate", "rationale": "",
        "satisfies": ["analysis.total", "analysis.compare", "group_by.region"],
        "params": {"group_by": ["region"], "metrics": ["revenue"], "agg_func": "sum", "time_column": None,
                   "grain": None, "across": None, "across_name": None, "names": ["revenue", "more"]},
    }  # fmt: skip
    run = travelled(planner, adapting([change], []))
    assert [finding.code for finding in run.findings] == ["failed-step"]
    assert run.status == "answered" and run.attempts == 2


class MisleadingReader:
    """Reads every question as one that no plan can answer: a chart of nothing."""

    async def read(self, question: Question, prior: Any = None) -> Understanding:
        form = {"metrics": [{"column": "revenue"}], "analysis": ["total", "trend"], "outputs": ["chart"]}
        return Understanding(
            intents=(Intent(type="time_series"),), form=Form.model_validate(form).model_dump(mode="json")
        )


def test_under_a_model_that_misreads_stands_the_embedded_reader(planner: Planner) -> None:
    run = travelled(planner, adapting([], []), readers=(MisleadingReader(), FixedReader()))
    assert run.status == "answered" and run.attempts == 3
    assert run.understanding.form == FORM.model_dump(mode="json")
    assert run.notes and "read without it" in run.notes[0]


def test_three_plans_are_kept_with_what_changed_between_them(planner: Planner) -> None:
    run = travelled(planner, adapting([]))
    assert run.drafts.template and run.drafts.compiled and run.drafts.final == run.plan
    assert "# template -> compiled" in run.drafts.diff and "- bars = plot_bar" in run.drafts.diff
    assert run.drafts.diff.endswith("# compiled -> final\nno change\n")


def test_the_same_question_twice_is_two_roads(planner: Planner) -> None:
    question = Question(text="total revenue by region", sources=(SALES,))
    seen: list[Event] = []
    for _ in range(2):
        seen.clear()
        answered = asyncio.run(planner.ask(question, watch=seen.append, approve=lambda plan: True))
        assert answered.run.status == "answered"
        assert [event.stage for event in seen] == [name for name in STAGES if name != "explain"]


def test_a_plan_that_is_not_approved_does_not_run(planner: Planner) -> None:
    question = Question(text="total revenue by region", sources=(SALES,))
    answered = asyncio.run(planner.ask(question, approve=lambda plan: False))
    assert not answered.approved and not answered.results
    assert answered.run.plan and answered.run.answer is None


def test_a_genuinely_weak_model_cannot_loosen_a_plan(planner: Planner, weak_model: WeakModel, tmp_path: Path) -> None:
    settings = Settings(
        cache=tmp_path / "cache", model_url=weak_model.base_url, model=weak_model.name, timeout=120, max_tokens=250
    )
    with_model = Planner(settings)
    run = asyncio.run(with_model.answer(Question(text="total revenue by region", sources=(SALES,))))
    with_model.close()
    assert run.tokens.calls > 0
    asked = {requirement.id for requirement in run.understanding.requirements}
    assert run.plan is None or all(asked & set(step.satisfies) for step in run.plan.steps)
    assert run.understanding.doubt or is_query(run.understanding.form)
