"""The five parts of the `tables` pack."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundplan.contracts import Brief, Limits, Plan, Requirement
from groundplan.pack import (
    Aids,
    Catalogue,
    Extras,
    Form,
    Mind,
    Pack,
    Planning,
    Reading,
    Source,
    Sources,
    Telling,
    setting,
)
from groundplan.packs.tables.claims import claims
from groundplan.packs.tables.scoring import scorer
from groundplan.plan import Template, folder
from groundplan.query import asked, checks, repairs
from groundplan.query import tools as query_tools
from groundplan.query.results import sql_of
from groundplan.query.typed import with_queries
from groundplan.reading.over_tables import INTENTS, mind, trained
from groundplan.sources.opened import Known, Tables, open_sources
from groundplan.tabular import files
from groundplan.tabular.collect import facts
from groundplan.tabular.drawing_process import DrawingProcess
from groundplan.tabular.instead import instead
from groundplan.tabular.query_drawn import chart_of
from groundplan.tabular.reader import BLANKS
from groundplan.tabular.report import draw, save, sketch
from groundplan.tabular.telling import told
from groundplan.tabular.tools import IMPLEMENTATIONS


@dataclass(frozen=True)
class TableSettings:
    """What can be set of this pack alone."""

    reader: str = setting(
        "trained", "reader of questions over tables: trained, or the folder of another trained reader"
    )


FOLDER = Path(__file__).parent


def _templates() -> dict[str, Template]:
    """The usual plan of each intent, and what a query becomes."""
    loaded = [Template.model_validate(folder.load(path)) for path in sorted(FOLDER.glob("templates/*.yaml"))]
    return {template.intent: template for template in (*loaded, files.drawn())}


def _open(sources: tuple[str, ...], cache: Path, settings: Any) -> Source:
    return open_sources(sources, cache)


def _wake(aids: Aids) -> None:
    trained(aids.settings.reader, aids.cache, aids.encoder)


def _mind(source: Source, aids: Aids) -> Mind:
    assert isinstance(source, Tables)
    return mind(BLANKS, source, aids)


def _required(form: Form, model: Known) -> tuple[Requirement, ...]:
    return (*asked.requirements(form, model.understood), *chart_of(form, model.understood)) if form else ()


def _compiled(_template: Template, brief: Brief) -> Plan:
    return asked.plan(brief)


pack = Pack(
    name="tables",
    summary="charts and answers from CSV, Parquet, Excel and JSON files, SQLite, DuckDB and Postgres",
    folder=FOLDER,
    sources=Sources(open=_open, claims=claims, settings=TableSettings),
    reading=Reading(intents=INTENTS, mind=_mind, wake=_wake),
    planning=Planning(
        catalogue=Catalogue(
            {**folder.tools(files.FOLDER), **asked.TOOLS}, {**IMPLEMENTATIONS, **query_tools.IMPLEMENTATIONS}
        ),
        coverage=with_queries(folder.coverage(files.FOLDER)),
        templates=_templates(),
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
    extras=Extras(cases=FOLDER / "cases.jsonl", scorer=scorer),
)
