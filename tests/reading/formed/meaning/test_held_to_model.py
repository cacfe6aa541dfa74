"""What the source model says of a form: over real files, each small enough to count by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from groundplan.contracts import Doubt
from groundplan.reading.formed.form import Derive, Filter, Form, Metric
from groundplan.reading.formed.held_to_model import held_to_model
from groundplan.reading.formed.meaning.asked import Asked
from groundplan.reading.formed.parts_of_files import Parted, over_files, over_parts
from groundplan.sources.opened import Tables, open_sources

# ibis 12 calls what DuckDB 2.0 has renamed
pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")

COUNT = Metric(agg="count")


def _rows(*rows: object) -> str:
    return "\n".join(",".join(map(str, row)) for row in rows) + "\n"  # type: ignore[call-overload]


FILES = {
    "clubs": _rows(
        ("club_id", "club_name", "city", "stadium_capacity"),
        *((f"C{n:02}", f"{name} FC", city, 1000 * n) for n, (name, city) in enumerate(zip(
            ("Harrier", "Rover", "Athletic", "Wanderer", "Albion", "Town"),
            ("Leeds", "York", "Leeds", "Hull", "York", "Hull"), strict=True), 1)),
    ),
    "matches": _rows(
        ("match_id", "played_on", "home_club_id", "away_club_id", "attendance"),
        *((f"M{n:03}", f"2023-{1 + n % 12:02}-{1 + n % 27:02}", f"C{1 + n % 6:02}", f"C{1 + (n + 1 + n % 4) % 6:02}",
           800 + n * 37 % 900) for n in range(60)),
    ),
    "members": _rows(
        ("member_id", "first_name", "last_name", "branch", "joined_on", "left_on", "age"),
        *((5000 + n, ("Ann", "Ben", "Cleo", "Dan")[n % 4], ("Moss", "Hart", "Lund")[n % 3], ("North", "South")[n % 2],
           f"2021-{1 + n % 12:02}-{1 + n % 28:02}", f"2022-0{1 + n % 9}-11" if n % 3 == 0 else "", 18 + n * 7 % 50)
          for n in range(60)),
    ),
    "plan_prices": _rows(
        ("plan", "valid_from", "monthly_price"),
        *((plan, f"{year}-01-01", base + year - 2020) for plan, base in (("Basic", 20), ("Plus", 35), ("Pro", 60))
          for year in range(2020, 2025)),
    ),
    "recipes": _rows(
        ("recipe", "tags", "minutes"),
        *((f"Dish {n}", ("vegan; quick", "quick", "vegan; kids; spicy", "kids")[n % 4], 5 + n) for n in range(40)),
    ),
    "invoice_lines": _rows(
        ("invoice_no", "invoice_date", "customer", "shipping_fee", "item", "qty"),
        *((f"INV-{1000 + n // 3}", f"2024-{1 + n // 9 % 12:02}-05", ("Nordwind", "Castor", "Bluefin")[n // 3 % 3],
           (5, 7.5, 12)[n // 3 % 3 - n // 9 % 2], ("bolt", "nut", "gear", "belt")[n * 5 % 4], 1 + n * 11 % 9)
          for n in range(90)),
    ),
}  # fmt: skip


def _account() -> str:
    """A statement with a balance that each amount moves."""
    balance, rows = 500.0, []
    for n in range(80):
        amount = 900.0 if n % 20 == 0 else -(3 + n * 7 % 40)
        balance += amount
        rows.append((f"2024-{1 + n // 28:02}-{1 + n % 28:02}", ("Food", "Travel", "Fun")[n % 3], amount, balance))
    return _rows(("booked", "kind", "amount", "balance"), *rows)


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[object]:
    """Opens some of the files."""
    made: list[Tables] = []

    def open_(*names: str) -> Tables:
        for name in names:
            (tmp_path / f"{name}.csv").write_text(_account() if name == "account" else FILES[name])
        made.append(open_sources(tuple(str(tmp_path / f"{name}.csv") for name in names), tmp_path / "cache"))
        return made[-1]

    yield open_
    for tables in made:
        tables.close()


def held(tables: Tables, text: str, form: Form) -> Form | Doubt:
    form, doubt = held_to_model(form, Asked(text, tables.understood, tables.model))
    return doubt or form


def doubted(found: Form | Doubt, kind: str, *words: str) -> None:
    assert isinstance(found, Doubt), found
    assert found.kind == kind
    assert all(word in found.message for word in words), found.message


def filters(found: Form | Doubt) -> list[tuple[str, str]]:
    assert isinstance(found, Form), found
    return [(limit.column, limit.op) for limit in found.filters]


@pytest.mark.parametrize("text", ["how many current members", "how many members are still here", "active members"])
def test_what_has_ended_does_not_count_among_the_current(opened, text):
    tables = opened("members")
    assert filters(held(tables, text, Form(metrics=(COUNT,)))) == [("left_on", "is_null")]
    assert "current" not in Asked("how many current members", tables.understood, tables.model).plain


def test_without_a_word_for_it_all_rows_count(opened):
    assert filters(held(opened("members"), "how many members", Form(metrics=(COUNT,)))) == []


def test_a_value_of_the_data_is_no_word_for_it(opened, tmp_path):
    changed = FILES["members"].replace("North", "active").replace("South", "paused")
    (tmp_path / "people.csv").write_text(changed)
    tables = open_sources((str(tmp_path / "people.csv"),), tmp_path / "cache")
    try:
        assert filters(held(tables, "how many are active", Form(metrics=(COUNT,)))) == []
    finally:
        tables.close()


def test_of_a_history_the_latest_holds_now(opened):
    tables = opened("plan_prices")
    form = Form(metrics=(Metric(column="monthly_price", agg="avg"),), group_by=("plan",))
    now = held(tables, "current monthly price by plan", form)
    assert isinstance(now, Form) and now.latest == "plan"
    ever = held(tables, "average monthly price by plan", form)
    assert isinstance(ever, Form) and ever.latest is None


def test_a_balance_is_no_sum_and_a_price_is_averaged_unless_a_sum_is_asked_for(opened):
    doubted(held(opened("account"), "total balance", Form(metrics=(Metric(column="balance"),))), "refuse", "balance")
    prices, form = opened("plan_prices"), Form(metrics=(Metric(column="monthly_price"),))
    averaged = held(prices, "monthly price by plan", form)
    assert isinstance(averaged, Form) and averaged.metrics[0].agg == "avg"
    doubted(held(prices, "total monthly price", form), "refuse", "monthly_price")


def test_what_was_spent_is_told_without_the_minus(opened):
    tables = opened("account")
    form = Form(metrics=(Metric(column="amount"),), group_by=("kind",))
    spent = held(tables, "spending by kind", form)
    assert isinstance(spent, Form) and spent.metrics[0].column == "amount out"
    assert filters(spent) == [("amount out", ">")]
    both = held(tables, "money in and money out by kind", form)
    assert isinstance(both, Form) and [one.column for one in both.metrics] == ["amount in", "amount out"]
    net = held(tables, "total amount by kind", form)
    assert isinstance(net, Form) and net.metrics == form.metrics
    frame = tables.get("account").arrow()
    told = [(row["amount"], row["amount out"], row["amount in"]) for row in frame.to_pylist()]
    assert all(out == (-amount if amount < 0 else None) for amount, out, _ in told)
    assert all(into == (amount if amount > 0 else None) for amount, _, into in told)


def test_two_parts_that_rows_play_are_told_apart(opened):
    tables = opened("matches", "clubs")
    assert {table.name for table in tables.model} == {"matches", "clubs", "home_club", "away_club"}
    unsaid = Form(table="matches", metrics=(Metric(column="attendance"),), group_by=("clubs.city",))
    found = held(tables, "attendance by city", unsaid)
    doubted(found, "clarify", "home_club", "away_club")
    said = held(tables, "by city of the home club", unsaid.model_copy(update={"group_by": ("home_club.city",)}))
    assert isinstance(said, Form) and said.group_by == ("home_club.city",)
    assert tables.get("home_club").arrow().num_rows == 6


def test_a_figure_that_a_join_would_multiply_is_refused(opened):
    tables = opened("matches", "clubs")
    form = Form(table="matches", metrics=(Metric(column="home_club.stadium_capacity"),), group_by=("played_on",))
    doubted(held(tables, "total stadium capacity by date", form), "refuse", "stadium_capacity", "several times")
    highest = form.model_copy(update={"metrics": (Metric(column="home_club.stadium_capacity", agg="max"),)})
    assert isinstance(held(tables, "highest capacity by date", highest), Form)


def test_what_names_a_thing_is_counted_where_each_thing_stands_once(opened):
    tables = opened("matches", "clubs")
    found = held(tables, "number per home club", Form(metrics=(COUNT,), group_by=("home_club.club_name",)))
    assert isinstance(found, Form) and found.table == "matches"


def test_nothing_is_missing_where_a_column_is_full(opened):
    form = Form(metrics=(COUNT,), filters=(Filter(column="attendance", op="is_null"),))
    doubted(held(opened("matches", "clubs"), "clubs without a match", form), "refuse", "cannot be asked")


def test_a_ranking_by_nothing_is_asked_back(opened):
    form = Form(analysis=("rank",), group_by=("branch",), limit=1)
    doubted(held(opened("members"), "the best branch", form), "clarify", "which figure")


def test_a_duration_is_told_in_its_unit_and_other_periods_are_refused(opened):
    tables = opened("members")
    form = Form(metrics=(Metric(agg="avg"),), derive=Derive(kind="duration", of=("joined_on", "left_on")))
    found = held(tables, "average time from joining to leaving in weeks", form)
    assert isinstance(found, Form) and found.derive and found.derive.unit == "weeks"
    timed = Form.model_validate({"metrics": [{"agg": "count"}], "time": {"column": "joined_on", "grain": "year"}})
    doubted(held(tables, "members by decade", timed), "refuse", "decade")


def test_a_row_is_called_by_first_and_last_name(opened):
    form = Form(metrics=(Metric(column="age", agg="none"), Metric(column="first_name", agg="none")), limit=1)
    found = held(opened("members"), "who is the oldest", form)
    assert isinstance(found, Form)
    assert [one.column for one in found.metrics] == ["age", "first_name", "last_name"]


def test_things_inside_a_file_are_read_as_its_columns_and_taken_where_they_stand_once(opened):
    tables = opened("invoice_lines")
    assert [table.name for table in tables.files] == ["invoice_lines"]
    things = [table.name for table in tables.model if table.key]
    assert len(things) == 1
    parted = Parted(tables.files, tables.model)
    form = Form(metrics=(Metric(column="shipping_fee"),), group_by=("customer",))
    found = over_parts(form, "total shipping fee by customer", parted)
    assert found.table == things[0]
    lines = over_parts(Form(metrics=(COUNT,), group_by=("item",)), "how many lines per item", parted)
    assert lines.metrics == (COUNT,) and lines.table not in things
    counted = over_parts(Form(metrics=(COUNT,), group_by=("item",)), f"how many {things[0]} per item", parted)
    assert counted.metrics[0].agg == "count_distinct"
    assert over_files(found, parted).model_copy(update={"table": None}) == form
