"""column-casing: a column written with other case, spaces or underscores gets the name it has in the data."""

from __future__ import annotations

from json import dumps
from typing import Any

from groundplan.contracts import Brief, Plan, Repair, Step, Tool
from groundplan.query.frames import frame_columns, input_columns
from groundplan.query.typed import is_query


def column_casing(plan: Plan, brief: Brief) -> tuple[Plan, tuple[Repair, ...]]:
    plan, repairs = _as_queried(plan, brief)
    for at in range(len(plan.steps)):
        step = plan.steps[at]
        tool = brief.catalogue.get(step.tool)
        columns = input_columns(step, brief, frame_columns(plan, brief))
        if tool is None or columns is None:
            continue
        fixed, changed = _fixed(step, tool, columns)
        repairs += changed
        plan = plan.model_copy(update={"steps": (*plan.steps[:at], fixed, *plan.steps[at + 1 :])})
    return plan, tuple(repairs)


def _as_queried(plan: Plan, brief: Brief) -> tuple[Plan, list[Repair]]:
    """The steps of a query as it is compiled here, where nothing but capitals is otherwise."""
    if not is_query(brief.form) or not brief.asked:
        return plan, []
    from groundplan.query import asked  # loads what computes queries

    wanted = {step.id: step for step in asked.plan(brief).steps}
    repairs: list[Repair] = []
    steps: list[Step] = []
    for step in plan.steps:
        args = wanted[step.id].args if step.id in wanted else {}
        spelt = {name: args[name] for name, held in step.args.items() if name in args and _differs(held, args[name])}
        repairs += [
            Repair(
                step=step.id, kind="column-casing", before=step.args[name], after=held, reason="the data spells it so"
            )
            for name, held in spelt.items()
        ]
        steps.append(Step(**{**step.model_dump(), "args": {**step.args, **spelt}}) if spelt else step)
    return plan.model_copy(update={"steps": tuple(steps)}), repairs


def _differs(one: Any, other: Any) -> bool:
    """Whether two arguments differ in capitals, and in nothing else."""
    told = [dumps(each, default=str, ensure_ascii=False) for each in (one, other)]
    return told[0] != told[1] and told[0].casefold() == told[1].casefold()


def _fixed(step: Step, tool: Tool, columns: tuple[str, ...]) -> tuple[Step, list[Repair]]:
    folded: dict[str, list[str]] = {}
    for column in columns:
        folded.setdefault(_fold(column), []).append(column)
    args = dict(step.args)
    for name in [p for p, param in tool.params.items() if param.refers == "column"] + ["where"]:
        if name in args:
            args[name] = _renamed(args[name], columns, folded)
    repairs = [
        Repair(step=step.id, kind="column-casing", before=step.args[n], after=args[n], reason="the data spells it so")
        for n in args
        if args[n] != step.args[n]
    ]
    return (Step(**{**step.model_dump(), "args": args}) if repairs else step), repairs


def _renamed(value: Any, columns: tuple[str, ...], folded: dict[str, list[str]]) -> Any:
    if isinstance(value, str):
        alike = folded.get(_fold(value), [])
        # two columns that differ by case alone: which one is meant is a question, not a repair
        return alike[0] if value not in columns and len(alike) == 1 else value
    if isinstance(value, (list, tuple)):
        return [_renamed(v, columns, folded) for v in value]
    if isinstance(value, dict) and "column" in value:
        return {**value, "column": _renamed(value["column"], columns, folded)}
    return value


def _fold(name: str) -> str:
    return "".join(c for c in name.casefold() if c.isalnum())
