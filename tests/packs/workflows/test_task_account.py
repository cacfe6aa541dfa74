"""The account of a task: words that no step quotes, and parts that no word says."""

from __future__ import annotations

from typing import Any

from groundplan.contracts import Brief, Coverage, Param, Plan, Step, Tool
from groundplan.packs.workflows.checks import unread_span, unsaid_part

TASK = 'Send "Hello" to all premium members, not to the others.'
SEND = Tool(
    name="sendEmail", description="Send an e-mail.", effect="outside", outputs=("result",),
    params={"to": Param(type="string"), "text": Param(type="string"), "tier": Param(choices=("basic", "premium"))},
)  # fmt: skip


def brief(quotes: dict[str, list[list[int]]]) -> Brief:
    tools = {"sendEmail": SEND}
    form: dict[str, Any] = {"steps": [], "quotes": quotes}
    return Brief(goal=TASK, form=form, tools=tools, catalogue=tools, coverage=Coverage(version=1, needs={}))


def plan(**args: Any) -> Plan:
    return Plan(goal=TASK, steps=(Step(id="send", tool="sendEmail", args=args),))


def place(words: str) -> list[int]:
    return [TASK.index(words), TASK.index(words) + len(words)]


def test_words_that_nothing_quotes_are_named() -> None:
    quotes = {"send": [place('Send "Hello" to all premium members')]}
    left = [finding.message for finding in unread_span(plan(text="Hello"), brief(quotes))]
    assert left == ["no step was read from 'not'", "no step was read from 'others'"]
    assert not [*unread_span(plan(text="Hello"), brief({"send": [[0, len(TASK)]]}))]


def test_a_write_quotes_words_and_writes_no_others() -> None:
    whole = {"send": [[0, len(TASK)]]}
    assert not [*unsaid_part(plan(text="Hello", to={"$ref": "item.email"}, tier="premium"), brief(whole))]
    (unsaid,) = unsaid_part(plan(text="Good bye"), brief(whole))
    assert unsaid.step == "send" and "'Good bye'" in unsaid.message
    (silent, *_) = unsaid_part(plan(), brief({}))
    assert "no words of the task ask for it" in silent.message


def test_a_plan_that_runs_again_without_its_task_is_not_held_to_it() -> None:
    again = brief({}).model_copy(update={"asked": False})
    assert not [*unread_span(plan(text="x"), again), *unsaid_part(plan(text="x"), again)]
