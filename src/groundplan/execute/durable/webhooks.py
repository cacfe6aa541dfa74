"""Webhooks: `POST /start/NAME` starts a saved plan, with the JSON object that is sent as its inputs."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
from typing import Any
from uuid import uuid4

from groundplan.errors import SetupError, UsageError
from groundplan.execute.durable.runs import Runs

MOST = 1_000_000
"""Bytes that a caller may send."""


class _Refused(Exception):
    """What is sent cannot be taken."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status


def webhooks(runs: Runs, secret: str) -> Any:
    """The application; who calls it must send `Authorization: Bearer SECRET`.

    With the header `Idempotency-Key`, the same call twice starts one run.
    """
    if not secret:
        raise SetupError("webhooks need a secret that their callers know; set GROUNDPLAN_WEBHOOK_SECRET")
    try:
        from starlette.applications import Starlette  # only a worker with webhooks needs a server
        from starlette.responses import JSONResponse
        from starlette.routing import Route
    except ImportError:
        raise SetupError("webhooks need the extra `durable`; pip install 'groundplan[durable]'") from None

    async def start(request: Any) -> Any:
        try:
            _let_in(request, secret)
            name, inputs = request.path_params["name"], await _inputs(request)
            id = _id(name, request.headers.get("idempotency-key", ""))
            await asyncio.to_thread(runs.start_saved, name, inputs, id)
        except _Refused as fault:
            return JSONResponse({"error": str(fault)}, fault.status)
        except UsageError as fault:
            return JSONResponse({"error": str(fault)}, 404)
        return JSONResponse({"run": id}, 202)

    return Starlette(routes=[Route("/start/{name}", start, methods=["POST"])])


def _let_in(request: Any, secret: str) -> None:
    sent = request.headers.get("authorization", "").encode()
    if not hmac.compare_digest(sent, f"Bearer {secret}".encode()):
        raise _Refused(401, "the secret is missing or wrong; send `Authorization: Bearer SECRET`")


async def _inputs(request: Any) -> dict[str, Any]:
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST:
            raise _Refused(413, f"more than {MOST:,} bytes were sent; send less")
    try:
        inputs = json.loads(body or b"{}")
    except ValueError:
        inputs = None
    if not isinstance(inputs, dict):
        raise _Refused(400, "a JSON object of inputs by name is wanted, and something else was sent")
    return inputs


def _id(name: str, key: str) -> str:
    return f"{name}-{hashlib.sha256(key.encode()).hexdigest()[:12] if key else uuid4().hex[:12]}"
