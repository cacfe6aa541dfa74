"""A run that shows itself: as text in a shell, as a page in a notebook. What stands in the data is never markup."""

from __future__ import annotations

import base64
import html
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from groundplan import contracts
from groundplan.contracts import Rows
from groundplan.errors import UsageError
from groundplan.installed import Packs
from groundplan.plan.text import show

LINES, ROWS = 10, 20
"""Rows of a table that are shown: in a shell, in a notebook."""
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+!|~$-])")
_IMAGE = "data:image/svg+xml;base64,"


class Run(contracts.Run):
    """One question from end to end, as it is saved: its answer, facts, plan, findings and every stage.

    In a notebook it shows its answer, charts, rows and plan; `print(run)` tells it as text.
    """

    @classmethod
    def of(cls, run: contracts.Run) -> Run:
        """The same run."""
        return cls(**dict(run))

    def __eq__(self, other: object) -> bool:
        """Whether all is the same, whichever class it was loaded as."""
        return isinstance(other, contracts.Run) and dict(self) == dict(other)

    def __str__(self) -> str:
        tables = ["\n".join(_aligned(table)) for table in self.facts.tables]
        steps = f"plan: {_steps(self)}" if self.plan else ""
        return "\n\n".join(part for part in ("\n".join(_told(self)), *tables, steps) if part)

    def __repr_args__(self) -> Iterator[tuple[str, Any]]:
        """What a shell prints: not the whole of it."""
        yield from {"id": self.id, "status": self.status, "answer": self.answer and self.answer.text}.items()

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def _repr_html_(self) -> str:
        told = "".join(f"<p>{html.escape(line)}</p>" for line in _told(self))
        drawn = "".join(f'<p><img alt="chart" style="background: white" src="{_IMAGE}{c}"></p>' for c in _charts(self))
        tables = "".join(map(_html_table, self.facts.tables))
        plan = f"<pre>{html.escape(show(self.plan))}</pre>" if self.plan else ""
        page = f"{told}{drawn}{tables}{_folded(self, plan)}"
        return f'<div class="tex2jax_ignore mathjax_ignore">{page}</div>'  # an amount in $ is no formula

    def _repr_markdown_(self) -> str:
        told = [f"{_plain(line)}" for line in _told(self)]
        drawn = [f"![chart]({_IMAGE}{chart})" for chart in _charts(self)]
        tables = [_markdown_table(table) for table in self.facts.tables]
        plan = "".join(f"    {line}\n" for line in show(self.plan).splitlines()) if self.plan else ""
        return "\n\n".join([*told, *drawn, *tables, _folded(self, f"\n\n{plan}\n")])


def _told(run: Run) -> Iterator[str]:
    """The answer line by line, and what should be known with it."""
    yield from (line for line in (run.answer.text if run.answer else f"no answer: {run.status}").splitlines() if line)
    yield from (f"Note: {note}" for note in run.notes)
    if not run.answer:
        yield from (f"{finding.code}: {finding.message}" for finding in run.findings)


def _charts(run: Run) -> list[str]:
    """Every chart as the pack draws it; none where that pack is not installed here."""
    try:
        draw = Packs().find(run.pack).telling.draw
    except UsageError:
        return []
    return [base64.b64encode(svg.encode()).decode() for svg in draw(run.facts)] if draw else []


def _steps(run: Run) -> str:
    return ", ".join(step.tool for step in run.plan.steps) if run.plan else ""


def _folded(run: Run, plan: str) -> str:
    return f"<details><summary>plan: {html.escape(_steps(run))}</summary>{plan}</details>" if run.plan else ""


def _cells(rows: Rows, most: int) -> list[Sequence[str]]:
    """The header and the first rows, as text."""
    return [rows.columns, *(["" if cell is None else str(cell) for cell in row] for row in rows.rows[:most])]


def _more(rows: Rows, most: int) -> str:
    return f"and {len(rows.rows) - most:,} more rows" if len(rows.rows) > most else ""


def _aligned(rows: Rows) -> Iterable[str]:
    lines = [[" ".join(cell.split()) for cell in line] for line in _cells(rows, LINES)]
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(cell.ljust(width) for cell, width in zip(line, wide, strict=True)).rstrip()
    if more := _more(rows, LINES):
        yield more


def _html_table(rows: Rows) -> str:
    head, *body = _cells(rows, ROWS)
    lines = "".join(_html_line(line, "td") for line in body)
    return f"<table><thead>{_html_line(head, 'th')}</thead><tbody>{lines}</tbody></table><p>{_more(rows, ROWS)}</p>"


def _html_line(cells: Sequence[str], tag: str) -> str:
    return f"<tr>{''.join(f'<{tag}>{html.escape(cell)}</{tag}>' for cell in cells)}</tr>"


def _markdown_table(rows: Rows) -> str:
    head, *body = (f"| {' | '.join(map(_plain, line))} |" for line in _cells(rows, ROWS))
    lines = [head, "|---" * len(rows.columns) + "|", *body]
    return "\n".join(lines) + (f"\n\n{more}" if (more := _more(rows, ROWS)) else "")


def _plain(text: str) -> str:
    """Text as it stands, whatever Markdown or HTML would make of it."""
    return _MARKUP.sub(r"\\\1", html.escape(" ".join(text.split())))
