"""Operation: one thing that a service can do, with what it takes, what it gives, and how its lists come in pages."""

from __future__ import annotations

from functools import cached_property
from typing import Literal

from groundplan.contracts import Param, Tool
from groundplan.contracts.noun import Noun
from groundplan.packs.workflows.catalogue.shape import Shape

Place = Literal["path", "query", "header", "cookie", "body", "form", "whole", "call"]
"""Where it goes. `whole`: it is the body; `call`: it is handed over by name, to a function or an MCP server."""
RESULT = "result"
"""The one output of every operation: what it gives, a list as its entries from all pages."""


class Argument(Noun):
    """One argument of an operation."""

    place: Place
    sent: str
    """Its name on the way: as the service calls it."""
    shape: Shape
    required: bool = False
    joined: str = ""
    """Between the entries of a list: a comma, say. Empty: the name is repeated; `json`: written as JSON."""


class Pages(Noun):
    """Where the entries of a list are, and how its next page is had: names of arguments, paths of fields."""

    items: tuple[str, ...] = ()
    """The path of the entries; empty: the answer is the list."""
    page: str = ""
    offset: str = ""
    cursor: str = ""
    limit: str = ""
    """The arguments by which a page is chosen; they are no arguments of the tool."""
    next: tuple[str, ...] = ()
    """The field with the number, the cursor or the address of the next page."""
    total: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    """The field that says whether there are more."""


class Operation(Noun):
    """One thing that a service can do."""

    name: str
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    arguments: dict[str, Argument] = {}
    """By the names that a plan uses; those that choose pages, and the key of idempotency, are not among them."""
    returns: Shape = Shape()
    """What a step gets: of a list in an envelope, the array of its entries."""
    pages: Pages | None = None
    """None: the answer is one thing."""
    hidden: dict[str, Argument] = {}
    """Arguments that whoever runs it fills in: those of `pages`."""
    writes: bool = False
    idempotency: str = ""
    """The header under which a call that is made twice is carried out once; empty: none is documented."""
    method: str = ""
    """Of HTTP; empty: it is called by name."""
    path: str = ""
    server: str = ""
    """The address that the document gives."""
    security: tuple[tuple[str, ...], ...] = ()
    """Ways to be let in, each the names of the schemes that it takes; an empty one: nothing is needed."""
    body: str = ""
    """The media type that it takes."""
    source: str = ""
    """The catalogue that it stands in."""

    @cached_property
    def told(self) -> str:
        """What it does, in words: its summary, then what its description says beyond it."""
        summary, description = self.summary.strip(), self.description.strip()
        if not summary or description.casefold().startswith(summary.casefold().rstrip(".")):
            return description or self.name
        return f"{summary.rstrip('.')}. {description}" if description else summary

    @cached_property
    def params(self) -> dict[str, Param]:
        """Its arguments, as the spine knows them."""
        return {name: one.shape.param(one.required) for name, one in self.arguments.items()}

    @cached_property
    def tool(self) -> Tool:
        """Its metadata for plans."""
        return Tool(
            name=self.name,
            description=self.told,
            capabilities=("write" if self.writes else "read",),
            params=self.params,
            outputs=(RESULT,),
            effect="outside" if self.writes else "none",
        )
