"""What a query is read from: whether all of it is there, its certificates, and the same question asked elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from groundplan.contracts import SOURCE, refs
from groundplan.packs.activity.client import MADE_OF, Activity, how_to_set_up
from groundplan.packs.activity.nouns import Certificate
from groundplan.query import asked as queries
from groundplan.query.language import parts as p
from groundplan.query.language.read import read
from groundplan.query.periods import bounds

FOLLOWING = (
    ("merge_requests", ("first_review_at", "hours_to_review", "reviewed", "approved", "times_approved", "approvers",
                        "comments"), "notes"),
    ("commits", ("deployed_at", "hours_to_deploy"), "deployments"),
    ("issues", ("reopened_at", "begun_at", "days_of_work"), "state_changes"),
)  # fmt: skip
"""Fields of a dataset that are known only where another one was read."""
JOINED = ("authors", "projects")
"""Datasets that are made of all the others."""


def refusal(form: Mapping[str, Any], source: Activity) -> str | None:
    """Why no figure can be told: no source holds what is asked of, or not all of it was read."""
    needed = datasets_of(form, source)
    said = re.sub(r'"[^"]*"', "", str(form[queries.KEY]))
    needed += [
        dataset
        for of, names, dataset in FOLLOWING
        if of in needed and any(re.search(rf"\b{name}\b", said) for name in names)
    ]
    for dataset in needed:
        held = [one for one in source.certificates if one.dataset == dataset]
        if not held:
            named = dataset.replace("_", " ")
            return f"no source that is open holds {named}; {how_to_set_up(dataset)}"
    only = _project(read(form[queries.KEY]))
    for one in source.certificates:
        if one.dataset in needed and not one.complete and not (only and one.project and one.project != only):
            where = f" of {one.project}" if one.project else ""
            return f"not all {one.dataset.replace('_', ' ')}{where} were read, so that no figure is safe: {one.why()}"
    return None


def datasets_of(form: Mapping[str, Any], source: Activity) -> list[str]:
    """The datasets that a query reads; those made of others are left out where others are read as well."""
    steps = queries.made(form, source.understood).steps
    named = (ref.split(".", 1) for step in steps for ref in refs(step.args))
    found = list(dict.fromkeys(parts[1] for parts in named if parts[0] == SOURCE and len(parts) == 2))
    return list(dict.fromkeys(own for one in found if one not in JOINED for own in MADE_OF.get(one, (one,))))


def certificates(source: Activity, used: Sequence[str]) -> tuple[str, ...]:
    """How much of what was used was read: a line for each source and dataset."""
    now = datetime.now(UTC)
    used = [own for one in used for own in MADE_OF.get(one, (one,))]
    return tuple(
        one.told(now) for one in _summed(source.certificates) if one.dataset in used and one.dataset not in JOINED
    )


def _summed(certificates: Sequence[Certificate]) -> Iterator[Certificate]:
    """Those of several projects of one source as one."""
    groups: dict[tuple[str, str], list[Certificate]] = {}
    for one in certificates:
        groups.setdefault((one.source, one.dataset), []).append(one)
    for group in groups.values():
        if len(group) == 1:
            yield group[0]
            continue
        expected = [one.expected for one in group if one.expected is not None]
        yield group[0].model_copy(update={
            "project": f"({len(group)} projects)", "read": sum(one.read for one in group),
            "expected": sum(expected) if len(expected) == len(group) else None,
            "capped": any(one.capped for one in group), "failed": "; ".join(one.failed for one in group if one.failed),
            "since": min((one.since for one in group if one.since), default=None),
            "until": max((one.until for one in group if one.until), default=None),
            "at": min((one.at for one in group if one.at), default=None), "query": f"{group[0].query} and so on",
        })  # fmt: skip


# ------------------------------------------------------------------ the same elsewhere


def elsewhere(form: Mapping[str, Any], source: Activity, used: Sequence[str]) -> Iterator[str]:
    """The same rows, as `git`, GitLab and YouTrack are asked for them; nothing where they have no such question."""
    query = read(form[queries.KEY])
    kinds = {one.source for one in source.certificates if one.dataset in used}
    tests = list(_flat(query.where))
    if isinstance(query.of, str) and all(isinstance(one, (p.Compare, p.Holds, p.Not)) for one in tests):
        for kind, label, said in (("git", "git", _by_git), ("youtrack", "YouTrack", _by_youtrack),
                                  ("gitlab", "GitLab", _by_gitlab)):  # fmt: skip
            asked = said(query, tests, source) if kind in kinds else None
            if asked:
                yield f"The same rows by {label}: {asked}"


def _by_git(query: p.Query, tests: Sequence[Any], source: Activity) -> str | None:
    said = [_git(one, source) for one in tests] if query.of == "commits" else [None]
    clones = [row["path"] for row in source.get("projects").arrow().to_pylist() if row["source"] == "git"]
    return None if None in said else "; ".join(_joined(f"git -C {path} log HEAD", said) for path in clones)


def _by_youtrack(query: p.Query, tests: Sequence[Any], _source: Activity) -> str | None:
    said = [_youtrack(one) for one in tests] if query.of == "issues" else [None]
    return None if None in said else _joined("", said).strip() or "all issues"


def _by_gitlab(query: p.Query, tests: Sequence[Any], _source: Activity) -> str | None:
    lists = ("merge_requests", "pipelines", "deployments")
    said = [_gitlab(one, str(query.of)) for one in tests] if query.of in lists else [None]
    asked = "&".join(one for one in said if one)
    path = f"GET /projects/{_project(query) or ':id'}/{query.of}"
    return None if None in said else f"{path}?{asked}" if asked else path


def _joined(first: str, said: Sequence[str | None]) -> str:
    return " ".join([first, *(one for one in said if one)])


def _flat(test: Any) -> Iterator[Any]:
    if isinstance(test, p.All):
        for one in test.tests:
            yield from _flat(one)
    elif test is not None:
        yield test


def _project(query: p.Query) -> str | None:
    """The one project that a query is held to."""
    found = [
        one for one in _flat(query.where) if isinstance(one, p.Compare) and one.op == "=" and _ends(one.left, "project")
    ]
    value = found[0].right if len(found) == 1 else None
    return str(value.value) if isinstance(value, p.Value) else None


def _ends(part: Any, name: str) -> bool:
    return isinstance(part, p.Path) and name in part.steps[-2:]


def _span(test: p.Compare) -> tuple[datetime | None, datetime | None] | None:
    """The time [from, to) that a test on a period leaves."""
    year = isinstance(test.right, p.Value) and isinstance(test.right.value, int)
    if not isinstance(test.right, p.Period) and not year:
        return None
    found = bounds(test.right.text if isinstance(test.right, p.Period) else test.right.value)  # type: ignore[union-attr,arg-type]
    if found is None:
        return None
    start, end = found
    return {"=": (start, end), ">=": (start, None), ">": (end, None), "<": (None, start), "<=": (None, end)}.get(
        test.op
    )


def _git(test: Any, source: Activity) -> str | None:
    if isinstance(test, p.Not):
        inner = _git(test.test, source)
        return "--no-merges" if inner == "--merges" else None
    if isinstance(test, p.Holds):
        return {"merge": "--merges", "merges": "--merges", "ordinary": "--no-merges"}.get(test.path.steps[-1])
    if _ends(test.left, "project") and test.op == "=":
        return ""
    if _ends(test.left, "author") and test.op == "=" and isinstance(test.right, p.Value):
        return f"--author={str(test.right.value)!r}"
    span = _span(test) if _ends(test.left, "committed_at") else None
    if span is None:
        return None
    zone = source.settings.place if source.settings.zone or source.settings.now else None  # else git's own
    since, until = (one and one.replace(tzinfo=zone) for one in span)
    said = [f"--since={since.isoformat()}"] if since else []
    said += [f"--until={(until - timedelta(seconds=1)).isoformat()}"] if until else []
    return " ".join(said)


def _youtrack(test: Any) -> str | None:
    if isinstance(test, p.Holds):
        return {"open": "#Unresolved", "unresolved": "#Unresolved", "resolved": "#Resolved", "closed": "#Resolved",
                "unassigned": "#Unassigned"}.get(test.path.steps[-1])  # fmt: skip
    if isinstance(test, p.Not) or not isinstance(test.left, p.Path):
        return None
    name = test.left.steps[0]
    fields = {"project": "project", "assignee": "for", "author": "reporter", "type": "Type", "priority": "Priority",
              "state": "State", "labels": "tag"}  # fmt: skip
    if name in fields and test.op == "=" and isinstance(test.right, p.Value):
        return f"{fields[name]}: {{{test.right.value}}}"
    times = {"created_at": "created", "resolved_at": "resolved date", "updated_at": "updated"}
    span = _span(test) if name in times else None
    if span is None:
        return None
    start = span[0].date().isoformat() if span[0] else "*"
    end = (span[1] - timedelta(days=1)).date().isoformat() if span[1] else "*"
    return f"{times[name]}: {start} .. {end}"


def _gitlab(test: Any, dataset: str) -> str | None:
    """Tests that the lists of GitLab know as parameters; times of merging are none of them."""
    if isinstance(test, p.Holds):
        states = {"opened": "state=opened", "merged": "state=merged", "closed": "state=closed"}
        statuses = {"failed": "status=failed", "passed": "status=success", "succeeded": "status=success",
                    "running": "status=running"}  # fmt: skip
        return (states if dataset == "merge_requests" else statuses).get(test.path.steps[-1])
    if isinstance(test, p.Not) or not isinstance(test.left, p.Path) or test.op != "=":
        return None
    name = test.left.steps[0]
    if name == "project":
        return ""
    if isinstance(test.right, p.Value) and name in ("state", "status", "ref", "environment"):
        return f"{name}={test.right.value}"
    span = _span(test) if name == "created_at" and dataset != "deployments" else None
    if span is None or None in span:
        return None
    return f"created_after={span[0]:%Y-%m-%d}&created_before={span[1]:%Y-%m-%d}"
