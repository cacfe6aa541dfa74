"""A mirror file: what was read of one source, as tables of the declared model, with certificates and marks."""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.errors import SourceError
from groundplan.packs.activity import shape
from groundplan.packs.activity.nouns import Certificate, Part, Row
from groundplan.sources import duck

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

WAIT = 20.0
"""Seconds that another process may take to write the same mirror."""
OFTEN = 5.0
"""Seconds after which what was read is written."""
SCOPED = "_project"
"""The column beside the model's that says which project a row was read of."""


class Mirror:
    """One source's file; it is held open only while it is read or written."""

    def __init__(self, folder: Path, source: str) -> None:
        self.source = source
        print_ = hashlib.sha256(f"{source} {shape.version()}".encode()).hexdigest()[:12]
        self.path = folder / f"{re.sub(r'[^a-z0-9]+', '-', source.lower()).strip('-')[-40:]}-{print_}.duckdb"

    @property
    def exists(self) -> bool:
        """Whether anything was ever read."""
        return self.path.exists()

    @contextmanager
    def opened(self, read_only: bool = False) -> Iterator[DuckDBPyConnection]:
        """A connection to the file; one that another process holds is waited for."""
        import duckdb  # slow to import

        self.path.parent.mkdir(parents=True, exist_ok=True)
        end, new = time.monotonic() + WAIT, not self.exists
        while True:
            try:
                connection = duckdb.connect(str(self.path), read_only=read_only)
                break
            except duckdb.IOException as error:
                if time.monotonic() > end:
                    told = str(error).splitlines()[0]
                    raise SourceError(f"the mirror of {self.source!r} cannot be opened ({told}); try again.") from error
                time.sleep(0.1)
        try:
            if new:
                _prepare(connection)
            yield connection
        finally:
            connection.close()

    def take(self, parts: Iterator[Part], now: datetime) -> list[Certificate]:
        """Writes what a reader gives, each part at once or not at all; the certificates as they stand then."""
        waiting: list[Part] = []
        since = time.monotonic()
        try:
            for part in parts:  # nothing is held open while the next part is read, which may take long
                waiting.append(part)
                if time.monotonic() - since > OFTEN:
                    self._flush(waiting, now)
                    since = time.monotonic()
        finally:
            self._flush(waiting, now)
        return self.certificates()

    def _flush(self, waiting: list[Part], now: datetime) -> None:
        if not waiting:
            return
        with self.opened() as connection:
            for part in waiting:
                connection.execute("BEGIN")
                _write(connection, part, now)
                connection.execute("COMMIT")
        waiting.clear()

    def marks(self) -> dict[tuple[str, str], str]:
        """What the next reading goes on from."""
        if not self.exists:
            return {}
        with self.opened() as connection:
            rows = connection.execute("SELECT dataset, project, mark FROM marks").fetchall()
        return {(dataset, project): mark for dataset, project, mark in rows}

    def certificates(self) -> list[Certificate]:
        """How much was read of each dataset."""
        if not self.exists:
            return []
        with self.opened() as connection:
            return _certificates(connection)


def _prepare(connection: DuckDBPyConnection) -> None:
    for table in shape.names():
        connection.execute(shape.created("main", table))
        connection.execute(f"ALTER TABLE {duck.name(table)} ADD COLUMN IF NOT EXISTS {SCOPED} VARCHAR")
    connection.execute(
        "CREATE TABLE reads (source VARCHAR, dataset VARCHAR, project VARCHAR, read BIGINT,"
        ' expected BIGINT, capped BOOLEAN, since TIMESTAMP, until TIMESTAMP, query VARCHAR, "at" TIMESTAMP,'
        " failed VARCHAR, PRIMARY KEY (dataset, project))"
    )
    connection.execute(
        "CREATE TABLE marks (dataset VARCHAR, project VARCHAR, mark VARCHAR, PRIMARY KEY (dataset, project))"
    )


def _write(connection: DuckDBPyConnection, part: Part, now: datetime) -> None:
    said = part.certificate
    table = duck.name(said.dataset)
    if part.whole and not said.failed:
        connection.execute(f"DELETE FROM {table} WHERE {SCOPED} = ?", [said.project])
    if part.rows:
        _insert(connection, said.dataset, said.project, part.rows)
    if part.mark:
        connection.execute("INSERT OR REPLACE INTO marks VALUES (?, ?, ?)", [said.dataset, said.project, part.mark])
    _certify(connection, part, now)


def _insert(connection: DuckDBPyConnection, dataset: str, project: str, rows: Sequence[Row]) -> None:
    """The rows under their keys; the later of two with one key stands."""
    import pyarrow as pa  # slow to import

    once = {row["id"]: row for row in rows}
    types = shape.columns(dataset)
    held = {name: _array(pa, kind, [row.get(name) for row in once.values()]) for name, kind in types.items()}
    connection.register("given", pa.table(held))
    table, listed = duck.name(dataset), ", ".join(map(duck.name, types))
    connection.execute(f"DELETE FROM {table} WHERE id IN (SELECT id FROM given)")
    connection.execute(f"INSERT INTO {table} ({listed}, {SCOPED}) SELECT {listed}, ? FROM given", [project])
    connection.unregister("given")


def _array(pa: Any, kind: str, cells: Sequence[Any]) -> Any:
    if kind == "TIMESTAMP":
        return pa.array([cell and cell.astimezone(UTC).replace(tzinfo=None) for cell in cells], pa.timestamp("us"))
    if kind == "VARCHAR":
        return pa.array([_text(cell) for cell in cells], pa.string())
    kinds = {"BIGINT": pa.int64(), "DOUBLE": pa.float64(), "BOOLEAN": pa.bool_(), "DATE": pa.date32()}
    return pa.array(cells, kinds[kind])


def _text(cell: Any) -> str | None:
    """A text without what no mirror can hold; a list with its parts cut apart."""
    if cell is None:
        return None
    if isinstance(cell, (list, tuple)):
        return ";".join(str(one).replace(";", ",") for one in dict.fromkeys(cell)) or None
    return str(cell).replace("\x00", "").encode("utf-8", "replace").decode() or None


def _certify(connection: DuckDBPyConnection, part: Part, now: datetime) -> None:
    said, time_of = part.certificate, shape.model().dataset(part.certificate.dataset)
    field = time_of.main_time if time_of else ""
    spread = f"min({field})::TIMESTAMP, max({field})::TIMESTAMP" if field else "NULL, NULL"
    count, first, last = connection.execute(
        f"SELECT count(*), {spread} FROM {duck.name(said.dataset)} WHERE {SCOPED} = ?", [said.project]
    ).fetchall()[0]
    read = count if part.counted else said.read
    at: datetime | None = now.astimezone(UTC).replace(tzinfo=None)
    if said.failed:  # what stands from before keeps its age
        before = connection.execute(
            'SELECT "at" FROM reads WHERE dataset = ? AND project = ?', [said.dataset, said.project]
        ).fetchall()
        at = before[0][0] if before else None
    connection.execute(
        "INSERT OR REPLACE INTO reads VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [said.source, said.dataset, said.project, read, said.expected, said.capped, first, last, said.query, at,
         said.failed],
    )  # fmt: skip


def _certificates(connection: DuckDBPyConnection) -> list[Certificate]:
    rows = connection.execute("SELECT * FROM reads ORDER BY dataset, project")
    names = [name for name, *_ in rows.description or ()]
    moments = ("since", "until", "at")
    made = []
    for row in rows.fetchall():
        held: Mapping[str, Any] = dict(zip(names, row, strict=True))
        aware = {name: held[name] and held[name].replace(tzinfo=UTC) for name in moments}
        made.append(Certificate(**{**held, **aware}))
    return made
