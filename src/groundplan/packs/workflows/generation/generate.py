"""Task, catalogue, language model -> a graph that nothing is wrong with, after as many tries as are allowed."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

from pydantic import ValidationError

from groundplan.contracts import Finding
from groundplan.errors import FillError, ModelError
from groundplan.llm.base import LLM, Metered, Prompt
from groundplan.llm.prompts import fenced, prompt
from groundplan.llm.words import NOTHING
from groundplan.packs.workflows.catalogue import Opened
from groundplan.packs.workflows.drafting.analysis import TaskAnalysis
from groundplan.packs.workflows.generation.account import left_over
from groundplan.packs.workflows.generation.answer import Answered, answered
from groundplan.packs.workflows.generation.contract import ANALYSIS, GRAPH, graph_contract
from groundplan.packs.workflows.generation.examples import examples
from groundplan.packs.workflows.generation.reached import leading_nowhere
from groundplan.packs.workflows.generation.sheet import inputs_in_words, narrowed, sheet
from groundplan.packs.workflows.generation.wanted import Attempt, Wanted
from groundplan.packs.workflows.graph import repair_in_words

PROMPTS = "packs/workflows/prompts"
Watch = Callable[[str], None]
"""Told what is being done, in a few words."""


@dataclass(frozen=True)
class Asking:
    """Whom a graph is asked of, over what, and what it may cost."""

    llm: LLM
    opened: Opened
    wanted: Wanted
    cache: Path
    tokens: int = 4096
    analysis_tokens: int = 1024
    runs: Path | None = None
    """The folder of runs of which those that went well are shown as examples."""
    model: str = ""
    """The model of nodes that name none."""
    watch: Watch = lambda _told: None


@dataclass(frozen=True)
class Generated:
    """The graph, if there is one; and every try at it."""

    answer: Answered | None
    log: tuple[Attempt, ...]
    tokens: int
    model: str = ""


async def analysis_of(task: str, asking: Asking) -> tuple[TaskAnalysis | None, int, str]:
    """What a model makes of a task, its tokens, and what went wrong; a graph is asked for without it as well."""
    metered = Metered(asking.llm)
    asked = prompt(f"{PROMPTS}/analysis.md", task=fenced(task)).model_copy(update={"budget": asking.analysis_tokens})
    try:
        filled = await metered.fill(asked, ANALYSIS)
        found, fault = TaskAnalysis.model_validate(filled.values), ""
    except (FillError, ModelError, ValidationError) as failed:
        found, fault = None, f"the task was not analysed: {failed}"
    return found, metered.usage.prompt + metered.usage.completion, fault


async def generated(task: str, inputs: Mapping[str, Any], asking: Asking, analysis: TaskAnalysis | None) -> Generated:
    """The first graph that nothing is wrong with; none where the last try still has faults.

    Where validation is not required, the first graph that can be read.
    """
    wanted, metered = asking.wanted, Metered(asking.llm)
    names = narrowed(task, asking.opened, wanted, asking.cache)
    held_to, contract = (
        wanted.held_to(asking.opened, asking.model),
        graph_contract(names, asking.opened, wanted, asks=bool(asking.model)),
    )
    given = {
        "task": fenced(task), "tools": fenced(sheet(names, asking.opened)), "inputs": inputs_in_words(inputs),
        "constraints": _constraints(wanted),
    }  # fmt: skip
    known = examples(task, asking.runs, asking.opened) if asking.runs else ""
    first = {"analysis": _analysis(analysis), "examples": known or NOTHING}
    asked, log, model = prompt(f"{PROMPTS}/graph.md", **given, **first), list[Attempt](), ""
    for number in range(1, wanted.max_iterations + 1):
        asking.watch(f"graph, attempt {number} of {wanted.max_iterations}")
        began, before = perf_counter(), _tokens(metered)
        written: Mapping[str, Any] | None = None
        try:
            filled = await metered.fill(_bounded(asked, asking.tokens), contract)
            written, model = filled.values, filled.model
            read = answered(written, task, asking.opened, held_to)
            faults = _faults(read, task, inputs, asking.opened)
        except FillError as fault:
            read, faults = None, (Finding(code="syntax", message=str(fault), help="answer with one JSON object"),)
        attempt = Attempt(
            number=number, drafter="model", valid=not faults, errors=tuple(map(in_words, faults)),
            codes=tuple(dict.fromkeys(one.code for one in faults)),
            repairs=tuple(map(repair_in_words, read.repairs)) if read else (),
            tokens=_tokens(metered) - before, seconds=round(perf_counter() - began, 3),
        )  # fmt: skip
        log.append(attempt)
        asking.watch("graph is sound" if attempt.valid else f"{len(faults)} faults in attempt {number}")
        if read is not None and (attempt.valid or not wanted.require_validation):
            return Generated(read, tuple(log), _tokens(metered), model)
        again = {"attempt": str(number), "graph": _shown(written), "faults": fenced(_listed(attempt.errors))}
        asked = prompt(f"{PROMPTS}/graph_again.md", **given, **again)
    return Generated(None, tuple(log), _tokens(metered), model)


def _faults(read: Answered, task: str, inputs: Mapping[str, Any], opened: Opened) -> tuple[Finding, ...]:
    """Everything that is wrong with a graph, at once."""
    led = leading_nowhere(read.plan, inputs, opened) if read.plan else ()
    known = {one.message.rpartition(": ")[2] for one in read.faults}
    more = [one for one in (*led, *left_over(task, read, inputs, opened)) if one.message not in known]
    return (*read.faults, *more)


def in_words(fault: Finding) -> str:
    """A fault with its place and how to mend it."""
    place = f"{fault.step}: " if fault.step and fault.step not in fault.message else ""
    return f"{fault.code}: {place}{fault.message}{f'; {fault.help}' if fault.help else ''}"


def _constraints(wanted: Wanted) -> str:
    modes = ", ".join(wanted.preferred_modes) or "tool; llm or agent only where the task asks for writing or judging"
    return f"- at most {wanted.max_nodes} nodes\n- modes: {modes}"


def _analysis(analysis: TaskAnalysis | None) -> str:
    return fenced(analysis.model_dump_json()) if analysis else NOTHING


def _bounded(asked: Prompt, tokens: int) -> Prompt:
    return asked.model_copy(update={"taken": GRAPH, "budget": tokens})


def _shown(written: Mapping[str, Any] | None) -> str:
    return fenced(json.dumps(written, ensure_ascii=False, separators=(",", ":"))) if written else NOTHING


def _listed(faults: Sequence[str]) -> str:
    return "\n".join(f"- {fault}" for fault in faults)


def _tokens(metered: Metered) -> int:
    return metered.usage.prompt + metered.usage.completion
