"""The HTTP of the service: which path leads where, who is let in, and how errors are told."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from groundplan.packs.tableau.service import rest
from groundplan.packs.tableau.service.answers import LARGEST_RESPONSE, Answer, Failed, Service
from groundplan.packs.tableau.service.sessions import Sessions

if TYPE_CHECKING:
    from fastapi import FastAPI, Request, Response

LARGEST_REQUEST = 2_000_000
TOKEN = "x-tableau-auth"


def application(service: Service, sessions: Sessions) -> FastAPI:
    """The service as an ASGI application."""
    from fastapi import FastAPI, Response  # slow to import, and an extra

    app = FastAPI(title="VizQL Data Service", docs_url=None, redoc_url=None, openapi_url=None)

    async def vizql(request: Request) -> Response:
        return await _vizql(request, service, sessions)

    async def alive(_request: Request) -> Response:
        return Response("ok", media_type="text/plain")

    async def rest_api(request: Request) -> Response:
        return await _rest(request, service, sessions)

    for root in ("/api/v1/vizql-data-service", "/vizql-data-service/v1"):
        app.add_route(f"{root}/simple-request", alive, methods=["GET"])
        app.add_route(root + "/{endpoint}", vizql, methods=["GET", "POST"])
    app.add_route("/api/{version}/{path:path}", rest_api, methods=["GET", "POST"])
    return app


async def _body(request: Request) -> bytes:
    """As far as it is no larger than a request may be."""
    held = bytearray()
    async for piece in request.stream():
        held += piece
        if len(held) > LARGEST_REQUEST:
            raise Failed(400, "400000", f"The request is larger than {LARGEST_REQUEST:,} bytes.")
    return bytes(held)


# ------------------------------------------------------------------ the VizQL Data Service


async def _vizql(request: Request, service: Service, sessions: Sessions) -> Response:
    from fastapi import Response
    from starlette.concurrency import run_in_threadpool

    try:
        endpoint = request.path_params["endpoint"]
        token = request.headers.get(TOKEN, "")
        if not sessions.holds(token):
            raise Failed(401, "401002", "Unauthorized Access: the authentication token is missing or has expired.")
        if request.method != "POST":
            raise Failed(404, "404950", f"There is no endpoint {endpoint!r} for {request.method}.")
        body = await _body(request)
        if endpoint == "query-datasource" and not sessions.may_ask(token):
            raise Failed(429, "429000", f"Too many requests: {sessions.per_hour} queries an hour are answered.")
        answer = await run_in_threadpool(service.answer, endpoint, body)
        if answer.events is not None:
            return _streamed(answer)
        content = await run_in_threadpool(_json, answer.body)
        if len(content) > LARGEST_RESPONSE:
            raise Failed(400, "400804", "Response too large.")
        return Response(content, media_type="application/json", headers=answer.headers)
    except Failed as failed:
        return _failure(failed)
    except Exception as error:  # whatever it is, a client gets an error of the service
        return _failure(Failed(500, "500000", f"Internal error: {type(error).__name__}."))


def _json(body: Any) -> bytes:
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _failure(failed: Failed) -> Response:
    from fastapi import Response

    headers = {"Retry-After": "60"} if failed.status == 429 else {}
    content = _json(failed.error.as_json())
    return Response(content, failed.status, media_type="application/json", headers=headers)


def _streamed(answer: Answer) -> Response:
    from sse_starlette import EventSourceResponse, ServerSentEvent
    from starlette.concurrency import iterate_in_threadpool

    assert answer.events is not None
    events = iterate_in_threadpool(
        ServerSentEvent(event=kind, data=_json(data).decode()) for kind, data in answer.events
    )
    return EventSourceResponse(events)


# ------------------------------------------------------------------ the REST API around it


async def _rest(request: Request, service: Service, sessions: Sessions) -> Response:
    path = request.path_params["path"].strip("/")
    if path == "auth/signin" and request.method == "POST":
        return await _sign_in(request, sessions)
    if path.lower() == "serverinfo" and request.method == "GET":
        return _told(request, rest.server_info(service.version))
    token = request.headers.get(TOKEN, "")
    if path == "auth/signout" and request.method == "POST":
        sessions.sign_out(token)
        return _told(request, None, 204)
    if not sessions.holds(token):
        detail = "Invalid authentication credentials were provided."
        return _told(request, rest.error("401002", "Unauthorized Access", detail), 401)
    return _site(request, path, service)


async def _sign_in(request: Request, sessions: Sessions) -> Response:
    asked = rest.signing(await _body(request))
    if asked is None:
        return _told(request, rest.error("400000", "Bad Request", "The request holds no credentials."), 400)
    token = sessions.sign_in(asked.name, asked.secret)
    if token is None:
        detail = "Error signing in to Tableau Server"
        return _told(request, rest.error("401001", "Signin Error", detail), 401)
    return _told(request, rest.signed_in(token, asked.site, sessions.seconds / 60))


def _site(request: Request, path: str, service: Service) -> Response:
    """What the one site of the service holds."""
    step = path.split("/")
    if request.method == "GET" and len(step) >= 3 and step[:2] == ["sites", rest.SITE]:
        if step[2:] == ["datasources"]:
            asked = rest.page_asked(request.query_params)
            if asked is None:
                return _told(request, rest.error("400006", "Invalid page number", "The page is none."), 400)
            return _told(request, rest.listed(service.sources, *asked))
        if step[2] == "datasources" and len(step) == 4:
            source = next((one for one in service.sources if one.id == step[3]), None)
            if source is not None:
                return _told(request, rest.one_source(source))
            return _told(request, rest.error("404004", "Resource Not Found", "Datasource not found"), 404)
        if step[2:] == ["workbooks"]:
            return _told(request, rest.no_workbooks())
    return _told(request, rest.error("404000", "Resource Not Found", f"There is no {path!r} here."), 404)


def _told(request: Request, held: dict[str, Any] | None, status: int = 200) -> Response:
    """In XML, or in JSON where the client asks for that."""
    from fastapi import Response

    if held is None:
        return Response(status_code=status)
    if "application/json" in request.headers.get("accept", ""):
        return Response(_json(held), status, media_type="application/json")
    return Response(rest.as_xml(held), status, media_type="application/xml")
