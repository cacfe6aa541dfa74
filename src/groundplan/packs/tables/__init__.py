"""The `tables` pack: charts and answers from files and databases."""

from __future__ import annotations

from typing import TYPE_CHECKING

from groundplan.pack import Pack
from groundplan.packs.tables import files
from groundplan.packs.tables.bind import bind
from groundplan.packs.tables.checks import CHECKS
from groundplan.packs.tables.collect import facts
from groundplan.packs.tables.meeting import meeting
from groundplan.packs.tables.pen import Pen
from groundplan.packs.tables.render import render
from groundplan.packs.tables.report import save, sketch
from groundplan.packs.tables.tools import IMPLEMENTATIONS
from groundplan.plan import folder
from groundplan.query import checks, repairs
from groundplan.query.joins import base_table
from groundplan.query.requirements import requirements
from groundplan.query.settle import settle
from groundplan.reading.blank import Blank
from groundplan.sources.opened import open_sources

if TYPE_CHECKING:
    from groundplan.pack import Source

__all__ = ["pack"]


def _blank(pack: Pack, source: Source) -> Blank:
    return Blank(
        pack=pack.name,
        intents=pack.intents,
        labels=pack.labels,
        tables=source.tables,
        find=source.find,
        linked=source.linked,
        meeting=lambda form: meeting(source, form),
    )


pack = Pack(
    name="tables",
    summary="charts and answers from CSV, Parquet, Excel and JSON files, SQLite, DuckDB and Postgres",
    folder=files.FOLDER,
    intents=folder.intents(files.FOLDER),
    labels=files.labels(),
    tools=folder.tools(files.FOLDER),
    implementations=IMPLEMENTATIONS,
    templates=files.templates(),
    coverage=folder.coverage(files.FOLDER),
    phases=("join", "parse", "filter", "derive", "choose", "aggregate", "having", "enrich", "order", "select", "show"),
    safety=("aggregate", "plot_line", "compute_summary_stats"),
    open=open_sources,
    blank=_blank,
    settle=settle,
    requirements=requirements,
    bind=bind,
    base=base_table,
    facts=facts,
    render=render,
    checks=(*checks.CHECKS, *CHECKS),
    repairs=repairs.REPAIRS,
    save=save,
    wake=Pen,
    sketch=sketch,
)
