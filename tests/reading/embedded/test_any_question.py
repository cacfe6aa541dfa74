"""What holds for any text over any table, with the bundled model."""

from __future__ import annotations

import asyncio
from datetime import date
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from reader_cases import INTENTS, LABELS
from scored_pages import ORDERS

from groundplan.contracts import Question, Understanding
from groundplan.reading.blank import Blank
from groundplan.reading.embedded import TrainedReader
from groundplan.reading.formed.form import Form
from groundplan.sources.shape import Column, Table, column_ids

NAMES = st.text(min_size=1, max_size=16) | st.sampled_from(["revenue", "Region", "order_date", "год", "is_open", "%"])
CELLS = st.text(min_size=1, max_size=12) | st.sampled_from(["North", "New York", "Москва", "yes", "2023", "''"])
SAID = st.sampled_from(["total", "by", "revenue", "north", "2023", "top 3", "between 1 and 5", "last year", "не", "or"])
TEXTS = st.text(max_size=60) | st.lists(SAID, max_size=12).map(" ".join)
quick = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@st.composite
def columns(draw: st.DrawFn, name: str) -> Column:
    """A column of any type, profiled."""
    kind = draw(st.sampled_from(["text", "integer", "number", "boolean", "date", "datetime"]))
    if kind == "text":
        values = tuple(draw(st.lists(CELLS, max_size=6, unique=True)))
        return Column(name=name, type=kind, role="categorical", distinct=len(values), values=values)
    if kind == "boolean":
        return Column(name=name, type=kind, role="boolean", distinct=2)
    if kind in ("date", "datetime"):
        first, last = sorted(draw(st.tuples(st.dates(), st.dates())))
        return Column(name=name, type=kind, role="temporal", distinct=9, low=first, high=last)
    low, high = sorted(draw(st.tuples(st.integers(-9999, 9999), st.integers(-9999, 9999))))
    return Column(name=name, type=kind, role="numeric", distinct=9, low=low, high=high, samples=(low, high))


@st.composite
def tables(draw: st.DrawFn) -> tuple[Table, ...]:
    """One or two small tables."""
    out = []
    for name in draw(st.lists(NAMES, min_size=1, max_size=2, unique=True)):
        headers = draw(st.lists(NAMES, max_size=5, unique=True))
        out.append(Table(name=name, rows=9, columns=tuple(draw(columns(header)) for header in headers)))
    return tuple(out)


def read(reader: TrainedReader, text: str, over: tuple[Table, ...], prior: dict[str, Any] | None = None) -> Any:
    blank = Blank(intents=INTENTS, labels=LABELS, tables=over, prior=prior)
    return asyncio.run(reader.read(Question(text=text), blank))


def sound(found: Understanding, over: tuple[Table, ...]) -> Form:
    """The form, whose columns exist; its labels are those of the form's own enums or it would not validate."""
    form, names = Form.model_validate(found.form), set(column_ids(over))
    named = {*form.group_by, *(f.column for f in form.filters), *(m.column for m in form.metrics if m.column)}
    named |= {form.time.column} if form.time else set()
    named |= set(form.derive.of) if form.derive else set()
    assert named <= names
    assert {intent.type for intent in found.intents} <= set(INTENTS)
    columns = [column for table in over for column in table.columns]
    values = {str(value) for column in columns for value in (*column.values, *column.samples)}
    assert set(found.doubt.choices if found.doubt else ()) <= names | values
    assert 0.0 <= found.confidence <= 1.0
    assert form.limit is None or form.limit > 0
    return form


@quick
@given(TEXTS, tables())
def test_any_text_over_any_table_gives_a_sound_form_twice_the_same(
    trained: TrainedReader, text: str, over: tuple[Table, ...]
) -> None:
    found = read(trained, text, over)
    sound(found, over)
    assert read(trained, text, over) == found


@quick
@given(TEXTS, TEXTS)
@example("=Æ", "1")
def test_any_text_may_follow_any_other(trained: TrainedReader, first: str, then: str) -> None:
    before = read(trained, first, (ORDERS,))
    sound(read(trained, then, (ORDERS,), before.form), (ORDERS,))


@quick
@given(st.lists(TEXTS, max_size=2))
def test_what_was_asked_before_changes_nothing(trained: TrainedReader, others: list[str]) -> None:
    text = "total revenue by region in 2023"
    alone = read(trained, text, (ORDERS,))
    for other in others:
        read(trained, other, (ORDERS,))
    assert read(trained, text, (ORDERS,)) == alone


@pytest.mark.parametrize(
    "text", ["", " ", "?", "revenue " * 2000, "\x00\x1b[31m ??", "'; drop table orders; --", "«»“”'\"", "-" * 5000]
)
def test_odd_text_never_crashes(trained: TrainedReader, text: str) -> None:
    sound(read(trained, text, (ORDERS,)), (ORDERS,))


def test_without_a_table_it_is_refused(trained: TrainedReader) -> None:
    found = read(trained, "total revenue", ())
    assert found.doubt is not None and found.doubt.kind == "refuse"


def test_dates_may_come_as_dates(trained: TrainedReader) -> None:
    dated = Column(name="day", type="date", role="temporal", distinct=9, low=date(2023, 1, 1), high=date(2024, 6, 1))
    over = (Table(name="visits", rows=9, columns=(dated,)),)
    sound(read(trained, "visits in the last month by week", over), over)
