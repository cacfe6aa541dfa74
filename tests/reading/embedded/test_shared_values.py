"""Words that limit two columns at once: the same value, said once, of both."""

from __future__ import annotations

from pathlib import Path

import pytest
from scored_pages import page

import groundplan
from groundplan.reading.embedded.decode import decode
from groundplan.reading.embedded.scores import OPS
from groundplan.sources.shape import Column, Table

TOWNS = ("Ashby", "Corby", "Derby")
CATS = Table(
    name="cats",
    rows=80,
    columns=(
        Column(name="cat", type="text", role="identifier", distinct=80, samples=("Duchess", "Tom")),
        Column(name="found_in", type="text", role="categorical", distinct=3, values=TOWNS),
        Column(name="rehomed_in", type="text", role="categorical", distinct=3, values=TOWNS),
    ),
)
ROWS = (
    "cat,carer,found_in,rehomed_in,weight_kg\nDuchess,Ann,Ashby,Ashby,3.1\nMisty,Bob,Ashby,Corby,4.2\n"
    "Tom,Ann,Corby,Ashby,5.0\nFelix,Cleo,Ashby,Ashby,4.4\nLuna,Bob,Corby,Corby,2.9\n"
)


@pytest.mark.parametrize(
    ("odds", "limited"), [(0.95, ["found_in", "rehomed_in"]), (0.7, ["found_in"])], ids=["surely both", "one of them"]
)
def test_two_columns_share_words_where_both_are_surely_limited(odds: float, limited: list[str]) -> None:
    both = {"found_in": "=", "rehomed_in": "="}
    words = {name: ["ashby"] for name in both}
    given = page("found in ashby and rehomed there too", table=CATS, ops=both, words=words)
    given.scores.ops[3] = 0.0
    given.scores.ops[3, [0, OPS.index("=")]] = 1 - odds, odds
    filters = decode(given).form.filters
    assert sorted(limit.column for limit in filters) == limited
    assert {limit.value for limit in filters} == {"Ashby"}


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("how many cats were both found and rehomed in ashby", "found in Ashby, rehomed in Ashby: 2."),
        ("how many cats were found in ashby", "Number of cats, found in Ashby: 3."),
    ],
)
def test_a_town_of_two_columns(tmp_path: Path, question: str, answer: str) -> None:
    (tmp_path / "cats.csv").write_text(ROWS, "utf-8")
    run = groundplan.ask(question, str(tmp_path / "cats.csv"))
    assert run.answer is not None
    assert run.answer.text.endswith(answer)
