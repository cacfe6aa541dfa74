"""Plan, Source -> Facts: what the steps found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from groundplan.contracts import Facts, Finding, Plan
from groundplan.execute.base import Executor
from groundplan.pack import Catalogue, Pack, Source


@dataclass(frozen=True)
class Ran:
    """The facts, the steps' own results (for files), and what failed."""

    facts: Facts
    results: Mapping[str, Any]
    findings: tuple[Finding, ...] = ()


async def run(plan: Plan, pack: Pack, catalogue: Catalogue, source: Source, executor: Executor, approved: bool) -> Ran:
    """The plan carried out; a failed step is a finding, too."""
    outcome = await executor.execute(plan, catalogue, source, approved=approved)
    if outcome.findings:
        return Ran(Facts(), outcome.results, outcome.findings)
    return Ran(pack.telling.facts(plan, outcome.results, source), outcome.results)
