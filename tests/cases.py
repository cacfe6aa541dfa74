"""Cases in Markdown: a heading for each, and what goes in and comes out in fenced blocks."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from briefs import brief_of
from groundplan.contracts import Brief, Finding, Repair
from groundplan.plan import Check, read, show

_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Case:
    """One heading with its blocks by language."""

    file: str
    title: str
    blocks: dict[str, str]

    def brief(self) -> Brief:
        """The block `brief`, in YAML: `form`, and what else `brief_of` takes; nothing is asked where there is none."""
        given: dict[str, Any] = yaml.safe_load(self.blocks.get("brief", "{}")) or {}
        return brief_of(given.pop("form", {}), **given)


def cases(folder: Path) -> list[Case]:
    """Every case of every Markdown file in a folder, in the order they are written."""
    return [case for path in sorted(folder.glob("*.md")) for case in _cases_of(path)]


def _cases_of(path: Path) -> list[Case]:
    _, *parts = re.split(r"^## ", path.read_text("utf-8"), flags=re.MULTILINE)
    return [Case(file=path.stem, title=part.split("\n", 1)[0], blocks=dict(_BLOCK.findall(part))) for part in parts]


def assert_found(case: Case, check: Check) -> None:
    """The check finds what the case says, and leaves plan and brief as they were."""
    plan, brief = read(case.blocks["plan"]), case.brief()
    before = show(plan), brief.model_dump()
    assert told_findings(tuple(check(plan, brief))) == case.blocks.get("findings", "")
    assert (show(plan), brief.model_dump()) == before


def told_findings(findings: tuple[Finding, ...]) -> str:
    """Findings as the Markdown has them: code, step, message, help."""
    return "".join(f"{f.code}{f' at {f.step}' if f.step else ''}: {f.message}\n    help: {f.help}\n" for f in findings)


def told_repairs(repairs: tuple[Repair, ...]) -> str:
    """Repairs as the Markdown has them: kind, step, what stood there, what stands there, why."""
    return "".join(f"{r.kind} at {r.step}: {r.before!r} -> {r.after!r}, as {r.reason}\n" for r in repairs)
