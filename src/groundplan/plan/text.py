"""Plan <-> text: `show` prints it, `read` takes it back.

goal "revenue by region"
pack "tables"

totals = aggregate(df=$source.sales, group_by=["region"], metrics=["revenue"], agg_func="sum", names=["revenue"])
    satisfies analysis.total, group_by.region
    because "a total needs an aggregate"
"""

from __future__ import annotations

import json
from typing import Any

from groundplan.contracts import REF, Limits, Plan, Step
from groundplan.errors import PlanTextError

INDENT = "    "
_HEADERS = ("goal", "pack", "limits", "style", "confidence")
_DECODER = json.JSONDecoder()


def show(plan: Plan) -> str:
    """The plan as text, the same for people, prompts, logs and golden files."""
    head = [f"goal {_json(plan.goal)}", f"pack {_json(plan.pack)}"]
    if plan.limits != Limits():
        head.append(f"limits {_json(plan.limits.model_dump())}")
    if plan.style is not None:
        head.append(f"style {_json(plan.style)}")
    if plan.confidence != 1.0:
        head.append(f"confidence {_json(plan.confidence)}")
    return "\n".join([*head, "", *(show_step(step) for step in plan.steps)]) + "\n"


def show_step(step: Step) -> str:
    """One step as text: the call, then what it is for."""
    args = ", ".join(f"{name}={_value(value)}" for name, value in step.args.items())
    lines = [f"{step.id} = {step.tool}({args})"]
    found = Step(id=step.id, tool=step.tool, args=step.args).needs
    if added := [need for need in step.needs if need not in found]:
        lines.append(f"after {', '.join(added)}")
    if step.when is not None:
        lines.append(f"when {_json(step.when)}")
    if step.satisfies:
        lines.append(f"satisfies {', '.join(step.satisfies)}")
    if step.why:
        lines.append(f"because {_json(step.why)}")
    if step.priority:
        lines.append(f"priority {step.priority}")
    if step.fallback is not None:
        lines.append(f"else {step.fallback}")
    return f"\n{INDENT}".join(lines)


def read(text: str) -> Plan:
    """A plan from its text; `read(show(plan)) == plan`."""
    fields: dict[str, Any] = {"goal": ""}
    steps: list[dict[str, Any]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            _read_line(line, fields, steps)
        except (ValueError, IndexError, KeyError) as fault:
            raise PlanTextError(f"line {number} of the plan cannot be read ({fault}): {line.strip()!r}") from None
    try:
        return Plan(**fields, steps=tuple(Step(**step) for step in steps))
    except ValueError as fault:
        raise PlanTextError(f"the plan's text does not make a plan: {fault}") from None


def _read_line(line: str, fields: dict[str, Any], steps: list[dict[str, Any]]) -> None:
    if not line.strip():
        return
    if line.startswith(INDENT):
        _read_clause(line.strip(), steps[-1])
    elif (word := line.split(" ", 1)[0]) in _HEADERS and not line[len(word) :].startswith(" = "):
        value = json.loads(line[len(word) :])
        fields[word] = Limits(**value) if word == "limits" else value
    else:
        steps.append(_read_call(line))


def _read_clause(clause: str, step: dict[str, Any]) -> None:
    word, _, rest = clause.partition(" ")
    if word in ("satisfies", "after"):
        step["needs" if word == "after" else word] = tuple(part.strip() for part in rest.split(","))
    elif word in ("when", "because"):
        step["why" if word == "because" else word] = json.loads(rest)
    elif word == "priority":
        step[word] = int(rest)
    elif word == "else":
        step["fallback"] = rest.strip()
    else:
        raise ValueError(f"no clause named {word!r}; there are after, when, satisfies, because, priority, else")


def _read_call(line: str) -> dict[str, Any]:
    id, _, call = line.partition(" = ")
    tool, bracket, rest = call.partition("(")
    if not bracket or not rest.rstrip().endswith(")"):
        raise ValueError("a step reads `id = tool(name=value, ...)`")
    return {"id": id.strip(), "tool": tool.strip(), "args": _read_args(rest.rstrip()[:-1])}


def _read_args(text: str) -> dict[str, Any]:
    args: dict[str, Any] = {}
    at = 0
    while at < len(text):
        equals = text.index("=", at)
        name = text[at:equals].strip(" ,")
        args[name], at = _read_value(text, equals + 1)
    return args


def _read_value(text: str, at: int) -> tuple[Any, int]:
    if text[at] != "$":
        return _DECODER.raw_decode(text, at)
    comma = text.find(",", at)
    end = len(text) if comma < 0 else comma
    return {REF: text[at + 1 : end].strip()}, end


def _value(value: Any) -> str:
    if isinstance(value, dict) and set(value) == {REF} and _plain(value[REF]):
        return f"${value[REF]}"
    return _json(value)


def _plain(ref: Any) -> bool:
    return isinstance(ref, str) and bool(ref) and all(c.isalnum() or c in "._-" for c in ref)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
