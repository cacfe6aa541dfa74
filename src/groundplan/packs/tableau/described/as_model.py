"""A described source as a source model: people's names, roles, codes, relations, and calculated figures."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from groundplan.contracts.source_model import Dataset, Field, Figure, Note, SourceModel
from groundplan.packs.tableau.calculation.parse import parsed
from groundplan.packs.tableau.calculation.parts import Call, Constant, If, Named, Part
from groundplan.packs.tableau.calculation.values import ROW, Value
from groundplan.packs.tableau.compiled.rows import Asking, Rows
from groundplan.packs.tableau.described.description import Described, Description, LogicalOne, stored
from groundplan.packs.tableau.described.opened import Opened
from groundplan.packs.tableau.faults import BadFormula
from groundplan.sources import duck
from groundplan.sources.locked import Found
from groundplan.sources.measure import DuckMeasure
from groundplan.sources.model.evidence import DuckEvidence
from groundplan.sources.model.infer import About, infer
from groundplan.sources.names import table_names
from groundplan.sources.profile import profile
from groundplan.sources.shape import Key

_ADDED = {"SUM": "sum", "AVG": "average"}
_FUNCTIONS = {
    "SUM": "SUM", "AVG": "AVG", "MIN": "MIN", "MAX": "MAX", "MEDIAN": "MEDIAN", "COUNT": "COUNT", "STDEV": "STDDEV",
    "VAR": "VARIANCE", "ABS": "ABS", "IFNULL": "COALESCE",
}  # fmt: skip
_BETWEEN = ("+", "-", "*", "/", "=", "<>", "<", "<=", ">", ">=", "AND", "OR")


@dataclass(frozen=True)
class _Home:
    """Where a field stands in the model."""

    dataset: str
    field: str


@dataclass(frozen=True)
class Modelled:
    """A source as a question sees it."""

    model: SourceModel
    found: Found
    """What the data say of themselves."""
    homes: Mapping[tuple[str, str], Described]
    """The source's own field by dataset and field."""


def modelled(source: Opened) -> Modelled:
    """The model over views of the source's tables, which stand beside them on its connection.

    Calculations of each row, groups and bins are columns there. Calculated figures are figures; those that an
    expression cannot say, levels of detail among them, are told in a note.
    """
    description = source.description
    names = dict(zip((one.id for one in description.tables), _names(description), strict=True))
    homes = _views(source, names)
    tables = [profile(name, DuckMeasure(source.connection, name))[0] for name in names.values()]
    about = {names[one.id]: _about(one, description, names, homes) for one in description.tables}
    evidence = DuckEvidence(source.connection)
    found = infer(tables, about, evidence)
    known = {(home.dataset, home.field.casefold()): one for one in description.fields if (home := homes.get(one.name))}
    datasets = tuple(_said(dataset, known) for dataset in found.datasets)
    figures, notes = _figures(description, homes)
    said = found.model_copy(update={"datasets": datasets, "figures": figures, "notes": (*found.notes, *notes)})
    own = {(home.dataset, home.field): one for one in description.fields if (home := homes.get(one.name))}
    return Modelled(said, Found(found, tables, (), evidence), own)


def _names(description: Description) -> tuple[str, ...]:
    return table_names([one.caption.rpartition(".csv")[0] or one.caption for one in description.tables], ("main",))


def _views(source: Opened, names: Mapping[str, str]) -> dict[str, _Home]:
    """A view of each table under people's names, with what is calculated of its rows; hidden fields only as keys."""
    description = source.description
    keys = {name for one in description.relationships for _, left, right in one.pairs for name in (left, right)}
    homes: dict[str, _Home] = {}
    listed: dict[str, list[tuple[str, str]]] = {table: [] for table in names}
    for field in description.fields:
        value = None if field.hidden and field.name not in keys else _of_row(field, description)
        if value is not None and len(value.tables) == 1:
            table = next(iter(value.tables))
            homes[field.name] = _Home(names[table], _called(field))
            listed[table].append((value.sql.sql("duckdb"), _called(field)))
    for table, columns in listed.items():
        called, rows = duck.name("main", names[table]), f"{duck.name('main', stored(table))} AS {duck.name(table)}"
        inner = ", ".join(f"{sql} AS c{place}" for place, (sql, _) in enumerate(columns))
        outer = ", ".join(f"c{place} AS {duck.name(caption)}" for place, (_, caption) in enumerate(columns))
        source.connection.execute(
            f"CREATE OR REPLACE VIEW {called} AS SELECT {outer} FROM (SELECT {inner} FROM {rows})"
        )
    return homes


def _called(field: Described) -> str:
    """As people say it: what Tableau writes behind the name of a bin or a group belongs to the name."""
    plain = re.sub(r"\s*\(([^()]+)\)$", r" \1", field.caption)
    return plain if field.bin or field.group else field.caption


def _of_row(field: Described, description: Description) -> Value | None:
    """A field that is computed of the row alone."""
    rows = Rows(Asking(description, datetime.now(), {}, by_name=True, hidden=True))
    try:
        value = rows.named(Named(field.name))
    except BadFormula:
        return None
    return value if value.level == ROW and not rows.joins else None


def _about(table: LogicalOne, description: Description, names: Mapping[str, str], homes: Mapping[str, _Home]) -> About:
    keys = [
        Key(column=homes[left].field, table=names[one.second], other=homes[right].field, declared=True)
        for one in description.relationships
        for sign, left, right in one.pairs
        if one.first == table.id and one.second_unique and sign == "=" and len(one.pairs) == 1
    ]
    return About(source=table.caption, keys=keys)


def _said(dataset: Dataset, known: Mapping[tuple[str, str], Described]) -> Dataset:
    """What the source says of fields stands before what was inferred; DuckDB keeps the capitals of the first name."""
    fields = tuple(_as_described(one, known.get((dataset.name, one.name.casefold()))) for one in dataset.fields)
    return dataset.model_copy(update={"fields": fields})


def _as_described(field: Field, said: Described | None) -> Field:
    if said is None:
        return field
    update: dict[str, object] = {"description": said.description or field.description, "column": said.column}
    if said.aliases:
        update["codes"] = {str(one.member): one.value for one in said.aliases if one.member is not None}
    if said.role == "MEASURE" and field.type in ("integer", "number"):
        update |= {"role": "measure", "adds_up": _ADDED.get(said.aggregation, field.adds_up)}
    elif field.role == "measure":
        update |= {"role": "category", "adds_up": None}
    return field.model_copy(update=update)


# ------------------------------------------------------------------ figures


def _figures(description: Description, homes: Mapping[str, _Home]) -> tuple[tuple[Figure, ...], tuple[Note, ...]]:
    """Calculated figures as expressions, and those that none can say."""
    figures, notes = [], []
    for field in description.shown:
        if not field.formula or field.name in homes:
            continue
        text = _text(_parts(field.formula), description, homes)
        if text is None:
            told = f"the calculated field {field.caption!r} is left to VizQL: {' '.join(field.formula.split())}"
            notes.append(Note(about=homes[next(iter(homes))].dataset, text=told, declared=True))
        else:
            figures.append(Figure(name=field.caption, expression=text, description=field.description))
    return tuple(figures), tuple(notes)


def _parts(formula: str) -> Part | None:
    """The parts of a formula that can be read."""
    try:
        return parsed(formula, internal=True)
    except BadFormula:
        return None


def _text(part: Part | None, description: Description, homes: Mapping[str, _Home]) -> str | None:
    """The part in the language of figures; None where it has no word for it."""
    if isinstance(part, Constant):
        return _constant(part.value)
    if isinstance(part, Named):
        return _named(part, description, homes)
    if isinstance(part, If):
        texts = [_text(one, description, homes) for branch in part.branches for one in branch]
        rest = _text(part.otherwise, description, homes) if part.otherwise is not None else "NULL"
        if None in texts or rest is None:
            return None
        whens = " ".join(f"WHEN {test} THEN {then}" for test, then in zip(texts[::2], texts[1::2], strict=True))
        return f"CASE {whens} ELSE {rest} END"
    return _call(part, description, homes) if isinstance(part, Call) else None


def _constant(value: object) -> str | None:
    if value is None or isinstance(value, bool):
        return "NULL" if value is None else str(value).upper()
    return str(value) if isinstance(value, int | float) else duck.text(value) if isinstance(value, str) else None


def _named(part: Named, description: Description, homes: Mapping[str, _Home]) -> str | None:
    if parameter := description.parameter(part.name) if part.of or not description.field(part.name, True) else None:
        return _constant(parameter.value)
    field = description.field(part.name, by_name=True)
    if field is None:
        return None
    if home := homes.get(field.name):
        return duck.name(home.dataset, home.field)
    return f"({text})" if field.formula and (text := _text(_parts(field.formula), description, homes)) else None


def _shown(part: Call, description: Description) -> tuple[Part, ...]:
    """The arguments; a member that is held against its field as it is shown, since the model's field holds that."""
    fields = [description.field(one.name, by_name=True) for one in part.args if isinstance(one, Named)]
    shown = {alias.member: alias.value for one in fields if one for alias in one.aliases}
    if part.name not in ("=", "<>") or not shown:
        return part.args
    return tuple(
        Constant(shown.get(one.value, one.value), "STRING") if isinstance(one, Constant) else one for one in part.args
    )


def _call(part: Call, description: Description, homes: Mapping[str, _Home]) -> str | None:
    args = [_text(one, description, homes) for one in _shown(part, description)]
    told = [one for one in args if one is not None]
    if len(told) < len(args):
        return None
    if part.name in _BETWEEN:
        return f"({told[0]} {part.name} {told[1]})"
    if part.name == "COUNTD":
        return f"COUNT(DISTINCT {told[0]})"
    if part.name == "ZN":
        return f"COALESCE({told[0]}, 0)"
    if part.name in ("NOT", "NEGATIVE"):
        return f"({'NOT ' if part.name == 'NOT' else '-'}{told[0]})"
    if part.name == "ISNULL":
        return f"({told[0]} IS NULL)"
    return f"{_FUNCTIONS[part.name]}({', '.join(told)})" if part.name in _FUNCTIONS else None
