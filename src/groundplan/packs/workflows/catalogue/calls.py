"""Operations over HTTP: tried again where that is safe, all pages of a list, faults in words."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from threading import Lock
from typing import Any
from uuid import uuid4

import httpx

from groundplan.errors import StepError
from groundplan.packs.workflows.catalogue.addresses import QUERY, Guarded, host_of
from groundplan.packs.workflows.catalogue.faults import told
from groundplan.packs.workflows.catalogue.listing import at, first_page, following_page, json_of, same_service
from groundplan.packs.workflows.catalogue.operation import Operation, Pages
from groundplan.packs.workflows.catalogue.requests import Sending, sending
from groundplan.packs.workflows.catalogue.secrets import Scheme, credentials
from groundplan.packs.workflows.catalogue.values import held_to
from groundplan.packs.workflows.settings import CatalogueSettings

LARGEST = 50_000_000
"""Bytes of one answer that are read."""
REDIRECTS = 5
BUSY = (429, 503)
WAIT = 30.0
"""Seconds that a service may ask to wait."""
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
"""Faults after which the service has heard of nothing."""


class PassingFault(Exception):
    """An answer after which another try may succeed."""

    def __init__(self, response: httpx.Response) -> None:
        super().__init__(response.status_code)
        self.response = response


class HttpCaller:
    """Carries out the operations of one document."""

    def __init__(self, settings: CatalogueSettings, schemes: Mapping[str, Scheme], *, alone: bool = True) -> None:
        self._settings, self._schemes = settings, schemes
        self._base = settings.base_url if alone else ""
        allowed = [*settings.allow_hosts.split(","), host_of(settings.base_url)]
        self._allowed = [one for one in allowed if one.strip()]
        self._client: httpx.Client | None = None
        self._lock = Lock()

    def __call__(self, operation: Operation, arguments: Mapping[str, Any], key: str | None) -> Any:
        """What the service answers; a list as its entries from all pages."""
        taken = held_to(operation, arguments)
        if operation.pages is not None:
            return self._entries(operation, operation.pages, taken)
        answer = self._answer(operation, self._sending(operation, taken), key)
        found = _body(operation, answer)
        if isinstance(found, list) and not operation.writes and "next" in answer.links:
            return self._entries(operation, Pages(), taken)  # a list that its document calls one thing
        return found

    def close(self) -> None:
        """Give the connections back."""
        with self._lock:
            if self._client:
                self._client.close()
            self._client = None

    # ------------------------------------------------------------------ one call

    def _sending(self, operation: Operation, arguments: Mapping[str, Any]) -> Sending:
        base = self._base or operation.server
        if not base.startswith(("http://", "https://")):
            raise StepError(
                f"the document of {operation.name} gives no address of its service; set GROUNDPLAN_BASE_URL"
            )
        return sending(operation, arguments, base)

    def _answer(self, operation: Operation, request: Sending, key: str | None = None) -> httpx.Response:
        """The answer, after as many tries as are safe."""
        import stamina  # only runs need it

        logging.getLogger("stamina").addHandler(logging.NullHandler())  # it would print its tries amid the answer
        if operation.idempotency:
            key = key or uuid4().hex
            request = replace(request, headers={**request.headers, operation.idempotency: key})
        safe = not operation.writes or bool(operation.idempotency)
        try:
            for attempt in stamina.retry_context(
                on=lambda fault: _may_try_again(fault, safe), attempts=max(1, self._settings.call_tries), timeout=None,
                wait_initial=0.2, wait_max=5.0, wait_jitter=0.1,
            ):  # fmt: skip
                with attempt:
                    answer = self._followed(operation, request)
                    if answer.status_code == 429 or answer.status_code >= 500:
                        raise PassingFault(answer)
        except PassingFault as fault:
            answer = fault.response
        except httpx.HTTPError as fault:
            raise StepError(_unanswered(operation, fault, safe)) from None
        if answer.status_code >= 400:
            unsure = operation.writes and answer.status_code >= 500
            raise StepError(told(operation.name, answer.status_code, answer.text, unsure=unsure))
        return answer

    def _followed(self, operation: Operation, request: Sending) -> httpx.Response:
        """The answer of one try; a read goes on where it is sent to, as long as that is the same host."""
        url, answer = request.url, self._sent(operation, request)
        for _ in range(REDIRECTS):
            if not answer.has_redirect_location:
                return answer
            target = str(httpx.URL(url).join(answer.headers["location"]))
            if operation.writes or request.method != "GET" or not same_service(url, target):
                raise StepError(
                    f"{operation.name} is sent on to {host_of(target)!r}, which is not followed; set the address"
                )
            url, answer = target, self._sent(operation, request.at(target))
        raise StepError(f"{operation.name} is sent on from address to address without end")

    def _sent(self, operation: Operation, request: Sending) -> httpx.Response:
        let_in = credentials(operation, self._schemes, self._settings.secret)
        cookies = "; ".join([request.headers.get("Cookie", ""), *(f"{k}={v}" for k, v in let_in.cookies.items())])
        headers = {**request.headers, **let_in.headers, **({"Cookie": cookies.strip("; ")} if cookies else {})}
        url = httpx.URL(request.url).copy_merge_params(list(request.query)) if request.query else request.url
        client = self._opened()
        with client.stream(
            request.method, url, headers=headers, extensions={QUERY: let_in.query}, **request.content
        ) as answer:
            parts, size = [], 0
            for part in answer.iter_bytes():
                parts.append(part)
                size += len(part)
                if size > LARGEST:
                    raise StepError(f"{operation.name} answers more than {LARGEST:,} bytes; ask for less")
            kept = {k: v for k, v in answer.headers.items() if k not in ("content-encoding", "content-length")}
            return httpx.Response(answer.status_code, headers=kept, content=b"".join(parts), request=answer.request)

    def _opened(self) -> httpx.Client:
        with self._lock:
            if self._client is None:
                # no proxies and no .netrc of the environment: what is called is what was looked up
                self._client = httpx.Client(
                    transport=Guarded(self._allowed), timeout=self._settings.call_timeout, trust_env=False
                )
            return self._client

    # ------------------------------------------------------------------ lists

    def _entries(self, operation: Operation, pages: Pages, arguments: Mapping[str, Any]) -> list[Any]:
        """The entries of all pages."""
        most, chosen = self._settings.most_entries, first_page(operation, pages)
        request = self._sending(operation, {**chosen, **arguments})
        entries: list[Any] = []
        seen: list[Any] = []
        before: list[Any] = []
        while True:
            answer = self._answer(operation, request)
            body = _body(operation, answer)
            page = body if isinstance(body, list) else at(body, pages.items)
            if not isinstance(page, list):
                raise StepError(f"{operation.name} should answer a list, and answers {_kind(body)}")
            entries += page
            if len(entries) > most:
                raise StepError(
                    f"{operation.name} lists more than {most:,} entries; narrow it by its arguments, "
                    "or raise GROUNDPLAN_MOST_ENTRIES"
                )
            linked = any(isinstance(one, str) for one in seen)
            following = following_page(operation, pages, answer, page, len(entries), chosen, linked)
            if following is None:
                break
            if following in seen or page == before:
                raise StepError(f"{operation.name} gives the same page again and again")
            before, seen = page, [*seen, following]
            if isinstance(following, str):
                url = str(httpx.URL(request.url).join(following))
                if not same_service(request.url, url):
                    raise StepError(f"the next page of {operation.name} is at {host_of(url)!r}, another service")
                request = request.at(url)
            else:
                chosen = {**chosen, **following}
                request = self._sending(operation, {**arguments, **chosen})
        total = at(body, pages.total) if pages.total else None
        if isinstance(total, int) and len(entries) < total:
            raise StepError(f"{operation.name} says that it has {total:,} entries, and gave {len(entries):,}")
        return entries


def _may_try_again(fault: Exception, safe: bool) -> bool | float:
    """Whether to try again, and how long to wait where the service says so."""
    if isinstance(fault, PassingFault):
        code, asked = fault.response.status_code, fault.response.headers.get("retry-after", "")
        wait = float(asked) if asked.replace(".", "", 1).isdigit() else 0.0
        if wait > WAIT or not (safe or code == 429):
            return False
        return max(wait, 0.05) if asked and code in BUSY else True
    return isinstance(fault, httpx.TransportError) and (safe or isinstance(fault, NOT_SENT))


def _unanswered(operation: Operation, fault: httpx.HTTPError, safe: bool) -> str:
    late = isinstance(fault, httpx.TimeoutException)
    what = "did not answer in time" if late else f"cannot be reached ({str(fault) or type(fault).__name__})"
    unsure = operation.writes and not isinstance(fault, NOT_SENT)
    more = "; whether it was carried out is not known: look before it is run again" if unsure else ""
    return f"the service of {operation.name} {what}{more}"


def _body(operation: Operation, answer: httpx.Response) -> Any:
    """What the answer holds: JSON, a text, or nothing."""
    if not answer.content.strip():
        return None
    found = json_of(answer)
    if found is None and "json" in answer.headers.get("content-type", ""):
        if answer.text.strip() == "null":
            return None
        raise StepError(f"{operation.name} answers JSON that cannot be read")
    return found if found is not None else answer.text


def _kind(value: Any) -> str:
    return {dict: "an object", list: "a list", str: "a text", type(None): "nothing"}.get(type(value), "a value")
