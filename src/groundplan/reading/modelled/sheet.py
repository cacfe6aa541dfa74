"""A source model in few words, for a prompt: what there is to ask of, named as the contract names it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from groundplan.contracts.source_model import Dataset, Field, SourceModel
from groundplan.llm.words import NOTHING, clipped
from groundplan.query.scope import Scope

Values = Mapping[tuple[str, str], Sequence[Any]]
"""What stands in a field, by dataset and field; the model itself knows only scales, codes and ranges."""
_FULLY = 60
"""Fields up to which each is told with its values; beyond, with its kind alone."""
_VALUES = 5
_RANGED = ("integer", "number", "date", "datetime")


def sheet(model: SourceModel, values: Values | None = None) -> str:
    """Each dataset with its fields, its relations in both directions, and its named tests."""
    scope = Scope(model)
    wide = sum(len(dataset.fields) for dataset in scope.datasets) > _FULLY
    return (
        "\n".join(line for one in scope.datasets for line in _lines(one, scope, {} if wide else values or {}))
        or NOTHING
    )


def _lines(dataset: Dataset, scope: Scope, values: Values) -> Iterator[str]:
    known = {"a row is": dataset.row_is, "called by": " ".join(dataset.name_field), "main time": dataset.main_time}
    yield f"{dataset.name}: {'; '.join(f'{what} {said}' for what, said in known.items() if said)}".strip()
    hops = scope.hops(dataset)
    for field in dataset.fields:
        if field.name not in hops or field.separator:
            yield f"- {field.name}: {_field(field, values.get((dataset.name, field.name), ()))}"
    for name, hop in hops.items():
        if not hop.parts:
            yield f"- {name} -> {'rows' if hop.many else 'one row'} of {hop.to.name}"
    for name, condition in dataset.tests.items():
        yield f"- {name}: true where {clipped(condition, 60)}"


def _field(field: Field, values: Sequence[Any]) -> str:
    """`number measure EUR, 0 to 900`."""
    kind = field.role if field.role == field.type else f"{field.type} {field.role}"
    also = f", also {', '.join(map(clipped, field.synonyms[:3]))}" if field.synonyms else ""
    shown = _shown(field, values)
    listed = "list of parts, each with a `value`" if field.separator else kind
    return f"{listed}{f' {field.unit}' if field.unit else ''}{also}{', ' if shown else ''}{shown}"


def _shown(field: Field, values: Sequence[Any]) -> str:
    if field.codes:
        return " | ".join(f"{clipped(code)} = {clipped(meant)}" for code, meant in [*field.codes.items()][:_VALUES])
    if field.ordered:
        return " < ".join(map(clipped, field.ordered[:8]))
    if field.type in _RANGED and field.low is not None and field.role != "key":
        return f"{clipped(field.low)} to {clipped(field.high)}"
    more = " | ..." if len(values) > _VALUES else ""
    return " | ".join(map(clipped, values[:_VALUES])) + more
