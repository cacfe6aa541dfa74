"""Conversations: what was asked, what was answered, and the form the next question may change."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from groundplan.contracts import Run, Turn

_TABLE = "CREATE TABLE IF NOT EXISTS turn (id INTEGER PRIMARY KEY, session TEXT, question TEXT, answer TEXT, form TEXT)"


class Sessions:
    """Turns by session, in one SQLite file."""

    def __init__(self, file: Path) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._file = file
        with self._open() as db:
            db.execute(_TABLE)

    def add(self, session: str, run: Run) -> None:
        """One more turn."""
        row = (session, run.question.text, run.answer.text if run.answer else "", json.dumps(run.understanding.form))
        with self._open() as db:
            db.execute("INSERT INTO turn (session, question, answer, form) VALUES (?, ?, ?, ?)", row)

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
