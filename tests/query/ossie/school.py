"""A swimming school: courses in halls, pupils who enrol and stay away, teachers of several courses, lockers apart."""

from __future__ import annotations

from typing import Any

import ibis

from groundplan.query.ossie import answer, read_semantic

MODEL = """
version: 0.2.0.dev0
semantic_model:
  - name: school
    datasets:
      - {name: halls, source: halls, primary_key: [id], fields: [
          {name: id, expression: id}, {name: town, expression: town}]}
      - {name: courses, source: courses, primary_key: [id], fields: [
          {name: id, expression: id}, {name: level, expression: level}, {name: fee, expression: fee},
          {name: dear, expression: "CASE WHEN fee > 60 THEN 'dear' ELSE 'cheap' END"},
          {name: place, expression: "COALESCE(halls.town, 'nowhere')"},
          {name: fee_rank, expression: "RANK() OVER (ORDER BY fee DESC)"}]}
      - {name: pupils, source: pupils, primary_key: [id], fields: [
          {name: id, expression: id}, {name: town, expression: town}, {name: age, expression: age},
          {name: late, expression: enrolments.paid}]}
      - {name: enrolments, source: enrolled, primary_key: [id], fields: [
          {name: id, expression: id}, {name: pupil, expression: pupil_id}, {name: course, expression: course_id},
          {name: paid, expression: paid},
          {name: turn, expression: "ROW_NUMBER() OVER (PARTITION BY pupil_id ORDER BY id)"}],
         metrics: [{name: income, expression: SUM(paid)}, {name: usual, expression: AVG(SUM(paid))}]}
      - {name: absences, source: absences, primary_key: [id], fields: [
          {name: id, expression: id}, {name: days, expression: days}]}
      - {name: teachers, source: teachers, primary_key: [id], fields: [
          {name: id, expression: id}, {name: name, expression: name}, {name: grade, expression: grade}]}
      - {name: teaching, source: teaching, primary_key: [course_id, teacher_id], fields: [
          {name: lead, expression: lead}]}
      - {name: lockers, source: lockers, primary_key: [id], fields: [{name: size, expression: size}]}
    relationships:
      - {name: in_hall, from: courses, to: halls, from_columns: [hall_id], to_columns: [id]}
      - {name: of_course, from: enrolments, to: courses, from_columns: [course_id], to_columns: [id]}
      - {name: of_pupil, from: enrolments, to: pupils, from_columns: [pupil_id], to_columns: [id]}
      - {name: away, from: absences, to: pupils, from_columns: [pupil_id], to_columns: [id]}
      - {name: teaches, from: teaching, to: courses, from_columns: [course_id], to_columns: [id]}
      - {name: taught_by, from: teaching, to: teachers, from_columns: [teacher_id], to_columns: [id]}
    metrics:
      - {name: paid, expression: {dialects: [{dialect: ANSI_SQL, expression: SUM(enrolments.paid)}]}}
      - {name: days_away, expression: SUM(absences.days)}
      - {name: paid_a_day, expression: paid / days_away}
      - {name: so_far, expression: SUM(enrolments.paid) OVER (ORDER BY enrolments.id)}
      - {name: twice_so_far, expression: so_far * 2}
      - {name: odd, expression: even + 1}
      - {name: even, expression: odd - 1}
"""
ROWS: dict[str, tuple[dict[str, str], list[tuple[Any, ...]]]] = {
    "halls": ({"id": "int64", "town": "string"}, [(1, "Ely"), (2, "York"), (3, "Bath")]),
    "courses": (
        {"id": "int64", "hall_id": "int64", "level": "string", "fee": "int64"},
        [
            (1, 1, "beginner", 40),
            (2, 1, "expert", 90),
            (3, 2, "beginner", 50),
            (4, None, "expert", 70),
            (5, 2, "expert", 60),
        ],
    ),
    "pupils": (
        {"id": "int64", "town": "string", "age": "int64"},
        [(1, "Ely", 9), (2, "Ely", 12), (3, "York", 10), (4, None, 11)],
    ),
    "enrolled": (
        {"id": "int64", "course_id": "int64", "pupil_id": "int64", "paid": "int64"},
        [(1, 1, 1, 40), (2, 1, 2, 30), (3, 2, 1, 90), (4, 3, 3, 50), (5, 4, 4, 70), (6, 9, 2, 20)],
    ),
    "absences": ({"id": "int64", "pupil_id": "int64", "days": "int64"}, [(1, 1, 2), (2, 3, 1), (3, 8, 5)]),
    "teachers": (
        {"id": "int64", "name": "string", "grade": "string"},
        [(1, "Ada", "senior"), (2, "Ben", "senior"), (3, "Cy", "junior"), (4, "Di", "junior")],
    ),
    "teaching": (
        {"course_id": "int64", "teacher_id": "int64", "lead": "boolean"},
        [(1, 1, True), (1, 2, False), (2, 1, True), (3, 3, True)],
    ),
    "lockers": ({"id": "int64", "size": "string"}, [(1, "small")]),
}
FRAMES = {name: ibis.memtable(rows, schema=schema) for name, (schema, rows) in ROWS.items()}
SCHOOL = read_semantic(MODEL)


def rows(**query: Any) -> list[tuple[Any, ...]]:
    """What a query answers, in its order."""
    return answer(SCHOOL, FRAMES, query).rows


def told(**query: Any) -> set[tuple[Any, ...]]:
    """What a query answers, in any order; no row twice."""
    found = rows(**query)
    assert len(found) == len(set(found))
    return set(found)
