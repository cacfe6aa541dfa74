"""The endpoint against a real server that misbehaves: real sockets, nothing patched."""

from __future__ import annotations

import asyncio
import json
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest
import stamina

from groundplan.contracts import Usage
from groundplan.errors import FillError, ModelError
from groundplan.llm.base import Filled, Prompt, UnfilledError
from groundplan.llm.openai import Endpoint
from llm_server import Unruly, drops, fails, hangs, needs, says, sends, trickles

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "kind": {"type": "string", "enum": ["trend", "compare"]},
        "why": {"type": "string", "maxLength": 40},
    },
    "required": ["kind", "why"],
    "additionalProperties": False,
}
GOOD = '{"kind": "trend", "why": "over time"}'
TOKENS = {"prompt_tokens": 30, "completion_tokens": 12}
PROMPT = Prompt(system="Answer in JSON.", user="sales over time")


@pytest.fixture
def no_backoff() -> Iterator[None]:
    """Three tries, no waiting in between."""
    stamina.set_testing(True, attempts=3, cap=True)
    yield
    stamina.set_testing(False)


def fill(server: Unruly, **settings: Any) -> Filled:
    endpoint = Endpoint(server.base_url, "tiny", **{"timeout": 5.0, **settings})
    return asyncio.run(endpoint.fill(PROMPT, SCHEMA))


def test_the_request_is_bound_by_the_schema_and_carries_the_key(unruly: Unruly) -> None:
    unruly.will(says(GOOD, TOKENS))
    filled = fill(unruly, key="secret", max_tokens=77)
    assert unruly.paths == ["/v1/chat/completions"]
    assert unruly.headers[0]["authorization"] == "Bearer secret"
    assert unruly.bodies[0] == {
        "model": "tiny",
        "temperature": 0,
        "max_tokens": 77,
        "messages": [{"role": "system", "content": PROMPT.system}, {"role": "user", "content": PROMPT.user}],
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answer", "strict": True, "schema": SCHEMA},
        },
    }
    assert filled == Filled(
        values={"kind": "trend", "why": "over time"},
        usage=Usage(prompt=30, completion=12, calls=1),
        model="unruly-1",
        raw=GOOD,
    )


def test_no_key_sends_no_authorization_and_none_takes_an_option_away(unruly: Unruly) -> None:
    unruly.will(says(GOOD))
    fill(unruly, options={"temperature": None, "seed": 7})
    assert "authorization" not in unruly.headers[0]
    assert unruly.bodies[0]["seed"] == 7
    assert "temperature" not in unruly.bodies[0]


def test_a_key_is_never_printed() -> None:
    assert "secret" not in repr(Endpoint("http://localhost", "tiny", key="secret"))


@pytest.mark.usefixtures("no_backoff")
@pytest.mark.parametrize("first", [fails(429), fails(500), fails(503), drops], ids=["429", "500", "503", "drop"])
def test_what_may_pass_is_tried_again(unruly: Unruly, first: Any) -> None:
    unruly.will(first, first, says(GOOD, TOKENS))
    assert fill(unruly).values["kind"] == "trend"
    assert len(unruly.bodies) == 3


@pytest.mark.usefixtures("no_backoff")
def test_a_server_that_keeps_failing_is_one_sentence_with_url_status_and_next_move(unruly: Unruly) -> None:
    unruly.will(fails(503, "loading model"))
    with pytest.raises(ModelError) as caught:
        fill(unruly)
    assert len(unruly.bodies) == 3
    assert str(caught.value) == (
        f"{unruly.base_url}/chat/completions cannot be reached or is failing (status 503: loading model); "
        "see whether the server runs, and check the base URL and the key"
    )


@pytest.mark.parametrize(("status", "move"), [(401, "check the key"), (404, "often ends in `/v1`"), (418, "base URL")])
def test_what_cannot_pass_is_asked_once(unruly: Unruly, status: int, move: str) -> None:
    unruly.will(fails(status, "denied"))
    with pytest.raises(ModelError, match=f"status {status} .denied.") as caught:
        fill(unruly, key="secret")
    assert len(unruly.bodies) == 1
    assert move in str(caught.value)
    assert unruly.base_url in str(caught.value)
    assert "secret" not in str(caught.value)


@pytest.mark.usefixtures("no_backoff")
@pytest.mark.parametrize("slow", [hangs, trickles])
def test_a_try_ends_at_its_timeout_even_if_bytes_keep_coming(unruly: Unruly, slow: Any) -> None:
    unruly.will(slow)
    with pytest.raises(ModelError, match=r"did not answer within 1\.5 s on 3 tries"):
        fill(unruly, timeout=1.5)
    assert unruly.has_been_asked(3)


@pytest.mark.usefixtures("no_backoff")
def test_a_server_that_hung_once_is_asked_again(unruly: Unruly) -> None:
    unruly.will(hangs, says(GOOD))
    assert fill(unruly, timeout=2).values["kind"] == "trend"


@pytest.mark.usefixtures("no_backoff")
def test_nobody_listening() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(ModelError, match="cannot be reached"):
            asyncio.run(Endpoint(f"http://127.0.0.1:{port}/v1", "tiny").fill(PROMPT, SCHEMA))


@pytest.mark.usefixtures("no_backoff")
@pytest.mark.parametrize("url", ["localhost:1", "http://[", "ftp://localhost"])
def test_an_address_that_is_none(url: str) -> None:
    with pytest.raises(ModelError, match="check the base URL"):
        asyncio.run(Endpoint(url, "tiny").fill(PROMPT, SCHEMA))


def test_a_busy_server_is_left_alone_for_as_long_as_it_asks(unruly: Unruly) -> None:
    unruly.will(fails(429, "slow down", Retry_After="1"), says(GOOD))
    started = time.perf_counter()
    fill(unruly)
    assert time.perf_counter() - started >= 1.0


def test_the_backoff_is_real(unruly: Unruly) -> None:
    unruly.will(fails(503), says(GOOD))
    started = time.perf_counter()
    fill(unruly)
    assert time.perf_counter() - started >= 0.5


def test_a_retry_says_nothing_on_stderr(unruly: Unruly) -> None:
    unruly.will(fails(503), says(GOOD))
    script = f"""
import asyncio
from groundplan.llm.base import Prompt
from groundplan.llm.openai import Endpoint
asyncio.run(Endpoint({unruly.base_url!r}, "tiny").fill(Prompt(system="", user=""), {SCHEMA!r}))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(unruly.bodies) == 2


def test_a_server_without_response_format_gets_the_schema_in_the_prompt(unruly: Unruly) -> None:
    unruly.will(needs("unknown field response_format", lambda body: "response_format" not in body, says(GOOD)))
    endpoint = Endpoint(unruly.base_url, "tiny")
    assert asyncio.run(endpoint.fill(PROMPT, SCHEMA)).values["kind"] == "trend"
    system = unruly.bodies[-1]["messages"][0]["content"]
    assert system.startswith(PROMPT.system)
    assert json.dumps(SCHEMA, separators=(",", ":")) in system
    assert len(unruly.bodies) == 3
    asyncio.run(endpoint.fill(PROMPT, SCHEMA))
    assert len(unruly.bodies) == 5, "another schema may fare better, so one is offered each time"


def test_a_server_that_rejects_bounds_is_still_bound_by_the_shape(unruly: Unruly) -> None:
    unruly.will(needs("maxLength is not permitted", lambda body: "maxLength" not in json.dumps(body), says(GOOD)))
    endpoint = Endpoint(unruly.base_url, "tiny")
    asyncio.run(endpoint.fill(PROMPT, SCHEMA))
    bound = unruly.bodies[-1]["response_format"]["json_schema"]["schema"]
    assert len(unruly.bodies) == 2
    assert bound["properties"] == {"kind": SCHEMA["properties"]["kind"], "why": {"type": "string"}}
    asyncio.run(endpoint.fill(PROMPT, SCHEMA))
    assert len(unruly.bodies) == 3, "and is not asked twice from then on"


def test_a_request_rejected_in_every_form_says_what_the_server_said(unruly: Unruly) -> None:
    unruly.will(fails(400, "context length exceeded"))
    with pytest.raises(ModelError, match=r"status 400: context length exceeded.*shorten the question"):
        fill(unruly)


@pytest.mark.parametrize(
    "text",
    [f"```json\n{GOOD}\n```", f"Sure! Here it is:\n{GOOD}\nAnything else?", f"<think>{{maybe}}</think>{GOOD}"],
    ids=["fence", "prose", "thoughts"],
)
def test_json_is_found_wherever_it_stands(unruly: Unruly, text: str) -> None:
    unruly.will(says(text, TOKENS))
    filled = fill(unruly)
    assert filled.values == json.loads(GOOD)
    assert filled.raw == text
    assert len(unruly.bodies) == 1


def test_a_misfit_is_repaired_with_the_faults_listed(unruly: Unruly) -> None:
    unruly.will(says('{"kind": "trends"}', TOKENS), says(GOOD, TOKENS))
    filled = fill(unruly)
    assert filled.usage == Usage(prompt=60, completion=24, calls=2)
    _, _, said, repair = unruly.bodies[1]["messages"]
    assert said == {"role": "assistant", "content": '{"kind": "trends"}'}
    assert "- why: is missing\n" in repair["content"]
    assert "- kind: 'trends' is not allowed, did you mean 'trend'? there are trend, compare" in repair["content"]


def test_a_misfit_twice_is_an_error_that_knows_its_cost(unruly: Unruly) -> None:
    unruly.will(says("I would rather not.", TOKENS))
    with pytest.raises(FillError, match=r"model 'unruly-1' does not fit .*holds no JSON object") as caught:
        fill(unruly)
    assert isinstance(caught.value, UnfilledError)
    assert caught.value.usage == Usage(prompt=60, completion=24, calls=2)


def test_an_answer_that_was_cut_off_is_said_to_be(unruly: Unruly) -> None:
    unruly.will(says('{"kind": "trend", "why": "because', TOKENS, finish="length"), says(GOOD))
    fill(unruly)
    assert "was cut off after 12 tokens" in unruly.bodies[1]["messages"][-1]["content"]


def test_tokens_are_estimated_and_flagged_where_the_server_counts_none(unruly: Unruly) -> None:
    unruly.will(says(GOOD))
    filled = fill(unruly)
    assert filled.estimated
    assert filled.usage == Usage(
        prompt=(len(PROMPT.system) + len(PROMPT.user)) // 4, completion=len(GOOD) // 4, calls=1
    )


@pytest.mark.parametrize("body", ["<html>welcome</html>", "[]", '{"choices": []}', '{"choices": [{"message": null}]}'])
def test_an_answer_of_another_protocol(unruly: Unruly, body: str) -> None:
    unruly.will(sends(200, body))
    with pytest.raises(ModelError, match="not in the shape of chat completions"):
        fill(unruly)


def test_an_empty_answer_is_a_misfit(unruly: Unruly) -> None:
    unruly.will(says(None), says(GOOD))
    assert fill(unruly).usage.calls == 2


def test_who_mends_answers_is_given_what_fits_loosely_and_nothing_is_asked_twice(unruly: Unruly) -> None:
    loose = PROMPT.model_copy(update={"taken": {"type": "object", "required": ["kind"]}, "budget": 77})
    unruly.will(says('{"kind": "other"}', TOKENS), says("no", TOKENS))
    llm = Endpoint(unruly.base_url, "m")
    assert asyncio.run(llm.fill(loose, SCHEMA)).values == {"kind": "other"}
    with pytest.raises(UnfilledError, match="holds no JSON object") as unfilled:
        asyncio.run(llm.fill(loose, SCHEMA))
    assert unfilled.value.usage.calls == 1 and unruly.has_been_asked(2)
    assert [body["max_tokens"] for body in unruly.bodies] == [77, 77]
    assert unruly.bodies[0]["response_format"]["json_schema"]["schema"] == SCHEMA
