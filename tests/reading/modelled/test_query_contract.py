"""The contract of a model: what it lets pass, what it blocks, and how long it is."""

from __future__ import annotations

import json
from typing import Any

import pytest
from ferries import DEEP, FLAT, MODEL

from groundplan.contracts.source_model import Dataset, Field, SourceModel
from groundplan.llm.fits import misfits
from groundplan.query.language.read import read
from groundplan.reading.modelled.contract import query_contract
from groundplan.reading.modelled.written import written_of

EITHER = pytest.mark.parametrize("flat", [True, False], ids=["flat", "whole"])


def written(text: str) -> dict[str, Any]:
    return written_of(read(text))


def tokens(schema: Any) -> int:
    """By the rule of thumb: four characters each."""
    return len(json.dumps(schema, separators=(",", ":"), ensure_ascii=False)) // 4


@pytest.mark.parametrize("text", FLAT)
def test_what_most_questions_need_is_flat(text: str) -> None:
    assert misfits(written(text), query_contract(MODEL, flat=True)) == []


@pytest.mark.parametrize("text", DEEP)
def test_parts_in_parts_need_the_whole_contract(text: str) -> None:
    assert misfits(written(text), query_contract(MODEL, flat=True))
    assert misfits(written(text), query_contract(MODEL, flat=False)) == []


@EITHER
@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("sailngs: count", "of: 'sailngs' is not allowed, did you mean 'sailings'"),
        ("sailings: count by wether", "by[0].of.path: 'wether' is not allowed, did you mean 'weather'"),
        ("sailings: count by origin.land", "by[0].of.path[1]: 'land' is not allowed, did you mean 'island'"),
    ],
)
def test_names_that_the_model_lacks_are_blocked(flat: bool, text: str, fault: str) -> None:
    found = misfits(written(text), query_contract(MODEL, flat))
    assert len(found) == 1 and found[0].startswith(fault)


@EITHER
def test_every_part_must_say_what_it_was_read_from(flat: bool) -> None:
    whole = written("sailings: count by weather")
    del whole["by"][0]["of"]["said"]
    assert misfits(whole, query_contract(MODEL, flat)) == ["by[0].of.said: is missing"]


def test_a_part_of_no_kind_is_told_at_once_however_deep_it_stands() -> None:
    """A union that tried each of its kinds would double with every level."""
    bad: dict[str, Any] = {"is": "nothing", "said": [], "tests": []}
    for _ in range(40):
        bad = {"is": "nothing", "said": [], "tests": [bad, bad]}
    whole = {**written("sailings: count"), "where": bad}
    assert misfits(whole, query_contract(MODEL, flat=False))


@EITHER
def test_the_contract_of_forty_fields_is_at_most_3000_tokens_long(flat: bool) -> None:
    fields = tuple(Field(name=f"measured_value_{n}", type="number", role="measure") for n in range(20))
    more = tuple(Field(name=f"told_category_{n}", type="text", role="category") for n in range(20))
    model = SourceModel(datasets=(Dataset(name="one", fields=fields), Dataset(name="other", fields=more)))
    assert 1_000 < tokens(query_contract(model, flat)) < 3_000


@EITHER
def test_objects_are_closed_and_have_all_their_fields(flat: bool) -> None:
    """Servers that bind a model to a schema ask for both."""

    def objects(schema: Any) -> list[Any]:
        if isinstance(schema, list):
            return [one for each in schema for one in objects(each)]
        if not isinstance(schema, dict):
            return []
        own = [schema] if schema.get("type") == "object" else []
        return own + [one for each in schema.values() for one in objects(each)]

    found = objects(query_contract(MODEL, flat))
    assert len(found) > 15
    assert all(one["additionalProperties"] is False and one["required"] == [*one["properties"]] for one in found)
