"""Sources -> a running service."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from groundplan.errors import SetupError, UsageError
from groundplan.packs.tableau.described.opened import open_sources
from groundplan.packs.tableau.service.answers import Service
from groundplan.packs.tableau.service.published import Published
from groundplan.packs.tableau.service.rest import PRODUCT
from groundplan.packs.tableau.service.sessions import Sessions

if TYPE_CHECKING:
    import uvicorn


def published(
    sources: Sequence[str], cache: Path, data: Mapping[str, str], version: str, seconds: float = 60.0
) -> Service:
    """Every data source of the files."""
    if version not in PRODUCT:
        raise UsageError(f"no version {version!r} is known; there is {', '.join(PRODUCT)}.")
    found = [
        Published.of(one, str(Path(source).expanduser().resolve()))
        for source in sources
        for one in open_sources(source, cache, data)
    ]
    return Service(tuple(found), version, seconds)


def server(service: Service, sessions: Sessions, host: str, port: int) -> uvicorn.Server:
    """The server, not yet started."""
    try:
        import fastapi  # noqa: F401
        import sse_starlette  # noqa: F401
        import uvicorn  # an extra
    except ImportError as error:
        told = f"the service needs {error.name!r}, which is not installed; run `pip install 'groundplan[tableau]'`."
        raise SetupError(told) from error
    from groundplan.packs.tableau.service.app import application

    config = uvicorn.Config(application(service, sessions), host, port, log_level="warning", access_log=False)
    return uvicorn.Server(config)


def credentials(file: Path | None) -> dict[str, str] | None:
    """Names with their secrets from a JSON file; None: none is asked for."""
    if file is None:
        return None
    try:
        held = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise UsageError(f'{str(file)!r} cannot be read ({error}); give JSON as {{"name": "secret"}}.') from error
    if not isinstance(held, dict) or not all(isinstance(one, str) for one in held.values()):
        raise UsageError(f'{str(file)!r} holds no names with secrets; give JSON as {{"name": "secret"}}.')
    return held
