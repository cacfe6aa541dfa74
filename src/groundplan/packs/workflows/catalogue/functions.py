"""Python functions as a catalogue, by signature, annotations and docstring: `module:object`, or given in Python."""

from __future__ import annotations

import importlib
import inspect
import re
import typing
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from groundplan.errors import SourceError, StepError
from groundplan.packs.workflows.catalogue.lists import called
from groundplan.packs.workflows.catalogue.opened import Made
from groundplan.packs.workflows.catalogue.operation import Operation
from groundplan.packs.workflows.catalogue.schema import shape_of_schema
from groundplan.packs.workflows.catalogue.shape import Shape
from groundplan.packs.workflows.catalogue.values import held_to

PREFIX = "python:"
_READS = "groundplan_reads"
_ABOUT = re.compile(r"^[ \t]*(?::param (?:\w+ )?|@param )?(\w+)(?: ?\([^)\n]*\))? ?:[ \t]+(\S.*)$", re.MULTILINE)
_held: dict[str, Mapping[str, Callable[..., Any]]] = {}
_numbers = count(1)


def reads(function: Callable[..., Any]) -> Callable[..., Any]:
    """Says of a function that it changes nothing; all others run only in a plan that was approved."""
    setattr(function, _READS, True)
    return function


def hold(*functions: Callable[..., Any]) -> str:
    """An address by which functions of this process can be a source."""
    address = f"{PREFIX}#{next(_numbers)}"
    _held[address] = {one.__name__: one for one in functions}
    return address


class Functions:
    """Functions behind one address."""

    def __init__(self, address: str) -> None:
        self._functions = _held[address] if address in _held else _imported(address.removeprefix(PREFIX))
        self.operations: Mapping[str, Operation] = Made(tuple(self._functions), self._operation)
        self.notes: tuple[str, ...] = ()

    def call(self, operation: Operation, arguments: Mapping[str, Any], key: str | None = None) -> Any:
        """What the function returns, as plain data."""
        from pydantic_core import to_jsonable_python

        taken = held_to(operation, arguments)
        try:
            return to_jsonable_python(self._functions[operation.name](**taken), fallback=str)
        except Exception as fault:  # whatever somebody's function raises
            raise StepError(f"{operation.name} failed: {type(fault).__name__}: {fault}") from fault

    def close(self) -> None:
        """There is nothing to give back."""

    def _operation(self, name: str) -> Operation:
        function = self._functions[name]
        about = inspect.getdoc(function) or name.replace("_", " ")
        told = {found[1]: found[2].strip() for found in _ABOUT.finditer(about)}
        hints = _hints(function)
        arguments = {}
        for one in inspect.signature(function).parameters.values():
            if one.kind in (one.VAR_POSITIONAL, one.VAR_KEYWORD, one.POSITIONAL_ONLY):
                continue
            shape = _shape(hints.get(one.name, Any))
            given = {} if one.default is one.empty or one.default is None else {"default": one.default}
            shape = shape.model_copy(update={"about": shape.about or told.get(one.name, ""), **given})
            arguments[one.name] = (shape, one.default is one.empty)
        returns = _shape(hints.get("return", Any), "serialization")
        writes = not getattr(function, _READS, False)
        return called(name, about.partition("\n\n")[0], arguments, returns, writes=writes)


def _imported(said: str) -> Mapping[str, Callable[..., Any]]:
    """The function at `module:object`, or all functions that a module or an object there names its own."""
    module, _, path = said.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for name in path.split(".") if path else ():
            found = getattr(found, name)
    except (ImportError, AttributeError, ValueError) as fault:
        raise SourceError(
            f"no functions at {said!r}: {fault}; write python:module:function, or python:module."
        ) from None
    if callable(found) and not inspect.isclass(found):
        return {getattr(found, "__name__", path): found}
    if isinstance(found, (list, tuple)):
        return {one.__name__: one for one in found if callable(one)}
    own = {name: one for name, one in vars(found).items() if inspect.isfunction(one) and not name.startswith("_")}
    own = {name: one for name, one in own.items() if not inspect.ismodule(found) or one.__module__ == found.__name__}
    if not own:
        raise SourceError(f"{said!r} has no functions of its own; name one: python:{module}:NAME.")
    return own


def _hints(function: Callable[..., Any]) -> Mapping[str, Any]:
    try:
        return typing.get_type_hints(function, include_extras=True)
    except Exception:  # an annotation that names what is not there says nothing
        return {}


def _shape(annotation: Any, mode: typing.Literal["validation", "serialization"] = "validation") -> Shape:
    """The shape of a type, by the schema that pydantic makes of it."""
    from pydantic import TypeAdapter
    from pydantic.errors import PydanticUserError

    try:
        return shape_of_schema(TypeAdapter(annotation).json_schema(mode=mode))
    except (PydanticUserError, TypeError):
        return Shape()
