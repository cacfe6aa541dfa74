"""The contracts: strict, exactly the nouns they fill, and compiled by a real grammar library."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, get_args

import httpx
import llguidance
import pytest
import yaml
from pydantic import BaseModel

import groundplan
from column_contracts import definitions
from groundplan.contracts import Change, Param, Plan, Step, Tool
from groundplan.llm.contracts import answer_contract, changes_contract, read_changes
from groundplan.query.frames import made_columns
from groundplan.reading.formed.form import Filter, Operator
from groundplan.sources.shape import Column, Table, column_ids
from llm_server import WeakModel


def table(width: int, name: str = "sales") -> Table:
    known = (
        Column(name="date", type="date", role="temporal"),
        Column(name="revenue", type="number", role="numeric"),
        Column(name='регион "север"', type="text", role="categorical"),
    )
    more = tuple(Column(name=f"measure {i} (EUR)", type="number", role="numeric") for i in range(width - len(known)))
    return Table(name=name, columns=known + more, rows=10)


@cache
def tools() -> tuple[Tool, ...]:
    from importlib import resources

    text = resources.files(groundplan).joinpath("tabular/tools.yaml").read_text("utf-8")
    return tuple(Tool(**entry) for entry in yaml.safe_load(text))


def contracts(width: int) -> dict[str, dict[str, Any]]:
    columns = definitions(tuple(column_ids([table(width)])))
    return {
        "changes": changes_contract(tools()[:12], ["totals", "chart"], ["analysis.trend"], columns),
        "answer": answer_contract(),
        "changes with every tool": changes_contract(tools(), ["totals"], ["analysis.trend"], columns),
    }


ALL = [(width, name) for width in (3, 200) for name in contracts(3)]


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    if isinstance(schema, dict):
        yield schema
    for inner in schema.values() if isinstance(schema, dict) else schema if isinstance(schema, list) else ():
        yield from nodes(inner)


# ------------------------------------------------------------------ strictness


@pytest.mark.parametrize(("width", "name"), ALL)
def test_every_object_is_closed_and_asks_for_all_its_fields(width: int, name: str) -> None:
    objects = [node for node in nodes(contracts(width)[name]) if node.get("type") == "object"]
    assert objects
    for node in objects:
        assert node["additionalProperties"] is False
        assert node["required"] == list(node["properties"])


@pytest.mark.parametrize(("width", "name"), ALL)
def test_every_list_is_bounded_and_no_list_of_labels_is_empty(width: int, name: str) -> None:
    for node in nodes(contracts(width)[name]):
        if node.get("type") == "array":
            assert "maxItems" in node
        if "enum" in node:
            assert node["enum"]


@pytest.mark.parametrize(("width", "name"), ALL)
def test_contracts_compile_under_llguidance(width: int, name: str) -> None:
    assert accepts(contracts(width)[name], "{") is not None


@pytest.mark.parametrize(("width", "name"), ALL)
def test_the_server_compiles_every_contract(weak_model: WeakModel, width: int, name: str) -> None:
    body = {
        "messages": [{"role": "user", "content": "Hi"}],
        "max_tokens": 12,
        "temperature": 0,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": contracts(width)[name]},
        },
    }
    answer = httpx.post(f"{weak_model.base_url}/chat/completions", json=body, timeout=60)
    assert answer.status_code == 200, answer.text
    assert answer.json()["choices"][0]["message"]["content"].lstrip().startswith("{")


def test_a_wide_table_stands_once_in_each_contract() -> None:
    for name, contract in contracts(200).items():
        text = json.dumps(contract)
        assert text.count('"measure 17 (EUR)"') == (name != "answer")


def test_contracts_are_built_once() -> None:
    assert contracts(3)["changes"] is contracts(3)["changes"]


# ------------------------------------------------------------------ exactly the nouns


def fields(noun: type[BaseModel]) -> set[str]:
    return set(noun.model_fields)


def test_changes_and_conditions_have_the_fields_of_their_nouns() -> None:
    kinds = [set(each["properties"]) for each in definitions(["day"])["condition"]["anyOf"]]
    plain = kinds[0]
    assert set.union(*kinds) == fields(Filter) - {"separator"} == {*plain, "join", "part", "other"}
    assert kinds[1:] == [
        {*plain, *more} for more in (["join"], ["part"], ["part", "join"], ["other"], ["other", "join"])
    ]
    changes = contracts(3)["changes"]["properties"]["changes"]["items"]["anyOf"]
    assert all(set(kind["properties"]) == fields(Change) for kind in changes)
    for condition in definitions(["day"])["condition"]["anyOf"]:
        assert condition["properties"]["op"]["enum"] == list(get_args(Operator))


def test_columns_are_named_plainly_where_that_is_clear() -> None:
    other = Table(
        name="regions", columns=(table(3).columns[0], Column(name="area", type="number", role="numeric")), rows=1
    )
    assert tuple(column_ids([table(3), other])) == ("sales.date", "revenue", 'регион "север"', "regions.date", "area")


# ------------------------------------------------------------------ what the grammar lets through


def accepts(contract: dict[str, Any], text: str) -> bool | None:
    """Whether the grammar takes the text; None when it does not compile."""
    tokenizer = llguidance.LLTokenizer("byte")
    grammar = llguidance.LLMatcher.grammar_from_json_schema(json.dumps(contract))
    failed, messages = llguidance.LLMatcher.validate_grammar_with_warnings(grammar)
    assert not failed, messages
    matcher = llguidance.LLMatcher(tokenizer, grammar)
    assert not matcher.get_error()
    tokens = tokenizer.tokenize_str(text)
    return matcher.try_consume_tokens(tokens) == len(tokens)


def change(**fields: Any) -> str:
    whole = {
        "action": "add",
        "step": "plot_bar",
        "tool": "plot_bar",
        "params": {"x": "date", "y": "revenue", "color": None, "facet": None},
        "rationale": "a chart was asked for",
        "satisfies": ["analysis.trend"],
    }
    return json.dumps({"changes": [{**whole, **fields}]})


def test_the_grammar_takes_changes_of_narrowed_tools_and_refuses_others() -> None:
    narrowed = [tool for tool in tools() if tool.name in ("plot_bar", "aggregate", "filter_rows")]
    contract = changes_contract(narrowed, ["totals", "chart"], ["analysis.trend"], definitions(["date", "revenue"]))
    assert accepts(contract, change())
    assert accepts(contract, change(action="modify", step="chart"))
    assert accepts(contract, change(action="remove", step="chart", tool=None, params={}, satisfies=[]))
    assert accepts(contract, '{"changes": []}')
    where = [{"column": "revenue", "op": ">", "value": 3}]
    assert accepts(contract, change(step="filter_rows", tool="filter_rows", params={"where": where, "match": "all"}))
    assert not accepts(contract, change(step="plot_pie", tool="plot_pie"))
    assert not accepts(contract, change(step="chart")), "a new step must not take the place of another"
    assert not accepts(contract, change(action="modify", step="plot_bar")), "there is no such step to modify"
    assert not accepts(contract, change(params={"x": "day", "y": "revenue", "color": None, "facet": None}))
    assert not accepts(contract, change(params={"x": None, "y": "revenue", "color": None, "facet": None}))
    assert not accepts(contract, change(satisfies=["analysis.vibes"]))


def test_without_a_plan_steps_can_only_be_added() -> None:
    contract = changes_contract(tools()[:2], [], ["analysis.trend"], definitions(["date"]))
    kinds = contract["properties"]["changes"]["items"]["anyOf"]
    assert [kind["properties"]["action"]["const"] for kind in kinds] == ["add", "add"]
    assert accepts(contract, "{") is True


def test_a_tool_of_another_catalogue_gets_step_ids_that_a_plan_can_hold() -> None:
    odd = Tool(name="2nd-server/List Issues", description="", params={"filter": Param(type="object", required=True)})
    contract = changes_contract([odd], ["list_issues"], ["lookup"])
    added = contract["properties"]["changes"]["items"]["anyOf"][1]["properties"]
    for name in added["step"]["enum"]:
        Change(action="add", step=name)
    assert contract["$defs"]["params_0"]["properties"] == {}
    assert accepts(contract, "{") is True


# ------------------------------------------------------------------ the way back


def test_a_param_left_null_is_left_alone() -> None:
    (read,) = read_changes(json.loads(change()))
    assert read == Change(
        action="add",
        step="plot_bar",
        tool="plot_bar",
        params={"x": "date", "y": "revenue"},
        rationale="a chart was asked for",
        satisfies=("analysis.trend",),
    )


def test_columns_that_the_plan_makes_may_be_used() -> None:
    plan = Plan(goal="", steps=(Step(id="totals", tool="aggregate", args={"names": ["total", "mean"]}),))
    known = {tool.name: tool for tool in tools() if tool.name in ("aggregate", "share_of_total", "plot_bar")}
    assert made_columns(plan, known) == ("share_percent", "total", "mean")
