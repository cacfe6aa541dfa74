"""Graphs by a language model that answers over HTTP as it was told: right, wrong, late, broken."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from written import call, graph, ref, router, text

from groundplan.contracts import Question
from groundplan.llm.openai import Endpoint
from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.generation.response import responded
from groundplan.packs.workflows.generation.wanted import PlanResponse, Wanted
from groundplan.packs.workflows.parts import FOLDER
from groundplan.packs.workflows.settings import CatalogueSettings
from groundplan.planner import Planner
from groundplan.settings import Settings
from llm_server import Unruly, fails, hangs, says

TASK = "Notify every premium member that the pool is closed, but skip those who are paused."
"""The embedded drafter refuses it: a text that stands in no quotation marks is none to it."""
LIST = call("members", "listMembers", "premium member", "skip those who are paused", tier="premium", paused=False)
SAY = "Notify every premium member that the pool is closed"
SEND = call("notify", "sendEmail", SAY, each="members", to=ref("item.email"), text="The pool is closed")
RIGHT = text(LIST, SEND)
UNFILTERED = call("members", "listMembers", "premium member", "skip those who are paused", tier="premium")
UNKNOWN = call("notify", "broadcastByPigeon", SAY, each="members", to=ref("item.email"), text="The pool is closed")
ADDED = call("more", "cancelBooking", "closed", booking_id="B-1")
ANALYSIS = json.dumps({
    "complexity": "moderate", "requires_tools": True, "requires_routing": False,
    "suggested_node_types": ["executor"], "key_entities": ["member", "pool"], "intent": "Tell members something",
})  # fmt: skip
COUNTED = {"prompt_tokens": 900, "completion_tokens": 100}


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    opened = open_catalogue((str(FOLDER / "data/club.json"),), tmp_path_factory.mktemp("cache"))
    yield opened
    opened.close()


def ask(
    unruly: Unruly, club: Opened, tmp_path: Path, *script: Any, task: str = TASK, analyse: bool = False,
    timeout: float = 5.0, inputs: dict[str, Any] | None = None, **wanted: Any,
) -> PlanResponse:  # fmt: skip
    unruly.will(*script)
    llm = Endpoint(unruly.base_url, "m", timeout=timeout)
    question = Question(text=task, inputs=inputs or {})
    return asyncio.run(responded(question, club, Wanted(**wanted), llm=llm, cache=tmp_path, analyse=analyse))


def test_right_at_first(unruly: Unruly, club: Opened, tmp_path: Path) -> None:
    found = ask(unruly, club, tmp_path, says(RIGHT, COUNTED))
    assert found.success and found.drafter == "model" and found.iterations == 1, found
    assert found.plan and [step.tool for step in found.plan.steps] == ["listMembers", "sendEmail"]
    assert found.graph and found.graph["entry_point"] == "members"
    assert found.tokens == 1000 and found.model == "unruly-1" and found.confidence is None
    assert found.reasoning == "As the words say." and found.validation_log[0].valid
    body = unruly.bodies[0]
    assert body["temperature"] == 0 and body["max_tokens"] == 4096
    sent = json.dumps(body["response_format"])
    assert '"const": "sendEmail"' in sent and '"const": "cancelBooking"' in sent


def test_the_task_is_analysed_first_where_that_is_wanted(unruly: Unruly, club: Opened, tmp_path: Path) -> None:
    found = ask(unruly, club, tmp_path, says(ANALYSIS), says(RIGHT), analyse=True)
    assert found.success and found.analysis and found.analysis.intent == "Tell members something"
    assert unruly.bodies[0]["max_tokens"] == 1024 and "Tell members something" in str(unruly.bodies[1]["messages"])


def test_a_failed_analysis_is_not_fatal(unruly: Unruly, club: Opened, tmp_path: Path) -> None:
    found = ask(unruly, club, tmp_path, says("I cannot."), says("No."), says(RIGHT), analyse=True)
    assert found.success and found.analysis and found.analysis.complexity == "simple"
    assert any("was not analysed" in note for note in found.notes)


@pytest.mark.parametrize(
    "written",
    [f"```json\n{RIGHT}\n```", f"Here is the graph:\n\n```\n{RIGHT}\n```\nIt has two nodes.", f"Sure! {RIGHT} Done."],
)
def test_json_is_found_wherever_it_stands(unruly: Unruly, club: Opened, tmp_path: Path, written: str) -> None:
    assert ask(unruly, club, tmp_path, says(written)).iterations == 1


def test_what_can_be_mended_is_mended_before_anybody_is_asked_again(
    unruly: Unruly, club: Opened, tmp_path: Path
) -> None:
    inner = graph(LIST, SEND)["graph"]
    nodes = {node["id"]: node for node in inner["nodes"]}
    nodes["notify"] = json.loads(json.dumps(nodes["notify"]).replace("sendEmail", "send_email"))
    edges = [{"from": "members", "to": "notify"}, {"from": "notify", "to": "nowhere"}]
    found = ask(unruly, club, tmp_path, says(json.dumps({"nodes": nodes, "edges": edges, "entry_node": "Members"})))
    assert found.success and found.iterations == 1, found.validation_log
    kinds = {told.split()[1].rstrip(":") for told in found.validation_log[0].repairs}
    assert {"dangling-edge", "tool-name"} <= kinds


def test_every_error_is_told_at_once_and_mended_at_second(unruly: Unruly, club: Opened, tmp_path: Path) -> None:
    found = ask(unruly, club, tmp_path, says(text(UNFILTERED, UNKNOWN)), says(RIGHT))
    assert found.success and found.iterations == 2
    told = "\n".join(found.validation_log[0].errors)
    assert "no tool named 'broadcastByPigeon'" in told and "'skip'" in told
    assert told.splitlines()[0] in str(unruly.bodies[1]["messages"][1]["content"])
    assert "attempt 1" in str(unruly.bodies[1]["messages"])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ((UNFILTERED, SEND), "no step was read from 'paused'"),
        ((LIST, SEND, ADDED), "cancelBooking changes something, and no words of the task ask for it"),
        ((LIST, call("notify", "sendEmail", SAY, each="members", to=ref("item.mail"), text="The pool is closed")),
         "has no 'mail'; did you mean 'email'?"),
        ((LIST, call("notify", "sendEmail", SAY, each="members", to=ref("item.email"), text="The bar is closed")),
         "'text' of sendEmail is 'The bar is closed', which the task does not say"),
    ],
)  # fmt: skip
def test_better_and_never_looser(
    unruly: Unruly, club: Opened, tmp_path: Path, wrong: tuple[Any, ...], said: str
) -> None:
    """What stays at fault is no plan: the embedded drafter's own refusal stands, with what would help."""
    found = ask(unruly, club, tmp_path, says(text(*wrong)))
    assert not found.success and found.plan is None and found.graph is None and found.iterations == 3
    assert all(any(said in error for error in one.errors) for one in found.validation_log), found.validation_log
    assert "no step was read from" in found.error and found.advice


def test_a_condition_that_is_dropped_or_turned_round_is_caught(unruly: Unruly, club: Opened, tmp_path: Path) -> None:
    task = "If the member is paused, notify them that the course is full."
    who = call("member", "getMember", "the member", member_id=ref("inputs.member_id"))
    sent = call("notify", "sendEmail", task, to=ref("member.email"), text="the course is full")
    turned = router("check", "If the member is paused", routes={"member.paused == false": "notify"})
    right = router("check", "If the member is paused", routes={"member.paused": "notify"})
    script = says(text(who, sent)), says(text(who, turned, sent)), says(text(who, right, sent))
    found = ask(unruly, club, tmp_path, *script, task=task, inputs={"member_id": "M-1"})
    dropped, opposite, last = found.validation_log
    assert any("is done in any case" in one for one in dropped.errors)
    assert any("says the opposite" in one for one in opposite.errors)
    assert last.valid and found.plan and found.plan.steps[-1].when == "member.paused"


def test_changes_that_the_words_say_by_themselves_are_not_overruled(
    unruly: Unruly, club: Opened, tmp_path: Path
) -> None:
    task = 'Send "Hi" to all premium members.'
    members = call("members", "listMembers", "premium members", tier="premium")
    sent = call("send", "sendEmail", task, each="members", to=ref("item.email"), subject="Hi", text="Hi")
    found = ask(unruly, club, tmp_path, says(text(members, sent)), task=task)
    assert found.success and found.drafter == "embedded"
    assert found.plan and "subject" not in found.plan.steps[-1].args


@pytest.mark.parametrize(
    "script",
    [
        (fails(429, "slow down"), says(RIGHT)),
        (fails(500), fails(503), says(RIGHT)),
        (says("garbage"), says(RIGHT)),
        (says(RIGHT[: len(RIGHT) // 2], finish="length"), says(RIGHT)),
        (hangs, says(RIGHT)),
    ],
)
def test_what_passes_is_tried_again(unruly: Unruly, club: Opened, tmp_path: Path, script: tuple[Any, ...]) -> None:
    found = ask(unruly, club, tmp_path, *script, timeout=1.0)
    assert found.success and found.drafter == "model"


def test_a_busy_server_is_asked_three_times_and_then_drafted_without(
    unruly: Unruly, club: Opened, tmp_path: Path
) -> None:
    found = ask(unruly, club, tmp_path, fails(500), task="Cancel the booking.", inputs={"booking_id": "B-1"})
    assert unruly.has_been_asked(3) and found.success and found.drafter == "embedded"
    assert any("cannot be reached or is failing" in note for note in found.notes)


def test_a_critical_fault_is_told_at_once(unruly: Unruly, club: Opened, tmp_path: Path) -> None:
    found = ask(unruly, club, tmp_path, fails(401, "no key"))
    assert unruly.has_been_asked(1) and not found.success and any("check the key" in note for note in found.notes)


@pytest.mark.parametrize(
    ("wanted", "code", "advice"),
    [
        ({"max_nodes": 1}, "too-many-nodes", "allow more nodes than 1"),
        ({"available_tools": ("listMembers",)}, "tool-not-allowed", "allow the tool"),
        ({"preferred_modes": ("llm",)}, "mode-not-allowed", "allow other modes than llm"),
    ],
)
def test_constraints_hold_whoever_drafts(
    unruly: Unruly, club: Opened, tmp_path: Path, wanted: dict[str, Any], code: str, advice: str
) -> None:
    by_model = ask(unruly, club, tmp_path, says(RIGHT), **wanted)
    assert not by_model.success and code in by_model.validation_log[-1].codes
    task = Question(text='Send "Hi" to all premium members.')
    found = asyncio.run(responded(task, club, Wanted(**wanted), llm=None, cache=tmp_path))
    assert not found.success and code in found.validation_log[-1].codes and found.plan is None
    assert any(advice in one for one in (*by_model.advice, *found.advice))


def test_without_validation_the_graph_is_shown_with_its_faults_and_makes_no_plan(
    unruly: Unruly, club: Opened, tmp_path: Path
) -> None:
    found = ask(unruly, club, tmp_path, says(text(LIST, UNKNOWN)), require_validation=False)
    assert found.iterations == 1 and found.graph and found.plan is None and not found.success


def test_attempts_are_as_many_as_were_allowed(unruly: Unruly, club: Opened, tmp_path: Path) -> None:
    assert ask(unruly, club, tmp_path, says("no"), max_iterations=2).iterations == 2 and unruly.has_been_asked(2)


def test_what_fits_two_operations_is_asked_back_and_not_guessed(unruly: Unruly, club: Opened, tmp_path: Path) -> None:
    found = ask(unruly, club, tmp_path, says(RIGHT), task="Cancel all bookings.")
    assert not found.success or found.drafter == "embedded"


def test_the_whole_road_takes_a_models_graph_that_accounts_for_the_task(unruly: Unruly, tmp_path: Path) -> None:
    unruly.will(says(ANALYSIS), says(text(UNFILTERED, SEND)), says(RIGHT))
    planner = Planner(Settings(cache=tmp_path, model_url=unruly.base_url, model="m"))
    run = asyncio.run(planner.answer(Question(text=TASK, sources=(str(FOLDER / "data/club.json"),))))
    planner.close()
    assert run.status == "answered" and run.plan is not None, run.answer
    assert run.plan.steps[0].args == {"tier": "premium", "paused": False} and run.tokens.calls == 3
    assert unruly.has_been_asked(3)


def test_draft_prints_the_response(unruly: Unruly, cli: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    unruly.will(says(RIGHT))
    monkeypatch.setenv("GROUNDPLAN_MODEL_URL", unruly.base_url)
    monkeypatch.setenv("GROUNDPLAN_MODEL", "m")
    told = cli("draft", TASK, str(FOLDER / "data/club.json"), "--no-analysis", "--json", "--stream")
    found = json.loads(told.out)
    assert told.code == 0 and found["drafter"] == "model" and found["graph"]["nodes"][0]["id"] == "members"
    told_of = [json.loads(line)["drafting"] for line in told.err.splitlines()]
    assert told_of == ["graph, attempt 1 of 3", "graph is sound"]
    refused = cli("draft", TASK, str(FOLDER / "data/club.json"), "--no-analysis", "--max-nodes", "1")
    assert refused.code == 1 and "allow more nodes than 1" in refused.out


def test_a_model_may_let_a_node_ask_it_where_the_task_asks_for_that(unruly: Unruly, tmp_path: Path) -> None:
    task = "Write a greeting and send it to the member."
    who = call("member", "getMember", "the member", member_id=ref("inputs.member_id"))
    config = {"mode": "llm", "prompt": "Write a greeting for {{member.name}}."}
    words = {"id": "greeting", "type": "executor", "said": ["Write a greeting"], "config": config}
    send = call("send", "sendEmail", "send it to the member", to=ref("member.email"), text=ref("greeting"))
    unruly.will(says(text(who, words, send)))
    question = Question(text=task, inputs={"member_id": "M-1"})
    found = {}
    for model in ("", "m"):
        settings = CatalogueSettings(model_url=unruly.base_url, model=model, secret={})
        opened = open_catalogue((str(FOLDER / "data/club.json"),), tmp_path, settings)
        asked = responded(question, opened, Wanted(), llm=Endpoint(unruly.base_url, "m"), cache=tmp_path,
                          analyse=False, settings=settings)  # fmt: skip
        found[model] = asyncio.run(asked)
        opened.close()
    assert not found[""].success and "no-model" in found[""].validation_log[0].codes
    assert found["m"].validation_log[0].errors == ()
    assert found["m"].plan and [step.tool for step in found["m"].plan.steps][-2:] == ["llm", "sendEmail"]


def test_a_plan_with_a_node_that_asks_is_told_on_its_card(unruly: Unruly, tmp_path: Path) -> None:
    task = "Write a greeting and send it to the member."
    who = call("member", "getMember", "the member", member_id=ref("inputs.member_id"))
    words = {"id": "greeting", "type": "executor", "said": ["Write a greeting"],
             "config": {"mode": "llm", "prompt": "Write a greeting for {{member.name}}."}}  # fmt: skip
    send = call("send", "sendEmail", "send it to the member", to=ref("member.email"), text=ref("greeting"))
    unruly.will(says(text(who, words, send)))
    own = CatalogueSettings(model_url=unruly.base_url, model="m", analysis_tokens=0, runs=tmp_path, secret={})
    settings = Settings(cache=tmp_path, model_url=unruly.base_url, model="m", packs={"workflows": own})
    planner = Planner(settings)
    asked = Question(text=task, sources=(str(FOLDER / "data/club.json"),), inputs={"member_id": "M-1"})
    run = asyncio.run(planner.answer(asked))
    planner.close()
    assert run.status == "answered" and run.answer, (run.findings, run.notes)
    assert "Ask a model: llm(prompt = its" not in run.answer.text and "Ask a model: llm(" in run.answer.text
    assert "Written by: send; each has to be approved." in run.answer.text
