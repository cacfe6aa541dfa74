"""`groundplan rehearse`: what a plan would do, told before anything is touched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from groundplan.cli.options import Data, Inputs, Json

if TYPE_CHECKING:
    from groundplan.packs.workflows.catalogue.rehearsal import Rehearsal, Rehearsed


def rehearse(
    plan: Annotated[Path, typer.Argument(help="A run's folder, or a plan's text or JSON.")],
    data: Data,
    inputs: Inputs = None,
    pinned: Annotated[
        Path | None, typer.Option("--pinned", help="A JSON object: what steps or operations give, by name.")
    ] = None,
    each: Annotated[float, typer.Option("--each", help="Seconds that a call is taken to last.")] = 0.5,
    json: Json = False,
) -> None:
    """Run a plan on stubs made from a catalogue's schemas: its calls, side effects, approvals and time."""
    import asyncio

    from groundplan.cli.saved import load_inputs, load_plan
    from groundplan.cli.show import say, show_findings
    from groundplan.execute import LocalExecutor
    from groundplan.packs.workflows.catalogue import open_catalogue
    from groundplan.packs.workflows.catalogue.rehearsal import rehearsed
    from groundplan.settings import Settings

    written, handed, known = load_plan(plan), load_inputs(inputs), load_inputs(pinned)
    opened = open_catalogue(tuple(data), Settings.from_environment().cache)
    try:
        found = asyncio.run(rehearsed(written, opened, LocalExecutor(), handed, known, each))
    finally:
        opened.close()
    show_findings(found.findings, written)
    say(found.model_dump_json() if json else "\n".join(_told(found, each)))
    raise typer.Exit(1 if found.findings else 0)


def _told(found: Rehearsal, each: float) -> Iterator[str]:
    from groundplan.packs.workflows.catalogue.rehearsal import SHOWN

    for step in found.steps:
        yield f"{_deed(step):<14}{step.tool} (step {step.step}){': ' if step.calls else ''}{_calls(step)}"
        if step.writes:
            yield from (f"    {step.tool}({_arguments(one)})" for one in step.calls[:SHOWN])
            yield from [f"    and {len(step.calls) - SHOWN} more"] if len(step.calls) > SHOWN else []
    writes = sum(len(one.calls) for one in found.steps if one.writes)
    reads = sum(len(one.calls) for one in found.steps) - writes
    asked = f"to be approved: {', '.join(found.approvals)}" if found.approvals else "nothing to be approved"
    yield f"calls that read: {reads}, that write: {writes}; {asked}; about {found.seconds:g} s at {each:g} s a call."
    yield "Nothing was called."


def _deed(step: Rehearsed) -> str:
    if step.skipped:
        return "would skip"
    return "would write" if step.writes else "would read" if step.calls else "would compute"


def _calls(step: Rehearsed) -> str:
    if not step.calls:
        return ""
    count = f"{len(step.calls)} call{'s'[: len(step.calls) > 1]}"
    return f"{count}, pinned" if step.pinned else count


def _arguments(said: dict[str, Any]) -> str:
    from json import dumps

    return ", ".join(f"{name}={dumps(one, ensure_ascii=False)}" for name, one in said.items())
