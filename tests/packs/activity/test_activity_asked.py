"""Questions over a clone, from words to an answer: what is read, what is told with it, what is refused."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from clones import ENVIRONMENT, Repository

from groundplan.contracts import Question, Run
from groundplan.contracts.question import Turn
from groundplan.packs.activity.claims import claims
from groundplan.packs.activity.settings import ActivitySettings
from groundplan.planner import Planner
from groundplan.settings import Settings


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Three people, one of them a bot, two of one first name; two months; a merge, a rename, a release."""
    people = (("Ada Bell", "ada@example.org"), ("Ada Quist", "aq@example.org"), ("deps[bot]", "deps@example.org"))
    made = Repository(tmp_path_factory.mktemp("clones") / "shop", people, at=1_704_880_800)  # 2024-01-10
    for number in range(4):
        made.commit(f"SHOP-{number} january", f"src/f{number}.py", who=number % 3)
    made.git("checkout", "-q", "-b", "side")
    made.commit("on the side", "docs/x.md", who=1, step=26 * 86_400)
    made.git("checkout", "-q", "main")
    made.rename("src/f1.py", "src/moved.py")
    made.merge("side")
    made.git("tag", "v1.0")
    made.commit("after the release", "src/f2.py", who=0, step=86_400)
    return made


@pytest.fixture(scope="module")
def planner(repository: Repository, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Planner]:
    folder = tmp_path_factory.mktemp("cache")
    own = ActivitySettings(now="2024-02-20T12:00:00+00:00", activity_age=3_600)
    made = Planner(Settings(cache=folder, runs=folder / "runs", packs={"activity": own}))
    yield made
    made.close()


def asked(planner: Planner, repository: Repository, text: str, *history: str, query: str = "") -> Run:
    turns = tuple(Turn(role="user", text=one) for one in history)
    question = Question(text=text or query, query=query, sources=(str(repository.path),), history=turns)
    return asyncio.run(planner.ask(question, approve=lambda _: True)).run


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("how many commits in January 2024", [(4,)]),
        ("how many commits last month", [(4,)]),
        ("how many commits by Ada Bell", [(5,)]),
        ("how many commits did deps[bot] make in 2024?", [(1,)]),
        ("how many merge commits are there?", [(1,)]),
        ("commits per month in 2024", [("2024-01-01", 4), ("2024-02-01", 4)]),
        ("Сколько коммитов было в феврале 2024?", [(4,)]),
        ("which releases came out in February 2024?", [("v1.0",)]),
        ("commits since 6 February 2024", None),
    ],
)
def test_words_are_answered(
    planner: Planner, repository: Repository, text: str, rows: list[tuple[object, ...]]
) -> None:
    run = asked(planner, repository, text)
    assert run.answer is not None and run.facts is not None, run.findings
    assert rows is None or [tuple(row) for row in run.facts.tables[0].rows] == rows
    assert any("8 of 8 read" in note or "1 of 1 read" in note for note in run.facts.meta.notes)


def test_the_same_by_git_is_the_same(planner: Planner, repository: Repository) -> None:
    run = asked(planner, repository, "how many commits by Ada Bell in January 2024")
    assert run.answer is not None and run.facts is not None
    line = next(line for line in run.answer.text.splitlines() if line.startswith("The same rows by git: "))
    command = line.removeprefix("The same rows by git: ").replace("'", "")
    words = command.replace("--author=Ada Bell", "--author=Ada\0Bell").split(" ")
    done = subprocess.run([word.replace("\0", " ") for word in [*words, "--format=%H"]], capture_output=True, text=True,
                          env={**ENVIRONMENT, "TZ": "UTC"}, check=True)  # fmt: skip
    assert len(done.stdout.split()) == run.facts.tables[0].rows[0][0] == 2


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("how many commits by Ada", "Ada Bell or Ada Quist"),
        ("how many merge requests were merged in 2024?", "no source that is open holds merge requests"),
        ("how many commits were liked", "liked"),
        ("what is the customer churn", "not understood"),
        ("how many pipelines failed", "GROUNDPLAN_GITLAB_URL"),
    ],
)
def test_what_cannot_be_told_is_refused_in_words(
    planner: Planner, repository: Repository, text: str, told: str
) -> None:
    run = asked(planner, repository, text)
    assert run.status in ("refused", "clarify") and not (run.facts and run.facts.found)
    assert told in (run.answer.text if run.answer else "") + " ".join(one.message for one in run.findings)


def test_a_question_may_be_typed_and_changed_by_the_next(planner: Planner, repository: Repository) -> None:
    typed = asked(planner, repository, "", query="files: count by folder where not sha.merge")
    assert typed.facts is not None and dict(typed.facts.tables[0].rows) == {"docs": 1, "src": 6}
    before = "how many commits in January 2024?"
    run = asked(planner, repository, "and in February?", before)
    assert run.facts is not None and [tuple(row) for row in run.facts.tables[0].rows] == [(4,)], run.findings


def test_a_clone_is_its_own_unless_tables_stand_in_it(repository: Repository, tmp_path: Path) -> None:
    assert claims(str(repository.path)) == claims("gitlab:") == claims("/there/youtrack:KEY") == 2
    assert claims(str(tmp_path)) == claims("https://gitlab.example.org") == claims("notes.csv") == 0
    (tmp_path / ".git").mkdir()
    (tmp_path / "sales.csv").write_text("a\n1\n")
    assert claims(str(tmp_path)) == 0
