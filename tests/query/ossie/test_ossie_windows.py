import pytest
from school import rows, told


@pytest.mark.parametrize(
    ("window", "values"),
    [
        ("SUM(enrolments.paid) OVER (PARTITION BY enrolments.pupil ORDER BY enrolments.id)", [40, 30, 130, 50, 70, 50]),
        ("SUM(enrolments.paid) OVER (ORDER BY enrolments.id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)",
         [40, 70, 120, 140, 120, 90]),
        ("SUM(enrolments.paid) OVER (ORDER BY enrolments.id ROWS 1 PRECEDING)", [40, 70, 120, 140, 120, 90]),
        ("SUM(enrolments.paid) OVER (ORDER BY enrolments.id ROWS BETWEEN 1 FOLLOWING AND 2 FOLLOWING)",
         [120, 140, 120, 90, 20, None]),
        ("SUM(enrolments.paid) OVER (ORDER BY enrolments.id ROWS BETWEEN 2 PRECEDING AND 1 PRECEDING)",
         [None, 40, 70, 120, 140, 120]),
        ("COUNT(*) OVER (ORDER BY enrolments.paid RANGE BETWEEN 10 PRECEDING AND 10 FOLLOWING)", [3, 3, 1, 2, 1, 2]),
        ("COUNT(*) OVER (ORDER BY enrolments.course)", [2, 2, 3, 4, 5, 6]),
        ("AVG(enrolments.paid) OVER (PARTITION BY pupils.town)", [45, 45, 45, 50, 70, 45]),
        ("LAST_VALUE(enrolments.paid) OVER (PARTITION BY enrolments.pupil ORDER BY enrolments.id)",
         [40, 30, 90, 50, 70, 20]),
        ("FIRST_VALUE(enrolments.paid) OVER (PARTITION BY enrolments.pupil ORDER BY enrolments.id)",
         [40, 30, 40, 50, 70, 30]),
        ("NTH_VALUE(enrolments.paid, 2) OVER (ORDER BY enrolments.id)", [None, 30, 30, 30, 30, 30]),
        ("LAG(enrolments.paid) OVER (ORDER BY enrolments.id)", [None, 40, 30, 90, 50, 70]),
        ("LEAD(enrolments.paid, 2, 0) OVER (ORDER BY enrolments.id)", [90, 50, 70, 20, 0, 0]),
        ("ROW_NUMBER() OVER (ORDER BY enrolments.paid DESC)", [4, 5, 1, 3, 2, 6]),
        ("RANK() OVER (ORDER BY enrolments.course)", [1, 1, 3, 4, 5, 6]),
        ("DENSE_RANK() OVER (ORDER BY enrolments.course)", [1, 1, 2, 3, 4, 5]),
        ("NTILE(3) OVER (ORDER BY enrolments.id)", [1, 1, 2, 2, 3, 3]),
        ("PERCENT_RANK() OVER (ORDER BY enrolments.id)", [0, 0.2, 0.4, 0.6, 0.8, 1]),
        ("CUME_DIST() OVER (ORDER BY enrolments.course)", [2 / 6, 2 / 6, 3 / 6, 4 / 6, 5 / 6, 1]),
        ("ROW_NUMBER() OVER (ORDER BY pupils.town, enrolments.id)", [1, 2, 3, 5, 6, 4]),
        ("ROW_NUMBER() OVER (ORDER BY pupils.town DESC, enrolments.id)", [3, 4, 5, 2, 1, 6]),
        ("ROW_NUMBER() OVER (ORDER BY pupils.town NULLS FIRST, enrolments.id)", [2, 3, 4, 6, 1, 5]),
        ("enrolments.paid * 100 / SUM(enrolments.paid) OVER ()", [40 / 3, 10, 30, 50 / 3, 70 / 3, 20 / 3]),
    ],
)  # fmt: skip
def test_windows_of_rows(window: str, values: list[float | None]) -> None:
    found = [value for _, value in rows(fields=["enrolments.id", window], order_by=["enrolments.id"])]
    assert found == [None if value is None else pytest.approx(value) for value in values]


def test_a_window_of_a_query_sees_the_rows_that_are_kept_and_a_field_all_of_them() -> None:
    run = "ROW_NUMBER() OVER (PARTITION BY enrolments.pupil ORDER BY enrolments.id)"
    found = rows(
        fields=["enrolments.id", run, "enrolments.turn"], where=["enrolments.id > 1"], order_by=["enrolments.id"]
    )
    assert found == [(2, 1, 1), (3, 1, 2), (4, 1, 1), (5, 1, 1), (6, 2, 2)]


def test_a_window_over_coarser_rows_sees_each_of_them_once() -> None:
    total = "SUM(courses.fee) OVER ()"
    found = rows(fields=["enrolments.id", total, "courses.fee_rank"], order_by=["enrolments.id"])
    assert found == [(1, 310, 5), (2, 310, 5), (3, 310, 1), (4, 310, 4), (5, 310, 2), (6, None, None)]


def test_windows_of_groups_see_the_groups_that_having_keeps() -> None:
    found = told(
        dimensions=["courses.level"],
        measures=["paid", "RANK() OVER (ORDER BY paid DESC)", "paid / (SUM(SUM(enrolments.paid)) OVER () / 100)"],
        having=["paid > 20"],
    )
    assert found == {("expert", 160, 1, 160 / 2.8), ("beginner", 120, 2, 120 / 2.8)}


def test_having_may_hold_groups_to_a_window() -> None:
    best = "RANK() OVER (ORDER BY paid DESC) <= 2"
    found = told(dimensions=["courses.level"], measures=["paid"], having=[best, "paid < 150"])
    assert found == {("beginner", 120), (None, 20)}


def test_a_windowed_metric_adds_up_what_the_groups_have() -> None:
    query = {"dimensions": ["enrolments.id", "courses.level"], "order_by": ["enrolments.id"]}
    assert [row[2] for row in rows(**query, measures=["so_far"])] == [40, 70, 160, 210, 280, 300]
    average = "AVG(enrolments.paid) OVER (PARTITION BY courses.level)"
    assert told(dimensions=["courses.level"], measures=[average]) == {("beginner", 40), ("expert", 80), (None, 20)}


def test_a_window_inside_an_aggregate_is_computed_first() -> None:
    inside = "SUM(SUM(enrolments.paid) OVER (PARTITION BY enrolments.pupil))"
    assert told(dimensions=["pupils.town"], measures=[inside]) == {("Ely", 360), ("York", 50), (None, 70)}


def test_rows_and_groups_may_be_ordered_by_a_window() -> None:
    last = "LAG(enrolments.id) OVER (ORDER BY enrolments.id)"
    assert rows(fields=["enrolments.id"], order_by=[f"{last} DESC NULLS LAST"], limit=2) == [(6,), (5,)]
    assert rows(dimensions=["courses.level"], measures=["paid"], order_by=["RANK() OVER (ORDER BY paid)"])[0] == (
        None,
        20,
    )
