"""dangling-ref: a step reads an output that no step and no source gives, or a value that nobody hands over.

Why it matters: the step would wait for ever, or run on nothing.

Instead: refer to `<step>.<output>` of a step in the plan, to `source.<name>`, or to `inputs.<name>`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from groundplan.contracts import INPUTS, ITEM, SOURCE, Brief, Finding, Plan, Step, refs
from groundplan.plan.nearest import did_you_mean


def dangling_ref(plan: Plan, brief: Brief) -> Iterator[Finding]:
    given = _given(plan, brief)
    ids = [step.id for step in plan.steps]
    for step in plan.steps:
        for ref in dict.fromkeys(refs([step.args, step.each])):
            if not _known(ref, given) and not _of_item(ref, step):
                message, help = _message(ref), did_you_mean(ref, given)
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
    handed = (f"{INPUTS}.{name}" for name in brief.inputs)
    return [*outputs, *(f"{SOURCE}.{name}" for name in brief.given), *handed]


def _message(ref: str) -> str:
    if ref.partition(".")[0] == INPUTS:
        return f"{ref.partition('.')[2]!r} is not handed over"
    return f"no step and no source gives {ref!r}"


def _known(ref: str, given: Collection[str]) -> bool:
    """Whether it is given, or goes on into something that is: of a source nothing can be said further."""
    owner, output = ref.split(".")[0], ".".join(ref.split(".")[:2])
    return ref in given or (owner != SOURCE and output in given)


def _of_item(ref: str, step: Step) -> bool:
    """Whether it is the item, or a part of it, that the step is run for."""
    return step.each is not None and ref.partition(".")[0] == ITEM
