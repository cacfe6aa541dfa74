"""The renderer's text, or a model's wording of it."""

from __future__ import annotations

import asyncio

from groundplan.contracts import Answer, Brief, Facts, Rows
from groundplan.errors import ModelError
from groundplan.llm.base import LLM
from groundplan.llm.scripted import Scripted
from groundplan.packs.tables import pack
from groundplan.stages.answer import answer

FACTS = Facts(
    found=True, tables=(Rows(name="result", columns=("region", "revenue"), rows=(("East", 5.0), ("West", 3.0))),)
)
RENDERED = "2 rows: East, 5; West, 3."


def said(brief: Brief, llm: LLM | None, violations: tuple[str, ...] = ()) -> Answer:
    return asyncio.run(answer(brief, FACTS, pack, llm, violations))


def test_without_a_model_the_renderer_speaks(brief: Brief) -> None:
    assert said(brief, None) == Answer(text=RENDERED, style="SHORT")


def test_a_model_may_reword_it(brief: Brief) -> None:
    assert said(brief, Scripted([{"text": " East made 5, West 3. "}])).text == "East made 5, West 3."


def test_a_model_that_fails_or_says_nothing_leaves_the_renderers_text(brief: Brief) -> None:
    assert said(brief, Scripted([ModelError("gone")])).text == RENDERED
    assert said(brief, Scripted(["no", "no"])).text == RENDERED
    assert said(brief, Scripted([{"text": "  "}])).text == RENDERED


def test_the_whole_prompt(brief: Brief) -> None:
    model = Scripted([{"text": "x"}])
    said(brief, model, ("the figure 5 is missing",))
    assert model.prompts[0].user == (
        "Answer to reword:\n```\n2 rows: East, 5; West, 3.\n```\n\n"
        "What was wrong with your last wording: the figure 5 is missing\n\n"
        "The question it answers:\n```\na question\n```"
    )
