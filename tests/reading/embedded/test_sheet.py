"""Words, tokens and the sheet that the encoder reads."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scored_pages import ORDERS, sheet_of, tokenizer

from groundplan.language.stems import stem
from groundplan.reading.embedded.columns import Field, flag, kind_of, size
from groundplan.reading.embedded.question_words import (
    ALIKE_ALONE,
    ALL,
    BOTH,
    CELL_BEFORE,
    CELL_EXACT,
    CELL_SAMPLE,
    CELL_SHARED,
    NAMED,
    NAMED_ALONE,
    NONE,
    NUMBER,
    SOME,
    TELLING,
    VALUE,
    Tokens,
    cyrillic,
    link,
    pieces,
    unmarked,
    words_of,
)
from groundplan.reading.embedded.sheet import KINDS, LONGEST, QUESTION, Sheet, make_sheet
from groundplan.reading.formed.form import Form
from groundplan.sources.shape import Column, Table

FIGURE = {"column": "revenue", "agg": "sum"}


def form(**slots: Any) -> Form:
    return Form.model_validate(slots)


def cells(sheet: Sheet, column: str) -> list[str]:
    at = 1 + [shown.name for shown in sheet.fields].index(column)
    return [value for value, owner in zip(sheet.values, sheet.owners, strict=True) if owner == at]


def at_header(sheet: Sheet, column: str, marks: list[int]) -> int:
    """The mark of a column, in one of the rows of the sheet."""
    return marks[sheet.columns[1 + [shown.name for shown in sheet.fields].index(column)]]


def word_marks(sheet: Sheet, question: str) -> dict[str, int]:
    """The match of each word of the question."""
    return {question[start:end]: sheet.matches[at] for at, (start, end) in enumerate(sheet.spans, 1)}


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    "text", ["Total  revenue (2023), by region?", "выручка по региону «Север»", "naïve café – 3.5%"]
)
def test_a_piece_stands_where_it_is_said(text: str) -> None:
    found = pieces(text)
    assert all(text[piece.start : piece.end] == piece.said for piece in found)
    assert [piece.start for piece in found] == sorted(piece.start for piece in found)


def test_russian_words_are_read_in_english() -> None:
    text = "выручка в каждом городе Berlin"
    read = {piece.said: piece for piece in pieces(text)}
    assert read["городе"].read == "city" and read["выручка"].read == "revenue"
    assert stem("city") in read["городе"].stems and len(read["городе"].stems) == 2
    assert read["Berlin"].read == "berlin" and len(read["Berlin"].stems) == 1
    assert cyrillic(text) and not cyrillic("by month")


@pytest.mark.parametrize("name", ["net_sales_usd", "NetSalesUsd", "net sales usd"])
def test_headers_are_read_as_words(name: str) -> None:
    assert words_of(name) == ("net", "sales", "usd")


def test_words_become_pieces_of_one_vocabulary(tokens: Tokens) -> None:
    special = [tokens.cls, tokens.sep, tokens.column, tokens.cell, tokens.before]
    assert len(set(special)) == 5 and 0 not in special
    assert len(tokens.of("revenue")) == 1
    assert len(tokens.of("heteroskedasticity")) > 1
    assert tokens.of("revenue") == tokens.of("Revenue")
    assert tokens.of("\ud800"), "half a letter is no reason to stop"


# ------------------------------------------------------------------ the sheet


@pytest.mark.parametrize(
    "question", ["total revenue by region", "выручка по региону", "", "revenue in the north " * 40]
)
def test_marks_stand_where_the_sheet_says(question: str, tokens: Tokens) -> None:
    sheet = sheet_of(question)
    assert len(sheet.ids) == len(sheet.kinds) == len(sheet.matches) == len(sheet.priors)
    assert [sheet.ids[at] for at in sheet.columns] == [tokens.column] * (1 + len(ORDERS.columns))
    assert [sheet.ids[at] for at in sheet.cells] == [tokens.cell] * len(sheet.values)
    assert sheet.ids.count(tokens.column) == len(sheet.columns) and sheet.ids.count(tokens.cell) == len(sheet.cells)
    for cell, owner in zip(sheet.cells, sheet.owners, strict=True):
        assert sheet.columns[owner] < cell
        assert owner + 1 == len(sheet.columns) or cell < sheet.columns[owner + 1]
    assert sheet.ids[0] == tokens.cls and sheet.ids[len(sheet.spans) + 1] == tokens.sep


def test_arrays_are_a_batch_of_one() -> None:
    sheet = sheet_of("total revenue by region")
    arrays = sheet.arrays()
    assert {name: array.shape for name, array in arrays.items()} == {
        **dict.fromkeys(("ids", "kinds", "matches", "priors"), (1, len(sheet.ids))),
        "columns": (1, len(sheet.columns)),
        **dict.fromkeys(("cells", "owners"), (1, len(sheet.cells))),
    }
    assert all(array.dtype == np.int64 for array in arrays.values())


@pytest.mark.parametrize("text", ["total revenue", "", "rows of [PAD] [pad]", "\0 total", "все [PAD]", "x " * 300])
def test_a_sheet_has_no_padding(text: str) -> None:
    """The shipped graph has no mask: it takes every token for one that was said."""
    odd = Table(
        name="[PAD]", rows=1, columns=(Column(name="[PAD]", type="text", role="categorical", values=("[PAD]",)),)
    )
    for table in (ORDERS, odd):
        assert 0 not in sheet_of(text, table).ids


def test_a_long_question_is_cut() -> None:
    sheet = sheet_of("revenue " * 500)
    assert len(sheet.spans) == QUESTION
    assert len(sheet.ids) <= LONGEST


def test_kinds_tell_years_from_other_whole_numbers() -> None:
    sheet = sheet_of("orders")
    kinds = {shown.name: at_header(sheet, shown.name, sheet.kinds) for shown in sheet.fields}
    assert kinds["model_year"] == KINDS["year"] and kinds["units"] == KINDS["integer"]
    assert kinds["order_date"] == KINDS["date"] and kinds["region"] == KINDS["text"]
    assert kind_of(Column(name="year", type="integer", role="numeric")) == "integer"


def test_words_and_headers_say_how_they_match() -> None:
    question = "units by order dates in north above 5 for colour"
    sheet = sheet_of(question)
    words = word_marks(sheet, question)
    assert (words["units"], words["north"], words["5"], words["colour"]) == (NAMED_ALONE, VALUE, NUMBER, NONE)
    assert at_header(sheet, "order_date", sheet.matches) == ALL
    assert at_header(sheet, "ship_date", sheet.matches) == SOME
    assert words["order"] == NAMED_ALONE and words["dates"] == NAMED, "two columns are dates"
    assert at_header(sheet, "revenue", sheet.matches) == NONE


def number(name: str) -> Column:
    return Column(name=name, type="number", role="numeric", distinct=9)


def test_of_two_headers_the_one_that_is_told_by_a_word_of_its_own_is_marked() -> None:
    table = Table(name="runs", rows=3, columns=(number("val_accuracy"), number("val_loss"), number("p_value")))
    sheet = sheet_of("best val acc", table)
    assert at_header(sheet, "val_accuracy", sheet.matches) == ALL, "`acc` shortens accuracy"
    assert at_header(sheet, "val_loss", sheet.matches) == SOME
    assert at_header(sheet_of("acc per day", table), "val_accuracy", sheet_of("acc per day", table).matches) == TELLING
    assert at_header(sheet_of("p below 0.05", table), "p_value", sheet_of("p below 0.05", table).matches) == TELLING


def test_text_that_says_yes_or_no_is_read_as_a_truth() -> None:
    sold = Column(name="returned", type="text", role="categorical", distinct=2, values=("no", "yes"))
    table = Table(name="sales", rows=9, columns=(sold, number("revenue")))
    sheet = sheet_of("what percentage was returned", table)
    assert cells(sheet, "returned") == ["true", "false"] and kind_of(sold) == "boolean"
    assert flag(sold) == {"true": "yes", "false": "no"}
    assert flag(sold.model_copy(update={"values": ("no", "maybe")})) == {} == flag(number("revenue"))


def test_a_cell_of_two_columns_is_marked_as_shared_and_no_mark_is_left_when_unmarked() -> None:
    two = [
        Column(name=n, type="text", role="categorical", distinct=1, values=("Nintendo",)) for n in ("maker", "seller")
    ]
    sheet = sheet_of("nintendo games", Table(name="games", rows=3, columns=tuple(two)))
    assert [sheet.matches[at] for at in sheet.cells] == [CELL_SHARED, CELL_SHARED]
    assert {unmarked(mark) for mark in sheet.matches} == {NONE, CELL_SAMPLE}


def test_a_word_that_is_a_header_and_a_value_is_both() -> None:
    city = Column(name="city", type="text", role="categorical", distinct=2, values=("Region", "Oslo"))
    region = Column(name="region", type="text", role="categorical", distinct=1, values=("North",))
    table = Table(name="places", rows=3, columns=(city, region))
    assert word_marks(sheet_of("region", table), "region")["region"] == BOTH


def test_a_word_that_means_a_header_is_alike() -> None:
    assert word_marks(sheet_of("sales by town"), "sales by town")["town"] == ALIKE_ALONE


def test_cells_that_are_named_come_first_and_samples_fill_up() -> None:
    sheet = sheet_of("revenue in the west and in the south")
    assert set(cells(sheet, "region")[:2]) == {"West", "South"}
    marks = dict(zip(sheet.values, (sheet.matches[at] for at in sheet.cells), strict=True))
    assert marks["West"] == CELL_EXACT and marks["Chair"] == CELL_SAMPLE
    assert cells(sheet, "returned") == ["true", "false"]
    assert cells(sheet, "revenue") == [] and cells(sheet, "order_date") == []
    assert cells(sheet, "city") == ["Berlin", "Oslo"]


def test_a_long_table_drops_its_samples_but_not_what_is_named(tokens: Tokens) -> None:
    many = tuple(
        Column(
            name=f"property_{number}", type="text", role="categorical", distinct=90,
            samples=("a rather long sample value", "another long sample value", "one more long value"),
            values=("Zanzibar",) if number == 7 else (),
        )
        for number in range(60)
    )  # fmt: skip
    table = Table(name="wide", rows=9, columns=many)
    fields = [Field(column.name, column) for column in many]
    sheet = make_sheet("rows of zanzibar", "wide", fields, link("rows of zanzibar", (table,)), tokens)
    assert sheet.values == ["Zanzibar"]
    assert len(sheet.columns) == 61
    short = make_sheet("rows of zanzibar", "wide", fields[:4], (), tokens)
    assert len(short.values) == 8


def test_a_wide_table_has_no_marks_between_its_columns(tokens: Tokens) -> None:
    few = tuple(
        Column(name=f"size_{n}", type="text", role="categorical", distinct=5, values=tuple("abcde")) for n in "xy"
    )
    fields = [Field(column.name, column) for column in few]
    plain, wide = (make_sheet("all sizes", "parts", fields, (), tokens, wide=wide) for wide in (False, True))
    assert plain.ids.count(tokens.sep) == 3 and wide.ids.count(tokens.sep) == 1
    assert [cells(sheet, "size_x") for sheet in (plain, wide)] == [list("abcde"), ["a"]]


def test_columns_of_several_tables_are_told_apart(tokens: Tokens) -> None:
    name = Column(name="name", type="text", role="categorical", distinct=1, values=("Oslo",))
    fields = [Field("shops.name", name, "shops"), Field("towns.name", name, "towns")]
    tables = (Table(name="shops", rows=1, columns=(name,)),)
    sheet = make_sheet("oslo", "", fields, link("oslo", tables), tokens)
    hits = [sheet.matches[at] == CELL_EXACT for at in sheet.cells]
    assert hits[sheet.owners.index(1)] and not hits[sheet.owners.index(2)]


# ------------------------------------------------------------------ the form before


def test_columns_of_the_form_before_carry_their_roles() -> None:
    prior = form(
        metrics=[FIGURE], group_by=["region"], time={"column": "order_date", "grain": "month"}, analysis=["total"],
        filters=[{"column": "region", "op": "=", "value": "Norht"}, {"column": "units", "op": ">", "value": 3}],
    )  # fmt: skip
    sheet = sheet_of("only the south", prior=prior)
    roles = {shown.name: at_header(sheet, shown.name, sheet.priors) for shown in sheet.fields}
    assert {name: role for name, role in roles.items() if role} == {
        "revenue": 1, "region": 2 + 8, "order_date": 4, "units": 8,
    }  # fmt: skip
    marks = dict(zip(sheet.values, (sheet.matches[at] for at in sheet.cells), strict=True))
    assert marks["Norht"] == CELL_BEFORE and marks["South"] == CELL_EXACT
    assert sheet.priors[sheet.columns[0]] == 0


def test_counted_rows_are_a_role_of_the_rows() -> None:
    sheet = sheet_of("by region", prior=form(metrics=[{"agg": "count"}], analysis=["count"]))
    assert sheet.priors[sheet.columns[0]] == 1


def test_the_form_before_is_told_in_a_few_words(tokens: Tokens) -> None:
    prior = form(
        analysis=["rank"], chart="stacked_bar", limit=3, sort={"by": "metric", "order": "desc"},
        having={"op": ">", "value": 3.0}, derive={"kind": "percent_of_total"},
    )  # fmt: skip
    sheet = sheet_of("by region", prior=prior)
    told = [id for id, kind in zip(sheet.ids, sheet.kinds, strict=True) if kind == KINDS["before"]]
    said = ["rank", "stacked", "bar", "desc", "top", "percent", "of", "total", "having"]
    assert told == [tokens.before, *(id for word in said for id in tokens.of(word))]
    assert tokens.before not in sheet_of("by region").ids


def test_figures_are_shown_with_how_large_they_are() -> None:
    fare = Column(name="fare", type="number", role="numeric", low=-2.5, high=480.0)
    assert size(fare) == ["1000"] and size(fare.model_copy(update={"high": 0.4, "low": 0.0})) == ["1"]
    assert size(fare.model_copy(update={"high": 2e6})) == ["million"]
    assert size(Column(name="built", type="integer", role="numeric", low=1950, high=2020)) == []
    assert size(Column(name="city", type="text", role="text")) == []
    assert size(fare.model_copy(update={"low": None, "high": None})) == []


def test_a_number_that_only_names_rows_is_no_figure() -> None:
    receipt = Column(name="receipt", type="integer", role="identifier", low=70001, high=70720)
    assert kind_of(receipt) == "text" and size(receipt) == []
    key = Column(name="customer_id", type="integer", role="identifier", low=1, high=60)
    assert (kind_of(key), kind_of(key, said=False)) == ("integer", "text")


# ------------------------------------------------------------------ initials and numbers in headers


def header_marks_of(question: str, *headers: str) -> dict[str, int]:
    """The mark of every header under a question."""
    table = Table(name="t", columns=tuple(Column(name=name, type="number", role="numeric") for name in headers), rows=9)
    fields = tuple(Field(column.name, column) for column in table.columns)
    sheet = make_sheet(question, "t", fields, (), tokenizer())
    return {name: at_header(sheet, name, sheet.matches) for name in headers}


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("average days on market by city", "DOM"),
        ("2024 by department", "2024"),
        ("hourly pm10", "PM10"),
        ("5xx per hour", "5xx"),
        ("p95 by region", "p95"),
    ],
)
def test_initials_and_numbers_name_their_header(question: str, named: str) -> None:
    headers = ("DOM", "2024", "2023", "PM10", "PM25", "5xx", "4xx", "p95", "p50")
    marks = header_marks_of(question, *headers)
    assert marks[named] == ALL
    assert [name for name in headers if marks[name] == ALL] == [named]


@pytest.mark.parametrize(
    ("question", "named"),
    [
        ("what lr did it use", "learning_rate"),
        ("longest los per ward", "Length of Stay (days)"),
        ("aov by month", "AvgOrderValue"),
    ],
)
def test_first_letters_of_a_header_name_it(question: str, named: str) -> None:
    headers = ("learning_rate", "Length of Stay (days)", "AvgOrderValue", "list_price", "item_size")
    marks = header_marks_of(question, *headers)
    assert [name for name in headers if marks[name] != NONE] == [named]


@pytest.mark.parametrize("question", ["is it large", "the lp of it"])
def test_small_words_are_no_first_letters(question: str) -> None:
    assert header_marks_of(question, "item_size", "order_type", "in_time")["item_size"] == NONE


@pytest.mark.parametrize("question", ["top 10 cities", "the 5 best", "days in the open market", "over 95"])
def test_other_numbers_and_words_apart_name_no_header(question: str) -> None:
    assert set(header_marks_of(question, "DOM", "PM10", "5xx", "p95").values()) == {NONE}


def test_a_table_that_is_said_is_marked_before_its_headers() -> None:
    column = Column(name="price", type="number", role="numeric")
    fields = (Field("products.price", column, "products"), Field("orders.price", column, "orders"))
    sheet = make_sheet("products over 200", "", fields, (), tokenizer())
    assert [sheet.matches[at + 1] for at in sheet.columns[1:]] == [NAMED, NONE]
