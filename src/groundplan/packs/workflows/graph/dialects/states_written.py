"""Graph -> Amazon States Language: forks are Parallel states up to where they join."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from groundplan.contracts import REF
from groundplan.errors import UsageError
from groundplan.packs.workflows.graph import conditions
from groundplan.packs.workflows.graph.contract import SHOWN_ONLY, Executor, Graph, Point, Router
from groundplan.packs.workflows.graph.references import in_text
from groundplan.packs.workflows.graph.walk import Walk

HTTP, BEDROCK, LAMBDA = (
    "arn:aws:states:::http:invoke",
    "arn:aws:states:::bedrock:invokeModel",
    "arn:aws:states:::lambda:invoke",
)
INPUT = "$states.context.Execution.Input."
ITEM = "$states.context.Map.Item.Value"
_WORDS = (("==", "="), ("&&", "and"), ("||", "or"), ("size(", "$count("), ("has(", "$exists("), ("!(", "$not("))
_CALLED = re.compile(r"(?<![\w$.])(?!not\b|count\b|exists\b)(\w+)\(|\.\w+\(|\?|!(?![=(])")
_TEXT = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}")
States = dict[str, dict[str, Any]]


def emit(graph: Graph) -> dict[str, Any]:
    """The graph as a state machine; what it cannot say is refused, with the node that needs it."""
    written = _Written(graph)
    if graph.entry is None:
        raise UsageError("a state machine needs a node to begin with, and the graph names none; set its entry")
    head = {"Comment": graph.description or graph.name} if graph.description or graph.name else {}
    return {**head, "QueryLanguage": "JSONata", **written.machine([graph.entry], None)}


@dataclass
class _Written:
    graph: Graph
    owners: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.walk = Walk(self.graph)
        kept = {name: n.id for n in self.graph.nodes if isinstance(n, Executor) for name in n.outputs.values() if name}
        self.owners = {**kept, **{node.id: node.id for node in self.graph.nodes}}

    def machine(self, starts: list[str], stop: str | None) -> dict[str, Any]:
        """The states from a node up to where its branch ends."""
        states: States = {}
        waiting = [id for id in starts if id != stop]
        first = self._begin(waiting, stop, states) if waiting else ""
        return {"StartAt": first, "States": states}

    def _begin(self, ids: list[str], stop: str | None, states: States) -> str:
        """The state to begin with for nodes that all come next."""
        node = self.graph.node(ids[0])
        if len(ids) == 1 and isinstance(node, Point) and node.type == "start":
            after = [id for id in self.walk.after.get(node.id, ()) if id != stop]
            return self._begin(after, stop, states) if len(after) == 1 else self._fork(node.id, after, stop, states)
        if len(ids) == 1:
            self._put(ids[0], stop, states)
            return f"{ids[0]}_if" if isinstance(node, Executor) and node.when is not None else ids[0]
        return self._fork(f"{'_'.join(ids)[:70]}_fork", ids, stop, states)

    def _put(self, id: str, stop: str | None, states: States) -> None:
        if id in states:
            return
        node, states[id] = self.graph.node(id), {}
        if isinstance(node, Router):
            states[id] = self._choice(node, stop, states)
        elif isinstance(node, Executor):
            states[id] = self._task(node, stop, states)
        else:
            states[id] = {"Type": "Succeed"}

    def _goes(self, id: str, stop: str | None, states: States) -> dict[str, Any]:
        """Where a state goes on: to one other, to several at once, or nowhere."""
        edges = [edge for edge in self.graph.edges if edge.source == id]
        plain = [edge.target for edge in edges if edge.condition is None and edge.target != stop]
        guarded = [edge for edge in edges if edge.condition is not None]
        after = self._begin(plain, stop, states) if plain else None
        if not guarded:
            return {"Next": after} if after else {"End": True}
        name = f"{id}_choice"
        default = after or self._end(f"{id}_end", states)
        rules = [self._way(edge.condition or "", edge.target, stop, states) for edge in guarded]
        states[name] = {"Type": "Choice", "Choices": rules, "Default": default}
        return {"Next": name}

    def _way(self, condition: str, target: str, stop: str | None, states: States) -> dict[str, Any]:
        next_one = self._end(f"{target}_join", states) if target == stop else self._begin([target], stop, states)
        return {"Condition": f"{{% {self._condition(condition)} %}}", "Next": next_one}

    def _end(self, name: str, states: States) -> str:
        states[name] = {"Type": "Succeed"}
        return name

    def _choice(self, node: Router, stop: str | None, states: States) -> dict[str, Any]:
        told: dict[str, Any] = {"Type": "Choice"}
        if node.description:
            told["Comment"] = node.description
        asked = node.id.replace("-", "_")
        said = [
            (f"{asked} == '{route.label}'" if route.label else route.condition or "true", route)
            for route in node.tried()
        ]
        rules = [(self._way(condition, route.target, stop, states), route.description) for condition, route in said]
        told["Choices"] = [{**rule, "Comment": why} if why else rule for rule, why in rules]
        if node.default is not None:
            joins = node.default == stop
            told["Default"] = self._end(f"{stop}_join", states) if joins else self._begin([node.default], stop, states)
        if node.mode == "deterministic":
            return told
        states[f"{node.id}_choice"] = told
        body = {"prompt": node.model.prompt if node.model else "", "labels": [r.label for r in node.routes if r.label]}
        given = {"ModelId": node.model.name if node.model else None, "Body": body}
        assign = {asked: "{% $states.result.Body %}"}
        return {
            "Type": "Task",
            "Resource": BEDROCK,
            "Arguments": self._value(given),
            "Assign": assign,
            "Next": f"{node.id}_choice",
        }

    def _task(self, node: Executor, stop: str | None, states: States) -> dict[str, Any]:
        if node.mode in SHOWN_ONLY:
            raise UsageError(f"node {node.id!r} ({node.mode}) is shown and never run; let a tool do what it does")
        if len(node.calls) > 1:
            raise UsageError(f"node {node.id!r} calls several tools, and a state calls one; give each call a node")
        goes = self._goes(node.id, stop, states)
        resource, given = self._called(node)
        told: dict[str, Any] = {"Type": "Task", "Resource": resource, "Arguments": self._value(given)}
        told |= {"TimeoutSeconds": node.timeout} if node.timeout else {}
        if node.each is not None:
            inner = {"StartAt": f"{node.id}_each", "States": {f"{node.id}_each": {**told, "End": True}}}
            told = {"Type": "Map", "Items": self._value(node.each), "ItemProcessor": inner}
        told |= {"Comment": node.description} if node.description else {}
        told["Assign"] = {name.replace("-", "_"): "{% $states.result %}" for name in (node.id, *node.outputs.values())}
        told |= {"Retry": [{"ErrorEquals": ["States.ALL"], "MaxAttempts": node.retry}]} if node.retry else {}
        if node.fallback:
            told["Catch"] = [{"ErrorEquals": ["States.ALL"], "Next": self._begin([node.fallback], stop, states)}]
        if node.when is not None:
            skip = goes.get("Next") or self._end(f"{node.id}_skip", states)
            rule = {"Condition": f"{{% {self._condition(node.when)} %}}", "Next": node.id}
            states[f"{node.id}_if"] = {"Type": "Choice", "Choices": [rule], "Default": skip}
        return {**told, **goes}

    def _called(self, node: Executor) -> tuple[str, dict[str, Any]]:
        read = {name: {REF: path} for path, name in node.inputs.items() if path}
        if node.mode == "http" and node.request:
            asked = node.request
            told = {
                "ApiEndpoint": asked.url,
                "Method": asked.method,
                "Headers": asked.headers,
                "RequestBody": asked.body,
            }
            return HTTP, {name: value for name, value in told.items() if value not in (None, {})}
        if node.mode in ("agent", "llm"):
            body = {
                k: v
                for k, v in (node.model.model_dump() if node.model else {}).items()
                if k != "name" and v not in (None, "")
            }
            body |= {"tools": list(node.tools)} if node.tools else {}
            return BEDROCK, {"ModelId": node.model.name if node.model else None, "Body": {**body, **read}}
        call = node.calls[0] if node.calls else None
        return LAMBDA, {
            "FunctionName": call.tool if call else "",
            "Payload": {**(call.parameters if call else {}), **read},
        }

    # ------------------------------------------------------------------ forks

    def _fork(self, name: str, ids: list[str], stop: str | None, states: States) -> str:
        """Several branches at once, up to the node where all of them join."""
        reached = [self.walk.reached(id) for id in ids]
        common = frozenset.intersection(*reached)
        join = next((id for id in self.walk.ordered() if id in common), None)
        after = self.walk.reached(join) if join else frozenset()
        branches = [part - after for part in reached]
        if sum(map(len, branches)) != len(frozenset().union(*branches)) or not all(
            self._closed(b, join) for b in branches
        ):
            raise UsageError(
                f"the branches {', '.join(ids)} share nodes before all of them join, which a state machine cannot say; "
                "join them first, or run them one after another"
            )
        ways = [self.machine([id], join) for id in ids if id != join]
        goes = {"Next": self._begin([join], stop, states)} if join and join != stop else {"End": True}
        states[name] = {"Type": "Parallel", "Branches": ways, **goes}
        return name

    def _closed(self, branch: frozenset[str], join: str | None) -> bool:
        """Whether every way through a branch leads to where it joins, and to nothing else."""
        for id in branch:
            after = self.walk.after.get(id, ())
            parts = len(after) > 1 and join in after and not isinstance(self.graph.node(id), Router)
            if parts or (join and not after) or not all(target in branch or target == join for target in after):
                return False
        return True

    # ------------------------------------------------------------------ values

    def _name(self, path: str) -> str:
        root, _, rest = path.partition(".")
        if root == "item":
            return ITEM + (f".{rest}" if rest else "")
        own = root in self.owners
        return f"${root.replace('-', '_')}{'.' if rest else ''}{rest}" if own else f"{INPUT}{path}"

    def _value(self, value: Any) -> Any:
        if isinstance(value, dict):
            if set(value) == {REF}:
                return f"{{% {self._name(str(value[REF]))} %}}"
            return {name: self._value(inner) for name, inner in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._value(inner) for inner in value]
        return self._text(value) if isinstance(value, str) and in_text(value) else value

    def _text(self, text: str) -> str:
        parts = _TEXT.split(text)
        said = [
            f"$string({self._name(part)})" if number % 2 else _quoted(part) for number, part in enumerate(parts) if part
        ]
        return f"{{% {' & '.join(said)} %}}"

    def _condition(self, condition: str) -> str:
        """A condition in JSONata, where it has the words."""
        named = conditions.renamed(condition, {name: f"\0{self._name(name)}" for name in conditions.names(condition)})
        parts = re.split(r"('(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")", named)
        for number in range(0, len(parts), 2):
            for word, other in _WORDS:
                parts[number] = parts[number].replace(word, f" {other} " if other.isalpha() else other)
            if _CALLED.search(parts[number].replace("\0", "")):
                raise UsageError(
                    f"the condition {condition!r} cannot be said in JSONata; use ==, <, &&, ||, !(), size(), has()"
                )
        return re.sub(r" {2,}", " ", "".join(parts)).replace("\0", "")


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"
