"""Plan, Source -> Facts: what the steps found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from groundplan.contracts import Facts, Finding, Plan, Step
from groundplan.execute.base import Executor
from groundplan.pack import Catalogue, Pack, Source


@dataclass(frozen=True)
class Ran:
    """The facts, the steps' own results (for files), and what failed."""

    facts: Facts
    results: Mapping[str, Any]
    findings: tuple[Finding, ...] = ()


async def run(
    plan: Plan, pack: Pack, catalogue: Catalogue, source: Source, executor: Executor, approved: bool,
    inputs: Mapping[str, Any] | None = None,
) -> Ran:  # fmt: skip
    """The plan carried out; a failed step is a finding, too.

    Where something was changed already, no other plan is tried: it would change it again.
    """
    outcome = await executor.execute(plan, catalogue, source, approved=approved, inputs=inputs)
    if outcome.findings:
        changed = [one for one in plan.steps if one.id in outcome.seconds and _changes(one, catalogue) and approved]
        return Ran(Facts(), outcome.results, tuple(_last(one, changed) for one in outcome.findings))
    return Ran(pack.telling.facts(plan, outcome.results, source), outcome.results)


def _changes(step: Step, catalogue: Catalogue) -> bool:
    return catalogue.tools[step.tool].effect == "outside"


def _last(finding: Finding, changed: Sequence[Step]) -> Finding:
    if not changed or finding.final:
        return finding
    told = ", ".join(f"{step.tool} (step {step.id!r})" for step in changed)
    return finding.model_copy(update={"final": True, "help": f"begun before it was stopped, so look first: {told}"})
