"""What every pack must keep, ours like theirs: one suite for all that are found by entry point."""

from __future__ import annotations

import inspect
import types
from collections.abc import Iterator
from importlib.metadata import entry_points
from typing import Any, Literal, Union, get_args, get_origin

import pytest
from pydantic import BaseModel

from groundplan.contracts import Tool
from groundplan.pack import Pack
from groundplan.plan.cover import abilities
from groundplan.query.checks import CHECKS as OF_FRAMES
from groundplan.query.form import Form

PACKS: list[Pack] = [entry.load() for entry in entry_points(group="groundplan.packs")]
TOOLS = [(pack, tool) for pack in PACKS for tool in pack.tools.values()]
WRITERS = ("save", "write", "send", "create", "update", "delete", "post")
# labels of the form that oblige a plan to nothing by themselves
SILENT = {"agg", "grain", "across", "op", "by", "order", "join", "part"}

every_pack_of_forms = pytest.mark.parametrize(
    "pack", [pack for pack in PACKS if pack.mind is None], ids=lambda pack: pack.name
)
every_pack = pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
every_tool = pytest.mark.parametrize(("pack", "tool"), TOOLS, ids=lambda value: getattr(value, "name", ""))


def test_a_pack_is_found() -> None:
    assert {"knowledge", "tables"} <= {pack.name for pack in PACKS}


# ------------------------------------------------------------------ tools


@every_tool
def test_a_tool_is_documented(pack: Pack, tool: Tool) -> None:
    assert tool.description.endswith(".") and len(tool.description.split()) >= 5
    assert tool.capabilities and tool.outputs
    assert pack.tools[tool.name] is tool
    assert tool.phase in pack.phases


@every_tool
def test_a_tool_is_typed(pack: Pack, tool: Tool) -> None:
    for name, param in tool.params.items():
        assert param.type != "any" or param.about, f"{name} may be anything, and nothing says what"
        assert not param.required or param.default is None, f"{name} is required, so its default means nothing"
        if param.choices and param.default is not None:
            assert param.default in param.choices
    for name in set(tool.columns or ()) - {"*"}:
        assert name in tool.params, f"the frame is said to have the names in {name!r}, which is no param"


@every_tool
def test_registry_and_implementation_agree(pack: Pack, tool: Tool) -> None:
    done = pack.implementations[tool.name]
    taken = inspect.signature(done).parameters
    assert list(taken)[: len(tool.inputs)] == list(tool.inputs)
    assert set(taken) == {*tool.inputs, *tool.params}
    assert (inspect.getdoc(done) or "").strip(), f"{tool.name} has no docstring"
    for name, param in tool.params.items():
        assert taken[name].annotation is not inspect.Parameter.empty
        assert (taken[name].default is inspect.Parameter.empty) == param.required, name


@every_pack
def test_nothing_is_implemented_that_is_not_registered(pack: Pack) -> None:
    assert set(pack.implementations) == set(pack.tools)


@every_tool
def test_a_tool_that_writes_is_marked(pack: Pack, tool: Tool) -> None:
    if tool.name.startswith(WRITERS):
        assert tool.effect != "none"


# ------------------------------------------------------------------ the coverage mapping


@every_tool
def test_every_capability_has_its_place_in_the_mapping(pack: Pack, tool: Tool) -> None:
    mapping = pack.coverage
    asked = {name for need in mapping.needs.values() for any_of in need.all_of for name in any_of}
    known = asked | set(mapping.aliases) | set(mapping.core) | set(mapping.extra)
    assert set(tool.capabilities) <= known, "put it into needs, aliases, core or extra, and raise the version"


@every_pack
def test_nothing_in_the_mapping_is_without_a_tool(pack: Pack) -> None:
    able = {name for tool in pack.tools.values() for name in abilities(tool, pack.coverage)}
    asked = {name for need in pack.coverage.needs.values() for any_of in need.all_of for name in any_of}
    assert asked <= able
    assert set(pack.coverage.core) <= able
    assert set(pack.coverage.extra) <= able
    assert set(pack.coverage.aliases.values()) <= able
    assert not set(pack.coverage.extra) & asked, "what a requirement asks for is no extra"


@every_pack
def test_what_must_hold_a_value_is_a_param_of_every_tool_that_could(pack: Pack) -> None:
    for label, need in pack.coverage.needs.items():
        wanted = {name for any_of in need.all_of for name in any_of}
        for tool in pack.tools.values():
            if need.holding and abilities(tool, pack.coverage) & wanted:
                assert set(need.holding) & set(tool.params), f"{tool.name} could cover {label!r} and hold nothing"


@every_pack_of_forms
def test_every_label_of_the_form_is_in_the_mapping(pack: Pack) -> None:
    labels = {f"{kind}.{label}" for kind, label in _labels(Form)}
    assert len(labels) > 30
    assert labels <= set(pack.coverage.needs)


@every_pack
def test_the_mapping_has_a_version(pack: Pack) -> None:
    assert pack.coverage.version >= 1


# ------------------------------------------------------------------ intents and templates


@every_pack
def test_every_intent_has_a_template_and_phrasings(pack: Pack) -> None:
    assert set(pack.intents) == set(pack.templates)
    for intent, phrasings in pack.intents.items():
        assert len(set(phrasings)) >= 5, intent


@every_pack
def test_templates_use_tools_that_exist_and_were_curated(pack: Pack) -> None:
    for template in pack.templates.values():
        steps = [step.tool for step in template.steps]
        assert set(steps) | set(template.tools) <= set(pack.tools)
        assert set(steps) <= set(template.tools), f"{template.intent} has a step whose tool it does not offer"
        assert len({step.id for step in template.steps}) == len(template.steps)
        assert template.summary


@every_pack
def test_the_safety_set_exists_and_is_small(pack: Pack) -> None:
    assert set(pack.safety) <= set(pack.tools)
    assert 1 <= len(pack.safety) <= 3


@every_pack_of_forms
def test_phrasings_are_given_for_labels_that_exist(pack: Pack) -> None:
    assert pack.labels
    assert all(said for labels in pack.labels.values() for said in labels.values())


# ------------------------------------------------------------------ the folder


@every_pack
def test_the_readme_lists_every_intent(pack: Pack) -> None:
    readme = (pack.folder / "README.md").read_text("utf-8")
    assert [intent for intent in pack.intents if f"`{intent}`" not in readme] == []


@every_pack
def test_the_packs_own_checks_carry_its_name(pack: Pack) -> None:
    for check in (check for check in pack.checks if check not in OF_FRAMES):
        code = f"{pack.name}/{check.__name__.replace('_', '-')}"
        assert (inspect.getdoc(check) or "").startswith(f"{code}: ")


def _labels(model: type[BaseModel], field: str | None = None) -> Iterator[tuple[str, str]]:
    """Each closed set of the form by its field; `kind` of an inner form goes by the field that holds it."""
    for name, info in model.model_fields.items():
        kind = field if field and name == "kind" else name
        for inner in _leaves(info.annotation):
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                yield from _labels(inner, name)
            elif get_origin(inner) is Literal and kind not in SILENT:
                yield from ((kind, label) for label in get_args(inner))


def _leaves(annotation: Any) -> Iterator[Any]:
    if get_origin(annotation) in (Union, types.UnionType, tuple):
        for inner in get_args(annotation):
            yield from _leaves(inner)
    else:
        yield annotation
