"""With a language model questions are read as queries: never looser than without it, whatever the model writes."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from faults import MISQUOTED, ORCHARD_FAULTS, SHOP_FAULTS
from workshops import ORCHARD_QUESTIONS, SHOP_QUESTIONS, orchard, repair_shops

from groundplan.contracts import Question, Understanding
from groundplan.embed import Embedder, best_embedder
from groundplan.llm.openai import Endpoint
from groundplan.packs.tables import pack
from groundplan.planner import Planner
from groundplan.query.asked import KEY, is_query
from groundplan.query.language.read import read
from groundplan.query.language.show import show
from groundplan.reading.embedded import Encoder, TrainedReader
from groundplan.reading.formed.form import Form
from groundplan.reading.formed.query import formed
from groundplan.reading.modelled.written import written_of
from groundplan.settings import Settings
from groundplan.tabular.reader import OverTables
from llm_server import Unruly, fails, says

QUESTIONS = {**SHOP_QUESTIONS, **ORCHARD_QUESTIONS}
FAULTS = [(asked, wrong) for asked, every in {**SHOP_FAULTS, **ORCHARD_FAULTS}.items() for wrong in every]


@dataclass
class Sources:
    """Both, opened, with their embedded readers; what each reads without a model is kept."""

    shops: OverTables
    orchard: OverTables
    alone: dict[str, Understanding]

    def of(self, text: str) -> OverTables:
        return self.shops if text in SHOP_QUESTIONS else self.orchard

    def without(self, text: str) -> Understanding:
        if text not in self.alone:
            self.alone[text] = asyncio.run(self.of(text).read(Question(text=text)))
        return self.alone[text]

    def modelled(self, text: str, server: Unruly) -> Understanding:
        llm = Endpoint(server.base_url, "unruly", tries=1)
        return asyncio.run(replace(self.of(text), llm=llm).read(Question(text=text)))


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sources]:
    folder = tmp_path_factory.mktemp("held")
    embedder: Embedder = best_embedder()
    reader = TrainedReader(Encoder(None, folder / "networks"), embedder)
    opened = [
        pack.sources.open((made(folder / made.__name__),), folder / "cache", None) for made in (repair_shops, orchard)
    ]
    yield Sources(*(OverTables(one, reader, embedder) for one in opened), {})  # type: ignore[arg-type, misc]
    for one in opened:
        one.close()


def asked_for(understood: Understanding, over: OverTables) -> str:
    """The query that was read, as text; of a form the query that it means."""
    if is_query(understood.form):
        return str(understood.form[KEY])
    query = formed(Form.model_validate(understood.form), over.source.model)
    return show(query) if query else ""


def answers(text: str) -> Any:
    return says(json.dumps(written_of(read(text))))


@pytest.mark.parametrize(("text", "query"), QUESTIONS.items(), ids=QUESTIONS)
def test_a_query_that_says_all_of_the_question_is_taken(
    sources: Sources, unruly: Unruly, text: str, query: str
) -> None:
    unruly.will(answers(query))
    understood = sources.modelled(text, unruly)
    assert understood.doubt is None and (len(unruly.bodies) == 1 or "(" in query.split("where")[-1]), (
        "flat ones at once"
    )
    assert asked_for(understood, sources.of(text)) == show(read(query))


def test_of_these_questions_the_embedded_reader_alone_reads_some_otherwise(sources: Sources) -> None:
    refused = [text for text in QUESTIONS if sources.without(text).doubt]
    assert "which repairs cost more than the average cost" in refused


@pytest.mark.parametrize(("text", "wrong"), FAULTS)
def test_a_query_that_says_anything_else_is_never_taken(
    sources: Sources, unruly: Unruly, text: str, wrong: str
) -> None:
    unruly.will(answers(wrong))
    understood = sources.modelled(text, unruly)
    assert understood == sources.without(text)
    assert understood.doubt or asked_for(understood, sources.of(text)) != show(read(wrong))
    assert len(unruly.bodies) == 3, "each time it was sent back, with what was wrong"
    assert "What is wrong with it:\n```" in unruly.bodies[-1]["messages"][1]["content"]


def test_there_are_faults_enough() -> None:
    assert len(FAULTS) + len(MISQUOTED) >= 60


@pytest.mark.parametrize(("text", "query", "part", "quote", "told"), MISQUOTED)
def test_a_quote_that_means_something_else_is_sent_back(
    sources: Sources, unruly: Unruly, text: str, query: str, part: Any, quote: str, told: str
) -> None:
    unruly.will(says(json.dumps(_quoting(written_of(read(query)), part, quote))))
    assert sources.modelled(text, unruly) == sources.without(text)
    assert len(unruly.bodies) == 3 and told in unruly.bodies[-1]["messages"][1]["content"]


def _quoting(written: Any, part: Any, quote: str) -> Any:
    """The written query, in which the part with that value, path, kind or place quotes the words."""
    if isinstance(written, list):
        return [_quoting(one, part, quote) for one in written]
    if not isinstance(written, dict):
        return written
    held = {name: _quoting(one, part, quote) for name, one in written.items()}
    if "said" in held and part in (
        held.get("value"),
        held.get("path"),
        held.get("period"),
        held.get("is"),
        held.get("fn"),
    ):
        held["said"] = [quote]
    if part == "keep" and held.get("keep"):
        held["keep"]["said"] = [quote]
    return held


def test_what_was_wrong_is_told_and_the_next_answer_is_taken(sources: Sources, unruly: Unruly) -> None:
    text = "which shops have no repairs"
    unruly.will(answers("shops: where some(repairs)"), answers(QUESTIONS[text]))
    assert sources.modelled(text, unruly).form[KEY] == QUESTIONS[text]
    assert "'have no' is said of what follows it; turn that test round" in unruly.bodies[1]["messages"][1]["content"]


@pytest.mark.parametrize("text", [*QUESTIONS, "which shop is the nicest", "total profit by brand"])
def test_a_model_that_answers_nothing_of_use_changes_nothing(sources: Sources, unruly: Unruly, text: str) -> None:
    unruly.will(says("I would rather not."))
    assert sources.modelled(text, unruly) == sources.without(text)


def test_a_word_that_no_column_carries_is_no_other_one(sources: Sources, unruly: Unruly) -> None:
    """What the embedded reader refuses by name, a model may not read as the nearest thing."""
    unruly.will(answers("repairs: sum(cost) by brand"))
    understood = sources.modelled("total profit by brand", unruly)
    assert understood == sources.without("total profit by brand")


@pytest.mark.parametrize("text", ["how many repairs per brand", "which repairs cost more than the average cost"])
def test_an_endpoint_that_fails_leaves_the_answers_as_they_are(tmp_path: Path, unruly: Unruly, text: str) -> None:
    unruly.will(fails(500))
    question = Question(text=text, sources=(repair_shops(tmp_path / "shops"),))
    plain = Planner(Settings(cache=tmp_path / "cache"))
    failing = Planner(Settings(cache=tmp_path / "cache", model_url=unruly.base_url, model="unruly"))
    alone, run = asyncio.run(plain.answer(question)), asyncio.run(failing.answer(question))
    plain.close(), failing.close()
    assert (run.answer, run.status, run.understanding.form) == (alone.answer, alone.status, alone.understanding.form)
    assert unruly.bodies
