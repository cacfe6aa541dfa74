"""Secrets of the environment -> what lets a call in; never in a message, a plan or a log."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from groundplan.errors import StepError
from groundplan.packs.workflows.catalogue.operation import Operation
from groundplan.packs.workflows.settings import SECRET


@dataclass(frozen=True)
class Scheme:
    """One way to be let in, as a document declares it."""

    kind: Literal["bearer", "basic", "key"]
    place: str = "header"
    sent: str = "Authorization"


@dataclass
class Credentials:
    """What lets a call in."""

    headers: dict[str, str] = field(default_factory=dict, repr=False)
    query: dict[str, str] = field(default_factory=dict, repr=False)
    cookies: dict[str, str] = field(default_factory=dict, repr=False)


def schemes_of(document: Mapping[str, Any]) -> dict[str, Scheme]:
    """The schemes that a document declares, by name; OAuth's takes a token that somebody has."""
    components = document.get("components")
    declared = components.get("securitySchemes") if isinstance(components, Mapping) else None
    declared = declared or document.get("securityDefinitions")
    found = declared.items() if isinstance(declared, Mapping) else ()
    return {str(name): _scheme(said) for name, said in found if isinstance(said, Mapping)}


def credentials(operation: Operation, schemes: Mapping[str, Scheme], secrets: Mapping[str, str]) -> Credentials:
    """What the first way in takes for which all secrets are there; a StepError that names the variables if none is."""
    ways = [[name for name in way if name in schemes] for way in operation.security]
    way = _held(ways, secrets, schemes)
    if not ways or ([] in ways and way is None):
        return Credentials()
    if way is None:
        wanted = " or ".join(" and ".join(map(variable, names)) for names in ways)
        raise StepError(f"{operation.name} lets nobody in without a secret; set {wanted}")
    made = Credentials()
    for name in way:
        _add(made, schemes[name], _secret(name, secrets, schemes) or "")
    return made


def variable(scheme: str) -> str:
    """The variable that holds the secret of a scheme: GROUNDPLAN_SECRET_ADMIN_KEY of `adminKey`."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+", scheme)
    return "_".join([SECRET, *(word.upper() for word in words)])


def _held(ways: list[list[str]], secrets: Mapping[str, str], schemes: Mapping[str, Scheme]) -> list[str] | None:
    return next((way for way in ways if way and all(_secret(name, secrets, schemes) for name in way)), None)


def _secret(name: str, secrets: Mapping[str, str], schemes: Mapping[str, Scheme]) -> str | None:
    alone = secrets.get(SECRET) if len(schemes) == 1 else None
    return secrets.get(variable(name)) or alone


def _add(made: Credentials, scheme: Scheme, secret: str) -> None:
    if scheme.kind == "bearer":
        made.headers["Authorization"] = f"Bearer {secret}"
    elif scheme.kind == "basic":
        made.headers["Authorization"] = f"Basic {b64encode(secret.encode()).decode()}"
    else:
        {"query": made.query, "cookie": made.cookies}.get(scheme.place, made.headers)[scheme.sent] = secret


def _scheme(said: Mapping[str, Any]) -> Scheme:
    kind, way = str(said.get("type", "")), str(said.get("scheme", "")).casefold()
    if kind == "apiKey":
        return Scheme("key", str(said.get("in", "header")), str(said.get("name", "Authorization")))
    return Scheme("basic" if kind == "basic" or way == "basic" else "bearer")
