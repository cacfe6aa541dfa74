"""GitHub over httpx: commits by a fixed tip, pull requests and issues in the order they were made, runs, releases."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from groundplan.errors import SourceError
from groundplan.packs.activity.links import said_ids
from groundplan.packs.activity.nouns import Certificate, Part, Row
from groundplan.packs.activity.sources.gitlab_rows import at
from groundplan.packs.activity.sources.tries import Get

PAGE = 100
MOST = 2_000
"""Pages of one list that are read."""
TOKEN = "GROUNDPLAN_GITHUB_TOKEN"
STATUSES = {"success": "success", "failure": "failed", "timed_out": "failed", "startup_failure": "failed",
            "cancelled": "canceled", "skipped": "skipped"}  # fmt: skip
"""How a run ended, by the scale of the mirror; one that has not ended is told as it stands."""


def headers(token: str) -> dict[str, str]:
    """What every call says of itself."""
    own = {"Accept": "application/vnd.github+json", "X-GitHub-Api-Version": "2022-11-28", "User-Agent": "groundplan"}
    return own | ({"Authorization": f"Bearer {token}"} if token else {})


@dataclass
class GitHub:
    """One repository, `owner/name`."""

    get: Get
    scope: str
    details: int = 2_000
    people: dict[str, Row] = field(default_factory=dict)

    def read(self, marks: Mapping[tuple[str, str], str]) -> Iterator[Part]:
        """List by list; one that cannot be read is certified as such, and the rest is read."""
        if self.scope.count("/") != 1:
            raise SourceError(f"'github:{self.scope}' names no repository; write github:owner/name.")
        about, _ = self.get(f"/repos/{self.scope}", {})
        row = {"id": self._name, "path": self.scope, "default_branch": about["default_branch"], "source": "github"}
        yield Part(self._certificate("projects", ""), [row])
        before = marks.get(("commits", self._name), "")
        lists: dict[str, Callable[[], Iterator[Part]]] = {
            "commits": lambda: self._commits(about, before), "merge_requests": self._requests, "issues": self._issues,
            "pipelines": self._runs, "tags": self._tags, "releases": self._releases,
        }  # fmt: skip
        for dataset, read in lists.items():
            try:
                yield from read()
            except SourceError as error:
                yield Part(self._certificate(dataset, f"/{dataset}", failed=str(error)))
        yield Part(self._certificate("identities", "authors of all"), list(self.people.values()), whole=False)

    @property
    def _name(self) -> str:
        return self.scope.partition("/")[2]

    def _certificate(self, dataset: str, query: str, **more: Any) -> Certificate:
        asked = f"GET /repos/{self.scope}{query}"
        return Certificate(source="github", dataset=dataset, project=self._name, query=asked, **more)

    def _all(self, path: str, params: Mapping[str, Any], inside: str = "") -> Iterator[Any]:
        """Every row of a list, page by page as each leads to the next."""
        asked: dict[str, Any] = {**params, "per_page": PAGE}
        for _ in range(MOST):
            held, told = self.get(f"/repos/{self.scope}{path}", asked)
            yield from held[inside] if inside else held
            following = [part for part in told.get("link", "").split(",") if 'rel="next"' in part]
            if not following:
                return
            asked = dict(parse_qsl(urlsplit(following[0].partition("<")[2].partition(">")[0]).query))
        raise SourceError(f"{self.scope}{path} has more than {MOST * PAGE:,} rows, which are not read.")

    def _part(
        self, dataset: str, path: str, params: Mapping[str, Any], make: Callable[[Any], Row | None], inside: str = ""
    ) -> Iterator[Part]:
        made = [row for one in self._all(path, params, inside) if (row := make(one)) is not None]
        yield Part(self._certificate(dataset, path), made)

    # ------------------------------------------------------------------ lists

    def _commits(self, about: Mapping[str, Any], before: str) -> Iterator[Part]:
        branch = about["default_branch"]
        head = self.get(f"/repos/{self.scope}/branches/{quote(branch, safe='')}", {})[0]["commit"]["sha"]
        said = self._certificate("commits", f"/commits?sha={branch}")
        if head == before:
            yield Part(said, whole=False, mark=head)
            return
        rows = [self._commit(one, branch) for one in self._all("/commits", {"sha": head})]
        yield Part(said, rows, True, head)

    def _commit(self, one: Mapping[str, Any], branch: str) -> Row:
        said = one["commit"]
        return {
            "id": one["sha"], "short_id": one["sha"][:8], "project": self._name, "branch": branch,
            "parents": [parent["sha"] for parent in one["parents"]], "merge": len(one["parents"]) > 1,
            "author": self._writer(said["author"], one.get("author")), "committed_at": at(said["committer"]["date"]),
            "written_at": at(said["author"]["date"]), "title": said["message"].partition("\n")[0],
            "message": said["message"].strip(), "message_ids": said_ids(said["message"].strip()),
        }  # fmt: skip

    def _requests(self) -> Iterator[Part]:
        params = {"state": "all", "sort": "created", "direction": "asc"}
        yield from self._part("merge_requests", "/pulls", params, self._request)

    def _request(self, one: Mapping[str, Any]) -> Row:
        merged = bool(one.get("merged_at"))
        return {
            "id": f"{self._name}!{one['number']}", "reference": f"#{one['number']}", "project": self._name,
            "title": one["title"], "author": self._person(one["user"]), "draft": bool(one.get("draft")),
            "state": "merged" if merged else "opened" if one["state"] == "open" else "closed",
            "reviewers": [self._person(user) for user in one.get("requested_reviewers") or ()],
            "created_at": at(one["created_at"]), "merged_at": at(one.get("merged_at")),
            "closed_at": None if merged else at(one.get("closed_at")), "updated_at": at(one["updated_at"]),
            "source_branch": one["head"]["ref"], "target_branch": one["base"]["ref"],
            "labels": [label["name"] for label in one["labels"]],
            "milestone": (one.get("milestone") or {}).get("title"),
            "shas": [sha for sha in (one.get("merge_commit_sha"),) if sha and merged],
            "message_ids": said_ids(f"{one['title']}\n{one.get('body') or ''}", one["head"]["ref"]),
        }  # fmt: skip

    def _issues(self) -> Iterator[Part]:
        params = {"state": "all", "sort": "created", "direction": "asc"}
        yield from self._part("issues", "/issues", params, self._issue)

    def _issue(self, one: Mapping[str, Any]) -> Row | None:
        if "pull_request" in one:
            return None
        closed, dropped = one["state"] == "closed", one.get("state_reason") == "not_planned"
        return {
            "id": f"{self._name}#{one['number']}", "project": self._name, "title": one["title"], "type": "Issue",
            "state": one["state"], "status": "dropped" if closed and dropped else "done" if closed else "open",
            "author": self._person(one["user"]), "assignee": self._person(one.get("assignee")),
            "created_at": at(one["created_at"]), "updated_at": at(one["updated_at"]),
            "resolved_at": at(one.get("closed_at")) if closed else None,
            "labels": [label["name"] for label in one["labels"]],
            "milestone": (one.get("milestone") or {}).get("title"),
        }  # fmt: skip

    def _runs(self) -> Iterator[Part]:
        yield from self._part("pipelines", "/actions/runs", {}, self._run, "workflow_runs")

    def _run(self, one: Mapping[str, Any]) -> Row:
        ended = STATUSES.get(one.get("conclusion") or "", one.get("conclusion"))
        begun, changed = at(one.get("run_started_at")), at(one["updated_at"])
        spent = (changed - begun).total_seconds() / 60 if begun and changed and ended else None
        return {
            "id": str(one["id"]), "project": self._name, "ref": one["head_branch"], "sha": one["head_sha"],
            "status": ended or {"in_progress": "running", "queued": "pending"}.get(one["status"], one["status"]),
            "trigger": one.get("event"), "author": self._person(one.get("actor")), "created_at": at(one["created_at"]),
            "started_at": begun, "finished_at": changed if ended else None, "minutes": spent,
        }  # fmt: skip

    def _tags(self) -> Iterator[Part]:
        yield from self._part("tags", "/tags", {}, lambda one: {
            "id": f"{self._name}@{one['name']}", "project": self._name, "name": one["name"],
            "sha": one["commit"]["sha"]})  # fmt: skip

    def _releases(self) -> Iterator[Part]:
        shas = {one["name"]: one["commit"]["sha"] for one in self._all("/tags", {})}
        yield from self._part("releases", "/releases", {}, lambda one: None if one.get("draft") else {
            "id": f"{self._name}@{one['tag_name']}", "project": self._name, "tag": one["tag_name"],
            "name": one.get("name"), "sha": shas.get(one["tag_name"]), "author": self._person(one.get("author")),
            "released_at": at(one.get("published_at") or one["created_at"])})  # fmt: skip

    # ------------------------------------------------------------------ people

    def _person(self, user: Mapping[str, Any] | None) -> str | None:
        if not user:
            return None
        id = f"user {user['login']}"
        self.people.setdefault(id, {"id": id, "name": user["login"], "username": user["login"], "email": "",
                                    "bot": user.get("type") == "Bot"})  # fmt: skip
        return id

    def _writer(self, said: Mapping[str, Any], user: Mapping[str, Any] | None) -> str | None:
        """Who stands in a commit; an account is called by the name that it commits under."""
        if not user:
            id = f"{said['name']} <{said['email']}>"
            self.people[id] = {"id": id, "name": said["name"], "email": said["email"]}
            return id
        id = f"user {user['login']}"
        self.people[id] = {"id": id, "name": said["name"], "username": user["login"], "email": said["email"],
                           "bot": user.get("type") == "Bot"}  # fmt: skip
        return id
