"""Every kind of chart: a sound Vega-Lite specification, the same bytes twice, and text for a terminal."""

from __future__ import annotations

import json
import re
import sys
from typing import Any

import pytest

from groundplan.contracts import Chart
from groundplan.errors import StepError
from groundplan.tabular.draw import CHARTS, drawn, png, svg, terminal, vega_lite
from groundplan.tabular.drawing_process import DrawingProcess

MONTHS = [f"2024-{month:02d}-01" for month in range(1, 13)]


def chart(kind: str, rows: Any, **more: Any) -> Chart:
    marks = {"stacked_bar": "bar", "histogram": "bar", "box": "boxplot", "heatmap": "rect"}
    given = {"mark": marks.get(kind, kind), "kind": kind, "x": "the x", "y": "the y", "title": f"a {kind}"}
    return Chart(**{**given, **more}, rows=tuple(rows))


SPREAD = [(group, value) for group in ("b", "a") for value in (1.0, 2.0, 4.0, 9.0)]
KINDS = {
    "bar": chart("bar", [("South", 12.5), (None, 3), ("North of the river", None), ("a.b[0]", -4)]),
    "bar, colored": chart("bar", [("s", 1, "u"), ("s", 2, "v"), ("n", 3, None)], color="part"),
    "bar over time": chart("bar", [(month, 5) for month in MONTHS[::-1]], x_type="temporal"),
    "stacked_bar": chart("stacked_bar", [("s", 1, "u"), ("s", 2, "v")], color="part", stacked=True),
    "line": chart("line", [(month, 2e6, k) for month in MONTHS for k in "ab"], color="k", x_type="temporal"),
    "line of years": chart("line", [(1999, 1), (2004, 2)], x_type="quantitative"),
    "line of weekdays": chart("line", [("Mon", 1), ("Sun", 2)], x_type="ordinal"),
    "line in panels": chart("line", [(m, 1, None, f) for m in MONTHS for f in "zyxw"], facet="f", x_type="temporal"),
    "line of hours": chart("line", [("2024-01-01T01:00:00", 1), ("2024-01-01T02:00:00", 3)], x_type="temporal"),
    "area": chart(
        "area", [(month, 1, k) for month in MONTHS for k in "ab"], color="k", stacked=True, x_type="temporal"
    ),
    "point": chart("point", [(0.5, 3, True), (0.75, 4, False)], color="odd", x_type="quantitative"),
    "arc": chart("arc", [("s", 3), ("n", 2), (None, 1)]),
    "histogram": chart("histogram", [(0, 3), (5, 0), (10, 7)], x="age", y="count", x_type="quantitative"),
    "box": chart("box", SPREAD),
    "box, one": chart("box", [(None, value) for _, value in SPREAD], x=""),
    "heatmap": chart("heatmap", [("Mon", "s", 1), ("Tue", None, 5), ("Tue", "s", None)], color="n", x_type="ordinal"),
    "nothing": chart("bar", []),
}
each_kind = pytest.mark.parametrize("name", KINDS)


def test_every_template_is_drawn_here() -> None:
    assert {path.stem for path in CHARTS.glob("*.yaml")} - {"config"} == {each.kind for each in KINDS.values()}


@each_kind
def test_the_specification_is_sound(name: str) -> None:
    import altair

    spec = vega_lite(KINDS[name])
    altair.Chart.from_dict(spec)  # holds it against the Vega-Lite schema
    assert spec["title"] == KINDS[name].title
    assert json.loads(json.dumps(spec)) == spec
    assert len(spec["data"]["values"]) == len(KINDS[name].rows)


def test_the_schema_would_catch_a_fault() -> None:
    import altair
    import jsonschema

    spec = vega_lite(KINDS["bar"])
    spec["encoding"]["x"]["type"] = "nonsense"
    with pytest.raises(jsonschema.ValidationError, match="'nonsense' is not one of"):
        altair.Chart.from_dict(spec)


@each_kind
def test_drawn_twice_it_has_the_same_bytes(name: str) -> None:
    drawn = svg(KINDS[name])
    assert drawn.startswith("<svg") and drawn == svg(KINDS[name])
    picture = png(KINDS[name])
    assert picture.startswith(b"\x89PNG") and picture == png(KINDS[name])


def test_groups_stand_in_the_order_of_the_rows() -> None:
    drawn = svg(KINDS["bar"])
    labels = [drawn.index(f">{label}<") for label in ("South", "(empty)", "North of the river", "a.b[0]")]
    assert labels == sorted(labels)
    panels = svg(KINDS["line in panels"])
    places = [re.search(rf">{panel}</text>", panels) for panel in "zyxw"]
    assert all(places) and [each.start() for each in places if each] == sorted(e.start() for e in places if e)
    assert vega_lite(KINDS["box"])["encoding"]["x"]["sort"] == ["b", "a"]


def test_time_is_written_as_much_as_is_needed() -> None:
    reversed_months = vega_lite(KINDS["bar over time"])["encoding"]["x"]["sort"]
    assert reversed_months[0] == "Dec 2024" and reversed_months[-1] == "Jan 2024"
    line = vega_lite(KINDS["line"])
    assert line["encoding"]["x"]["axis"]["format"] == "%b %Y"
    assert line["encoding"]["x"]["scale"] == {"type": "utc"}
    assert line["data"]["values"][0]["x"] == "2024-01-01"
    assert vega_lite(KINDS["line of hours"])["encoding"]["x"]["axis"]["format"] == "%d %b %Y %H:%M"
    assert vega_lite(KINDS["line of years"])["encoding"]["x"]["axis"]["format"] == "d"


def test_axes_and_tooltips_carry_the_names_of_the_columns() -> None:
    encoding = vega_lite(KINDS["line"])["encoding"]
    assert (encoding["x"]["title"], encoding["y"]["title"], encoding["color"]["title"]) == ("the x", "the y", "k")
    assert [tip["title"] for tip in encoding["tooltip"]] == ["the x", "the y", "k"]
    assert encoding["y"]["axis"]["format"] == "~s"


def test_an_unknown_kind_is_told() -> None:
    with pytest.raises(StepError, match="there is no chart kind 'sankey': take one of arc, area, bar, box"):
        vega_lite(chart("sankey", []))


@each_kind
def test_a_terminal_shows_it_with_and_without_color(name: str) -> None:
    plain = terminal(KINDS[name], 72, False)
    assert "\x1b" not in plain
    assert KINDS[name].title in plain
    assert all(len(line) <= 72 for line in plain.splitlines())
    assert plain == terminal(KINDS[name], 72, False)
    if KINDS[name].kind in ("line", "area", "point"):
        assert "\x1b[" in terminal(KINDS[name], 72, True)


def test_bars_are_as_long_as_their_figures() -> None:
    bars = terminal(chart("bar", [("a", 100), ("b", 50), ("c", -25), ("d", None)]), 60, False).splitlines()[1:]
    lengths = [line.count("█") + line.count("░") for line in bars]
    assert lengths == [54, 27, 14, 0]
    many = terminal(chart("bar", [(str(place), place) for place in range(40)]), 60, False)
    assert many.endswith("and 10 more")


def test_nothing_slow_is_loaded_before_it_is_needed() -> None:
    import subprocess

    slow = "ibis duckdb pandas numpy scipy statsmodels ruptures vl_convert plotext pyarrow"
    code = (
        "import sys, groundplan.tabular.tools, groundplan.tabular.draw; "
        f"print(sorted(set('{slow}'.split()) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_pen_in_its_own_process_draws_the_same_bytes() -> None:
    process = DrawingProcess()
    try:
        assert drawn(KINDS["bar"], process) == drawn(KINDS["bar"])
        assert drawn(KINDS["line"], process) == drawn(KINDS["line"])
    finally:
        process.close()


def test_a_pen_that_is_gone_costs_no_drawing() -> None:
    process = DrawingProcess()
    process.close()
    assert drawn(KINDS["bar"], process) == drawn(KINDS["bar"])
