"""`groundplan worker`: a process that takes durable runs, goes on with those of dead workers, and hears webhooks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from groundplan.cli.options import Database

if TYPE_CHECKING:
    from groundplan.execute.durable import Runs


def worker(
    db: Database = None,
    at_once: Annotated[
        int,
        typer.Option("--at-once", min=1, help="Runs that each worker carries at once; what the last one says counts."),
    ] = 32,
    until_idle: Annotated[
        bool, typer.Option("--until-idle", help="End when no run is left but those that wait for approval.")
    ] = False,
    http: Annotated[
        int | None, typer.Option("--http", min=0, help="Port for webhooks: POST /start/NAME starts a saved plan.")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="Address for webhooks.")] = "127.0.0.1",
) -> None:
    """Take durable runs that wait, and go on with those whose worker has died, until it is stopped."""
    import logging

    from groundplan.cli.durably import durable_runs, hosting
    from groundplan.cli.show import talk
    from groundplan.execute.durable.webhooks import webhooks
    from groundplan.settings import Settings

    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    settings = Settings.from_environment()
    with durable_runs(db, settings) as runs:
        app = webhooks(runs, settings.webhook_secret) if http is not None else None
        with hosting(runs, settings, worker=True, at_once=at_once) as here:
            talk().print(f"worker {here.id} waits for runs", markup=False)
            if app is not None:
                _serve(app, host, http or 0)
            else:
                _stay(runs, until_idle)


def _serve(app: object, host: str, port: int) -> None:
    import uvicorn

    uvicorn.run(app, host=host, port=port, log_level="warning")  # type: ignore[arg-type]  # it says what it serves


def _stay(runs: Runs, until_idle: bool) -> None:
    import signal
    from threading import Event

    stopped = Event()
    signal.signal(signal.SIGTERM, lambda *_: stopped.set())
    while not stopped.wait(0.5):
        if until_idle and not any(
            one.status in ("queued", "running", "interrupted") for one in runs.listed(over=False)
        ):
            return
