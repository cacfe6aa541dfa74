"""What can be set of this pack alone: where GitLab, YouTrack and GitHub are, the clock, how old a mirror may be."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from groundplan.errors import UsageError
from groundplan.pack import setting


def _secret(about: str) -> str:
    """A setting that is never shown."""
    made: str = field(default="", repr=False, metadata={"about": about})
    return made


@dataclass(frozen=True)
class ActivitySettings:
    """Tokens are read from the environment alone, and stand in no log, mirror or saved run."""

    gitlab_url: str = setting("", "base URL of a GitLab, such as https://gitlab.example.com")
    gitlab_token: str = _secret("token of GitLab that may read (scope read_api)")
    youtrack_url: str = setting("", "base URL of a YouTrack; its API is /api below it")
    youtrack_token: str = _secret("permanent token of YouTrack that may read")
    github_url: str = setting("https://api.github.com", "base URL of the API of GitHub")
    github_token: str = _secret("token of GitHub that may read")
    now: str = setting("", "the moment that questions are asked at, ISO with its zone; empty: the clock")
    zone: str = setting("", "zone in which days begin, such as Europe/Berlin; empty: that of `now`, else the machine's")
    activity_age: float = setting(300.0, "seconds after which a mirror is brought up to date; inf: it never is")
    activity_timeout: float = setting(30.0, "seconds one call of a source of activity may take")
    activity_details: int = setting(2000, "most merge requests, and pipelines, of a project whose details are read")

    @property
    def moment(self) -> datetime:
        """The moment of asking, with its zone."""
        if not self.now:
            return datetime.now(self.place)
        try:
            said = datetime.fromisoformat(self.now)
        except ValueError:
            raise UsageError(f"GROUNDPLAN_NOW is {self.now!r}, no moment; write 2025-03-13T16:20:00+03:00") from None
        return said if said.tzinfo else said.replace(tzinfo=self.place)

    @property
    def place(self) -> tzinfo:
        """The zone in which a day begins."""
        if self.zone:
            try:
                return ZoneInfo(self.zone)
            except (ZoneInfoNotFoundError, ValueError):
                raise UsageError(f"GROUNDPLAN_ZONE is {self.zone!r}, no zone; write one as Europe/Berlin") from None
        said = datetime.fromisoformat(self.now).tzinfo if self.now else None
        return said or _of_machine()


def _of_machine() -> tzinfo:
    """The machine's zone with its history of summer times, where its name can be found; else its offset of today."""
    link = Path("/etc/localtime")
    _, found, name = str(link.resolve()).partition("zoneinfo/") if link.is_symlink() else ("", "", "")
    try:
        return ZoneInfo(name) if found else datetime.now().astimezone().tzinfo or UTC
    except (ZoneInfoNotFoundError, ValueError):
        return datetime.now().astimezone().tzinfo or UTC


def minutes_east(zone: tzinfo) -> int | None:
    """How far a zone without summer time lies east of UTC; None for one with a name."""
    offset = None if isinstance(zone, ZoneInfo) else zone.utcoffset(None)
    return None if offset is None else int(offset / timedelta(minutes=1))
