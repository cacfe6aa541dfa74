"""Questions in words over records: a query where words ask for one, refused with the words that nothing can mean."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from climbing_club import written

from groundplan.contracts import Question, Run
from groundplan.planner import Planner


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("club"))


def asked(planner: Planner, club: Path, text: str) -> Run:
    question = Question(text=text, pack="knowledge", sources=(str(club),))
    return asyncio.run(planner.answer(question))


QUERIES = {
    "which routes were opened after 2020": "routes: where opened >= 2021-01-01",
    "routes with no warning": "routes: where missing(warning)",
    "what is the longest route": "routes: keep 1 by metres show this, metres",
    "which climbers joined before 2020": "climbers: where joined <= 2019-12-31",
}


@pytest.mark.parametrize("text", QUERIES)
def test_words_that_the_graph_has_no_place_for_make_a_query(text: str, knowing: Planner, club: Path) -> None:
    run = asked(knowing, club, text)
    assert run.understanding is not None
    assert run.status == "answered", run.answer
    assert run.understanding.form["query"] == QUERIES[text]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("which routes are harder than The Needle", "harder than"),
        ("routes set by Anna Lis except the steep ones", "except"),
    ],
)
def test_what_nothing_can_mean_is_refused_with_its_words(text: str, word: str, knowing: Planner, club: Path) -> None:
    run = asked(knowing, club, text)
    assert run.status == "refused", run.answer
    assert run.answer is not None and word in run.answer.text
