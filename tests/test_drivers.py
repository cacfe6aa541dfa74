"""One road, two drivers: every golden question gives the same run in the plain loop and as a LangGraph graph."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.memory import InMemorySaver

import groundplan
from groundplan.contracts import Question, Run
from groundplan.evals.batch import question_of
from groundplan.evals.lines import read_lines
from groundplan.installed import Packs
from groundplan.pipeline import finish, graph, travel
from groundplan.planner import Planner
from groundplan.road import Means, Road
from groundplan.settings import Settings

SALES = str(Path(__file__).parents[1] / "examples/sales.csv")


def golden() -> Iterator[Any]:
    for pack in Packs().all():
        if not pack.extras.cases:
            continue
        for number, line in read_lines(pack.extras.cases):
            asked = question_of(line, pack.extras.cases.parent, pack.name, number)
            assert isinstance(asked, Question)
            yield pytest.param(asked, id=f"{pack.name}-{asked.id}")


@pytest.fixture(scope="module")
def planner(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planner]:
    made = Planner(Settings(cache=tmp_path_factory.mktemp("cache")))
    yield made
    made.close()


async def by_loop(question: Question, means: Means) -> Road:
    roads = [road async for road, _ in travel({"question": question}, means)]
    return roads[-1]


async def by_graph(question: Question, means: Means) -> Road:
    road: Road = await graph(lambda road: means).ainvoke({"question": question})
    return road


def told(road: Road, means: Means) -> dict[str, Any]:
    """The run without its times, which are never the same twice."""
    run = finish(road, means, "run").model_dump(mode="json", exclude={"timings"})
    return {**run, "events": [(event["stage"], event["thought"]) for event in run["events"]]}


@pytest.mark.parametrize("question", list(golden()))
def test_both_drivers_give_the_same_run(planner: Planner, question: Question) -> None:
    means = planner.means(question)
    loop, drawn = asyncio.run(by_loop(question, means)), asyncio.run(by_graph(question, means))
    assert told(loop, means) == told(drawn, means)


def test_a_graph_stops_for_approval_and_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    settings = Settings(cache=tmp_path / "cache")
    saver, thread = InMemorySaver(), {"configurable": {"thread_id": "one"}}
    before = groundplan.as_langgraph(Planner(settings), checkpointer=saver, approve=True)
    question = Question(text="total revenue by region", sources=(SALES,))
    asyncio.run(before.ainvoke({"question": question}, thread))
    assert before.get_state(thread).next == ("run",)
    later = groundplan.as_langgraph(Planner(settings), checkpointer=saver, approve=True)  # another process, say
    road = asyncio.run(later.ainvoke(None, thread))
    assert road["answer"].text.startswith("Total revenue of sales by region: East (83,121.79)")


def test_a_plain_ask_is_the_same_as_the_graph_that_others_embed(planner: Planner) -> None:
    question = Question(text="revenue by month", sources=(SALES,))
    run: Run = asyncio.run(planner.answer(question))
    road = asyncio.run(groundplan.as_langgraph(planner).ainvoke({"question": question}))
    assert road["answer"] == run.answer and road["plan"] == run.plan
