"""A .tds, .twb, .tdsx or .twbx -> the descriptions of its data sources."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast
from xml.etree import ElementTree

from groundplan.errors import SourceError
from groundplan.packs.tableau.described.description import (
    Alias,
    BinOf,
    Described,
    DescribedParameter,
    Description,
    Group,
    Grouped,
    Join,
    LogicalOne,
    ParameterType,
    Physical,
    Relationship,
)
from groundplan.packs.tableau.vizql.service import DataType

ENDINGS = (".tds", ".twb", ".tdsx", ".twbx")
LARGEST = 200_000_000
"""Bytes of XML that are read."""
Xml = ElementTree.Element
_TYPES: dict[str, DataType] = {
    "string": "STRING", "integer": "INTEGER", "real": "REAL", "boolean": "BOOLEAN", "date": "DATE",
    "datetime": "DATETIME", "spatial": "SPATIAL",
}  # fmt: skip
_AGGREGATIONS = {
    "Sum": "SUM", "Avg": "AVG", "Count": "COUNT", "CountD": "COUNTD", "Min": "MIN", "Max": "MAX", "Median": "MEDIAN",
    "Stdev": "STDEV", "Var": "VAR", "Year": "YEAR", "User": "AGG", "None": "NONE",
}  # fmt: skip
_KINDS = {"quantitative": "CONTINUOUS", "nominal": "NOMINAL", "ordinal": "ORDINAL"}
_MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
           "november", "december")  # fmt: skip
_DAYS = ("sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday")


def read_tableau(path: Path, unpack: Path) -> tuple[Description, ...]:
    """Every data source of the file; what a packed one carries along is laid under `unpack`."""
    text, folder = _text(path, unpack)
    if b"<!DOCTYPE" in text[:10_000] or b"<!ENTITY" in text:
        raise SourceError(f"{path.name!r} declares entities, which no file of Tableau does; give the file as it was.")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise SourceError(f"{path.name!r} is no XML ({error}); check that the file is whole.") from error
    _without_prefixes(root)
    sources = [root] if root.tag == "datasource" else list(root.findall("./datasources/datasource"))
    parameters = _parameters(sources)
    found = [_described(one, parameters, folder, path.stem) for one in sources if one.get("name") != "Parameters"]
    if not found:
        raise SourceError(f"{path.name!r} holds no data source; save it with one.")
    return tuple(found)


def _text(path: Path, unpack: Path) -> tuple[bytes, Path]:
    if path.suffix.lower() in (".tds", ".twb"):
        if path.stat().st_size > LARGEST:
            raise SourceError(f"{path.name!r} is larger than {LARGEST:,} bytes; save it without its extract.")
        return path.read_bytes(), path.parent
    try:
        with zipfile.ZipFile(path) as packed:
            inner = [one for one in packed.infolist() if one.filename.lower().endswith((".tds", ".twb"))]
            if not inner or sum(one.file_size for one in packed.infolist()) > 10 * LARGEST:
                raise SourceError(f"{path.name!r} holds no .tds or .twb, or too much; pack it anew.")
            packed.extractall(unpack)  # members that point outside are laid inside by zipfile
            return packed.read(inner[0]), (unpack / inner[0].filename).parent
    except (zipfile.BadZipFile, OSError) as error:
        raise SourceError(f"{path.name!r} cannot be unpacked ({error}); check that the file is whole.") from error


def _without_prefixes(root: Xml) -> None:
    """`_.fcp.ObjectModelTableType.true...column` is a column; what holds for older versions only is dropped."""
    for parent in list(root.iter()):
        for child in list(parent):
            switched = re.match(r"_\.fcp\.\w+\.(true|false)\.\.\.(.+)", str(child.tag))
            if switched and switched[1] == "false":
                parent.remove(child)
            elif switched:
                child.tag = switched[2]


def _bare(name: str | None) -> str:
    """`[Order Date]` as `Order Date`."""
    text = (name or "").strip()
    return text[1:-1].replace("]]", "]") if text.startswith("[") and text.endswith("]") else text


def _last(name: str | None) -> str:
    """`[Parameters].[Parameter 2]` as `Parameter 2`."""
    return _bare(re.split(r"\]\.\[", name or "")[-1].strip("[]"))


def _value(text: str | None, type: str) -> Any:
    """A member as the file writes it: texts in quotes, dates between number signs."""
    text = text or ""
    if text == "%null%":
        return None
    if type == "STRING" or text.startswith('"'):
        return text[1:-1] if len(text) > 1 and text.startswith('"') and text.endswith('"') else text
    if type == "BOOLEAN":
        return text.lower() == "true"
    if type in ("DATE", "DATETIME"):
        return text.strip("#")
    try:
        return int(text) if type == "INTEGER" else float(text)
    except ValueError:
        return text


# ------------------------------------------------------------------ a data source


def _described(source: Xml, parameters: tuple[DescribedParameter, ...], folder: Path, stem: str) -> Description:
    records = {_bare(one.findtext("local-name")): one for one in source.iter("metadata-record")}
    homes = {_bare(one.get("key")): one.get("value", "") for one in source.iter("map")}
    folders = {_bare(item.get("name")): one.get("name", "") for one in source.iter("folder") for item in one}
    declared = {_bare(one.get("name")): one for one in source.findall("column")}
    tables = tuple(_logical(source, folder))
    names = [name for name in dict.fromkeys([*declared, *records]) if name and "__tableau_internal" not in name]
    fields = [_field(name, declared.get(name), records.get(name), homes.get(name, ""), tables) for name in names]
    kept = [one.model_copy(update={"folder": folders.get(one.name, "")}) for one in fields if one is not None]
    options = source.find("date-options")
    start = options.get("start-of-week", "") if options is not None else ""
    fiscal = options.get("fiscal-year-start", "") if options is not None else ""
    return Description(
        name=source.get("caption")
        or source.get("formatted-name", "").partition(".")[0].replace("federated", "")
        or stem,
        fields=tuple(kept),
        tables=tables,
        relationships=tuple(_relationships(source)),
        parameters=parameters,
        hierarchies=tuple(
            (path.get("name", ""), tuple(_bare(field.text) for field in path)) for path in source.iter("drill-path")
        ),
        week_start=_DAYS.index(start) if start in _DAYS else 0,
        fiscal_year_start=_MONTHS.index(fiscal) + 1 if fiscal in _MONTHS else 1,
    )


def _field(
    name: str, column: Xml | None, record: Xml | None, home: str, tables: tuple[LogicalOne, ...]
) -> Described | None:
    said = column if column is not None else ElementTree.Element("column")
    raw = said.get("datatype") or (record.findtext("local-type") if record is not None else "") or ""
    if raw == "table" or (record is not None and record.get("class") == "capability"):
        return None
    type = _TYPES.get(raw, "UNKNOWN")
    calculation = said.find("calculation")
    role = said.get("role", "measure" if type in ("REAL",) and calculation is None else "dimension").upper()
    table, held = _home(name, record, home, tables)
    how = said.get("aggregation") or (record.findtext("aggregation") if record is not None else "") or ""
    told = _AGGREGATIONS.get(how)
    formula = calculation.get("formula", "") if calculation is not None else ""
    kind = calculation.get("class", "") if calculation is not None else ""
    plain = _KINDS.get(said.get("type", ""), "CONTINUOUS" if role == "MEASURE" else "NOMINAL")
    return Described(
        name=name,
        caption=said.get("caption") or name,
        type=type,
        role=cast(Any, role),
        kind=cast(Any, plain),
        aggregation=told or ("SUM" if role == "MEASURE" else "COUNT"),
        table=table if calculation is None else "",
        column=held if calculation is None else "",
        formula=formula if kind == "tableau" else "",
        bin=_bin(calculation) if calculation is not None and kind == "bin" else None,
        group=_group(calculation, type) if calculation is not None and kind == "categorical-bin" else None,
        hidden=said.get("hidden") == "true",
        description="".join(said.find("desc").itertext()).strip() if said.find("desc") is not None else "",  # type: ignore[union-attr]
        aliases=tuple(
            Alias(member=_value(one.get("key"), type), value=one.get("value", ""))
            for one in said.iterfind("aliases/alias")
        ),
    )


def _home(local: str, record: Xml | None, home: str, tables: tuple[LogicalOne, ...]) -> tuple[str, str]:
    """The logical table of a column, and where it lies below that: `flights.csv.orig`."""
    physical, _, held = home.partition("].[")
    name, column = (_bare(physical + "]"), _bare("[" + held)) if held else ("", "")
    if record is not None:
        id = _bare(record.findtext("object-id"))
        remote = record.findtext("remote-name") or column
        parent = _bare(record.findtext("parent-name")) or name
        if id:
            return id, f"{parent}.{remote}"
        name, column = name or parent, column or remote
    if not column:
        return (tables[0].id if len(tables) == 1 else ""), local
    table = next((one.id for one in tables if any(each.name == name for each in one.physical)), "")
    return (table or (tables[0].id if len(tables) == 1 else "")), (f"{name}.{column}" if name else column)


def _bin(calculation: Xml) -> BinOf:
    size, parameter = calculation.get("size"), calculation.get("size-parameter")
    return BinOf(of=_bare(calculation.get("formula")), size=float(size) if size else None, parameter=_last(parameter))


def _group(calculation: Xml, type: str) -> Group:
    groups = tuple(
        Grouped(name=str(_value(one.get("value"), "STRING")), members=tuple(_value(v.text, type) for v in one))
        for one in calculation.findall("bin")
    )
    other = calculation.get("default")
    return Group(of=_bare(calculation.get("column")), groups=groups, other=_value(other, "STRING") if other else None)


# ------------------------------------------------------------------ parameters


def _parameters(sources: Iterable[Xml]) -> tuple[DescribedParameter, ...]:
    found: dict[str, DescribedParameter] = {}
    for source in sources:
        own = source.findall("column") if source.get("name") == "Parameters" else []
        held = [c for one in source.findall("datasource-dependencies[@datasource='Parameters']") for c in one]
        for column in [*own, *held]:
            if column.tag == "column" and column.get("param-domain-type"):
                made = _parameter(column)
                found.setdefault(made.name, made)
    return tuple(found.values())


def _parameter(column: Xml) -> DescribedParameter:
    type = _TYPES.get(column.get("datatype", ""), "STRING")
    bounds, domain = column.find("range"), column.get("param-domain-type")
    low, high, step = (bounds.get(one) if bounds is not None else None for one in ("min", "max", "granularity"))
    dated = type in ("DATE", "DATETIME")
    kind: ParameterType = "LIST" if domain == "list" else "ANY_VALUE"
    if domain == "range" and bounds is not None:
        kind = "QUANTITATIVE_DATE" if dated else "QUANTITATIVE_RANGE"
    named = {_value(one.get("key"), type): one.get("value", "") for one in column.iterfind("aliases/alias")}
    members = [_value(one.get("value"), type) for one in column.iterfind("members/member")]
    return DescribedParameter(
        name=_bare(column.get("name")),
        caption=column.get("caption") or _bare(column.get("name")),
        type=type,
        value=_value(column.get("value"), type),
        kind=kind,
        members=tuple(Alias(member=one, value=named.get(one, str(one))) for one in members),
        low=_value(low, type) if low else None,
        high=_value(high, type) if high else None,
        step=float(step) if step and not dated else None,
    )


# ------------------------------------------------------------------ tables


def _logical(source: Xml, folder: Path) -> Iterator[LogicalOne]:
    files = {one.get("name", ""): one.find("connection") for one in source.iter("named-connection")}
    objects = source.findall("./object-graph/objects/object")
    held = {one.get("id", ""): one for one in objects}
    for id, one in held.items():
        relation = one.find("./properties/relation")
        if relation is not None:
            yield _table(id, one.get("caption") or id, relation, files, folder)
    if not held and (relation := source.find("./connection/relation")) is not None:
        parts = relation.findall("relation") if relation.get("type") == "collection" else [relation]
        for part in parts:
            name = part.get("name") or "data"
            yield _table(name, name, part, files, folder)


def _table(id: str, caption: str, relation: Xml, files: dict[str, Xml | None], folder: Path) -> LogicalOne:
    if relation.get("type") == "join":
        left, right = relation.findall("relation")[:2]
        one, other = (_table(id, caption, each, files, folder) for each in (left, right))
        pairs = tuple(_pairs(relation.find("clause/expression"), relation.get("name") or id))
        kind = cast(Any, relation.get("join", "inner"))
        joined = Join(kind=kind, table=other.physical[0].name, pairs=pairs)
        return LogicalOne(
            id=id, caption=caption, physical=one.physical + other.physical, joins=(*one.joins, joined, *other.joins)
        )
    connection = files.get(relation.get("connection", ""))
    named = connection.get("filename", "") if connection is not None else ""
    inside = connection.get("directory", "") if connection is not None else ""
    file = _beside(folder, inside, named) if named else ""
    sheet = (
        _bare(relation.get("table")).rstrip("$")
        if connection is not None and "excel" in connection.get("class", "")
        else ""
    )
    return LogicalOne(
        id=id, caption=caption, physical=(Physical(name=relation.get("name") or id, file=file, sheet=sheet),)
    )


def _beside(folder: Path, inside: str, named: str) -> str:
    """The file where the source says it is, or beside it; one that lies elsewhere has to be given."""
    for place in (folder / inside / named, folder / Path(named).name):
        path = place.resolve()
        if path.is_relative_to(folder.resolve()) and path.is_file():
            return str(path)
    return ""


def _pairs(expression: Xml | None, about: str) -> Iterator[tuple[str, str, str]]:
    """The comparisons of a join or a relationship, ANDed."""
    if expression is None:
        return
    inner, sign = list(expression), expression.get("op", "")
    if sign.upper() == "AND":
        for one in inner:
            yield from _pairs(one, about)
    elif sign in ("=", "<>", "<", "<=", ">", ">=") and len(inner) == 2:
        left, right = (one.get("op", "") for one in inner)
        yield sign, left, right
    else:
        raise SourceError(f"the tables of {about!r} are joined by {sign!r}, which is not read; join them by columns.")


def _relationships(source: Xml) -> Iterator[Relationship]:
    for one in source.iterfind("./object-graph/relationships/relationship"):
        first, second = one.find("first-end-point"), one.find("second-end-point")
        if first is None or second is None:
            continue
        pairs = tuple(
            (sign, _bare(left), _bare(right)) for sign, left, right in _pairs(one.find("expression"), "these")
        )
        yield Relationship(
            first=first.get("object-id", ""), second=second.get("object-id", ""), pairs=pairs,
            first_unique=first.get("unique-key") == "true", second_unique=second.get("unique-key") == "true",
        )  # fmt: skip
