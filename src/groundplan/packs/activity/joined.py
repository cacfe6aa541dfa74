"""What the rows of several sources say together: who is who, which tracker is of which project, what names what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from groundplan.packs.activity.links import issues_of, said_ids, trackers
from groundplan.packs.activity.people import Identity, Person, people, plain
from groundplan.sources import duck

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

MOST = 0.5
"""The share of all ids in a project's messages that has to be of a tracker for it to be the project's own."""
_DEPLOYED = """SELECT created_at::VARCHAR AS id, sha FROM raw.deployments
WHERE status = 'success' AND environment = 'production' ORDER BY created_at, id"""


def join(connection: DuckDBPyConnection) -> list[str]:
    """Makes the tables that the datasets are shown by; what was put together is told."""
    notes = _who(connection)
    projects = _all(connection, "SELECT id, path, keys, aliases, source FROM raw.projects ORDER BY id")
    said = {
        table: _all(connection, f"SELECT id, project, message_ids FROM raw.{table}")
        for table in ("commits", "merge_requests")
    }
    known = {row["keys"] for row in projects if row["keys"]}
    keys = trackers((_cut(row["message_ids"]) for rows in said.values() for row in rows), known)
    places, told = _places(projects, said)
    _make(connection, "places", ("project", "place", "aliases", "tracker"), places)
    _links(connection, said, keys, bool(known))
    return [*notes, *told]


# ------------------------------------------------------------------ people


def _who(connection: DuckDBPyConnection) -> list[str]:
    counted = "(SELECT count(*) FROM raw.commits c WHERE c.author = i.id AND c.origin = i.origin) AS times"
    rows = _all(connection, f"SELECT id, name, email, username, bot, origin, {counted} FROM raw.identities i")
    found = [
        Identity(f"{row['origin']}\x1f{row['id']}", row["name"] or row["id"], row["email"] or "", row["username"] or "",
                 bool(row["bot"]), row["origin"], row["times"])
        for row in sorted(rows, key=lambda row: (row["origin"], row["id"]))
    ]  # fmt: skip
    who, of = people(found)
    identities = [(*_origin(id), person) for id, person in of.items()]
    _make(connection, "who", ("origin", "identity", "person"), identities)
    connection.execute("ALTER TABLE raw.who ALTER origin TYPE BIGINT")
    listed = [(one.id, one.name, ";".join(one.aliases) or None, one.username or None, one.email or None, one.bot)
              for one in who]  # fmt: skip
    _make(connection, "people", ("id", "name", "aliases", "username", "email", "bot"), listed)
    connection.execute("ALTER TABLE raw.people ALTER bot TYPE BOOLEAN")
    return list(_told(who, found, of))


def _origin(id: str) -> tuple[str, str]:
    origin, _, own = id.partition("\x1f")
    return origin, own


def _told(who: Sequence[Person], found: Sequence[Identity], of: Mapping[str, str]) -> Iterator[str]:
    several: dict[str, set[str]] = {}
    for one in found:
        several.setdefault(of[one.id], set()).add(plain(one.name))
    names = [f"{person} ({len(forms)} names)" for person, forms in several.items() if len(forms) > 1]
    if names:
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        yield f"one person each: {', '.join(sorted(names)[:3])}{more}"
    bots = [one.name for one in who if one.bot]
    if bots:
        yield f"told as bots: {', '.join(sorted(bots)[:5])}"


# ------------------------------------------------------------------ projects


def _places(
    projects: Sequence[Mapping[str, Any]], said: Mapping[str, Sequence[Mapping[str, Any]]]
) -> tuple[list[tuple[Any, ...]], list[str]]:
    """Each project with the one that it is shown as: trackers under the repository whose messages name their issues."""
    named = _named(said)
    repositories = [row for row in projects if not row["keys"]]
    shown: dict[str, str] = {row["id"]: row["id"] for row in projects}
    told = []
    for tracker in (row for row in projects if row["keys"]):
        home, why = _home(tracker, repositories, named)
        if home is not None:
            shown[tracker["id"]] = home
            told.append(f"the issues of {tracker['keys']} are those of {home}: {why}")
    made = []
    for row in projects:
        there = [one for one in projects if shown[one["id"]] == shown[row["id"]]]
        others = [text for one in there for text in (one["id"], one["path"], one["keys"], *_cut(one["aliases"]))]
        aliases = [text for text in dict.fromkeys(others) if text and text != shown[row["id"]]]
        key = next((one["keys"] for one in there if one["keys"]), None)
        made.append((row["id"], shown[row["id"]], ";".join(aliases) or None, key))
    return made, told


def _named(said: Mapping[str, Sequence[Mapping[str, Any]]]) -> dict[str, Counter[str]]:
    """How often each project names issues of each tracker."""
    named: dict[str, Counter[str]] = {}
    for rows in said.values():
        for row in rows:
            found = (one.partition("-")[0].upper() for one in _cut(row["message_ids"]) if "-" in one)
            named.setdefault(row["project"], Counter()).update(found)
    return named


def _home(
    tracker: Mapping[str, Any], repositories: Sequence[Mapping[str, Any]], named: Mapping[str, Counter[str]]
) -> tuple[str | None, str]:
    own = {plain(text) for text in (tracker["id"], tracker["keys"], *_cut(tracker["aliases"])) if text}
    for row in repositories:
        if own & {plain(text) for text in (row["id"], *_cut(row["aliases"])) if text}:
            return row["id"], "both have one name"
    times = {row["id"]: named.get(row["id"], Counter())[tracker["keys"].upper()] for row in repositories}
    best = max(times, key=lambda name: times[name], default=None)
    if best is None or times[best] <= MOST * sum(times.values()) or times[best] < 2:
        return None, ""
    return best, f"{times[best]} of {sum(times.values())} mentions stand there"


# ------------------------------------------------------------------ what names what


def _links(
    connection: DuckDBPyConnection, said: Mapping[str, Sequence[Mapping[str, Any]]], keys: set[str], exact: bool
) -> None:
    requests = _all(connection, "SELECT id, title, shas, reviewers, approvers, origin FROM raw.merge_requests")
    of_commit = {sha: row["id"] for row in requests for sha in _cut(row["shas"])}
    releases = _first(connection, "SELECT id, sha FROM raw.releases ORDER BY released_at, id")
    deployed = _first(connection, _DEPLOYED)
    commits = []
    for row in said["commits"]:
        ids = _cut(row["message_ids"])
        numbers = [f"{row['project']}{one}" for one in ids if one.startswith("!")]
        request = of_commit.get(row["id"]) or (numbers[0] if numbers else None)
        issues = ";".join(issues_of(ids, row["project"], keys, exact))
        commits.append((row["id"], issues or None, request, releases.get(row["id"]), deployed.get(row["id"])))
    _make(connection, "links_of_commits", ("id", "issues", "merge_request", "releases", "deployed_at"), commits)
    connection.execute("ALTER TABLE raw.links_of_commits ALTER deployed_at TYPE TIMESTAMP")
    held = [(sha, release) for sha, release in releases.items()]
    _make(connection, "held", ("commit", "release"), held)
    who = {(row["origin"], row["identity"]): row["person"] for row in _all(connection, "SELECT * FROM raw.who")}
    people = {row["id"]: [_people(row, name, who) for name in ("reviewers", "approvers")] for row in requests}
    titles = {row["id"]: said_ids(row["title"] or "") for row in requests}
    linked = [
        (row["id"], *(";".join(issues_of(ids, row["project"], keys, exact)) or None
                      for ids in (_cut(row["message_ids"]), titles[row["id"]])), *people[row["id"]])
        for row in said["merge_requests"]
    ]  # fmt: skip
    names = ("id", "issues", "issues_in_title", "reviewers", "approvers")
    _make(connection, "links_of_merge_requests", names, linked)


def _people(row: Mapping[str, Any], name: str, who: Mapping[tuple[int, str], str]) -> str | None:
    found = [who.get((row["origin"], id), id) for id in _cut(row[name])]
    return ";".join(dict.fromkeys(found)) or None


def _first(connection: DuckDBPyConnection, listed: str) -> dict[str, str]:
    """By commit the first of the rows, each an id and a commit, whose history holds it."""
    parents = {row["id"]: _cut(row["parents"]) for row in _all(connection, "SELECT id, parents FROM raw.commits")}
    rows = _all(connection, listed)
    found: dict[str, str] = {}
    for row in rows:
        stack = [row["sha"]]
        while stack:
            at = stack.pop()
            if at in parents and at not in found:
                found[at] = row["id"]
                stack += parents[at]
    return found


# ------------------------------------------------------------------ rows


def _all(connection: DuckDBPyConnection, query: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = connection.sql(query).to_arrow_table().to_pylist()
    return rows


def _cut(text: str | None) -> list[str]:
    return text.split(";") if text else []


def _make(connection: DuckDBPyConnection, table: str, names: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    import pyarrow as pa  # slow to import

    columns: list[Sequence[Any]] = list(zip(*rows, strict=True)) or [()] * len(names)
    held = {name: pa.array([None if cell is None else str(cell) for cell in cells], pa.string())
            for name, cells in zip(names, columns, strict=True)}  # fmt: skip
    connection.register("given", pa.table(held))
    connection.execute(f"CREATE TABLE {duck.name(duck.RAW, table)} AS SELECT * FROM given")
    connection.unregister("given")
