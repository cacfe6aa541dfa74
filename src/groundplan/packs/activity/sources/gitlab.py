"""GitLab over python-gitlab: lists by keyset where they move, commits by a fixed tip, details of what changed alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import local
from typing import Any
from urllib.parse import parse_qsl, quote, urlsplit

from groundplan.errors import SetupError, SourceError
from groundplan.packs.activity.nouns import Certificate, Part, Row
from groundplan.packs.activity.sources import gitlab_rows
from groundplan.packs.activity.sources.tries import Answer, Get, Passing, judged, patient

PAGE = 100
MOST = 2_000
"""Pages of one list that are read."""
AT_ONCE = 4
"""Calls for details that are under way together."""
TOKEN = "GROUNDPLAN_GITLAB_TOKEN"
LISTS = ("merge_requests", "pipelines", "deployments", "issues")
"""Lists that tell when each row changed, so that they are read from the last change on."""


def over_gitlab(url: str, token: str, timeout: float) -> tuple[Get, Callable[[], None]]:
    """Calls by the client of GitLab, each tried by our own rules; only ever reads."""
    try:
        import gitlab  # an extra, and slow to import
        import requests
    except ImportError:
        raise SetupError("GitLab is read by python-gitlab; install it: pip install 'groundplan[activity]'.") from None
    session, told = requests.Session(), local()
    session.hooks["response"].append(lambda answer, **_: setattr(told, "headers", _lower(answer.headers)))
    client = gitlab.Gitlab(url, private_token=token or None, timeout=timeout, session=session, user_agent="groundplan")

    def get(path: str, params: Mapping[str, Any]) -> Answer:
        def once() -> Answer:
            told.headers = {}
            try:
                answer: Any = client.http_get(path, dict(params), raw=True, max_retries=0, obey_rate_limit=False)
                return json.loads(answer.content), _lower(answer.headers)
            except gitlab.GitlabHttpError as error:
                judged(error.response_code or 500, told.headers, f"{url}{path}", TOKEN)
                raise SourceError(f"{url}{path}: {error}") from error
            except gitlab.GitlabAuthenticationError:
                judged(401, told.headers, f"{url}{path}", TOKEN)
                raise
            except ValueError as error:
                raise Passing("the answer is no JSON") from error
            except requests.RequestException as error:
                raise Passing(type(error).__name__) from error

        return patient(once, f"{url}{path}")

    return get, session.close


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


@dataclass
class GitLab:
    """Everything of the projects that the token's owner is a member of, or of one group or project."""

    get: Get
    scope: str = ""
    details: int = 2_000
    people: dict[str, Row] = field(default_factory=dict)

    def read(self, marks: Mapping[tuple[str, str], str]) -> Iterator[Part]:
        """Project by project; one that may not be read is certified as such, and the rest is read."""
        try:
            projects = self._projects()
        except SourceError as error:
            yield Part(Certificate(source="gitlab", dataset="projects", query="/projects", failed=str(error)))
            return
        names = _names(projects)
        rows = [gitlab_rows.project(one, names[one["id"]]) for one in projects]
        yield Part(Certificate(source="gitlab", dataset="projects", query="/projects", expected=len(rows)), rows)
        for one in projects:
            yield from _Project(self, one, names[one["id"]], marks).parts()
            said = Certificate(source="gitlab", dataset="identities", project=names[one["id"]], query="authors of all")
            yield Part(said, list(self.people.values()), whole=False)

    def _projects(self) -> list[Any]:
        if self.scope:
            try:
                return [self.get(f"/projects/{quote(self.scope, safe='')}", {})[0]]
            except SourceError as error:
                if "HTTP 404" not in str(error):
                    raise
            path = f"/groups/{quote(self.scope, safe='')}/projects"
            return list(self.all(path, {"include_subgroups": "true", "order_by": "id", "sort": "asc"}))
        found = {"membership": "true", "order_by": "id", "sort": "asc", "pagination": "keyset"}
        return list(self.all("/projects", found))

    def all(self, path: str, params: Mapping[str, Any]) -> Iterator[Any]:
        """Every row of a list, page by page as each leads to the next."""
        asked: dict[str, Any] = {**params, "per_page": PAGE}
        for _ in range(MOST):
            rows, headers = self.get(path, asked)
            yield from rows
            following = _next(headers)
            if following is None:
                return
            asked = {**asked, **following}
        raise SourceError(f"{path} has more than {MOST * PAGE:,} rows; ask for one project or group of them.")

    def each(self, call: Callable[[Any], Any], rows: Sequence[Any]) -> list[Any]:
        """What a call gives for each of the rows, a few at a time."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(call, rows))

    def person(self, user: Mapping[str, Any] | None) -> str | None:
        """The id of a user, who is known from now on."""
        if not user:
            return None
        id = f"user {user['id']}"
        self.people[id] = {"id": id, "name": user["name"], "email": user.get("public_email") or "",
                           "username": user["username"], "bot": bool(user.get("bot"))}  # fmt: skip
        return id

    def writer(self, name: str, email: str) -> str:
        """The id of who stands in a commit."""
        id = f"{name} <{email}>"
        self.people[id] = {"id": id, "name": name, "email": email}
        return id


@dataclass(frozen=True)
class _Project:
    """One project, list by list; each stands or fails by itself."""

    source: GitLab
    about: Mapping[str, Any]
    name: str
    marks: Mapping[tuple[str, str], str]

    def parts(self) -> Iterator[Part]:
        base = f"/projects/{self.about['id']}"
        yield from self._guarded("commits", self._commits, f"{base}/repository/commits")
        yield from self._guarded("merge_requests", self._requests, f"{base}/merge_requests")
        yield from self._guarded("pipelines", self._pipelines, f"{base}/pipelines")
        yield from self._guarded("jobs", self._jobs, f"{base}/jobs")
        yield from self._guarded("deployments", self._moving(gitlab_rows.deployment), f"{base}/deployments")
        yield from self._guarded("tags", self._still(gitlab_rows.tag), f"{base}/repository/tags")
        yield from self._guarded("releases", self._still(gitlab_rows.release), f"{base}/releases")
        if self.about.get("issues_enabled", True):
            yield from self._guarded("issues", self._moving(gitlab_rows.issue), f"{base}/issues")

    def _guarded(self, dataset: str, read: Callable[[str, str], Iterator[Part]], path: str) -> Iterator[Part]:
        try:
            yield from read(dataset, path)
        except SourceError as error:
            yield Part(self._certificate(dataset, path, failed=str(error)))
            if dataset == "merge_requests":
                yield Part(self._certificate("notes", path, failed=str(error)))

    def _certificate(self, dataset: str, query: str, **more: Any) -> Certificate:
        return Certificate(source="gitlab", dataset=dataset, project=self.name, query=f"GET {query}", **more)

    # ------------------------------------------------------------------ lists that move

    def _changed(self, dataset: str, path: str, more: Mapping[str, Any]) -> tuple[list[Any], str, int | None]:
        """What changed since the mark, the oldest change first; the next mark, and how many the source has in all.

        Each page begins where the last one ended in time, so that what changes meanwhile only moves ahead of it.
        """
        since = mark = self.marks.get((dataset, self.name), "")
        found: dict[Any, Any] = {}
        page, total = 1, None
        for _ in range(MOST):
            asked = {"order_by": "updated_at", "sort": "asc", "per_page": PAGE, "page": page, **more}
            rows, headers = self.source.get(path, {**asked, **({"updated_after": since} if since else {})})
            total = _total(headers) if not since else total
            found |= {row["id"]: row for row in rows}
            last = rows[-1]["updated_at"] if rows else since
            page, since = (1, last) if last and last != since else (page + 1, since)
            if len(rows) < PAGE and not headers.get("x-next-page"):
                break
        else:
            raise SourceError(f"{path} has more than {MOST * PAGE:,} rows; ask for one project by itself.")
        return list(found.values()), since or mark, self._count(path, more)

    def _count(self, path: str, more: Mapping[str, Any]) -> int | None:
        """How many there are, as the source says now; it says nothing above 10,000."""
        return _total(self.source.get(path, {"per_page": 1, **more})[1])

    def _moving(self, make: Callable[..., Row]) -> Callable[[str, str], Iterator[Part]]:
        def read(dataset: str, path: str) -> Iterator[Part]:
            more = {"scope": "all", "state": "all"} if dataset == "issues" else {}
            rows, mark, expected = self._changed(dataset, path, more)
            made = [make(self, row) for row in rows]
            yield Part(self._certificate(dataset, path, expected=expected), made, self._whole(dataset), mark)

        return read

    def _whole(self, dataset: str) -> bool:
        return not self.marks.get((dataset, self.name))

    def _requests(self, dataset: str, path: str) -> Iterator[Part]:
        """Merge requests; of those that changed also notes and approvals."""
        rows, mark, expected = self._changed(dataset, path, {"scope": "all", "state": "all"})
        detailed = {row["iid"] for row in sorted(rows, key=lambda row: row["updated_at"])[-self.source.details :]}

        def details(row: Any) -> tuple[Any, list[Any]]:
            if row["iid"] not in detailed:
                return {}, []
            one, order = f"{path}/{row['iid']}", {"sort": "asc", "order_by": "created_at"}
            return self.source.get(f"{one}/approvals", {})[0], list(self.source.all(f"{one}/notes", order))

        told = list(zip(rows, self.source.each(details, rows), strict=True))
        made = [gitlab_rows.request(self, row, approvals, said) for row, (approvals, said) in told]
        notes = [gitlab_rows.note(self, row, note) for row, (_, said) in told for note in said]
        whole, capped = self._whole(dataset), len(detailed) < len(rows)
        yield Part(self._certificate("notes", f"{path}/:iid/notes", capped=capped), notes, whole)
        yield Part(self._certificate(dataset, path, expected=expected), made, whole, mark)

    def _pipelines(self, dataset: str, path: str) -> Iterator[Part]:
        """Pipelines; of those that changed also how long they took."""
        rows, mark, expected = self._changed(dataset, path, {})
        known = len(rows) - self.source.details
        last = self.source.each(lambda row: self.source.get(f"{path}/{row['id']}", {})[0], rows[max(known, 0) :])
        made = [gitlab_rows.pipeline(self, row) for row in [*rows[: max(known, 0)], *last]]
        yield Part(self._certificate(dataset, path, expected=expected), made, self._whole(dataset), mark)

    # ------------------------------------------------------------------ lists that grow

    def _commits(self, dataset: str, path: str) -> Iterator[Part]:
        """What the tip of the default branch reaches, as it is now: a list by a fixed tip does not move."""
        branch = self.about.get("default_branch")
        if not branch:
            yield Part(self._certificate(dataset, path, expected=0))
            return
        tip = self.source.get(f"{path.removesuffix('/commits')}/branches/{quote(branch, safe='')}", {})[0]
        head, before = tip["commit"]["id"], self.marks.get((dataset, self.name), "")
        said = self._certificate(dataset, f"{path}?ref_name={branch}")
        if head == before:
            yield Part(said, whole=False, mark=head)
            return
        rows = list(self.source.all(path, {"ref_name": head, "with_stats": "true"}))
        yield Part(said, [gitlab_rows.commit(self, row, branch) for row in rows], True, head)

    def _jobs(self, dataset: str, path: str) -> Iterator[Part]:
        """The newest first, down to the oldest that had not ended when they were read before."""
        mark = int(self.marks.get((dataset, self.name)) or 0)
        rows = []
        params = {"pagination": "keyset", "order_by": "id", "sort": "desc"}
        for row in self.source.all(path, params):
            if row["id"] < mark:
                break
            rows.append(row)
        going = [row["id"] for row in rows if not row.get("finished_at") and row["status"] not in ENDED]
        reached = min(going, default=max((row["id"] for row in rows), default=mark))
        said = self._certificate(dataset, path)
        yield Part(said, [gitlab_rows.job(self, row) for row in rows], not mark, str(reached or ""))

    def _still(self, make: Callable[..., Row]) -> Callable[[str, str], Iterator[Part]]:
        def read(dataset: str, path: str) -> Iterator[Part]:
            rows = list(self.source.all(path, {}))
            yield Part(self._certificate(dataset, path, expected=len(rows)), [make(self, row) for row in rows])

        return read


ENDED = ("success", "failed", "canceled", "skipped")


def _next(headers: Mapping[str, str]) -> dict[str, str] | None:
    """The parameters of the page that follows."""
    if headers.get("x-next-page"):
        return {"page": headers["x-next-page"]}
    for part in headers.get("link", "").split(","):
        if 'rel="next"' in part:
            return dict(parse_qsl(urlsplit(part.partition("<")[2].partition(">")[0]).query))
    return None


def _total(headers: Mapping[str, str]) -> int | None:
    said = headers.get("x-total", "")
    return int(said) if said.isdecimal() else None


def _names(projects: Sequence[Mapping[str, Any]]) -> dict[Any, str]:
    """The last part of each path; the whole path where two are called alike."""
    last = [one["path"] for one in projects]
    return {one["id"]: one["path"] if last.count(one["path"]) == 1 else one["path_with_namespace"] for one in projects}
