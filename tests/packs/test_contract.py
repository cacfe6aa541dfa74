"""What every pack must keep, ours like theirs: one suite for all that are found by entry point."""

from __future__ import annotations

import inspect
import tempfile
import types
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import pytest
from desk import toy
from pydantic import BaseModel

from groundplan.contracts import Tool
from groundplan.installed import CLAIMS, Packs
from groundplan.pack import Catalogue, Pack
from groundplan.packs.tables import pack as TABLES
from groundplan.packs.workflows.catalogue import open_catalogue
from groundplan.packs.workflows.parts import FOLDER
from groundplan.plan.cover import abilities
from groundplan.query.checks import CHECKS as OF_FRAMES
from groundplan.reading.formed.form import Form
from groundplan.reading.over_tables import LABELS

TOY, DESK, _ = toy(Path(tempfile.mkdtemp()))
OURS: list[Pack] = Packs().all()
PACKS = [*OURS, TOY]
CLUB = open_catalogue((str(FOLDER / "data/club.json"),), Path(tempfile.mkdtemp()))
LIVE = {TOY.name: DESK, "workflows": CLUB}
"""Packs whose tools a source brings along, with one of theirs."""
CATALOGUES: dict[str, Catalogue] = {pack.name: pack.catalogue(LIVE.get(pack.name)) for pack in PACKS}
TOOLS = [
    (pack, tool)
    for pack in PACKS
    for tool in CATALOGUES[pack.name].tools.values()
    if tool.name not in CLUB.operations  # what a service describes is as it describes it
]
WRITERS = ("save", "write", "send", "create", "update", "delete", "post", "ring")
# labels of the form that oblige a plan to nothing by themselves
SILENT = {"agg", "grain", "across", "op", "by", "order", "join", "part", "unit"}

every_pack = pytest.mark.parametrize("pack", PACKS, ids=lambda pack: pack.name)
every_tool = pytest.mark.parametrize(("pack", "tool"), TOOLS, ids=lambda value: getattr(value, "name", ""))


def test_a_pack_is_found() -> None:
    assert {"knowledge", "tables", "workflows"} <= {pack.name for pack in PACKS}


@every_pack
def test_its_settings_are_each_told_and_have_a_default(pack: Pack) -> None:
    own = pack.sources.settings
    assert is_dataclass(own) and own() == own()
    assert all(field.metadata.get("about") for field in fields(own))


@every_pack
def test_it_claims_by_number_and_an_unknown_source_for_nobody_else(pack: Pack) -> None:
    assert pack.sources.claims("no such file") in (0, 1)


@every_pack
def test_what_it_claims_apart_is_what_it_claims(pack: Pack) -> None:
    for entry in entry_points(group=CLAIMS, name=pack.name):
        assert entry.load() is pack.sources.claims


# ------------------------------------------------------------------ tools


@every_tool
def test_a_tool_is_documented(pack: Pack, tool: Tool) -> None:
    assert tool.description.endswith(".") and len(tool.description.split()) >= 5
    assert tool.capabilities and tool.outputs
    assert CATALOGUES[pack.name].tools[tool.name] is tool


@every_tool
def test_a_tool_is_typed(pack: Pack, tool: Tool) -> None:
    for name, param in tool.params.items():
        assert param.type != "any" or param.about, f"{name} may be anything, and nothing says what"
        assert not param.required or param.default is None, f"{name} is required, so its default means nothing"
        if param.choices and param.default is not None:
            assert param.default in param.choices
    for name in set(tool.extra.get("columns", ())) - {"*"}:
        assert name in tool.params, f"the frame is said to have the names in {name!r}, which is no param"


@every_tool
def test_registry_and_implementation_agree(pack: Pack, tool: Tool) -> None:
    done = CATALOGUES[pack.name].implementations[tool.name]
    taken = inspect.signature(done).parameters
    assert list(taken)[: len(tool.inputs)] == list(tool.inputs)
    assert set(taken) == {*tool.inputs, *tool.params}
    assert (inspect.getdoc(done) or "").strip(), f"{tool.name} has no docstring"
    for name, param in tool.params.items():
        assert pack is TOY or taken[name].annotation is not inspect.Parameter.empty
        assert (taken[name].default is inspect.Parameter.empty) == param.required, name


@every_pack
def test_nothing_is_implemented_that_is_not_registered(pack: Pack) -> None:
    assert set(CATALOGUES[pack.name].implementations) == set(CATALOGUES[pack.name].tools)


@every_tool
def test_a_tool_that_writes_is_marked(pack: Pack, tool: Tool) -> None:
    if tool.name.startswith(WRITERS):
        assert tool.effect != "none"


# ------------------------------------------------------------------ the coverage mapping


@every_tool
def test_every_capability_has_its_place_in_the_mapping(pack: Pack, tool: Tool) -> None:
    mapping = pack.planning.coverage
    asked = {name for need in mapping.needs.values() for any_of in need.all_of for name in any_of}
    known = asked | set(mapping.aliases) | set(mapping.core) | set(mapping.extra)
    assert set(tool.capabilities) <= known, "put it into needs, aliases, core or extra, and raise the version"


@every_pack
def test_nothing_in_the_mapping_is_without_a_tool(pack: Pack) -> None:
    able = {name for tool in CATALOGUES[pack.name].tools.values() for name in abilities(tool, pack.planning.coverage)}
    asked = {name for need in pack.planning.coverage.needs.values() for any_of in need.all_of for name in any_of}
    assert asked <= able
    assert set(pack.planning.coverage.core) <= able
    assert set(pack.planning.coverage.extra) <= able
    assert set(pack.planning.coverage.aliases.values()) <= able
    assert not set(pack.planning.coverage.extra) & asked, "what a requirement asks for is no extra"


@every_pack
def test_what_must_hold_a_value_is_a_param_of_every_tool_that_could(pack: Pack) -> None:
    for label, need in pack.planning.coverage.needs.items():
        wanted = {name for any_of in need.all_of for name in any_of}
        for tool in CATALOGUES[pack.name].tools.values():
            if need.holding and abilities(tool, pack.planning.coverage) & wanted:
                assert set(need.holding) & set(tool.params), f"{tool.name} could cover {label!r} and hold nothing"


def test_every_label_of_the_form_is_in_the_mapping_of_tables() -> None:
    labels = {f"{kind}.{label}" for kind, label in _labels(Form)}
    assert len(labels) > 30
    assert labels <= set(TABLES.planning.coverage.needs)


@every_pack
def test_the_mapping_has_a_version(pack: Pack) -> None:
    assert pack.planning.coverage.version >= 1


# ------------------------------------------------------------------ intents and templates


@every_pack
def test_every_intent_has_a_template_and_phrasings(pack: Pack) -> None:
    tools = CATALOGUES[pack.name].tools
    from_words = {name for name, template in pack.planning.templates.items() if tools[template.steps[0].tool].drafted}
    assert set(pack.reading.intents) == from_words  # a typed query has a template and needs no phrasings
    for intent, phrasings in pack.reading.intents.items():
        assert len(set(phrasings)) >= 5, intent


@every_pack
def test_templates_use_tools_that_exist_and_were_curated(pack: Pack) -> None:
    for template in pack.planning.templates.values():
        steps = [step.tool for step in template.steps]
        assert set(steps) | set(template.tools) <= set(CATALOGUES[pack.name].tools)
        assert set(steps) <= set(template.tools), f"{template.intent} has a step whose tool it does not offer"
        assert len({step.id for step in template.steps}) == len(template.steps)
        assert template.summary


@every_pack
def test_the_safety_set_exists_and_is_small(pack: Pack) -> None:
    assert set(pack.planning.safety) <= set(CATALOGUES[pack.name].tools)
    assert 1 <= len(pack.planning.safety) <= 3


def test_phrasings_are_given_for_labels_that_exist() -> None:
    assert LABELS
    assert all(said for labels in LABELS.values() for said in labels.values())


# ------------------------------------------------------------------ the folder


@every_pack
def test_the_readme_lists_every_intent(pack: Pack) -> None:
    readme = (pack.folder / "README.md").read_text("utf-8")
    assert [intent for intent in pack.reading.intents if f"`{intent}`" not in readme] == []


@every_pack
def test_the_packs_own_checks_carry_its_name(pack: Pack) -> None:
    for check in (check for check in pack.planning.checks if check not in OF_FRAMES):
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
