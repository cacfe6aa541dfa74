"""Rows that follow from those that were read: approvals from notes, stays in states from changes of state."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from groundplan.packs.activity.shape import words
from groundplan.sources import duck

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

_APPROVALS = """
INSERT INTO raw.approvals (id, merge_request, author, approved_at, origin)
SELECT id, merge_request, author, created_at, origin FROM raw.notes
WHERE by_system IS NOT NULL AND starts_with(body, 'approved')
"""
_SPANS = """
INSERT INTO raw.state_spans (id, issue, state, status, entered_at, left_at, hours, origin)
WITH entered AS (
    SELECT id, issue, to_state AS state, changed_at AS entered_at, resolved, origin FROM raw.state_changes
    UNION ALL BY NAME
    SELECT first(c.id ORDER BY c.changed_at, c.id) || ' before' AS id, c.issue,
        first(c.from_state ORDER BY c.changed_at, c.id) AS state, any_value(i.created_at) AS entered_at,
        false AS resolved,
        any_value(c.origin) AS origin
    FROM raw.state_changes c JOIN raw.issues i ON i.id = c.issue GROUP BY c.issue
    UNION ALL BY NAME
    SELECT i.id || ' since' AS id, i.id AS issue, i.state, i.created_at AS entered_at,
        i.resolved_at IS NOT NULL AS resolved,
        i.origin
    FROM raw.issues i WHERE NOT EXISTS (FROM raw.state_changes c WHERE c.issue = i.id) AND i.state IS NOT NULL
), spans AS (
    SELECT *, lead(entered_at) OVER (PARTITION BY issue ORDER BY entered_at, id) AS left_at FROM entered
)
SELECT id, issue, state, CASE WHEN resolved THEN 'done' ELSE 'open' END, entered_at, left_at,
    date_diff('second', entered_at, coalesce(left_at, ?)) / 3600.0, origin
FROM spans
"""


def follow(connection: DuckDBPyConnection, moment: datetime) -> None:
    """Fills what no source is asked for; a stay that has not ended lasts until the moment."""
    connection.execute(_APPROVALS)
    connection.execute(_SPANS, [moment.astimezone(UTC).replace(tzinfo=None)])
    for status, names in words()["statuses"].items():
        kept = "done" if status in ("done", "dropped") else "open"
        listed = ", ".join(duck.text(name) for name in names)
        connection.execute(
            f"UPDATE raw.state_spans SET status = ? WHERE status = ? AND lower(state) IN ({listed})", [status, kept]
        )
