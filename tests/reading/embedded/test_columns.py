"""Columns worth reading."""

from __future__ import annotations

from scored_pages import ORDERS

from groundplan.embed import Embedder
from groundplan.reading.embedded.columns import MOST, Field, narrowed
from groundplan.reading.embedded.question_words import link
from groundplan.sources.shape import Column, Table


def wide(count: int) -> tuple[Table, list[Field]]:
    columns = [Column(name=f"metric_{number}", type="number", role="numeric") for number in range(count)]
    columns[300:300] = [
        Column(name="refund_reason", type="text", role="categorical", distinct=1),
        Column(name="depot", type="text", role="categorical", distinct=1, values=("Zanzibar",)),
    ]
    table = Table(name="wide", rows=9, columns=tuple(columns))
    return table, [Field(column.name, column) for column in columns]


def test_of_hundreds_of_columns_those_that_matter_are_read(embedder: Embedder) -> None:
    table, fields = wide(500)
    question = "refund reasons in zanzibar"
    kept = narrowed(question, fields, link(question, (table,)), embedder, frozenset({"metric_499", "metric_7"}))
    names = [shown.name for shown in kept]
    assert len(names) == MOST
    assert {"refund_reason", "depot", "metric_499", "metric_7"} <= set(names)
    order = [shown.name for shown in fields]
    assert [order.index(name) for name in names] == sorted(order.index(name) for name in names)


def test_a_small_table_is_read_whole(embedder: Embedder) -> None:
    fields = [Field(column.name, column) for column in ORDERS.columns]
    assert narrowed("anything", fields, (), embedder, frozenset()) == fields
