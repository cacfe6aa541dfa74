"""The protocol with a model that is really there, and really weak: SmolLM2-135M behind llama.cpp's server."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from groundplan.errors import ModelError
from groundplan.llm.base import Filled, Metered, Prompt, UnfilledError
from groundplan.llm.fallback import Fallback
from groundplan.llm.fits import misfits
from groundplan.llm.openai import Endpoint
from groundplan.llm.replay import Replay
from groundplan.llm.schema import NUMBER, closed, one_of
from groundplan.llm.scripted import Scripted
from llm_server import Unruly, WeakModel, relays

PROMPT = Prompt(system="Answer in JSON.", user="Which letters are the best?")
ODD = closed(primary=one_of(["zq-17", "vx-04"]), confidence=NUMBER)
"""Labels that no model would come up with: only a constraint can make it say them."""


def endpoint(model: WeakModel, **settings: Any) -> Endpoint:
    return Endpoint(model.base_url, model.name, **{"timeout": 120.0, "max_tokens": 48, **settings})


def test_the_server_is_up_in_seconds(weak_model: WeakModel) -> None:
    assert weak_model.startup < 30


@pytest.fixture(scope="module")
def metered(weak_model: WeakModel) -> Metered:
    return Metered(endpoint(weak_model))


@pytest.fixture(scope="module")
def filled(metered: Metered) -> Filled:
    """One answer, looked at from several sides: each costs a second or more."""
    return asyncio.run(metered.fill(PROMPT, ODD))


def test_a_weak_model_cannot_leave_the_enum(filled: Filled) -> None:
    assert filled.values["primary"] in ("zq-17", "vx-04")
    assert filled.model == "smollm2"
    assert json.loads(filled.raw) == filled.values


def test_tokens_are_counted_by_the_server(filled: Filled, metered: Metered) -> None:
    assert not filled.estimated
    assert filled.usage.calls == 1
    assert 10 <= filled.usage.prompt <= 60
    assert 10 <= filled.usage.completion <= 48
    assert metered.usage == filled.usage


def test_the_same_answer_twice_the_second_time_recorded(filled: Filled, weak_model: WeakModel, tmp_path: Path) -> None:
    cassette = tmp_path / "smollm2.jsonl"
    recorded = asyncio.run(Replay(cassette, endpoint(weak_model)).fill(PROMPT, ODD))
    assert recorded.values == filled.values, "temperature 0"
    assert asyncio.run(Replay(cassette).fill(PROMPT, ODD)) == recorded


def test_left_free_the_same_model_misfits_and_is_repaired_or_refused(weak_model: WeakModel, unruly: Unruly) -> None:
    unruly.will(relays(weak_model.base_url))
    metered = Metered(Endpoint(unruly.base_url, weak_model.name, timeout=120.0, max_tokens=32))
    try:
        values = asyncio.run(metered.fill(PROMPT, ODD)).values
    except UnfilledError as refused:
        assert "does not fit its contract" in str(refused)
    else:
        assert misfits(values, ODD) == []
    assert metered.usage.calls == 2
    assert "zq-17" not in json.dumps(unruly.bodies[0]["messages"])
    assert "zq-17" in json.dumps(unruly.bodies[0]["response_format"])


def test_a_capable_model_stands_in_when_the_weak_one_is_cut_off(weak_model: WeakModel) -> None:
    values = {"primary": "vx-04", "confidence": 1}
    chain = Fallback((endpoint(weak_model, max_tokens=2), Scripted([values])))
    filled = asyncio.run(chain.fill(PROMPT, ODD))
    assert filled.values == values
    assert filled.usage.calls == 3


def test_a_prompt_beyond_the_context_says_so(weak_model: WeakModel) -> None:
    long = Prompt(system="Answer in JSON.", user="sales " * 6_000)
    with pytest.raises(ModelError, match=r"status 400: .*context.*shorten the question"):
        asyncio.run(endpoint(weak_model).fill(long, ODD))
