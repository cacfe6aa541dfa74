"""Real repositories, made by the `git` program as a test needs them."""

from __future__ import annotations

import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ENVIRONMENT = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "PATH": "/usr/bin:/bin:/usr/local/bin"}


@dataclass
class Repository:
    """A repository in a folder, which is made when it is first used."""

    path: Path
    people: tuple[tuple[str, str], ...] = (("Ada Bell", "ada@example.org"), ("Бо Чен", "bo@example.org"))
    at: int = 1_700_000_000
    made: int = field(default=0)

    def __post_init__(self) -> None:
        self.path.mkdir(parents=True, exist_ok=True)
        self.git("init", "-q", "-b", "main")

    def git(self, *args: str, **more: str) -> str:
        done = subprocess.run(
            ["git", "-c", "commit.gpgsign=false", "-C", str(self.path), *args], capture_output=True, text=True,
            env={**ENVIRONMENT, **more}, stdin=subprocess.DEVNULL, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout

    def as_person(self, who: int, at: int, zone: str) -> dict[str, str]:
        name, email = self.people[who % len(self.people)]
        return {
            "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": email, "GIT_COMMITTER_NAME": name,
            "GIT_COMMITTER_EMAIL": email, "GIT_AUTHOR_DATE": f"{at} {zone}", "GIT_COMMITTER_DATE": f"{at} {zone}",
        }  # fmt: skip

    def commit(
        self, message: str = "work", path: str = "a.txt", who: int = 0, step: int = 3_600, zone: str = "+0000",
        text: str | None = None,
    ) -> str:  # fmt: skip
        self.made += 1
        self.at += step
        file = self.path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text if text is not None else f"{self.made}\n" * (1 + self.made % 3), "utf-8")
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", message, **self.as_person(who, self.at, zone))
        return self.git("rev-parse", "HEAD").strip()

    def rename(self, old: str, new: str) -> None:
        (self.path / new).parent.mkdir(parents=True, exist_ok=True)
        self.git("mv", old, new)
        self.at += 60
        self.git("commit", "-q", "-m", f"move {old}", **self.as_person(0, self.at, "+0530"))

    def merge(self, branch: str, who: int = 0, zone: str = "-0800") -> None:
        self.at += 60
        self.git("merge", "-q", "--no-ff", "-m", f"Merge branch '{branch}'", branch,
                 **self.as_person(who, self.at, zone))  # fmt: skip

    def counted(self, *args: str) -> int:
        return int(self.git("rev-list", "--count", *args))
