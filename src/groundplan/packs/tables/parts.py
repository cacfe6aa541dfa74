"""The five parts of the `tables` pack."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from groundplan.contracts import Brief, Limits, Plan, Question, Requirement
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
from groundplan.packs.tables.claims import claims
from groundplan.packs.tables.collect import facts
from groundplan.packs.tables.drawing_process import DrawingProcess
from groundplan.packs.tables.instead import instead
from groundplan.packs.tables.query_drawn import chart_of
from groundplan.packs.tables.reader import INTENTS, OverTables, blank
from groundplan.packs.tables.report import draw, save, sketch
from groundplan.packs.tables.scoring import scorer
from groundplan.packs.tables.telling import told
from groundplan.packs.tables.tools import IMPLEMENTATIONS
from groundplan.plan import Template, folder
from groundplan.query import asked, checks, repairs
from groundplan.query import tools as query_tools
from groundplan.query.results import sql_of
from groundplan.query.typed import with_queries
from groundplan.sources.opened import Known, Tables, open_sources


@dataclass(frozen=True)
class TableSettings:
    """What can be set of this pack alone."""

    reader: str = setting(
        "trained", "reader of questions over tables: trained, or the folder of another trained reader"
    )


def _open(sources: tuple[str, ...], cache: Path, settings: Any) -> Source:
    return open_sources(sources, cache)


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


def _required(form: Form, model: Known) -> tuple[Requirement, ...]:
    return (*asked.requirements(form, model.understood), *chart_of(form, model.understood)) if form else ()


def _compiled(_template: Template, brief: Brief) -> Plan:
    return asked.plan(brief)


pack = Pack(
    name="tables",
    summary="charts and answers from CSV, Parquet, Excel and JSON files, SQLite, DuckDB and Postgres",
    folder=files.FOLDER,
    sources=Sources(open=_open, claims=claims, settings=TableSettings),
    reading=Reading(intents=INTENTS, mind=_mind, wake=_wake),
    planning=Planning(
        catalogue=Catalogue(
            {**folder.tools(files.FOLDER), **asked.TOOLS}, {**IMPLEMENTATIONS, **query_tools.IMPLEMENTATIONS}
        ),
        coverage=with_queries(folder.coverage(files.FOLDER)),
        templates=files.templates(),
        settle=asked.settled,
        requirements=_required,
        compile=_compiled,
        safety=("aggregate", "plot_line", "compute_summary_stats"),
        limits=lambda form: Limits(steps=asked.STEPS) if form else Limits(),
        checks=checks.CHECKS,
        repairs=repairs.REPAIRS,
    ),
    telling=Telling(
        facts=facts, render=told, instead=instead, ran=sql_of, save=save, wake=DrawingProcess, sketch=sketch, draw=draw
    ),
    extras=Extras(cases=files.FOLDER / "cases.jsonl", scorer=scorer),
)
