"""Datasets and columns that their people call otherwise than the data do, so renamed before anything is found out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from groundplan.sources import duck
from groundplan.sources.files import Raw
from groundplan.sources.model.ossie_read import Declared, Said
from groundplan.sources.model.spelling import named
from groundplan.sources.names import table_name
from groundplan.sources.present import Shown
from groundplan.sources.servers import Server
from groundplan.sources.shape import Key

Names = Mapping[str, Mapping[str, str]]
"""Of each table its columns that have another name now, by the old one."""


def called_raws(raws: Sequence[Raw], said: Iterable[Declared]) -> list[Raw]:
    """The tables under their names, with what their columns are to be called once they are read."""
    found = _meant({raw.name: raw.label for raw in raws}, said)
    names = {name: one.name for name, one in found.items() if name.casefold() != one.name.casefold()}
    return [
        replace(
            raw,
            name=names.get(raw.name, raw.name),
            wanted=_columns(found[raw.name]) if raw.name in found else {},
            keys=tuple(key.model_copy(update={"table": names.get(key.table, key.table)}) for key in raw.keys),
        )
        for raw in raws
    ]


def called_shown(how: Shown, wanted: Mapping[str, str]) -> Shown:
    """The table with its columns under their names, where these are free."""
    called = _free(wanted, how.columns)
    if not called:
        return how
    listed = ", ".join(f"{duck.name(old)} AS {duck.name(new)}" for old, new in called.items())
    return how.model_copy(
        update={
            "select": f"SELECT * RENAME ({listed}) FROM ({how.select})",
            "columns": {called.get(name, name): read for name, read in how.columns.items()},
            "called": called,
        }
    )


def called_server(server: Server, said: Iterable[Declared]) -> None:
    """The tables of a database in the same way."""
    found = _meant(dict.fromkeys(server.tables, ""), said)
    other = {name: one.name for name, one in found.items() if name.casefold() != one.name.casefold()}
    names = {name: other.get(name, name) for name in server.tables}
    columns = {name: _free(_columns(one), server.tables[name].columns) for name, one in found.items()}
    tables: dict[str, Any] = {
        new: server.tables[old].rename({to: was for was, to in columns.get(old, {}).items()})
        for old, new in names.items()
    }
    keyed = {new: [_renamed(key, old, columns) for key in server.keys.get(old, ())] for old, new in names.items()}
    server.keys = {
        table: [key.model_copy(update={"table": names.get(key.table, key.table)}) for key in keys]
        for table, keys in keyed.items()
    }
    server.titles = {names[old]: title for old, title in server.titles.items() if old in names}
    server.called = {names[old]: {**server.called.get(old, {}), **new} for old, new in columns.items()} | {
        names[old]: called for old, called in server.called.items() if old not in columns
    }
    server.tables = tables


def called_keys(keys: Iterable[Key], table: str, columns: Names) -> tuple[Key, ...]:
    """Keys of a database in the names of columns that are called otherwise."""
    return tuple(_renamed(key, table, columns) for key in keys)


def _renamed(key: Key, table: str, columns: Names) -> Key:
    here, there = columns.get(table, {}), columns.get(key.table, {})
    return key.model_copy(update={"column": here.get(key.column, key.column), "other": there.get(key.other, key.other)})


def _meant(tables: Mapping[str, str], said: Iterable[Declared]) -> dict[str, Said]:
    """What is said of each table: under its name, or under another with its file or its own name as the source."""
    datasets = [dataset for one in said for dataset in one.datasets]
    found = {name: dataset for dataset in datasets if (name := named(dataset.name, tables))}
    for dataset in datasets:
        source = str(dataset.values.get("source", "")).casefold()
        free = [name for name, label in tables.items() if source in (name.casefold(), label.casefold())]
        new = named(dataset.name, tables) is None and dataset.name == table_name(dataset.name, ())
        if source and new and len(free) == 1:
            found.setdefault(free[0], dataset)
    return found


def _columns(said: Said) -> dict[str, str]:
    return {field.column: field.name for field in said.fields if field.column}


def _free(wanted: Mapping[str, str], columns: Iterable[str]) -> dict[str, str]:
    """The columns that are there, with their new names where no other column has these."""
    names = list(columns)
    found: dict[str, str] = {}
    for old, new in wanted.items():
        column = named(old, names)
        others = {name.casefold() for name in (*names, *found.values()) if name != column}
        if column and column not in found and new.casefold() not in others:
            found[column] = new
    return found
