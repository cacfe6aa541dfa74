"""One suite for every model: whatever stands behind `fill`, what comes back fits, is counted, or is refused."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from groundplan.contracts import Usage
from groundplan.errors import FillError
from groundplan.llm.base import LLM, Metered, Prompt
from groundplan.llm.fallback import Fallback
from groundplan.llm.fits import misfits
from groundplan.llm.openai import Endpoint
from groundplan.llm.replay import Replay
from groundplan.llm.scripted import Scripted
from llm_server import Unruly, says

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "enum": ["trend", "compare"]},
        "columns": {"type": "array", "items": {"type": "string", "enum": ["region", "revenue"]}, "maxItems": 2},
    },
    "required": ["kind", "columns"],
    "additionalProperties": False,
}
PROMPT = Prompt(system="rules", user="sales over time")
GOOD = json.dumps({"kind": "trend", "columns": ["revenue"]})
BAD = json.dumps({"kind": "guess", "columns": ["profit"]})

Made = Callable[[Unruly, Path, list[str]], LLM]


def endpoint(server: Unruly, folder: Path, answers: list[str]) -> LLM:
    server.will(*(says(answer, {"prompt_tokens": 7, "completion_tokens": 3}) for answer in answers))
    return Endpoint(server.base_url, "unruly-1", timeout=5)


def scripted(server: Unruly, folder: Path, answers: list[str]) -> LLM:
    return Scripted(answers)


def metered(server: Unruly, folder: Path, answers: list[str]) -> LLM:
    return Metered(Scripted(answers))


def fallback(server: Unruly, folder: Path, answers: list[str]) -> LLM:
    return Fallback((Scripted([BAD, BAD]), Scripted(answers)))


def replay(server: Unruly, folder: Path, answers: list[str]) -> LLM:
    return Replay(folder / "cassette.jsonl", Scripted(answers))


MODELS: dict[str, Made] = {
    "endpoint": endpoint, "scripted": scripted, "metered": metered, "fallback": fallback, "replay": replay,
}  # fmt: skip


@pytest.fixture(params=MODELS)
def made(request: pytest.FixtureRequest, unruly: Unruly, tmp_path: Path) -> Callable[[list[str]], LLM]:
    return lambda answers: MODELS[request.param](unruly, tmp_path, answers)


def fill(llm: LLM) -> Any:
    return asyncio.run(llm.fill(PROMPT, SCHEMA))


def test_what_comes_back_fits_the_schema(made: Callable[[list[str]], LLM]) -> None:
    filled = fill(made([GOOD]))
    assert not list(misfits(filled.values, SCHEMA))
    assert filled.values == json.loads(GOOD)
    assert filled.model


def test_a_misfit_is_mended_once_and_both_calls_are_counted(made: Callable[[list[str]], LLM]) -> None:
    filled = fill(made([BAD, GOOD]))
    assert filled.values == json.loads(GOOD)
    assert filled.usage.calls >= 2


def test_what_never_fits_is_refused_not_passed_on(made: Callable[[list[str]], LLM]) -> None:
    with pytest.raises(FillError):
        fill(made([BAD, BAD]))


def test_tokens_are_counted(made: Callable[[list[str]], LLM]) -> None:
    usage: Usage = fill(made([GOOD])).usage
    assert usage.prompt > 0 and usage.completion > 0 and usage.calls >= 1
