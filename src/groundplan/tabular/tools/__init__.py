"""How each tool of tools.yaml is done. Faults are StepErrors of one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from groundplan.tabular.tools.aggregate import aggregate, filter_groups, pivot, segment_metric
from groundplan.tabular.tools.averages import average_per, share_of_rows
from groundplan.tabular.tools.expressions import add_figure
from groundplan.tabular.tools.figures import (
    cumulative,
    derive_ratio,
    difference_between,
    moving_average,
    period_over_period,
    share_of_total,
)
from groundplan.tabular.tools.forecasts import forecast
from groundplan.tabular.tools.lists import split_list
from groundplan.tabular.tools.plots import (
    plot_area,
    plot_bar,
    plot_box,
    plot_heatmap,
    plot_histogram,
    plot_line,
    plot_pie,
    plot_scatter,
    plot_stacked,
)
from groundplan.tabular.tools.ranking import best_groups, latest_of_each, sort_rows, top_n
from groundplan.tabular.tools.rows import derive_duration, filter_rows, join_tables, parse_datetime, select_columns
from groundplan.tabular.tools.series import change_points, detect_anomalies
from groundplan.tabular.tools.statistics import compute_summary_stats, correlation, distribution_stats

IMPLEMENTATIONS: Mapping[str, Callable[..., Any]] = {
    tool.__name__: tool
    for tool in (
        # the order of tools.yaml
        join_tables,
        parse_datetime,
        split_list,
        latest_of_each,
        add_figure,
        filter_rows,
        derive_duration,
        best_groups,
        aggregate,
        average_per,
        segment_metric,
        share_of_rows,
        pivot,
        filter_groups,
        derive_ratio,
        difference_between,
        share_of_total,
        period_over_period,
        moving_average,
        cumulative,
        detect_anomalies,
        change_points,
        forecast,
        sort_rows,
        top_n,
        select_columns,
        compute_summary_stats,
        correlation,
        distribution_stats,
        plot_line,
        plot_bar,
        plot_stacked,
        plot_area,
        plot_scatter,
        plot_histogram,
        plot_box,
        plot_heatmap,
        plot_pie,
    )
}
