"""dangling-ref: a step reads an output that no step and no source gives.

Why it matters: the step would wait for ever, or run on nothing.

Instead: refer to `<step>.<output>` of a step in the plan, or to `source.<name>`.
"""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.contracts import ITEM, SOURCE, Brief, Finding, Plan, Step, refs
from groundplan.plan.nearest import did_you_mean


def dangling_ref(plan: Plan, brief: Brief) -> Iterator[Finding]:
    given = _given(plan, brief)
    ids = [step.id for step in plan.steps]
    for step in plan.steps:
        for ref in dict.fromkeys(refs([step.args, step.each])):
            if ref not in given and not _of_item(ref, step):
                message, help = f"no step and no source gives {ref!r}", did_you_mean(ref, given)
                yield Finding(code="dangling-ref", step=step.id, message=message, help=help)
        named = [*step.needs, *([step.fallback] if step.fallback else [])]
        found = {ref.split(".")[0] for ref in refs([step.args, step.each])}
        for need in named:
            if need not in ids and need not in found:
                message = f"no step is named {need!r}"
                yield Finding(code="dangling-ref", step=step.id, message=message, help=did_you_mean(need, ids))


def _given(plan: Plan, brief: Brief) -> list[str]:
    outputs = [
        f"{step.id}.{output}"
        for step in plan.steps
        for output in (brief.catalogue[step.tool].outputs if step.tool in brief.catalogue else ())
    ]
    return [*outputs, *(f"{SOURCE}.{name}" for name in brief.given)]


def _of_item(ref: str, step: Step) -> bool:
    """Whether it is the item, or a part of it, that the step is run for."""
    return step.each is not None and ref.partition(".")[0] == ITEM
