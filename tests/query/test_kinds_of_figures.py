"""Figures take what they can be taken of; anything else is refused with a sentence."""

from __future__ import annotations

from allotment import check_refused, refused


@refused(
    ("wrong-type", "harvests: sum(grade)",
     "`grade` is text, and `sum` takes a number; take a field that is one: kilos, id, plot_id."),
    ("wrong-type", "harvests: sum(checked)",
     "`checked` is true or false, and `sum` takes a number; `count` and `rate` take it, and `{1: checked; else 0}` is "
     "a number."),
    ("wrong-type", "harvests: average(at)",
     "`at` is a date, and `average` takes a number; take a part of it, such as `year(at)`, or the time that has "
     "passed, such as `days(now(day) - at)`."),
    ("wrong-type", "plots: average(gardener)",
     "`gardener` is a thing, and `average` takes a number; take a field that is one: gardener.born, gardener.id."),
    ("wrong-type", "harvests: sum(kilos, id)",
     "`sum` takes 1 operand, and `sum(kilos, id)` has 2; write sum(x)."),
    ("wrong-type", "harvests: rate(kilos)",
     "`kilos` is a number, and `rate` takes a condition; compare it, as in `kilos > 0`."),
    ("wrong-type", "harvests: count(at - plot.rented)",
     "`at - plot.rented` is a span of time, and `count` takes a value; say in which unit, as in `days(at - "
     "plot.rented)`."),
    ("wrong-type", "harvests: first(now(month))",
     "`now(month)` is a period, and `first` takes a value; hold a date against it, as in `date = now(month)`."),
    ("wrong-type", "harvests: percentile(kilos, 101)",
     "`percentile(kilos, 101)` has 101 where `percentile` takes a number from 0 to 100."),
    ("wrong-type", "harvests: percentile(kilos)",
     "`percentile(kilos)` needs a number behind it; write percentile(kilos, 90)."),
    ("wrong-type", "harvests: moving(count, 0) by month(at)",
     "`moving(count, 0)` has 0 where `moving` takes a whole number from 1 on."),
    ("wrong-type", "harvests: min(kilos by at)",
     "`min(kilos by at)` has a `by`, and `min` is the same in any order; leave it out."),
    ("wrong-type", "harvests: rank(count where checked) by grade",
     "`rank(count where checked)` has a `where`, and `rank` takes none; write it in the figure inside, or in the "
     "query."),
    ("wrong-type", "plots: change(area, sunny, not sunny)",
     "`change(area, sunny, not sunny)` compares no figure of rows by two conditions alone; write it as change(count, "
     "year(at) = 2023, year(at) = 2024)."),
    ("wrong-type", "plots: change(count, sunny, 5)",
     "`5` is a value, and `change` takes a condition; compare it."),
    ("unsafe-average", "plots: average(sum(area))",
     "`sum(area)` is one figure of all rows, and no figure of it can be taken; take it of a query in brackets, as in "
     "(plots: sum(area) as x by ...): average(x)."),
    ("unsafe-average", "gardeners: average(count(plots.sunny))",
     "`count(plots.sunny)` is one figure of all rows, and no figure of it can be taken; take it of a query in "
     "brackets, as in (gardeners: count(plots.sunny) as x by ...): average(x)."),
)  # fmt: skip
def test_figures_take_what_they_can_be_taken_of(code: str, text: str, message: str) -> None:
    check_refused(code, text, message)
