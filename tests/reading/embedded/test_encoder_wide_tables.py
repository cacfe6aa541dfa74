"""A wide table in doubt is read again, over the columns that are worth it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest
from scored_pages import ORDERS, tokenizer

from groundplan.contracts import Question
from groundplan.packs.tables import pack
from groundplan.reading.blank import Blank
from groundplan.reading.embedded import Encoder, TrainedReader
from groundplan.reading.embedded.columns import Field
from groundplan.reading.embedded.encoder import SECOND, read_over, worth_reading
from groundplan.reading.embedded.question_words import link
from groundplan.reading.embedded.scores import scores
from groundplan.reading.embedded.sheet import MANY, Sheet, make_sheet
from groundplan.reading.formed.form import Form, Metric
from groundplan.reading.over_tables import LABELS
from groundplan.sources.shape import Column, Table

OTHERS = ("valve", "torque", "humidity", "pallet", "gasket", "ripeness", "altitude", "voltage", "sodium", "thread",
          "latency", "footage", "ballast", "moisture", "tonnage", "gradient")  # fmt: skip
WIDE = ORDERS.model_copy(
    update={"columns": (*(Column(name=word, type="number", role="numeric") for word in OTHERS), *ORDERS.columns)}
)
PLAIN, VAGUE = "total revenue by region", "the worst of it all, money gone and such"


class Made:
    """Makes sheets of a question, and remembers of which columns."""

    def __init__(self, text: str, table: Table, prior: Form | None = None) -> None:
        self.text, self.table, self.prior = text, table, prior
        self.fields = [Field(column.name, column) for column in table.columns]
        self.of: list[list[str]] = []

    def __call__(self, shown: Sequence[Field]) -> Sheet:
        self.of.append([one.name for one in shown])
        links = link(self.text, (self.table,))
        return make_sheet(self.text, self.table.name, shown, links, tokenizer(), self.prior)


@pytest.mark.parametrize(("text", "table", "times"), [(PLAIN, WIDE, 1), (VAGUE, ORDERS, 1), (VAGUE, WIDE, 2)])
def test_it_is_read_twice_where_it_is_wide_and_in_doubt(encoder: Encoder, text: str, table: Table, times: int) -> None:
    made = Made(text, table)
    sheet, told = read_over(made.fields, made, encoder)
    assert len(made.of) == times
    assert [shown.name for shown in sheet.fields] == made.of[-1]
    assert len(told.roles) == len(made.of[-1]) + 1, "what is said is said of that sheet"
    if times == 2:
        assert len(made.of[-1]) <= MANY < len(made.of[0])
        assert made.of[-1] == [name for name in made.of[0] if name in made.of[-1]], "in their order"


def kept(encoder: Encoder, text: str, prior: Form | None = None) -> list[str]:
    """The columns worth reading, by what the quicker network says."""
    made = Made(text, WIDE, prior)
    sheet = made(made.fields)
    told = scores(encoder._run(SECOND, sheet.arrays()), sheet, encoder.facts["temperatures"])
    return [shown.name for shown in worth_reading(told, sheet)]


def test_columns_that_are_named_stay_and_a_date(encoder: Encoder) -> None:
    shown = kept(encoder, "sodium, thread, ballast, gradient, humidity, pallet, torque, valve, tonnage and voltage")
    assert {"sodium", "thread", "ballast", "gradient", "humidity", "pallet", "torque", "valve", "tonnage"} < {*shown}
    assert {"order_date", "ship_date"} & {*shown}
    assert len(shown) <= MANY


def test_columns_of_the_form_before_stay(encoder: Encoder) -> None:
    prior = Form(metrics=[Metric(column="gasket", agg="sum")], group_by=["city"])
    assert {"gasket", "city"} <= {*kept(encoder, "and the same once more, please", prior)}


def test_conditions_in_doubt_are_read_as_over_few_columns(trained: TrainedReader) -> None:
    forms = []
    for table in (ORDERS, WIDE):
        blank = Blank(intents=pack.reading.intents, labels=LABELS, tables=(table,))
        asked = Question(text="what did we make on sofas and lamps in the north that came back")
        forms.append(Form.model_validate(asyncio.run(trained.read(asked, blank)).form))
    assert {limit.column for limit in forms[1].filters} == {"product", "region", "returned"}
    assert forms[0] == forms[1]
