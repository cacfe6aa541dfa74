"""Follow-ups change the query that was asked: one file of boat hires, a query over it, words, the query after them."""

from __future__ import annotations

import csv
import random
from collections.abc import Sequence
from datetime import date, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
import yaml

import groundplan
from groundplan.contracts import Question
from groundplan.query.language.read import read
from groundplan.query.language.show import show
from groundplan.reading.accounted import Accounts
from groundplan.reading.constructions.marks import Sayable, marked
from groundplan.reading.edits.change import only_edits_know, points_back
from groundplan.reading.edits.edited import Edit, edited
from groundplan.sources.opened import open_sources
from groundplan.tabular.reader import blank

HARBOURS = {"Kragen": "West", "Lunde": "East", "Mosby": "West", "Orvik": "East"}
TODAY = date(2026, 1, 1)


@pytest.fixture(scope="module")
def hires(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two and a half years of boat hires."""
    draw, path = random.Random(7), tmp_path_factory.mktemp("boats") / "hires.csv"
    with path.open("w", newline="") as file:
        lines = csv.writer(file)
        lines.writerow(["hire_id", "hired_on", "harbour", "coast", "boat", "gender", "status", "hours", "price"])
        for number in range(300):
            day, harbour = date(2022, 1, 1) + timedelta(draw.randrange(900)), draw.choice([*HARBOURS])
            kinds = [
                draw.choice(each) for each in (("Canoe", "Dinghy", "Sloop"), "FM", ("returned", "late", "damaged"))
            ]
            lines.writerow(
                [number, day, harbour, HARBOURS[harbour], *kinds, draw.randrange(1, 30), draw.randrange(9, 300)]
            )
    return path


@pytest.fixture(scope="module")
def known(hires: Path, tmp_path_factory: pytest.TempPathFactory) -> Sayable:
    """What may be said of the hires."""
    source = open_sources((str(hires),), tmp_path_factory.mktemp("cache"))
    return Accounts(source, blank(source), None).sayable()  # type: ignore[arg-type]  # nothing here asks for vectors


SAID = yaml.safe_load(Path(__file__).with_name("edits.yaml").read_text("utf-8"))
EDITS = [case for cases in SAID["edits"].values() for case in cases]
BY_HARBOUR = SAID["priors"]["by_harbour"]


def change(prior: str, words: str, known: Sayable, before: Sequence[str] = ()) -> Edit | None:
    """The edit of a query, which may be called by its name."""
    query = read(SAID["priors"].get(prior, prior))
    return edited(query, marked(words, known), known, TODAY, tuple(map(read, before)))


@pytest.mark.parametrize(("prior", "words", "after"), EDITS)
def test_what_words_make_of_the_query_before(prior: str, words: str, after: str, known: Sayable) -> None:
    edit = change(prior, words, known)
    assert edit is not None and show(edit.query) == SAID["priors"].get(after, after)


@pytest.mark.parametrize(("prior", "words"), SAID["unclear"])
def test_words_that_are_not_understood_change_nothing(prior: str, words: str, known: Sayable) -> None:
    assert change(prior, words, known) is None


def test_an_edit_goes_the_ways_that_the_query_before_went(tmp_path: Path) -> None:
    (tmp_path / "piers.csv").write_text("pier_id,pier,town\n1,North Pier,Ayle\n2,Old Pier,Brant\n3,Sand Pier,Brant\n")
    trips = [f"{at},{1 + at % 3},{1 + at % 2},{5 + at}" for at in range(30)]
    (tmp_path / "trips.csv").write_text("trip_id,start_pier_id,end_pier_id,minutes\n" + "\n".join(trips))
    source = open_sources((str(tmp_path),), tmp_path / "cache")
    known = Accounts(source, blank(source), None).sayable()  # type: ignore[arg-type]
    edit = change('trips: count where start_pier.town = "Ayle"', "and Brant?", known)
    assert edit is not None and show(edit.query) == 'trips: count where start_pier.town = "Brant"'
    assert change("trips: count", "only Brant", known) is None  # from there, or to there


def test_an_edit_is_said_in_words(known: Sayable) -> None:
    edit = change(BY_HARBOUR, "only women", known)
    assert edit is not None and edit.said == "number of hires in 2023, gender F, by harbour"
    edit = change(BY_HARBOUR, "why?", known)
    assert edit is not None and (show(edit.query), edit.said) == (BY_HARBOUR, "number of hires in 2023 by harbour")


def test_a_kind_of_chart_may_be_said(known: Sayable) -> None:
    edit = change(BY_HARBOUR, "only women, as a pie chart", known)
    assert edit is not None and edit.chart == "arc" and 'gender = "F"' in show(edit.query)


def test_edits_follow_each_other_and_are_taken_back(known: Sayable) -> None:
    said = [BY_HARBOUR]
    for words in ("only women", "by coast instead", "as a share"):
        edit = change(said[-1], words, known, said[:-1])
        assert edit is not None and [show(one) for one in edit.before] == said
        said.append(show(edit.query))
    back = change(said[-1], "undo", known, said[:-1])
    assert back is not None and show(back.query) == said[-2] and [show(one) for one in back.before] == said[:-2]
    first = change(said[-1], "start over", known, said[:-1])
    assert first is not None and (show(first.query), first.before) == (BY_HARBOUR, ())
    assert len(set(said)) == 4 and all(one != other for one, other in pairwise(said))


@pytest.mark.parametrize(("follows", "texts"), SAID["points_back"].items())
def test_what_points_back(follows: bool, texts: list[str], known: Sayable) -> None:
    assert [words for words in texts if points_back(marked(words, known)) is not follows] == []


def test_what_forms_have_no_label_for(known: Sayable) -> None:
    said = ("undo", "the year before", "all years", "only women", "by coast")
    assert [only_edits_know(marked(words, known)) for words in said] == ["undo", "earlier", "undated", "", ""]


def test_a_conversation_as_a_chat_api_sends_it(hires: Path) -> None:
    asked = ["how many hires by harbour in 2023", "and the year before?", "only women"]
    history = [{"role": "user", "content": words} for words in asked]
    run = groundplan.ask("as a share", str(hires), history=history)
    form = run.understanding.form
    assert run.status == "answered" and form["query"].startswith(
        "hires: share(count) by harbour where hired_on in 2022-01-01"
    )
    assert 'gender = "F"' in form["query"] and len(form["before"]) == 3
    back = groundplan.ask("undo", str(hires), history=[*history, {"role": "user", "content": "as a share"}])
    assert back.status == "answered" and back.understanding.form["query"] == form["before"][-1]
    unclear = groundplan.ask("only the happy ones", str(hires), history=history)
    assert unclear.status == "clarify" and "only the happy ones" in str(unclear.understanding.doubt)


def test_a_turn_has_its_words_as_text_or_as_content() -> None:
    turns = [{"role": "user", "content": "hires by coast"}, {"role": "assistant", "text": "West 150, East 150"}]
    question = Question.model_validate({"question": "and by boat", "history": turns})
    assert [turn.text for turn in question.history] == ["hires by coast", "West 150, East 150"]
    assert Question.model_validate_json(question.model_dump_json()) == question
