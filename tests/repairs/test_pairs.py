"""Every repair, by pairs in Markdown: the plan before, the plan after, and what is said to have changed."""

from __future__ import annotations

from pathlib import Path

import pytest

from cases import Case, cases, told_repairs
from groundplan.plan import read
from groundplan.query.repairs import REPAIRS as OF_FRAMES
from groundplan.repairs import REPAIRS, repair_plan

BY_NAME = {repair.__name__: repair for repair in (*OF_FRAMES, *REPAIRS)}
TESTS = Path(__file__).parents[1]
CASES = [*cases(TESTS / "repairs"), *cases(TESTS / "query/repairs")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file}: {case.title}")
def test_case(case: Case) -> None:
    before, brief = read(case.blocks["plan"]), case.brief()
    after, repairs = BY_NAME[case.file](before, brief)
    assert after == read(case.blocks.get("after", case.blocks["plan"]))
    assert told_repairs(repairs) == case.blocks.get("repairs", "")
    assert {repair.kind for repair in repairs} <= {case.file.replace("_", "-")}


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file}: {case.title}")
def test_a_repaired_plan_needs_no_repair(case: Case) -> None:
    once, _ = repair_plan(read(case.blocks["plan"]), case.brief(), OF_FRAMES)
    assert repair_plan(once, case.brief(), OF_FRAMES) == (once, ())


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file}: {case.title}")
def test_what_changed_was_logged(case: Case) -> None:
    before = read(case.blocks["plan"])
    after, repairs = repair_plan(before, case.brief(), OF_FRAMES)
    changed = {old.id for old, new in zip(before.steps, after.steps, strict=True) if old != new}
    assert changed == {repair.step for repair in repairs}


@pytest.mark.parametrize("name", BY_NAME)
def test_each_repair_changes_some_plans_and_leaves_others(name: str) -> None:
    changes = ["after" in case.blocks for case in CASES if case.file == name]
    assert any(changes) and not all(changes)


def test_the_frame_is_found_before_its_columns_are_named() -> None:
    plan = read('goal "?"\n\norder = sort_rows(by="REVENUE", order="asc")\n')
    after, repairs = repair_plan(plan, CASES[0].brief(), OF_FRAMES)
    assert after == read('goal "?"\n\norder = sort_rows(df=$source.sales, by="revenue", order="asc")\n')
    assert [repair.kind for repair in repairs] == ["missing-frame", "column-casing"]
