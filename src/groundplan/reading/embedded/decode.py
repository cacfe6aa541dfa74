"""Scores -> a form: only columns, labels and cells that exist, only combinations that mean something."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from groundplan.language.units import amounts
from groundplan.reading.embedded.compared_columns import with_comparison
from groundplan.reading.embedded.conditions import conditions, in_order, joined
from groundplan.reading.embedded.page import Condition, Page, Reading, certainty, said_labels
from groundplan.reading.embedded.rules import RULES, Rules
from groundplan.reading.embedded.scores import AGGS, ANALYSES, NUMBERS, OUTPUTS, Array
from groundplan.reading.embedded.values_said import how_many, number_at
from groundplan.reading.formed.form import Derive, Form, Having, Metric, Sort, Time
from groundplan.reading.intents import by_shape, ordered
from groundplan.reading.time_columns import carries_time

_FIGURES = ("sum", "avg", "median", "std")
_YES, _MAYBE = 0.5, 0.2
Entry = tuple[float, int, str]
"""How likely, which column, which aggregate."""
_SPAN = 0.05
_ADDED = ("sum", "count", "count_distinct")


def decode(page: Page, said: Sequence[Condition] | None = None, rules: Rules = RULES) -> Reading:
    """The likeliest form; `said` holds the conditions when they were chosen elsewhere."""
    limits = tuple(conditions(page) if said is None else said)
    sure: dict[str, float] = {"filters": certainty([c.sure for c in limits])}
    form = _columns(page, limits, sure)
    form = form.model_copy(update={"analysis": _analysis(page, form, sure)})
    for rule in rules.forms:
        form = rule(form, page, limits)
    form = form.model_copy(update={"analysis": ordered({*form.analysis, *by_shape(form, set(form.analysis))})})
    return Reading(form.model_copy(update={"outputs": _outputs(page, form)}), sure, limits)


def _columns(page: Page, limits: Sequence[Condition], sure: dict[str, float]) -> Form:
    """The columns that the network reads: figures, groups, time and conditions, and what is done with them."""
    time = _beside_limits(_time(page, sure), limits, page)
    groups = _groups(page, time, sure)
    metrics = _metrics(page, groups, sure)
    derive = derived(page, sure)
    form = Form(
        metrics=tuple(metrics),
        group_by=tuple(groups),
        time=time,
        **joined(page, limits),
        having=_having(page, metrics, sure),
        limit=_limit(page, sure),
        chart=_chart(page, sure),
        derive=derive,
    )
    return _with_each(with_comparison(form.model_copy(update={"sort": _sort(page, form, sure)}), page.comparison), page)


def _time(page: Page, sure: dict[str, float]) -> Time | None:
    grain, odds = page.scores.best("grain")
    role = page.scores.role("time")
    places = [at for at, shown in enumerate(page.sheet.fields, 1) if carries_time(shown.column)]
    best = max(places, key=lambda at: float(role[at]), default=None)
    sure["time"] = odds
    told = ("grain", grain) in said_labels(page)  # `per hour` parts the time, though no column be likely
    if best is None or role[best] < (_YES if grain == "none" else 0.0 if told else 0.1):
        return None
    sure["time"] = odds * max(float(role[best]), 0.5)
    return Time(column=page.field(best).name, grain="unknown" if grain == "none" else grain)


def _beside_limits(time: Time | None, limits: Sequence[Condition], page: Page) -> Time | None:
    """`on weekends` limits the days and does not part them, unless `by weekday`, or a trend, is said as well."""
    parts = {f.part for limit in limits for f in limit.filters if time and f.part and f.column == time.column}
    if time is None or not parts & {time.grain, "weekday" if time.grain == "unknown" else None}:
        return time
    said = {("grain", time.grain), ("analysis", "trend")} & said_labels(page)
    return time if said else None


def _groups(page: Page, time: Time | None, sure: dict[str, float]) -> list[str]:
    role, second = page.scores.role("group"), page.scores.role("second")
    free = [at for at in range(1, len(page.sheet.columns)) if not (time and page.field(at).name == time.column)]
    places = likeliest([(float(role[at]), at, "") for at in free], page.scores.choices["groups"])
    sure["group_by"] = certainty([max(float(p), 1 - float(p)) for p in role[1:]])
    return [page.field(at).name for _, at, _ in sorted(places, key=lambda place: float(second[place[1]]))]


def _metrics(page: Page, groups: Sequence[str], sure: dict[str, float]) -> list[Metric]:
    """Every figure that is likely; where none is, the likeliest."""
    first = page.scores.role("first")
    found = _figures(page)
    taken = likeliest(found, page.scores.choices["metrics"])
    sure["metrics"] = certainty([max(p, 1 - p) for p, _, _ in found])
    best: dict[tuple[int, str], float] = {(at, agg): p for p, at, agg in taken}
    order = sorted(best, key=lambda key: (-float(first[key[0]]), -best[key]) if len(best) > 1 else (0.0, 0.0))
    return [Metric(column=page.field(at).name if at else None, agg=agg) for at, agg in order[:4]]


def _figures(page: Page) -> list[Entry]:
    """Every aggregate of every column that it may be taken of."""
    odds, places = page.scores.aggs, range(len(page.sheet.columns))
    return [(float(odds[at][n]), at, agg) for at in places for n, agg in enumerate(AGGS) if _may(page, at, agg)]


def likeliest(found: Sequence[Entry], counts: Array) -> list[Entry]:
    """The entries that are most likely right together: each by itself, and how many there are."""
    ranked = sorted(found, key=lambda entry: -entry[0])
    return ranked[: how_many([entry[0] for entry in ranked], counts)]


def _may(page: Page, at: int, agg: str) -> bool:
    """Rows are only counted; text is not added up."""
    if at == 0:
        return agg == "count" or (
            agg in ("avg", "max", "min", "sum", "median") and page.scores.best("derive")[0] == "duration"
        )
    kind = page.field(at).column.type
    if agg in _FIGURES:
        return page.sheet.measured(at)
    return agg != "count" and (agg not in ("min", "max") or kind in ("integer", "number", "date", "datetime"))


def _having(page: Page, metrics: Sequence[Metric], sure: dict[str, float]) -> Having | None:
    op, odds = page.scores.best("having")
    sure["having"] = odds
    if op == "none":
        return None
    pointed = page.scores.numbers[:, NUMBERS.index("having")]
    header = (metrics[0].column if metrics else None) or ""
    value = number_at(pointed, page.sheet, page.question, header)
    if page.prior and page.prior.having and (value is None or float(pointed.max()) < _MAYBE):
        return page.prior.having
    said = amounts(page.question, header)
    if value is None and len(said) == 1:  # groups are held to a number, and one is said
        value = said[0].value
    return None if value is None else Having(op=op, value=float(value))


def _limit(page: Page, sure: dict[str, float]) -> int | None:
    kind, odds = page.scores.best("limit")
    sure["limit"] = odds
    if kind == "none":
        return None
    if kind == "one":
        return 1
    odds_of = page.scores.numbers[:, NUMBERS.index("limit")]
    value = number_at(odds_of, page.sheet, page.question)
    if (value is None or float(odds_of.max()) < _MAYBE) and page.prior and page.prior.limit:
        return page.prior.limit
    return int(value) if value and 0 < value < 100_000 else None


def _chart(page: Page, sure: dict[str, float]) -> str | None:
    kind, sure["chart"] = page.scores.best("chart")
    return None if kind == "none" else kind


def _sort(page: Page, form: Form, sure: dict[str, float]) -> Sort | None:
    label, sure["sort"] = page.scores.best("sort")
    if label == "none":
        return None
    by, order = label.split()
    if by == "time" and not form.time:
        by = "group"
    if by == "group" and not form.group_by and form.time:
        by = "time"
    return Sort(by=by, order=order)


def _analysis(page: Page, form: Form, sure: dict[str, float]) -> tuple[str, ...]:
    odds = page.scores.analysis
    found = {name for at, name in enumerate(ANALYSES) if odds[at] >= _YES}
    sure["analysis"] = certainty([max(float(p), 1 - float(p)) for p in odds])
    return ordered(found | by_shape(form, found))


def _outputs(page: Page, form: Form) -> tuple[str, ...]:
    """What is said; else a chart and a table where there is something to draw, a table otherwise."""
    said = {name for at, name in enumerate(OUTPUTS) if page.scores.outputs[at] >= _YES}
    raw = all(metric.agg == "none" for metric in form.metrics)
    spread = bool({"distribution", "correlation", "trend"} & set(form.analysis))
    drawable = bool(form.group_by or form.time or form.chart or spread)
    if drawable and (form.chart or "chart" in said):
        return ("chart",) if "table" not in said and _only_drawn(page) else ("chart", "table")
    if "table" in said or not drawable or (raw and not form.time and not spread):
        return ("table",)
    return ("chart", "table")


def _only_drawn(page: Page) -> bool:
    """Whether words ask for a chart, here or before; one that is only likely does not take the table away."""
    before = page.prior is not None and page.prior.outputs == ("chart",)
    return before or any(slot == "chart" or (slot, label) == ("outputs", "chart") for slot, label in said_labels(page))


def with_filters(reading: Reading, said: Sequence[Condition], page: Page) -> Reading:
    """The same reading under other conditions."""
    said = in_order(page, said)
    form = reading.form.model_copy(update=joined(page, said))
    sure: dict[str, Any] = {**reading.sure, "filters": certainty([c.sure for c in said])}
    return replace(reading, form=form, sure=sure, conditions=tuple(said))


def derived(page: Page, sure: dict[str, float]) -> Derive | None:
    """The figure that is derived from others, if one is."""
    kind, odds = page.scores.best("derive")
    sure["derive"] = odds
    if kind == "none":
        return None
    of = _span(page) if kind == "duration" else []
    of = of or [name for role in ("of_first", "of_second") if (name := best_role(page, role))]
    window = number_at(page.scores.numbers[:, NUMBERS.index("window")], page.sheet, page.question)
    wide = int(window) if kind == "moving_average" and page.scores.best("window")[0] == "number" and window else None
    return Derive(kind=kind, of=tuple(dict.fromkeys(of)), window=wide)


def _span(page: Page) -> list[str]:
    """The dates that are likeliest to begin and to end a span; that there is one is known, so they need not be sure."""
    first, second = page.scores.role("of_first"), page.scores.role("of_second")
    dates = [at for at, shown in enumerate(page.sheet.fields, 1) if shown.column.role == "temporal"]
    pairs = [(float(first[one] * second[other]), one, other) for one, other in permutations(dates, 2)]
    odds, *ends = max(pairs, default=(0.0,))
    return [page.field(at).name for at in ends] if odds >= _SPAN else []


def best_role(page: Page, role: str) -> str | None:
    """The column that most likely has a role, if one is likely to."""
    odds = page.scores.role(role)[1:]
    at = int(odds.argmax()) if len(odds) else -1
    return page.field(at + 1).name if at >= 0 and odds[at] >= _YES else None


def _with_each(form: Form, page: Page) -> Form:
    """The form with what the network says of its columns beside figures, groups and conditions."""
    return _ranked_in(_averaged_over(_across(form, page), page), page)


def _across(form: Form, page: Page) -> Form:
    """`by weekday and hour`: a second grain, where there is a first one."""
    grain, _ = page.scores.best("across")
    other = form.time is not None and grain not in ("none", form.time.grain)
    return form.model_copy(update={"across": grain}) if other else form


def _averaged_over(form: Form, page: Page) -> Form:
    """`orders per customer on average`: what is added up of each, which is then no group of the answer."""
    per = best_role(page, "per")
    added = bool(form.metrics) and all(metric.agg in _ADDED for metric in form.metrics)
    if per is None or not added or form.derive or any(metric.column == per for metric in form.metrics):
        return form
    groups = tuple(name for name in form.group_by if name != per)
    return form.model_copy(update={"per": per, "group_by": groups})


def _ranked_in(form: Form, page: Page) -> Form:
    """`the best month of each city`: the limit counts in each value of a group, or in each period."""
    each, ways = best_role(page, "each"), len(form.group_by) + (form.time is not None)
    held = each in form.group_by or (form.time is not None and each == form.time.column)
    if each is None or form.limit is None or not held or ways < 2 or form.per:
        return form
    first = tuple(name for name in form.group_by if name == each)
    rest = tuple(name for name in form.group_by if name != each)
    sort = form.sort or Sort(by="metric", order="desc")
    return form.model_copy(update={"group_by": first + rest, "each": each, "sort": sort})
