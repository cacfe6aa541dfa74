"""A data source that can be asked: tables to read a question over, and VizQL to compute it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundplan.contracts import Plan
from groundplan.errors import SourceError
from groundplan.packs.tableau.asking.formula import Homes
from groundplan.packs.tableau.asking.pushed import DATA
from groundplan.packs.tableau.calculation.parts import Type
from groundplan.packs.tableau.described.as_model import Modelled, modelled
from groundplan.packs.tableau.described.opened import Opened, open_sources
from groundplan.packs.tableau.run import run
from groundplan.packs.tableau.vizql.query import Query
from groundplan.packs.tableau.vizql.service import QueryOptions
from groundplan.sources import opened
from groundplan.sources.frame import Frame
from groundplan.sources.joinable import with_keys
from groundplan.sources.meanings import described
from groundplan.sources.opened import Tables

_NAMED = re.compile(r"\[(?:[^\]]|\]\])*\]")
MOST = 1_000_000
"""Rows of one query; more are not computed over."""


@dataclass(frozen=True)
class Sized:
    """Something that was read, and how many rows it has."""

    name: str
    rows: int


class Known(opened.Known):
    """The tables and their model, with the source's own fields."""

    homes: Homes
    held: Opened


class Asked(Frame):
    """The rows of a VizQL query, with the query."""

    query: Mapping[str, Any]


class DataSource(Tables):
    """One opened data source."""

    def __init__(self, source: Opened, made: Modelled, cache: Path) -> None:
        self.opened = source
        self.homes: Homes = made.homes

        def rows(name: str) -> Any:
            return source.backend.table(name, database="main")

        tables, _ = described(made.found, (), made.model, rows)
        keyed = with_keys(tables, made.model)
        super().__init__(made.model, keyed, source.description.notes, rows, source.close, cache, made.found)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of its tables, and of itself."""
        return (*super().names, DATA)

    @property
    def model(self) -> Known:
        """Its tables, their model, and its own fields."""
        made = Known.of(super().model, self.understood)
        made.homes, made.held = self.homes, self.opened
        return made

    def get(self, name: str) -> Any:
        """A frame over a table, or itself, to be asked by VizQL."""
        return self if name == DATA else super().get(name)

    def sized(self, plan: Plan) -> list[Sized]:
        """Itself, with the rows of the tables that the plan's queries read."""
        said = {field for step in plan.steps if step.tool == "vizql" for field in _captions(step.args["query"])}
        read = {dataset for (dataset, _), field in self.homes.items() if field.caption in said}
        return [Sized(DATA, sum(one.rows for one in self.understood.datasets if one.name in read or not read))]

    def asked(self, query: Query, options: QueryOptions, columns: Mapping[str, int]) -> Asked:
        """The rows of a VizQL query as a frame with columns of these names."""
        import ibis  # slow, and a help text needs none of it
        import pyarrow

        found = run(query, self.opened, options, hidden=True)
        if found.cut:
            raise SourceError(f"the query has more than {MOST:,} rows; ask for fewer, by a condition.")
        held = list(zip(*found.rows, strict=True)) or [()] * len(found.columns)
        arrays = [_array(values, shown.type, pyarrow) for values, shown in zip(held, found.columns, strict=True)]
        made = Asked(ibis.memtable(pyarrow.table([arrays[at] for at in columns.values()], names=list(columns))))
        made.query = query.as_json()
        return made


def _captions(held: Any) -> Iterator[str]:
    """The fields that a query speaks of, in calculations too."""
    if isinstance(held, Mapping):
        yield held.get("fieldCaption", "")
        yield from (one[1:-1].replace("]]", "]") for one in _NAMED.findall(str(held.get("calculation", ""))))
        yield from (one for each in held.values() for one in _captions(each))
    elif isinstance(held, (list, tuple)):
        yield from (one for each in held for one in _captions(each))


def _array(values: Sequence[Any], type: Type, pyarrow: Any) -> Any:
    """A column as Arrow has it: days and moments as such."""
    kinds: Mapping[str, Any] = {
        "INTEGER": pyarrow.int64(), "REAL": pyarrow.float64(), "STRING": pyarrow.string(),
        "BOOLEAN": pyarrow.bool_(), "DATE": pyarrow.date32(), "DATETIME": pyarrow.timestamp("us"),
    }  # fmt: skip
    kind = kinds.get(type, pyarrow.string())
    if type in ("DATE", "DATETIME"):
        return pyarrow.array(values, pyarrow.string()).cast(kind)
    return pyarrow.array(values, kind)


def open_source(sources: tuple[str, ...], cache: Path, _settings: Any = None) -> DataSource:
    """The data source of a file."""
    if len(sources) != 1:
        raise SourceError("one data source is asked at a time; name one .tds, .twb, .tdsx or .twbx.")
    first, *others = open_sources(sources[0], cache, frames=True)
    for one in others:
        one.close()
    try:
        return DataSource(first, modelled(first), cache)
    except BaseException:
        first.close()
        raise


def queries_of(results: Mapping[str, Any]) -> str:
    """The VizQL queries that were asked, as JSON."""
    return "\n".join(json.dumps(one.query, ensure_ascii=False) for one in results.values() if isinstance(one, Asked))


def vizql(of: DataSource, *, query: Mapping[str, Any], columns: Mapping[str, int], disaggregate: bool = False) -> Frame:
    """The rows of a VizQL query, which was held to the source before."""
    from groundplan.packs.tableau.vizql.read import read

    options = QueryOptions(disaggregate=disaggregate, row_limit=MOST)
    return of.asked(read(Query, dict(query)), options, columns)
