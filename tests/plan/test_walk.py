"""In which order a plan runs, and what each step sees."""

from __future__ import annotations

from hypothesis import given, settings

from groundplan.contracts import Plan
from groundplan.plan import ancestors, levels, ordered, read
from plans import likely, plans

DIAMOND = read(
    """
end = t(a=$left.x, b=$right.x)
left = t(a=$start.x)
right = t(a=$start.x)
start = t()
"""
)
CYCLE = read("a = t(x=$b.y)\nb = t(x=$a.y)\nc = t(x=$b.y)\nd = t()\n")


def ids(steps: object) -> list[str]:
    return [step.id for step in steps]  # type: ignore[attr-defined]


def test_steps_that_need_nothing_from_each_other_share_a_level() -> None:
    assert [ids(level) for level in levels(DIAMOND)] == [["start"], ["left", "right"], ["end"]]


def test_each_step_stands_after_the_steps_it_needs() -> None:
    assert ids(ordered(DIAMOND)) == ["start", "left", "right", "end"]


def test_a_cycle_and_what_follows_it_are_in_no_level() -> None:
    assert ids(ordered(CYCLE)) == ["d"]


def test_ancestors_are_nearest_first() -> None:
    assert ids(ancestors(DIAMOND, DIAMOND.steps[0])) == ["left", "right", "start"]


def test_ancestors_of_a_cycle_are_each_named_once() -> None:
    assert ids(ancestors(CYCLE, CYCLE.steps[2])) == ["b", "a"]
    assert ids(ancestors(CYCLE, CYCLE.steps[0])) == ["b"]


@settings(max_examples=100, deadline=None)
@given(plans() | likely)
def test_any_plan_can_be_walked(plan: Plan) -> None:
    done: set[str] = set()
    for step in ordered(plan):
        assert set(step.needs) <= done
        done.add(step.id)
    for step in plan.steps:
        assert step.id not in ids(ancestors(plan, step))
