"""A typed query takes the road: it is answered, refused with its kind, saved and run again, and told as SQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import groundplan
from groundplan.contracts import Question
from groundplan.planner import Planner
from groundplan.settings import Settings
from groundplan.store import folder

PEOPLE = "person_id,name,city\nP01,Ada,Bonn\nP02,Bo,Bonn\nP03,Cy,Ulm\nP04,Di,Ulm\nP05,Ed,Kiel\n"
LOANS = "loan_id,person_id,days\n" + "".join(f"{n},P0{1 + n % 4},{n}\n" for n in range(1, 13))


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("GROUNDPLAN_CACHE", str(tmp_path / "cache"))
    data = tmp_path / "data"
    data.mkdir()
    (data / "people.csv").write_text(PEOPLE, "utf-8")
    (data / "loans.csv").write_text(LOANS, "utf-8")
    return str(data)


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("loans: sum(days) by person.city", (("Bonn", 39), ("Ulm", 39))),
        ("people: where not some(loans)", (("Ed",),)),
        ("people: count by city having count > 1 order city desc", (("Ulm", 2), ("Bonn", 2))),
        ("people: keep 1 by sum(loans.days) show name, sum(loans.days)", (("Ada", 24),)),
        ("loans: count where days > (loans: average(days))", ((6,),)),
    ],
)
def test_a_query_is_answered(library: str, text: str, rows: tuple[tuple[object, ...], ...]) -> None:
    run = groundplan.query(text, library)
    assert (run.status, run.facts.tables[0].rows) == ("answered", rows)
    assert run.answer and text not in run.answer.text
    assert run.plan and {id for step in run.plan.steps for id in step.satisfies} == {
        requirement.id for requirement in run.understanding.requirements
    }


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("loans: sum(dayz)", "unknown-name"),
        ("loan: count", "unknown-dataset"),
        ("loans: count where", "unreadable-query"),
        ("loans: where sum(days) > 3", "needs-within"),
        ("people: order loans.days", "several-values"),
    ],
)
def test_what_cannot_be_answered_is_refused_with_its_kind(library: str, text: str, code: str) -> None:
    run = groundplan.query(text, library)
    assert run.status == "refused" and run.answer and run.answer.text.startswith(f"{code}: ")
    assert not run.facts.tables


def test_a_saved_query_runs_again_and_its_sql_is_told(library: str, tmp_path: Path) -> None:
    planner = Planner(Settings(cache=tmp_path / "cache"))
    text = "loans: rate(days > 6) by person"
    answered = asyncio.run(planner.ask(Question(text=text, query=text, sources=(library,))))
    assert answered.pack.telling.ran and "GROUP BY" in answered.pack.telling.ran(answered.results)
    folder.save(answered.run, tmp_path / "run")
    saved = folder.load(tmp_path / "run")
    assert saved.plan
    again = asyncio.run(planner.replay(saved.plan, saved.understanding, saved.question)).run
    planner.close()
    assert again.facts.tables == answered.run.facts.tables
    assert [event.stage for event in again.events] == ["check", "run", "answer", "verify"]
