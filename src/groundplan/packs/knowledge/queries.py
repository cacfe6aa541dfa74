"""Typed queries over a base: read, planned and told as those over tables are; a question in words loads none of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from groundplan.contracts import Answer, Brief, Doubt, Facts, Limits, Plan, Question, Requirement, Run, Understanding
from groundplan.pack import Form, Reader, Source
from groundplan.packs.knowledge.client import KnowledgeSource, Known
from groundplan.packs.knowledge.collect import facts
from groundplan.packs.knowledge.compile import compile
from groundplan.packs.knowledge.render import render
from groundplan.packs.knowledge.schema import requirements, settle
from groundplan.packs.knowledge.verify import verify
from groundplan.query.typed import KEY, STEPS, TOOLS, is_query

NOTES = 3
"""Remarks that are told with the rows of a query."""


@dataclass(frozen=True)
class Typed:
    """Takes a query as it is typed; words are read by another."""

    source: KnowledgeSource
    reader: Reader
    embedder: Any

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        """What the query or the question asks; words do not change a query that was typed before."""
        if question.query:
            from groundplan.query.asked import understood

            return understood(question.query, self.source.records.understood, date.today())
        if prior and is_query(prior):
            return self._edited(question, prior)
        read = await self.reader.read(question, prior)
        from groundplan.packs.knowledge.records.held import Held

        held = Held(self.source, self.embedder)
        return held.changed(question, read) if prior is not None else held.read(question, read)

    def _edited(self, question: Question, prior: Form) -> Understanding:
        """A query that was asked, changed by words."""
        from groundplan.packs.knowledge.records.held import Held

        changed = Held(self.source, self.embedder).edited(question.text, prior)
        if changed is not None:
            return changed
        told = f"not all of this changes the question before, which was read as {prior[KEY]!r}; ask in full"
        return Understanding(doubt=Doubt(kind="clarify", message=told), form=dict(prior))


def settled(form: Form, model: Known) -> dict[str, Any]:
    """The form without contradictions; a query has none."""
    return dict(form) if is_query(form) else settle(form, model)


def required(form: Form, model: Known) -> tuple[Requirement, ...]:
    """What the form obliges a plan to do."""
    if not is_query(form):
        return requirements(form, model)
    from groundplan.query import asked

    return asked.requirements(form, model.understood)


def compiled(brief: Brief) -> Plan:
    """The plan that follows from the form."""
    if not is_query(brief.form):
        return compile(brief)
    from groundplan.query import asked

    return asked.plan(brief)


def serves(tool: str, brief: Brief) -> bool:
    """Whether a tool has anything to do: tools of queries for queries, the others for questions in words."""
    return (tool in TOOLS) == is_query(brief.form)


def limits(form: Form) -> Limits:
    """What a plan may cost."""
    return Limits(steps=STEPS) if is_query(form) else Limits()


def found(plan: Plan, results: Mapping[str, Any], source: Source) -> Facts:
    """Rows where the steps are those of a query; else what the graph and the documents gave."""
    if not any(step.tool in TOOLS for step in plan.steps):
        return facts(plan, results, source)
    from groundplan.query import found as rows

    datasets = source.model.understood.datasets
    told_of = rows.facts(plan, rows.outputs_of(plan, results), datasets, ())
    notes = _concerning({dataset.name: dataset.source for dataset in datasets}, told_of.sources, source.notes)
    told_of = told_of.model_copy(update={"meta": told_of.meta.model_copy(update={"notes": notes})})
    return rows.with_basis(told_of, plan, results)


def _concerning(files: Mapping[str, str], used: Sequence[str], notes: Sequence[str]) -> tuple[str, ...]:
    """The first remarks on the reading, but for those on files of datasets that no step uses."""
    others = {file for name, listed in files.items() if name not in used for file in listed.split(", ")}
    others -= {file for name in used for file in files.get(name, "").split(", ")}
    kept = [note for note in notes if note.partition(": ")[0] not in others]
    more = [f"{len(kept) - NOTES} more remarks on how the base was read"] if len(kept) > NOTES else []
    return (*kept[:NOTES], *more)


def told(brief: Brief, held: Facts) -> Answer:
    """The answer in words."""
    if not is_query(brief.form):
        return render(brief, held)
    from groundplan.query.told.answer import query_told

    return query_told(brief, held)


def verified(answer: Answer, brief: Brief, held: Facts, source: Source) -> tuple[str, ...]:
    """What is wrong with a wording: of rows, any change of their figures or names."""
    if not is_query(brief.form):
        return verify(answer, brief, held, source)
    from groundplan.query.told.answer import query_told

    return () if answer.text == query_told(brief, held).text else ("the rows of a query are told as they are",)


def save(run: Run, results: Mapping[str, Any], folder: Path, awake: Any = None) -> None:
    """The rows of a query as a file."""
    from groundplan.query.results import save_results

    save_results(results, folder)


def sql(results: Mapping[str, Any]) -> str:
    """The SQL that the rows of a query came from."""
    from groundplan.query.results import sql_of

    return sql_of(results)
