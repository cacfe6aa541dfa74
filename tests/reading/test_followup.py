"""Which texts follow up on the question before."""

from __future__ import annotations

from typing import Any

import pytest
from reader_cases import CASES, LABELS, blank

from groundplan.embed import Embedder
from groundplan.language.phrases import phrasebook
from groundplan.reading.followup import follow_up


@pytest.mark.parametrize("case", CASES["follow_ups"], ids=lambda case: case["text"])
def test_the_gate(embedder: Embedder, case: dict[str, Any]) -> None:
    decided, reason = follow_up(case["text"], case["after"], blank(case["of"]), embedder)
    assert (decided, bool(reason)) == (case["is"], True)


def test_the_phrasebook_is_made_once() -> None:
    assert phrasebook(LABELS) is phrasebook(LABELS)
    assert phrasebook({"agg": {"sum": ("total",)}}) is not phrasebook(LABELS)
