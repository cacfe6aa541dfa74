"""Values out of text, and the checker held against a full JSON Schema validator."""

from __future__ import annotations

import json
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from column_contracts import definitions
from groundplan.contracts import Param, Tool
from groundplan.llm.contracts import changes_contract
from groundplan.llm.extract import MisfitError, extract
from groundplan.llm.fits import misfits
from groundplan.llm.schema import NUMBER, closed, defined, one_of, optional

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"n": {"type": "integer", "minimum": 1}},
    "required": ["n"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    "text",
    [
        '{"n": 3}',
        '  {"n": 3}\n\n',
        '```json\n{"n": 3}\n```',
        '```\n{"n": 3}\n```\nI hope this helps {you}!',
        'The form is {"n": 3}, as asked.',
        'First {"m": 1}, no, rather {"n": 3}',
        '{"n": 3.0}',
    ],
)
def test_the_object_that_fits_is_found(text: str) -> None:
    assert extract(text, SCHEMA) == {"n": 3}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "the answer: holds no JSON object"),
        ("[1, 2]", "the answer: holds no JSON object"),
        ('{"n": 3', "the answer: holds no JSON object"),
        ('{"n": NaN}', "the answer: holds no JSON object"),
        ('{"a":' * 5_000, "the answer: holds no JSON object"),
        ('{"n": true}', "n: must be integer, not True"),
        ('{"n": 1e999}', "n: must be integer, not inf"),
        ('{"n": 0}', "n: is below 1"),
        ("{}", "n: is missing"),
        ('{"n": 1, "m": 2}', "m: no such field, there are n"),
    ],
)
def test_what_does_not_fit_is_named(text: str, fault: str) -> None:
    with pytest.raises(MisfitError) as caught:
        extract(text, SCHEMA)
    assert caught.value.faults == [fault]


def test_of_many_branches_the_one_that_was_meant_is_reported() -> None:
    tools = (
        Tool(name="plot", description="", params={"x": Param(type="string", refers="column", required=True)}),
        Tool(name="save", description="", params={"file": Param(type="string")}),
    )
    contract = changes_contract(tools, ["totals"], ["outputs.chart"], definitions(["date", "region"]))
    change = {"action": "modify", "step": "totals", "tool": "plot", "rationale": "", "satisfies": ["outputs.chart"]}
    assert misfits({"changes": [{**change, "params": {"x": "regoin"}}]}, contract) == [
        "changes[0].params.x: 'regoin' is not allowed, did you mean 'region'? there are date, region"
    ]


# ------------------------------------------------------------------ against a full validator

TOOLS = (
    Tool(
        name="aggregate",
        description="",
        params={
            "group_by": Param(type="array", refers="column"),
            "agg_func": Param(type="any", required=True),
            "grain": Param(type="string", choices=("day", "month")),
        },
    ),
    Tool(name="filter_rows", description="", params={"where": Param(type="array", required=True)}),
)
CONTRACTS = {
    "kind": closed(kind=one_of(["trend", "compare"]), sure=NUMBER),
    "order": closed(by=optional(defined("column")), n=optional({"type": "integer", "minimum": 1}))
    | {"$defs": definitions(["day", "revenue", "регион"])},
    "changes": changes_contract(TOOLS, ["totals"], ["analysis.trend"], definitions(["day", "revenue"])),
}
JUNK: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, 0, -1, 2.5, 7, "", "day", "x" * 130, [], ["day"], {}, {"a": 1}]
)


def values(schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[Any]:
    """What the schema allows, with junk at any depth now and then."""
    return st.one_of(*[_fitting(schema, root)] * 9, JUNK)


def _fitting(schema: dict[str, Any], root: dict[str, Any]) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        return _fitting(root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    if "anyOf" in schema:
        return st.one_of(*[_fitting(branch, root) for branch in schema["anyOf"]])
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    if schema["type"] == "object":
        return st.fixed_dictionaries({name: values(inner, root) for name, inner in schema["properties"].items()})
    if schema["type"] == "array":
        return st.lists(values(schema["items"], root), max_size=3)
    return {
        "null": st.none(),
        "boolean": st.booleans(),
        "string": st.text(max_size=20),
        "integer": st.integers(-1, 20),
        "number": st.floats(allow_nan=False, allow_infinity=False),
    }[schema["type"]]


@pytest.mark.parametrize("name", CONTRACTS)
@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_the_checker_agrees_with_a_full_validator(name: str, data: st.DataObject) -> None:
    contract = CONTRACTS[name]
    value = data.draw(values(contract, contract))
    assert (misfits(value, contract) == []) == jsonschema.Draft202012Validator(contract).is_valid(value)


@pytest.mark.parametrize("name", CONTRACTS)
def test_a_fitting_value_survives_the_way_through_text(name: str) -> None:
    contract = CONTRACTS[name]

    @settings(max_examples=40, deadline=None)
    @given(_fitting(contract, contract), st.sampled_from(["{}", "Here: {} Done.", "```json\n{}\n```"]))
    def survives(value: Any, around: str) -> None:
        if misfits(value, contract):
            return
        assert extract(around.replace("{}", json.dumps(value)), contract) == value

    survives()
