"""A bicycle workshop as a real server on loopback: state, pages of every kind, faults, keys of idempotency."""

from __future__ import annotations

import contextlib
import json
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import yaml

DOCUMENT = Path(__file__).parent / "workshop.yaml"
BIKES = tuple(
    {"id": f"B-{n}", "owner": f"C-{1 + n % 3}", "status": "ready" if n % 3 else "broken", "price": 100 + 10 * n,
     "due": f"2025-03-{n:02}", "parts": [{"name": "chain", "cost": 5.5}] * (n % 3), "tags": ["red"] if n % 2 else []}
    for n in range(1, 9)
)  # fmt: skip
CUSTOMERS = tuple(
    {"id": f"C-{n}", "name": f"Customer {n}", "address": {"city": "Bonn" if n < 3 else "Ulm"}} for n in (1, 2, 3)
)
PAGE = 3


@dataclass
class Fault:
    """What happens to a call in place of what should; `after`: it is carried out, and the answer is lost."""

    status: int
    after: bool = False
    wait: str = ""
    hang: bool = False


@dataclass
class Workshop:
    """What the server has, and what was asked of it."""

    base: str = ""
    bikes: dict[str, dict[str, Any]] = field(default_factory=lambda: {bike["id"]: dict(bike) for bike in BIKES})
    repairs: list[dict[str, Any]] = field(default_factory=list)
    answered: dict[str, tuple[int, Any]] = field(default_factory=dict)
    faults: dict[str, list[Fault]] = field(default_factory=dict)
    """By `METHOD /path`, in order."""
    calls: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)

    def called(self, what: str) -> int:
        """How often a method with a path was called."""
        return sum(one == what for one, _, _ in self.calls)

    def document(self, folder: Path) -> Path:
        """The document of the service, with its address."""
        said = yaml.safe_load(DOCUMENT.read_text("utf-8"))
        said["servers"] = [{"url": self.base}]
        (folder / "workshop.json").write_text(json.dumps(said), "utf-8")
        return folder / "workshop.json"


@contextlib.contextmanager
def serving() -> Iterator[Workshop]:
    """The workshop, for as long as it is needed."""
    workshop = Workshop()
    handler = type("Asked", (_Asked,), {"workshop": workshop})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    workshop.base = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield workshop
    server.shutdown()
    server.server_close()
    thread.join(5)


class _Asked(BaseHTTPRequestHandler):
    workshop: Workshop
    protocol_version = "HTTP/1.1"

    def log_message(self, *args: Any) -> None:
        pass

    def do_GET(self) -> None:
        self._answered()

    do_POST = do_PATCH = do_DELETE = do_GET

    def _answered(self) -> None:
        split = urlsplit(self.path)
        path, query = split.path.removeprefix("/v1"), dict(parse_qsl(split.query))
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = json.loads(raw) if raw and "json" in self.headers.get("Content-Type", "") else raw.decode()
        what = f"{self.command} {path}"
        self.workshop.calls.append((what, {k.lower(): v for k, v in self.headers.items()}, body or query))
        fault = next(iter(self.workshop.faults.get(what, [])), None)
        if fault:
            self.workshop.faults[what].pop(0)
        if fault and not fault.after:
            return self._send(
                fault.status, {"error": {"message": "try later"}}, {"Retry-After": fault.wait} if fault.wait else {}
            )
        key = self.headers.get("Idempotency-Key", "")
        if key and key in self.workshop.answered:
            status, found, more = *self.workshop.answered[key], {}
        else:
            status, found, more = self._done(self.command, path.strip("/").split("/"), query, body)
        if key:
            self.workshop.answered[key] = (status, found)
        if fault and fault.after:
            status, found = fault.status, {"message": "lost"}
        self._send(status, found, more)

    def _done(self, method: str, path: list[str], query: dict[str, str], body: Any) -> tuple[int, Any, dict[str, str]]:
        shop, base = self.workshop, self.workshop.base
        match [method, *path]:
            case ["GET", "bikes"]:
                rows = [one for one in shop.bikes.values() if query.get("status") in (None, one["status"])]
                page, limit = int(query.get("page", 1)), min(int(query.get("limit", 2)), PAGE)
                rest = len(rows) > page * limit
                return (
                    200,
                    {
                        "items": rows[(page - 1) * limit : page * limit],
                        "total": len(rows),
                        "next_page": page + 1 if rest else None,
                    },
                    {},
                )
            case ["GET", "bikes", id]:
                return (
                    (200, shop.bikes[id], {})
                    if id in shop.bikes
                    else (404, {"error": {"message": f"no bike {id}"}}, {})
                )
            case ["POST", "bikes", id, "release"]:
                if shop.bikes[id]["status"] == "gone":
                    return 409, {"error": {"message": f"{id} is gone already"}}, {}
                shop.bikes[id]["status"] = "gone"
                return 200, shop.bikes[id], {}
            case ["POST", "repairs"]:
                if "bike" not in body:
                    return 422, {"detail": [{"loc": ["body", "bike"], "msg": "field required"}]}, {}
                shop.repairs.append(body)
                return 201, {"id": f"R-{len(shop.repairs)}", **body}, {}
            case ["GET", "customers"]:
                start = int(query.get("cursor", 0))
                rest = start + 2 < len(CUSTOMERS)
                return 200, {"data": CUSTOMERS[start : start + 2], "next_cursor": str(start + 2) if rest else ""}, {}
            case ["GET", "customers", id]:
                return 200, next(one for one in CUSTOMERS if one["id"] == id), {}
            case ["GET", "tools"]:
                start = int(query.get("page", 1)) - 1
                link = f'<{base}/tools?page={start + 2}>; rel="next"' if start < 2 else ""
                return 200, [{"name": f"tool {start}"}], {"Link": link} if link else {}
            case ["GET", "visits"]:
                start = int(query.get("offset", 0))
                return (
                    200,
                    [{"day": f"2025-03-0{n}"} for n in range(1, 8)][start : start + int(query.get("limit", 2))],
                    {},
                )
            case ["GET", "round"]:
                return 200, {"items": [{"id": 1}], "next_page": 1}, {}
            case ["GET", "short"]:
                return 200, {"items": [{"id": 1}], "total": 9, "next_page": None}, {}
            case ["GET", "sent", where]:
                target = {
                    "here": f"{base}/customers/C-1",
                    "away": "http://localhost:9/secret",
                    "loop": f"{base}/sent/loop",
                }
                return 302, None, {"Location": target[where]}
            case ["GET", "locked"]:
                known = self.headers.get("X-Key") == "k-1" or query.get("key") == "k-2"
                known = known or self.headers.get("Authorization") in ("Bearer t-1", "Basic dTpw")
                return (200, {"open": True}, {}) if known else (401, {"message": "who are you?"}, {})
            case ["GET", "garbage"]:
                return 200, "<<not json>>", {}
        return 404, {"message": "no such place"}, {}

    def _send(self, status: int, found: Any, more: dict[str, str]) -> None:
        text = b"{not json" if found == "<<not json>>" else json.dumps(found).encode() if found is not None else b""
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", "Content-Length": str(len(text)), **more}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(text)
