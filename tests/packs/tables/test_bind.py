"""How each tool serves a filled form."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings

from briefs import SALES, brief_of
from forms import forms
from groundplan.packs.tables import pack
from groundplan.packs.tables.bind import BINDERS, bind
from groundplan.packs.tables.parts import PHASES
from groundplan.query import asked
from groundplan.sources.shape import Column, Table

SUM = [{"column": "revenue"}]


def bound(tool: str, tools: list[str] | None = None, **form: Any) -> dict[str, Any] | None:
    found = bind(tool, brief_of(form, tools=tools))
    assert len(found) <= 1
    return found[0] if found else None


def test_every_tool_but_those_no_form_asks_for_has_a_binder() -> None:
    assert set(pack.planning.catalogue.tools) - set(BINDERS) == {"pivot", *asked.TOOLS} - {"save_dataframe"}


def test_a_tool_without_a_binder_has_nothing_to_do() -> None:
    assert bind("pivot", brief_of({"metrics": SUM})) == ()


@pytest.mark.parametrize(
    ("form", "args"),
    [
        ({"metrics": SUM}, {"group_by": [], "metrics": ["revenue"], "agg_func": "sum", "names": ["revenue"]}),
        (
            {"metrics": [{"agg": "count"}], "group_by": ["city"]},
            {"group_by": ["city"], "metrics": [], "agg_func": "count", "names": ["count"]},
        ),
        (
            {"metrics": [{"agg": "count"}, {"column": "revenue", "agg": "avg"}]},
            {
                "group_by": [],
                "metrics": ["date", "revenue"],
                "agg_func": ["count", "avg"],
                "names": ["count", "revenue"],
            },
        ),
        (
            {"metrics": [*SUM, {"column": "revenue", "agg": "avg"}]},
            {
                "group_by": [],
                "metrics": ["revenue"] * 2,
                "agg_func": ["sum", "avg"],
                "names": ["revenue", "avg_revenue"],
            },
        ),
        (
            {"metrics": [{"column": "city", "agg": "count_distinct"}], "group_by": ["city"]},
            {"group_by": ["city"], "metrics": ["city"], "agg_func": "count_distinct", "names": ["count_distinct_city"]},
        ),
        (
            {"metrics": SUM, "time": {"column": "date", "grain": "month"}, "group_by": ["city"]},
            {
                "group_by": ["date", "city"],
                "metrics": ["revenue"],
                "agg_func": "sum",
                "names": ["revenue"],
                "time_column": "date",
                "grain": "month",
            },
        ),
        ({"metrics": [{"column": "revenue", "agg": "none"}]}, None),
        ({"metrics": [{"agg": "sum"}]}, None),
        ({}, None),
    ],
)
def test_aggregate(form: dict[str, Any], args: dict[str, Any] | None) -> None:
    assert bound("aggregate", **form) == args


def test_rows_beside_other_figures_are_counted_by_a_column_without_gaps() -> None:
    gaps = {"date": 3, "region": 2}
    columns = tuple(c.model_copy(update={"nulls": gaps.get(c.name, 0)}) for c in SALES.columns)
    form: dict[str, Any] = {"metrics": [{"agg": "count"}, *SUM], "group_by": ["region"]}
    (args,) = bind("aggregate", brief_of(form, tables=[SALES.model_copy(update={"columns": columns})]))
    assert args["metrics"] == ["product_category", "revenue"]


def test_a_summary_of_groups_is_one_segment_step_where_it_is_offered() -> None:
    form: dict[str, Any] = {"metrics": SUM, "group_by": ["region"], "analysis": ["summary"]}
    assert bound("segment_metric", **form) == {"segment_by": "region", "metric": "revenue"}
    assert bound("aggregate", **form) is bound("compute_summary_stats", **form) is None
    without = ["aggregate", "compute_summary_stats"]
    assert bound("aggregate", without, **form) is not None
    assert bound("compute_summary_stats", without, **form) == {"columns": ["revenue"]}


@pytest.mark.parametrize(
    ("kind", "tool", "args"),
    [
        ("ratio", "derive_ratio", {"numerator": "revenue", "denominator": "units", "kind": "ratio", "name": "ratio"}),
        (
            "difference",
            "derive_ratio",
            {"numerator": "revenue", "denominator": "units", "kind": "difference", "name": "difference"},
        ),
        ("percent_of_total", "share_of_total", {"metric": "revenue", "within": []}),
        ("percent_change", "period_over_period", {"time_column": "date", "metric": "revenue", "by": []}),
        ("moving_average", "moving_average", {"time_column": "date", "metric": "revenue", "by": [], "window": 7}),
        ("cumulative", "cumulative", {"time_column": "date", "metric": "revenue", "by": []}),
        ("duration", "derive_duration", {"start": "date", "end": "date"}),
    ],
)
def test_each_derived_figure_has_its_tool(kind: str, tool: str, args: dict[str, Any]) -> None:
    derive = {"kind": kind, "of": ["date", "date"], "window": 7 if kind == "moving_average" else None}
    form = {"metrics": [*SUM, {"column": "units"}], "time": {"column": "date"}, "derive": derive}
    assert bound(tool, **form) == args


@pytest.mark.parametrize("kind", ["ratio", "percent_of_total", "percent_change", "cumulative"])
def test_what_cannot_be_derived_is_not_shown(kind: str) -> None:
    """One figure has no ratio, a whole no parts, and without time there is no series."""
    args = bound("top_n", metrics=SUM, derive={"kind": kind}, limit=3)
    assert args == {"by": "revenue", "order": "desc", "n": 3}


def test_a_ranking_has_its_place_and_its_groups() -> None:
    args = bound("top_n", metrics=SUM, group_by=["region", "city"], limit=1, place=2, each="region")
    assert args == {"by": "revenue", "order": "desc", "n": 1, "first": 2, "within": "region"}


def test_shares_within_the_axis_where_there_are_two_groups() -> None:
    assert bound("share_of_total", metrics=SUM, group_by=["region", "city"]) == {
        "metric": "revenue",
        "within": ["region"],
    }


@pytest.mark.parametrize(
    ("form", "tool"),
    [
        ({"metrics": SUM, "group_by": ["region"]}, "plot_bar"),
        ({"metrics": SUM, "group_by": ["region", "city"]}, "plot_stacked"),
        ({"metrics": SUM, "time": {"column": "date"}}, "plot_line"),
        ({"metrics": SUM, "time": {"column": "date", "grain": "weekday"}}, "plot_bar"),
        ({"metrics": SUM, "group_by": ["region"], "analysis": ["share"]}, "plot_pie"),
        ({"metrics": [{"column": "revenue", "agg": "none"}]}, "plot_histogram"),
        ({"metrics": [{"column": "revenue", "agg": "none"}, {"column": "units", "agg": "none"}]}, "plot_scatter"),
        ({"metrics": SUM, "group_by": ["region"], "chart": "box"}, "plot_box"),
        ({"metrics": SUM, "group_by": ["region", "city"], "chart": "heatmap"}, "plot_heatmap"),
        ({"metrics": SUM, "time": {"column": "date"}, "chart": "area"}, "plot_area"),
        ({"metrics": SUM}, None),
    ],
)
def test_one_chart_fits_what_is_shown(form: dict[str, Any], tool: str | None) -> None:
    plots = [
        name for name in pack.planning.catalogue.tools if name.startswith("plot_") and bound(name, **form) is not None
    ]
    assert plots == ([tool] if tool else [])


HOTELS = Table(
    name="hotels",
    rows=3,
    columns=(
        Column(name="tel", type="text", role="categorical", distinct=3, values=("04 / 1", "04 / 2", "05 / 1")),
        Column(name="hotel", type="text", role="categorical", distinct=3, values=("Astra", "'t Hof", "Roma")),
        Column(name="rooms", type="integer", role="numeric", distinct=2),
        Column(name="height", type="text", role="categorical", distinct=3, values=("9 m", "12 m", "30 m")),
    ),
)


def test_the_first_of_a_ranking_are_named() -> None:
    """By the column whose words tell rows apart; by all columns where there is none."""
    form = {"metrics": [{"column": "rooms", "agg": "none"}], "analysis": ["rank"], "limit": 1}
    assert bind("select_columns", brief_of(form, tables=(HOTELS,)))[0]["columns"] == ["hotel", "rooms"]
    nameless = HOTELS.model_copy(update={"columns": (HOTELS.columns[0], *HOTELS.columns[2:])})
    assert bind("select_columns", brief_of(form, tables=(nameless,)))[0]["columns"] == ["tel", "rooms", "height"]
    unranked = {**form, "limit": None}
    assert bind("select_columns", brief_of(unranked, tables=(HOTELS,)))[0]["columns"] == ["rooms"]


def test_rows_of_several_things_are_listed_with_their_names() -> None:
    form = {"metrics": [{"column": "rooms", "agg": "none"}], "analysis": ["lookup"]}
    two = {**form, "filters": [{"column": "hotel", "op": "in", "value": ["Ritz", "Plaza"]}]}
    assert bind("select_columns", brief_of(two, tables=(HOTELS,)))[0]["columns"] == ["hotel", "rooms"]
    one = {**form, "filters": [{"column": "hotel", "op": "=", "value": "Ritz"}]}
    assert bind("select_columns", brief_of(one, tables=(HOTELS,)))[0]["columns"] == ["rooms"]


def test_a_column_ranked_by_itself_keeps_its_name() -> None:
    form = {"metrics": [{"column": "rooms", "agg": "none"}], "group_by": ["rooms"], "analysis": ["rank"], "limit": 1}
    assert bind("top_n", brief_of(form, tables=(HOTELS,)))[0]["by"] == "rooms"


def test_text_is_drawn_only_where_a_chart_is_asked_for() -> None:
    form = {"metrics": [{"column": "height", "agg": "none"}], "group_by": ["hotel"], "outputs": ["table"]}
    assert bind("plot_bar", brief_of(form, tables=(HOTELS,))) == ()
    assert bind("plot_bar", brief_of({**form, "outputs": ["chart"]}, tables=(HOTELS,))) != ()


def test_the_best_groups_by_the_days_between_two_dates_are_chosen_once_these_are_known() -> None:
    form: dict[str, Any] = {
        "metrics": [{"agg": "avg"}],
        "group_by": ["city"],
        "time": {"column": "date", "grain": "month"},
        "analysis": ["trend", "rank"],
        "limit": 2,
        "place": 2,
        "derive": {"kind": "duration", "of": ["date", "date"]},
    }
    best = {"group": "city", "metric": "duration_days", "agg_func": "avg", "order": "desc", "n": 2, "first": 2}
    assert bound("best_groups", **form) == best and bound("top_n", **form) is None
    phases = [
        PHASES.index(pack.planning.catalogue.tools[tool].phase)
        for tool in ("derive_duration", "best_groups", "aggregate")
    ]
    assert phases == sorted(set(phases))


def test_weekdays_are_no_series() -> None:
    form: dict[str, Any] = {
        "metrics": SUM,
        "time": {"column": "date", "grain": "weekday"},
        "analysis": ["forecast", "anomaly"],
    }
    assert bound("forecast", **form) is None
    assert bound("detect_anomalies", **form) == {"metric": "revenue"}


@settings(max_examples=100, deadline=None)
@given(forms)
def test_arguments_are_those_the_tool_takes(form: dict[str, Any]) -> None:
    brief = brief_of(form)
    for name, tool in pack.planning.catalogue.tools.items():
        for args in bind(name, brief):
            assert set(args) <= {*tool.params, *tool.inputs[1:]}
            required = {param for param, about in tool.params.items() if about.required}
            assert all(args.get(param) is not None for param in required), (name, args)
