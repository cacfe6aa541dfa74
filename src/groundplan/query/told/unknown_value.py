"""A text that is held against a field of few values and is none of them: said with the nearest one that there is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from groundplan.contracts import Finding
from groundplan.contracts.source_model import SourceModel
from groundplan.plan.nearest import nearest
from groundplan.query.language import parts as p
from groundplan.query.scope import Scope, Walked
from groundplan.query.told.in_words import Saying
from groundplan.sources.shape import Table

TOLD = 12
"""Values that are told where none is near."""


def unknown_values(query: p.Query, model: SourceModel, tables: Iterable[Table], language: str) -> list[Finding]:
    """A finding for each such text in the conditions on rows."""
    if query.where is None or not isinstance(query.of, str):
        return []
    saying, held = Saying.of(query, Scope(model), language), {table.name: table for table in tables}
    found = []
    for left, value in _compared(query.where):
        known = _values(saying.walked(left), held)
        if known and value not in known:
            found.append(Finding(code="unknown-value", message=_message(saying, left, value, known)))
    return found


def _compared(test: Any) -> Iterator[tuple[p.Path, str]]:
    """Paths from the row itself with the texts that they are held against."""
    if isinstance(test, p.Compare) and test.op in ("=", "!="):
        yield from _texts(test.left, (test.right,))
    elif isinstance(test, p.Among):
        yield from _texts(test.left, test.values)
    elif isinstance(test, (p.All, p.AnyOf, p.Not)):
        for each in p.inner(test):
            yield from _compared(each)


def _texts(left: Any, values: Iterable[Any]) -> Iterator[tuple[p.Path, str]]:
    for one in values:
        if isinstance(left, p.Path) and isinstance(one, p.Value) and isinstance(one.value, str):
            yield left, one.value


def _values(walked: Walked | None, tables: dict[str, Table]) -> frozenset[str]:
    """All values of the field, or of the list, that a path ends at; nothing where they are many or have other names."""
    if walked is None or walked.test or (walked.field is None and not walked.in_list):
        return frozenset()
    dataset, _, name = walked.at.name.rpartition(".") if walked.in_list else (walked.at.name, "", walked.at.name)
    name = walked.field.name if walked.field and not walked.in_list else name
    own = walked.at.aliases and walked.at.name_field == (name,)
    table = tables.get(dataset)
    columns = [one for one in table.columns if one.name == name] if table and not own else []
    codes = walked.field.codes if walked.field else {}
    return frozenset([*(columns[0].values if columns else ()), *(codes.values() if columns else ())])


def _message(saying: Saying, left: p.Path, value: str, known: frozenset[str]) -> str:
    words, near = saying.words["said"], nearest(value, sorted(known))
    told = near or ", ".join(sorted(known)[:TOLD]) + ("..." if len(known) > TOLD else "")
    kind = "unknown_value_near" if near else "unknown_value"
    return str(words[kind].format(field=saying.value(left), value=value, known=told))
