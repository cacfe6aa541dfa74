"""Understanding -> the few tools a plan may use.

The intent's curated tools always; then retrieved ones up to the cap; then the safety set, up to two past the cap. When
there are too many, the retrieved tools with the lowest scores go first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from groundplan.contracts import Brief, Requirement, Tool
from groundplan.pack import Planning
from groundplan.plan.cover import abilities
from groundplan.plan.template import Template

CAP = 10
PAST = 2
"""How far the safety set may go past the cap before a retrieved tool makes room."""
PER_QUERY = 5


class Index(Protocol):
    """Ranks tools by how near their documents are to a query."""

    def search(self, queries: Sequence[str], top: int) -> list[list[tuple[str, float]]]:
        """For each query, names with scores, the best first."""


def narrow(
    question: str, brief: Brief, template: Template, planning: Planning, index: Index, cap: int = CAP
) -> dict[str, Tool]:
    """The template's tools, the retrieved, the safety set; in that order."""
    curated = list(dict.fromkeys([*template.tools, *planning.named(brief.form)]))
    ranked = _retrieved(queries(question, brief.requirements), index)
    offered = {name for name, tool in brief.catalogue.items() if tool.drafted and name not in curated}
    retrieved = [name for name in ranked if name in offered]
    retrieved = retrieved[: max(0, cap - len(curated))]
    while retrieved and len(_union(curated, retrieved, planning.safety)) > cap + PAST:
        retrieved.pop()
    names = _union(curated, retrieved, planning.safety)
    return {name: brief.catalogue[name] for name in names if name in brief.catalogue}


def _union(*names: Sequence[str]) -> list[str]:
    return list(dict.fromkeys(name for some in names for name in some))


def discover(tools: dict[str, Tool], brief: Brief, index: Index, planning: Planning) -> dict[str, Tool]:
    """The fallback: for each requirement that no narrowed tool can cover, the nearest tools that can.

    A tool that could by its capabilities, and for which the form has no arguments, cannot.
    """
    found, bound = dict(tools), {name for name in brief.catalogue if planning.serves(name, brief)}
    for requirement in brief.requirements:
        need = brief.coverage.needs.get(requirement.label)
        for any_of in need.all_of if need else ():
            able = {n for n, tool in brief.catalogue.items() if abilities(tool, brief.coverage) & set(any_of)}
            able = able & bound or able
            if able & {*found}:
                continue
            ranked = [name for name, _ in index.search([query(requirement)], len(brief.catalogue))[0] if name in able]
            found |= {name: brief.catalogue[name] for name in [*ranked, *sorted(able - set(ranked))][:2]}
    return found


def queries(question: str, requirements: tuple[Requirement, ...]) -> list[str]:
    """One query a requirement, and all of them together."""
    single = list(dict.fromkeys(query(requirement) for requirement in requirements))
    return [*single, question]


def query(requirement: Requirement) -> str:
    """The words of a label: `analysis.trend` asks for `analysis trend`. Labels are few, so their vectors are kept."""
    return requirement.label.replace(".", " ").replace("_", " ")


def _retrieved(asked: list[str], index: Index) -> list[str]:
    best: dict[str, float] = {}
    for ranked in index.search(asked, PER_QUERY):
        for name, score in ranked:
            best[name] = max(score, best.get(name, score))
    return sorted(best, key=lambda name: (-best[name], name))
