"""The whole road over the example portfolio: the cases, the models on it, and what they may not do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from groundplan.contracts import Question, Run, Turn
from groundplan.errors import ModelError
from groundplan.evals.lines import read_lines
from groundplan.llm.base import Metered
from groundplan.llm.scripted import Line, Scripted
from groundplan.pack import Aids
from groundplan.packs.knowledge import files
from groundplan.packs.knowledge.scoring import score_case
from groundplan.packs.knowledge.settings import KnowledgeSettings
from groundplan.pipeline import finish, travel
from groundplan.plan import folder
from groundplan.planner import Planner

CASES = [line for _, line in read_lines(files.FOLDER / "cases.yaml")]
ACCEPTANCE = [case for case in CASES if str(case["id"]).startswith(("accept-", "hard-"))]
FLOOR = 0.93
"""Of all cases; the acceptance questions are all right."""
PLAN: dict[str, Any] = {
    "intents": ["TECHNOLOGY_USAGE"], "entities": ["technology:rag"],
    "tool_calls": [
        {"tool": "graph_query_tool", "intent": "TECHNOLOGY_USAGE", "entity_id": "technology:rag", "query": None}
    ],
    "fallback": {"enabled": True, "tool": "document_search", "when": ["NO_RESULTS", "LOW_COVERAGE"]},
    "limits": {"max_items": 10, "max_groups": 4, "max_paragraphs": 4}, "render_style": "BULLETS",
    "answer_style": "NATURAL_EN", "category": None, "info_need": "list", "confidence": 0.9,
}  # fmt: skip
PORTFOLIO = str(Path(__file__).parents[3] / "examples" / "portfolio")
RAG = ["Support Copilot", "Docs Navigator", "AI-Portfolio"]


def question(text: str, history: Iterable[Any] = ()) -> Question:
    turns = tuple(Turn.model_validate(turn) for turn in history)
    return Question(id="q", text=text, pack="knowledge", sources=(PORTFOLIO,), history=turns)


def travelled(
    planner: Planner, asked: Question, plans: Iterable[Line] | None = None, wordings: Iterable[Line] | None = None
) -> tuple[Run, Scripted | None]:
    """The run, with a planner model and an answer model that say what they are told to."""
    means = planner.means(asked)
    made = Metered(Scripted(plans)) if plans is not None else None
    worded = Scripted(wordings) if wordings is not None else None
    if made:
        mind = means.pack.reading.mind(
            means.source, Aids(planner.warm.embedder, KnowledgeSettings(), planner.settings.cache)
        )
        means = replace(means, readers=(mind.modelled(made), mind.reader), llm=made)
    if worded:
        means = replace(means, answer_llm=Metered(worded))

    async def go() -> Run:
        roads = [road async for road, _ in travel({"question": asked}, means)]
        return finish(roads[-1], means, "q")

    return asyncio.run(go()), worded


def names(run: Run) -> list[str]:
    return [item.name for item in run.facts.items]


@pytest.fixture(scope="module")
def answered(knowing: Planner) -> dict[str, Run]:
    """Every case, answered without a model."""
    asked = {case["id"]: question(case["question"], case.get("history", ())) for case in CASES}
    return {id: asyncio.run(knowing.answer(one)) for id, one in asked.items()}


@pytest.mark.parametrize("case", ACCEPTANCE, ids=lambda case: case["id"])
def test_an_acceptance_question(case: dict[str, Any], answered: dict[str, Run]) -> None:
    score = score_case(case["gold"], answered[case["id"]].model_dump())
    assert score.right, score.reason


def test_nearly_every_case_is_right(answered: dict[str, Run]) -> None:
    scores = {case["id"]: score_case(case["gold"], answered[case["id"]].model_dump()) for case in CASES}
    wrong = {id: score.reason for id, score in scores.items() if not score.right}
    assert len(wrong) <= (1 - FLOOR) * len(CASES), wrong


def test_no_answer_shows_anything_of_the_inside(answered: dict[str, Run]) -> None:
    for run in answered.values():
        text = run.answer.text if run.answer else ""
        assert not any(id in text for id in run.facts.sources if ":" in id), text
        assert not any(
            word in text
            for word in ("confidence", "graph_query_tool", "document_search", *folder.intents(files.FOLDER))
        )


def test_a_planners_plan_is_completed_from_the_domain(knowing: Planner) -> None:
    run, _ = travelled(knowing, question("Where did he use RAG?"), [PLAN])
    assert run.status == "answered" and names(run) == RAG
    assert run.plan and run.plan.steps[0].args["hop"] == "-uses"
    assert run.understanding.confidence == 0.9


@pytest.mark.parametrize(
    "wrong",
    [
        {**PLAN, "confidence": 0.2},
        {**PLAN, "tool_calls": [{**PLAN["tool_calls"][0], "intent": "CONTACTS"}]},
        {**PLAN, "tool_calls": []},
    ],
    ids=["unsure", "intent that leads nowhere", "nothing to do"],
)
def test_a_plan_that_does_not_hold_is_planned_again_with_its_faults(knowing: Planner, wrong: dict[str, Any]) -> None:
    run, _ = travelled(knowing, question("Where did he use RAG?"), [wrong, PLAN])
    assert run.status == "answered" and names(run) == RAG and not run.notes


def test_after_two_bad_plans_the_embedded_reading_stands(knowing: Planner) -> None:
    run, _ = travelled(knowing, question("Where did he use RAG?"), [{**PLAN, "confidence": 0.1}] * 2)
    assert names(run) == RAG and "could not read the question" in run.notes[0]


def test_a_question_that_nobody_can_read_is_searched_for(knowing: Planner) -> None:
    run, _ = travelled(knowing, question("Почему в брокере отказались от монолита?"), [ModelError("gone")])
    assert run.plan and [step.tool for step in run.plan.steps] == ["document_search"]
    assert run.understanding.intents[0].type == "GENERAL_UNSTRUCTURED"


def test_a_wording_with_a_name_from_outside_is_worded_again(knowing: Planner) -> None:
    good = "He used RAG in Support Copilot, Docs Navigator and AI-Portfolio."
    lines = [{"text": "He used RAG in Support Copilot, Docs Navigator, AI-Portfolio and at Netflix."}, {"text": good}]
    run, worded = travelled(knowing, question("Where did he use RAG?"), wordings=lines)
    assert run.answer and run.answer.text == good
    assert worded and "Netflix" in worded.prompts[1].user


def test_a_wording_that_never_holds_gives_way_to_the_renderers_text(knowing: Planner) -> None:
    run, _ = travelled(knowing, question("Where did he use RAG?"), wordings=[{"text": "In Support Copilot."}] * 2)
    assert run.answer and all(name in run.answer.text for name in RAG)


def test_where_nothing_is_found_no_model_is_asked_for_words(knowing: Planner) -> None:
    run, worded = travelled(knowing, question("Достижения на проекте Меркурий"), wordings=[])
    assert run.answer and "Меркурий" in run.answer.text
    assert worded and worded.prompts == []


def test_the_example_ships_with_the_pack() -> None:
    shipped = files.FOLDER / "data" / "portfolio"
    assert sorted(p.relative_to(shipped) for p in shipped.rglob("*") if p.is_file()) == sorted(
        p.relative_to(PORTFOLIO) for p in Path(PORTFOLIO).rglob("*") if p.is_file()
    )
