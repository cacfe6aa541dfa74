"""Mirrors -> the datasets of the declared model in memory: people and projects of all sources put together, linked."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.contracts.source_model import Dataset, Field, SourceModel
from groundplan.packs.activity import followed, joined, shape
from groundplan.packs.activity.mirror import Mirror
from groundplan.packs.activity.settings import minutes_east
from groundplan.sources import duck
from groundplan.sources.joinable import with_keys
from groundplan.sources.lists import with_parts
from groundplan.sources.locked import Found
from groundplan.sources.measure import DuckMeasure
from groundplan.sources.model.evidence import DuckEvidence
from groundplan.sources.opened import Tables
from groundplan.sources.present import ColumnRead
from groundplan.sources.profile import profile
from groundplan.sources.shape import Table

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

PEOPLE = {
    "commits": ("author",), "merge_requests": ("author", "acceptor"), "notes": ("author",), "approvals": ("author",),
    "pipelines": ("author",), "deployments": ("author",), "releases": ("author",), "issues": ("author", "assignee"),
    "state_changes": ("author",), "work_items": ("author",),
}  # fmt: skip
"""Columns that hold a person."""
_BEGUN = "(SELECT min(s.entered_at) FROM raw.state_spans s WHERE s.issue = t.id AND s.status = 'in progress')"
FIGURES = {
    "merge_requests": {
        "hours_to_merge": "date_diff('second', created_at, merged_at) / 3600.0",
        "hours_to_review": "date_diff('second', created_at, first_review_at) / 3600.0",
        "times_approved": "coalesce(times_approved, 0)",
    },
    "issues": {
        "days_to_resolve": "date_diff('second', created_at, resolved_at) / 86400.0",
        "reopened_at": "(SELECT max(c.changed_at) FROM raw.state_changes c WHERE c.issue = t.id AND c.was_resolved"
        " AND NOT c.resolved)",
        "begun_at": _BEGUN,
        "days_of_work": f"date_diff('second', {_BEGUN}, resolved_at) / 86400.0",
    },
    "commits": {
        "deployed_at": "l.deployed_at",
        "hours_to_deploy": "date_diff('second', committed_at, l.deployed_at) / 3600.0",
    },
    "deployments": {
        "hours_to_restore": "CASE WHEN status = 'failed' THEN date_diff('second', created_at, (SELECT min(d.created_at)"
        " FROM raw.deployments d WHERE d.status = 'success' AND d.project = t.project AND d.environment = t.environment"
        " AND d.created_at > t.created_at)) / 3600.0 END",
    },
    "releases": {"size": "(SELECT count(*) FROM raw.held h WHERE h.release = t.id)"},
}
"""Columns that follow from others, in SQL over the rows `t`."""
LINKED = {
    "commits": {
        "issues": "l.issues",
        "issue_ids": "l.issues",
        "merge_request": "l.merge_request",
        "releases": "l.releases",
    },
    "merge_requests": {
        "issues": "l.issues",
        "issue_ids": "l.issues",
        "issues_in_title": "l.issues_in_title",
        "reviewers": "l.reviewers",
        "approvers": "l.approvers",
    },
}


def tables_of(
    mirrors: Sequence[Mirror], zone: tzinfo, cache: Path, notes: Sequence[str], moment: datetime | None = None
) -> Tables:
    """What the mirrors hold, as a question is asked of it; moments as the clocks of the zone show them."""
    connection = duck.connect(cache / "spill")
    try:
        backend = duck.backend(connection)
        _gather(connection, mirrors)
        followed.follow(connection, moment or datetime.now(UTC))
        told = joined.join(connection)
        for dataset in shape.model().datasets:
            connection.execute(_shown(dataset, zone))
        tables, model = _profiled(connection)
        print_ = _print(connection)
        duck.lock(connection, ())
    except BaseException:
        connection.close()
        raise
    found = Found(model, tables, (), DuckEvidence(connection))
    keyed = with_keys(tables, model)
    return Tables(model, keyed, (*notes, *told), backend.table, connection.close, cache, found, lambda: print_)


def _gather(connection: DuckDBPyConnection, mirrors: Sequence[Mirror]) -> None:
    """All rows of all mirrors; what two of them hold stands once."""
    for table in shape.names():
        connection.execute(shape.created(duck.RAW, table))
        connection.execute(f"ALTER TABLE {duck.name(duck.RAW, table)} ADD COLUMN origin BIGINT")
    for at, mirror in enumerate(mirrors):
        with mirror.opened(read_only=True) as held:
            for table in shape.names():
                listed = ", ".join(map(duck.name, shape.columns(table)))
                connection.register("given", held.sql(f"SELECT {listed} FROM {duck.name(table)}").to_arrow_table())
                own = "" if table == "identities" else f" WHERE id NOT IN (SELECT id FROM raw.{duck.name(table)})"
                connection.execute(
                    f"INSERT INTO {duck.name(duck.RAW, table)} ({listed}, origin) SELECT {listed}, {at} FROM given{own}"
                )
                connection.unregister("given")


def _shown(dataset: Dataset, zone: tzinfo) -> str:
    """The statement that makes a dataset as it is asked of, its rows in the order of their main time."""
    cells = [f"{_cell(dataset, field, zone)} AS {duck.name(field.name)}" for field in dataset.fields]
    linked = f" LEFT JOIN raw.links_of_{dataset.name} l ON l.id = t.id" if dataset.name in LINKED else ""
    order = f" ORDER BY t.{duck.name(dataset.main_time)}, t.id" if dataset.main_time else " ORDER BY t.id"
    if dataset.name == "notes":
        order = f" WHERE t.by_system IS NULL{order}"
    if dataset.name == "projects":
        order = " WHERE t.id = (SELECT place FROM raw.places p WHERE p.project = t.id) ORDER BY t.id"
    raw = "raw.people" if dataset.name == "authors" else duck.name(duck.RAW, dataset.name)
    return f"CREATE TABLE {duck.name('main', dataset.name)} AS SELECT {', '.join(cells)} FROM {raw} t{linked}{order}"


def _cell(dataset: Dataset, field: Field, zone: tzinfo) -> str:
    name = f"t.{duck.name(field.name)}"
    if made := LINKED.get(dataset.name, {}).get(field.name) or FIGURES.get(dataset.name, {}).get(field.name):
        return _local(made, zone) if field.type == "datetime" else made
    if field.name in PEOPLE.get(dataset.name, ()):
        return f"(SELECT w.person FROM raw.who w WHERE w.identity = {name} AND w.origin = t.origin)"
    if field.name == "project" or (dataset.name, field.name) == ("projects", "id"):
        return f"coalesce((SELECT p.place FROM raw.places p WHERE p.project = {name}), {name})"
    if dataset.name == "projects" and field.name in ("aliases", "tracker"):
        return f"(SELECT p.{field.name} FROM raw.places p WHERE p.project = t.id)"
    if field.type == "datetime":
        return _local(name, zone)
    return name


def _local(name: str, zone: tzinfo) -> str:
    east = minutes_east(zone)
    if east is not None:
        return f"{name} + to_minutes({east})"
    return f"timezone({duck.text(str(zone))}, timezone('UTC', {name}))"


def _profiled(connection: DuckDBPyConnection) -> tuple[list[Table], SourceModel]:
    """The tables as readers see them, and the declared model with how many rows and which bounds there are."""
    tables, datasets = [], []
    for dataset in shape.model().datasets:
        lists = {field.name: ColumnRead(separator=field.separator) for field in dataset.fields if field.separator}
        table = profile(dataset.name, DuckMeasure(connection, dataset.name))[0]
        tables.append(with_parts(connection, table, lists))
        known: Mapping[str, Any] = {column.name: column for column in table.columns}
        fields = tuple(
            field.model_copy(update={
                "distinct": known[field.name].distinct, "missing": known[field.name].nulls,
                "low": known[field.name].low, "high": known[field.name].high,
            })
            for field in dataset.fields
        )  # fmt: skip
        datasets.append(dataset.model_copy(update={"fields": fields, "rows": table.rows}))
    return tables, shape.model().model_copy(update={"datasets": tuple(datasets)})


def _print(connection: DuckDBPyConnection) -> str:
    told = [duck.print_of(connection, duck.name("main", one.name)) for one in shape.model().datasets]
    return hashlib.sha256(f"{shape.version()} {told}".encode()).hexdigest()[:40]
