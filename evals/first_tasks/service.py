"""The service of `houses.json` over `data.json`, in memory, with a journal of what was written."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

HERE = Path(__file__).parent
DONE = {"close": "fixed", "reject": "rejected", "assign": "assigned", "cancel": "cancelled", "pay": "paid"}
"""What a path that ends with a verb makes of the status."""


class Service:
    """The state of one run."""

    def __init__(self) -> None:
        self.document = json.loads((HERE / "houses.json").read_text("utf-8"))
        self.state: dict[str, list[dict[str, Any]]] = json.loads((HERE / "data.json").read_text("utf-8"))
        self.journal: list[dict[str, Any]] = []

    def answer(self, method: str, target: str, body: dict[str, Any]) -> tuple[int, Any]:
        """What a call gives; a write is kept in the journal."""
        split = urlsplit(target)
        found = self._operation(method, split.path)
        if found is None:
            return 404, {"error": "no such path"}
        operation, path = found
        rows = self.state[split.path.strip("/").split("/")[0]]
        if method == "GET":
            return self._read(operation, path, rows, dict(parse_qsl(split.query)))
        self.journal.append({"op": operation["operationId"], "path": path, "body": body})
        row = next((row for row in rows if row["id"] in path.values()), None)
        if path and row is None:
            return 404, {"error": f"no {', '.join(path.values())}"}
        if row is None:
            row = {"id": f"NEW-{len(rows) + 1}", **body}
            rows.append(row)
        elif method == "DELETE":
            rows.remove(row)
        else:
            verb = split.path.rpartition("/")[2]
            row.update(body, **({"status": DONE[verb]} if verb in DONE else {}))
        return 200, row

    def _operation(self, method: str, path: str) -> tuple[dict[str, Any], dict[str, str]] | None:
        for template, methods in self.document["paths"].items():
            match = re.fullmatch(re.sub(r"{(\w+)}", r"(?P<\1>[^/]+)", template), path)
            if match and method.lower() in methods:
                return methods[method.lower()], match.groupdict()
        return None

    def _read(
        self, operation: dict[str, Any], path: dict[str, str], rows: list[dict[str, Any]], asked: dict[str, str]
    ) -> tuple[int, Any]:
        if path:
            row = next((row for row in rows if row["id"] in path.values()), None)
            return (200, row) if row else (404, {"error": "no such thing"})
        page, limit = int(asked.pop("page", 1)), int(asked.pop("limit", 25))
        kept = [row for row in rows if all(_text(row.get(name)) == value.lower() for name, value in asked.items())]
        if not any(param["name"] == "page" for param in operation["parameters"]):
            return 200, kept
        more = page * limit < len(kept)
        entries = kept[(page - 1) * limit : page * limit]
        return 200, {"entries": entries, "total": len(kept), "next_page": page + 1 if more else None}


def _text(value: Any) -> str:
    return json.dumps(value) if isinstance(value, (bool, int, float)) else str(value).lower()


@contextmanager
def serving(service: Service) -> Iterator[str]:
    """The service on a free port of this machine, and its address."""

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            sent = json.loads(self.rfile.read(size)) if size else {}
            status, given = service.answer(self.command, self.path, sent)
            data = json.dumps(given).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        do_GET = do_POST = do_PATCH = do_DELETE = _serve

        def log_message(self, *_: Any) -> None:
            """Nothing is printed."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
