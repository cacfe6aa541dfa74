from typing import Any

import pytest
from school import FRAMES, SCHOOL, rows, told

from groundplan.query.ossie import answer


def test_rows_without_a_match_are_under_none_and_values_that_nothing_reaches_stay_away() -> None:
    found = told(dimensions=["halls.town"], measures=["paid"])
    assert found == {("Ely", 160), ("York", 50), (None, 90)}


def test_a_measure_of_the_dimension_brings_back_its_values_and_counts_none_as_nothing() -> None:
    found = told(dimensions=["halls.town"], measures=["paid", "COUNT(halls.id)"])
    assert found == {("Ely", 160, 1), ("York", 50, 1), ("Bath", None, 1), (None, 90, 0)}


def test_several_facts_are_stitched_with_one_row_for_what_is_missing() -> None:
    found = told(dimensions=["pupils.town"], measures=["paid", "days_away", "paid_a_day"])
    assert found == {("Ely", 180, 2, 90), ("York", 50, 1, 50), (None, 70, 5, 14)}


def test_several_facts_without_a_dimension_are_one_row() -> None:
    assert rows(measures=["paid", "days_away", "COUNT(teachers.id)"]) == [(300, 8, 4)]


def test_over_a_bridge_each_row_counts_once_in_each_group() -> None:
    found = told(
        dimensions=["teachers.grade"],
        measures=["SUM(courses.fee)", "AVG(courses.fee)", "COUNT(DISTINCT courses.level)", "MEDIAN(courses.fee)"],
    )
    assert found == {("senior", 130, 65, 2, 65), ("junior", 50, 50, 1, 50), (None, 130, 65, 1, 65)}


def test_a_bridge_of_conditions_alone_counts_each_row_once() -> None:
    assert rows(measures=["SUM(courses.fee)"], where=["teachers.grade = 'senior'"]) == [(130,)]


def test_coarse_rows_by_something_finer_count_once_in_each_group() -> None:
    found = told(dimensions=["enrolments.course"], measures=["COUNT(pupils.id)", "SUM(pupils.age)"])
    assert found == {(1, 2, 21), (2, 1, 9), (3, 1, 10), (4, 1, 11), (9, 1, 12)}
    assert rows(measures=["COUNT(pupils.id)"], where=["enrolments.paid > 25"]) == [(4,)]


def test_finer_rows_on_the_way_to_still_finer_ones_make_no_group_of_their_own() -> None:
    """Nobody teaches one of the courses in York, but somebody the other: the hall is not under what is missing."""
    found = told(dimensions=["teaching.lead"], measures=["COUNT(halls.id)"])
    assert found == {(True, 2), (False, 1), (None, 1)}


def test_figures_of_the_many_side_in_one_step_weigh_each_row_alike_and_nested_ones_each_group() -> None:
    found = told(dimensions=["courses.level"], measures=["AVG(enrolments.paid)", "AVG(AVG(enrolments.paid))"])
    assert found == {("beginner", 40, 42.5), ("expert", 80, 80), (None, 20, 20)}


def test_a_nested_metric_of_a_dataset_begins_with_its_rows() -> None:
    assert rows(measures=["enrolments.income", "enrolments.usual"]) == [(300, 50)]


def test_rows_are_counted_of_the_finest_dataset() -> None:
    found = told(dimensions=["courses.level"], measures=["paid", "COUNT(*)"])
    assert found == {("beginner", 120, 3), ("expert", 160, 2), (None, 20, 1)}
    assert told(dimensions=["courses.level"], measures=["COUNT(*)"]) == {("beginner", 2), ("expert", 3)}


def test_dimensions_alone_list_their_own_values_used_or_not() -> None:
    assert told(dimensions=["halls.town"]) == {("Ely",), ("York",), ("Bath",)}
    assert told(dimensions=["teachers.name", "courses.level"]) == {
        ("Ada", "beginner"), ("Ben", "beginner"), ("Ada", "expert"), ("Cy", "beginner")
    }  # fmt: skip


def test_of_no_rows_counts_are_nothing_and_all_else_is_missing() -> None:
    found = rows(measures=["paid", "COUNT(enrolments.id)", "COUNT(*)"], where=["enrolments.paid > 1000"])
    assert found == [(None, 0, 0)]
    assert rows(dimensions=["pupils.town"], measures=["paid"], where=["enrolments.paid > 1000"]) == []


def test_conditions_are_all_meant_and_a_window_of_a_field_may_be_one() -> None:
    found = told(dimensions=["pupils.town"], measures=["paid"], where=["enrolments.turn = 1", "pupils.age > 9"])
    assert found == {("Ely", 30), ("York", 50), (None, 70)}


def test_having_sees_aggregates_of_any_fact_and_makes_no_groups() -> None:
    found = told(dimensions=["pupils.town"], measures=["paid"], having=["COUNT(absences.id) > 0", "paid > 60"])
    assert found == {("Ely", 180), (None, 70)}
    assert told(dimensions=["pupils.town"], measures=["paid"], having=["pupils.town = 'York'"]) == {("York", 50)}


def test_what_is_missing_stands_last_going_up_and_first_going_down_unless_it_is_said() -> None:
    def order(*by: Any) -> list[Any]:
        return [town for town, _ in rows(dimensions=["pupils.town"], measures=["paid"], order_by=list(by))]

    assert order({"field": "pupils.town"}) == ["Ely", "York", None]
    assert order({"field": "pupils.town", "direction": "DESC"}) == [None, "York", "Ely"]
    assert order("pupils.town DESC NULLS LAST") == ["York", "Ely", None]
    assert order({"field": "pupils.town", "nulls": "first"}) == [None, "Ely", "York"]
    assert order({"field": "paid", "direction": "DESC"}, "pupils.town") == ["Ely", None, "York"]
    assert order({"field": "MAX(enrolments.paid)"}) == ["York", None, "Ely"]


def test_a_limit_takes_the_first_rows() -> None:
    assert len(rows(dimensions=["pupils.town"], measures=["paid"], limit=2)) == 2
    assert rows(dimensions=["pupils.town"], measures=["paid"], order_by=["paid"], limit=1) == [("York", 50)]


def test_a_field_is_computed_of_rows_of_its_own_and_is_missing_without_one() -> None:
    found = told(dimensions=["courses.dear", "courses.place"], measures=["paid"])
    assert found == {("cheap", "Ely", 70), ("dear", "Ely", 90), ("cheap", "York", 50), ("dear", "nowhere", 70),
                     (None, None, 20)}  # fmt: skip


def test_a_field_beside_aggregates_has_one_value_where_its_key_is_a_dimension() -> None:
    found = told(dimensions=["courses.id"], measures=["paid - 2 * courses.fee", "halls.town"])
    assert found == {(1, -10, "Ely"), (2, -90, "Ely"), (3, -50, "York"), (4, -70, None), (None, None, None)}


def test_columns_are_called_as_they_are_named() -> None:
    found = answer(SCHOOL, FRAMES, {
        "dimensions": ["pupils.town", {"name": "band", "expression": "FLOOR(pupils.age / 10)"}],
        "measures": ["paid", "SUM(enrolments.paid) AS again", "COUNT(*)"],
    })  # fmt: skip
    assert found.columns == ("town", "band", "paid", "again", "COUNT(*)")
    assert set(found.rows) == {("Ely", 0, 130, 130, 2), ("Ely", 1, 50, 50, 2), ("York", 1, 50, 50, 1),
                               (None, 1, 70, 70, 1)}  # fmt: skip


def test_values_may_be_held_against_those_of_a_dataset_that_is_not_joined() -> None:
    here = {"dimensions": ["pupils.town"], "measures": ["COUNT(pupils.id)"]}
    assert told(**here, where=["EXISTS_IN(pupils.town, halls.town)"]) == {("Ely", 2), ("York", 1)}
    assert told(**here, where=["NOT EXISTS_IN(pupils.town, halls.town) OR pupils.age = 10"]) == {("York", 1), (None, 1)}


def test_parameters_stand_for_values() -> None:
    assert rows(measures=["paid"], where=["pupils.town = :town"], parameters={"town": "Ely"}) == [(180,)]


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("PERCENTILE_CONT(0.5) WITHIN GROUP (ORDER BY enrolments.paid)", 45),
        ("PERCENTILE_DISC(0.5) WITHIN GROUP (ORDER BY enrolments.paid)", 40),
        ("SUM(DISTINCT pupils.age) + COUNT(DISTINCT pupils.town)", 44),
        ("SUM(CASE WHEN Enrolments.Paid >= 50 THEN 1 ELSE 0 END)", 3),
        ("COUNT(enrolments.id) * 1.0 / COUNT(pupils.id)", 1.5),
        ("SUM(courses.fee * halls.id)", 40 + 90 + 100 + 120),
    ],
)
def test_expressions(expression: str, value: float) -> None:
    assert rows(measures=[expression]) == [(value,)]
