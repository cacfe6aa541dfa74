"""A call of a source, tried again while that may help: busy servers, cut connections, half an answer."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Any

from groundplan.errors import SourceError

logging.getLogger("stamina").addHandler(logging.NullHandler())  # what fails is told once, by the error
TRIES = 5
LONGEST_WAIT = 60.0
"""Seconds that a server may ask to be left alone; one that asks for more is given up."""
BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})

Answer = tuple[Any, Mapping[str, str]]
"""What a page holds, and its headers."""
Get = Callable[[str, Mapping[str, Any]], Answer]
"""A path and its parameters -> a page; what cannot be had is a SourceError."""


class Passing(Exception):
    """What may succeed when it is tried again, after so many seconds if the server says so."""

    def __init__(self, why: str, wait: float | None = None) -> None:
        super().__init__(why)
        self.wait = wait


def patient(call: Callable[[], Answer], what: str) -> Answer:
    """The answer, after several tries if need be."""
    import stamina  # only network sources wait

    def again(error: Exception) -> bool | float:
        if not isinstance(error, Passing):
            return False
        return True if error.wait is None else error.wait

    try:
        for attempt in stamina.retry_context(
            on=again, attempts=TRIES, timeout=None, wait_initial=0.2, wait_max=8, wait_jitter=0.2
        ):
            with attempt:
                return call()
    except Passing as error:
        raise SourceError(f"{what} failed {TRIES} times ({error}); try again later.") from error
    raise AssertionError("stamina yields one attempt at least")


def judged(status: int, headers: Mapping[str, str], what: str, token: str) -> None:
    """Nothing where a status is well; else whether to try again, or why not."""
    if status < 400:
        return
    limited = status == 403 and headers.get("x-ratelimit-remaining") == "0"
    if status in BUSY or limited:
        wait = _wait(headers)
        if wait is not None and wait > LONGEST_WAIT:
            raise SourceError(f"{what}: the server asks to wait {wait:.0f} s (HTTP {status}); try again then.")
        raise Passing(f"HTTP {status}", wait)
    if status == 401:
        raise SourceError(f"{what}: the token is refused (HTTP 401); set {token} to one that is valid and may read.")
    if status == 403:
        raise SourceError(f"{what}: it may not be read with this token (HTTP 403); ask for the right to read it.")
    if status == 404:
        raise SourceError(f"{what}: there is no such thing, or it is hidden from this token (HTTP 404).")
    raise SourceError(f"{what}: the server refuses the request (HTTP {status}).")


def _wait(headers: Mapping[str, str]) -> float | None:
    """Seconds until the server may be asked again: a number, a date, or the moment that a limit ends."""
    said = headers.get("retry-after", "")
    if said.strip().isdecimal():
        return float(said)
    if said:
        try:
            return max(0.0, (parsedate_to_datetime(said) - datetime.now(UTC)).total_seconds())
        except ValueError:
            return None
    ends = headers.get("x-ratelimit-reset", "") if headers.get("x-ratelimit-remaining") == "0" else ""
    return max(0.0, float(ends) - datetime.now(UTC).timestamp()) if ends.isdecimal() else None


def over_httpx(base: str, headers: Mapping[str, str], timeout: float, token: str) -> tuple[Get, Callable[[], None]]:
    """Calls over httpx, and what closes them; only ever reads."""
    import httpx  # slow to import

    client = httpx.Client(base_url=base.rstrip("/"), headers=dict(headers), timeout=timeout, follow_redirects=False)

    def get(path: str, params: Mapping[str, Any]) -> Answer:
        def once() -> Answer:
            what = f"{base.rstrip('/')}{path}"
            try:
                answer = client.get(path, params=dict(params))
            except httpx.UnsupportedProtocol as error:
                raise SourceError(f"{base!r} is no address ({error}); begin it with https://.") from error
            except httpx.TransportError as error:
                raise Passing(f"{type(error).__name__}: {error}") from error
            judged(answer.status_code, answer.headers, what, token)
            if answer.is_redirect:
                raise SourceError(f"{what} leads elsewhere (HTTP {answer.status_code}); set the address it leads to.")
            try:
                return answer.json(), answer.headers
            except ValueError as error:
                raise Passing("the answer is no JSON") from error

        return patient(once, f"{base.rstrip('/')}{path}")

    return get, client.close
