"""Sources by name -> their mirrors, brought up to date, opened as one: the only place where clients are made."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from groundplan.errors import SetupError, SourceError
from groundplan.packs.activity.claims import NAMED
from groundplan.packs.activity.mirror import Mirror
from groundplan.packs.activity.nouns import Certificate, Reads
from groundplan.packs.activity.opened import tables_of
from groundplan.packs.activity.settings import ActivitySettings
from groundplan.sources.opened import Known, Tables

NEEDED = {
    "gitlab": ("gitlab_url", "gitlab_token"), "youtrack": ("youtrack_url", "youtrack_token"),
    "github": ("github_url", "github_token"),
}  # fmt: skip
HOLDS = {
    "git": ("commits", "files", "tags", "releases"),
    "gitlab": ("commits", "merge_requests", "notes", "pipelines", "jobs", "deployments", "tags", "releases", "issues"),
    "youtrack": ("issues", "state_changes", "work_items", "sprints"),
    "github": ("commits", "merge_requests", "pipelines", "tags", "releases", "issues"),
}
"""What each kind of source can say anything of."""
MADE_OF = {"approvals": ("notes",), "state_spans": ("state_changes", "issues")}
"""Datasets that are read of no source, and those that they follow from."""


@dataclass(frozen=True)
class Place:
    """One source: its kind, and which part of it."""

    kind: str
    scope: str
    label: str


class Mirrored(Known):
    """The datasets, with what they stand in."""

    opened: Activity


class Activity:
    """Opened mirrors: one source model over all of them, and how much each was read."""

    def __init__(self, tables: Tables, certificates: Sequence[Certificate], settings: ActivitySettings) -> None:
        self.tables = tables
        self.certificates = tuple(certificates)
        self.settings = settings
        self.reader: Any = None
        """Who reads questions over it, once one was asked: names and words are gathered once."""

    @property
    def model(self) -> Known:
        """The datasets with their profiles, and the model of all; what is opened goes with it."""
        made = Mirrored(self.tables.model)
        made.understood = self.tables.understood
        made.opened = self
        return made

    @property
    def understood(self) -> Any:
        """The source model."""
        return self.tables.understood

    @property
    def names(self) -> tuple[str, ...]:
        """The datasets."""
        return self.tables.names

    @property
    def notes(self) -> tuple[str, ...]:
        """What was put together, and what could not be read."""
        return self.tables.notes

    def get(self, name: str) -> Any:
        """A lazy frame over one dataset."""
        return self.tables.get(name)

    def close(self) -> None:
        """Gives the rows back."""
        self.tables.close()


def open_sources(sources: Sequence[str], cache: Path, settings: ActivitySettings) -> Activity:
    """Every source mirrored, up to date where it can be; one that cannot be read answers from what stands."""
    mirrors, notes = mirrored(sources, cache, settings)
    certificates = [one for mirror in mirrors for one in mirror.certificates()]
    return Activity(tables_of(mirrors, settings.place, cache, notes, settings.moment), certificates, settings)


def mirrored(sources: Sequence[str], cache: Path, settings: ActivitySettings) -> tuple[list[Mirror], list[str]]:
    """The mirrors, each brought up to date if it is old; what could not be read, told."""
    places = _places(sources)
    mirrors = [Mirror(cache / "activity", _address(place, settings)) for place in places]
    notes: list[str] = []
    for place, mirror in zip(places, mirrors, strict=True):
        if _old(mirror.certificates(), settings.activity_age):
            _refresh(place, mirror, settings)
        notes += _kept(place, mirror.certificates())
    return mirrors, notes


def _places(sources: Iterable[str]) -> list[Place]:
    found = []
    for source in dict.fromkeys(sources):
        if match := NAMED.search(source):
            found.append(Place(match[1], match[2].strip("/"), f"{match[1]}:{match[2]}"))
            continue
        from groundplan.packs.activity.sources.git import top

        folder = top(Path(source))
        if folder is None:
            named = ", ".join(f"{kind}:" for kind in NEEDED)
            raise SourceError(
                f"{source!r} is no clone, nor any of {named}; name a folder with a .git, or one of these."
            )
        found.append(Place("git", str(folder), str(folder)))
    return found


def _address(place: Place, settings: ActivitySettings) -> str:
    """What tells a mirror apart: the server and the part of it."""
    if place.kind == "git":
        return f"git {place.scope}"
    url = getattr(settings, NEEDED[place.kind][0])
    if not url:
        raise SetupError(f"no {place.kind} is set up: {_how(place.kind)}.")
    return f"{place.kind} {url.rstrip('/')} {place.scope}"


def _how(kind: str) -> str:
    return f"set {' and '.join(f'GROUNDPLAN_{name.upper()}' for name in NEEDED[kind])}, and name the source `{kind}:`"


def how_to_set_up(dataset: str) -> str:
    """What somebody does who wants to ask of a dataset that no source holds."""
    kinds = [kind for kind, holds in HOLDS.items() if dataset in holds]
    ways = ["name the folder of a clone" if kind == "git" else _how(kind) for kind in kinds]
    return "; or ".join(ways)


def _old(held: Sequence[Certificate], age: float) -> bool:
    """Whether it is to be brought up to date; what could not be read to its end always is, unless it never is."""
    ages = [(datetime.now(UTC) - one.at).total_seconds() for one in held if one.at]
    return not held or (not math.isinf(age) and (any(not one.complete for one in held) or max(ages, default=0) >= age))


def _refresh(place: Place, mirror: Mirror, settings: ActivitySettings) -> None:
    reader, close = _reader(place, settings)
    try:
        marks = mirror.marks()
        certificates = mirror.take(reader.read(marks), datetime.now(UTC))
        less = {(one.dataset, one.project) for one in certificates if not one.complete and not one.failed}
        if less & set(marks):  # what was taken away at the source is found by reading these whole
            again = {key: mark for key, mark in mirror.marks().items() if key not in less}
            mirror.take(reader.read(again), datetime.now(UTC))
    finally:
        close()


def _reader(place: Place, settings: ActivitySettings) -> tuple[Reads, Callable[[], None]]:
    if place.kind == "git":
        from groundplan.packs.activity.sources.git import Clone

        path = Path(place.scope)
        return Clone(path, path.name.removesuffix(".git")), lambda: None
    if place.kind == "gitlab":
        from groundplan.packs.activity.sources.gitlab import GitLab, over_gitlab

        get, close = over_gitlab(settings.gitlab_url, settings.gitlab_token, settings.activity_timeout)
        return GitLab(get, place.scope, settings.activity_details), close
    from groundplan.packs.activity.sources import tries

    if place.kind == "youtrack":
        from groundplan.packs.activity.sources.youtrack import TOKEN, YouTrack

        bearer = {"Authorization": f"Bearer {settings.youtrack_token}", "Accept": "application/json"}
        get, close = tries.over_httpx(settings.youtrack_url, bearer, settings.activity_timeout, TOKEN)
        return YouTrack(get, place.scope), close
    from groundplan.packs.activity.sources.github import TOKEN as GITHUB
    from groundplan.packs.activity.sources.github import GitHub, headers

    get, close = tries.over_httpx(
        settings.github_url, headers(settings.github_token), settings.activity_timeout, GITHUB
    )
    return GitHub(get, place.scope, settings.activity_details), close


def _kept(place: Place, certificates: Sequence[Certificate]) -> list[str]:
    """What could not be read, told; an error where nothing stands at all."""
    failed = [one for one in certificates if one.failed]
    if failed and not any(one.at for one in certificates):
        raise SourceError(failed[0].failed)
    return [f"{place.label}: {one.dataset.replace('_', ' ')} were not brought up to date ({one.failed.rstrip('.')})"
            for one in failed if one.at]  # fmt: skip
