"""Files as they stand -> tables and their model: decided once, and done again from the cache."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from groundplan.contracts import Noun
from groundplan.contracts.source_model import SourceModel
from groundplan.sources import duck
from groundplan.sources.called import Names, called_keys, called_shown
from groundplan.sources.capitals import Spelled, respell, spelled
from groundplan.sources.files import Raw
from groundplan.sources.lists import with_parts
from groundplan.sources.measure import DuckMeasure
from groundplan.sources.model.evidence import DuckEvidence
from groundplan.sources.model.infer import About, infer, spellings
from groundplan.sources.model.things import things
from groundplan.sources.present import Shown, shown
from groundplan.sources.profile import profile
from groundplan.sources.shape import Table
from groundplan.sources.splitting import Split, carry_out, split

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


class Understood(Noun):
    """What was decided of files."""

    shown: tuple[Shown, ...]
    spelled: tuple[Spelled, ...]
    """Columns that are read as other tables spell them."""
    splits: tuple[Split, ...]
    tables: tuple[Table, ...]
    files: tuple[Table, ...]
    """The tables before things inside them were parted from their lines: questions are read over these."""
    model: SourceModel
    notes: tuple[str, ...]


def understand(connection: DuckDBPyConnection, raws: Sequence[Raw]) -> Understood:
    """Decides it from the data; afterwards the tables stand on the connection."""
    how = tuple(
        called_shown(shown(connection, raw.relation, raw.label, raw.drawn, raw.units), raw.wanted) for raw in raws
    )
    for raw, one in zip(raws, how, strict=True):
        _show(connection, raw, one)
    profiled = [profile(raw.name, DuckMeasure(connection, raw.name), raw.title) for raw in raws]
    tables = [table for table, _ in profiled]
    called = {raw.name: one.called for raw, one in zip(raws, how, strict=True)}
    about = {raw.name: _about(raw, one, called) for raw, one in zip(raws, how, strict=True)}
    evidence = DuckEvidence(connection)
    alike = _spelled(connection, raws, how, tables, about, evidence)
    changed = {one.table for one in alike}
    tables = [
        profile(raw.name, DuckMeasure(connection, raw.name), raw.title)[0] if raw.name in changed else table
        for raw, table in zip(raws, tables, strict=True)
    ]
    how = tuple(_shown_so(raw, one, alike) for raw, one in zip(raws, how, strict=True))
    evidence = DuckEvidence(connection)  # what it has seen was spelled otherwise
    files = tuple(with_parts(connection, table, about[table.name].columns or {}) for table in tables)
    model = infer(tables, about, evidence)
    splits = _splits(connection, raws, how, tables, model, evidence)
    if splits:
        tables, about = _divided(connection, raws, tables, about, splits)
        model = infer(tables, about, evidence)
    tables = [with_parts(connection, table, about[table.name].columns or {}) for table in tables]
    labels = {raw.name: raw.label for raw in raws}
    notes = [note for one in how for note in one.notes]
    notes += [f"{labels[one.table]}: {one.note}" for one in alike]
    notes += [f"{labels[one.table]}: {one.note}" for one in splits]
    notes += [f"{raw.label}: {note}" for raw, (_, remarks) in zip(raws, profiled, strict=True) for note in remarks]
    return Understood(
        shown=how,
        spelled=tuple(alike),
        splits=tuple(splits),
        tables=tuple(tables),
        files=files,
        model=model,
        notes=tuple(notes),
    )


def do_again(connection: DuckDBPyConnection, raws: Sequence[Raw], known: Understood) -> None:
    """The tables as they were decided before."""
    splits = {one.table: one for one in known.splits}
    spelled_otherwise = {one.table for one in known.spelled if one.select}
    for raw, one in zip(raws, known.shown, strict=True):
        _show(
            connection, raw, one if raw.name not in spelled_otherwise else one.model_copy(update={"select": one.plain})
        )
    respell(connection, known.spelled)
    for raw, one in zip(raws, known.shown, strict=True):
        if raw.name in splits:
            carry_out(connection, splits[raw.name], one.select, duck.ours(raw.relation))


def _spelled(
    connection: DuckDBPyConnection,
    raws: Sequence[Raw],
    how: Sequence[Shown],
    tables: Sequence[Table],
    about: Mapping[str, About],
    evidence: DuckEvidence,
) -> list[Spelled]:
    """Keys with other capitals than those they name, each read so from here on."""
    ours = {raw.name: duck.ours(raw.relation) for raw in raws}
    selects = {raw.name: one.select for raw, one in zip(raws, how, strict=True)}
    found: list[Spelled] = []
    for number, one in enumerate(spellings(tables, about, evidence) if len(tables) > 1 else ()):
        made = spelled(one, number, selects[one.table], ours[one.table])
        selects[one.table] = made.select or selects[one.table]
        respell(connection, [made])
        found.append(made)
    return found


def _shown_so(raw: Raw, one: Shown, found: Sequence[Spelled]) -> Shown:
    """The last of the statements that show it otherwise."""
    selects = [each.select for each in found if each.table == raw.name and each.select]
    return one.model_copy(update={"select": selects[-1], "plain": one.select}) if selects else one


def _show(connection: DuckDBPyConnection, raw: Raw, how: Shown) -> None:
    """A table where the rows are ours, so that each is read once; else a view."""
    ours = duck.ours(raw.relation)
    connection.execute(f"CREATE {'TABLE' if ours else 'VIEW'} {duck.name('main', raw.name)} AS {how.select}")
    if ours:
        connection.execute(f"DROP TABLE {raw.relation}")


def _about(raw: Raw, how: Shown, called: Names) -> About:
    left_out = dict(raw.left_out)
    for what, rows in how.left_out.items():
        left_out[what] = left_out.get(what, 0) + rows
    before = {new: old for old, new in raw.called.items()}
    names = dict(raw.called) | {before.get(old, old): new for old, new in how.called.items()}
    return About(raw.label, how.columns, left_out, called_keys(raw.keys, raw.name, called), names)


def _splits(
    connection: DuckDBPyConnection,
    raws: Sequence[Raw],
    how: Sequence[Shown],
    tables: Sequence[Table],
    model: SourceModel,
    evidence: DuckEvidence,
) -> list[Split]:
    """Files with things inside, each split as it is found."""
    splits: list[Split] = []
    names = [raw.name for raw in raws]
    for raw, one, table in zip(raws, how, tables, strict=True):
        pointing = [relation.columns[0] for relation in model.relations if relation.many == raw.name]
        others = [name for name in names if name != raw.name]
        found = things(table, pointing, others, evidence) if raw.file and not one.long else []
        if found:
            ours = duck.ours(raw.relation)
            made = split(raw.name, [column.name for column in table.columns], found, ours)
            carry_out(connection, made, one.select, ours)
            names += made.things
            splits.append(made)
    return splits


def _divided(
    connection: DuckDBPyConnection,
    raws: Sequence[Raw],
    tables: Sequence[Table],
    about: Mapping[str, About],
    splits: Sequence[Split],
) -> tuple[list[Table], dict[str, About]]:
    """The profiles anew, of the parts in the place of what was split."""
    by_table = {one.table: one for one in splits}
    found: list[Table] = []
    known: dict[str, About] = {}
    for raw, table in zip(raws, tables, strict=True):
        one = by_table.get(raw.name)
        if one is None:
            found.append(table)
            known[raw.name] = about[raw.name]
            continue
        for name, key in ((one.lines, ""), *zip(one.things, one.keys, strict=True)):
            lines = name == one.lines
            made = profile(name, DuckMeasure(connection, name), raw.title if lines else "")[0]
            found.append(made.model_copy(update={"part_of": raw.name, "key": key}))
            known[name] = about[raw.name] if lines else replace(about[raw.name], left_out=None)
    return found, known
