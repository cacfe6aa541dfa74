"""Briefs for tests: a filled form over the sales table, with the tables pack's own tools and mapping."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from groundplan.contracts import Brief, Limits, Requirement, Tool
from groundplan.contracts.source_model import Dataset, Field, SourceModel
from groundplan.packs.tables import pack
from groundplan.sources.opened import Known
from groundplan.sources.shape import Column, Table

SALES = Table(
    name="sales",
    rows=425,
    columns=(
        Column(name="date", type="date", role="temporal", distinct=425, low="2023-01-01", high="2024-02-29"),
        Column(name="region", type="text", role="categorical", distinct=4, values=("North", "East", "South", "West")),
        Column(
            name="product_category",
            type="text",
            role="categorical",
            distinct=4,
            values=("Electronics", "Groceries", "Furniture", "Clothing"),
        ),
        Column(name="channel", type="text", role="categorical", distinct=3, values=("Partner", "Store", "Online")),
        Column(name="city", type="text", role="categorical", distinct=8),
        Column(name="units", type="integer", role="numeric", distinct=15, low=1, high=15),
        Column(name="revenue", type="number", role="numeric", distinct=424, low=16.57, high=3263.3),
        Column(name="returned", type="text", role="categorical", distinct=2, values=("no", "yes")),
    ),
)


def _dataset(table: Table | Mapping[str, Any]) -> Dataset:
    read = Table.model_validate(table)
    fields = tuple(Field(name=c.name, type=c.type, role="category") for c in read.columns)
    return Dataset(name=read.name, rows=read.rows, fields=fields)


def brief_of(
    form: Mapping[str, Any],
    *,
    goal: str = "a question",
    tables: Sequence[Table | Mapping[str, Any]] = (SALES,),
    tools: Iterable[str] | None = None,
    catalogue: Iterable[Mapping[str, Any]] = (),
    requirements: Iterable[str] | None = None,
    limits: Mapping[str, int] | None = None,
    model: Known | None = None,
    inputs: Iterable[str] = (),
) -> Brief:
    """The terms of a form; `tools` narrows, `catalogue` adds tools, `requirements` replaces what follows from it."""
    tables = model or Known.of(map(Table.model_validate, tables), SourceModel(datasets=tuple(map(_dataset, tables))))
    known = {**pack.planning.catalogue.tools, **{entry["name"]: Tool.model_validate(entry) for entry in catalogue}}
    follow = tuple(required(form, tables))
    asked = follow if requirements is None else tuple(map(_labelled, requirements))
    return Brief(
        goal=goal,
        pack="tables",
        form=dict(form),
        inputs=tuple(inputs),
        requirements=asked,
        tools=known if tools is None else {name: known[name] for name in tools},
        catalogue=known,
        coverage=pack.planning.coverage,
        model=tables,
        given=tuple(table.name for table in tables),
        limits=Limits(**limits or {}),
    )


def required(form: Mapping[str, Any], tables: Known) -> Iterator[Requirement]:
    """What a query obliges a plan to, or the schema of requirements: figures, groups, time, analyses, outputs."""
    if "query" in form:
        yield from pack.planning.requirements(form, tables)
        return
    yield from (_labelled(f"analysis.{label}") for label in form.get("analysis", ()))
    for name in form.get("group_by", ()):
        yield Requirement(id=f"group_by.{name}", kind="group_by", value=name, label="group_by")
    if time := form.get("time"):
        yield Requirement(id=f"time.{time['column']}", kind="time", value=time["column"], label="time")
    yield from (_labelled(f"outputs.{label}") for label in form.get("outputs", ()))
    for limit in form.get("filters", ()):
        yield Requirement(id=f"filters.{limit['column']}", kind="filters", value=limit, label="filters")
    if form.get("limit") is not None:
        yield Requirement(id=f"limit.{form['limit']}", kind="limit", value=form["limit"], label="limit")


def _labelled(id: str) -> Requirement:
    kind, _, value = id.partition(".")
    return Requirement(id=id, kind=kind, value=value, label=id)
