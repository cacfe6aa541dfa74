"""The pack's own checks, by their cases in Markdown, as every check."""

from __future__ import annotations

from pathlib import Path

import pytest

from cases import Case, assert_found, cases
from groundplan.packs.tables.checks import CHECKS

BY_NAME = {check.__name__: check for check in CHECKS}
CASES = cases(Path(__file__).parent)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.file}: {case.title}")
def test_case(case: Case) -> None:
    assert_found(case, BY_NAME[case.file])


@pytest.mark.parametrize("name", BY_NAME)
def test_each_check_has_a_fault_and_a_clean_case(name: str) -> None:
    clean = ["findings" not in case.blocks for case in CASES if case.file == name]
    assert any(clean) and not all(clean)
