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
NUMBERS = ("at_once", "retry", "timeout", "priority")
"""Clauses of a step that hold a number."""
_HEADERS = ("goal", "pack", "limits", "style", "confidence")
_DECODER = json.JSONDecoder()


def show(plan: Plan) -> str:
    """The plan as text, the same for people, prompts, logs and golden files."""
    head = [f"goal {_json(plan.goal)}", *([f"pack {_json(plan.pack)}"] if plan.pack else [])]
    if plan.limits != Limits():
        head.append(f"limits {_json(plan.limits.model_dump(exclude_defaults=True))}")
    if plan.style is not None:
        head.append(f"style {_json(plan.style)}")
    if plan.confidence != 1.0:
        head.append(f"confidence {_json(plan.confidence)}")
    return "\n".join([*head, "", *(show_step(step) for step in plan.steps)]) + "\n"


def show_step(step: Step) -> str:
    """One step as text: the call, then what it is for."""
    args = ", ".join(f"{_word(name, '=')}={_value(value)}" for name, value in step.args.items())
    lines = [f"{step.id} = {_word(step.tool, '(')}({args})"]
    if added := _added(step):
        lines.append(f"after {', '.join(map(_word, added))}")
    if step.when is not None:
        lines.append(f"when {_json(step.when)}")
    if step.each is not None:
        lines.append(f"each {_value(step.each)}")
    if step.satisfies:
        lines.append(f"satisfies {', '.join(map(_word, step.satisfies))}")
    if step.why:
        lines.append(f"because {_json(step.why)}")
    lines += [f"{name} {value}" for name, value in _numbers(step)]
    if step.fallback is not None:
        lines.append(f"else {_word(step.fallback)}")
    return f"\n{INDENT}".join(lines)


def _added(step: Step) -> tuple[str, ...]:
    """The needs that do not follow from the references; all of them where their order does not follow either."""
    found = Step(id=step.id, tool=step.tool, args=step.args, each=step.each).needs
    added = tuple(need for need in step.needs if need not in found)
    return added if (*added, *found) == step.needs else step.needs


def _numbers(step: Step) -> list[tuple[str, float]]:
    """The clauses that hold a number, where it is not the usual one."""
    usual = {name: Step.model_fields[name].default for name in NUMBERS}
    return [(name, getattr(step, name)) for name in NUMBERS if getattr(step, name) != usual[name]]


def read(text: str) -> Plan:
    """A plan from its text; `read(show(plan)) == plan`."""
    fields: dict[str, Any] = {"goal": ""}
    steps: list[dict[str, Any]] = []
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            _read_line(line, fields, steps)
        except (ValueError, TypeError, IndexError) as fault:
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
        step["needs" if word == "after" else word] = _read_words(rest)
    elif word in ("when", "because"):
        step["why" if word == "because" else word] = json.loads(rest)
    elif word == "each":
        step[word], _ = _read_value(rest, 0)
    elif word in NUMBERS:
        step[word] = json.loads(rest)
    elif word == "else":
        (step["fallback"],) = _read_words(rest)
    else:
        raise ValueError(
            f"no clause named {word!r}; there are after, when, each, satisfies, because, else, {', '.join(NUMBERS)}"
        )


def _read_call(line: str) -> dict[str, Any]:
    id, _, call = line.partition(" = ")
    tool, at = _read_word(call, 0, "(") if call else ("", 0)
    if call[at : at + 1] != "(" or not call.rstrip().endswith(")"):
        raise ValueError("a step reads `id = tool(name=value, ...)`")
    return {"id": id.strip(), "tool": tool, "args": _read_args(call.rstrip()[at + 1 : -1])}


def _read_args(text: str) -> dict[str, Any]:
    args: dict[str, Any] = {}
    at = 0
    while at < len(text):
        name, at = _read_word(text, at, "=")
        if text[at : at + 1] != "=":
            raise ValueError(f"{name!r} has no value; an argument reads `name=value`")
        args[name], at = _read_value(text, at + 1)
        at = _after_comma(text, at)
    return args


def _read_words(text: str) -> tuple[str, ...]:
    words: list[str] = []
    at = 0
    while at < len(text):
        word, at = _read_word(text, at, ",")
        words.append(word)
        at = _after_comma(text, at)
    return tuple(words)


def _read_word(text: str, at: int, until: str) -> tuple[str, int]:
    """A name up to a sign, or in quotes where it could be mistaken."""
    if text[at] == '"':
        word, at = _DECODER.raw_decode(text, at)
        return str(word), at
    end = text.find(until, at)
    end = len(text) if end < 0 else end
    return text[at:end].strip(), end


def _after_comma(text: str, at: int) -> int:
    rest = text[at:].lstrip()
    if rest and not rest.startswith(","):
        raise ValueError(f"a comma is missing before {rest[:20]!r}")
    return len(text) - len(rest[1:].lstrip())


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


def _word(name: str, until: str = ",") -> str:
    clear = name and name == name.strip() and name.isprintable() and not set(name) & {'"', ",", until}
    return name if clear else _json(name)


def _plain(ref: Any) -> bool:
    return isinstance(ref, str) and bool(ref) and all(c.isalnum() or c in "._-" for c in ref)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
