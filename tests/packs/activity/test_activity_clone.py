"""A clone in the mirror: every count is the one that `git` gives."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from clones import Repository
from hypothesis import given, settings
from hypothesis import strategies as st

from groundplan.errors import SourceError
from groundplan.packs.activity.mirror import Mirror
from groundplan.packs.activity.opened import tables_of
from groundplan.packs.activity.sources.git import Clone, top
from groundplan.sources.opened import Tables

NOW = datetime(2024, 6, 1, tzinfo=UTC)


def mirrored(repository: Repository, folder: Path, name: str = "here") -> Mirror:
    mirror = Mirror(folder / "mirrors", str(repository.path))
    mirror.take(Clone(repository.path, name).read(mirror.marks()), NOW)
    return mirror


def opened(mirror: Mirror, folder: Path, zone: str = "UTC") -> Tables:
    return tables_of([mirror], ZoneInfo(zone), folder, ())


def rows(tables: Tables, query: str) -> list[tuple[Any, ...]]:
    """What a query in the question language gives."""
    from groundplan.query.asked import made
    from groundplan.query.asked import understood as reads
    from groundplan.query.results import rows_of
    from groundplan.query.tools import IMPLEMENTATIONS

    read = reads(query, tables.understood, date(2024, 6, 1))
    assert read.doubt is None, read.doubt
    done = made(read.form, tables.understood)
    results: dict[str, Any] = {}

    def held(arg: Any) -> Any:
        if isinstance(arg, dict) and "$ref" in arg:
            start, _, rest = arg["$ref"].partition(".")
            return tables.get(rest) if start == "source" else results[start]
        return {name: held(one) for name, one in arg.items()} if isinstance(arg, dict) else arg

    for step in done.steps:
        results[step.id] = IMPLEMENTATIONS[step.tool](**{name: held(arg) for name, arg in step.args.items()})
    return list(rows_of(held(dict(done.ref)).arrow()))


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "work")


def certificates(mirror: Mirror) -> dict[str, Any]:
    return {one.dataset: one for one in mirror.certificates()}


def test_commits_files_merges_and_renames(repository: Repository, tmp_path: Path) -> None:
    repository.commit("PROJ-7 first\n\nbody; with\x1f odd (parts)", "src/a b.py", zone="+1245", text="x\n" * 30)
    repository.git("checkout", "-q", "-b", "side")
    repository.commit("on the side", "docs/ё;x.md", who=1)
    repository.git("checkout", "-q", "main")
    repository.rename("src/a b.py", "src/c\td.py")
    repository.merge("side")
    repository.git("tag", "-a", "v1.0", "-m", "one", **repository.as_person(0, repository.at, "+0000"))
    repository.commit("after (#12)")
    mirror = mirrored(repository, tmp_path)
    tables = opened(mirror, tmp_path)
    assert rows(tables, "commits: count") == [(repository.counted("HEAD"),)]
    assert rows(tables, "commits: count where merges") == [(repository.counted("--merges", "HEAD"),)]
    assert rows(tables, 'commits: count where author = "Бо Чен"') == [(1,)]
    assert rows(tables, 'files: where change = "renamed" show path, old_path') == [("src/c\td.py", "src/a b.py")]
    assert rows(tables, "files: sum(additions)") == [(_lines(repository),)]
    assert rows(tables, "releases: show tag, size") == [("v1.0", 4)]
    assert rows(tables, 'commits: where title starts "after" show merge_request') == [("here!12",)]
    held = certificates(mirror)["commits"]
    assert held.complete and (held.read, held.expected) == (5, 5)
    assert "5 of 5 read" in held.told(NOW) and "git -C" in held.query


def _lines(repository: Repository) -> int:
    told = repository.git("log", "--numstat", "-M", "--format=", "HEAD").split("\n")
    return sum(int(line.split("\t")[0]) for line in told if line[:1].isdigit())


def test_it_is_brought_up_to_date_and_history_may_be_written_anew(repository: Repository, tmp_path: Path) -> None:
    first = repository.commit("one")
    repository.commit("two")
    assert certificates(mirrored(repository, tmp_path))["commits"].read == 2
    repository.commit("three", who=1)
    mirror = mirrored(repository, tmp_path)
    assert certificates(mirror)["commits"].read == 3 and mirror.marks()["commits", "here"]
    assert list(Clone(repository.path, "here").read(mirror.marks()))[1].rows == ()  # nothing new, nothing read
    repository.git("reset", "-q", "--hard", first)
    repository.commit("another two")
    mirror = mirrored(repository, tmp_path)
    held = certificates(mirror)["commits"]
    assert (held.read, held.expected, held.complete) == (2, 2, True)
    assert rows(opened(mirror, tmp_path), "commits: show title") == [("one",), ("another two",)]


def test_days_begin_where_the_asker_is(repository: Repository, tmp_path: Path) -> None:
    repository.at = int(datetime(2024, 3, 30, 23, 30, tzinfo=UTC).timestamp()) - 3_600
    repository.commit("late in London, next day in Berlin")
    mirror = mirrored(repository, tmp_path)
    counts = {
        zone: rows(opened(mirror, tmp_path, zone), "commits: count where committed_at = 2024-03-31")
        for zone in ("UTC", "Europe/Berlin", "America/New_York")
    }
    assert counts == {"UTC": [(0,)], "Europe/Berlin": [(1,)], "America/New_York": [(0,)]}


def test_people_of_a_mailmap_and_of_several_addresses_are_one(tmp_path: Path) -> None:
    repository = Repository(
        tmp_path / "work",
        (("Ada Bell", "ada@example.org"), ("ada", "ada@home.example"), ("ADA  BELL", "a@x.example"),
         ("deps[bot]", "1+deps[bot]@users.noreply.github.com")),
    )  # fmt: skip
    for who in range(4):
        repository.commit(f"by {who}", who=who)
    (repository.path / ".mailmap").write_text("Ada Bell <ada@example.org> ada <ada@home.example>\n")
    repository.commit("map")
    tables = opened(mirrored(repository, tmp_path), tmp_path)
    assert rows(tables, "commits: count by author order count desc") == [("Ada Bell", 4), ("deps[bot]", 1)]
    assert rows(tables, "authors: where bot") == [("deps[bot]",)]
    assert any("told as bots: deps[bot]" in note for note in tables.notes)


def test_what_is_not_there_is_certified_and_no_clone_is_an_error(repository: Repository, tmp_path: Path) -> None:
    for number in range(4):
        repository.commit(str(number))
    repository.git("clone", "-q", "--depth", "2", f"file://{repository.path}", str(tmp_path / "shallow"))
    mirror = Mirror(tmp_path / "mirrors", "shallow")
    mirror.take(Clone(tmp_path / "shallow", "shallow").read({}), NOW)
    held = certificates(mirror)["commits"]
    assert not held.complete and "unshallow" in held.why() and held.read == 2
    empty = Repository(tmp_path / "empty")
    assert certificates(mirrored(empty, tmp_path / "other"))["commits"].read == 0
    assert top(repository.path / "nothing") is None
    (tmp_path / "plain").mkdir()
    with pytest.raises(SourceError, match="cannot be read as a clone"):
        list(Clone(tmp_path / "plain", "x").read({}))


NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1, max_size=12).filter(
    lambda name: name.strip(" .,:;<>\"'\\`") != ""
)
STEPS = st.lists(
    st.tuples(st.sampled_from("ccccrbm"), st.integers(0, 2), st.sampled_from(["+0000", "-1130", "+1400", "+0545"]),
              st.integers(-500_000, 900_000)),
    min_size=2, max_size=9,
)  # fmt: skip


def _history(path: Path, names: list[str], steps: list[tuple[str, int, str, int]]) -> Repository:
    repository = Repository(path, tuple((name, f"p{at}@example.org") for at, name in enumerate(names)))
    repository.commit("PROJ-1 begin", "f0.txt", text="a\nb\nc\n")
    for place, (kind, who, zone, step) in enumerate(steps, 1):
        if kind == "c":
            repository.commit(f"m{place}", f"d/f{place}.txt", who, step, zone)
        elif kind == "r":
            held = repository.git("ls-files", "-z").split("\x00")[0]
            repository.rename(held, f"r/{place}.txt")
        else:
            repository.git("checkout", "-q", "-b", f"side{place}")
            repository.commit(f"s{place}", f"s/{place}.txt", who, step, zone)
            repository.git("checkout", "-q", "main")
            if kind == "m":
                repository.merge(f"side{place}", who, zone)
    return repository


def _shortlog(repository: Repository) -> Iterator[tuple[str, int]]:
    for line in repository.git("shortlog", "-sne", "HEAD").splitlines():
        count, _, who = line.partition("\t")
        yield who.rpartition(" <")[2].rstrip(">"), int(count)


@settings(max_examples=5, deadline=None, derandomize=True, database=None)
@given(st.lists(NAMES, min_size=3, max_size=3), STEPS)
def test_counts_are_those_of_git(names: list[str], steps: list[tuple[str, int, str, int]]) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        repository = _history(folder / "work", names, steps)
        tables = opened(mirrored(repository, folder), folder)
        assert rows(tables, "commits: count") == [(repository.counted("HEAD"),)]
        assert rows(tables, "commits: count where not merge") == [(repository.counted("--no-merges", "HEAD"),)]
        found = Counter[str]()
        for email, count in rows(tables, "commits: count by author.email"):
            found[email] += count
        wanted = dict(_shortlog(repository))
        same = len(set(map(str.casefold, names))) == len(names)
        assert dict(found) == wanted or (not same and sum(found.values()) == sum(wanted.values()))
        days = Counter(line for line in repository.git(
            "log", "--date=format-local:%Y-%m-%d", "--format=%cd", "HEAD", TZ="UTC").split())  # fmt: skip
        assert dict(rows(tables, "commits: count by day(committed_at)")) == dict(days)
        renamed = repository.git("log", "-M", "--diff-filter=R", "--name-only", "--format=", "HEAD").split()
        assert rows(tables, 'files: count where change = "renamed"') == [(len(renamed),)]
        tables.close()
