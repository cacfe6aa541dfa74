from school import rows


def test_each_row_of_the_home_dataset_is_told_once_with_what_it_belongs_to() -> None:
    found = rows(fields=["enrolments.id", "courses.level", "halls.town"], order_by=["enrolments.id"])
    assert found == [(1, "beginner", "Ely"), (2, "beginner", "Ely"), (3, "expert", "Ely"), (4, "beginner", "York"),
                     (5, "expert", None), (6, None, None)]  # fmt: skip


def test_rows_are_kept_ordered_and_cut() -> None:
    found = rows(
        fields=["pupils.age", {"name": "next", "expression": "pupils.age + 1"}],
        where=["pupils.age >= 10", "pupils.town IS NOT NULL"],
        order_by=[{"field": "next", "direction": "DESC"}],
        limit=1,
    )
    assert found == [(12, 13)]


def test_conditions_and_order_may_look_at_what_rows_belong_to() -> None:
    found = rows(fields=["enrolments.id"], where=["halls.town = 'Ely'"], order_by=["courses.fee DESC", "enrolments.id"])
    assert found == [(3,), (1,), (2,)]


def test_a_bridge_is_a_home_of_its_own() -> None:
    found = rows(fields=["teaching.lead", "teachers.name", "courses.fee"], order_by=["teachers.name", "courses.fee"])
    assert found == [(True, "Ada", 40), (True, "Ada", 90), (False, "Ben", 40), (True, "Cy", 50)]
