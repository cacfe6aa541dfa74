"""What a workflow graph is: executor and router nodes, edges between them, one entry.

Values refer to what nodes give and to the inputs of the graph. A value that is nothing but a reference is
`{"$ref": "node.output"}`; inside a text it is `{{node.output}}`. Conditions are CEL over the same names.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

from pydantic import Field

from groundplan.contracts import Finding, Noun, Tool

Mode = Literal["agent", "llm", "tool", "http", "python", "bash", "custom"]
SHOWN_ONLY: tuple[Mode, ...] = ("python", "bash", "custom")
"""What is read, shown, and never run."""
ASKING: tuple[Mode, ...] = ("agent", "llm")
METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH")


class Call(Noun):
    """One call of a tool."""

    tool: str
    parameters: dict[str, Any] = {}


class Model(Noun):
    """How a language model is asked."""

    name: str | None = None
    temperature: float | None = Field(None, ge=0, le=2)
    max_tokens: int | None = Field(None, ge=1)
    system: str = ""
    prompt: str = ""


class Request(Noun):
    """One HTTP request."""

    url: str
    method: Literal["GET", "POST", "PUT", "DELETE", "PATCH"] = "GET"
    headers: dict[str, Any] = {}
    body: Any = None


class Script(Noun):
    """Code that stands in a graph; it is shown to a person and never run."""

    code: str = ""
    path: str = ""
    """A file that holds the code, where the code itself is not given."""
    settings: dict[str, Any] = {}


class Executor(Noun):
    """A node that does something."""

    type: Literal["executor"] = "executor"
    id: str = Field(min_length=1)
    name: str = ""
    description: str = ""
    mode: Mode
    calls: tuple[Call, ...] = ()
    """In the mode `tool`: what is called, one after another; what the last gives is the node's output."""
    model: Model | None = None
    tools: tuple[str, ...] = ()
    """In the mode `agent`: the tools that the model may use."""
    max_iterations: int | None = Field(None, ge=1)
    request: Request | None = None
    script: Script | None = None
    inputs: dict[str, str] = {}
    """What is read of the state, by where it lies: `{"feedback.text": "input"}`."""
    outputs: dict[str, str] = {}
    """Under which other names the state keeps what the node gives: `{"output": "analysis"}`."""
    when: str | None = None
    """A CEL condition; the node is skipped when it is false."""
    each: Any = None
    """A list, or a reference to one: the node is run for every item, `{{item}}`."""
    retry: int = Field(0, ge=0, le=10)
    timeout: float | None = Field(None, gt=0)
    fallback: str | None = None
    """The node that stands in when this one fails."""
    metadata: dict[str, Any] = {}


class Route(Noun):
    """One way out of a router: by a CEL condition, or by the label that a language model answers with."""

    target: str
    condition: str | None = None
    label: str = ""
    description: str = ""
    priority: int = 0
    """The highest is tried first; equal ones in the order written."""


class Router(Noun):
    """A node that chooses what comes next; conditions are tried before the model is asked."""

    type: Literal["router"] = "router"
    id: str = Field(min_length=1)
    name: str = ""
    description: str = ""
    mode: Literal["deterministic", "llm", "hybrid"] = "deterministic"
    routes: tuple[Route, ...] = ()
    default: str | None = None
    model: Model | None = None
    metadata: dict[str, Any] = {}

    def tried(self) -> tuple[Route, ...]:
        """The routes in the order in which they are tried."""
        return tuple(sorted(self.routes, key=lambda route: (bool(route.label), -route.priority)))


class Point(Noun):
    """Where a graph begins with several nodes at once, or ends; it does nothing."""

    type: Literal["start", "end"]
    id: str = Field(min_length=1)
    name: str = ""
    description: str = ""
    metadata: dict[str, Any] = {}


Node = Annotated[Executor | Router | Point, Field(discriminator="type")]


class Edge(Noun):
    """What comes after what. The ways out of a router are its routes, and no edges."""

    source: str
    target: str
    condition: str | None = None
    label: str = ""
    id: str = ""
    metadata: dict[str, Any] = {}


class Graph(Noun):
    """A workflow."""

    id: str = "graph"
    version: str = "1.0"
    name: str = ""
    description: str = ""
    nodes: tuple[Node, ...] = ()
    edges: tuple[Edge, ...] = ()
    entry: str | None = None
    inputs: dict[str, str] = {}
    """What the graph is given, by name, with its JSON type; empty where nothing is said about it."""
    metadata: dict[str, Any] = {}

    def node(self, id: str) -> Executor | Router | Point | None:
        """The node of that id, or None."""
        return next((node for node in self.nodes if node.id == id), None)

    def links(self) -> Iterator[Edge]:
        """Every way from one node to another: edges, routes and defaults of routers."""
        yield from self.edges
        for node in self.nodes:
            if isinstance(node, Router):
                for route in node.tried():
                    yield Edge(source=node.id, target=route.target, condition=route.condition, label=route.label)
                if node.default is not None:
                    yield Edge(source=node.id, target=node.default, label="default")


def ways_out(router: Router) -> tuple[str, ...]:
    """The nodes that a router may choose."""
    last = () if router.default is None else (router.default,)
    return tuple(dict.fromkeys((*(route.target for route in router.routes), *last)))


class Constraints(Noun):
    """What a graph is held to beyond its own sense."""

    max_nodes: int | None = None
    modes: tuple[str, ...] = ()
    """The modes that executors may have; empty: any."""
    allowed: tuple[str, ...] | None = None
    """The tools that may be used; None: any that exists."""
    tools: dict[str, Tool] | None = None
    """Every tool there is; None: not known, and no tool is judged."""
    safe: bool = False
    """Whether tools that change the outside world are kept out."""
    gives: dict[str, dict[str, Any]] = {}
    """By tool, the JSON Schema of what it gives; a tool's own `extra["returns"]` where it is not named here."""
    model: str | None = None
    """The language model of nodes that name none."""


class Fault(Finding):
    """A finding with its place in the document."""

    at: str = ""
    """A JSON pointer."""
    warning: bool = False
    """The graph can be used as it is."""
