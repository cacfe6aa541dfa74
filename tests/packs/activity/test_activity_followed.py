"""What follows from rows that were read: stays in states, approvals, times to restore and to deploy."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from groundplan.packs.activity.mirror import Mirror
from groundplan.packs.activity.nouns import Certificate, Part, Row
from groundplan.packs.activity.opened import tables_of
from groundplan.sources.opened import Tables

NOW = datetime(2025, 3, 10, 12, tzinfo=UTC)


def at(day: int, hour: int = 0) -> datetime:
    return datetime(2025, 3, day, hour, tzinfo=UTC)


def change(id: str, day: int, before: str, after: str, *, was: bool = False, now: bool = False) -> Row:
    return {"id": id, "issue": "CAFE-1", "author": "1", "changed_at": at(day), "from_state": before,
            "to_state": after, "was_resolved": was, "resolved": now}  # fmt: skip


def deployment(id: str, sha: str, status: str, day: int, hour: int, environment: str = "production") -> Row:
    return {"id": id, "project": "cafe", "environment": environment, "status": status, "sha": sha,
            "created_at": at(day, hour)}  # fmt: skip


ROWS: dict[str, list[Row]] = {
    "projects": [{"id": "cafe", "path": "cafe", "aliases": [], "source": "gitlab"}],
    "issues": [
        {"id": "CAFE-1", "project": "cafe", "state": "Shipped", "created_at": at(1), "resolved_at": at(6)},
        {"id": "CAFE-2", "project": "cafe", "state": "To do", "created_at": at(8)},
    ],
    "state_changes": [change("c1", 2, "To do", "Doing"), change("c2", 5, "Doing", "QA"),
                      change("c3", 6, "QA", "Shipped", now=True)],
    "merge_requests": [{"id": "cafe!1", "reference": "!1", "project": "cafe", "state": "merged",
                        "title": "CAFE-1 till", "created_at": at(1), "message_ids": ["CAFE-1", "CAFE-2"]}],
    "notes": [
        {"id": "n1", "merge_request": "cafe!1", "author": "1", "created_at": at(2), "by_system": "yes",
         "body": "approved this merge request"},
        {"id": "n2", "merge_request": "cafe!1", "author": "1", "created_at": at(2), "by_system": "yes",
         "body": "added 1 commit"},
        {"id": "n3", "merge_request": "cafe!1", "author": "1", "created_at": at(2), "body": "approved, I think"},
    ],
    "commits": [
        {"id": "a" * 40, "short_id": "a" * 8, "project": "cafe", "committed_at": at(1)},
        {"id": "b" * 40, "short_id": "b" * 8, "project": "cafe", "committed_at": at(2), "parents": ["a" * 40]},
        {"id": "c" * 40, "short_id": "c" * 8, "project": "cafe", "committed_at": at(9), "parents": ["b" * 40]},
    ],
    "deployments": [
        deployment("1", "a" * 40, "failed", 1, 2), deployment("2", "a" * 40, "success", 1, 3, "staging"),
        deployment("3", "b" * 40, "success", 2, 12), deployment("4", "b" * 40, "failed", 3, 0),
    ],
    "identities": [{"id": "1", "name": "Vera Lang", "email": "vera@example.org", "username": "vlang"}],
}  # fmt: skip


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    folder = tmp_path_factory.mktemp("mirror")
    mirror = Mirror(folder, "gitlab http://there")
    parts = (Part(Certificate(source="gitlab", dataset=name, project=""), rows) for name, rows in ROWS.items())
    mirror.take(iter(parts), NOW)
    made = tables_of([mirror], UTC, Path(folder), (), NOW)
    yield made
    made.close()


def rows(tables: Tables, dataset: str, *names: str) -> list[tuple[Any, ...]]:
    return [tuple(row[name] for name in names) for row in tables.get(dataset).arrow().to_pylist()]


def test_an_issue_stands_in_each_state_from_one_change_to_the_next(tables: Tables) -> None:
    found = sorted(rows(tables, "state_spans", "issue", "state", "status", "hours"))
    assert found == [
        ("CAFE-1", "Doing", "in progress", 72.0),
        ("CAFE-1", "QA", "in test", 24.0),
        ("CAFE-1", "Shipped", "done", 108.0),
        ("CAFE-1", "To do", "open", 24.0),
        ("CAFE-2", "To do", "open", 60.0),
    ]
    assert rows(tables, "issues", "id", "days_of_work") == [("CAFE-1", 4.0), ("CAFE-2", None)]


def test_only_what_the_system_noted_is_an_approval(tables: Tables) -> None:
    assert rows(tables, "approvals", "merge_request", "author") == [("cafe!1", "Vera Lang")]


def test_a_deployment_that_failed_is_mended_by_the_next_to_the_same_place(tables: Tables) -> None:
    found = dict(rows(tables, "deployments", "id", "hours_to_restore"))
    assert found == {"1": 34.0, "2": None, "3": None, "4": None}


def test_a_commit_is_deployed_by_the_first_success_that_holds_it(tables: Tables) -> None:
    found = dict(rows(tables, "commits", "short_id", "hours_to_deploy"))
    assert found == {"a" * 8: 36.0, "b" * 8: 12.0, "c" * 8: None}


def test_ids_in_a_title_are_told_apart_from_all_ids(tables: Tables) -> None:
    assert rows(tables, "merge_requests", "issue_ids", "issues_in_title") == [("CAFE-1;CAFE-2", "CAFE-1")]
