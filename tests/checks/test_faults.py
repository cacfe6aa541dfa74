"""Every check, of any plan and of plans over frames, by its cases in Markdown: plan, what was asked, findings."""

from __future__ import annotations

from pathlib import Path

import pytest

from cases import Case, assert_found, cases
from groundplan.checks import CHECKS
from groundplan.query.checks import CHECKS as OF_FRAMES

BY_NAME = {check.__name__: check for check in (*CHECKS, *OF_FRAMES)}
TESTS = Path(__file__).parents[1]
CASES = [*cases(TESTS / "checks"), *cases(TESTS / "query/checks")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file}: {case.title}")
def test_case(case: Case) -> None:
    assert_found(case, BY_NAME[case.file])


@pytest.mark.parametrize("name", BY_NAME)
def test_each_check_has_a_fault_and_a_clean_case(name: str) -> None:
    clean = ["findings" not in case.blocks for case in CASES if case.file == name]
    assert any(clean) and not all(clean)


def test_no_case_is_left_without_a_check() -> None:
    assert {case.file for case in CASES} == set(BY_NAME)
