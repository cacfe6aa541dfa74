"""A plain list of tools, `{"name", "description", "params", "required", "returns", "writes"}`: done by nobody."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.errors import SourceError, StepError
from groundplan.packs.workflows.catalogue.opened import Made
from groundplan.packs.workflows.catalogue.operation import Argument, Operation
from groundplan.packs.workflows.catalogue.schema import shape_of_schema
from groundplan.packs.workflows.catalogue.shape import Shape

PARAMS = ("params", "parameters", "inputSchema", "input_schema")
"""Where lists keep the arguments: ours, OpenAI's, MCP's, Anthropic's."""


class Listed:
    """Tools of a list."""

    def __init__(self, entries: Sequence[Any], label: str) -> None:
        self._label = label
        self._notes: dict[str, None] = {}
        said = [one.get("function", one) if isinstance(one, Mapping) else one for one in entries]
        self._entries = {str(one["name"]): one for one in said if isinstance(one, Mapping) and one.get("name")}
        if len(self._entries) < len(entries):
            raise SourceError(f"{label} lists tools without a name of their own; give each one that no other has.")
        self.operations: Mapping[str, Operation] = Made(tuple(self._entries), self._operation)

    @property
    def notes(self) -> tuple[str, ...]:
        """What could not be read."""
        return tuple(self._notes)

    def call(self, operation: Operation, arguments: Mapping[str, Any], key: str | None = None) -> Any:
        """Nobody can: a list tells what there is."""
        raise StepError(
            f"{self._label} only lists {operation.name}; give the document of its service, or its MCP server"
        )

    def close(self) -> None:
        """There is nothing to give back."""

    def _operation(self, name: str) -> Operation:
        said = self._entries[name]
        given: Any = next((said[key] for key in PARAMS if said.get(key)), {})
        required = {*_texts(said.get("required"))}
        if isinstance(given, Mapping) and isinstance(given.get("properties"), Mapping):
            required |= {*_texts(given.get("required"))}
            given = given["properties"]
        if isinstance(given, list):
            given = {str(one["name"]): one for one in given if isinstance(one, Mapping) and "name" in one}
        returns = said.get("returns", said.get("outputSchema"))
        arguments = {
            str(key): (self._shape(one), key in required or (isinstance(one, Mapping) and one.get("required") is True))
            for key, one in given.items()
        }
        about, writes = str(said.get("description") or ""), said.get("writes") is not False
        kinds = tuple(_texts(said.get("tags")) or _texts(said.get("capabilities")))
        made = called(name, about, arguments, self._shape(returns), writes=writes)
        return made.model_copy(update={"tags": kinds})

    def _shape(self, schema: Any) -> Shape:
        note = lambda told: self._notes.setdefault(f"{self._label}: {told}")  # noqa: E731
        return shape_of_schema(schema if isinstance(schema, Mapping) else {}, note=note)


def called(
    name: str, about: str, arguments: Mapping[str, tuple[Shape, bool]], returns: Shape, *, writes: bool
) -> Operation:
    """An operation that is called by its name, with its arguments by theirs."""
    taken = {
        key: Argument(place="call", sent=key, shape=shape, required=required)
        for key, (shape, required) in arguments.items()
    }
    about = " ".join(about.split())
    return Operation(name=name, description=about, arguments=taken, returns=returns, writes=writes)


def _texts(value: Any) -> list[str]:
    return [one for one in value if isinstance(one, str)] if isinstance(value, list) else []
