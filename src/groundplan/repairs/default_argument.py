"""default-argument: an optional argument that was left out gets the tool's documented default."""

from __future__ import annotations

from groundplan.contracts import Brief, Plan, Repair, Step


def default_argument(plan: Plan, brief: Brief) -> tuple[Plan, tuple[Repair, ...]]:
    steps: list[Step] = []
    repairs: list[Repair] = []
    for step in plan.steps:
        tool = brief.catalogue.get(step.tool)
        missing = {
            name: param.default
            for name, param in (tool.params.items() if tool else ())
            if param.default is not None and step.args.get(name) is None
        }
        reason = "the tool's default"
        repairs += [
            Repair(step=step.id, kind="default-argument", after={n: v}, reason=reason) for n, v in missing.items()
        ]
        steps.append(Step(**{**step.model_dump(), "args": {**step.args, **missing}}) if missing else step)
    return plan.model_copy(update={"steps": tuple(steps)}), tuple(repairs)
