from typing import Any

import ibis
import pytest
from school import FRAMES, MODEL, SCHOOL

from groundplan.errors import GroundplanError, QueryError, SourceError
from groundplan.query.ossie import answer, read_semantic

BY_TOWN = {"dimensions": ["pupils.town"], "measures": ["paid"]}


def window(said: str) -> dict[str, Any]:
    return {"fields": ["enrolments.id", said]}


@pytest.mark.parametrize(
    ("query", "code", "words"),
    [
        ({**BY_TOWN, "fields": ["pupils.id"]}, "E_MIXED_QUERY_SHAPE", "scalar|aggregation"),
        ({"fields": ["pupils.id"], "having": ["paid > 1"]}, "E_MIXED_QUERY_SHAPE", "having"),
        ({}, "E_EMPTY_AGGREGATION_QUERY", "Dimensions|Measures"),
        ({"measures": ["1 + 1"]}, "E_EMPTY_AGGREGATION_QUERY", "aggregate"),
        ({"fields": []}, "E_EMPTY_SCALAR_QUERY", "Fields"),
        ({"dimensions": ["pupils.twon"]}, "E_NAME_NOT_FOUND", "did you mean 'town'"),
        ({"dimensions": ["town"]}, "E_NAME_NOT_FOUND", "halls.town"),
        ({"dimensions": ["pupil.town"]}, "E_NAME_NOT_FOUND", "did you mean 'pupils'"),
        ({"measures": ["payed"]}, "E_NAME_NOT_FOUND", "did you mean 'paid'"),
        ({"measures": ["odd"]}, "E_NAME_NOT_FOUND", "odd > even > odd"),
        ({"measures": ["paid"], "where": ["pupils.age > :age"]}, "E_NAME_NOT_FOUND", "parameter|age"),
        ({"measures": [{"name": "a", "expression": "paid"}, {"name": "A", "expression": "days_away"}]},
         "E_NAME_COLLISION", "rename"),
        ({"measures": ["paid"], "where": ["paid > 1"]}, "E_AGGREGATE_IN_WHERE", "Having"),
        ({"measures": ["paid"], "where": ["RANK() OVER (ORDER BY pupils.age) = 1"]}, "E_WINDOW_IN_WHERE", "Qualify"),
        ({**BY_TOWN, "where": ["pupils.age > 9 OR paid > 1"]}, "E_MIXED_PREDICATE_LEVEL", "split"),
        ({**BY_TOWN, "having": ["pupils.town = 'Ely' AND paid > 1"]}, "E_MIXED_PREDICATE_LEVEL", "row-level"),
        ({**BY_TOWN, "having": ["paid > pupils.age"]}, "E_MIXED_PREDICATE_LEVEL", "aggregate"),
        ({**BY_TOWN, "having": ["pupils.age > 9"]}, "E_NON_AGGREGATE_IN_HAVING", "Where"),
        ({"fields": ["pupils.id", "paid"]}, "E_AGGREGATE_IN_SCALAR_QUERY", "paid|scalar"),
        ({"fields": ["pupils.id", "enrolments.income"]}, "E_AGGREGATE_IN_SCALAR_QUERY", "income"),
        ({"fields": ["pupils.id", "SUM(enrolments.paid)"]}, "E_AGGREGATE_IN_SCALAR_QUERY", "SUM"),
        ({"fields": ["enrolments.paid", "absences.days"]}, "E_FAN_OUT_IN_SCALAR_QUERY", "enrolments|absences"),
        ({"fields": ["teachers.name", "courses.fee"]}, "E_FAN_OUT_IN_SCALAR_QUERY", "single home"),
        ({"fields": ["pupils.age"], "where": ["enrolments.paid > 20"]}, "E_FAN_OUT_IN_SCALAR_QUERY", "enrolments"),
        ({"fields": ["pupils.id", "pupils.late"]}, "E_UNAGGREGATED_FINER_GRAIN_REFERENCE", "enrolments.paid|pupils"),
        ({"dimensions": ["pupils.town"], "measures": ["enrolments.paid"]}, "E_UNAGGREGATED_FINER_GRAIN_REFERENCE",
         "enrolments.paid"),
        ({**BY_TOWN, "order_by": ["pupils.age"]}, "E_UNAGGREGATED_FINER_GRAIN_REFERENCE", "pupils.age"),
        ({"dimensions": ["enrolments.course"], "measures": ["COUNT(DISTINCT pupils.town)"]}, "E_UNSAFE_REAGGREGATION",
         "COUNT(DISTINCT)|holistic"),
        ({"dimensions": ["pupils.town"], "measures": ["MEDIAN(enrolments.paid) OVER (PARTITION BY pupils.town)"]},
         "E_UNSAFE_REAGGREGATION", "MEDIAN"),
        ({"measures": ["SUM(enrolments.paid * absences.days)"]}, "E_AMBIGUOUS_MEASURE_GRAIN", "enrolments|absences"),
        ({"measures": ["paid", "days_away", "COUNT(*)"]}, "E_AMBIGUOUS_MEASURE_GRAIN", "starting grains"),
        ({"dimensions": ["lockers.size"], "measures": ["paid"]}, "E_NO_PATH", "lockers|enrolments"),
        ({"fields": ["pupils.id", "lockers.size"]}, "E_NO_PATH", "lockers|pupils"),
        ({"dimensions": ["absences.days"], "measures": ["paid"]}, "E3012_MN_NO_SAFE_REWRITE", "bridge"),
        ({"dimensions": ["enrolments.paid", "absences.days"], "measures": ["COUNT(pupils.id)"]},
         "E3012_MN_NO_SAFE_REWRITE", "enrolments|absences"),
        ({**BY_TOWN, "measures": ["paid", "days_away"], "where": ["absences.days > 1"]}, "E3012_MN_NO_SAFE_REWRITE",
         "absences"),
        ({"dimensions": ["enrolments.paid", "absences.days"]}, "E3012_MN_NO_SAFE_REWRITE", "enrolments"),
        ({"measures": ["paid", "MAX(lockers.size)"]}, "E3013_NO_STITCHING_DIMENSION", "shared dimension|lockers"),
        (window("RANK() OVER (ORDER BY SUM(enrolments.paid) OVER ())"), "E_NESTED_WINDOW", "inside another window"),
        ({"measures": ["twice_so_far"]}, "E_WINDOWED_METRIC_COMPOSITION", "so_far|derived field"),
        ({"measures": ["so_far + 0"]}, "E_WINDOWED_METRIC_COMPOSITION", "so_far"),
        ({"dimensions": ["enrolments.course"], "measures": ["SUM(pupils.age) OVER ()"]}, "E_WINDOW_OVER_FANOUT_REWRITE",
         "pupils|fan-out"),
        ({"dimensions": ["enrolments.course"], "measures": ["SUM(COUNT(pupils.id)) OVER (PARTITION BY pupils.town)"]},
         "E_WINDOW_OVER_FANOUT_REWRITE", "pupils"),
        ({**window("SUM(pupils.age) OVER ()"), "where": ["enrolments.paid > 20"]}, "E_WINDOW_OVER_FANOUT_REWRITE",
         "pupils"),
        (window("SUM(enrolments.paid) OVER (ORDER BY enrolments.id GROUPS 1 PRECEDING)"), "E_DEFERRED_FRAME_MODE",
         "GROUPS|ROWS|RANGE"),
        ({**window("SUM(enrolments.paid) OVER (ORDER BY enrolments.id ROWS :n PRECEDING)"), "parameters": {"n": 2}},
         "E_DEFERRED_FRAME_BOUND", "parameter|UNBOUNDED"),
        (window("SUM(enrolments.paid) OVER (ORDER BY enrolments.id ROWS 1 + 1 PRECEDING)"), "E_DEFERRED_FRAME_BOUND",
         "literal integer"),
        ({"measures": ["AVG(COUNT(enrolments.id))"]}, "E_NESTED_AGGREGATION_DEFERRED", "nested"),
        ({"measures": ["SUM(enrolments.paid) FILTER (WHERE enrolments.paid > 9)"]}, "E_DEFERRED_KEY_REJECTED", "CASE"),
        ({"measures": ["FIXED(enrolments.paid)"]}, "E_DEFERRED_KEY_REJECTED", "FIXED"),
        ({"measures": [{"name": "a", "expression": "paid", "grain": "pupils"}]}, "E_DEFERRED_KEY_REJECTED", "grain"),
        ({**BY_TOWN, "using_relationships": ["of_pupil"]}, "E_DEFERRED_KEY_REJECTED", "using_relationships"),
        ({"measures": ["COUNT(CASE WHEN EXISTS_IN(pupils.town, halls.town) THEN 1 END)"]}, "E_DEFERRED_KEY_REJECTED",
         "EXISTS_IN"),
        ({"dimensions": ["paid"]}, "E_AGGREGATE_IN_FIELD", "measure"),
        ({"measures": ["SUM(SELECT 1)"]}, "unreadable-query", "SELECT"),
        ({"measures": ["paid"], "where": ["pupils.age"]}, "unreadable-query", "compare"),
        ({"measures": ["paid"], "limit": -1}, "unreadable-query", "whole number"),
        ({"measures": ["SUM(pupils.town)"]}, "unreadable-query", "SUM"),
    ],
)  # fmt: skip
def test_what_cannot_be_answered_safely_is_refused(query: dict[str, Any], code: str, words: str) -> None:
    with pytest.raises(QueryError) as refused:
        answer(SCHOOL, FRAMES, query)
    assert refused.value.code == code, refused.value
    assert all(word in str(refused.value) for word in words.split("|")), refused.value


@pytest.mark.parametrize(
    ("old", "new", "code", "words"),
    [
        ("name: lockers, source", "name: select, source", "E_RESERVED_NAME", "select|reserved|rename"),
        ("name: size, expression", "name: Query_Filter, expression", "E_RESERVED_NAME", "rename"),
        ("name: in_hall", "name: Halls", "E_NAME_COLLISION", "Halls|relationship|rename"),
        ("name: days_away, expression", "name: pupils, expression", "E_NAME_COLLISION", "dataset|metric"),
        ("name: fee, expression", "name: LEVEL, expression", "E_NAME_COLLISION", "field"),
        ("from: teaching, to: courses", "from: teaching, to: course", "E_NAME_NOT_FOUND", "course"),
        ("{name: age, expression: age}", "{name: age, expression: MAX(age)}", "E_AGGREGATE_IN_FIELD", "age|metric"),
        ("expression: age}", "expression: age, grain: [id]}", "E_DEFERRED_KEY_REJECTED", "grain"),
        ("to_columns: [id]}\n    metrics", "to_columns: [id], referential_integrity: true}\n    metrics",
         "E_DEFERRED_KEY_REJECTED", "referential_integrity"),
    ],
)  # fmt: skip
def test_an_illegal_model_is_refused(old: str, new: str, code: str, words: str) -> None:
    text = MODEL.replace(old, new)
    assert text != MODEL
    with pytest.raises(QueryError) as refused:
        read_semantic(text)
    assert refused.value.code == code, refused.value
    assert all(word in str(refused.value) for word in words.split("|")), refused.value


def test_a_reserved_word_may_be_a_name_in_quotes() -> None:
    model = read_semantic(MODEL.replace("name: size, expression: size", "name: '\"select\"', expression: size"))
    found = answer(model, FRAMES, {"fields": ['lockers."select"']})
    assert found.rows == [("small",)]


def test_several_paths_are_named_and_none_is_taken() -> None:
    more = "      - {name: second_choice, from: enrolments, to: courses, from_columns: [pupil_id], to_columns: [id]}\n"
    model = read_semantic(
        MODEL.replace("    metrics:\n      - {name: paid", f"{more}    metrics:\n      - {{name: paid")
    )
    with pytest.raises(QueryError, match=r"of_course.*second_choice") as refused:
        answer(model, FRAMES, {"dimensions": ["courses.level"], "measures": ["paid"]})
    assert refused.value.code == "E_AMBIGUOUS_PATH"
    assert answer(model, FRAMES, {"dimensions": ["pupils.town"], "measures": ["paid"]}).rows


def test_without_declared_keys_datasets_are_many_to_many() -> None:
    model = read_semantic(MODEL.replace("source: pupils, primary_key: [id]", "source: pupils"))
    with pytest.raises(QueryError) as refused:
        answer(model, FRAMES, {"dimensions": ["pupils.town"], "measures": ["paid"]})
    assert refused.value.code == "E3012_MN_NO_SAFE_REWRITE"
    assert answer(model, FRAMES, {"dimensions": ["courses.level"], "measures": ["paid"]}).rows


def test_a_key_on_both_sides_is_one_to_one() -> None:
    text = MODEL.replace(
        "source: absences, primary_key: [id]", "source: absences, primary_key: [id], unique_keys: [[pupil_id]]"
    )
    found = answer(read_semantic(text), FRAMES, {"fields": ["pupils.id", "absences.days"], "order_by": ["pupils.id"]})
    assert found.rows == [(1, 2), (2, None), (3, 1), (4, None)]


@pytest.mark.parametrize(
    ("field", "code", "words"),
    [
        ("halls.id + teachers.id", "E3012_MN_NO_SAFE_REWRITE", "teachers"),
        ("fees", "E_NAME_NOT_FOUND", "did you mean 'fee'"),
        ("courses.dear", "E_NAME_NOT_FOUND", "courses.dear > courses.dear"),
        ("paid", "E_AGGREGATE_IN_FIELD", "courses.dear"),
        ("RANK() OVER (ORDER BY SUM(fee) OVER ())", "E_NESTED_WINDOW", "window"),
    ],
)
def test_a_field_that_cannot_be_is_refused_when_it_is_asked_for(field: str, code: str, words: str) -> None:
    text = MODEL.replace("CASE WHEN fee > 60 THEN 'dear' ELSE 'cheap' END", field)
    with pytest.raises(QueryError) as refused:
        answer(read_semantic(text), FRAMES, {"fields": ["courses.id", "courses.dear"]})
    assert refused.value.code == code, refused.value
    assert words in str(refused.value)


def test_data_and_documents_that_are_not_there_are_told() -> None:
    with pytest.raises(SourceError, match="'enrolments'"):
        answer(SCHOOL, {name: frame for name, frame in FRAMES.items() if name != "enrolled"}, BY_TOWN)
    with pytest.raises(SourceError, match="no Ossie model"):
        read_semantic("rows: 3")
    with pytest.raises(SourceError, match="pairs 2 columns with 1"):
        read_semantic(MODEL.replace("from_columns: [hall_id]", "from_columns: [hall_id, level]"))


def test_a_relationship_by_a_column_that_the_data_have_not_is_told() -> None:
    frames = {**FRAMES, "courses": ibis.memtable({"id": [1], "hall": [1], "level": ["a"], "fee": [1]})}
    with pytest.raises(GroundplanError, match=r"'hall_id'.*did you mean 'hall'"):
        answer(SCHOOL, frames, {"dimensions": ["halls.town"], "measures": ["SUM(courses.fee)"]})


def test_data_that_do_not_fit_are_told_when_they_are_computed() -> None:
    found = answer(SCHOOL, FRAMES, {"measures": ["SUM(CAST(pupils.town AS INTEGER))"]})
    with pytest.raises(QueryError, match="TRY_CAST"):
        _ = found.rows
