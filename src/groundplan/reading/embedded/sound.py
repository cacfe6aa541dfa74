"""Form -> Form: combinations that nothing could be computed from give way to the nearest that mean something."""

from __future__ import annotations

from collections.abc import Callable

from groundplan.language.lexicon import lexicon
from groundplan.language.stems import stem
from groundplan.query.form import CYCLIC, Form, Metric, Sort, Time
from groundplan.reading.embedded.derived import a_derived_figure_has_its_columns, a_share_is_of_more_than_its_part
from groundplan.reading.embedded.kinds import KEYS
from groundplan.reading.embedded.likely import Likely
from groundplan.reading.embedded.pieces import words_of
from groundplan.reading.embedded.several import a_key_gives_way_to_a_name, rows_of_a_table_that_is_said_are_counted
from groundplan.reading.time_columns import carries_time

_RAW_CHARTS = ("histogram", "box", "point", "heatmap")
_DOTS = ("point", "heatmap")
_SERIES = {"trend", "forecast", "change"}
_ADDED = ("sum", "avg", "median")


def _a_column_is_not_set_against_itself(form: Form, likely: Likely) -> Form:
    """`list each network name`: as a chart its rows are counted, otherwise it is shown as it stands."""
    same = [m for m in form.metrics if m.column in form.group_by and m.agg == "none"]
    if not same:
        return form
    rest = tuple(m for m in form.metrics if m not in same)
    if form.chart or "rank" in form.analysis:
        return form.model_copy(update={"metrics": rest or (Metric(agg="count"),)})
    return form.model_copy(update={"group_by": tuple(g for g in form.group_by if g != same[0].column)})


def _a_figure_is_of_a_column(form: Form, likely: Likely) -> Form:
    """Rows are counted and nothing else, unless the figure is the days between two dates."""
    if form.derive and form.derive.kind == "duration":
        return form
    return form.model_copy(update={"metrics": tuple(m for m in form.metrics if m.column or m.agg == "count")})


def _a_value_that_is_given_is_not_told_apart(form: Form, likely: Likely) -> Form:
    """`how many surfaces are grass`: the rows, as there is one surface of that name."""
    given = {f.column for f in form.filters if f.op == "=" and not f.part}
    known = [m for m in form.metrics if m.agg == "count_distinct" and m.column in given]
    if not known or len(form.alternatives) > 1:
        return form
    counted = tuple(dict.fromkeys(Metric(agg="count") if m in known else m for m in form.metrics))
    return form.model_copy(update={"metrics": counted})


def _what_does_not_add_up_is_averaged(form: Form, likely: Likely) -> Form:
    """`which plan has the highest nps`: percentages, ratings and ages are added up only where a sum is said."""
    if "sum" in likely.aggs or form.derive:
        return form
    never = [each.name for each in likely.fields if lexicon().never_added & {*words_of(each.column.name)}]
    wrong = [m for m in form.metrics if m.agg == "sum" and m.column in never]
    kept = tuple(m.model_copy(update={"agg": "avg"}) if m in wrong else m for m in form.metrics)
    return form.model_copy(update={"metrics": kept})


def _figures_are_no_rows(form: Form, likely: Likely) -> Form:
    """A total or a count is not looked up."""
    if not form.metrics or any(m.agg == "none" for m in form.metrics):
        return form
    return form.model_copy(update={"analysis": tuple(label for label in form.analysis if label != "lookup")})


def _values_and_counts_are_two_answers(form: Form, likely: Likely) -> Form:
    """`in what town are both schools`: the cells are shown, and how many rows they stand in is not asked."""
    raw = tuple(m for m in form.metrics if m.agg == "none")
    if not raw or form.group_by or form.time or all(m in raw or m.column for m in form.metrics):
        return form
    kept = tuple(label for label in form.analysis if label != "count")
    return form.model_copy(update={"metrics": tuple(m for m in form.metrics if m.column), "analysis": kept})


def _a_key_that_nobody_named_stands_for_its_row(form: Form, likely: Likely) -> Form:
    """`jumps that landed far out`: the rows, and not a bare list of their numbers."""
    if form.analysis != ("lookup",) or form.group_by or len(form.metrics) != 1 or form.metrics[0].agg != "none":
        return form
    shown = next((each for each in likely.fields if each.name == form.metrics[0].column), None)
    last = words_of(shown.column.name)[-1:] if shown else []
    if not KEYS & {*last} or stem(last[0]) in likely.said:
        return form
    return form.model_copy(update={"metrics": ()})


def _dates_draw_no_line(form: Form, likely: Likely) -> Form:
    """`which player is the oldest`: rows by a date, and not one date over the other."""
    dated = {each.name for each in likely.fields if each.column.type in ("date", "datetime")}
    if form.time is None or not form.metrics or any(m.agg != "none" or m.column not in dated for m in form.metrics):
        return form
    update: dict[str, object] = {"time": None, "analysis": tuple(one for one in form.analysis if one not in _SERIES)}
    if form.sort and form.sort.by == "time":
        update |= {
            "metrics": (Metric(column=form.time.column, agg="none"),),
            "sort": Sort(by="metric", order=form.sort.order),
        }
    return form.model_copy(update=update)


def _a_ranking_ranks_something(form: Form, likely: Likely) -> Form:
    """Groups are ranked by a figure, rows by a column as it stands."""
    if form.limit is None and "rank" not in form.analysis:
        return form
    if not form.metrics and likely.metric:
        form = form.model_copy(update={"metrics": (likely.metric,)})
    if form.group_by or form.time:
        return form
    if not all(m.agg in ("count", "count_distinct") for m in form.metrics):
        return form if form.derive else form.model_copy(update={"metrics": tuple(map(_of_rows, form.metrics))})
    if likely.group:
        return form.model_copy(update={"group_by": (likely.group,)})
    kept = tuple(label for label in form.analysis if label != "rank")
    return form.model_copy(update={"limit": None, "sort": None, "analysis": kept})


def _of_rows(metric: Metric) -> Metric:
    """A figure without groups ranks the rows themselves; how many they are ranks nothing."""
    return metric if metric.agg in ("count", "count_distinct") else Metric(column=metric.column, agg="none")


def _time_is_no_figure_of_its_own(form: Form, likely: Likely) -> Form:
    """`the average year by year`: a column that is the time of a series is a date, and is not added up."""
    if form.time is None:
        return form
    kept = tuple(m for m in form.metrics if m.column != form.time.column or m.agg not in _ADDED)
    return form.model_copy(update={"metrics": kept})


def _a_series_has_a_time(form: Form, likely: Likely) -> Form:
    if form.time or not _SERIES & set(form.analysis):
        return form
    dated = [shown.name for shown in likely.fields if carries_time(shown.column) and shown.name not in form.group_by]
    if len(dated) == 1:
        return form.model_copy(update={"time": Time(column=dated[0])})
    return form.model_copy(update={"analysis": tuple(label for label in form.analysis if label not in _SERIES)})


def _what_goes_round_has_no_trend(form: Form, likely: Likely) -> Form:
    """Weekdays and months of the year are compared; of the best groups, the label says so."""
    if form.time is None or form.time.grain not in (*CYCLIC, "hour") or form.best_series:
        return form
    return form.model_copy(update={"analysis": tuple(label for label in form.analysis if label != "trend")})


def _a_pie_shows_shares_by_itself(form: Form, likely: Likely) -> Form:
    if form.chart != "arc" or not (form.group_by or form.time):
        return form
    percent = form.derive is not None and form.derive.kind == "percent_of_total"
    kept = tuple(label for label in form.analysis if label != "share")
    return form.model_copy(update={"analysis": kept, "derive": None if percent else form.derive})


def _groups_have_a_figure(form: Form, likely: Likely) -> Form:
    if form.metrics or not (form.group_by or form.time) or "summary" in form.analysis:
        return form
    figure = likely.metric if likely.metric and likely.metric.column else Metric(agg="count")
    return form.model_copy(update={"metrics": (figure,)})


def _only_groups_have_a_limit_of_their_figure(form: Form, likely: Likely) -> Form:
    """`which has a distance under 3`: rows, which the condition holds to it already."""
    if form.having is None or form.group_by or form.time:
        return form
    said = any(condition.value == form.having.value for condition in form.filters)
    if likely.group and not said and any(m.agg != "none" for m in form.metrics):
        return form.model_copy(update={"group_by": (likely.group,)})
    return form.model_copy(update={"having": None})


def _one_number_limits_rows_or_groups(form: Form, likely: Likely) -> Form:
    """`products with a price over 200`: the rows, unless an aggregate is said, which the groups have."""
    having, figure = form.having, form.metrics[0] if len(form.metrics) == 1 else Metric(agg="count")
    same = [f for f in form.filters if having and (f.column, f.op, f.value) == (figure.column, having.op, having.value)]
    if not same or form.time or form.join != "and":
        return form
    if figure.agg in likely.aggs:
        return form.model_copy(update={"filters": tuple(f for f in form.filters if f not in same)})
    shown = tuple(Metric(column=name, agg="none") for name in (*form.group_by, figure.column))
    update = {"having": None, "group_by": (), "metrics": shown, "analysis": ("lookup",), "chart": None}
    return form.model_copy(update=update)


def _dots_stand_for_groups(form: Form, likely: Likely) -> Form:
    """`a scatter chart of the count of documents with each project`: one figure is a dot for every group."""
    raw = any(m.agg == "none" for m in form.metrics)
    if form.chart not in _DOTS or form.group_by or form.time or raw or not form.metrics:
        return form
    if likely.group:
        return form.model_copy(update={"group_by": (likely.group,)})
    return form.model_copy(update={"chart": None, "outputs": ("table",)})


def _one_number_is_not_drawn(form: Form, likely: Likely) -> Form:
    raw = any(m.agg == "none" for m in form.metrics)
    alone = raw and len(form.metrics) == 1 and _one_row(form) and form.chart not in ("histogram", "box")
    if form.group_by or form.time or (raw and not alone) or not form.metrics:
        return form
    if form.chart in _RAW_CHARTS and not alone:
        return form
    return form.model_copy(update={"chart": None, "outputs": ("table",)})


def _one_row(form: Form) -> bool:
    """Whether the values of one thing are asked for, which a condition names."""
    return form.analysis == ("lookup",) and any(f.op == "=" and isinstance(f.value, str) for f in form.filters)


RULES: tuple[Callable[[Form, Likely], Form], ...] = (
    _a_column_is_not_set_against_itself,
    a_derived_figure_has_its_columns,
    a_share_is_of_more_than_its_part,
    _a_figure_is_of_a_column,
    _a_value_that_is_given_is_not_told_apart,
    rows_of_a_table_that_is_said_are_counted,
    _values_and_counts_are_two_answers,
    _dates_draw_no_line,
    a_key_gives_way_to_a_name,
    _a_key_that_nobody_named_stands_for_its_row,
    _a_ranking_ranks_something,
    _a_series_has_a_time,
    _time_is_no_figure_of_its_own,
    _what_goes_round_has_no_trend,
    _a_pie_shows_shares_by_itself,
    _groups_have_a_figure,
    _one_number_limits_rows_or_groups,
    _only_groups_have_a_limit_of_their_figure,
    _dots_stand_for_groups,
    _one_number_is_not_drawn,
    _what_does_not_add_up_is_averaged,
    _figures_are_no_rows,
)
