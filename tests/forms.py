"""Arbitrary forms over the sales table for hypothesis: any combination of what a reader may fill in."""

from __future__ import annotations

from typing import Any, get_args

from hypothesis import strategies as st

from groundplan.reading.formed.form import Aggregation, Analysis, ChartKind, DeriveKind, Grain

GROUPS = ("region", "product_category", "channel", "city", "returned")
FIGURES = ("revenue", "units")

metrics = st.fixed_dictionaries(
    {"column": st.sampled_from(FIGURES) | st.none(), "agg": st.sampled_from(get_args(Aggregation))}
)
filters = st.sampled_from(
    [
        {"column": "region", "op": "=", "value": "North"},
        {"column": "channel", "op": "in", "value": ["Online", "Store"]},
        {"column": "units", "op": ">", "value": 3},
        {"column": "date", "op": "between", "value": ["2023-03-01", "2023-09-30"]},
        {"column": "city", "op": "not_null"},
        {"column": "city", "op": "=", "value": "Hamburg", "join": "or"},
    ]
)
derived = st.fixed_dictionaries(
    {"kind": st.sampled_from(get_args(DeriveKind)), "of": st.just(["date", "date"]), "window": st.none() | st.just(3)}
)
forms: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {},
    optional={
        "metrics": st.lists(metrics, max_size=2),
        "group_by": st.lists(st.sampled_from(GROUPS), max_size=2, unique=True),
        "time": st.fixed_dictionaries({"column": st.just("date"), "grain": st.sampled_from(get_args(Grain))}),
        "analysis": st.lists(st.sampled_from(get_args(Analysis)), max_size=3, unique=True),
        "outputs": st.lists(st.sampled_from(["chart", "table"]), max_size=2, unique=True),
        "filters": st.lists(filters, max_size=3),
        "join": st.sampled_from(["and", "or"]),
        "having": st.fixed_dictionaries({"op": st.sampled_from([">", "<="]), "value": st.just(100.0)}),
        "sort": st.fixed_dictionaries(
            {"by": st.sampled_from(["metric", "group", "time"]), "order": st.sampled_from(["asc", "desc"])}
        ),
        "limit": st.integers(1, 9),
        "place": st.integers(1, 3),
        "each": st.sampled_from(GROUPS),
        "per": st.sampled_from((*GROUPS, "date")),
        "chart": st.sampled_from(get_args(ChartKind)),
        "derive": derived,
    },
)
"""What a reader may fill in, sensible or not."""
