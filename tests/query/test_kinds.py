"""What does not go together in a query is refused with a sentence, whatever goes together is let pass."""

from __future__ import annotations

import pytest
from allotment import MODEL, TODAY, check_refused, held, refused

from groundplan.errors import QueryError
from groundplan.query.compiled.steps import steps_of
from groundplan.query.kinds import held_to_kinds
from groundplan.query.language import parts as p
from groundplan.query.language.read import read
from groundplan.query.scope import Scope


@refused(
    ("wrong-type", "harvests: show kilos * grade",
     "`grade` is text, and `*` takes a number; take a field that is one: kilos, id, plot_id."),
    ("wrong-type", "harvests: show at - plot.rented",
     "`at - plot.rented` is a span of time, and `show` takes a value; say in which unit, as in `days(at - "
     "plot.rented)`."),
    ("no-such-unit", "plots: show days(area)",
     "`area` is a number, and `days` takes a span of time; only a field in a unit of time, or one date less another, "
     "can be told in another unit."),
    ("wrong-type", "plots: show hours(rented)",
     "`rented` is a date, and `hours` takes a span of time; say from when to when, as in `days(now(day) - rented)`."),
    ("wrong-type", "plots: show bin(area)",
     "`bin(area)` needs a width above 0; write bin(area, 10)."),
    ("wrong-type", "gardeners: show month(born)",
     "`born` is a number, and `month` takes a date or a period; take a field that is one: joined."),
    ("wrong-type", 'plots: count by {"big": area > 5; 0: sunny}',
     '`"big"` is text and `0` is a number, and a choice is of one kind; write all of them in quotes, or none.'),
    ("wrong-type", 'plots: count by {"big": area; else "small"}',
     "`area` is a number, and a choice takes a condition; compare it, as in `area > 0`."),
    ("wrong-type", 'plots: count by {else "big"}',
     '`{else "big"}` holds no test; write when each value holds, as in {1: size > 5; else 0}.'),
)  # fmt: skip
def test_arithmetic_parts_and_choices_take_what_they_can(code: str, text: str, message: str) -> None:
    check_refused(code, text, message)


@refused(
    ("wrong-type", 'plots: where area = "5"',
     '`area` is a number, and `"5"` is text; write the number without quotes.'),
    ("wrong-type", 'plots: where area = "big"',
     '`area` is a number, and `"big"` is text; a number is held against a number or a thing.'),
    ("wrong-type", "plots: where soil = 5",
     '`soil` is text, and `5` is a number; write the text in quotes, as in "5".'),
    ("wrong-type", 'plots: where rented = "2024-01-05"',
     '`rented` is a date, and `"2024-01-05"` is text; write the date without quotes, as in 2024-03-05.'),
    ("wrong-type", "plots: where rented > 5",
     "`rented` is a date, and `5` is a number; write a year in four digits, or a day as in 2024-03-05."),
    ("wrong-type", 'plots: where sunny = "yes"',
     '`sunny` is true or false, and `"yes"` is text; write true or false without quotes.'),
    ("wrong-type", "plots: where sunny < true",
     "`sunny` is true or false, which `<` does not compare; compare it by `=`."),
    ("wrong-type", 'plots: where gardener < "Bo"',
     "`gardener` is a thing, which `<` does not compare; compare it by `=`, or take a field of it."),
    ("wrong-type", "plots: where area = soil",
     "`area` is a number, and `soil` is text; a number is held against a number or a thing."),
    ("wrong-type", 'plots: where area has "1"',
     "`area` is a number, and `has` takes text or a thing; take a field that is one: label, soil."),
    ("wrong-type", "plots: where soil in (harvests: show kilos)",
     "`soil` is text, and `(harvests: show kilos)` is a number; text is held against text, a weekday or a thing."),
    ("wrong-type", 'plots: where weekday(rented) = "Mondy"',
     '`"Mondy"` is no weekday; did you mean \'Monday\'? there are Monday, Tuesday, Wednesday, Thursday, Friday, '
     "Saturday, Sunday."),
    ("wrong-type", "plots: where rented - now(day) > 5",
     "`rented - now(day)` is a span of time, which `>` does not compare; say in which unit, as in `days(rented - "
     "now(day))`."),
    ("wrong-type", "plots: where now(month) = 2024-03",
     "`now(month)` is a period, and `2024-03` is a period; a period is held against a date."),
    ("wrong-type", "plots: where area",
     "`area` is a number, and `where` takes a condition; compare it, as in `area > 0`."),
)  # fmt: skip
def test_a_value_is_held_against_its_like(code: str, text: str, message: str) -> None:
    check_refused(code, text, message)


@refused(
    ("unreadable-query", "plots: where rented = 2024-02-30",
     "'2024-02-30' is no date of the calendar; correct it."),
    ("unreadable-query", "plots: where rented = 9999-12-31",
     "'9999-12-31' is no date of the calendar; correct it."),
    ("unreadable-query", "plots: where rented = now(year, -9000)",
     "now(year, -9000, -9000) lies beyond the calendar; take a smaller number."),
    ("wrong-type", "plots: where some(area)",
     "`area` is no relation, along which `some` could look; of relations there are crops, gardener, harvests."),
    ("no-fellows", "plots: where some(harvests where rank(kilos) = 1)",
     "`rank(kilos)` is of a row among its fellows, which are not known beyond a relation to many; ask 'harvests' "
     "itself, in a query of its own."),
    ("no-fellows", "plots: where harvests.heavy",
     "`average(kilos within all)` is of a row among its fellows, which are not known beyond a relation to many; ask "
     "'harvests' itself, in a query of its own."),
    ("unreadable-query", "plots: where gardener.circular",
     "the named test 'gardeners.circular' is told by itself; correct it in the model file."),
    ("wrong-type", "plots: where gardener.stray",
     "`born` is a number, and the named test 'gardeners.stray' takes a condition; compare it, as in `born > 0`."),
)  # fmt: skip
def test_there_are_such_times_and_rows(code: str, text: str, message: str) -> None:
    check_refused(code, text, message)


@refused(
    ("not-a-figure", "plots: area by soil",
     "`area` is neither a key nor a figure of the groups; add it behind `by`, or take a figure of it, such as `sum` "
     "or `count`; there are soil."),
    ("not-a-figure", "plots: count as n, n / 2 by soil",
     "`n` is neither a key nor a figure of the groups; add it behind `by`, or take a figure of it, such as `sum` or "
     "`count`; there are soil."),
    ("not-a-figure", "plots: count as number by soil order numbr",
     "`numbr` is neither a key nor a figure of the groups; add it behind `by`, or take a figure of it, such as `sum` "
     "or `count`; did you mean 'number'? there are soil, number."),
    ("wrong-type", "plots: count by soil having soil",
     '`soil` is text, and `having` takes a condition; compare it, as in `soil = "..."`.'),
    ("not-a-list", "plots: count by soil show soil",
     "`show` is for lists, and this query has figures; write them all before `by`."),
    ("not-a-figure", "plots: rank(area) by soil",
     "`rank(area)` goes along groups and holds no figure of them; write one inside, as in rank(count)."),
    ("not-a-figure", "plots: running(count by area) by soil",
     "`area` is no key of the groups, along which `running(count by area)` could go; add it behind `by`."),
    ("unsafe-average", "plots: share(running(count)) by soil",
     "`share(running(count))` is a share of what is told of groups among others, which do not add up; take the share "
     "of the figure inside."),
    ("wrong-type", "plots: count by now(year)",
     "`now(year)` is a period, and `by` takes a value; hold a date against it, as in `date = now(year)`."),
)  # fmt: skip
def test_of_groups_there_are_keys_and_figures(code: str, text: str, message: str) -> None:
    check_refused(code, text, message)


@refused(
    ("wrong-type", "plots: keep 0",
     "`keep 0` is no number of rows; take a whole number from 1 on."),
    ("wrong-type", "plots: keep 1.5",
     "`keep 1.5` is no number of rows; take a whole number from 1 on."),
    ("wrong-type", "plots: keep place 2",
     "`keep place 2` is a place by some value; write what by, as in keep place 2 by count."),
    ("wrong-type", "plots: keep 2 by rented - now(day)",
     "`rented - now(day)` is a span of time, and `keep` takes a value; say in which unit, as in `days(rented - "
     "now(day))`."),
)  # fmt: skip
def test_what_is_kept_is_a_number_of_rows_by_a_value(code: str, text: str, message: str) -> None:
    check_refused(code, text, message)


@refused(
    ("not-one", "plots: where area > (plots: sum(area), count)",
     "`(plots: sum(area), count)` has 2 values where one is wanted, sum(area), count; ask for one of them."),
    ("wrong-type", "plots: where area = (plots: max(soil))",
     "`area` is a number, and `(plots: max(soil))` is text; a number is held against a number or a thing."),
    ("ambiguous-path", "(plots: count, count by soil): show soil",
     "two columns of (plots: count, count by soil) are called 'count'; say `as` behind one of them."),
    ("wrong-type", "(plots: count as n by gardener): sum(gardener)",
     "`gardener` is a thing, and `sum` takes a number; take a field that is one: n."),
    ("wrong-type", "(plots: max(rented) as last by soil): where last = 5",
     "`last` is a date, and `5` is a number; write a year in four digits, or a day as in 2024-03-05."),
    ("wrong-type", "(plots: show weekday(rented) as day): where day < 3",
     "`day` is a weekday, and `3` is a number; a weekday is held against a weekday or text."),
    ("wrong-type", "((plots: count as n by sunny as s): show s): sum(s)",
     "`s` is true or false, and `sum` takes a number; `count` and `rate` take it, and `{1: s; else 0}` is a number."),
    ("wrong-type", "(plots: show harvests.kilos as all_kilos): sum(all_kilos)",
     "`all_kilos` is text, and `sum` takes a number; `count` and `distinct` take it."),
)  # fmt: skip
def test_the_columns_of_another_query_have_kinds(code: str, text: str, message: str) -> None:
    check_refused(code, text, message)


@pytest.mark.parametrize(
    "text",
    [
        "harvests: sum(kilos), average(kilos / plot.area), min(grade), max(at), list(grade), first(plot) by grade",
        "harvests: count, count(kilos), count(checked), count(kilos > 2), count(plot), distinct(plot)",
        "harvests: rate(checked), rate(kilos > 2), longest_run(checked by at), percentile(kilos, 0)",
        "harvests: average({1: checked; else 0}), correlation(kilos, plot.area)",
        "gardeners: average(count(plots)), sum(plots.area where sunny), rate(plots.sunny where early)",
        'gardeners: change(sum(plots.area), sunny, not sunny), change(count(plots) / 2, sunny, soil = "clay")',
        "plots: show days(now(day) - rented), days(2024-03-01 - 2024-01-01), hours(watering), harvests.kilos",
        "plots: show year(rented), year(2024-03-05), weekday(rented), bin(area, 2.5), -area, area + watering * 2",
        "gardeners: show decade(born), year(born)",
        "plots: where rented = 2024 and rented in 2023..2024-03 and rented in (2024-Q1, now(day))",
        'plots: where weekday(rented) = "Monday" and weekday(rented) in "Friday".."Sunday"',
        'plots: where gardener = "Ada" and gardener = 3 and gardener has "a" and gardener != this',
        'plots: where crops = "kale" and some(crops where value starts "k" or this < "l") and missing(gardener.joined)',
        "plots: where sunny = true and not sunny and gardener.early and missing(rented - now(day))",
        "plots: where gardener in (gardeners: where early) and id in (harvests: sum(kilos) by plot)",
        "plots: where area > (plots: average(area)) and area > average(area within soil, gardener)",
        "harvests: where heavy and prev(checked) = true and rank(at) = 1 show row, this, plot.crops, kilos > 3 as many",
        'plots: count by {"big": area > 5; else "small"}, harvests.grade, count(harvests), sunny and area > 2',
        'plots: count as n, sum(area) / count by Soil, sunny as s having n > 2 and s and soil = "clay" order n',
        "plots: count as n by soil as s keep 2 of each s by rank(n) order change(n by s)",
        "harvests: share(sum(kilos)), rank(sum(kilos) within grade), running(count by month(at)) by grade, month(at)",
        'harvests: count / count(within all), {"many": count > 3; else "few"} by grade',
        "plots: keep 10 percent by area",
        "plots: keep 1 of each soil by area order gardener",
        "plots: show area * 2 as twice, sunny and area > 2 as bright keep 3 by twice order bright",
        '(plots: count as n by gardener): where gardener = "Ada" and n > 2 show gardener, n, row',
        "(plots: count by month(rented)): max(`month(rented)`), sum(`count`)",
        "(plots: show rented, sunny, watering): average(watering), rate(sunny) by year(rented)",
        "((plots: sum(area) as a by gardener): average(a) as b): show b + 1",
        '(plots:): where label has "a"',
    ],
)
def test_what_goes_together_is_let_pass(text: str) -> None:
    held(text)


def test_the_columns_of_a_query_have_names_and_kinds() -> None:
    query = read("plots: count, list(label) as names, max(rented), count > 2 as many by gardener, area")
    assert held_to_kinds(query, Scope(MODEL), TODAY) == [
        ("gardener", "thing"), ("area", "number"), ("count", "number"), ("names", "text"), ("max(rented)", "date"),
        ("many", "truth"),
    ]  # fmt: skip


def test_a_query_is_held_to_kinds_before_it_becomes_steps() -> None:
    with pytest.raises(QueryError, match="`grade` is text, and `sum` takes a number"):
        steps_of(read("harvests: sum(grade)"), MODEL, TODAY)


def test_a_query_too_deep_to_walk_is_refused_in_words() -> None:
    part: p.X = p.Path(steps=("id",))
    for _ in range(900):
        part = p.Computed(op="+", left=part, right=p.Value(value=1))
    query = p.Query(of="harvests", show=(p.Column(of=part),))
    with pytest.raises(QueryError, match="nested too deeply"):
        held_to_kinds(query, Scope(MODEL), TODAY)
