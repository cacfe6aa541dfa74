"""GitLab through its own client and YouTrack over HTTP: everything is read once, or it is said what is not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from servers import Fault, GitLabRows, Server, _request, moment, serving, youtrack

from groundplan.errors import SetupError, SourceError
from groundplan.packs.activity.client import mirrored, open_sources
from groundplan.packs.activity.mirror import Mirror
from groundplan.packs.activity.settings import ActivitySettings
from groundplan.packs.activity.sources import tries

TOKENS = {"gitlab_token": "secret-one", "youtrack_token": "secret-two"}


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)


@pytest.fixture
def rows() -> GitLabRows:
    return GitLabRows(requests=120, pipelines=12, issues=20, commits=130)


@pytest.fixture
def gitlab(rows: GitLabRows) -> Iterator[Server]:
    with serving(Server(rows.answer, ("PRIVATE-TOKEN", TOKENS["gitlab_token"]))) as server:
        yield server


def settings(server: Server | None = None, tracker: Server | None = None, **more: Any) -> ActivitySettings:
    urls = {"gitlab_url": server.url if server else "", "youtrack_url": tracker.url if tracker else ""}
    return ActivitySettings(**{**TOKENS, **urls, "now": "2024-06-01T12:00:00+00:00", "activity_age": 0.0, **more})


def opened(folder: Path, own: ActivitySettings) -> tuple[list[Mirror], list[str]]:
    return mirrored(("gitlab:",), folder, own)


def certificates(read: tuple[list[Mirror], list[str]]) -> dict[str, Any]:
    return {one.dataset: one for mirror in read[0] for one in mirror.certificates()}


def test_more_than_a_page_is_read_once_and_certified(gitlab: Server, tmp_path: Path) -> None:
    held = certificates(opened(tmp_path, settings(gitlab)))
    assert {name: (one.read, one.expected) for name, one in held.items() if name != "identities"} == {
        "projects": (1, 1), "commits": (130, None), "merge_requests": (120, 120), "notes": (120, None),
        "pipelines": (12, 12), "jobs": (24, None), "deployments": (0, 0), "tags": (0, 0), "releases": (0, 0),
        "issues": (20, 20),
    }  # fmt: skip
    assert all(one.complete for one in held.values())
    assert {call[0] for call in gitlab.calls} == {"GET"}


def test_only_what_changed_is_read_again(gitlab: Server, rows: GitLabRows, tmp_path: Path) -> None:
    opened(tmp_path, settings(gitlab))
    gitlab.calls.clear()
    rows.lists["merge_requests"].append(_request(121) | {"updated_at": moment(9_000)})
    rows.lists["merge_requests"][0] |= {"state": "closed", "updated_at": moment(9_001)}
    activity = opened(tmp_path, settings(gitlab))
    assert certificates(activity)["merge_requests"].read == 121
    asked = [path for _, path, _ in gitlab.calls]
    assert len([path for path in asked if path.endswith("/notes")]) <= 4 and not any(
        "commits" in path for path in asked
    )


def test_what_was_taken_away_at_the_source_goes(gitlab: Server, rows: GitLabRows, tmp_path: Path) -> None:
    opened(tmp_path, settings(gitlab))
    del rows.lists["issues"][3]
    held = certificates(opened(tmp_path, settings(gitlab)))["issues"]
    assert (held.read, held.expected, held.complete) == (19, 19, True)


def test_totals_are_missing_above_a_limit(gitlab: Server, rows: GitLabRows, tmp_path: Path) -> None:
    rows.limit = 100
    held = certificates(opened(tmp_path, settings(gitlab)))["merge_requests"]
    assert (held.read, held.expected, held.complete) == (120, None, True)


@pytest.mark.parametrize("kind", ["429", "500", "502", "503", "cut"])
def test_what_passes_is_tried_again(gitlab: Server, tmp_path: Path, kind: str) -> None:
    gitlab.faults += [Fault("merge_requests$", kind, after=1), Fault("commits", kind, times=2), Fault("/notes", kind)]
    held = certificates(opened(tmp_path, settings(gitlab)))
    assert held["merge_requests"].complete and held["merge_requests"].read == 120 and held["commits"].read == 130
    assert not any(fault.times for fault in gitlab.faults)


def test_a_list_that_moves_while_it_is_read_is_read_whole(gitlab: Server, rows: GitLabRows, tmp_path: Path) -> None:
    def grow() -> None:  # one changes that was read, and moves ahead; another is new
        rows.lists["merge_requests"][5] |= {"updated_at": moment(9_000)}
        rows.lists["merge_requests"].insert(0, _request(900) | {"updated_at": moment(9_002)})
        rows.lists["commits"].insert(0, rows.lists["commits"][0] | {"id": "f" * 40})

    gitlab.grow = grow
    gitlab.faults.append(Fault("merge_requests$", "grow"))
    held = certificates(opened(tmp_path, settings(gitlab)))
    assert (held["merge_requests"].read, held["merge_requests"].expected) == (121, 121)
    gitlab.faults.append(Fault("repository/commits", "grow"))
    assert certificates(opened(tmp_path, settings(gitlab)))["commits"].complete


@pytest.mark.parametrize(("kind", "told"), [("403", "HTTP 403"), ("404", "HTTP 404"), ("500", "failed 5 times")])
def test_what_may_not_be_read_is_certified_and_the_rest_is_there(
    gitlab: Server, tmp_path: Path, kind: str, told: str
) -> None:
    gitlab.faults.append(Fault("/pipelines$", kind, times=99))
    held = certificates(opened(tmp_path, settings(gitlab)))
    assert told in held["pipelines"].failed and not held["pipelines"].complete
    assert held["merge_requests"].complete and held["pipelines"].at is None


def test_a_refused_token_and_no_set_up_are_errors_without_a_secret(gitlab: Server, tmp_path: Path) -> None:
    wrong = replace(settings(gitlab), gitlab_token="a-wrong-secret")
    with pytest.raises(SourceError, match="GROUNDPLAN_GITLAB_TOKEN") as error:
        opened(tmp_path, wrong)
    assert "secret" not in str(error.value) and "secret" not in repr(wrong)
    with pytest.raises(SetupError, match="GROUNDPLAN_GITLAB_URL"):
        opened(tmp_path, settings())


def test_no_token_is_saved(gitlab: Server, tmp_path: Path) -> None:
    opened(tmp_path, settings(gitlab))
    held = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert held and not any(b"secret-one" in one for one in held)


def test_a_mirror_answers_offline_and_says_its_age(gitlab: Server, tmp_path: Path) -> None:
    opened(tmp_path, settings(gitlab))
    gitlab.faults.append(Fault("", "503", times=999))
    activity = opened(tmp_path, settings(gitlab))
    assert any("were not brought up to date" in note for note in activity[1])
    gitlab.calls.clear()
    held = certificates(opened(tmp_path, settings(gitlab, activity_age=float("inf"))))["issues"]
    assert held.read == 20 and held.at is not None and gitlab.calls == []


def test_details_have_a_limit_that_is_told(gitlab: Server, tmp_path: Path) -> None:
    held = certificates(opened(tmp_path, settings(gitlab, activity_details=40)))
    assert held["notes"].read == 40 and held["notes"].capped and not held["notes"].complete


def test_a_long_wait_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(SourceError, match="asks to wait 3600 s"):
        tries.judged(429, {"retry-after": "3600"}, "here", "TOKEN")
    with pytest.raises(tries.Passing) as passing:
        tries.judged(429, {"retry-after": "7"}, "here", "TOKEN")
    assert passing.value.wait == 7


def test_youtrack_is_read_and_its_issues_are_those_of_the_project_that_names_them(
    gitlab: Server, rows: GitLabRows, tmp_path: Path
) -> None:
    with serving(Server(youtrack(230), ("Authorization", "Bearer secret-two"))) as tracker:
        tracker.faults += [Fault("/issues$", "cut", after=1), Fault("/activities", "500")]
        own = settings(gitlab, tracker)
        activity = open_sources(("gitlab:", "youtrack:"), tmp_path, own)
        held = {(one.source, one.dataset): one.read for one in activity.certificates}
        assert held["youtrack", "issues"] == 230 and held["youtrack", "state_changes"] == 3
        assert any("the issues of KEY are those of shop" in note for note in activity.notes)
        commits = {row["id"]: row for row in activity.get("commits").arrow().to_pylist()}
        assert commits[f"{5:040x}"]["issues"] == "KEY-5"  # and neither UTF-8 nor SHA-256
        issues = {row["id"]: row for row in activity.get("issues").arrow().to_pylist()}
        assert (issues["KEY-3"]["status"], issues["KEY-1"]["status"], issues["KEY-1"]["sprints"]) == (
            "done", "in progress", "9-1",
        )  # fmt: skip
        assert issues["KEY-2"]["reopened_at"] is not None and issues["KEY-4"]["reopened_at"] is None
        assert activity.get("notes").arrow().num_rows == 108  # of 120, twelve are the system's own
        people = activity.get("authors").arrow().to_pylist()
        assert [row["name"] for row in people if "roe" in row["name"].lower()] == ["Ada Roe", "Bo Roe", "Cy Roe"]
        activity.close()
