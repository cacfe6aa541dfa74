"""Combinations that nothing could be computed from give way to the nearest that mean something."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from trained_pages import ORDERS

from groundplan.language.stems import stem
from groundplan.query.form import Derive, Form, Metric, Time
from groundplan.reading.embedded.likely import Likely
from groundplan.reading.embedded.rules import RULES, through
from groundplan.reading.embedded.sheet import Field
from groundplan.sources.shape import Column


def sound(form: Form, likely: Likely) -> Form:
    return through(RULES.sound, form, likely)


LIKELY = Likely(tuple(Field(column.name, column) for column in ORDERS.columns), "city", Metric(column="cost"))
UNSURE = Likely(LIKELY.fields, None, None)


def form(**slots: Any) -> Form:
    return Form.model_validate(slots)


def test_a_column_is_not_set_against_itself() -> None:
    listed = form(metrics=[{"column": "region", "agg": "none"}], group_by=["region"], analysis=["lookup"])
    assert sound(listed, LIKELY).group_by == ()
    drawn = sound(listed.model_copy(update={"chart": "bar"}), LIKELY)
    assert (drawn.metrics, drawn.group_by) == ((Metric(agg="count"),), ("region",))


def test_a_duration_has_two_dates() -> None:
    lasting = form(metrics=[{"column": None, "agg": "avg"}], derive={"kind": "duration"})
    found = sound(lasting, LIKELY)
    assert found.derive is not None and found.derive.of == ("order_date", "ship_date")
    dateless = Likely(tuple(shown for shown in LIKELY.fields if shown.name != "ship_date"), None, None)
    assert sound(lasting, dateless).derive is None and sound(lasting, dateless).metrics == ()


def test_a_ratio_of_one_figure_is_none() -> None:
    one = form(
        metrics=[{"column": "revenue"}], derive={"kind": "difference", "of": ["revenue"]},
        filters=[{"column": "region", "op": "in", "value": ["North", "South"]}],
    )  # fmt: skip
    three = one.model_copy(
        update={"filters": (one.filters[0].model_copy(update={"value": ["North", "South", "East"]}),)}
    )
    found = sound(three, LIKELY)
    assert found.derive is None and found.group_by == ("region",)
    two = form(metrics=[{"column": "revenue"}, {"column": "cost"}], derive={"kind": "ratio", "of": ["revenue", "cost"]})
    assert sound(two, LIKELY).derive == two.derive


def test_an_average_is_not_divided_by_a_total() -> None:
    metrics = [{"column": "revenue", "agg": "avg"}, {"column": "cost"}]
    priced = form(metrics=metrics, group_by=["city"], derive={"kind": "ratio", "of": ["cost"]})
    found = sound(priced, LIKELY)
    assert found.derive is None and found.metrics == priced.metrics[:1] and found.group_by == ("city",)


def test_a_share_is_of_more_than_its_own_part() -> None:
    """Of a column of two values the part is asked for, of one with more all of them beside each other."""
    paid = Field("paid", Column(name="paid", type="boolean", role="boolean", distinct=2))
    likely = replace(LIKELY, fields=(*LIKELY.fields, paid))
    share = {"metrics": [{"agg": "count"}], "analysis": ["share"], "derive": {"kind": "percent_of_total"}}
    part = form(**share, group_by=["city", "paid"], filters=[{"column": "paid", "op": "=", "value": True}])
    assert sound(part, likely).group_by == ("city",) and sound(part, likely).filters == part.filters
    north = form(**share, group_by=["city", "region"], filters=[{"column": "region", "op": "=", "value": "North"}])
    assert sound(north, likely).filters == () and sound(north, likely).group_by == north.group_by
    alone = part.model_copy(update={"group_by": ("paid",)})
    assert sound(alone, likely).group_by == ("paid",), "the share of all rows, which the plan knows"


def test_a_difference_of_one_figure_is_between_two_things() -> None:
    asked = form(
        metrics=[{"column": "revenue"}, {"column": "cost"}], derive={"kind": "difference", "of": ["revenue"]},
        filters=[{"column": "region", "op": "in", "value": ["North", "South"]}],
    )  # fmt: skip
    found = sound(asked, LIKELY)
    assert found.metrics == (Metric(column="revenue"),) and found.group_by == ("region",)
    assert found.derive is not None and found.derive.of == ("revenue",)
    both = asked.model_copy(update={"derive": Derive(kind="difference", of=("revenue", "cost"))})
    found = sound(both, LIKELY)
    assert (found.metrics, found.derive, found.group_by) == (both.metrics, both.derive, ()), (
        "two figures, no two groups"
    )


def test_a_value_that_is_given_is_not_told_apart() -> None:
    grass = form(
        metrics=[{"column": "region", "agg": "count_distinct"}],
        filters=[{"column": "region", "op": "=", "value": "North"}],
    )
    assert sound(grass, LIKELY).metrics == (Metric(agg="count"),)
    others = grass.model_copy(update={"filters": (grass.filters[0].model_copy(update={"op": "!="}),)})
    assert sound(others, LIKELY).metrics == grass.metrics


def test_a_ranking_ranks_something() -> None:
    bare = form(analysis=["rank"], limit=3, sort={"by": "metric", "order": "desc"})
    assert sound(bare, LIKELY).metrics == (Metric(column="cost", agg="none"),)
    counted = bare.model_copy(update={"metrics": (Metric(agg="count"),)})
    assert sound(counted, LIKELY).group_by == ("city",)
    lost = sound(counted, UNSURE)
    assert (lost.limit, lost.sort, lost.analysis) == (None, None, ())


def test_without_groups_the_rows_are_ranked() -> None:
    alone = form(metrics=[{"column": "revenue", "agg": "sum"}], analysis=["rank"], limit=1)
    assert sound(alone, LIKELY).metrics == (Metric(column="revenue", agg="none"),)
    grouped = alone.model_copy(update={"group_by": ("city",)})
    assert sound(grouped, LIKELY).metrics == alone.metrics


def test_time_is_no_figure_of_its_own() -> None:
    time = {"column": "order_date", "grain": "year"}
    series = form(metrics=[{"column": "order_date", "agg": "avg"}], time=time, analysis=["trend"])
    assert sound(series, UNSURE).metrics == (Metric(agg="count"),)
    last = form(metrics=[{"column": "order_date", "agg": "max"}], time=time)
    assert sound(last, LIKELY).metrics == last.metrics


def test_a_series_has_a_time() -> None:
    trend = form(metrics=[{"column": "revenue"}], analysis=["total", "trend"])
    assert sound(trend, LIKELY).analysis == ("total",), "two dates fit, so none is taken"
    one = Likely(tuple(shown for shown in LIKELY.fields if shown.name in ("order_date", "revenue")), None, None)
    assert sound(trend, one).time == Time(column="order_date")


def test_groups_have_a_figure() -> None:
    assert sound(form(group_by=["region"], analysis=["compare"]), LIKELY).metrics == (Metric(column="cost"),)
    assert sound(form(group_by=["region"], analysis=["compare"]), UNSURE).metrics == (Metric(agg="count"),)
    assert sound(form(group_by=["region"], analysis=["summary"]), LIKELY).metrics == ()


def test_only_groups_have_a_limit_of_their_figure() -> None:
    under = {"op": "<", "value": 3}
    rows = form(analysis=["lookup"], metrics=[{"column": "cost", "agg": "none"}],
                filters=[{"column": "cost", **under}], having=under)  # fmt: skip
    assert sound(rows, LIKELY) == rows.model_copy(update={"having": None})
    totals = form(analysis=["total"], metrics=[{"column": "cost", "agg": "sum"}], having=under)
    assert (sound(totals, LIKELY).group_by, sound(totals, LIKELY).having) == (("city",), totals.having)
    assert sound(totals, UNSURE).having is None
    grouped = totals.model_copy(update={"group_by": ("region",)})
    assert sound(grouped, LIKELY).having == totals.having


def test_one_number_is_not_drawn() -> None:
    lone = form(metrics=[{"column": "revenue"}], analysis=["total"], chart="bar", outputs=["chart"])
    assert (sound(lone, LIKELY).chart, sound(lone, LIKELY).outputs) == (None, ("table",))
    for chart, agg in (("histogram", "none"), ("box", "sum")):
        drawn = form(metrics=[{"column": "revenue", "agg": agg}], chart=chart)
        assert sound(drawn, LIKELY).chart == chart


def test_the_value_of_one_thing_is_not_drawn() -> None:
    one = form(
        metrics=[{"column": "revenue", "agg": "none"}], analysis=["lookup"], chart="bar", outputs=["chart"],
        filters=[{"column": "city", "op": "=", "value": "Oslo"}],
    )  # fmt: skip
    assert (sound(one, LIKELY).chart, sound(one, LIKELY).outputs) == (None, ("table",))
    spread = one.model_copy(update={"chart": "histogram"})
    assert sound(spread, LIKELY).chart == "histogram"
    assert sound(one.model_copy(update={"filters": ()}), LIKELY).chart == "bar"


def test_a_figure_is_of_a_column_and_is_not_looked_up() -> None:
    nameless = form(metrics=[{"column": None, "agg": "avg"}], group_by=["city"], analysis=["compare"])
    assert sound(nameless, LIKELY).metrics == (Metric(column="cost"),)
    doubtful = Likely(LIKELY.fields, "city", Metric(agg="avg"))
    assert sound(nameless, doubtful).metrics == (Metric(agg="count"),)
    counted = form(metrics=[{"agg": "count"}], analysis=["count", "lookup"])
    assert sound(counted, LIKELY).analysis == ("count",)
    shown = form(metrics=[{"column": "revenue", "agg": "none"}], analysis=["lookup"])
    assert sound(shown, LIKELY).analysis == ("lookup",)


def test_dots_stand_for_groups() -> None:
    counted = form(metrics=[{"column": None, "agg": "count"}], chart="point", outputs=["chart"], analysis=["count"])
    drawn, lost = sound(counted, LIKELY), sound(counted, UNSURE)
    assert (drawn.group_by, drawn.chart) == (("city",), "point")
    assert (lost.group_by, lost.chart, lost.outputs) == ((), None, ("table",))
    rows = form(metrics=[{"column": "cost", "agg": "none"}, {"column": "revenue", "agg": "none"}], chart="point")
    assert sound(rows, LIKELY) == rows


def test_a_sound_form_stays_as_it_is() -> None:
    fine = form(
        metrics=[{"column": "revenue"}], group_by=["region"], analysis=["total", "compare"], chart="bar",
        outputs=["chart"], time={"column": "order_date", "grain": "month"},
    )  # fmt: skip
    assert sound(fine, LIKELY) == fine


def test_a_key_gives_way_to_the_name_beside_it_unless_it_is_asked_for() -> None:
    key = Column(name="customer_id", type="integer", role="identifier")
    fields = (
        Field("customers.customer_id", key, "customers"),
        Field("customers.full_name", Column(name="full_name", type="text", role="categorical"), "customers"),
        Field("total", Column(name="total", type="number", role="numeric"), "orders"),
    )
    form = Form(metrics=(Metric(column="total"),), group_by=("customers.customer_id",), analysis=("rank",), limit=1)
    assert sound(form, Likely(fields, None, None, frozenset({"customer"}))).group_by == ("customers.full_name",)
    assert sound(form, Likely(fields, None, None, frozenset({"customer", "id"}))).group_by == form.group_by
    listed = Form(metrics=(Metric(column="customers.customer_id", agg="none"),), analysis=("lookup",))
    assert sound(listed, Likely(fields, None, None)).metrics[0].column == "customers.full_name"
    alone = (Field("customer_id", key), Field("full_name", fields[1].column), Field("total", fields[2].column))
    plain = form.model_copy(update={"group_by": ("customer_id",)})
    assert sound(plain, Likely(alone, None, None)).group_by == ("customer_id",)


@pytest.mark.parametrize("header", ["nps", "NO2_ppb", "Discount %", "avg_order_value", "max_speed_kmh", "AQI"])
def test_what_never_adds_up_is_averaged_unless_a_sum_is_said(header: str) -> None:
    rated = Field(header, Column(name=header, type="integer", role="numeric"))
    likely = Likely((*LIKELY.fields, rated), None, None)
    asked = form(metrics=[{"column": header}, {"column": "revenue"}], group_by=["region"], analysis=["total"])
    assert [m.agg for m in sound(asked, likely).metrics] == ["avg", "sum"]
    assert [m.agg for m in sound(asked, replace(likely, aggs=frozenset(("sum",)))).metrics] == ["sum", "sum"]


def test_cells_are_shown_without_the_number_of_their_rows() -> None:
    both = form(metrics=[{"column": "city", "agg": "none"}, {"agg": "count"}], analysis=["count", "lookup"])
    found = sound(both, LIKELY)
    assert found.metrics == (Metric(column="city", agg="none"),) and found.analysis == ("lookup",)
    counted = form(metrics=[{"agg": "count"}], analysis=["count"])
    assert sound(counted, LIKELY).metrics == counted.metrics


def test_a_key_that_nobody_named_stands_for_its_row() -> None:
    fields = (Field("jump_id", Column(name="jump_id", type="text", role="identifier")), *LIKELY.fields)
    listed = form(metrics=[{"column": "jump_id", "agg": "none"}], analysis=["lookup"])
    jumps = Likely(fields, None, None, frozenset((stem("jumps"), "far")))
    assert sound(listed, jumps).metrics == ()
    asked = replace(jumps, said=jumps.said | {stem("ids")})
    assert sound(listed, asked).metrics == listed.metrics
    named = form(metrics=[{"column": "city", "agg": "none"}], analysis=["lookup"])
    assert sound(named, jumps).metrics == named.metrics


def test_one_number_limits_rows_or_groups() -> None:
    limit = {"op": ">", "value": 200}
    asked = form(
        metrics=[{"column": "cost", "agg": "avg"}], group_by=["product"], analysis=["compare"], having=limit,
        filters=[{"column": "cost", **limit}, {"column": "region", "op": "=", "value": "North"}],
    )  # fmt: skip
    rows = sound(asked, LIKELY)
    assert [(m.column, m.agg) for m in rows.metrics] == [("product", "none"), ("cost", "none")]
    assert (rows.group_by, rows.having, rows.analysis, rows.filters) == ((), None, ("lookup",), asked.filters)
    groups = sound(asked, replace(LIKELY, aggs=frozenset(("avg",))))
    assert groups.having == asked.having and groups.group_by == ("product",)
    assert [f.column for f in groups.filters] == ["region"]
    other = asked.model_copy(update={"filters": asked.filters[1:]})
    assert sound(other, LIKELY).having == asked.having


def test_one_date_is_not_drawn_over_another() -> None:
    oldest = form(
        metrics=[{"column": "ship_date", "agg": "none"}], time={"column": "order_date"}, analysis=["trend", "rank"],
        sort={"by": "time", "order": "asc"}, limit=1,
    )  # fmt: skip
    found = sound(oldest, LIKELY)
    assert found.time is None and found.analysis == ("rank",)
    assert found.metrics == (Metric(column="order_date", agg="none"),)
    assert found.sort is not None and found.sort.by == "metric" and found.sort.order == "asc"
    drawn = form(metrics=[{"column": "revenue", "agg": "none"}], time={"column": "order_date"}, analysis=["trend"])
    assert sound(drawn, LIKELY).time == drawn.time


def test_rows_of_a_table_that_is_said_are_counted() -> None:
    name, country = (Column(name=each, type="text", role="categorical") for each in ("name", "country"))
    total = Column(name="total", type="number", role="numeric")
    fields = (Field("name", name, "customers"), Field("country", country, "customers"), Field("total", total, "orders"))
    asked = form(metrics=[{"column": "name", "agg": "count_distinct"}], group_by=["country"], analysis=["count"])
    said = Likely(fields, None, None, frozenset(map(stem, ("number", "customer", "country"))))
    assert sound(asked, said).metrics == (Metric(agg="count"),)
    named = replace(said, said=said.said | {stem("name")})
    assert sound(asked, named).metrics == asked.metrics
    elsewhere = form(**{**asked.model_dump(), "filters": [{"column": "total", "op": ">", "value": 5}]})
    assert sound(elsewhere, said).metrics == asked.metrics, "customers of orders are counted once"
