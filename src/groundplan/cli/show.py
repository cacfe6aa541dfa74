"""How things look in a terminal: colours, tables, progress. Nothing else prints."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from groundplan.contracts import Event, Finding, Plan, Run

if TYPE_CHECKING:
    from rich.console import Console

_STYLES = {"understand": "cyan", "check": "magenta", "run": "green", "explain": "yellow"}


def talk() -> Console:
    """The console for everything that is not the answer; NO_COLOR is honoured."""
    from rich.console import Console  # 50 ms that `--json | jq` need not wait for

    return Console(stderr=True, highlight=False, soft_wrap=True)


def say(text: str) -> None:
    """The answer, on stdout."""
    sys.stdout.write(text if text.endswith("\n") else text + "\n")
    sys.stdout.flush()


def event_line(event: Event) -> str:
    """One stage: what it thought, how long it took."""
    tokens = f"  {event.tokens} tokens" if event.tokens else ""
    return f"{event.stage:<11} {event.thought}  [{event.seconds * 1000:.0f} ms{tokens}]"


def show_events(events: Iterable[Event]) -> None:
    """Every stage of a road."""
    console = talk()
    for event in events:
        console.print(event_line(event), style=_STYLES.get(event.stage), markup=False)


def show_query(form: Mapping[str, Any]) -> None:
    """The query that a question was read into, on stderr."""
    if text := form.get("query"):
        talk().print(f"query: {text}", markup=False)


def show_read(form: Mapping[str, Any]) -> None:
    """The query alone, as `--query` takes it, on stderr; or that the question was read as something else."""
    talk().print(form.get("query") or "no query was read", markup=False, highlight=False, soft_wrap=True)


def show_plan(plan: Plan) -> None:
    """The plan as text, on stderr."""
    from groundplan.plan.text import show

    talk().print(show(plan).rstrip(), markup=False)


def finding_text(finding: Finding, plan: Plan | None) -> str:
    """A finding with the step it speaks of, as a compiler prints an error."""
    from groundplan.plan.text import show_step

    lines = [f"error[{finding.code}]: {finding.message}"]
    step = plan.step(finding.step) if plan and finding.step else None
    if step:
        lines.append(f"  --> step {step.id!r}  {show_step(step.model_copy(update={'satisfies': (), 'why': ''}))}")
    if finding.help:
        lines.append(f"  help: {finding.help}")
    return "\n".join(lines)


def show_findings(findings: Sequence[Finding], plan: Plan | None) -> None:
    """Every finding, on stderr."""
    console = talk()
    for finding in findings:
        console.print(finding_text(finding, plan), style="red", markup=False)


def show_table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A table on stdout: aligned for people, tab-separated when it is piped."""
    rows = [["" if cell is None else str(cell) for cell in row] for row in rows]
    if not sys.stdout.isatty():
        say("\n".join("\t".join(row) for row in [list(columns), *rows]))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        table.add_column(column)
    for row in rows:
        table.add_row(*row)
    Console(highlight=False).print(table)


def exit_code(run: Run) -> int:
    """0 answered, 1 no sound plan."""
    return 0 if run.status == "answered" else 1
