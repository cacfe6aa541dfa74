"""What GitLab tells of a thing -> a row of the mirror."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, Protocol

from groundplan.packs.activity.links import said_ids
from groundplan.packs.activity.nouns import Row


class Known(Protocol):
    """Who is named in the rows of a source."""

    def person(self, user: Mapping[str, Any] | None) -> str | None:
        """The id of a user."""

    def writer(self, name: str, email: str) -> str:
        """The id of who stands in a commit."""


class Project(Protocol):
    """The project that rows are of."""

    @property
    def name(self) -> str:
        """What it is called in the mirror."""

    @property
    def source(self) -> Known:
        """Where it was read."""


def project(one: Mapping[str, Any], name: str) -> Row:
    return {"id": name, "path": one["path_with_namespace"], "aliases": [one["name"], one["name_with_namespace"]],
            "default_branch": one.get("default_branch"), "source": "gitlab"}  # fmt: skip


def commit(of: Project, row: Mapping[str, Any], branch: str) -> Row:
    stats = row.get("stats") or {}
    return {
        "id": row["id"], "short_id": row["id"][:8], "project": of.name, "branch": branch,
        "parents": row.get("parent_ids"), "merge": len(row.get("parent_ids") or ()) > 1,
        "author": of.source.writer(row["author_name"], row["author_email"]),
        "written_at": at(row["authored_date"]), "committed_at": at(row["committed_date"]), "title": row["title"],
        "message": row["message"].strip(), "additions": stats.get("additions"), "deletions": stats.get("deletions"),
        "message_ids": said_ids(row["message"].strip()),
    }  # fmt: skip


def request(
    of: Project, row: Mapping[str, Any], approvals: Mapping[str, Any], notes: Sequence[Mapping[str, Any]]
) -> Row:
    person = of.source.person
    author = person(row["author"])
    approvers = [person(one["user"]) for one in approvals.get("approved_by", ())]
    comments = [note for note in notes if not note["system"]]
    reviews = [at(note["created_at"]) for note in notes if person(note["author"]) != author and _reviews(note)]
    reviews += [at(one.get("approved_at")) for one in approvals.get("approved_by", ())]
    return {
        "id": f"{of.name}!{row['iid']}", "reference": f"!{row['iid']}", "project": of.name, "title": row["title"],
        "author": author, "acceptor": person(row.get("merge_user") or row.get("merged_by")),
        "assignee": person(row.get("assignee")), "reviewers": [person(one) for one in row.get("reviewers") or ()],
        "approvers": approvers, "times_approved": len(approvers), "comments": len(comments), "state": row["state"],
        "draft": bool(row.get("draft")), "created_at": at(row["created_at"]), "merged_at": at(row.get("merged_at")),
        "closed_at": at(row.get("closed_at")), "updated_at": at(row["updated_at"]),
        "first_review_at": min((one for one in reviews if one), default=None),
        "source_branch": row["source_branch"], "target_branch": row["target_branch"], "labels": row["labels"],
        "milestone": (row.get("milestone") or {}).get("title"),
        "shas": [one for one in (row.get("merge_commit_sha"), row.get("squash_commit_sha"), row.get("sha")) if one],
        "message_ids": said_ids(f"{row['title']}\n{row.get('description') or ''}", row["source_branch"]),
    }  # fmt: skip


def _reviews(note: Mapping[str, Any]) -> bool:
    """What somebody wrote; of what the system notes an approval alone."""
    return not note["system"] or str(note["body"]).startswith("approved")


def note(of: Project, row: Mapping[str, Any], note: Mapping[str, Any]) -> Row:
    return {"id": f"note {note['id']}", "merge_request": f"{of.name}!{row['iid']}",
            "author": of.source.person(note["author"]), "created_at": at(note["created_at"]),
            "by_system": "yes" if note["system"] else None, "body": note["body"]}  # fmt: skip


def pipeline(of: Project, row: Mapping[str, Any]) -> Row:
    seconds = row.get("duration")
    return {
        "id": str(row["id"]), "project": of.name, "ref": row["ref"], "sha": row["sha"], "status": row["status"],
        "trigger": row.get("source"), "author": of.source.person(row.get("user")), "created_at": at(row["created_at"]),
        "started_at": at(row.get("started_at")), "finished_at": at(row.get("finished_at")),
        "minutes": None if seconds is None else seconds / 60,
    }  # fmt: skip


def job(of: Project, row: Mapping[str, Any]) -> Row:
    seconds = row.get("duration")
    return {
        "id": str(row["id"]), "pipeline": str(row["pipeline"]["id"]), "project": of.name, "name": row["name"],
        "stage": row["stage"], "status": row["status"], "created_at": at(row["created_at"]),
        "started_at": at(row.get("started_at")), "finished_at": at(row.get("finished_at")),
        "minutes": None if seconds is None else seconds / 60, "failure_reason": row.get("failure_reason"),
    }  # fmt: skip


def deployment(of: Project, row: Mapping[str, Any]) -> Row:
    return {
        "id": str(row["id"]), "project": of.name, "environment": (row.get("environment") or {}).get("name"),
        "status": row["status"], "sha": row["sha"], "author": of.source.person(row.get("user")),
        "created_at": at(row["created_at"]), "finished_at": at(row.get("finished_at")),
    }  # fmt: skip


def tag(of: Project, row: Mapping[str, Any]) -> Row:
    made = row.get("created_at") or row["commit"]["committed_date"]
    return {"id": f"{of.name}@{row['name']}", "project": of.name, "name": row["name"],
            "sha": row["commit"]["id"], "created_at": at(made)}  # fmt: skip


def release(of: Project, row: Mapping[str, Any]) -> Row:
    return {"id": f"{of.name}@{row['tag_name']}", "project": of.name, "tag": row["tag_name"], "name": row.get("name"),
            "sha": (row.get("commit") or {}).get("id"), "author": of.source.person(row.get("author")),
            "released_at": at(row.get("released_at") or row["created_at"])}  # fmt: skip


def issue(of: Project, row: Mapping[str, Any]) -> Row:
    closed = row["state"] == "closed"
    return {
        "id": f"{of.name}#{row['iid']}", "project": of.name, "title": row["title"],
        "type": (row.get("issue_type") or "issue").capitalize(), "state": row["state"],
        "status": "done" if closed else "open",
        "author": of.source.person(row["author"]), "assignee": of.source.person(row.get("assignee")),
        "created_at": at(row["created_at"]), "updated_at": at(row["updated_at"]),
        "resolved_at": at(row.get("closed_at")) if closed else None, "due_on": day(row.get("due_date")),
        "labels": row["labels"], "points": row.get("weight"),
        "milestone": (row.get("milestone") or {}).get("title"),
    }  # fmt: skip


def at(text: str | None) -> datetime | None:
    """A moment as GitLab and GitHub write it."""
    if not text:
        return None
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.astimezone()


def day(text: str | None) -> date | None:
    """A day without a zone."""
    return date.fromisoformat(text[:10]) if text else None
