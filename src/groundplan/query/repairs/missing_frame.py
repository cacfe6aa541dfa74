"""missing-frame: a step without its input reads the last frame before it; a plan over one table reads the only one."""

from __future__ import annotations

from groundplan.contracts import REF, SOURCE, Brief, Plan, Repair, Step, refs
from groundplan.plan.walk import ref


def missing_frame(plan: Plan, brief: Brief) -> tuple[Plan, tuple[Repair, ...]]:
    plan, repairs = _only_table(plan, brief)
    steps: list[Step] = []
    for step in plan.steps:
        tool = brief.catalogue.get(step.tool)
        frame = tool.inputs[0] if tool and tool.inputs else None
        if frame and step.args.get(frame) is None and (flow := _flow(steps, brief)):
            repairs.append(
                Repair(step=step.id, kind="missing-frame", after=flow, reason=f"{step.tool} was given no {frame!r}")
            )
            step = Step(**{**step.model_dump(), "args": {frame: flow, **_without(step, frame)}})
        steps.append(step)
    return plan.model_copy(update={"steps": tuple(steps)}), tuple(repairs)


def _only_table(plan: Plan, brief: Brief) -> tuple[Plan, list[Repair]]:
    """A saved plan on new data: one table was read, one table is there, so that is the one."""
    named = {r for step in plan.steps for r in refs(step.args) if r.startswith(f"{SOURCE}.")}
    if len(named) != 1 or len(brief.model) != 1 or (new := f"{SOURCE}.{brief.model[0].name}") in named:
        return plan, []
    (old,) = named
    steps, repairs = [], []
    for step in plan.steps:
        args = {name: {REF: new} if value == {REF: old} else value for name, value in step.args.items()}
        if args != step.args:
            reason = "the data has one table, under another name"
            repairs.append(Repair(step=step.id, kind="missing-frame", before=old, after=new, reason=reason))
        steps.append(step.model_copy(update={"args": args}))
    return plan.model_copy(update={"steps": tuple(steps)}), repairs


def _flow(steps: list[Step], brief: Brief) -> dict[str, str] | None:
    for step in reversed(steps):
        tool = brief.catalogue.get(step.tool)
        if tool and "df" in tool.outputs:
            return ref(step.id, "df")
    return ref(SOURCE, brief.model[0].name) if len(brief.model) == 1 else None


def _without(step: Step, name: str) -> dict[str, object]:
    return {k: v for k, v in step.args.items() if k != name}
