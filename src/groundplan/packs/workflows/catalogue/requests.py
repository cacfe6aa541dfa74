"""Operation, arguments -> an HTTP request: each argument in its place, lists as the document has them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from urllib.parse import quote

from groundplan.errors import StepError
from groundplan.packs.workflows.catalogue.openapi import FORMS, JSON
from groundplan.packs.workflows.catalogue.operation import Argument, Operation


@dataclass(frozen=True)
class Sending:
    """A request that is not made yet."""

    method: str
    url: str
    query: tuple[tuple[str, str], ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict)
    body: Any = None
    media: str = ""

    def at(self, url: str) -> Sending:
        """The same at another address, which holds its own parameters."""
        return replace(self, url=url, query=())

    @property
    def content(self) -> dict[str, Any]:
        """The body as httpx takes it."""
        if self.body is None:
            return {}
        if self.media in FORMS:
            sent = {name: one if isinstance(one, (str, list)) else text(one) for name, one in self.body.items()}
            return {"data": sent} if self.media == FORMS[0] else {"files": [(k, (None, v)) for k, v in sent.items()]}
        if JSON.search(self.media):
            return {"content": json.dumps(self.body, ensure_ascii=False).encode()}
        return {"content": self.body if isinstance(self.body, (str, bytes)) else text(self.body)}


def sending(operation: Operation, arguments: Mapping[str, Any], base: str) -> Sending:
    """The request for arguments that are held to what the operation takes."""
    known = {**operation.arguments, **operation.hidden}
    path, body = operation.path, {}
    query: list[tuple[str, str]] = []
    headers = {"Accept": "application/json"}
    whole: Any = None
    for name, value in arguments.items():
        argument = known[name]
        if argument.place == "path":
            path = path.replace(f"{{{argument.sent}}}", _segment(operation, name, value, argument))
        elif argument.place == "query":
            query += [(argument.sent, one) for one in _several(value, argument)]
        elif argument.place == "header":
            headers[argument.sent] = ",".join(_several(value, argument))
        elif argument.place == "cookie":
            headers["Cookie"] = f"{argument.sent}={quote(text(value), safe='')}"
        elif argument.place == "whole":
            whole = value
        else:
            body[argument.sent] = value
    sent = whole if whole is not None else body if body or _takes_fields(operation) else None
    if sent is not None and operation.body and operation.body != FORMS[1]:
        headers["Content-Type"] = operation.body if operation.body != "*/*" else "application/json"
    return Sending(operation.method, f"{base.rstrip('/')}{path}", tuple(query), headers, sent, operation.body)


def text(value: Any) -> str:
    """A value as it stands in an address."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _takes_fields(operation: Operation) -> bool:
    """Whether it has a body that must not be missing, though nothing stands in it."""
    return any(one.place in ("body", "form") and one.required for one in operation.arguments.values())


def _several(value: Any, argument: Argument) -> list[str]:
    if argument.joined == "json":
        return [json.dumps(value, ensure_ascii=False)]
    if not isinstance(value, (list, tuple)):
        return [text(value)]
    return [argument.joined.join(map(text, value))] if argument.joined else [text(one) for one in value]


def _segment(operation: Operation, name: str, value: Any, argument: Argument) -> str:
    """A part of the path, which can lead nowhere else."""
    said = ",".join(_several(value, argument))
    if said.strip() in ("", ".", ".."):
        raise StepError(f"{name!r} of {operation.name} is {said!r}, which names nothing")
    return quote(said, safe="")
