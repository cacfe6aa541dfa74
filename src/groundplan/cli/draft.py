"""`groundplan draft`: a task as a workflow graph, with everything that was tried on the way."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from groundplan.cli.options import Data, Inputs, Json, Model

if TYPE_CHECKING:
    from groundplan.packs.workflows.generation.wanted import PlanResponse


def draft(
    task: Annotated[str, typer.Argument(help="The task, in plain language.")],
    data: Data,
    inputs: Inputs = None,
    max_nodes: Annotated[int, typer.Option("--max-nodes", min=1, help="Nodes that the graph may have.")] = 50,
    mode: Annotated[
        list[str] | None, typer.Option("--mode", help="A mode that its nodes may have: tool, llm, agent; default: any.")
    ] = None,
    tool: Annotated[
        list[str] | None, typer.Option("--tool", help="A tool that it may use; default: all of the catalogue.")
    ] = None,
    attempts: Annotated[
        int, typer.Option("--attempts", min=1, max=10, help="How often a model is asked for it, at most.")
    ] = 3,
    analysis: Annotated[bool, typer.Option("--analysis/--no-analysis", help="Analyse the task first.")] = True,
    validation: Annotated[
        bool, typer.Option("--validation/--no-validation", help="Give no graph that has faults.")
    ] = True,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="File for the plan's JSON, for `run`, `rehearse` and `refine`.")
    ] = None,
    model: Model = None,
    stream: Annotated[
        bool, typer.Option("--stream", help="Tell progress on stderr as it is made, as lines of JSON.")
    ] = False,
    json: Json = False,
) -> None:
    """Draft a workflow graph for a task over a catalogue; nothing is run."""
    import asyncio

    from groundplan.cli.drafting import Desk
    from groundplan.cli.saved import load_inputs
    from groundplan.cli.show import say
    from groundplan.contracts import Question
    from groundplan.packs.workflows.generation.response import responded
    from groundplan.packs.workflows.generation.wanted import Wanted

    wanted = Wanted(
        max_nodes=max_nodes, preferred_modes=tuple(mode or ()), available_tools=tuple(tool) if tool else None,
        max_iterations=attempts, require_validation=validation,
    )  # fmt: skip
    question = Question(text=task, pack="workflows", sources=tuple(data), inputs=load_inputs(inputs))
    with Desk(tuple(data), model, stream) as desk:
        found = asyncio.run(
            responded(
                question, desk.opened, wanted, llm=desk.llm, cache=desk.settings.cache, settings=desk.own,
                analyse=analysis, watch=desk.told,
            )
        )  # fmt: skip
    if out and found.plan:
        out.write_text(found.plan.model_dump_json(indent=2), "utf-8")
    say(found.model_dump_json(indent=2) if json else _told(found))
    raise typer.Exit(0 if found.success else 1)


def _told(found: PlanResponse) -> str:
    from groundplan.packs.workflows.graph import from_plan, mermaid, read
    from groundplan.plan.text import show

    notes = [f"note: {note}" for note in found.notes]
    tried = [
        f"attempt {one.number} ({one.drafter}): {'sound' if one.valid else '; '.join(one.errors)}"
        for one in found.validation_log
    ]
    if found.plan:
        graph = read(found.graph).graph if found.graph else from_plan(found.plan)
        return "\n".join([show(found.plan).rstrip(), "", mermaid(graph).rstrip(), "", *tried, *notes])
    error = [] if found.validation_log and found.error == "; ".join(found.validation_log[-1].errors) else [found.error]
    return "\n".join([*tried, *error, *(f"what would help: {one}" for one in found.advice), *notes])
