"""A place in a document that is read: gives values of the kind asked for, and notes what is wrong or left over."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from groundplan.packs.workflows.graph.contract import Fault
from groundplan.plan.nearest import nearest

Path = tuple[str | int, ...]
_KINDS: dict[type, str] = {str: "a text", dict: "an object", list: "a list", bool: "true or false", float: "a number"}


def pointer(path: Path) -> str:
    """A JSON pointer."""
    return "".join(f"/{str(part).replace('~', '~0').replace('/', '~1')}" for part in path)


def place(path: Path) -> str:
    """The same for people: `nodes.0.config.mode`."""
    return ".".join(map(str, path)) or "the document"


@dataclass
class Reading:
    """What was found in one document."""

    faults: list[Fault] = field(default_factory=list)
    sides: dict[str, str] = field(default_factory=lambda: {"source": "source", "target": "target"})
    """What the dialect calls the ends of an edge."""
    calls: Path = ()
    """Where the calls of a node stand in it."""
    broken: set[str] = field(default_factory=set)
    """Nodes of which so much is wrong that nothing more is said of them."""
    places: dict[tuple[Any, ...], Path] = field(default_factory=dict)
    """Where each thing of the graph stands: `("node", id)`, `("edge", number)`, `("route", id, number)`."""

    def fault(self, code: str, path: Path, told: str, help: str = "", *, node: str | None = None) -> None:
        """Something that is wrong."""
        message = f"{place(path)}{told}"
        self.faults.append(Fault(code=code, message=message, help=help, step=node, at=pointer(path)))

    def left(self, path: Path, told: str, node: str | None = None) -> None:
        """Something that does not map; it is told, and the graph stands without it."""
        at = pointer(path)
        self.faults.append(Fault(code="unmapped", message=f"{place(path)}: {told}", step=node, at=at, warning=True))


@dataclass
class At:
    """A value of a document, at its path."""

    value: Any
    path: Path
    reading: Reading
    taken: set[str] = field(default_factory=set)

    @property
    def fields(self) -> dict[str, Any]:
        """The value as an object; of anything else an empty one."""
        return self.value if isinstance(self.value, dict) else {}

    def has(self, *names: str) -> bool:
        """Whether one of these fields is given."""
        return any(self.fields.get(name) is not None for name in names)

    def to(self, name: str | int, value: Any) -> At:
        """A place below this one."""
        return At(value, (*self.path, name), self.reading)

    def fault(self, code: str, told: str, help: str = "") -> None:
        """Something that is wrong here; `told` follows the path, as in ` is required`."""
        self.reading.fault(code, self.path, told, help)

    def take(self, name: str) -> Any:
        """The value of a field as it is; the field counts as read."""
        self.taken.add(name)
        return self.fields.get(name)

    def text(self, name: str, *, required: bool = False, known: Collection[str] = ()) -> str:
        """A text; with `known`, one of these."""
        value = self._of(name, str, required)
        if value is not None and known and value not in known:
            match = nearest(value, known)
            help = f"write {match!r}" if match else f"write one of {', '.join(known)}"
            self.to(name, value).fault("wrong-value", f": must be one of [{', '.join(known)}]", help)
            return ""
        if required and value == "":
            self.to(name, value).fault("wrong-value", ": must not be empty", "give it a name")
        return value or ""

    def number(self, name: str, least: float = 0, most: float | None = None) -> float | None:
        """A number within bounds."""
        value: float | None = self._of(name, float, False)
        if value is None or (isfinite(value) and least <= value and (most is None or value <= most)):
            return value
        bounds = f"at least {least:g}" if most is None else f"between {least:g} and {most:g}"
        self.to(name, value).fault("wrong-value", f": must be {bounds}, not {value!r}", f"write a number {bounds}")
        return None

    def whole(self, name: str, least: int = 0, most: int | None = None) -> int | None:
        """A whole number within bounds."""
        value = self.number(name, least, most)
        if value is None or value == int(value):
            return None if value is None else int(value)
        self.to(name, value).fault("wrong-type", f": must be a whole number, not {value!r}", "leave out the fraction")
        return None

    def object(self, name: str, *, required: bool = False) -> At:
        """An object; where there is none, an empty place."""
        return self.to(name, self._of(name, dict, required) or {})

    def items(self, name: str, *, required: bool = False) -> list[At]:
        """The items of a list, each at its place."""
        found = self._of(name, list, required) or []
        return [self.to(name, None).to(number, item) for number, item in enumerate(found)]

    def objects(self, name: str, *, required: bool = False) -> list[At]:
        """The items of a list, which must be objects."""
        return [one for one in self.items(name, required=required) if one.is_object()]

    def is_object(self) -> bool:
        """Whether it is an object; noted where not."""
        if not isinstance(self.value, dict):
            self.fault("wrong-type", f": must be an object, not {_short(self.value)}", "write an object in {}")
        return isinstance(self.value, dict)

    def texts(self, name: str) -> tuple[str, ...]:
        """The texts of a list."""
        return tuple(text for one in self.items(name) if (text := one.as_text()) is not None)

    def mapping(self, name: str) -> dict[str, str]:
        """An object whose values are texts."""
        given = self.object(name)
        found = {key: given.to(key, value).as_text() for key, value in given.fields.items()}
        return {key: text for key, text in found.items() if text is not None}

    def rest(self) -> Iterator[tuple[str, Any]]:
        """The fields that nobody asked for."""
        return ((name, value) for name, value in self.fields.items() if name not in self.taken and value is not None)

    def leave(self, node: str | None = None, *more: str) -> None:
        """Tell of the fields that nobody asked for, but for some, that they have no like in a graph."""
        for name, value in self.rest():
            if name not in more and value not in ("", [], {}, False):
                self.reading.left((*self.path, name), "has no like in a graph", node)

    def as_text(self) -> str | None:
        """The value as a text; noted where it is none."""
        if isinstance(self.value, str):
            return self.value
        self.fault("wrong-type", f": must be a text, not {_short(self.value)}", "write a text in quotes")
        return None

    def _of(self, name: str, kind: type, required: bool) -> Any:
        value = self.take(name)
        if value is None:
            if required:
                self.to(name, None).fault("missing-field", " is required", f"give {name!r} {_KINDS[kind]}")
            return None
        accepted = (int, float) if kind is float else kind
        if isinstance(value, accepted) and (kind is bool or not isinstance(value, bool)):
            return value
        told = f": must be {_KINDS[kind]}, not {_short(value)}"
        self.to(name, value).fault("wrong-type", told, f"write {_KINDS[kind]}")
        return None


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."
