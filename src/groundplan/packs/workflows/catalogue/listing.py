"""Lists that come in pages: which page is first, which one follows, and where its entries are."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import httpx

from groundplan.errors import StepError
from groundplan.packs.workflows.catalogue.operation import Operation, Pages

MOST_A_PAGE = 1000
"""Entries asked for at once, where the service would give more."""


def first_page(operation: Operation, pages: Pages) -> dict[str, Any]:
    """What chooses the first page: as many entries as the service gives at once."""
    limit = operation.hidden.get(pages.limit)
    return {pages.limit: int(min(limit.shape.high, MOST_A_PAGE))} if limit and limit.shape.high else {}


def following_page(
    operation: Operation, pages: Pages, answer: httpx.Response, page: Sequence[Any], so_far: int,
    chosen: Mapping[str, Any], linked: bool,
) -> str | dict[str, Any] | None:  # fmt: skip
    """The address of the next page, or the arguments that choose it; None after the last.

    A service that linked the pages before links no page after the last.
    """
    if address := answer.links.get("next", {}).get("url"):
        return str(address)
    body = json_of(answer)
    if pages.next and isinstance(body, Mapping):
        return _said(operation, pages, at(body, pages.next))
    total = at(body, pages.total) if pages.total else None
    told_all = (pages.more and not at(body, pages.more)) or (isinstance(total, int) and so_far >= total)
    if linked or not page or told_all:
        return None
    asked = chosen.get(pages.limit) if pages.limit else None
    if total is None and not pages.more and asked and len(page) < asked:
        return None
    if pages.page:
        first = operation.hidden[pages.page].shape
        start = first.default if isinstance(first.default, int) else 0 if first.low == 0 else 1
        return {pages.page: chosen.get(pages.page, start) + 1}
    return {pages.offset: so_far} if pages.offset else None


def _said(operation: Operation, pages: Pages, value: Any) -> str | dict[str, Any] | None:
    """What an answer says of its next page."""
    if value in (None, "", False):
        return None
    if isinstance(value, Mapping):
        value = value.get("href") or value.get("url")
    if isinstance(value, str) and value.startswith(("http://", "https://", "/", "?")):
        return value
    name = pages.cursor or (pages.page if isinstance(value, int) or str(value).isdigit() else "") or pages.offset
    if not name:
        raise StepError(f"{operation.name} has further pages, and no argument by which they can be had")
    return {name: value}


def same_service(here: str, there: str) -> bool:
    """Whether secrets may go there, too."""
    left, right = httpx.URL(here), httpx.URL(there)
    return (left.scheme, left.host, left.port) == (right.scheme, right.host, right.port)


def json_of(answer: httpx.Response) -> Any:
    """What the answer says, where that is JSON."""
    try:
        return json.loads(answer.content)
    except (ValueError, RecursionError):
        return None


def at(body: Any, path: Sequence[str]) -> Any:
    """What stands at a path of fields; None where there is nothing."""
    for name in path:
        body = body.get(name) if isinstance(body, Mapping) else None
    return body
