"""Every tool of tools.yaml is there, with the very params it promises."""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
import yaml

import groundplan.tabular.tools as tools
from groundplan.contracts import Tool

FOLDER = Path(tools.__file__).parent.parent
REGISTRY = {entry["name"]: Tool(**entry) for entry in yaml.safe_load((FOLDER / "tools.yaml").read_text("utf-8"))}


def test_the_same_tools_in_the_same_order() -> None:
    assert list(tools.IMPLEMENTATIONS) == list(REGISTRY)


@pytest.mark.parametrize("name", REGISTRY)
def test_the_same_params(name: str) -> None:
    tool, parameters = REGISTRY[name], inspect.signature(tools.IMPLEMENTATIONS[name]).parameters
    inputs = [each.name for each in parameters.values() if each.kind is each.POSITIONAL_OR_KEYWORD]
    params = {each.name: each for each in parameters.values() if each.kind is each.KEYWORD_ONLY}
    assert inputs == list(tool.inputs)
    assert list(params) == list(tool.params)
    for param, said in tool.params.items():
        default = params[param].default
        assert (default is inspect.Parameter.empty) == said.required, param
        if not said.required:
            assert (list(default) if isinstance(default, tuple) else default) == said.default, param


@pytest.mark.parametrize("name", REGISTRY)
def test_the_output_it_promises(name: str) -> None:
    returns = inspect.signature(tools.IMPLEMENTATIONS[name]).return_annotation
    assert returns == {"df": "Frame", "table": "Rows", "chart": "Chart"}[REGISTRY[name].outputs[0]]
