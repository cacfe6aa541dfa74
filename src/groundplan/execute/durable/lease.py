"""Who is alive: every process writes down a beat; one of them hands over the runs of those that no longer do."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from time import monotonic
from typing import Any

from groundplan.execute.durable.library import EXPIRES
from groundplan.execute.durable.store import RECOVERER, Store

BEAT = 1.0
"""Seconds between two beats."""
Recover = Callable[[frozenset[str]], None]
"""Given who is alive: hands over the runs of everybody else."""

logger = logging.getLogger(__name__)


class Lease:
    """One process's right to its runs, renewed until it leaves or is taken for dead."""

    def __init__(self, store: Store, worker: str, recover: Recover, lost: Callable[[], None]) -> None:
        self._store = store
        self._worker = worker
        self._recover = recover
        self._lost = lost
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._beats, name="groundplan-lease", daemon=True)
        self._leads = False
        self._calm_since: float | None = None
        """Since when the database is there without a break: while it is away others cannot beat, either."""

    def join(self) -> None:
        """Alive, before the first run is taken."""
        with self._store.engine.begin() as db:
            db.execute(self._store.workers.insert().values(id=self._worker, beat=self._store.now))

    def start(self) -> None:
        """Beats from now on, in a thread of its own: work that keeps the process busy does not hold them up."""
        self._thread.start()

    def leave(self) -> None:
        """No longer alive: what is left of its runs may be taken over at once."""
        self._stopped.set()
        if self._thread.is_alive():
            self._thread.join(timeout=10)
        try:
            with self._store.engine.begin() as db:
                db.execute(self._store.workers.delete().where(self._store.workers.c.id == self._worker))
        except self._store.sa.exc.SQLAlchemyError as fault:
            logger.warning("the worker could not take its leave, and is taken for dead soon: %s", fault)

    def _beats(self) -> None:
        while not self._stopped.is_set():
            try:
                with self._store.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as db:
                    self._calm_since = self._calm_since or monotonic() - self._store.up(db)
                    while not self._stopped.wait(BEAT):
                        if not self._beat(db):
                            return self._lost()
            except self._store.sa.exc.SQLAlchemyError as fault:
                logger.warning("no beat, the database is away: %s", str(fault).splitlines()[0])
                self._leads, self._calm_since = False, monotonic()  # the lock went with the connection
                self._stopped.wait(BEAT)

    def _beat(self, db: Any) -> bool:
        """Whether this process is still taken for alive."""
        workers, now, began = self._store.workers, self._store.now, monotonic()
        mine = workers.update().where(workers.c.id == self._worker).values(beat=now)
        if not db.execute(mine).rowcount:
            return False
        if monotonic() - began > EXPIRES / 2:
            self._calm_since = monotonic()
        if monotonic() - (self._calm_since or began) > EXPIRES and self._leading(db):
            db.execute(workers.delete().where(workers.c.beat < now - EXPIRES))
            self._recover(self._store.alive())
        return True

    def _leading(self, db: Any) -> bool:
        """Whether this process is the one that recovers; SQLite writes one after another, and needs no such lock."""
        if not self._leads and not self._store.sqlite:
            held = self._store.sa.text("SELECT pg_try_advisory_lock(:key)")
            self._leads = bool(db.execute(held, {"key": RECOVERER}).scalar())
        return self._leads or self._store.sqlite
