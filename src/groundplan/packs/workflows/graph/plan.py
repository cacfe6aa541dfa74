"""Graph <-> Plan: executors are steps, ways out of routers are conditions, edges are needs.

The tools of nodes that call none: `llm`, `agent`, `http`; `choose`, which gives one of its labels; `fill_text`, which
gives a text with its `{{names}}` filled in. A step gives `result`; what the graph is given is `inputs`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import count
from typing import Any

from pydantic import ValidationError

from groundplan.contracts import REF, RESERVED, Limits, Plan, Step, Tool, refs
from groundplan.errors import UsageError
from groundplan.packs.workflows.graph import conditions
from groundplan.packs.workflows.graph.contract import ASKING, SHOWN_ONLY, Executor, Graph, Point, Router
from groundplan.packs.workflows.graph.paths import Paths
from groundplan.packs.workflows.graph.references import has_texts, in_text, renamed, renamed_text
from groundplan.packs.workflows.graph.routers import FILL, KEPT, carried, usual_limits, with_routers
from groundplan.packs.workflows.graph.walk import Walk

LITERAL = "literal"
"""Marks a step whose texts are left as they are."""
INPUTS, RESULT, CHOOSE = "inputs", "result", "choose"
_OUTPUTS = (RESULT, "output")


def to_plan(graph: Graph, tools: Mapping[str, Tool] | None = None) -> Plan:
    """The graph as a plan; raises where it cannot be one."""
    try:
        return _Compiler(graph, tools or {}).plan()
    except ValidationError as fault:  # of what a document carries as metadata for plans
        first = fault.errors()[0]
        place = ".".join(map(str, first["loc"]))
        raise UsageError(
            f"the graph's metadata for plans cannot be used: {place}: {first['msg']}; leave it out"
        ) from None


class _Compiler:
    def __init__(self, graph: Graph, tools: Mapping[str, Tool]) -> None:
        _refuse(graph)
        self.graph, self.tools = graph, tools
        self.ids = _step_ids(graph)
        self.taken = set(self.ids.values())
        kept = {name: n.id for n in graph.nodes if isinstance(n, Executor) for name in n.outputs.values() if name}
        self.owners = {**kept, **{node.id: node.id for node in graph.nodes}}
        self.paths = Paths(graph, self._names())
        self.before: dict[str, list[str]] = {}
        for edge in graph.links():
            self.before.setdefault(edge.target, []).append(edge.source)

    def plan(self) -> Plan:
        """Every node as steps, in the order of the nodes."""
        kept = carried(self.graph)
        limits = Limits.model_validate(kept["limits"]) if "limits" in kept else usual_limits(len(self.graph.nodes))
        steps = tuple(step for node in self.graph.nodes for step in self._steps(node))
        told = {name: kept[name] for name in ("pack", "style", "confidence") if name in kept}
        return Plan(goal=self.graph.description or self.graph.name, steps=steps, limits=limits, **told)

    def _steps(self, node: Executor | Router | Point) -> Iterator[Step]:
        if isinstance(node, Executor):
            yield from self._executor(node)
        elif isinstance(node, Router) and node.mode != "deterministic":
            labels = [route.label for route in node.routes if route.label]
            args = {**_asking(node), "labels": labels}
            when = [one for one in (self.paths.condition(node.id), self.paths.unlabelled(node)) if one]
            call, guard = (CHOOSE, args), conditions.joined(when) if when else None
            yield from self._made(self.ids[node.id], call, self._needs(node), guard, {})

    def _executor(self, node: Executor) -> Iterator[Step]:
        when = [one for one in (self.paths.condition(node.id),) if one]
        if node.when is not None:
            when.append(conditions.renamed(node.when, self.paths.names))
        guard = conditions.joined(when) if when else None
        kept = carried(node)
        more = {name: kept[name] for name in ("satisfies", "priority", "at_once", LITERAL) if name in kept}
        more |= {"why": node.description, "retry": node.retry, "timeout": node.timeout}
        more |= {"fallback": self.ids.get(node.fallback, node.fallback) if node.fallback else None}
        more |= {"each": None if node.each is None else renamed(node.each, self.ref)}
        *first, last = _calls(node)
        needs = self._needs(node)
        for number, call in enumerate(first, start=1):
            id = self._fresh(f"{self.ids[node.id]}_{number}")
            yield from self._made(id, call, needs, guard, {})
            needs = (id,)
        yield from self._made(self.ids[node.id], last, needs, guard, more)

    def _made(
        self, id: str, call: tuple[str, dict[str, Any]], needs: tuple[str, ...], when: str | None, more: dict[str, Any]
    ) -> Iterator[Step]:
        """One call as a step, after those that fill the texts it is given."""
        fills: list[Step] = []
        literal = more.pop(LITERAL, False)

        def argument(value: Any) -> Any:
            if isinstance(value, dict):
                whole = set(value) == {REF}
                return {REF: self.ref(str(value[REF]))} if whole else {k: argument(v) for k, v in value.items()}
            if isinstance(value, (list, tuple)):
                return [argument(inner) for inner in value]
            if not isinstance(value, str) or literal or not (names := in_text(value)):
                return value
            if any(name.split(".")[0] == "item" for name in names):
                raise UsageError(f"step {id!r} fills a text for each item; let a tool write the text instead")
            fill = self._fresh(f"{id}_text")
            values = {self._called(name): {REF: self.ref(name)} for name in names}
            given = {"text": renamed_text(value, self._called), "values": values}
            fills.append(Step(id=fill, tool=FILL, args=given, needs=needs, when=when))
            return {REF: f"{fill}.{RESULT}"}

        args = {name: argument(value) for name, value in call[1].items()}
        yield from fills
        yield Step(id=id, tool=call[0], args=args, needs=needs, when=when, **more)

    def _called(self, name: str) -> str:
        """A name as a text has it: by the step, not by another name that the state keeps it under."""
        return _short(self.ref(name), self.taken)

    def _fresh(self, id: str) -> str:
        """An id that no step has."""
        free = next(one for n in count(1) if (one := id if n == 1 else f"{id}_{n}") not in self.taken)
        self.taken.add(free)
        return free

    def ref(self, name: str) -> str:
        """A name of the graph as a plan refers to it."""
        root, _, rest = name.partition(".")
        owner = self.owners.get(root)
        if owner is None or (node := self.graph.node(owner)) is None:
            return name if root in (*RESERVED, INPUTS) else f"{INPUTS}.{name}"
        first, _, more = rest.partition(".")
        if first in self._outputs(node):
            return f"{self.ids[owner]}.{RESULT if first == 'output' else first}{'.' if more else ''}{more}"
        return f"{self.ids[owner]}.{RESULT}{'.' if rest else ''}{rest}"

    def _outputs(self, node: Any) -> tuple[str, ...]:
        marked = carried(node).get("outputs")
        calls = node.calls if isinstance(node, Executor) else ()
        known = self.tools[calls[-1].tool].outputs if calls and calls[-1].tool in self.tools else ()
        return (*_OUTPUTS, *(marked if isinstance(marked, list) else ()), *known)

    def _names(self) -> dict[str, str]:
        """How conditions of a plan call what those of the graph speak of."""
        said = [edge.condition for edge in self.graph.links()]
        said += [node.when for node in self.graph.nodes if isinstance(node, Executor)]
        roots = {name for one in said if one for name in conditions.names(one)}
        names = {root: f"{INPUTS}.{root}" for root in roots if root not in (*RESERVED, INPUTS)}
        return {**names, **{name: self.ids[owner] for name, owner in self.owners.items() if owner in self.ids}}

    def _needs(self, node: Executor | Router) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.ids[id] for id in self._steps_before(node.id) if id in self.ids))

    def _steps_before(self, id: str) -> Iterator[str]:
        """The nodes before one that are steps: routers by conditions alone and points are passed through."""
        for before in self.before.get(id, ()):
            node = self.graph.node(before)
            if isinstance(node, Point) or (isinstance(node, Router) and node.mode == "deterministic"):
                yield from self._steps_before(before)
            else:
                yield before


def from_plan(plan: Plan) -> Graph:
    """A plan as a graph; `to_plan` gives the same plan again."""
    plain = _plain(plan)
    rich = with_routers(plain, plan)
    try:
        return rich if to_plan(rich) == plan else plain
    except (UsageError, ValidationError):
        return plain


def _plain(plan: Plan) -> Graph:
    """Every step as a node, its condition its own."""
    other: dict[str, set[str]] = defaultdict(set)
    for step in plan.steps:
        for ref in refs([step.args, step.each]):
            root, _, rest = ref.partition(".")
            if rest and rest.split(".")[0] not in _OUTPUTS:
                other[root].add(rest.split(".")[0])
    ids = {step.id for step in plan.steps}
    nodes: list[Any] = [_node(step, sorted(other[step.id]), ids) for step in plan.steps]
    pairs = [(need, step.id) for step in plan.steps for need in step.needs if need in ids]
    edges: list[dict[str, Any]] = [{"source": need, "target": id} for need, id in pairs]
    roots = [step.id for step in plan.steps if not ids.intersection(step.needs)]
    entry = roots[0] if len(roots) == 1 else None
    if len(roots) > 1:
        entry = next(id for id in ("start", *(f"start_{n}" for n in range(2, len(ids) + 3))) if id not in ids)
        nodes.insert(0, {"type": "start", "id": entry})
        edges = [*({"source": entry, "target": root} for root in roots), *edges]
    kept: dict[str, Any] = {"limits": plan.limits.model_dump(), **({"pack": plan.pack} if plan.pack else {})}
    kept |= {"style": plan.style} if plan.style is not None else {}
    kept |= {"confidence": plan.confidence} if plan.confidence != 1.0 else {}
    told = {"description": plan.goal, "nodes": nodes, "edges": edges, "entry": entry, "metadata": {KEPT: kept}}
    return Graph.model_validate(told)


def _node(step: Step, outputs: list[str], ids: set[str]) -> dict[str, Any]:
    given = renamed(step.args, lambda name: _short(name, ids))
    kept: dict[str, Any] = {"satisfies": list(step.satisfies)} if step.satisfies else {}
    kept |= {"priority": step.priority} if step.priority else {}
    kept |= {"at_once": step.at_once} if step.at_once != Step.model_fields["at_once"].default else {}
    kept |= {"outputs": outputs} if outputs else {}
    kept |= {LITERAL: True} if any(has_texts(value) for value in step.args.values()) else {}
    return {
        "type": "executor", "id": step.id, "mode": "tool", "calls": [{"tool": step.tool, "parameters": given}],
        "description": step.why, "retry": step.retry, "timeout": step.timeout, "fallback": step.fallback,
        "when": step.when and conditions.without_root(step.when, INPUTS, ids),
        "each": renamed(step.each, lambda name: _short(name, ids)), "metadata": {KEPT: kept} if kept else {},
    }  # fmt: skip


def _short(name: str, ids: set[str]) -> str:
    """A reference of a plan as the graph says it: `get.result.email` is `get.email`, `inputs.day` is `day`."""
    root, _, rest = name.partition(".")
    first, _, more = rest.partition(".")
    if root == INPUTS and first and first not in (*ids, *RESERVED, INPUTS):
        return rest
    if root in ids and first == RESULT and more.split(".")[0] not in _OUTPUTS:
        return f"{root}.{more}" if more else root
    return name


def _calls(node: Executor) -> list[tuple[str, dict[str, Any]]]:
    """What a node calls, as tools with arguments."""
    inputs = {name: {REF: path} for path, name in node.inputs.items() if path}
    given = {INPUTS: inputs} if inputs else {}
    if node.mode == "http":
        return [("http", {**_full(node.request), **given})]
    if node.mode in ASKING:
        tools = {"tools": list(node.tools)} if node.mode == "agent" else {}
        limit = {"max_iterations": node.max_iterations} if node.max_iterations else {}
        return [(node.mode, {**_asking(node), **tools, **limit, **given})]
    *first, last = node.calls
    return [*((call.tool, call.parameters) for call in first), (last.tool, {**last.parameters, **inputs})]


def _asking(node: Executor | Router) -> dict[str, Any]:
    told = _full(node.model)
    return {**({"model": told.pop("name")} if "name" in told else {}), **told}


def _full(noun: Any) -> dict[str, Any]:
    return {name: value for name, value in (noun.model_dump() if noun else {}).items() if value not in (None, "", {})}


def _refuse(graph: Graph) -> None:
    for ring in Walk(graph).rings():
        way = " -> ".join(Walk(graph).way_round(ring))
        raise UsageError(
            f"a plan runs no step twice, and this graph goes round: {way}; use `each` for every item of a list"
        )
    for node in graph.nodes:
        if isinstance(node, Executor) and (node.mode in SHOWN_ONLY or (node.mode == "tool" and not node.calls)):
            raise UsageError(f"node {node.id!r} ({node.mode}) is shown and never run; let a tool do what it does")


def _step_ids(graph: Graph) -> dict[str, str]:
    """The ids of steps: small letters, digits and `_`."""
    found: dict[str, str] = {}
    taken = {*RESERVED, INPUTS}
    for node in graph.nodes:
        plain = re.sub(r"[^a-z0-9_]+", "_", node.id.lower())
        plain = plain if plain[:1].isalpha() else f"s{plain}"
        id = next(
            one for n in range(1, len(graph.nodes) + 5) if (one := plain if n == 1 else f"{plain}_{n}") not in taken
        )
        taken.add(id)
        found[node.id] = id
    return found
