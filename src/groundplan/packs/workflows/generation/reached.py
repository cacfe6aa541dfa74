"""References, conditions and queries of a plan that lead to what no operation gives."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from groundplan.checks import check_plan
from groundplan.contracts import INPUTS, ITEM, Brief, Coverage, Finding, Plan, Step, refs
from groundplan.errors import QueryError, StepError
from groundplan.packs.workflows.catalogue import RESULT, Opened, Shape
from groundplan.packs.workflows.catalogue.select import SELECT, checked, shape_of
from groundplan.plan.nearest import did_you_mean

_TEXT = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"")
_PATH = re.compile(r"(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?!\s*\()")


def leading_nowhere(plan: Plan, inputs: Mapping[str, Any], opened: Opened) -> tuple[Finding, ...]:
    """What any plan can have, and what only references into the results of operations can."""
    tools = {name: opened.tools[name] for name in opened.tools}
    brief = Brief(
        goal=plan.goal, tools=tools, catalogue=tools, coverage=Coverage(version=1, needs={}), inputs=tuple(inputs),
        asked=False, limits=plan.limits,
    )  # fmt: skip
    found = check_plan(plan, brief)
    return found or (*_paths(plan, opened), *_queries(plan, opened))


def _paths(plan: Plan, opened: Opened) -> Iterator[Finding]:
    steps = {step.id: step for step in plan.steps}
    for step in plan.steps:
        named = [*refs([step.args, step.each]), *_PATH.findall(_TEXT.sub("''", step.when or ""))]
        for ref in dict.fromkeys(named):
            if fault := _nothing_there(ref, step, steps, opened):
                yield Finding(code="dangling-ref", step=step.id, message=fault[0], help=fault[1])


def _nothing_there(ref: str, step: Step, steps: Mapping[str, Step], opened: Opened) -> tuple[str, str] | None:
    """What is wrong with a reference, and how to mend it."""
    root, *path = ref.split(".")
    if root == ITEM:
        source = next(iter(refs(step.each)), "")
        shape = _at(source, steps, opened)
        shape = shape.items if shape is not None and shape.type == "array" else None
    else:
        shape = _given(root, steps, opened)
        path = path[1:] if path[:1] == [RESULT] else path
    if root == INPUTS or shape is None or not path:
        return None
    for number, name in enumerate(path):
        if shape.type == "array" and name not in shape.fields:
            return f"{'.'.join([root, *path[:number]])} is a list, and has no {name!r}", "run for each of it, or select"
        if not shape.fields:
            return None
        if name not in shape.fields:
            return f"{'.'.join([root, *path[:number]])} has no {name!r}", did_you_mean(name, shape.fields)
        shape = shape.fields[name]
    return None


def _given(root: str, steps: Mapping[str, Step], opened: Opened) -> Shape | None:
    """What a step gives, where that is known; of one with `each` a list."""
    owner = steps.get(root)
    if owner is None or owner.tool not in opened.operations:
        return None
    shape = opened.operations[owner.tool].returns
    return Shape(type="array", items=shape) if owner.each is not None else shape


def _at(ref: str, steps: Mapping[str, Step], opened: Opened) -> Shape | None:
    """What stands at a reference; rows that were selected whole are those they were selected from."""
    root, *path = ref.split(".")
    owner = steps.get(root)
    if owner is not None and owner.tool == SELECT.name:
        if path[:1] != ["rows"] or re.search(r":\s*[a-z]+\(|\bby\b|\bshow\b|\bcount\b", str(owner.args.get("query"))):
            return None
        return next((_at(one, steps, opened) for one in refs(owner.args.get("rows"))), None)
    shape = _given(root, steps, opened)
    path = path[1:] if path[:1] == [RESULT] else path
    return shape.at(path) if shape is not None and path else shape


def _queries(plan: Plan, opened: Opened) -> Iterator[Finding]:
    for step in plan.steps:
        if step.tool != SELECT.name or step.args.get("beside"):
            continue
        of = step.args.get("of")
        try:
            shape = shape_of(str(of), opened.operations) if of else None
            if shape is not None:
                checked(str(step.args.get("query", "")), shape, step.args.get("given") or {})
        except (QueryError, StepError) as fault:
            told = f"the query {step.args.get('query')!r} cannot be asked of what {of} gives: {fault}"
            yield Finding(code="wrong-argument", step=step.id, message=told, help="mend it")
