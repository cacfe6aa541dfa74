"""Values that are steps of a scale are put in its order; other labels are in none."""

from __future__ import annotations

import pytest

from groundplan.sources.model.scales import ordered

SCALES = [
    ["strongly disagree", "disagree", "neutral", "agree", "strongly agree"],
    ["Low", "Medium", "High"],
    ["LOW", "NORMAL", "HIGH", "CRITICAL"],
    ["never", "sometimes", "often", "always"],
    ["S", "M", "L", "XL"],
    ["Bronze", "Silver", "Gold"],
    ["Mon", "Tue", "Wed", "Thu", "Fri"],
    ["январь", "февраль", "март"],
    ["P1", "P2", "P3", "P4"],
    ["Level 0", "Level 1", "Level 2"],
    ["1 - Low", "2 - Medium", "3 - High"],
    ["1. cold", "2. warm", "3. hot"],
    ["under 18", "18-24", "25-34", "35-64", "65+"],
    ["up to 10k", "10k-50k", "50k-100k", "over 100k"],
    ["0-9 years", "10-19 years", "20 and over"],
]


@pytest.mark.parametrize("steps", SCALES, ids=lambda steps: steps[0])
def test_steps_are_ordered(steps: list[str]) -> None:
    assert ordered(sorted(steps)) == tuple(steps)


@pytest.mark.parametrize("steps", SCALES[:2], ids=lambda steps: steps[0])
def test_no_answer_stands_outside(steps: list[str]) -> None:
    assert ordered(["Don't know", *sorted(steps), "n/a"]) == tuple(steps)


@pytest.mark.parametrize(
    "labels",
    [
        ["Oslo", "Rome", "Bonn"],
        ["Low", "High"],
        ["Low", "Medium", "High", "Blue"],
        ["A1", "B1", "C1"],
        ["P1", "P2", "P9"],
        ["2-1", "0-0", "3-2", "draw"],
        ["10", "20", "30"],
    ],
    ids=lambda labels: labels[-1],
)
def test_other_labels_are_no_scale(labels: list[str]) -> None:
    assert ordered(labels) == ()
