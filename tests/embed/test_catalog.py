from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundplan.embed import load_catalog
from groundplan.embed.catalog import _param
from groundplan.errors import SourceError

CITY = {"type": "str", "description": "name of the city"}
SCHEMA = {"type": "object", "properties": {"city": {**CITY, "type": ["string", "null"]}}, "required": ["city"]}
JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
)


def written(folder: Path, content: Any) -> Path:
    path = folder / "catalog.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def one(**more: Any) -> list[dict[str, Any]]:
    return [{"name": "air", "description": "Reads the air quality.", **more}]


@pytest.mark.parametrize(
    "more",
    [
        {"params": {"city": CITY}},
        {"params": [{"name": "city", **CITY}]},
        {"params": SCHEMA},
        {"parameters": SCHEMA},
        {"inputSchema": SCHEMA},
    ],
)
def test_every_form_of_params(tmp_path: Path, more: dict[str, Any]) -> None:
    param = load_catalog(written(tmp_path, one(**more)))["air"].params["city"]
    assert (param.type, param.about) == ("string", "name of the city")


def test_required_and_choices_of_a_schema(tmp_path: Path) -> None:
    schema = {"properties": {"unit": {"enum": ["c", "f"], "default": "c"}, "city": {}}, "required": ["city"]}
    params = load_catalog(written(tmp_path, one(params=schema)))["air"].params
    assert (params["unit"].choices, params["unit"].default, params["unit"].required) == (("c", "f"), "c", False)
    assert params["city"].required


@pytest.mark.parametrize("params", [{}, [], None, {"city": "its name"}, {"city": None}, ["city"], {"city": 3}])
def test_loose_params(tmp_path: Path, params: Any) -> None:
    tool = load_catalog(written(tmp_path, one(params=params)))["air"]
    assert list(tool.params) == (["city"] if params else [])


def test_capabilities_are_kept_and_unknown_keys_left(tmp_path: Path) -> None:
    tool = load_catalog(written(tmp_path, one(capabilities=["weather"], url="x", effect="outside")))["air"]
    assert (tool.capabilities, tool.effect) == (("weather",), "outside")


@given(JSON_VALUES)
def test_any_param_value_is_tolerated(value: Any) -> None:
    assert _param(value, required=True).required


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "catalog.json is not JSON: .* line 1 column 2"),
        ("[]", "catalog.json holds no tools; give a JSON list"),
        ({"tools": []}, "catalog.json holds no tools"),
        (["air"], "tool 1 of catalog.json is a text, not an object"),
        ([{"name": "air"}], "tool 1 of catalog.json has no 'description' \\(it has 'name'\\); add one"),
        ([{"name": " ", "description": "x"}], "tool 1 of catalog.json has no 'name'"),
        (one() + one(), "names the tool 'air' twice"),
        (one(params="city"), "tool 1 of catalog.json has a text as its params"),
        (one(params=[{"type": "str"}]), "lists a param without a name"),
        (one(capabilities="weather"), "has a wrong 'capabilities'"),
        (one(effect="bad"), "tool 1 of catalog.json \\('air'\\) has a wrong 'effect'"),
    ],
)
def test_faults_are_named(tmp_path: Path, content: Any, message: str) -> None:
    with pytest.raises(SourceError, match=message):
        load_catalog(written(tmp_path, content))


def test_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"cannot read the catalogue .*: No such file or directory; give a JSON file"):
        load_catalog(tmp_path / "none.json")
