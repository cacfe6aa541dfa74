"""GitHub over HTTP: commits, pull requests, issues and runs of one repository."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from servers import Fault, Server, moment, serving

from groundplan.errors import SourceError
from groundplan.packs.activity.client import mirrored, open_sources
from groundplan.packs.activity.settings import ActivitySettings

ADA, BOT = {"login": "ada", "type": "User"}, {"login": "deps[bot]", "type": "Bot"}


def _commit(at: int) -> dict[str, Any]:
    who = {"name": "Ada Roe", "email": "ada@x.example", "date": moment(at)}
    parents = [{"sha": f"{at - 1:040x}"}] if at else []
    said = {"message": f"work {at} (#{at})", "author": who, "committer": who}
    return {"sha": f"{at:040x}", "commit": said, "author": ADA if at % 2 else None, "parents": parents}


def _numbered(at: int, kind: str) -> dict[str, Any]:
    closed = at % 2 == 0
    row = {"number": at, "title": f"Do {at}", "body": None, "user": BOT if at == 2 else ADA, "labels": [{"name": "x"}],
           "state": "closed" if closed else "open", "created_at": moment(at), "updated_at": moment(at + 1),
           "closed_at": moment(at + 1) if closed else None, "milestone": None}  # fmt: skip
    if kind == "issues":
        return row | ({"pull_request": {}} if at > 4 else {"state_reason": "not_planned" if at == 4 else None})
    branches = {"head": {"ref": f"b{at}"}, "base": {"ref": "main"}}
    return row | branches | {"merged_at": moment(at + 1) if closed else None, "merge_commit_sha": f"{at:040x}"}


def _run(at: int) -> dict[str, Any]:
    return {"id": at, "head_branch": "main", "head_sha": f"{at:040x}", "status": "completed" if at else "in_progress",
            "conclusion": ("failure" if at % 3 == 0 else "success") if at else None, "event": "push", "actor": ADA,
            "created_at": moment(at), "run_started_at": moment(at), "updated_at": moment(at + 0.5)}  # fmt: skip


COMMITS = [_commit(at) for at in range(130)][::-1]
LISTS: dict[str, list[Any]] = {
    "commits": COMMITS, "pulls": [_numbered(at, "pulls") for at in range(5, 9)],
    "issues": [_numbered(at, "issues") for at in range(1, 9)], "actions/runs": [_run(at) for at in range(7)],
    "tags": [{"name": "v1.0", "commit": {"sha": f"{9:040x}"}}],
    "releases": [{"tag_name": "v1.0", "name": "One", "author": ADA, "created_at": moment(9), "published_at": None}],
}  # fmt: skip


def _answer(path: str, params: dict[str, str]) -> tuple[int, Any, dict[str, str]]:
    rest = path.removeprefix("/repos/acme/shop").strip("/")
    if not rest:
        return 200, {"default_branch": "main"}, {}
    if rest == "branches/main":
        return 200, {"commit": {"sha": COMMITS[0]["sha"]}}, {}
    size, at = int(params.get("per_page", 30)), int(params.get("page", 1))
    some = LISTS[rest][(at - 1) * size : at * size]
    link = {"Link": f'<http://x/y?per_page={size}&page={at + 1}>; rel="next"'} if at * size < len(LISTS[rest]) else {}
    return 200, {"workflow_runs": some} if rest == "actions/runs" else some, link


def test_a_repository_is_read_and_linked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: None)
    with serving(Server(_answer, ("Authorization", "Bearer t"))) as server:
        own = ActivitySettings(github_url=server.url, github_token="t", now="2024-06-01T12:00:00+00:00", activity_age=0)
        server.faults += [Fault("/commits", "cut", after=1), Fault("/pulls", "429")]
        held = open_sources(("github:acme/shop",), tmp_path, own)
        assert {one.dataset: one.read for one in held.certificates if one.dataset != "identities"} == {
            "projects": 1, "commits": 130, "merge_requests": 4, "issues": 4, "pipelines": 7, "tags": 1, "releases": 1,
        }  # fmt: skip
        assert all(one.complete for one in held.certificates)
        rows = {name: {row["id"]: row for row in held.get(name).arrow().to_pylist()} for name in held.names}
        assert rows["commits"][f"{6:040x}"]["merge_request"] == "shop!6"
        assert rows["releases"]["shop@v1.0"]["size"] == 10
        assert [row["state"] for row in rows["merge_requests"].values()] == ["opened", "merged"] * 2
        assert rows["issues"]["shop#4"]["status"] == "dropped"
        assert [row["status"] for row in rows["pipelines"].values()].count("failed") == 2
        assert {row["name"]: row["bot"] for row in rows["authors"].values()} == {"Ada Roe": False, "deps[bot]": True}
        held.close()
        server.calls.clear()
        mirrored(("github:acme/shop",), tmp_path, own)
        assert not any(path.endswith("/commits") for _, path, _ in server.calls)  # the tip is the same


def test_what_is_no_repository_is_said(tmp_path: Path) -> None:
    with serving(Server(_answer, ("Authorization", "Bearer t"))) as server:
        own = ActivitySettings(github_url=server.url, github_token="t")
        with pytest.raises(SourceError, match="owner/name"):
            mirrored(("github:shop",), tmp_path, own)
        with pytest.raises(SourceError, match="GROUNDPLAN_GITHUB_TOKEN"):
            mirrored(("github:acme/shop",), tmp_path, ActivitySettings(github_url=server.url, github_token="wrong"))
