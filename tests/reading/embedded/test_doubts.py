"""When to ask which column is meant, and when to say that the data cannot answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from reader_cases import INTENTS, LABELS
from scored_pages import ORDERS, page

from groundplan.reading.blank import Blank
from groundplan.reading.embedded.columns import Field
from groundplan.reading.embedded.decode import decode
from groundplan.reading.embedded.doubtful_parts import unread_value
from groundplan.reading.embedded.doubts import KNOWN, REFUSED, doubt
from groundplan.reading.embedded.page import Page
from groundplan.reading.embedded.question_words import link
from groundplan.reading.embedded.scores import CHOICES, ROLES
from groundplan.reading.formed.form import Form
from groundplan.reading.missing_column import holdings
from groundplan.sources.shape import Column, Table

BLANK = Blank(intents=INTENTS, labels=LABELS, tables=(ORDERS,))
TOTAL: dict[str, Any] = {"metrics": [("revenue", "sum")]}


def blank(rows: Callable[[Form], bool | None], *tables: Table) -> Blank:
    return Blank(intents=INTENTS, labels=LABELS, tables=tables or (ORDERS,), meeting=rows)


def linked(given: Page, table: Table) -> Page:
    """The page with what the question says of the values of a table."""
    return replace(given, links=link(given.question, (table,)))


def wide(count: int) -> tuple[Table, list[Field]]:
    columns = [Column(name=f"metric_{number}", type="number", role="numeric") for number in range(count)]
    columns[300:300] = [
        Column(name="refund_reason", type="text", role="categorical", distinct=1),
        Column(name="depot", type="text", role="categorical", distinct=1, values=("Zanzibar",)),
    ]
    table = Table(name="wide", rows=9, columns=tuple(columns))
    return table, [Field(column.name, column) for column in columns]


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


def test_a_value_that_nothing_is_held_to_is_not_passed_over() -> None:
    given = linked(page("average fare of Ann", **FARE), LENGTHS)
    found = unread_value(given, decode(given), BLANK)
    assert found and found.message == (
        "'Ann' is a value of rider, and nothing that was understood is held to it; say, for example, 'rider is Ann'"
    )
    held = linked(page("average fare of Ann", **FARE, ops={"rider": "="}, words={"rider": ["Ann"]}), LENGTHS)
    assert unread_value(held, decode(held), BLANK) is None
    driver = LENGTHS.columns[1].model_copy(update={"name": "driver"})
    both = LENGTHS.model_copy(update={"columns": (*LENGTHS.columns, driver)})
    by_cell = page("average fare of Ann", table=both, metrics=[("fare", "avg")], ops={"driver": "="}, cells=("Ann",))
    assert unread_value(linked(by_cell, both), decode(by_cell), BLANK) is None, "its word says the value of the driver"
    for asked, told in (("fare of Ann vs Bo vs Cy", False), ("fare of Ann vs Bo", True)):
        grouped = linked(page(asked, **FARE, roles=[("rider", "group")]), LENGTHS)
        assert bool(unread_value(grouped, decode(grouped), BLANK)) is told, "all groups are shown, so all must be said"


@pytest.mark.parametrize(("question", "asked_back"), [("ships per month", False), ("things per month", True)])
def test_that_a_date_is_one_goes_without_saying(question: str, asked_back: bool) -> None:
    fit = [("ship_date", "choice"), ("order_date", "choice")]
    found = doubtful(page(question, roles=fit, choices={"status": "clarify"}))
    assert (found is not None and found.kind == "clarify") is asked_back


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
