"""show and read: what is printed is all there is."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from groundplan.contracts import Limits, Plan, Step
from groundplan.errors import PlanTextError
from groundplan.plan import read, show
from plans import HEADERS, likely, plans

PLAN = """\
goal "revenue by region"
pack "tables"

totals = aggregate(df=$source.sales, group_by=["region"], metrics=["revenue"], agg_func="sum", names=["revenue"])
    satisfies analysis.total, group_by.region
    because "a total needs an aggregate"
table = save_dataframe(df=$totals.df)
    after checked
    when "totals.rows > 0"
    satisfies outputs.table
    priority 2
    else spare
"""


def test_the_text_of_a_plan() -> None:
    assert show(read(PLAN)) == PLAN


@settings(max_examples=300, deadline=None)
@given(plans() | likely)
def test_every_plan_is_read_back(plan: Plan) -> None:
    assert read(show(plan)) == plan


@pytest.mark.parametrize("word", HEADERS)
def test_a_step_may_be_named_like_a_header(word: str) -> None:
    plan = Plan(goal="?", steps=(Step(id=word, tool="aggregate"),))
    assert read(show(plan)) == plan


def test_needs_keep_their_order() -> None:
    step = Step(id="b", tool="t", args={"df": {"$ref": "a.df"}}, needs=("a", "z"))
    assert read(show(Plan(goal="?", steps=(step,)))).steps[0].needs == ("a", "z")


def test_headers_that_say_nothing_are_left_out() -> None:
    assert show(Plan(goal="?")) == 'goal "?"\n\n'


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("total it", "line 1 of the plan cannot be read (a step reads `id = tool(name=value, ...)`): 'total it'"),
        ("a = b(", "line 1 of the plan cannot be read (a step reads `id = tool(name=value, ...)`): 'a = b('"),
        (
            "a = b(c)",
            "line 1 of the plan cannot be read ('c' has no value; an argument reads `name=value`): 'a = b(c)'",
        ),
        ("a = b(c=1 d=2)", "line 1 of the plan cannot be read (a comma is missing before 'd=2'): 'a = b(c=1 d=2)'"),
        ("goal ?", "line 1 of the plan cannot be read (Expecting value: line 1 column 2 (char 1)): 'goal ?'"),
        (
            'goal "?"\na = b()\n    since 3',
            "line 3 of the plan cannot be read (no clause named 'since'; "
            "there are after, when, each, satisfies, because, else, at_once, retry, timeout, priority): 'since 3'",
        ),
        ("    satisfies x", "line 1 of the plan cannot be read"),
        ("limits 5", "line 1 of the plan cannot be read"),
        ("A = b()", "the plan's text does not make a plan"),
        ("goal 5", "the plan's text does not make a plan"),
    ],
)
def test_what_cannot_be_read_is_named(text: str, told: str) -> None:
    with pytest.raises(PlanTextError) as caught:
        read(text)
    assert str(caught.value).startswith(told)


def test_only_limits_that_are_not_the_usual_ones_are_shown() -> None:
    plan = Plan(goal="g", limits=Limits(steps=60, seconds=2.5))
    assert 'limits {"steps": 60, "seconds": 2.5}\n' in show(plan)
    assert read(show(plan)) == plan
    assert "limits" not in show(Plan(goal="g"))
