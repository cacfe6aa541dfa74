"""Conversations: what was asked and answered, the form the next question may change, and what was asked back."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from groundplan.contracts import Doubt, Run, Turn

_TABLES = (
    "CREATE TABLE IF NOT EXISTS turn (id INTEGER PRIMARY KEY, session TEXT, question TEXT, answer TEXT, form TEXT)",
    "CREATE TABLE IF NOT EXISTS unclear (session TEXT PRIMARY KEY, question TEXT, doubt TEXT)",
)


class Sessions:
    """Turns by session, in one SQLite file."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file
        with self._open() as db:
            for table in _TABLES:
                db.execute(table)

    def add(self, session: str, run: Run) -> None:
        """One more turn, if it was answered; what was asked back is kept until the next question."""
        doubt, asked, told = run.understanding.doubt, run.question.text, run.answer.text if run.answer else ""
        with self._open() as db:
            db.execute("DELETE FROM unclear WHERE session = ?", (session,))
            if run.status == "clarify" and doubt:
                row = (session, asked, doubt.model_dump_json())
                db.execute("INSERT INTO unclear (session, question, doubt) VALUES (?, ?, ?)", row)
            if run.status == "answered":
                turn = (session, asked, told, json.dumps(run.understanding.form))
                db.execute("INSERT INTO turn (session, question, answer, form) VALUES (?, ?, ?, ?)", turn)

    def unclear(self, session: str) -> tuple[str, Doubt] | None:
        """The last question, if it was asked back, and why."""
        with self._open() as db:
            row = db.execute("SELECT question, doubt FROM unclear WHERE session = ?", (session,)).fetchone()
        return (row[0], Doubt.model_validate_json(row[1])) if row else None

    def history(self, session: str) -> tuple[Turn, ...]:
        """What was said, oldest first."""
        with self._open() as db:
            rows = db.execute("SELECT question, answer FROM turn WHERE session = ? ORDER BY id", (session,)).fetchall()
        return tuple(
            Turn(role=role, text=text) for row in rows for role, text in zip(("user", "assistant"), row, strict=True)
        )

    def prior(self, session: str) -> dict[str, Any] | None:
        """The form of the last question."""
        with self._open() as db:
            row = db.execute("SELECT form FROM turn WHERE session = ? ORDER BY id DESC LIMIT 1", (session,)).fetchone()
        return json.loads(row[0]) or None if row else None

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        db = sqlite3.connect(self._file, timeout=10)
        try:
            with db:
                yield db
        finally:
            db.close()
