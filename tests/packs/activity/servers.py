"""A GitLab and a YouTrack on loopback, of the published shapes, that page, count, refuse and fail as real ones do."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

START = datetime(2024, 1, 1, 8, tzinfo=UTC)
PAGING = {"page", "per_page", "pagination", "cursor"}
ORDERED = {"order_by", "sort", "updated_after", "updated_before"}
PARAMS = {  # what GitLab's OpenAPI document lists for each path, as far as it is asked for
    "projects": {"membership", "order_by", "sort"},
    "commits": {"ref_name", "with_stats", "since", "until", "all"},
    "merge_requests": {*ORDERED, "scope", "state"},
    "pipelines": {*ORDERED, "scope", "status", "ref"},
    "deployments": {*ORDERED, "environment", "status"},
    "issues": {*ORDERED, "scope", "state"},
    "notes": {"order_by", "sort"},
    "jobs": {"scope", "order_by", "sort"},
    "releases": {"order_by", "sort"},
    "tags": {"order_by", "sort"},
}
CHOICES = {
    "sort": {"asc", "desc"},
    "state": {"opened", "closed", "merged", "locked", "all"},
    "order_by": {"id", "iid", "created_at", "updated_at", "released_at", "name"},
    "scope": {"all", "created_by_me", "assigned_to_me", "running", "pending", "finished"},
}
USERS = [
    {"id": at, "username": name, "name": name.title() + " Roe", "state": "active"}
    for at, name in enumerate(("ada", "bo", "cy"), 1)
]


def moment(hours: float) -> str:
    return (START + timedelta(hours=hours)).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@dataclass
class Fault:
    """What goes wrong at calls whose path matches, from the `after`-th on, so many times."""

    path: str
    kind: str
    times: int = 1
    after: int = 0
    retry: str = "0"


@dataclass
class Server:
    """One server: `answer` gives status, body and headers for a path and its parameters."""

    answer: Callable[[str, dict[str, str]], tuple[int, Any, dict[str, str]]]
    token: tuple[str, str]
    calls: list[tuple[str, str, dict[str, str]]] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    grow: Callable[[], None] = lambda: None
    url: str = ""

    def fault(self, path: str) -> Fault | None:
        for one in self.faults:
            if one.times and re.search(one.path, path):
                one.after -= 1
                if one.after < 0:
                    one.times -= 1
                    return one
        return None


@contextmanager
def serving(server: Server) -> Iterator[Server]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body in one piece

        def log_message(self, *_: Any) -> None:
            pass

        def do_GET(self) -> None:
            url = urlsplit(self.path)
            path, params = unquote(url.path), dict(parse_qsl(url.query, keep_blank_values=True))
            server.calls.append((self.command, path, params))
            fault = server.fault(path)
            name, wanted = server.token
            status, body, headers = 401, {"message": "401 Unauthorized"}, dict[str, str]()
            if self.headers.get(name) == wanted and not (fault and fault.kind == "401"):
                status, body, headers = server.answer(path, params)
            if fault and fault.kind.isdecimal():
                status, body = int(fault.kind), {"message": fault.kind}
                headers = {"Retry-After": fault.retry} if fault.kind == "429" else {}
            self.reply(status, body, headers, fault.kind if fault else "")
            if fault and fault.kind == "grow":
                server.grow()

        def reply(self, status: int, body: Any, headers: dict[str, str], kind: str) -> None:
            data = json.dumps(body).encode()
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data[: len(data) // 2] if kind == "cut" else data)
            if kind == "cut":
                self.close_connection = True

        def refuse(self) -> None:
            server.calls.append((self.command, self.path, {}))
            self.reply(403, {}, {}, "")

        do_POST = do_PUT = do_DELETE = do_PATCH = refuse

    running = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    running.daemon_threads = True
    server.url = f"http://127.0.0.1:{running.server_port}"
    thread = threading.Thread(target=running.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    try:
        yield server
    finally:
        running.shutdown()
        thread.join()
        running.server_close()


# ------------------------------------------------------------------ GitLab


@dataclass
class GitLabRows:
    """The lists of one project, made as many as asked for."""

    requests: int = 3
    pipelines: int = 2
    issues: int = 2
    commits: int = 3
    limit: int = 10_000
    lists: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.lists = {
            "commits": [_commit(at, self.commits) for at in range(self.commits)][::-1],
            "merge_requests": [_request(at) for at in range(1, self.requests + 1)],
            "pipelines": [_pipeline(at) for at in range(1, self.pipelines + 1)],
            "issues": [_issue(at) for at in range(1, self.issues + 1)],
            "jobs": [_job(at, (at - 1) // 2 + 1) for at in range(1, 2 * self.pipelines + 1)][::-1],
            "deployments": [],
            "tags": [],
            "releases": [],
        }

    def answer(self, path: str, params: dict[str, str]) -> tuple[int, Any, dict[str, str]]:
        project = {
            "id": 7,
            "path": "shop",
            "path_with_namespace": "acme/shop",
            "name": "Shop",
            "name_with_namespace": "Acme / Shop",
            "default_branch": "main",
            "issues_enabled": True,
        }
        rest = path.removeprefix("/api/v4/projects")
        if rest == "":
            return self.page("projects", [project], params)
        if rest == "/7/repository/branches/main":
            return 200, {"name": "main", "commit": {"id": self.lists["commits"][0]["id"]}}, {}
        one = re.fullmatch(r"/7/(merge_requests|pipelines)/(\d+)(?:/(\w+))?", rest)
        if one:
            return self.detail(one[1], int(one[2]), one[3], params)
        name = rest.rpartition("/")[2]
        if not rest.startswith("/7/") or name not in self.lists:
            return 404, {"message": "404 Not Found"}, {}
        return self.page(name, self.lists[name], params)

    def detail(self, name: str, at: int, what: str | None, params: dict[str, str]) -> tuple[int, Any, dict[str, str]]:
        if what == "approvals":
            by = [{"user": USERS[1], "approved_at": moment(at + 2)}] if at % 2 else []
            return 200, {"approved": bool(by), "approved_by": by}, {}
        if what == "notes":
            notes = [
                {
                    "id": at * 10,
                    "author": USERS[2],
                    "created_at": moment(at + 1),
                    "system": at % 10 == 0,
                    "body": "why?",
                }
            ]
            return self.page("notes", notes, params)
        row = next(row for row in self.lists[name] if row["id"] == at)
        return (
            200,
            row | {"duration": 60 * at, "started_at": row["created_at"], "finished_at": None, "user": USERS[0]},
            {},
        )

    def page(self, name: str, rows: list[Any], params: dict[str, str]) -> tuple[int, Any, dict[str, str]]:
        wrong = set(params) - PARAMS[name] - PAGING
        wrong |= {key for key, known in CHOICES.items() if params.get(key, next(iter(known))) not in known}
        if wrong:
            return 400, {"error": f"{sorted(wrong)} is invalid"}, {}
        if "ref_name" in params:
            rows = rows[[row["id"] for row in rows].index(params["ref_name"]) :]
        if "updated_after" in params:
            rows = [row for row in rows if row["updated_at"] >= params["updated_after"]]
        if params.get("order_by") == "updated_at":
            rows = sorted(rows, key=lambda row: (row["updated_at"], row["id"]), reverse=params.get("sort") != "asc")
        size, at = int(params.get("per_page", 20)), int(params.get("page", 1))
        headers = {"X-Total": str(len(rows))} if len(rows) <= self.limit and name != "commits" else {}
        if params.get("pagination") == "keyset":
            at = int(params.get("cursor", 1))
            follows = f'<http://x/y?cursor={at + 1}&per_page={size}&pagination=keyset>; rel="next"'
            return 200, rows[(at - 1) * size : at * size], {"Link": follows} if at * size < len(rows) else {}
        return (
            200,
            rows[(at - 1) * size : at * size],
            headers | {"X-Next-Page": str(at + 1) if at * size < len(rows) else ""},
        )


def _commit(at: int, many: int) -> dict[str, Any]:
    return {
        "id": f"{at:040x}",
        "title": f"KEY-{at} work",
        "message": f"KEY-{at} work\n\nUTF-8 and SHA-256",
        "parent_ids": [f"{at - 1:040x}"] if at else [],
        "author_name": USERS[at % 3]["name"],
        "author_email": f"{USERS[at % 3]['username']}@x.example",
        "committer_name": "GitLab",
        "committer_email": "noreply@x.example",
        "authored_date": moment(at),
        "committed_date": moment(at),
        "stats": {"additions": 2, "deletions": 1, "total": 3},
    }


def _request(at: int) -> dict[str, Any]:
    merged = moment(at + 5) if at % 2 else None
    return {
        "id": at,
        "iid": at,
        "title": f"Do it (KEY-{at})",
        "description": "",
        "state": "merged" if merged else "opened",
        "created_at": moment(at),
        "updated_at": moment(at + 5),
        "merged_at": merged,
        "closed_at": None,
        "merge_user": USERS[1] if merged else None,
        "author": USERS[0],
        "assignee": None,
        "reviewers": [USERS[1]],
        "source_branch": f"key-{at}-do",
        "target_branch": "main",
        "labels": ["a", "b"],
        "milestone": None,
        "draft": False,
        "sha": f"{at:040x}",
        "merge_commit_sha": None,
        "squash_commit_sha": None,
    }


def _pipeline(at: int) -> dict[str, Any]:
    return {
        "id": at,
        "sha": f"{at:040x}",
        "ref": "main",
        "status": "failed" if at % 5 == 0 else "success",
        "source": "push",
        "created_at": moment(at),
        "updated_at": moment(at + 1),
    }


def _job(at: int, pipeline: int) -> dict[str, Any]:
    return {
        "id": at,
        "name": "test",
        "stage": "test",
        "status": "success",
        "created_at": moment(at),
        "started_at": moment(at),
        "finished_at": moment(at),
        "duration": 30.0,
        "pipeline": {"id": pipeline},
    }


def _issue(at: int) -> dict[str, Any]:
    closed = at % 2 == 0
    return {
        "id": at,
        "iid": at,
        "title": f"Bug {at}",
        "state": "closed" if closed else "opened",
        "created_at": moment(at),
        "updated_at": moment(at + 1),
        "closed_at": moment(at + 1) if closed else None,
        "labels": [],
        "milestone": None,
        "author": USERS[0],
        "assignee": None,
        "due_date": "2024-02-01",
        "issue_type": "issue",
    }


# ------------------------------------------------------------------ YouTrack


def youtrack(issues: int) -> Callable[[str, dict[str, str]], tuple[int, Any, dict[str, str]]]:
    """A tracker of one project: 42 rows unless `$top` is sent, only ids unless `fields` is."""
    people = [
        {"id": f"1-{at}", "login": user["username"], "fullName": user["name"], "email": f"{user['username']}@x.example"}
        for at, user in enumerate(USERS)
    ]

    def state(name: str) -> dict[str, Any]:
        return {"name": name, "isResolved": name == "Done"}

    rows = [
        {
            "id": f"2-{at}",
            "idReadable": f"KEY-{at}",
            "summary": f"Do {at}",
            "created": 1_704_100_000_000 + at * 3_600_000,
            "updated": 1_704_200_000_000,
            "resolved": 1_704_300_000_000 if at % 3 == 0 else None,
            "project": {"id": "0-1", "shortName": "KEY"},
            "reporter": people[0],
            "tags": [{"name": "urgent"}],
            "parent": {"issues": []},
            "customFields": [
                {"name": "State", "value": state("Done" if at % 3 == 0 else "Doing")},
                {"name": "Assignee", "value": people[at % 3] if at % 2 else None},
                {"name": "Story points", "value": at},
            ],
        }
        for at in range(1, issues + 1)
    ]
    changes = [
        {
            "id": f"3-{at}",
            "timestamp": 1_704_250_000_000 + at,
            "author": people[1],
            "target": {"idReadable": f"KEY-{at}"},
            "field": {"name": "State"},
            "removed": [state("Done")],
            "added": [state("Doing")],
        }
        for at in range(1, 4)
    ]
    sprint = {"id": "9-1", "name": "Sprint 1", "goal": None, "start": 1_704_000_000_000, "finish": 1_705_000_000_000}
    work = [
        {
            "id": "4-1",
            "date": 1_704_200_000_000,
            "text": "x",
            "author": people[2],
            "duration": {"minutes": 90},
            "type": {"name": "Tests"},
            "issue": {"idReadable": "KEY-1"},
        }
    ]
    lists: dict[str, list[Any]] = {
        "/api/admin/projects": [{"id": "0-1", "shortName": "KEY", "name": "Keys"}],
        "/api/issues": rows,
        "/api/agiles": [{"id": "8-1", "name": "Board", "sprints": [sprint]}],
        "/api/activities": changes,
        "/api/agiles/8-1/sprints/9-1/issues": rows[:2],
        "/api/workItems": work,
    }

    def answer(path: str, params: dict[str, str]) -> tuple[int, Any, dict[str, str]]:
        if path not in lists:
            return 404, {"error": "Not Found"}, {}
        if path == "/api/activities" and not params.get("categories"):
            return 400, {"error": "No requested categories specified"}, {}
        start, size = int(params.get("$skip", 0)), int(params.get("$top", 42))
        some = lists[path][start : start + size]
        return 200, some if params.get("fields") else [{"id": row["id"], "$type": "Entity"} for row in some], {}

    return answer
