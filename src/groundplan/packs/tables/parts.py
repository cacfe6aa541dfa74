"""The five parts of the `tables` pack."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any

from groundplan.contracts import Answer, Brief, Doubt, Facts, Limits, Plan, Question, Requirement, Understanding
from groundplan.language.labels import labels
from groundplan.pack import (
    Aids,
    Catalogue,
    Extras,
    Form,
    Mind,
    Pack,
    Planning,
    Reader,
    Reading,
    Source,
    Sources,
    Telling,
    setting,
)
from groundplan.packs.tables import files
from groundplan.packs.tables.bind import bind
from groundplan.packs.tables.checks import CHECKS
from groundplan.packs.tables.claims import claims
from groundplan.packs.tables.collect import facts
from groundplan.packs.tables.drawing_process import DrawingProcess
from groundplan.packs.tables.instead import instead
from groundplan.packs.tables.meeting import meeting
from groundplan.packs.tables.query_drawn import chart_of
from groundplan.packs.tables.render import render
from groundplan.packs.tables.report import draw, save, sketch
from groundplan.packs.tables.scoring import scorer
from groundplan.packs.tables.tools import IMPLEMENTATIONS
from groundplan.plan import Template, folder
from groundplan.query import asked, checks, repairs
from groundplan.query import tools as query_tools
from groundplan.query.compile import compile
from groundplan.query.form import Form as TableForm
from groundplan.query.frames import made_columns
from groundplan.query.held_to_model import held_to_model
from groundplan.query.joins import base_table
from groundplan.query.meaning.asked import Asked
from groundplan.query.meaning.own_figures import figure_without_rows
from groundplan.query.own_figures import as_columns, figures_named
from groundplan.query.parts_of_files import Parted, over_files, over_parts, with_figures
from groundplan.query.requirements import requirements
from groundplan.query.results import sql_of
from groundplan.query.settle import settle
from groundplan.query.told.answer import query_told
from groundplan.query.typed import with_queries
from groundplan.reading.blank import Blank
from groundplan.sources.opened import Known, Tables, open_sources
from groundplan.sources.shape import Table, column_ids

PHASES = (
    "join", "parse", "split", "filter", "derive", "choose", "aggregate", "having", "enrich", "order", "select", "show"
)  # fmt: skip
"""The order of the data flow; every tool has its place in it."""
_INTENTS = folder.intents(files.FOLDER)
LABELS = labels()


@dataclass(frozen=True)
class TableSettings:
    """What can be set of this pack alone."""

    reader: str = setting(
        "trained", "reader of questions over tables: trained, or the folder of another trained reader"
    )


def _open(sources: tuple[str, ...], cache: Path, settings: Any) -> Source:
    return open_sources(sources, cache)


def blank(source: Tables, prior: Form | None = None, named: Sequence[str] = ()) -> Blank:
    """What may be said of an opened source; figures only where they are named, now or before."""
    before = TableForm.model_validate(prior) if prior else None
    parted = _parted(source, before, named)
    return Blank(
        intents=_INTENTS,
        labels=LABELS,
        tables=tuple(map(_columned, parted.files)),
        prior=over_files(as_columns(before), parted).model_dump(mode="json") if before else None,
        find=source.find,
        linked=source.linked,
        meeting=lambda form: meeting(source, over_parts(form, "", parted)),
    )


def _parted(source: Tables, before: TableForm | None, named: Sequence[str]) -> Parted:
    """The files with the figures that are named, now or before, over the things inside them."""
    figures = [figure.name for _, figure in figures_named(before, source.model).values()] if before else []
    return Parted(with_figures(source.files, source.model, {*named, *figures}), source.model)


def _columned(table: Table) -> Table:
    """The table with its figures as columns, for readers."""
    return table.model_copy(update={"columns": table.all_columns, "figures": ()}) if table.figures else table


@dataclass(frozen=True)
class OverTables:
    """A reader of questions over the columns of one source."""

    source: Tables
    reader: Any
    embedder: Any
    llm: Any = None
    """A language model that writes queries beside the reader, if there is one."""

    async def read(self, question: Question, prior: Form | None = None) -> Understanding:
        """The form of the question, every name in it one that the source has."""
        if question.query:
            return asked.understood(question.query, self.source.understood, date.today())
        if prior is not None and asked.is_query(prior):
            return self._edited(question, prior) or _unclear(question, prior)
        cue = self._accounts(blank(self.source)).only_edits_know(question.text) if prior is not None else ""
        if prior is not None and cue in ("undo", "reset"):
            return _unclear(question, prior)  # a form does not tell what was asked before it
        if prior is not None and cue and (changes := self._edited(question, prior)):
            return changes
        read = await self._read(question, prior)
        return (self._edited(question, prior) if prior is not None and read.doubt else None) or read

    def _edited(self, question: Question, prior: Form) -> Understanding | None:
        """The question before with what the words change of it; None where one of them is not understood."""
        edited: Understanding | None = self._accounts(blank(self.source)).edited(question.text, prior)
        return edited

    async def _read(self, question: Question, prior: Form | None) -> Understanding:
        """By the trained heads, or whoever is in their place."""
        from groundplan.reading.own_words import in_own_words  # loads the reader

        own = in_own_words(question.text, self.source.understood, blank(self.source, prior))
        if own.doubt:
            return Understanding(doubt=own.doubt)
        held = Asked(own.text, self.source.understood, self.source.model)
        if unknown := figure_without_rows(held):
            return Understanding(doubt=unknown)
        plain = question.model_copy(update={"text": held.plain})
        named = [one.figure.name for one in held.figures]
        over = blank(self.source, prior, named)
        understood: Understanding = await self.reader.read(plain, over)
        understood = understood.model_copy(update={"remarks": own.remarks})
        meant = self._meant(understood, prior, own.text, held, named)
        accounts = self._accounts(over)
        embedded: Understanding = accounts.held(question, own.text, meant, prior is not None)
        if self.llm is None or prior is not None:
            return embedded
        from groundplan.reading.modelled.held import ModelledReading

        return await ModelledReading(accounts, self.llm).read(question, own.text, embedded)

    def _accounts(self, over: Blank) -> Any:
        """What holds readings to the words, whoever read them."""
        from groundplan.reading.accounted import Accounts  # loads the values

        return Accounts(self.source, over, self.embedder)

    def _meant(
        self, understood: Understanding, prior: Form | None, text: str, held: Asked, named: Sequence[str]
    ) -> Understanding:
        """The form as the source model says what it means."""
        if understood.doubt or not understood.form:
            return understood
        read = TableForm.model_validate(understood.form)
        before = TableForm.model_validate(prior) if prior else None
        parted = over_parts(read, text, _parted(self.source, before, named))
        form, doubt = held_to_model(parted, held)
        return understood.model_copy(update={"form": form.model_dump(mode="json"), "doubt": doubt})


def _unclear(question: Question, prior: Form) -> Understanding:
    """A follow-up that is asked back; the question before stays as it stands."""
    before = f"the question before was read as {prior[asked.KEY]!r}; " if asked.is_query(prior) else ""
    told = f"{before}what {question.text!r} changes of it is not clear; ask in full"
    doubt = Doubt(kind="clarify", message=told, said=question.text)
    return Understanding(doubt=doubt, form=dict(prior))


def _wake(aids: Aids) -> None:
    _trained(aids.settings.reader, aids.cache, aids.encoder)


def _mind(source: Source, aids: Aids) -> Mind:
    from groundplan.reading.accounted import Accounts
    from groundplan.reading.followup import follow_up
    from groundplan.reading.own_words import in_own_words

    assert isinstance(source, Tables)
    embedded = _trained(aids.settings.reader, aids.cache, aids.encoder)

    def gate(question: Question) -> tuple[bool, str]:
        before = [turn.text for turn in question.history if turn.role == "user"]
        over = blank(source)
        said = in_own_words(question.text, source.understood, over).text
        follows, reason = follow_up(said, before[-1] if before else "", over, aids.encoder)
        if follows or not before or not Accounts(source, over, aids.encoder).points_back(said):
            return follows, reason
        return True, f"{question.text!r} only changes the question before"

    def modelled(llm: Any) -> Reader:
        return OverTables(source, embedded, aids.encoder, llm)

    return Mind(reader=OverTables(source, embedded, aids.encoder), gate=gate, modelled=modelled)


@lru_cache(maxsize=2)
def _trained(name: str, cache: Path, embedder: Any) -> Any:
    """The trained reader, one for the process; its networks are loaded in the background."""
    from groundplan.reading.embedded import Encoder, TrainedReader
    from groundplan.reading.embedded.encoder import load_in_background

    encoder = Encoder(None if name == "trained" else Path(name), cache / "networks")
    load_in_background(encoder, embedder)
    return TrainedReader(encoder, embedder)


def _settled(form: Form, model: Known) -> dict[str, Any]:
    return dict(form) if asked.is_query(form) else settle(form, model)


def _required(form: Form, model: Known) -> tuple[Requirement, ...]:
    if not asked.is_query(form):
        return requirements(form, model)
    return (*asked.requirements(form, model.understood), *chart_of(form, model.understood))


def _serves(tool: str, brief: Brief) -> bool:
    return asked.is_query(brief.form) or bool(bind(tool, brief))


def _limits(form: Form) -> Limits:
    return Limits(steps=asked.STEPS) if asked.is_query(form) else Limits()


def _compiled(template: Template, brief: Brief) -> Plan:
    if asked.is_query(brief.form):
        return asked.plan(brief)
    return compile(template, brief, PHASES, bind, base_table(brief.form, brief.model))


def _told(brief: Brief, found: Facts) -> Answer:
    return query_told(brief, found) if asked.is_query(brief.form) else render(brief, found)


def _definitions(plan: Plan, brief: Brief) -> Mapping[str, Any]:
    from groundplan.reading.contracts import definitions

    return definitions((*column_ids(brief.model), *made_columns(plan, brief.tools)))


pack = Pack(
    name="tables",
    summary="charts and answers from CSV, Parquet, Excel and JSON files, SQLite, DuckDB and Postgres",
    folder=files.FOLDER,
    sources=Sources(open=_open, claims=claims, settings=TableSettings),
    reading=Reading(intents=_INTENTS, mind=_mind, wake=_wake),
    planning=Planning(
        catalogue=Catalogue(
            {**folder.tools(files.FOLDER), **asked.TOOLS}, {**IMPLEMENTATIONS, **query_tools.IMPLEMENTATIONS}
        ),
        coverage=with_queries(folder.coverage(files.FOLDER)),
        templates=files.templates(),
        settle=_settled,
        requirements=_required,
        compile=_compiled,
        safety=("aggregate", "plot_line", "compute_summary_stats"),
        serves=_serves,
        limits=_limits,
        definitions=_definitions,
        checks=(*checks.CHECKS, *CHECKS),
        repairs=repairs.REPAIRS,
    ),
    telling=Telling(
        facts=facts, render=_told, instead=instead, ran=sql_of, save=save, wake=DrawingProcess, sketch=sketch, draw=draw
    ),
    extras=Extras(cases=files.FOLDER / "cases.jsonl", scorer=scorer),
)
