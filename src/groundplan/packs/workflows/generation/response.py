"""Task -> the response: a graph by a language model, else by the embedded drafter, held to the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

from groundplan.checks import check_plan
from groundplan.contracts import Brief, Finding, Plan, Question, Understanding, run_id
from groundplan.errors import ModelError
from groundplan.llm.base import LLM
from groundplan.packs.workflows.catalogue import Opened
from groundplan.packs.workflows.catalogue.nodes import ASKS, LLM_NODE
from groundplan.packs.workflows.checks import CHECKS
from groundplan.packs.workflows.drafting.analysis import TaskAnalysis, analysed
from groundplan.packs.workflows.drafting.by_model import asking_of, taken
from groundplan.packs.workflows.drafting.reader import TaskReader
from groundplan.packs.workflows.generation.generate import Generated, Watch, analysis_of, generated, in_words
from groundplan.packs.workflows.generation.wanted import Attempt, PlanResponse, Wanted
from groundplan.packs.workflows.graph import Constraints, Graph, checked, from_plan
from groundplan.packs.workflows.graph.cursor import Reading
from groundplan.packs.workflows.graph.dialects import dialect
from groundplan.packs.workflows.graph.mend import settled
from groundplan.packs.workflows.planning import TEMPLATES, compiled, limits, requirements
from groundplan.packs.workflows.settings import CatalogueSettings
from groundplan.plan import folder

_LOOSER = {
    "too-many-nodes": "allow more nodes than {nodes}, or ask for less at a time",
    "mode-not-allowed": "allow other modes than {modes}",
    "tool-not-allowed": "allow the tool that it names, or leave out what only that tool does",
    "unknown-tool": "leave out what no tool of the catalogue does, or open a catalogue that has one",
    "workflows/unread-span": "say the words that were left over in another way, or leave them out",
    "workflows/unsaid-part": "say in the task what a step should write, or leave the step out",
    "wrong-argument": "say the value that is lacking, or hand it over as an input",
    "syntax": "take a larger model, or a server that enforces `response_format`",
}
_SIMPLER = "say it in shorter sentences, one action in each"


async def responded(
    question: Question, opened: Opened, wanted: Wanted, *, llm: LLM | None, cache: Path,
    settings: CatalogueSettings | None = None, analyse: bool = True, watch: Watch | None = None,
) -> PlanResponse:  # fmt: skip
    """The graph of a task, with everything that was tried on the way."""
    began, notes, tokens = perf_counter(), list[str](), 0
    told = watch or (lambda _: None)
    embedded = await TaskReader(opened).read(question)
    analysis: TaskAnalysis | None = analysed(question.text) if analyse else None
    made: Generated | None = None
    if llm is not None and not (embedded.doubt and embedded.doubt.choices):
        asking = replace(asking_of(llm, opened, wanted, cache, settings or CatalogueSettings()), watch=told)
        try:
            if analyse:
                told("analysis")
                found, tokens, fault = await analysis_of(question.text, asking)
                analysis, notes = found or analysis, [fault] if fault else []
            made = await generated(question.text, question.inputs, asking, analysis)
        except ModelError as fault:
            notes.append(f"the model could not draft the task, so it was drafted without it: {fault}")
    response = _assembled(question, opened, wanted, embedded, made)
    return response.model_copy(update={
        "analysis": analysis, "notes": (*notes, *response.notes),
        "tokens": tokens + (made.tokens if made else 0), "duration": round(perf_counter() - began, 3),
    })  # fmt: skip


def _assembled(
    question: Question, opened: Opened, wanted: Wanted, embedded: Understanding, made: Generated | None
) -> PlanResponse:
    """The reading that stands, checked once more as any plan is."""
    log = made.log if made else ()
    response = PlanResponse(plan_id=run_id(question), success=False, iterations=len(log), validation_log=log)
    if made and made.answer and not log[-1].valid:  # validation is not required: the graph as it is
        return response.model_copy(update={
            "drafter": "model", "model": made.model, "graph": _emitted(made.answer.graph),
            "reasoning": made.answer.reasoning, "advice": _advice(log, wanted),
            "error": "the graph has faults, and makes no plan",
        })  # fmt: skip
    stands = taken(question, made, embedded, opened) if made else embedded
    if stands.doubt is not None:
        return response.model_copy(update={
            "error": " ".join([stands.doubt.message, *stands.doubt.choices]), "advice": _advice(log, wanted),
            "notes": stands.remarks,
        })  # fmt: skip
    by_model = stands.form.get("drafter") == "model"
    written = made.answer if by_model and made else None
    graph, plan, faults = _held(question, stands, opened, wanted, written.graph if written else None)
    if not by_model:
        log = (*log, _tried(len(log) + 1, faults))
    done = not faults or not wanted.require_validation
    return response.model_copy(update={
        "success": not faults, "drafter": "model" if by_model else "embedded",
        "model": made.model if by_model and made else "", "validation_log": log, "notes": stands.remarks,
        "graph": _emitted(graph) if done else None, "plan": plan if not faults else None,
        "reasoning": written.reasoning if written else _reasoning(stands),
        "error": "; ".join(map(in_words, faults)), "advice": _advice(log, wanted) if faults else (),
    })  # fmt: skip


def _held(
    question: Question, stands: Understanding, opened: Opened, wanted: Wanted, graph: Graph | None
) -> tuple[Graph, Plan, tuple[Finding, ...]]:
    """The plan of a form and its graph, held to the constraints and to the checks of every plan."""
    form = stands.form
    tools = {name: opened.tools[name] for name in opened.tools}
    coverage = folder.coverage(Path(__file__).parents[1])
    brief = Brief(
        goal=question.text, pack="workflows", form=form, requirements=requirements(form, opened.operations),
        tools=tools, catalogue=tools, coverage=coverage, inputs=tuple(question.inputs), limits=limits(form),
    )  # fmt: skip
    plan = compiled(TEMPLATES["task"], brief)
    held_to: Constraints = wanted.held_to(opened, opened.tools[LLM_NODE].extra[ASKS])
    graph = graph or settled(from_plan(plan), Reading(), held_to)[0]
    wrong = tuple(fault for fault in checked(graph, held_to) if not fault.warning)
    return graph, plan, (*wrong, *check_plan(plan, brief, CHECKS))


def _emitted(graph: Graph) -> dict[str, object] | None:
    emit = dialect("prompt").emit
    return emit(graph) if emit else None


def _tried(number: int, faults: Sequence[Finding]) -> Attempt:
    errors, codes = tuple(map(in_words, faults)), tuple(dict.fromkeys(fault.code for fault in faults))
    return Attempt(number=number, drafter="embedded", valid=not faults, errors=errors, codes=codes)


def _reasoning(stands: Understanding) -> str:
    return " ".join(f"{step['why'].rstrip('.')}." for step in stands.form.get("steps", ()))


def _advice(log: Sequence[Attempt], wanted: Wanted) -> tuple[str, ...]:
    """What would help, by what was wrong at last."""
    codes = log[-1].codes if log else ()
    known = {"nodes": wanted.max_nodes, "modes": ", ".join(wanted.preferred_modes)}
    found = [_LOOSER[code].format(**known) for code in codes if code in _LOOSER]
    return tuple(dict.fromkeys([*found, _SIMPLER]))
