"""Readings that the data decides between, columns worth reading, and doubts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from reader_cases import INTENTS, LABELS
from trained_pages import ORDERS, one_hot, page

from groundplan.embed import Embedder
from groundplan.query.form import Form
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.choose import TRIED, chosen_reading
from groundplan.reading.embedded.conditions import Page
from groundplan.reading.embedded.decode import decode
from groundplan.reading.embedded.doubts import KNOWN, REFUSED, doubt
from groundplan.reading.embedded.heads import CHOICES, OPS, ROLES
from groundplan.reading.embedded.links import link
from groundplan.reading.embedded.narrow import MOST, narrowed
from groundplan.reading.embedded.sheet import Field
from groundplan.reading.embedded.unheld import not_since, two_columns
from groundplan.reading.embedded.unread import unread_column, unread_date, unread_number, unread_value
from groundplan.reading.missing_column import holdings
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


# ------------------------------------------------------------------ choosing


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


# ------------------------------------------------------------------ narrowing


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


# ------------------------------------------------------------------ doubts


def doubtful(given: Page, over: Blank | None = None) -> Any:
    return doubt(given, decode(given), over or blank(lambda _: None))


def test_an_answerable_question_raises_no_doubt() -> None:
    assert doubtful(page("total revenue", **TOTAL)) is None


def test_a_refusal_says_what_there_is() -> None:
    found = doubtful(page("tell me a joke", choices={"status": "refused"}))
    assert (found.kind, found.choices) == ("refuse", ())
    assert "table 'orders' has the columns order_date, ship_date, region" in found.message


def test_a_refusal_names_what_no_column_carries() -> None:
    found = doubtful(page("average battery level by region", choices={"status": "refused"}))
    assert found.message.startswith("there is no column for 'battery level'; table 'orders' has the columns order_date")


def test_a_question_back_names_its_columns() -> None:
    fit = [("revenue", "choice"), ("units", "choice"), ("cost", "choice")]
    found = doubtful(page("the best region", roles=fit, choices={"status": "clarify"}))
    assert (found.kind, found.choices) == ("clarify", ("units", "revenue", "cost"))
    assert all(repr(name) in found.message for name in found.choices)


def test_a_question_back_has_two_columns_at_least() -> None:
    given = page("the best region", roles=[("revenue", "choice")], choices={"status": "clarify"})
    assert doubtful(given) is None, "there is no other to ask about"
    given.scores.roles[-1, ROLES.index("choice")] = 0.1
    assert doubtful(given).choices == ("revenue", "returned")
    lone = Table(name="lone", rows=1, columns=ORDERS.columns[:1])
    assert doubtful(page("the best", table=lone, choices={"status": "clarify"})) is None


def test_a_key_and_the_name_that_stands_for_it_are_one() -> None:
    key = Column(name="customer_id", type="integer", role="identifier")
    name, city = (Column(name=name, type="text", role="categorical") for name in ("name", "city"))
    table = Table(name="customers", rows=9, columns=(key, name, city))
    for other, choices in (("name", None), ("city", ("name", "city"))):
        fit = [("customer_id", "choice"), (other, "choice")]
        given = page("which customer is the best", table=table, roles=fit, choices={"status": "clarify"})
        fields = tuple(replace(shown, table="customers") for shown in given.sheet.fields)
        found = doubtful(replace(given, sheet=replace(given.sheet, fields=fields)))
        assert (found and found.choices) == choices


def test_a_column_said_by_its_whole_name_is_meant() -> None:
    fit = [("revenue", "choice"), ("units", "choice")]
    given = {"roles": fit, "choices": {"status": "clarify"}}
    assert doubtful(page("average revenue by region", **given)) is None
    assert doubtful(page("revenue or units by region", **given)) is not None
    read = {**given, "metrics": [("cost", "sum")]}
    assert doubtful(page("total cost by region", **read)) is None, "what was read is said, and no other"
    assert doubtful(page("the best region", **read)) is not None
    fit[:] = [("product", "choice"), ("city", "choice")]
    assert doubtful(page("total cost by place", **read)) is not None, "a figure that is said tells no groups apart"


def test_a_header_may_have_a_year() -> None:
    columns = [Column(name=name, type="number", role="numeric") for name in ("visits_2024", "visits_2023", "fee")]
    table = Table(name="members", rows=9, columns=tuple(columns))
    for other, asked_back in (("fee", False), ("visits_2023", True)):
        fit = [("visits_2024", "choice"), (other, "choice")]
        found = doubtful(page("average visits", table=table, roles=fit, choices={"status": "clarify"}))
        assert bool(found) is asked_back


def test_a_header_may_end_in_its_unit() -> None:
    columns = [Column(name=name, type="number", role="numeric") for name in ("Elevationm", "Depthm")]
    fit = [("Elevationm", "choice"), ("Depthm", "choice")]
    lakes = Table(name="lakes", rows=9, columns=tuple(columns))
    given: dict[str, Any] = {"table": lakes, "roles": fit, "choices": {"status": "clarify"}}
    assert doubtful(page("highest elevation", **given)) is None
    assert doubtful(page("highest lake", **given)) is not None
    days = Table(name="jobs", rows=9, columns=(columns[0].model_copy(update={"name": "days"}), columns[1]))
    fit[0] = ("days", "choice")
    assert doubtful(page("highest figure", **{**given, "table": days})) is not None, "no word says a unit by itself"


def test_a_slight_doubt_is_none() -> None:
    given = page("total revenue", **TOTAL)
    given.scores.choices["status"][:] = [0.987, 0.003, 0.01]
    assert doubtful(given) is None
    assert CHOICES["status"] == ("answered", "clarify", "refused") and "choice" in ROLES


def test_known_words_bear_more_doubt_than_unknown_ones() -> None:
    for question, refused in (("average revenue by region", False), ("average battery level by region", True)):
        given = page(question, **TOTAL)
        given.scores.choices["status"][:] = [1 - 1.2 * REFUSED, 0, 1.2 * REFUSED]
        assert (doubtful(given) is not None) is refused
    given = page("average revenue by region", **TOTAL)
    given.scores.choices["status"][:] = [1 - 1.2 * KNOWN, 0, 1.2 * KNOWN]
    assert doubtful(given) is not None


@pytest.mark.parametrize(
    ("question", "scores", "unread"),
    [
        ("orders that took more than 7 days", {"metrics": [(None, "count")]}, "7"),
        ("top 3 regions", {"metrics": [("revenue", "sum")], "roles": [("region", "group")]}, "3"),
        ("units over 7", {"ops": {"units": ">"}, "words": {"units": ["7"]}}, None),
        ("total revenue of model-3 desks", TOTAL, None),
        (
            "revenue forecast for the next 3 months",
            {**TOTAL, "roles": [("order_date", "time")], "analysis": ["forecast"]},
            None,
        ),
    ],
)
def test_a_number_that_nothing_says_is_not_passed_over(question: str, scores: dict[str, Any], unread: str) -> None:
    given = page(question, **scores)
    found = unread_number(given, decode(given))
    assert (found is not None) == (unread is not None)
    if found:
        assert found.message.startswith(f"'{unread}' limits nothing") and f"units over {unread}" in found.message


LENGTHS = Table(
    name="trips",
    rows=90,
    columns=(
        Column(name="length", type="text", role="categorical", distinct=80, samples=("12 km", "3 mi")),
        Column(name="rider", type="text", role="categorical", distinct=3, values=("Ann", "Bo", "Cy")),
        Column(name="fare", type="number", role="numeric", distinct=88, low=9.5, high=40.0, samples=(14.5,)),
    ),
)
FARE: dict[str, Any] = {"metrics": [("fare", "avg")], "table": LENGTHS}


def test_a_figure_that_is_not_said_does_not_stand_for_a_text_that_is() -> None:
    given = page("average length", **FARE)
    found = unread_column(given, decode(given))
    assert found and found.message == (
        "'length' holds text, such as '12 km', that nothing can be computed from; figures are fare"
    )
    counted: dict[str, Any] = {"metrics": [(None, "count")], "roles": [("rider", "group")], "table": LENGTHS}
    rows = page("average length by rider", **counted)
    assert unread_column(rows, decode(rows)), "rows are no average of it either"
    plain = page("number of trips by rider", **counted)
    assert unread_column(plain, decode(plain)) is None
    for asked in ("average fare by length", "average by rider"):
        assert unread_column(page(asked, **FARE), decode(page(asked, **FARE))) is None


def test_a_date_that_is_named_is_not_passed_over() -> None:
    counted: dict[str, Any] = {"metrics": [(None, "count")], "roles": [("region", "group")]}
    given = page("first ship date by region", **counted)
    found = unread_date(given, decode(given))
    assert found and found.message.endswith("ask, for example, for 'earliest ship_date by region'")
    for asked in ("orders by region", "what was shipped by region"):
        assert unread_date(page(asked, **counted), decode(page(asked, **counted))) is None


def test_a_value_that_nothing_is_held_to_is_not_passed_over() -> None:
    given = linked(page("average fare of Ann", **FARE), LENGTHS)
    found = unread_value(given, decode(given))
    assert found and found.message == (
        "'Ann' is a value of rider, and nothing that was understood is held to it; say, for example, 'rider is Ann'"
    )
    held = linked(page("average fare of Ann", **FARE, ops={"rider": "="}, words={"rider": ["Ann"]}), LENGTHS)
    assert unread_value(held, decode(held)) is None
    driver = LENGTHS.columns[1].model_copy(update={"name": "driver"})
    both = LENGTHS.model_copy(update={"columns": (*LENGTHS.columns, driver)})
    by_cell = page("average fare of Ann", table=both, metrics=[("fare", "avg")], ops={"driver": "="}, cells=("Ann",))
    assert unread_value(linked(by_cell, both), decode(by_cell)) is None, "its word says the value of the driver"
    for asked, told in (("fare of Ann vs Bo vs Cy", False), ("fare of Ann vs Bo", True)):
        grouped = linked(page(asked, **FARE, roles=[("rider", "group")]), LENGTHS)
        assert bool(unread_value(grouped, decode(grouped))) is told, "all groups are shown, so all must be said"


@pytest.mark.parametrize(("question", "asked_back"), [("ships per month", False), ("things per month", True)])
def test_that_a_date_is_one_goes_without_saying(question: str, asked_back: bool) -> None:
    fit = [("ship_date", "choice"), ("order_date", "choice")]
    found = doubtful(page(question, roles=fit, choices={"status": "clarify"}))
    assert (found is not None and found.kind == "clarify") is asked_back


INSTEAD = "name two, such as 'where COLUMN is under cost', or a number, such as 'cost under 10'"


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("orders with units below the cost", "'below the cost' does not say which two figures are compared; "),
        ("orders with a negative cost", None),
        ("orders with cost below zero", None),
    ],
)
def test_two_columns_are_not_compared_with_nothing(question: str, told: str | None) -> None:
    given = page(question, ops={"cost": "<"})
    found = two_columns(given, decode(given))
    assert (found and found.message) == (told and f"{told}{INSTEAD}")


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("orders not shipped since March 2024", "'not shipped since' is said of what did not happen"),
        ("orders that haven't been shipped since March 2024", "'haven't been shipped since' is said of what did not"),
        ("not the north, orders since March 2024", None),
        ("orders shipped since March 2024", None),
    ],
)
def test_what_has_not_happened_since_is_not_read_as_what_has(question: str, told: str | None) -> None:
    given = page(question, ops={"ship_date": "period"}, words={"ship_date": ["March 2024"]})
    found = not_since(given, decode(given))
    assert (found is None) == (told is None)
    if found and told:
        assert found.message.startswith(told) and found.message.endswith("'ship_date before 2024-03-01'")


def test_what_did_not_happen_since_is_not_what_never_happened() -> None:
    given = page("orders not shipped since March 2024", ops={"ship_date": "is_null"})
    found = not_since(given, decode(given))
    assert found and found.message.endswith("ask, for example, for 'ship_date before March 2024'")
    never = page("orders not shipped", ops={"ship_date": "is_null"})
    assert not_since(never, decode(never)) is None


def test_a_year_that_no_column_holds_is_named() -> None:
    found = doubtful(page("total revenue in 2013", **TOTAL))
    assert found.message.endswith("name the column that holds the year, or ask without it")


def test_an_empty_question_and_an_empty_source_are_refused() -> None:
    assert "empty" in doubtful(page("")).message
    nothing = Blank(intents=INTENTS, labels=LABELS)
    assert "no table" in doubtful(page("total revenue"), nothing).message


def test_holdings_of_much_stay_short() -> None:
    table, _ = wide(500)
    told = holdings((table, *[ORDERS] * 5))
    assert told.count("table ") == 3 and "and 490 more" in told


def test_holdings_tell_the_title_of_a_table() -> None:
    told = holdings((ORDERS.model_copy(update={"title": "Orders of the web shop, one row per order"}),))
    assert told.startswith("table 'orders' ('Orders of the web shop, one row per order') has the columns order_date, ")
    long = holdings((ORDERS.model_copy(update={"title": "word " * 40}),))
    assert long.startswith(f"table 'orders' ('{'word ' * 14}word...') has the columns order_date, ")
