"""`groundplan tableau`: a VizQL Data Service over files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

tableau = typer.Typer(help="Use VizQL without a Tableau server.", no_args_is_help=True, rich_markup_mode=None)


@tableau.callback()
def _tableau() -> None:
    """Use VizQL without a Tableau server."""


@tableau.command()
def serve(
    sources: Annotated[
        list[str], typer.Argument(help="Data sources: .tds, .twb, .tdsx, .twbx, CSV, Parquet, Excel, or a folder.")
    ],
    data: Annotated[
        list[str] | None, typer.Option("--data", help="TABLE=FILE, for a table whose file the source does not name.")
    ] = None,
    host: Annotated[str, typer.Option("--host", help="The address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", help="The port to listen at; 0: any that is free.")] = 8765,
    version: Annotated[str, typer.Option("--version", help="The server to be like: 2025.3 or 2026.1.")] = "2026.1",
    credentials: Annotated[
        Path | None,
        typer.Option("--credentials", help="JSON of names and secrets that may sign in; none: whoever does."),
    ] = None,
    minutes: Annotated[float, typer.Option("--token-minutes", help="How long a token lives.")] = 240.0,
    per_hour: Annotated[
        int | None, typer.Option("--queries-per-hour", help="Queries of one token within an hour; none: any number.")
    ] = None,
    seconds: Annotated[float, typer.Option("--timeout", help="Seconds after which a query is stopped.")] = 60.0,
) -> None:
    """Serve data sources as a VizQL Data Service, until it is stopped."""
    import socket

    from groundplan.cli.show import talk
    from groundplan.errors import UsageError
    from groundplan.packs.tableau.service import serve as service
    from groundplan.packs.tableau.service.sessions import Sessions
    from groundplan.settings import Settings

    known = service.credentials(credentials)
    if known is None and host not in ("127.0.0.1", "::1", "localhost"):
        raise UsageError(f"{host!r} is open to others; say who may sign in with --credentials FILE.")
    offered = service.published(sources, Settings.from_environment().cache, files_of_tables(data), version, seconds)
    running = service.server(offered, Sessions(known, minutes, per_hour), host, port)
    try:
        listening = socket.create_server((host, port))
    except OSError as error:
        raise UsageError(
            f"port {port} of {host} cannot be used ({error.strerror}); name another with --port."
        ) from error
    for one in offered.sources:
        talk().print(f"{one.name}  {one.id}", markup=False)
        for note in one.source.description.notes:
            talk().print(f"note: {note}", style="dim", markup=False)
    talk().print(f"listening at http://{host}:{listening.getsockname()[1]}; stop with Ctrl-C", markup=False)
    running.run(sockets=[listening])


def files_of_tables(data: list[str] | None) -> dict[str, str]:
    """`Orders=orders.csv`, said any number of times; a file alone is that of the one table without a file."""
    found = {}
    for one in data or ():
        name, sign, file = one.partition("=")
        found[name if sign else ""] = file if sign else one
    return found
