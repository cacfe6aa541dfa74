"""A query written as JSON and read back; where its quotes stand; what no query can say is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from ferries import DEEP, FLAT, MODEL, TODAY

from groundplan.errors import QueryError
from groundplan.query.compiled.steps import steps_of
from groundplan.query.language import parts as p
from groundplan.query.language.read import read
from groundplan.query.language.show import show
from groundplan.reading.modelled.meant import query_of, unfound_quotes
from groundplan.reading.modelled.written import TAGS, written_of

QUESTION = "How many late sailings from Aun to Aun in March  2024?"


def compare(left: str, op: str, right: dict[str, Any], *said: str) -> dict[str, Any]:
    return {"is": "compare", "said": [*said], "left": {"said": [], "path": left}, "op": op, "right": right}


def counting(where: dict[str, Any] | None, *said: str, **more: Any) -> dict[str, Any]:
    return {**written_of(read("sailings: count")), "where": where, "said": [*said], **more}


def quoted(part: p.Part, question: str = QUESTION) -> list[str]:
    return [question[start:end] for start, end in part.said]


@pytest.mark.parametrize("text", [*FLAT, *DEEP])
def test_a_query_comes_back_from_its_json(text: str) -> None:
    assert query_of(json.loads(json.dumps(written_of(read(text)))), "", MODEL) == read(text)


def test_the_queries_above_hold_every_kind_of_part_and_can_be_answered() -> None:
    kinds = {type(part) for text in (*FLAT, *DEEP) for part in p.walked(read(text), into_queries=True)}
    assert {*TAGS.values(), p.Value, p.Period, p.Now, p.Path, p.Holds, p.Column, p.Case, p.Keep, p.Order} <= kinds
    for text in (*FLAT, *DEEP):
        assert steps_of(read(text), MODEL, TODAY).steps


def test_every_part_keeps_the_places_of_the_words_that_it_quotes() -> None:
    where = compare("departed", "=", {"said": ["march 2024"], "period": "2024-03"}, "in")
    query = query_of(counting(where, "sailings"), QUESTION, MODEL)
    assert quoted(query) == ["sailings"]
    assert isinstance(query.where, p.Compare) and quoted(query.where) == ["in"]
    assert isinstance(query.where.right, p.Period) and quoted(query.where.right) == ["March  2024"]
    assert query_of(written_of(query, QUESTION), QUESTION, MODEL) == query


def test_words_that_stand_twice_are_quoted_by_two_parts() -> None:
    tests = [compare(way, "=", {"said": ["Aun"], "value": "Aun"}) for way in ("origin", "destination")]
    query = query_of(counting({"is": "and", "said": [], "tests": tests}), QUESTION, MODEL)
    assert isinstance(query.where, p.All)
    sides = [test.right.said for test in query.where.tests if isinstance(test, p.Compare)]
    assert sides == [((28, 31),), ((35, 38),)]


def test_a_path_in_place_of_a_test_holds() -> None:
    query = query_of(counting({"said": ["late"], "path": "late"}), QUESTION, MODEL)
    assert isinstance(query.where, p.Holds) and quoted(query.where) == quoted(query.where.path) == ["late"]


@pytest.mark.parametrize("quote", ["cancelled", "ate", "how many early", "2025"])
def test_a_quote_that_is_not_in_the_question_has_no_place_and_is_told(quote: str) -> None:
    written = counting({"said": [quote, "late"], "path": "late"})
    query = query_of(written, QUESTION, MODEL)
    assert isinstance(query.where, p.Holds) and quoted(query.where) == ["late"]
    assert unfound_quotes(written, QUESTION) == (
        f"{quote!r} is quoted, and the question does not say that; quote words as they stand there, or none.",
    )


def test_quotes_are_whole_words_whatever_signs_stand_at_their_ends() -> None:
    assert unfound_quotes(counting(None, "%", "(10", "b-c", "?", " "), "top 10% (10 of a b-c)?") == ()


@pytest.mark.parametrize(
    ("where", "text"),
    [
        ({"is": "and", "said": [], "tests": [compare("delay", ">", {"said": [], "value": 5})]}, "delay > 5"),
        (compare("departed", "=", {"said": [], "period": "2024"}), "departed = 2024"),
        (compare("delay", ">", {"is": "computed", "said": [], "op": "-", "left": None,
                                "right": {"said": [], "value": 5}}), "delay > -5"),
    ],
)  # fmt: skip
def test_other_ways_to_write_a_test_are_that_test(where: dict[str, Any], text: str) -> None:
    assert query_of(counting(where), "", MODEL) == read(f"sailings: count where {text}")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        (counting(compare("departed", "=", {"said": [], "period": "2024-03 or late"})), "is no period"),
        (
            counting(compare("departed", "=", {"said": [], "period": "March 2024"})),
            "is no period; write it as 2024, 2024-03",
        ),
        (counting({"is": "and", "said": [], "tests": []}), "wanted"),
        (counting(compare("wether", "=", {"said": [], "value": "calm"})), "did you mean 'weather'"),
        ({**written_of(read("ferries: show name")), "by": [{"of": {"said": [], "path": "size"}, "name": ""}]}, "`by`"),
        ({"of": "sailings"}, "columns: is missing"),
    ],
)
def test_what_no_query_can_say_is_refused(written: dict[str, Any], told: str) -> None:
    with pytest.raises(QueryError, match=told):
        query_of(written, "", MODEL)


def test_a_name_with_signs_of_the_language_is_one_name_and_unknown() -> None:
    query = query_of(counting({"said": [], "called": "late` or `cancelled"}), "", MODEL)
    with pytest.raises(QueryError, match="late"):
        steps_of(query, MODEL, TODAY)


def test_a_query_that_is_nested_too_deeply_is_refused() -> None:
    where: dict[str, Any] = {"said": [], "path": "late"}
    for depth in range(2_000):
        where = {"is": "not", "said": [], "test": where}
        if depth in (60, 1_999):
            with pytest.raises(QueryError, match="too deeply"):
                query_of(counting(where), "", MODEL)


def test_values_stay_what_they_are() -> None:
    for value in (True, 1, 1.5, "1", 'a "b" \\ c'):
        query = query_of(counting(compare("weather", "=", {"said": [], "value": value})), "", MODEL)
        right = query.where.right if isinstance(query.where, p.Compare) else None
        assert isinstance(right, p.Value) and type(right.value) is type(value) and right.value == value
        assert read(show(query)) == query
