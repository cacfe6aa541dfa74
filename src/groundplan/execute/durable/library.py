"""dbos, loaded where a run is durable, and what every process tells it alike."""

from __future__ import annotations

from typing import Any

from groundplan.errors import SetupError

APPLICATION = "groundplan"
VERSION = "plans-1"
"""Of the journal's form: a process goes on only with runs whose steps stand in the same order as its own would."""
QUEUE = "plans"
"""Where runs wait for a worker: those that were submitted, and those whose process has died."""
RUN = "run_plan"
"""The name of the workflow that carries a run."""
START = "start_plan"
"""The name of the workflow that a schedule starts, which submits the run."""
LOOKS = 0.5
"""Seconds between two looks for a run that waits for a worker."""
EXPIRES = 5.0
"""Seconds after which a process without a beat counts as dead."""


def durable_library() -> Any:
    """The module `dbos`; without it, an error that names the extra."""
    try:
        import dbos  # 1.3 s, and only durable runs need it
    except ImportError:
        raise SetupError("durable runs need the extra `durable`; pip install 'groundplan[durable]'") from None
    return dbos


def hand_over(database: Any, run: str, dead: str) -> None:
    """A run of a dead process waits for a worker again, unless somebody has taken it meanwhile.

    dbos has no public call that asks this in one statement, so that no run is taken away from who works at it.
    """
    database._sys_db.reenqueue_for_recovery(run, [dead], QUEUE)
