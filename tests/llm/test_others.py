"""The models that stand in for, back up, count and record other models."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from groundplan.contracts import Usage
from groundplan.errors import FillError, ModelError
from groundplan.llm.base import LLM, Filled, Metered, Prompt, UnfilledError
from groundplan.llm.fallback import Fallback
from groundplan.llm.replay import Replay
from groundplan.llm.scripted import Scripted

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"kind": {"type": "string", "enum": ["trend", "compare"]}},
    "required": ["kind"],
    "additionalProperties": False,
}
PROMPT = Prompt(system="rules", user="sales over time")


def fill(llm: LLM, prompt: Prompt = PROMPT) -> Filled:
    return asyncio.run(llm.fill(prompt, SCHEMA))


# ------------------------------------------------------------------ scripted


def test_a_script_is_a_list() -> None:
    llm = Scripted([{"kind": "trend"}, '```{"kind": "compare"}```'])
    assert [fill(llm).values["kind"], fill(llm).values["kind"]] == ["trend", "compare"]
    assert llm.prompts == [PROMPT, PROMPT]
    with pytest.raises(ModelError, match="no line left"):
        fill(llm)


def test_a_script_is_a_function() -> None:
    def answer(prompt: Prompt, schema: Mapping[str, Any]) -> dict[str, Any]:
        return {"kind": "trend" if "over time" in prompt.user else schema["properties"]["kind"]["enum"][-1]}

    llm = Scripted(answer)
    assert fill(llm).values == {"kind": "trend"}
    assert fill(llm, Prompt(system="", user="by region")).values == {"kind": "compare"}


def test_a_script_is_judged_like_any_model() -> None:
    filled = fill(Scripted(["nonsense", {"kind": "trend"}]))
    assert filled.values == {"kind": "trend"}
    assert filled.usage.calls == 2
    assert filled.estimated
    with pytest.raises(FillError):
        fill(Scripted(["nonsense", {"kind": "trends"}]))


# ------------------------------------------------------------------ metered


def test_every_call_is_counted_the_failed_ones_included() -> None:
    metered = Metered(Scripted([{"kind": "trend"}, "nonsense", "nonsense", {"kind": "compare"}]))
    first = fill(metered).usage
    with pytest.raises(FillError):
        fill(metered)
    assert metered.usage.calls == 3
    assert metered.usage.prompt > first.prompt
    fill(metered)
    assert metered.usage.calls == 4
    assert metered.estimated


# ------------------------------------------------------------------ fallback


def test_the_next_model_is_asked_and_what_the_first_spent_is_counted() -> None:
    down, weak, good = Scripted([ModelError("down")]), Scripted(["a", "b"]), Scripted([{"kind": "trend"}])
    filled = fill(Fallback((down, weak, good)))
    assert filled.values == {"kind": "trend"}
    assert filled.usage.calls == 3


def test_a_model_that_answers_is_the_last_one_asked() -> None:
    spare = Scripted([{"kind": "compare"}])
    assert fill(Fallback((Scripted([{"kind": "trend"}]), spare))).values == {"kind": "trend"}
    assert spare.prompts == []


def test_when_all_fail_each_cause_is_named() -> None:
    with pytest.raises(ModelError, match=r"none of 2 models could fill the form: here \| there"):
        fill(Fallback((Scripted([ModelError("here")]), Scripted([ModelError("there")]))))
    with pytest.raises(UnfilledError, match="none of 2 models") as caught:
        fill(Fallback((Scripted(["a", "b"]), Scripted([ModelError("there")]))))
    assert caught.value.usage.calls == 2
    with pytest.raises(ModelError, match="holds no model"):
        fill(Fallback(()))


def test_a_fault_in_our_own_code_is_not_papered_over() -> None:
    with pytest.raises(KeyError):
        fill(Fallback((Scripted([KeyError("bug")]), Scripted([{"kind": "trend"}]))))


# ------------------------------------------------------------------ replay


def test_what_is_recorded_once_is_played_back_without_a_model(tmp_path: Path) -> None:
    cassette = tmp_path / "tapes" / "answers.jsonl"
    recorded = fill(Replay(cassette, Scripted([{"kind": "trend"}])))
    assert fill(Replay(cassette)) == recorded
    assert recorded.usage != Usage()
    spare = Scripted([{"kind": "compare"}])
    assert fill(Replay(cassette, spare)) == recorded
    assert spare.prompts == [], "what the cassette has is not asked again"


def test_another_prompt_or_another_schema_is_another_recording(tmp_path: Path) -> None:
    cassette = tmp_path / "answers.jsonl"
    other = Prompt(system="rules", user="sales by region")
    llm = Replay(cassette, Scripted([{"kind": "trend"}, {"kind": "compare"}]))
    fill(llm)
    fill(llm, other)
    assert len(cassette.read_text().splitlines()) == 2
    assert fill(Replay(cassette), other).values == {"kind": "compare"}
    with pytest.raises(ModelError, match="record it again"):
        asyncio.run(Replay(cassette).fill(PROMPT, {**SCHEMA, "required": []}))


def test_a_broken_cassette_names_its_line(tmp_path: Path) -> None:
    cassette = tmp_path / "answers.jsonl"
    fill(Replay(cassette, Scripted([{"kind": "trend"}])))
    with cassette.open("a") as file:
        file.write("{}\n")
    with pytest.raises(ModelError, match=r"line 2 of .*answers\.jsonl"):
        fill(Replay(cassette))
