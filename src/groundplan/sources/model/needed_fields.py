"""Which fields of a dataset may stand for a part of a figure, and how the part is then written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from groundplan.contracts.noun import Noun
from groundplan.contracts.source_model import AddsUp, Dataset, Field, FieldRole, FieldType
from groundplan.errors import SourceError
from groundplan.sources.model.expressions import parsed
from groundplan.sources.model.header import header_words, lists, same_word

Values = Mapping[tuple[str, str], Sequence[str]]
"""The values of each field that has few, by dataset and field."""


class Need(Noun):
    """What a field must be."""

    words: tuple[str, ...] = ()
    never: tuple[str, ...] = ()
    roles: tuple[FieldRole, ...] = ()
    types: tuple[FieldType, ...] = ()
    units: tuple[str, ...] = ()
    adds_up: tuple[AddsUp, ...] = ()
    values: tuple[str, ...] = ()
    least: float | None = None
    most: float | None = None
    ended: bool = False


def fitting(need: Need, dataset: Dataset, values: Values) -> list[Field]:
    """The fields that fit; those whose whole header is meant come before those that have it among other words."""
    able = [field for field in dataset.fields if _able(need, field, dataset)]
    if need.values:
        said = [field for field in able if field.role != "flag" and meant(need, field, dataset, values)]
        return said + [field for field in able if field.role == "flag" and _named(need, field)]
    if need.ended:
        return able
    whole = [field for field in able if any(_is(header_words(field.name), name) for name in need.words)]
    return whole or [field for field in able if _named(need, field)]


def _able(need: Need, field: Field, dataset: Dataset) -> bool:
    if need.ended and field.name != dataset.ended:
        return False
    kinds = (
        not need.roles or field.role in need.roles,
        not need.types or field.type in need.types,
        not need.units or field.unit.casefold() in need.units,
        not need.adds_up or field.adds_up in need.adds_up,
    )
    return all(kinds) and _within(need, field)


def _within(need: Need, field: Field) -> bool:
    if need.least is None or need.most is None:
        return True
    known = isinstance(field.low, (int, float)) and isinstance(field.high, (int, float))
    return known and need.least <= field.low and field.high <= need.most


def _named(need: Need, field: Field) -> bool:
    """Whether the header has all words of one of the names, and none that means something else."""
    words = header_words(field.name)
    if any(same_word(word, never) for word in words for never in need.never):
        return False
    return any(all(any(same_word(word, one) for word in words) for one in header_words(name)) for name in need.words)


def _is(words: Sequence[str], name: str) -> bool:
    own = header_words(name)
    return len(own) == len(words) and all(map(same_word, words, own))


def meant(need: Need, field: Field, dataset: Dataset, values: Values) -> list[str]:
    """The values of a field that are meant, as they stand in the data."""
    wanted = {value.casefold() for value in need.values}
    return [value for value in values.get((dataset.name, field.name), ()) if value.strip().casefold() in wanted]


def written(need: Need, field: Field, dataset: Dataset, values: Values) -> str:
    """The field as an expression has it: itself, or the condition that it is on or has one of the values."""
    name = f"{plain(dataset.name)}.{plain(field.name)}"
    if not need.values:
        return name
    if field.role == "flag":
        return _on(name, field, values.get((dataset.name, field.name), ()))
    said = [text(value) for value in meant(need, field, dataset, values)]
    return f"{name} = {said[0]}" if len(said) == 1 else f"{name} IN ({', '.join(said)})"


def _on(name: str, field: Field, values: Sequence[str]) -> str:
    if field.type == "boolean":
        return name
    if field.type != "text":
        return f"{name} = 1"
    yes = {pair[0] for pair in lists()["flags"] if pair[0] != "0"} | {"1"}
    on = [value for value in values if value.strip().lower() in yes]
    return f"{name} = {text(on[0] if on else 'yes')}"


def plain(name: str) -> str:
    """A name as it may stand in an expression: quoted where the grammar would read something else."""
    quoted = '"' + name.replace('"', '""') + '"'
    where = "SUM(CASE WHEN {0} > 0 THEN t.{0} END) / COUNT(DISTINCT {0})"
    try:
        same = name.isidentifier() and parsed(where.format(name)) == parsed(where.format(quoted))
    except SourceError:
        return quoted
    return name if same else quoted


def text(value: str) -> str:
    """A text as it stands in an expression."""
    return "'" + value.replace("'", "''") + "'"
