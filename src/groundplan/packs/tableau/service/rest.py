"""The REST API around the service as clients need it: in XML, or in JSON where they ask for it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from xml.etree import ElementTree

from groundplan.packs.tableau.service.published import Published

NAMESPACE = "http://tableau.com/api"
SITE, USER, PROJECT = "site-1", "user-1", "project-1"
PAGE = 100
LARGEST_PAGE = 1_000
PRODUCT = {"2025.3": "3.27", "2026.1": "3.28"}
"""The version of the REST API that came with each product."""


@dataclass(frozen=True)
class Signing:
    """What a client signs in with."""

    name: str
    secret: str
    site: str


def signing(body: bytes) -> Signing | None:
    """The credentials of a request, XML or JSON; None where there are none."""
    try:
        held = json.loads(body)["credentials"] if body.lstrip()[:1] == b"{" else _from_xml(body)
    except (ValueError, KeyError, TypeError, ElementTree.ParseError):
        return None
    if not isinstance(held, Mapping):
        return None
    site = held.get("site")
    said = (
        (held.get("personalAccessTokenName"), held.get("personalAccessTokenSecret")),
        (held.get("name"), held.get("password")),
        ("jwt", held.get("jwt")),
    )
    name, secret = next(((str(one), str(other)) for one, other in said if one and other), ("", ""))
    return Signing(name, secret, str(site.get("contentUrl", "")) if isinstance(site, Mapping) else "")


def _from_xml(body: bytes) -> dict[str, Any]:
    if b"<!" in body:
        raise ValueError("a request declares no entities")
    root = ElementTree.fromstring(body)
    for one in root.iter():
        if one.tag.rpartition("}")[2] == "credentials":
            site = next((dict(each.attrib) for each in one if each.tag.rpartition("}")[2] == "site"), {})
            return {**one.attrib, "site": site}
    raise ValueError("no credentials")


def signed_in(token: str, site: str, minutes: float) -> dict[str, Any]:
    """What a client is told that signed in."""
    left = f"{int(minutes // 60):02d}:{int(minutes % 60):02d}:00"
    return {
        "credentials": {
            "site": {"id": SITE, "contentUrl": site}, "user": {"id": USER}, "token": token,
            "estimatedTimeToExpiration": left,
        }
    }  # fmt: skip


def server_info(version: str) -> dict[str, Any]:
    """Which server this is like."""
    return {
        "serverInfo": {
            "productVersion": {"value": f"{version}.0", "build": "groundplan"}, "restApiVersion": PRODUCT[version]
        }
    }  # fmt: skip


def listed(sources: Sequence[Published], size: int, page: int) -> dict[str, Any]:
    """One page of the data sources."""
    shown = [_entry(one) for one in sources[(page - 1) * size : page * size]]
    pages = {"pageNumber": str(page), "pageSize": str(size), "totalAvailable": str(len(sources))}
    return {"pagination": pages, "datasources": {"datasource": shown}}


def one_source(source: Published) -> dict[str, Any]:
    """One data source."""
    return {"datasource": _entry(source)}


def no_workbooks() -> dict[str, Any]:
    """There are data sources here, and no workbooks."""
    pages = {"pageNumber": "1", "pageSize": str(PAGE), "totalAvailable": "0"}
    return {"pagination": pages, "workbooks": {"workbook": []}}


def _entry(source: Published) -> dict[str, Any]:
    moment = source.changed.isoformat().replace("+00:00", "Z")
    return {
        "id": source.id, "name": source.name, "contentUrl": "".join(filter(str.isalnum, source.name)),
        "type": "textscan",
        "createdAt": moment, "updatedAt": moment, "isCertified": "false",
        "project": {"id": PROJECT, "name": "default"}, "owner": {"id": USER}, "tags": {},
    }  # fmt: skip


def error(code: str, summary: str, detail: str) -> dict[str, Any]:
    """Why the REST API does not answer."""
    return {"error": {"code": code, "summary": summary, "detail": detail}}


def page_asked(query: Mapping[str, str]) -> tuple[int, int] | None:
    """The size and the number of a page; None where they are none."""
    try:
        size, page = int(query.get("pageSize", PAGE)), int(query.get("pageNumber", 1))
    except ValueError:
        return None
    return (size, page) if 1 <= size <= LARGEST_PAGE and page >= 1 else None


def as_xml(held: Mapping[str, Any]) -> bytes:
    """The same as XML: texts are attributes, objects and lists are elements."""
    ElementTree.register_namespace("", NAMESPACE)
    root = ElementTree.Element(f"{{{NAMESPACE}}}tsResponse")
    _fill(root, held)
    told: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return told


def _fill(parent: ElementTree.Element, held: Mapping[str, Any]) -> None:
    for name, value in held.items():
        for one in value if isinstance(value, list) else [value]:
            if not isinstance(one, Mapping):
                told = name in ("restApiVersion", "summary", "detail")
                if told:
                    ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{name}").text = str(one)
                else:
                    parent.set(name, str(one))
                continue
            child = ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{name}")
            inner = dict(one)
            if name == "productVersion":
                child.text = inner.pop("value")
            _fill(child, inner)
