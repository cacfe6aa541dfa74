"""The coverage mapping of the specification, as this pack has it."""

from __future__ import annotations

import pytest

from groundplan.packs.tables import pack

SPECIFIED = {
    "analysis.total": {"aggregate"},
    "analysis.compare": {"aggregate", "segment"},
    "analysis.trend": {"time_series_plot", "time_series_features"},
    "analysis.distribution": {"distribution_plot", "distribution_stats"},
    "analysis.anomaly": {"anomaly_detection"},
    "outputs.chart": {"plot"},
    "group_by": {"aggregate", "segment"},
}


@pytest.mark.parametrize("label", SPECIFIED)
def test_what_the_specification_maps_is_mapped_so(label: str) -> None:
    (any_of,) = pack.planning.coverage.needs[label].all_of
    assert SPECIFIED[label] <= set(any_of)


def test_time_needs_dates_and_something_that_looks_at_them() -> None:
    dates, looked_at = pack.planning.coverage.needs["time"].all_of
    assert dates == ("parse_datetime",)
    assert {"time_series_plot", "time_series_features"} <= set(looked_at)


def test_groups_and_time_must_be_held_by_an_argument() -> None:
    assert pack.planning.coverage.needs["group_by"].holding == ("group_by", "segment_by")
    assert {"column", "x"} <= set(pack.planning.coverage.needs["time"].holding)


def test_an_alias_leads_to_its_capability() -> None:
    assert pack.planning.coverage.canonical("summarize") == "aggregate"
    assert pack.planning.coverage.canonical("aggregate") == "aggregate"


def test_the_safety_set_is_that_of_the_specification() -> None:
    assert pack.planning.safety == ("aggregate", "plot_line", "compute_summary_stats")
