"""Readings that the data decides between."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from reader_cases import INTENTS, LABELS
from scored_pages import ORDERS, one_hot, page

from groundplan.reading.blank import Blank
from groundplan.reading.embedded.decode import decode
from groundplan.reading.embedded.page import Page
from groundplan.reading.embedded.question_words import link
from groundplan.reading.embedded.reader import TRIED, chosen_reading
from groundplan.reading.embedded.scores import OPS
from groundplan.reading.formed.form import Form
from groundplan.sources.shape import Column, Table

TOTAL: dict[str, Any] = {"metrics": [("revenue", "sum")]}


class Rows:
    """Says for a blank whether there are rows, and remembers what it was asked."""

    def __init__(self, found: Callable[[Form], bool | None]) -> None:
        self.found = found
        self.asked: list[Form] = []

    def __call__(self, form: Form) -> bool | None:
        self.asked.append(form)
        return self.found(form)


def blank(rows: Callable[[Form], bool | None], *tables: Table) -> Blank:
    return Blank(intents=INTENTS, labels=LABELS, tables=tables or (ORDERS,), meeting=rows)


def only(op: str, value: Any) -> Callable[[Form], bool]:
    """Rows are there only where some condition is this one."""
    return lambda form: any((f.op, f.value) == (op, value) for f in form.filters)


def on_north() -> Page:
    return page("orders in the north", **TOTAL, ops={"city": "="}, words={"city": ["north"]})


def linked(given: Page, table: Table) -> Page:
    """The page with what the question says of the values of a table."""
    return replace(given, links=link(given.question, (table,)))


def test_nothing_is_counted_where_nothing_is_limited() -> None:
    rows = Rows(lambda _: False)
    chosen_reading(page("total revenue", **TOTAL), blank(rows))
    assert rows.asked == []


@pytest.mark.parametrize("found", [None, True])
def test_the_likeliest_stands_where_rows_are_left_or_nobody_knows(found: bool | None) -> None:
    rows = Rows(lambda _: found)
    assert chosen_reading(on_north(), blank(rows)).form == decode(on_north()).form
    assert len(rows.asked) == 1


def test_a_reading_without_rows_loses_to_the_same_words_in_another_column() -> None:
    given = on_north()
    found = chosen_reading(linked(given, ORDERS), blank(only("=", "North")))
    assert [(f.column, f.value) for f in found.form.filters] == [("region", "North")]
    assert found.form.metrics == decode(given).form.metrics


def test_a_reading_without_rows_loses_to_a_part_of_the_value() -> None:
    found = chosen_reading(on_north(), blank(only("contains", "north")))
    assert [(f.column, f.op, f.value) for f in found.form.filters] == [("city", "contains", "north")]


def test_a_condition_that_is_not_sure_may_go() -> None:
    ops, words = {"city": "=", "units": ">"}, {"city": ["Oslo"], "units": ["5"]}
    given = page("oslo over 5", **TOTAL, ops=ops, words={**words, "city": ["oslo"]})
    given.scores.ops[6] = 0.6 * one_hot(OPS.index(">"), len(OPS)) + 0.4 * one_hot(0, len(OPS))
    rows = Rows(lambda form: len(form.filters) == 1)
    assert [f.column for f in chosen_reading(given, blank(rows)).form.filters] == ["city"]


def test_the_likeliest_stands_where_no_reading_has_rows_and_few_are_tried() -> None:
    names = [f"place_{number}" for number in range(20)]
    columns = [Column(name=name, type="text", role="categorical", distinct=1, values=("Oslo",)) for name in names]
    table = Table(name="places", rows=9, columns=tuple(columns))
    given = page("rows of oslo", table=table, ops={"place_0": "="}, words={"place_0": ["oslo"]}, cells=())
    rows = Rows(lambda _: False)
    found = chosen_reading(linked(given, table), blank(rows, table))
    assert found.form == decode(given).form
    assert len(rows.asked) == 1 + TRIED
