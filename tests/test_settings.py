"""Where settings come from, and which of two names counts."""

from __future__ import annotations

import pytest

from groundplan.errors import UsageError
from groundplan.packs.knowledge import pack as knowledge
from groundplan.packs.knowledge.settings import KnowledgeSettings
from groundplan.packs.workflows.settings import CatalogueSettings
from groundplan.settings import Settings


def test_the_planner_model_is_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDPLAN_PLANNER_MODEL", "planner")
    monkeypatch.setenv("GROUNDPLAN_PLANNER_MAX_TOKENS", "300")
    assert (Settings.from_environment().model, Settings.from_environment().max_tokens) == ("planner", 300)
    monkeypatch.setenv("GROUNDPLAN_MODEL", "model")
    assert Settings.from_environment().model == "model"
    assert Settings.from_environment(model="given").model == "given"


def test_numbers_are_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDPLAN_PLAN_CONFIDENCE_THRESHOLD", "0.7")
    monkeypatch.setenv("GROUNDPLAN_MAX_TOOL_CALLS", "3")
    read = Settings.from_environment().of_pack(knowledge)
    assert (read.plan_confidence_threshold, read.max_tool_calls) == (0.7, 3)
    monkeypatch.setenv("GROUNDPLAN_MAX_TOOL_CALLS", "many")
    with pytest.raises(UsageError, match="GROUNDPLAN_MAX_TOOL_CALLS is 'many'"):
        Settings.from_environment().of_pack(knowledge)


def test_settings_of_a_pack_may_be_given_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROUNDPLAN_MAX_TOOL_CALLS", "3")
    given = Settings(packs={"knowledge": KnowledgeSettings(max_tool_calls=7)})
    assert given.of_pack(knowledge).max_tool_calls == 7
    assert Settings().of_pack(knowledge).max_tool_calls == 5  # nothing is read where nobody asked for the environment


def test_a_setting_that_is_a_mapping_holds_all_variables_that_begin_with_its_name() -> None:
    variables = {"GROUNDPLAN_SECRET": "a", "GROUNDPLAN_SECRET_SHOP": "b", "GROUNDPLAN_SECRETARY": "c"}
    read = Settings(variables={**variables, "GROUNDPLAN_CALL_TRIES": "2"}).read(CatalogueSettings)
    assert read == {"secret": {"GROUNDPLAN_SECRET": "a", "GROUNDPLAN_SECRET_SHOP": "b"}, "call_tries": 2}
    assert "'b'" not in repr(CatalogueSettings(**read))
