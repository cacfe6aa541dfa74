"""Which few tools a plan may use: exactly the precedence of the specification."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from briefs import brief_of
from groundplan.contracts import Tool
from groundplan.packs.tables import pack
from groundplan.plan.template import Template
from groundplan.stages.narrow import CAP, PAST, discover, narrow, queries

SAFETY = ("aggregate", "plot_line", "compute_summary_stats")


ANY = pack.planning
"""A planning in which every tool has something to do."""
LISTING = replace(pack.planning, serves=lambda tool, brief: tool == "select_columns")


class Ranked:
    """An index that ranks as it is told, and remembers the queries."""

    def __init__(self, *ranking: str) -> None:
        self.ranking = [(name, 1.0 - at / 100) for at, name in enumerate(ranking)]
        self.asked: list[str] = []

    def search(self, queries: Sequence[str], top: int) -> list[list[tuple[str, float]]]:
        self.asked += queries
        return [self.ranking for _ in queries]


def narrowed(curated: Sequence[str], retrieved: Sequence[str], cap: int = CAP) -> list[str]:
    template = Template(intent="x", summary="x", steps=(), tools=tuple(curated))
    return list(narrow("revenue by region", brief_of({}), template, pack.planning, Ranked(*retrieved), cap))


def test_the_walk_through_of_the_specification() -> None:
    curated = ["parse_datetime", "aggregate", "plot_line", "compute_summary_stats"]
    found = narrowed(curated, ["segment_metric", "plot_bar"], cap=8)
    assert found == ["parse_datetime", "aggregate", "plot_line", "compute_summary_stats", "segment_metric", "plot_bar"]


def test_the_templates_tools_are_always_there() -> None:
    every = list(pack.planning.catalogue.tools)[:20]
    assert narrowed(every, ["plot_pie"], cap=8)[:20] == every


def test_retrieved_tools_follow_up_to_the_cap_best_first() -> None:
    ranking = [name for name in pack.planning.catalogue.tools if name not in SAFETY]
    found = narrowed(SAFETY, ranking, cap=8)
    assert found == [*SAFETY, *ranking[:5]]


def test_the_safety_set_goes_past_the_cap_by_two() -> None:
    ranking = [name for name in pack.planning.catalogue.tools if name not in SAFETY]
    found = narrowed(["aggregate"], ranking, cap=8)
    assert found == ["aggregate", *ranking[:7], "plot_line", "compute_summary_stats"]
    assert len(found) == 8 + PAST


def test_past_that_the_lowest_scoring_retrieved_tool_goes_first() -> None:
    ranking = [name for name in pack.planning.catalogue.tools if name not in SAFETY]
    found = narrowed([], ranking, cap=8)
    assert found == [*ranking[:7], *SAFETY]
    assert len(found) == 8 + PAST


def test_template_and_safety_are_never_dropped_however_many_they_are() -> None:
    curated = [name for name in pack.planning.catalogue.tools if name not in SAFETY][:12]
    assert narrowed(curated, ["plot_line", "pivot"], cap=8) == [*curated, *SAFETY]


def test_what_the_index_knows_and_the_pack_does_not_takes_no_place() -> None:
    assert narrowed(SAFETY, ["gone", "plot_pie"], cap=4) == [*SAFETY, "plot_pie"]


@pytest.mark.parametrize("intent", sorted(pack.planning.templates))
@pytest.mark.parametrize("cap", [8, 10, 12])
def test_no_intent_is_offered_more_than_two_past_the_cap(intent: str, cap: int) -> None:
    found = narrow(
        "x", brief_of({}), pack.planning.templates[intent], pack.planning, Ranked(*pack.planning.catalogue.tools), cap
    )
    assert {*pack.planning.templates[intent].tools, *pack.planning.safety} <= set(found)
    assert len(found) <= max(cap + PAST, len({*pack.planning.templates[intent].tools, *pack.planning.safety}))


def test_there_is_a_query_for_each_label_and_one_for_all() -> None:
    form = {"metrics": [{"column": "revenue"}], "group_by": ["region", "city"], "analysis": ["total", "trend"]}
    asked = queries("the question", brief_of(form).requirements)
    assert asked == ["analysis total", "analysis trend", "group by", "the question"]


def test_the_best_score_of_a_tool_counts_whatever_the_query() -> None:
    class Two:
        def search(self, queries: Sequence[str], top: int) -> list[list[tuple[str, float]]]:
            return [[("plot_pie", 0.2), ("pivot", 0.1)], [("pivot", 0.9)]]

    template = Template(intent="x", summary="x", steps=(), tools=SAFETY)
    brief = brief_of({"outputs": ["table"]})
    assert list(narrow("x", brief, template, pack.planning, Two(), 8)) == [*SAFETY, "pivot", "plot_pie"]


# ------------------------------------------------------------------ the fallback


def discovered(form: dict[str, object], offered: Sequence[str], ranking: Sequence[str]) -> list[str]:
    brief = brief_of(form)
    tools: dict[str, Tool] = {name: pack.planning.catalogue.tools[name] for name in offered}
    return list(discover(tools, brief, Ranked(*ranking), ANY))


def test_what_is_covered_is_left_alone() -> None:
    assert discovered({"analysis": ["anomaly"]}, ["detect_anomalies"], ["pivot"]) == ["detect_anomalies"]


def test_for_what_no_tool_can_do_the_nearest_that_can_are_found() -> None:
    assert discovered({"analysis": ["anomaly"]}, ["aggregate"], ["pivot", "detect_anomalies"]) == [
        "aggregate",
        "detect_anomalies",
    ]


def test_of_several_the_two_that_rank_highest() -> None:
    found = discovered({"outputs": ["chart"]}, [], ["pivot", "plot_pie", "plot_heatmap", "plot_line"])
    assert found == ["plot_pie", "plot_heatmap"]


def test_a_tool_that_the_index_forgot_is_found_all_the_same() -> None:
    assert discovered({"analysis": ["forecast"]}, [], []) == ["forecast"]


def test_each_capability_group_is_looked_for() -> None:
    found = discovered({"time": {"column": "date"}}, ["plot_line"], [])
    assert found == ["plot_line", "parse_datetime"]


def test_a_tool_that_has_no_arguments_here_covers_nothing() -> None:
    form = {"metrics": [{"column": "units", "agg": "none"}], "analysis": ["lookup"], "limit": 1}
    brief = brief_of(form)
    tools = {name: pack.planning.catalogue.tools[name] for name in ("top_n", "plot_bar", "save_dataframe")}
    assert "select_columns" not in discover(tools, brief, Ranked(), ANY)
    assert "select_columns" in discover(tools, brief, Ranked(), LISTING)


def test_an_unknown_label_finds_nothing() -> None:
    assert discover({}, brief_of({}, requirements=["mood"]), Ranked(), ANY) == {}


def test_narrowing_takes_the_safety_set_from_the_pack() -> None:
    other = replace(pack.planning, safety=("pivot",))
    template = Template(intent="x", summary="x", steps=(), tools=("aggregate",))
    assert list(narrow("x", brief_of({}), template, other, Ranked(), 8)) == ["aggregate", "pivot"]
