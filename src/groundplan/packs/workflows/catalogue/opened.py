"""Opened: the catalogues of one question as a source of the spine: operations, tools, and how each is done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, Protocol, TypeVar

from groundplan.contracts import Tool
from groundplan.errors import SourceError
from groundplan.pack import Catalogue, Implementation
from groundplan.packs.workflows.catalogue.operation import Operation

Value = TypeVar("Value")


class Made(Mapping[str, Value], Generic[Value]):
    """A mapping whose values are made when they are first asked for: thousands of operations open in no time."""

    def __init__(self, names: Iterator[str] | tuple[str, ...], make: Callable[[str], Value]) -> None:
        self._names = dict.fromkeys(names)
        self._make = make
        self._made: dict[str, Value] = {}

    def __getitem__(self, name: str) -> Value:
        if name not in self._made:
            if name not in self._names:
                raise KeyError(name)
            self._made[name] = self._make(name)
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Provider(Protocol):
    """One catalogue that was opened: a document, a list, functions, an MCP server."""

    @property
    def operations(self) -> Mapping[str, Operation]:
        """What it can do, by name."""

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know of the reading."""

    def call(self, operation: Operation, arguments: Mapping[str, Any], key: str | None = None) -> Any:
        """What an operation gives for arguments by the plan's names; a StepError in words where it fails.

        The same key of idempotency is the same call again.
        """

    def close(self) -> None:
        """Give everything back."""


class Opened:
    """Everything that was opened, as one source: operations by the names that a plan uses."""

    def __init__(self, providers: Mapping[str, Provider], taken: Iterable[str]) -> None:
        own_names = tuple(taken)
        self._providers = providers
        self._homes = _homes(providers, own_names)
        self.operations: Mapping[str, Operation] = Made(tuple(self._homes), self._operation)
        """What the services can do; each is read from its document when it is first looked at."""
        self.own = Catalogue({}, {})
        """Tools that every catalogue has beside them: `select`, and those of nodes that call no operation."""
        names = (*self._homes, *own_names)
        self.tools: Mapping[str, Tool] = Made(names, self._tool)
        self.implementations: Mapping[str, Implementation] = Made(names, self._done)

    @property
    def model(self) -> Mapping[str, Operation]:
        """The operations by name."""
        return self.operations

    @property
    def names(self) -> tuple[str, ...]:
        """A plan refers to nothing of it: it calls its tools."""
        return ()

    @property
    def notes(self) -> tuple[str, ...]:
        """What a person should know of the reading."""
        return tuple(note for provider in self._providers.values() for note in provider.notes)

    @property
    def catalogue(self) -> Catalogue:
        """Its tools, and how each is done."""
        return Catalogue(self.tools, self.implementations)

    def get(self, name: str) -> Any:
        """Nothing stands behind a name."""
        raise SourceError(f"a catalogue has no {name!r} to read; call one of its operations.")

    def close(self) -> None:
        """Give everything back."""
        for provider in self._providers.values():
            provider.close()

    def _operation(self, name: str) -> Operation:
        source, own = self._homes[name]
        return self._providers[source].operations[own].model_copy(update={"name": name, "source": source})

    def _tool(self, name: str) -> Tool:
        return self.own.tools[name] if name in self.own.tools else self.operations[name].tool

    def _done(self, name: str) -> Implementation:
        if name in self.own.implementations:
            return self.own.implementations[name]
        source, own = self._homes[name]
        provider = self._providers[source]

        def done(*, idempotency_key: str | None = None, **arguments: Any) -> Any:
            return provider.call(provider.operations[own], arguments, idempotency_key)

        return done


def _homes(providers: Mapping[str, Provider], taken: Iterable[str]) -> dict[str, tuple[str, str]]:
    """Where each name leads; one that two have, or that is taken, stands after its catalogue's: `crm.getOrder`."""
    count = dict.fromkeys(taken, 1)
    for provider in providers.values():
        for own in provider.operations:
            count[own] = count.get(own, 0) + 1
    return {
        own if count[own] == 1 else f"{source}.{own}": (source, own)
        for source, provider in providers.items()
        for own in provider.operations
    }
