"""What a service says went wrong -> one sentence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Any

LONGEST = 400
DEEPEST = 6
_NAMED = (
    "message",
    "detail",
    "details",
    "error",
    "errors",
    "error_description",
    "msg",
    "title",
    "reason",
    "description",
)


def told(name: str, status: int, body: str, *, unsure: bool = False) -> str:
    """A refusal in words: the operation, the status, what the service says of it."""
    try:
        said = list(dict.fromkeys(_said(json.loads(body), 0)))
    except (ValueError, RecursionError):
        said = [] if "<" in body[:200] else [body]
    text = " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", ": ".join(said)).split())
    text = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    more = "; whether it was carried out is not known: look before it is run again" if unsure else ""
    return f"{name} is answered {status} {_phrase(status)}{': ' if text else ''}{text.rstrip('.')}{more}"


def _said(body: Any, depth: int) -> Iterator[str]:
    """The texts that say what is wrong, the general ones first; a fault of one field with the field's name."""
    if depth > DEEPEST:
        return
    if isinstance(body, str):
        yield body
    elif isinstance(body, list):
        for one in body:
            yield from _said(one, depth + 1)
    elif isinstance(body, Mapping):
        known = [name for name in _NAMED if name in body]
        place = body.get("loc") or body.get("field")
        found = [one for name in known for one in _said(body[name], depth + 1)]
        if place and found:
            where = ".".join(map(str, place)) if isinstance(place, list) else str(place)
            found = [f"{where}: {found[0]}", *found[1:]]
        if not known and depth:
            found = [f"{name}: {one}" for name, held in body.items() for one in _said(held, depth + 1)]
        yield from found


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
