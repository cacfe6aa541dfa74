"""The spine with a pack that knows no table: two outputs of a step, an approved write, tools that a source brings."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from desk import toy

from groundplan.contracts import Question, Run, Turn
from groundplan.errors import UsageError
from groundplan.plan import read, show
from groundplan.planner import Planner
from groundplan.settings import Settings
from groundplan.store import folder


@pytest.fixture
def front(tmp_path: Path) -> Iterator[tuple[Planner, Any, str]]:
    """A planner with the desk, the desk's module, and a source."""
    pack, _, module = toy(tmp_path)
    planner = Planner(Settings(cache=tmp_path / "cache"), packs=[pack])
    yield planner, module, str(tmp_path / "front.desk")
    planner.close()


def asked(planner: Planner, text: str, source: str, *before: str, **more: Any) -> Run:
    history = tuple(Turn(role="user", text=said) for said in before)
    return asyncio.run(planner.ask(Question(text=text, sources=(source,), history=history), **more)).run


def test_its_sources_are_its_own(front: tuple[Planner, Any, str]) -> None:
    planner, _, source = front
    run = asked(planner, "greet Ada", source)
    assert (run.pack, run.status) == ("desk", "answered")
    assert run.answer and run.answer.text == "Hello, dear Ada."


def test_a_follow_up_carries_its_form(front: tuple[Planner, Any, str]) -> None:
    planner, module, source = front
    run = asked(planner, "and Bob", source, "ring for Ada", approve=True)
    assert run.recall.decision == "follow_up"
    assert [step.tool for step in run.plan.steps] == ["find_guest", "greet", "ring_bell"] if run.plan else False
    assert module.RUNG[-1] == "Hello, Bob."


def test_nothing_is_rung_unless_it_was_approved(front: tuple[Planner, Any, str]) -> None:
    planner, module, source = front
    rung = len(module.RUNG)
    run = asked(planner, "ring for Bob", source)
    assert run.status == "failed" and [finding.code for finding in run.findings] == ["needs-approval"]
    assert run.attempts == 1 and len(module.RUNG) == rung
    refused = asyncio.run(planner.ask(Question(text="ring for Bob", sources=(source,)), approve=lambda plan: False))
    assert not refused.approved and len(module.RUNG) == rung
    assert asked(planner, "ring for Bob", source, approve=lambda plan: True).status == "answered"
    assert len(module.RUNG) == rung + 1


def test_its_setting_is_a_variable(front: tuple[Planner, Any, str], monkeypatch: pytest.MonkeyPatch) -> None:
    planner, _, source = front
    monkeypatch.setenv("GROUNDPLAN_DESK_GREETING", "Ahoy")
    sailor = Planner(Settings.from_environment(cache=planner.settings.cache), packs=planner.packs)
    run = asked(sailor, "greet Bob", source)
    sailor.close()
    assert run.answer and run.answer.text == "Ahoy, Bob."


def test_a_saved_plan_runs_again_through_the_same_checks(front: tuple[Planner, Any, str], tmp_path: Path) -> None:
    planner, _, source = front
    run = asked(planner, "greet Ada", source)
    folder.save(run, tmp_path / "run")
    saved = folder.load(tmp_path / "run")
    assert saved == run and saved.plan and read(show(saved.plan)) == saved.plan
    question = Question(text=saved.plan.goal, pack="desk", sources=(source,))
    again = asyncio.run(planner.replay(saved.plan, saved.understanding, question)).run
    assert [event.stage for event in again.events] == ["check", "run", "answer", "verify"]
    assert again.answer == run.answer
    torn = saved.plan.model_copy(update={"steps": saved.plan.steps[:1]})
    lost = asyncio.run(planner.replay(torn, saved.understanding, question)).run
    assert [finding.code for finding in lost.findings] == ["unmet-requirement"] and lost.status == "failed"


def test_a_source_of_nobody_is_told_with_what_exists(front: tuple[Planner, Any, str]) -> None:
    planner, _, _ = front
    with pytest.raises(UsageError, match="no pack named 'desc'; did you mean 'desk'"):
        asyncio.run(planner.ask(Question(text="?", pack="desc")))
    with pytest.raises(UsageError, match="no source is for no pack that is installed; name one with --pack"):
        asyncio.run(planner.ask(Question(text="?")))
