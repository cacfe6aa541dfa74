"""A local clone, read by the `git` program: one log with its fields cut by NUL, whatever names and messages hold."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from threading import Timer
from typing import Any

from groundplan.errors import SetupError, SourceError
from groundplan.packs.activity.links import said_ids
from groundplan.packs.activity.nouns import Certificate, Part, Row
from groundplan.packs.activity.shape import words

SAFE = (
    "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "-c", "log.showSignature=false",
    "-c", "i18n.logOutputEncoding=UTF-8", "-c", "diff.renames=true", "-c", "core.pager=cat", "-c", "color.ui=false",
)  # fmt: skip
"""A repository's own settings neither run a program nor change what is told."""
FIELDS = ("%P", "%aN", "%aE", "%at", "%cN", "%cE", "%ct", "%B")
LOG = (
    "log", "-z", f"--format=commit %H%x00{'%x00'.join(FIELDS)}%x00", "--no-abbrev", "--no-ext-diff", "--no-textconv",
    "--use-mailmap",
)  # fmt: skip
CHANGES = {"A": "added", "M": "modified", "D": "deleted", "R": "renamed", "C": "copied", "T": "type changed"}
MOST = 300_000
"""Commits of one clone that are read."""
LONGEST = 900.0
"""Seconds that reading a log may take."""
_MISSING = "the `git` program is not installed, and clones are read by it; install git."


@dataclass(frozen=True)
class Clone:
    """A clone on this machine: what its HEAD reaches."""

    path: Path
    project: str

    def read(self, marks: Mapping[tuple[str, str], str]) -> Iterator[Part]:
        """New commits since the last one that was read; all of them where history was written anew."""
        head = self._told("rev-parse", "--verify", "--quiet", "HEAD^{commit}", strict=False).strip()
        branch = self._told("symbolic-ref", "--short", "--quiet", "HEAD", strict=False).strip() or "HEAD"
        yield self._project(branch)
        before = marks.get(("commits", self.project), "")
        if not head:
            for dataset in ("commits", "files", "identities"):
                yield Part(self._certificate(dataset, "git log HEAD", expected=0))
        elif before != head:
            yield from self._commits(head, branch, before)
        else:
            yield self._still(head)
        yield from self._tags()

    def _project(self, branch: str) -> Part:
        row = {"id": self.project, "path": str(self.path), "default_branch": branch, "source": "git"}
        return Part(self._certificate("projects", "git symbolic-ref HEAD"), [row])

    def _still(self, head: str) -> Part:
        said = self._certificate("commits", "git log HEAD", expected=self._count(head))
        return Part(said, whole=False, mark=head)

    def _commits(self, head: str, branch: str, before: str) -> Iterator[Part]:
        on = bool(before) and self._done("merge-base", "--is-ancestor", before, head)
        held = "promisor" not in self._told("config", "--get-regexp", r"^remote\..*\.promisor$", strict=False)
        span = [f"{before}..{head}"] if on else [head]
        commits, files = list[Row](), list[Row]()
        people: dict[str, Row] = {}
        for fields, changed in _parsed(self._stream([*LOG, *(("--raw", "--numstat", "-M") if held else ()),
                                                     f"--max-count={MOST}", *span, "--"])):  # fmt: skip
            row = _commit(fields, changed if held else None, self.project, branch)
            commits.append(row)
            files += [_file(row["id"], self.project, *one) for one in changed]
            people |= {_person(fields, at)["id"]: _person(fields, at) for at in (2, 5)}
        expected, query = self._count(head), f"git -C {self.path} log {branch}"
        shallow = self._told("rev-parse", "--is-shallow-repository").strip() == "true"
        whole = not on
        told = self._certificate("commits", query, expected=expected, shallow=shallow, capped=expected > MOST)
        yield Part(self._certificate("identities", query), list(people.values()), whole=False)
        lost = "" if held else f"{self.path} is a clone without file contents, so that changes cannot be counted"
        yield Part(self._certificate("files", f"{query} --raw --numstat -M", failed=lost, capped=expected > MOST,
                                     shallow=shallow), files, whole)  # fmt: skip
        yield Part(told, commits, whole, mark=head)

    def _tags(self) -> Iterator[Part]:
        form = "%(refname:strip=2)%00%(objectname)%00%(*objectname)%00%(creatordate:unix)%00"
        told = self._told("for-each-ref", "refs/tags", f"--format={form}").replace("\n", "").split("\x00")
        rows = [_tag(self.project, *told[at : at + 4]) for at in range(0, len(told) - 3, 4)]
        yield Part(self._certificate("tags", "git for-each-ref refs/tags", expected=len(rows)), rows)
        versions = [
            {"id": row["id"], "project": self.project, "tag": row["name"], "name": row["name"],
             "sha": row["sha"], "released_at": row["created_at"]}
            for row in rows if re.match(words()["release"], str(row["name"]))
        ]  # fmt: skip
        query = "git for-each-ref refs/tags, those that are called as versions are"
        yield Part(self._certificate("releases", query, expected=len(versions)), versions)

    def _certificate(
        self, dataset: str, query: str, expected: int | None = None, failed: str = "", capped: bool = False,
        shallow: bool = False,
    ) -> Certificate:  # fmt: skip
        lost = f"{self.path} is a shallow clone, whose older history is not there; run `git fetch --unshallow`"
        return Certificate(source="git", dataset=dataset, project=self.project, query=query, expected=expected,
                           capped=capped, failed=failed or (lost if shallow else ""))  # fmt: skip

    def _count(self, head: str) -> int:
        return int(self._told("rev-list", "--count", head).strip())

    # ------------------------------------------------------------------ the program

    def _stream(self, args: Sequence[str]) -> Iterator[str]:
        """What lies between one NUL and the next."""
        process = self._started(args)
        assert process.stdout is not None and process.stderr is not None
        timer = Timer(LONGEST, process.kill)
        timer.start()
        rest = b""
        try:
            while chunk := process.stdout.read(1 << 20):
                *whole, rest = (rest + chunk).split(b"\x00")
                yield from (one.decode("utf-8", "replace") for one in whole)
            told = process.stderr.read().decode("utf-8", "replace")
            if process.wait() != 0:
                raise SourceError(_trouble(self.path, told or f"it took more than {LONGEST:.0f} s"))
        finally:
            timer.cancel()
            process.kill()
            process.wait()
            process.stdout.close()
            process.stderr.close()

    def _started(self, args: Sequence[str]) -> subprocess.Popen[bytes]:
        try:
            return subprocess.Popen(
                _command(self.path, args), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except FileNotFoundError:
            raise SetupError(_MISSING) from None

    def _told(self, *args: str, strict: bool = True) -> str:
        return told(self.path, *args, strict=strict)

    def _done(self, *args: str) -> bool:
        return _run(self.path, args).returncode == 0


def told(path: Path, *args: str, strict: bool = True) -> str:
    """What the program says; nothing where it fails, unless that matters."""
    done = _run(path, args)
    if done.returncode != 0 and strict:
        raise SourceError(_trouble(path, done.stderr.decode("utf-8", "replace")))
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else ""


def top(path: Path) -> Path | None:
    """The folder of the clone that a path lies in, or of the bare one that it is."""
    if not path.is_dir():
        return None
    whole = path.resolve()
    return next((one for one in (whole, *whole.parents) if (one / ".git").exists() or _bare(one)), None)


def _bare(path: Path) -> bool:
    return (path / "HEAD").is_file() and (path / "objects").is_dir() and (path / "refs").is_dir()


def _run(path: Path, args: Sequence[str]) -> subprocess.CompletedProcess[bytes]:
    try:
        return subprocess.run(_command(path, args), stdin=subprocess.DEVNULL, capture_output=True, timeout=120)
    except FileNotFoundError:
        raise SetupError(_MISSING) from None
    except subprocess.TimeoutExpired:
        raise SourceError(f"{str(path)!r}: `git {args[0]}` took more than 120 s; try it by hand.") from None


def _command(path: Path, args: Sequence[str]) -> list[str]:
    """The repository is named, so that no variable of the surroundings leads to another."""
    held = path / ".git"
    return ["git", *SAFE, "-C", str(path), f"--git-dir={held if held.exists() else path}", *args]


def _trouble(path: Path, text: str) -> str:
    lines = text.strip().splitlines() or ["it failed without a word"]
    cause = next((line for line in lines if "dubious ownership" in line), lines[0]).removeprefix("fatal: ")
    return f"{str(path)!r} cannot be read as a clone ({cause.rstrip('.')}); try `git -C {path} log` by hand."


# ------------------------------------------------------------------ the log


def _parsed(pieces: Iterator[str]) -> Iterator[tuple[list[str], list[tuple[str, str, str, int | None, int | None]]]]:
    """The fields of each commit, and its changed files: kind of change, old path, path, lines added, lines deleted."""
    fields: list[str] = []
    kinds: dict[str, tuple[str, str]] = {}
    lines: dict[str, tuple[int | None, int | None]] = {}
    for piece in pieces:
        piece = piece.removeprefix("\n")
        if piece.startswith("commit "):
            if fields:
                yield fields, _changed(kinds, lines)
            fields, kinds, lines = [piece.removeprefix("commit "), *(next(pieces) for _ in FIELDS)], {}, {}
        elif piece.startswith(":"):
            kind, path, old = piece.split(" ")[4][:1], next(pieces), ""
            if kind in "RC":
                old, path = path, next(pieces)
            kinds[path] = (kind, old)
        elif piece.count("\t") >= 2:
            added, deleted, path = piece.split("\t", 2)
            if not path:
                next(pieces)
                path = next(pieces)
            lines[path] = (_lines(added), _lines(deleted))
    if fields:
        yield fields, _changed(kinds, lines)


def _changed(
    kinds: Mapping[str, tuple[str, str]], lines: Mapping[str, tuple[int | None, int | None]]
) -> list[tuple[str, str, str, int | None, int | None]]:
    return [(kind, old, path, *lines.get(path, (None, None))) for path, (kind, old) in kinds.items()]


def _lines(text: str) -> int | None:
    return int(text) if text.isdecimal() else None  # `-` for what is no text


def _commit(fields: Sequence[str], changed: Sequence[Any] | None, project: str, branch: str) -> dict[str, Any]:
    sha, parents, *_, message = fields
    return {
        "id": sha, "short_id": sha[:8], "project": project, "branch": branch, "parents": parents.split(),
        "author": _person(fields, 2)["id"], "committer": _person(fields, 5)["id"],
        "written_at": moment(fields[4]), "committed_at": moment(fields[7]),
        "title": message.strip().partition("\n")[0], "message": message.strip(), "merge": len(parents.split()) > 1,
        "additions": None if changed is None else sum(one[3] or 0 for one in changed),
        "deletions": None if changed is None else sum(one[4] or 0 for one in changed),
        "paths_touched": None if changed is None else len(changed), "message_ids": said_ids(message.strip()),
    }  # fmt: skip


def _person(fields: Sequence[str], at: int) -> Row:
    name, email = fields[at], fields[at + 1]
    return {"id": f"{name} <{email}>", "name": name or email or "unknown", "email": email}


def _file(
    commit: str, project: str, kind: str, old: str, path: str, added: int | None, deleted: int | None
) -> dict[str, Any]:
    name = path.rpartition("/")[2]
    return {
        "id": f"{commit}:{path}", "sha": commit, "project": project, "path": path, "old_path": old,
        "folder": path.partition("/")[0] if "/" in path else ".",
        "extension": name.rpartition(".")[2].lower() if "." in name.lstrip(".") else "",
        "change": CHANGES.get(kind, kind), "additions": added, "deletions": deleted,
    }  # fmt: skip


def _tag(project: str, name: str, object: str, peeled: str, at: str) -> dict[str, Any]:
    return {"id": f"{project}@{name}", "project": project, "name": name, "sha": peeled or object,
            "created_at": moment(at)}  # fmt: skip


def moment(seconds: str) -> datetime | None:
    """A moment of the epoch; none where a commit tells one that no calendar has."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC)
    except (ValueError, OverflowError, OSError):
        return None
