"""What a part may quote: words that can mean it; and what the cues of a question give each part."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from workshops import repair_shops

from groundplan.embed import best_embedder
from groundplan.packs.tables import pack
from groundplan.query.language.parts import Query, replaced
from groundplan.query.language.read import read
from groundplan.reading.accounted import Accounts
from groundplan.reading.constructions.marks import Sayable, marked
from groundplan.reading.played.misplayed import misplayed
from groundplan.reading.quoted_roles import misquoted
from groundplan.tabular.reader import blank

TODAY = date(2023, 12, 31)


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sayable]:
    folder = tmp_path_factory.mktemp("roles")
    source = pack.sources.open((repair_shops(folder / "shops"),), folder / "cache", None)
    yield Accounts(source, blank(source), best_embedder()).sayable()  # type: ignore[arg-type]
    source.close()


def said(text: str, words: str) -> tuple[tuple[int, int], ...]:
    return ((text.index(words), text.index(words) + len(words)),)


def where_right(query: str, text: str, words: str) -> Query:
    """The query, whose condition's right side quotes the words."""
    made = read(query)
    right = replaced(made.where.right, {"said": said(text, words)})  # type: ignore[union-attr]
    return made.model_copy(update={"where": replaced(made.where, {"right": right})})


@pytest.mark.parametrize(
    ("query", "words", "fits"),
    [
        ("repairs: count where cost > 80", "more than 80", True),
        ("repairs: count where cost > 80", "80", True),
        ("repairs: count where cost > 90", "80", False),
        ("repairs: count where cost > 80", "5 hours", False),
        ('repairs: count where brand = "Birk"', "Birk", True),
        ('repairs: count where brand = "Birk"', "each brand", False),
        ('repairs: count where brand = "Birk"', "cost", False),
        ("repairs: count where received = 2022-03", "in March 2022", True),
        ("repairs: count where received = 2022-03", "more than 80", False),
    ],
)
def test_a_value_quotes_the_words_for_it(known: Sayable, query: str, words: str, fits: bool) -> None:
    text = "for each brand how many Birk repairs in March 2022 cost more than 80 with at least 5 hours"
    found = misquoted(where_right(query, text, words), marked(text, known), known.scope)
    assert (found == ()) is fits, found


@pytest.mark.parametrize(("words", "fits"), [("top 2", True), ("brands", False)])
def test_the_first_ones_quote_an_order(known: Sayable, words: str, fits: bool) -> None:
    text, made = "top 2 brands by total cost", read("repairs: sum(cost) by brand keep 2 by sum(cost)")
    kept = made.model_copy(update={"keep": replaced(made.keep, {"said": said(text, words)})})
    assert (misquoted(kept, marked(text, known), known.scope) == ()) is fits


@pytest.mark.parametrize(
    ("text", "right", "wrong", "told"),
    [
        ("how many shops", "shops: count", "repairs: count", "'shops' is what is counted"),
        ("cost per brand", "repairs: sum(cost) by brand", "repairs: sum(cost)", "'brand' is what the question asks"),
        ("the 3 cheapest repairs by cost", "repairs: keep 3 by lowest cost", "repairs: keep 3 by cost", "wrong end"),
        ("repairs with at most 4 hours", "repairs: where hours <= 4", "repairs: where hours < 4", "most 4' is <= 4"),
        ("repairs not in Lund", 'repairs: where not shop.town = "Lund"', 'repairs: where shop.town = "Lund"',
         "'not in' is said of what follows it"),
        ("repairs received before 2023", "repairs: where received < 2023", "repairs: where received <= 2023",
         "'before 2023' is open to 2022-12-31"),
        ("Birk or waiting repairs", 'repairs: where brand = "Birk" or status = "waiting"',
         'repairs: where brand = "Birk" and status = "waiting"', "says `or` between two conditions"),
    ],
)  # fmt: skip
def test_each_cue_gives_the_next_thing_its_part(known: Sayable, text: str, right: str, wrong: str, told: str) -> None:
    asked = marked(text, known)
    assert misplayed(read(right), asked, known.scope, TODAY) == ()
    assert any(told in one for one in misplayed(read(wrong), asked, known.scope, TODAY))
