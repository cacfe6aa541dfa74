"""YouTrack over httpx: issues in the order they were made, which no change moves; activities, work and sprints."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import Any

from groundplan.errors import SourceError
from groundplan.packs.activity.nouns import Certificate, Part, Row
from groundplan.packs.activity.shape import words
from groundplan.packs.activity.sources.tries import Get

PAGE = 100
MOST = 2_000
"""Pages of one list that are read."""
TOKEN = "GROUNDPLAN_YOUTRACK_TOKEN"
PERSON = "id,login,fullName,email"
VALUE = f"value({PERSON},name,isResolved,minutes,presentation)"
ISSUE = (
    f"id,idReadable,summary,created,updated,resolved,project(id,shortName),reporter({PERSON}),tags(name),"
    f"customFields(name,$type,{VALUE}),parent(issues(idReadable))"
)
WORK = f"id,date,text,author({PERSON}),duration(minutes),type(name),issue(idReadable)"
CHANGE = f"id,timestamp,author({PERSON}),target(idReadable),field(name),added(name,isResolved),removed(name,isResolved)"
SPRINT = "id,name,goal,start,finish"
OVERLAP = timedelta(days=1)
"""Read again before the last change, as the query language has minutes of a zone that is the user's own."""
FIELDS = {"type": "type", "priority": "priority", "assignee": "assignee", "state": "state", "story points": "points",
          "due date": "due_on"}  # fmt: skip
"""Custom fields that a mirror holds, by their names."""


@dataclass
class YouTrack:
    """All projects that the token's owner sees, or one by its letters."""

    get: Get
    scope: str = ""
    people: dict[str, Row] = field(default_factory=dict)

    def read(self, marks: Mapping[tuple[str, str], str]) -> Iterator[Part]:
        """List by list; one that cannot be read is certified as such, and the rest is read."""
        sprints: dict[str, list[str]] = {}
        for dataset, read in (
            ("projects", self._projects), ("sprints", lambda _: self._sprints(sprints)),
            ("issues", lambda mark: self._issues(mark, sprints)), ("state_changes", self._changes),
            ("work_items", lambda _: self._work()),
        ):  # fmt: skip
            try:
                yield read(marks.get((dataset, ""), ""))
            except SourceError as error:
                yield Part(self._certificate(dataset, f"/{dataset}", failed=str(error)))
        yield Part(self._certificate("identities", "people of all"), list(self.people.values()), whole=False)

    def _certificate(self, dataset: str, query: str, **more: Any) -> Certificate:
        return Certificate(source="youtrack", dataset=dataset, query=f"GET /api{query}", **more)

    def _all(self, path: str, params: Mapping[str, Any]) -> list[Any]:
        """Every row of a list: page by page until one is not full, as no total is told."""
        found: dict[str, Any] = {}
        for page in range(MOST):
            rows, _ = self.get(f"/api{path}", {**params, "$top": PAGE, "$skip": page * PAGE})
            found |= {row["id"]: row for row in rows}
            if len(rows) < PAGE:
                return list(found.values())
        raise SourceError(f"{path} has more than {MOST * PAGE:,} rows; ask for one project by itself.")

    def _projects(self, _: str) -> Part:
        rows = self._all("/admin/projects", {"fields": "id,shortName,name"})
        made = [
            {"id": row["shortName"], "path": row["name"], "aliases": [row["name"]], "keys": row["shortName"],
             "source": "youtrack"}
            for row in rows if self.scope in ("", row["shortName"])
        ]  # fmt: skip
        return Part(self._certificate("projects", "/admin/projects"), made)

    def _sprints(self, held: dict[str, list[str]]) -> Part:
        """Sprints of all boards, and which issues are in each."""
        made = []
        for board in self._all("/agiles", {"fields": f"id,name,sprints({SPRINT})"}):
            for row in board.get("sprints") or ():
                made.append(_sprint(row, board["name"]))
                path = f"/agiles/{board['id']}/sprints/{row['id']}/issues"
                for issue in self._all(path, {"fields": "id,idReadable"}):
                    held.setdefault(issue["idReadable"], []).append(row["id"])
        return Part(self._certificate("sprints", "/agiles"), made)

    def _issues(self, mark: str, sprints: Mapping[str, list[str]]) -> Part:
        """All issues, as which sprints hold one changes without a mark; a change of order moves none of them."""
        query = f"{f'project: {self.scope} ' if self.scope else ''}sort by: created asc"
        rows = self._all("/issues", {"fields": ISSUE, "query": query})
        made = [self._issue(row, sprints) for row in rows]
        return Part(self._certificate("issues", f"/issues?query={query}"), made)

    def _issue(self, row: Mapping[str, Any], sprints: Mapping[str, list[str]]) -> Row:
        own = {FIELDS[one["name"].lower()]: one.get("value") for one in row["customFields"]
               if one["name"].lower() in FIELDS}  # fmt: skip
        state = own.get("state") or {}
        parents = (row.get("parent") or {}).get("issues") or ()
        return {
            "id": row["idReadable"], "project": row["project"]["shortName"], "title": row["summary"],
            "type": _called(own.get("type")), "priority": _called(own.get("priority")), "state": _called(state),
            "status": status(_called(state) or "", bool(row["resolved"])), "author": self._person(row["reporter"]),
            "assignee": self._person(own.get("assignee")), "created_at": at(row["created"]),
            "updated_at": at(row["updated"]), "resolved_at": at(row["resolved"]), "due_on": day(own.get("due_on")),
            "points": own.get("points"), "labels": [one["name"] for one in row["tags"]],
            "sprints": sprints.get(row["idReadable"]), "parent": parents[0]["idReadable"] if parents else None,
        }  # fmt: skip

    def _changes(self, mark: str) -> Part:
        """Changes of state, the oldest first, from the last one that was read on."""
        since = {"start": int(mark) - int(OVERLAP.total_seconds() * 1000)} if mark else {}
        params = {"categories": "CustomFieldCategory", "fields": CHANGE, "reverse": "false", **since}
        rows = self._all("/activities", params)
        made = [self._change(row) for row in rows if ((row.get("field") or {}).get("name") or "").lower() == "state"]
        last = max((row["timestamp"] for row in rows), default=mark)
        query = "/activities?categories=CustomFieldCategory"
        return Part(self._certificate("state_changes", query), made, not mark, str(last or ""))

    def _change(self, row: Mapping[str, Any]) -> Row:
        before, after = (row.get(side) or [{}] for side in ("removed", "added"))
        return {
            "id": row["id"], "issue": row["target"]["idReadable"], "author": self._person(row["author"]),
            "changed_at": at(row["timestamp"]), "from_state": before[0].get("name"), "to_state": after[0].get("name"),
            "was_resolved": bool(before[0].get("isResolved")), "resolved": bool(after[0].get("isResolved")),
        }  # fmt: skip

    def _work(self) -> Part:
        rows = self._all("/workItems", {"fields": WORK})
        made = [
            {"id": row["id"], "issue": row["issue"]["idReadable"], "author": self._person(row["author"]),
             "worked_on": day(row["date"]), "hours": row["duration"]["minutes"] / 60, "kind": _called(row.get("type")),
             "text": row.get("text")}
            for row in rows
        ]  # fmt: skip
        return Part(self._certificate("work_items", "/workItems"), made)

    def _person(self, user: Mapping[str, Any] | None) -> str | None:
        if not user:
            return None
        self.people[user["id"]] = {"id": user["id"], "name": user.get("fullName") or user["login"],
                                   "email": user.get("email") or "", "username": user["login"]}  # fmt: skip
        return str(user["id"])


def _sprint(row: Mapping[str, Any], board: str) -> Row:
    return {"id": row["id"], "name": row["name"], "board": board, "goal": row.get("goal"),
            "started_at": at(row.get("start")), "ended_at": at(row.get("finish"))}  # fmt: skip


def status(state: str, resolved: bool) -> str:
    """A state's place on the one scale; of names that nobody knows, whether it is resolved."""
    for name, said in words()["statuses"].items():
        if state.lower() in said and resolved == (name in ("done", "dropped")):
            return str(name)
    return "done" if resolved else "open"


def _called(value: Any) -> str | None:
    return value.get("name") if isinstance(value, dict) else value


def at(milliseconds: int | None) -> datetime | None:
    """A moment of the epoch."""
    return None if milliseconds is None else datetime.fromtimestamp(milliseconds / 1000, UTC)


def day(milliseconds: int | None) -> date | None:
    """A day, which stands as a moment of it in UTC."""
    moment = at(milliseconds)
    return moment.date() if moment else None
