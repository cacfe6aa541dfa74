"""OpenAPI 3.x and Swagger 2.0 documents as a catalogue: each operation is read when it is first looked at."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Protocol

from groundplan.errors import SourceError
from groundplan.packs.workflows.catalogue.opened import Made
from groundplan.packs.workflows.catalogue.operation import Argument, Operation, Pages, Place
from groundplan.packs.workflows.catalogue.pages import asks, pages_of, plain, words
from groundplan.packs.workflows.catalogue.schema import Schemas
from groundplan.packs.workflows.catalogue.shape import Shape

METHODS = ("get", "head", "options", "post", "put", "patch", "delete")
READING = ("get", "head", "options")
JSON = re.compile(r"application/(?:[\w.+-]+\+)?json\b|\*/\*|^$", re.IGNORECASE)
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")
_PLACES: tuple[Place, ...] = ("path", "query", "header", "cookie")
_JOINED = {"csv": ",", "ssv": " ", "tsv": "\t", "pipes": "|", "spaceDelimited": " ", "pipeDelimited": "|"}


class Caller(Protocol):
    """Who carries out operations of a document."""

    def __call__(self, operation: Operation, arguments: Mapping[str, Any], key: str | None) -> Any:
        """What the service answers; a list as its entries from all pages. The same key is the same call again."""

    def close(self) -> None:
        """Give everything back."""


class Document:
    """One document, opened."""

    def __init__(self, contents: Mapping[str, Any], path: Path, caller: Caller) -> None:
        self._contents, self._caller = contents, caller
        self._notes: dict[str, None] = {}
        self._schemas = Schemas(_resolver(contents, path), lambda note: self._note(f"{path.name}: {note}"))
        self._places = dict(_named(contents, self._schemas))
        if not self._places:
            raise SourceError(f"{path.name} has no operations; give a document with paths.")
        self.operations: Mapping[str, Operation] = Made(tuple(self._places), self._operation)
        self._old = "swagger" in contents

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be followed, as far as operations were read."""
        return tuple(self._notes)

    def call(self, operation: Operation, arguments: Mapping[str, Any], key: str | None = None) -> Any:
        """What the service answers."""
        return self._caller(operation, arguments, key)

    def close(self) -> None:
        """Give the connections back."""
        self._caller.close()

    def _note(self, note: str) -> None:
        self._notes[note] = None

    # ------------------------------------------------------------------ one operation

    def _operation(self, name: str) -> Operation:
        path, method = self._places[name]
        shared, _, _ = self._schemas.followed(self._contents["paths"][path])
        said = shared[method]
        told = [*_listed(shared.get("parameters")), *_listed(said.get("parameters"))]
        found = [self._schemas.followed(one)[0] for one in told]
        parameters = {(str(one.get("in")), str(one.get("name"))): one for one in found if one.get("name")}
        arguments, body = dict(self._parameters(parameters.values())), ""
        for argument, media in self._body(said, parameters.values()):
            body = media
            taken = arguments.get(argument.sent)
            arguments[f"body_{argument.sent}" if taken else argument.sent] = argument
        arguments, key = _without_key(arguments)
        status, returns = self._returns(said)
        reads = method in READING or (method == "post" and asks(name, path, returns, status))
        pages = pages_of(returns, arguments) if reads else None
        hidden = {held for held in (pages.page, pages.offset, pages.cursor, pages.limit) if held} if pages else set()
        return Operation(
            name=name,
            summary=" ".join(str(said.get("summary") or "").split()),
            description=" ".join(str(said.get("description") or "").split()),
            tags=tuple(map(str, _listed(said.get("tags")))),
            arguments={name: one for name, one in arguments.items() if name not in hidden},
            hidden={name: one for name, one in arguments.items() if name in hidden},
            returns=_entries(returns, pages),
            pages=pages,
            writes=not reads,
            idempotency=key,
            method=method.upper(),
            path=path,
            server=self._server(said, shared),
            security=_security(said.get("security", self._contents.get("security"))),
            body=body,
        )

    def _parameters(self, said: Any) -> Iterator[tuple[str, Argument]]:
        for one in said:
            place, sent = one.get("in"), str(one["name"])
            if place not in _PLACES:
                continue
            content = _mapping(one.get("content"))
            schema = next((_mapping(held).get("schema") for held in content.values()), None) or one.get("schema")
            shape = self._schemas.shape(schema if schema is not None else {} if not self._old else one, "readOnly")
            about = " ".join(str(one.get("description") or shape.about).split())
            joined = "json" if content else self._joined(one, place, shape)
            required = place == "path" or one.get("required") is True
            shape = shape.model_copy(update={"about": about, "required": () if self._old else shape.required})
            yield sent, Argument(place=place, sent=sent, shape=shape, required=required, joined=joined)

    def _joined(self, said: Mapping[str, Any], place: str, shape: Shape) -> str:
        """What stands between the entries of a list; the name is repeated where nothing else is said."""
        if shape.type != "array":
            return ""
        if self._old:
            written = str(said.get("collectionFormat"))
            return "" if written == "multi" else _JOINED.get(written, ",")
        if place in ("path", "header"):
            return ","
        style = str(said.get("style", "form"))
        return "" if style == "form" and said.get("explode", True) else _JOINED.get(style, ",")

    def _body(self, said: Mapping[str, Any], parameters: Any) -> Iterator[tuple[Argument, str]]:
        """The fields of the body as arguments, and its media type."""
        if self._old:
            forms = [one for one in parameters if one.get("in") == "formData"]
            takes = _listed(said.get("consumes", self._contents.get("consumes")))
            media = FORMS[1] if FORMS[1] in takes or any(one.get("type") == "file" for one in forms) else FORMS[0]
            for one in forms:
                shape = self._schemas.shape(one).model_copy(update={"required": ()})
                required = one.get("required") is True
                yield Argument(place="form", sent=str(one["name"]), shape=shape, required=required), media
            for one in (one for one in parameters if one.get("in") == "body"):
                whole = self._schemas.shape(one.get("schema") or {}, "readOnly")
                yield from _fields(whole, one.get("required") is True, "application/json")
            return
        taken, _, _ = self._schemas.followed(said.get("requestBody"))
        content = _mapping(taken.get("content"))
        media = next((one for one in content if JSON.search(one)), next(iter(content), ""))
        if media:
            whole = self._schemas.shape(_mapping(content[media]).get("schema") or {}, "readOnly")
            yield from _fields(whole, taken.get("required") is True, media)

    def _returns(self, said: Mapping[str, Any]) -> tuple[str, Shape]:
        """The status that it is answered with when all went well, and what is in the answer."""
        answers = {str(status): one for status, one in _mapping(said.get("responses")).items()}
        good = sorted(status for status in answers if re.fullmatch(r"2(\d\d|XX)", status, re.IGNORECASE))
        for status in [*good, "default"]:
            answer, resolver, _ = self._schemas.followed(answers.get(status))
            content = _mapping(answer.get("content"))
            schema = answer.get("schema") or next(
                (_mapping(held).get("schema") for media, held in content.items() if JSON.search(media)), None
            )
            if schema is not None:
                return status, self._schemas.shape(schema, "writeOnly", resolver=resolver)
        return (good[0] if good else ""), Shape()

    # ------------------------------------------------------------------ where it is, and who is let in

    def _server(self, said: Mapping[str, Any], shared: Mapping[str, Any]) -> str:
        document = self._contents
        if self._old:
            schemes = [str(one) for one in _listed(document.get("schemes"))] or ["https"]
            scheme = "https" if "https" in schemes else schemes[0]
            return f"{scheme}://{document['host']}{document.get('basePath', '')}" if document.get("host") else ""
        for servers in (said.get("servers"), shared.get("servers"), document.get("servers")):
            for server in map(_mapping, _listed(servers)):
                variables = _mapping(server.get("variables"))
                values = {name: str(_mapping(one).get("default", "")) for name, one in variables.items()}
                url = re.sub(r"\{(\w+)\}", lambda m: values.get(m[1], m[0]), str(server.get("url", "")))  # noqa: B023
                return url
        return ""


def _named(contents: Mapping[str, Any], schemas: Schemas) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each operation's name, with its path and method: its id, or one made of these."""
    taken: dict[str, int] = {}
    for path, written in _mapping(contents.get("paths")).items():
        shared = schemas.followed(written)[0] if "$ref" in _mapping(written) else _mapping(written)
        for method in METHODS:
            if not isinstance(said := shared.get(method), Mapping):
                continue
            id = re.sub(r"\s+", "_", str(said.get("operationId") or "").strip())
            name = id or "_".join([method, *re.findall(r"\w+", str(path))])
            taken[name] = taken.get(name, 0) + 1
            yield (name if taken[name] == 1 else f"{name}_{taken[name]}"), (path, method)


def _fields(whole: Shape, required: bool, media: str) -> Iterator[tuple[Argument, str]]:
    """The fields of a body that is an object; else the body as one argument."""
    if whole.type != "object" or not whole.fields:
        yield Argument(place="whole", sent="body", shape=whole, required=required), media
        return
    place: Place = "form" if media in FORMS else "body"
    for name, field in whole.fields.items():
        yield Argument(place=place, sent=name, shape=field, required=required and name in whole.required), media


def _without_key(arguments: Mapping[str, Argument]) -> tuple[dict[str, Argument], str]:
    """The arguments without the header of idempotency, and what that is called."""
    keys = [
        name for name, one in arguments.items() if one.place == "header" and plain(one.sent) in words()["idempotency"]
    ]
    left = {name: one for name, one in arguments.items() if name not in keys}
    return left, arguments[keys[0]].sent if keys else ""


def _entries(returns: Shape, pages: Pages | None) -> Shape:
    """What a step gets: of a list the array of its entries."""
    return (returns.at(pages.items) if pages and pages.items else None) or returns


def _security(said: Any) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(str, _mapping(one))) for one in _listed(said))


def _resolver(contents: Mapping[str, Any], path: Path) -> Any:
    """Who follows the references of a document: within it, and into files of its own folder."""
    from referencing import Registry
    from referencing.jsonschema import DRAFT202012

    from groundplan.packs.workflows.catalogue import documents

    folder = path.parent.resolve()

    def beside(uri: str) -> Any:
        file = Path(uri.removeprefix("file://")).resolve()
        if not uri.startswith("file://") or folder not in file.parents or not file.is_file():
            raise KeyError(uri)
        return DRAFT202012.create_resource(documents.read(file))

    # mypy takes the registry for one of another specification
    registry: Any = Registry(retrieve=beside)  # type: ignore[call-arg]
    own = (folder / path.name).as_uri()
    return registry.with_resource(own, DRAFT202012.create_resource(contents)).resolver(own)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
