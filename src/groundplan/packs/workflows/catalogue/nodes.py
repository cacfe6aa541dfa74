"""The tools of nodes that call no operation: `fill_text`, `http`, and those that ask a model: `llm`, `choose`, `agent`.

`http` goes the way of every call of a service, private addresses refused, and has to be approved: an address can do
anything. An agent may only read: what is written has a node of its own, which is approved by itself.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from groundplan.contracts import Brief, Finding, Param, Plan, Tool
from groundplan.errors import FillError, ModelError, StepError
from groundplan.pack import Catalogue, Implementation
from groundplan.packs.workflows.catalogue.operation import Argument, Operation
from groundplan.packs.workflows.catalogue.shape import Shape
from groundplan.packs.workflows.settings import CatalogueSettings

if TYPE_CHECKING:
    from groundplan.llm.base import LLM
    from groundplan.packs.workflows.catalogue.opened import Opened

ASKS = "asks"
"""In a tool's `extra`: the model that it asks where a node names none; empty: none is set."""
LLM_NODE, CHOOSE, AGENT, HTTP, FILL = "llm", "choose", "agent", "http", "fill_text"
NONE = "none of these"
_PROMPTS = "packs/workflows/prompts"
_METHODS = ("GET", "POST", "PUT", "DELETE", "PATCH")
_HOLE = re.compile(r"\{\{\s*([^{}]+?)\s*\}\}")
_BUDGET, _TURNS, _MOST_TURNS, _SHOWN = 1024, 10, 20, 4_000
_MODEL = {
    "model": Param(type="string", about="the model that is asked; else the one that is set"),
    "temperature": Param(type="number"),
    "max_tokens": Param(type="integer", about="tokens that the answer may have"),
    "system": Param(type="string", about="how it is done"),
    "prompt": Param(type="string", about="what is asked"),
    "inputs": Param(type="object", about="values that it is given, by name"),
}


def tools(settings: CatalogueSettings) -> dict[str, Tool]:
    """What plans know of them."""
    asks = {ASKS: settings.model if settings.model_url else ""}

    def node(name: str, description: str, params: Mapping[str, Param], **more: Any) -> Tool:
        return Tool(
            name=name, description=description, capabilities=("node",), params=dict(params), outputs=("result",),
            drafted=False, **more,
        )  # fmt: skip

    labels = {"labels": Param(type="array", required=True, about="the ways that there are")}
    agent = {"tools": Param(type="array", about="what it may read with"), "max_iterations": Param(type="integer")}
    http = {
        "url": Param(type="string", required=True), "method": Param(type="string", choices=_METHODS, default="GET"),
        "headers": Param(type="object"), "body": Param(about="what is sent"),
        "inputs": Param(type="object", about="fields of the body"),
    }  # fmt: skip
    filled = {"text": Param(type="string", required=True), "values": Param(type="object", required=True)}
    made = (
        node(LLM_NODE, "Ask a language model for a text.", _MODEL, extra=asks),
        node(CHOOSE, "Let a language model choose one of several labels.", {**_MODEL, **labels}, extra=asks),
        node(AGENT, "Let a language model find something out with tools that read.", {**_MODEL, **agent}, extra=asks),
        node(HTTP, "Send one HTTP request to any public address.", http, effect="outside"),
        node(FILL, "Fill the names of a text with values.", filled),
    )
    return {one.name: one for one in made}


def catalogue(settings: CatalogueSettings, opened: Opened) -> Catalogue:
    """The tools, and how each is done over an opened catalogue."""
    asking = Asking(settings, opened)
    done: dict[str, Implementation] = {LLM_NODE: asking.text, CHOOSE: asking.choice, AGENT: asking.agent}
    done |= {HTTP: Sender(settings), FILL: fill_text}
    return Catalogue(tools(settings), done)


def stubbed(tool: str, arguments: Mapping[str, Any]) -> Any:
    """What a node gives in a rehearsal, where nobody is asked."""
    if tool == FILL:
        return fill_text(**arguments)
    if tool == CHOOSE:
        return next(iter(arguments.get("labels") or [NONE]))
    return None if tool == HTTP else "(what a language model would write)"


def fill_text(text: str, values: Mapping[str, Any]) -> str:
    """The text with each `{{name}}` as its value; a StepError where one has none."""

    def value(found: re.Match[str]) -> str:
        held = values.get(found[1])
        if held is None:
            raise StepError(f"the text has no value for {found[1]!r}; it has {', '.join(values) or 'none'}")
        return held if isinstance(held, str) else json.dumps(held, ensure_ascii=False)

    return _HOLE.sub(value, text)


# ------------------------------------------------------------------ http


class Sender:
    """Sends single requests, as safely as calls of a service are sent."""

    def __init__(self, settings: CatalogueSettings) -> None:
        self._settings = settings

    def __call__(
        self, url: str, method: str = "GET", headers: Mapping[str, Any] | None = None, body: Any = None,
        inputs: Mapping[str, Any] | None = None,
    ) -> Any:  # fmt: skip
        """What is answered: JSON as values, else the text."""
        from groundplan.packs.workflows.catalogue.calls import HttpCaller  # httpx, which most plans do not need

        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
            raise StepError(f"{url!r} is no address that is called; begin it with https:// and the name of a host")
        given = body if body is not None or not inputs else dict(inputs)
        named = {f"header_{n}": (name, str(value)) for n, (name, value) in enumerate((headers or {}).items())}
        taken = {key: Argument(place="header", sent=name, shape=Shape()) for key, (name, _) in named.items()}
        if given is not None:
            taken["body"] = Argument(place="whole", sent="body", shape=Shape())
        operation = Operation(
            name=HTTP, method=method, server=f"{parts.scheme}://{parts.netloc}", arguments=taken,
            path=parts._replace(scheme="", netloc="", fragment="").geturl(), writes=method != "GET",
            body="application/json" if given is not None else "",
        )  # fmt: skip
        arguments = {key: value for key, (_, value) in named.items()} | ({} if given is None else {"body": given})
        caller = HttpCaller(self._settings, {}, alone=False)
        try:
            return caller(operation, arguments, None)
        finally:
            caller.close()


# ------------------------------------------------------------------ those that ask a model


@dataclass(frozen=True)
class How:
    """How a model is asked."""

    prompt: str
    system: str
    model: str
    temperature: float | None
    max_tokens: int | None
    inputs: Mapping[str, Any] | None


class Asking:
    """Nodes that ask the endpoint which is set."""

    def __init__(self, settings: CatalogueSettings, opened: Opened) -> None:
        self._settings, self._opened = settings, opened

    def text(
        self, prompt: str = "", system: str = "", model: str = "", temperature: float | None = None,
        max_tokens: int | None = None, inputs: Mapping[str, Any] | None = None,
    ) -> str:  # fmt: skip
        """What the model writes."""
        from groundplan.packs.workflows.generation.contract import LONG_TEXT

        how = How(prompt, system, model, temperature, max_tokens, inputs)
        return str(self._filled("node.md", {"text": LONG_TEXT}, how)["text"])

    def choice(
        self, labels: Sequence[str], prompt: str = "", system: str = "", model: str = "",
        temperature: float | None = None, max_tokens: int | None = None, inputs: Mapping[str, Any] | None = None,
    ) -> str:  # fmt: skip
        """One of the labels; none of them where the model says so, or says nothing that can be read."""
        from groundplan.llm.schema import one_of

        how, known = How(prompt, system, model, temperature, max_tokens, inputs), [*map(str, labels), NONE]
        try:
            filled = self._filled("choose.md", {"choice": one_of(known)}, how, labels="\n".join(map(_line, known)))
        except FillError:
            return NONE  # the way that is left: a route nobody chose is never taken
        return str(filled["choice"])

    def agent(
        self, prompt: str = "", system: str = "", model: str = "", temperature: float | None = None,
        max_tokens: int | None = None, inputs: Mapping[str, Any] | None = None, tools: Sequence[str] = (),
        max_iterations: int | None = None,
    ) -> str:  # fmt: skip
        """What the model found out with tools that read, after so many calls at most."""
        how = How(prompt, system, model, temperature, max_tokens, inputs)
        for name in tools:
            if name not in self._opened.operations or self._opened.operations[name].writes:
                raise StepError(f"an agent may only read, and {name!r} does not; let a node of the graph call it")
        found: list[str] = []
        turns = min(max_iterations or _TURNS, _MOST_TURNS)
        for left in range(turns, -1, -1):
            told = {"found": fenced_lines(found), "left": str(left), "tools": self._sheet(tools)}
            filled = self._filled("agent.md", self._turn(tools if left else ()), how, **told)
            call = filled.get("call")
            if not call and filled.get("text"):
                return str(filled["text"])
            if not call:
                break
            found.append(f"{call['tool_name']}: {self._called(call)}")
        raise StepError(f"the agent did not come to an end in {turns} calls; give it more, or ask for less")

    def _called(self, call: Mapping[str, Any]) -> str:
        arguments = {name: value for name, value in call["parameters"].items() if value is not None}
        try:
            given = self._opened.implementations[call["tool_name"]](**arguments)
        except StepError as fault:
            return f"failed: {fault}"
        return json.dumps(given, ensure_ascii=False, default=str)[:_SHOWN]

    def _turn(self, tools: Sequence[str]) -> dict[str, Any]:
        from groundplan.llm.schema import NULL, optional
        from groundplan.packs.workflows.generation.contract import LONG_TEXT, plain_call

        calls = [plain_call(name, self._opened) for name in tools]
        return {"call": {"anyOf": [NULL, *calls]} if calls else NULL, "text": optional(LONG_TEXT)}

    def _sheet(self, tools: Sequence[str]) -> str:
        from groundplan.llm.words import tools_in_words

        return tools_in_words(self._opened.tools[name] for name in tools)

    def _filled(self, file: str, schema: Mapping[str, Any], how: How, **more: str) -> dict[str, Any]:
        from groundplan.llm.prompts import fenced, prompt  # asked for by few plans
        from groundplan.llm.schema import closed

        llm = self._model(how)
        told = {"system": how.system or "as the step says", "prompt": how.prompt or "as it is given"}
        held = fenced(json.dumps(how.inputs or {}, ensure_ascii=False, default=str)[:_SHOWN])
        asked = prompt(f"{_PROMPTS}/{file}", inputs=held, **told, **more)
        asked = asked.model_copy(update={"budget": how.max_tokens or _BUDGET})
        try:
            return asyncio.run(llm.fill(asked, closed(**schema))).values
        except ModelError as fault:
            raise StepError(f"the model of the node cannot be asked: {fault}") from None

    def _model(self, how: How) -> LLM:
        from groundplan.llm.chain import chain

        s = self._settings
        options = {"temperature": how.temperature or 0.0}
        names = how.model or s.model
        found = chain(names, s.model_url, key=s.api_key or None, options=options) if s.model_url else None
        if found is None:
            raise StepError(NO_MODEL)
        return found


NO_MODEL = "no language model is set; set GROUNDPLAN_MODEL_URL to its endpoint and GROUNDPLAN_MODEL to its name"


def no_model(plan: Plan, brief: Brief) -> Iterator[Finding]:
    """workflows/no-model: a step asks a language model, and none is set."""
    for step in plan.steps:
        tool = brief.catalogue.get(step.tool)
        if tool is not None and ASKS in tool.extra and not tool.extra[ASKS]:
            told = f"{step.tool} asks a language model, and none is set"
            help = "set GROUNDPLAN_MODEL_URL to an endpoint and GROUNDPLAN_MODEL to a model"
            yield Finding(code="workflows/no-model", step=step.id, message=told, help=help)


def agent_that_writes(plan: Plan, brief: Brief) -> Iterator[Finding]:
    """workflows/agent-that-writes: an agent is given a tool that changes something, or that does not exist."""
    for step in plan.steps:
        named = step.args.get("tools") if step.tool == AGENT else None
        for name in named if isinstance(named, (list, tuple)) else ():
            known = brief.catalogue.get(str(name))
            if known is None or known.effect != "none" or "read" not in known.capabilities:
                told = f"an agent may only read, and {name!r} does not"
                help = "let a node of the graph call it, which is approved by itself"
                yield Finding(code="workflows/agent-that-writes", step=step.id, message=told, help=help)


def fenced_lines(found: Sequence[str]) -> str:
    """What calls gave, as data."""
    from groundplan.llm.prompts import fenced

    return fenced("\n".join(found)) if found else "nothing"


def _line(label: str) -> str:
    return f"- {label}"
