"""What the steps found becomes facts: charts, tables, how much was read, what a person should know."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import pytest

from groundplan.contracts import Limits, Plan, Step
from groundplan.packs.tables.parts import pack
from groundplan.sources.frame import Frame
from groundplan.sources.shape import Cell, Column, Table
from groundplan.tabular.collect import facts
from tool_frames import QUIET, rows, table_frame

pytestmark = QUIET


@dataclass(frozen=True)
class OpenTable:
    """A source of one frame, as the client opens it."""

    opened: Frame
    notes: tuple[str, ...] = ("2 broken rows were skipped",)
    columns: tuple[Column, ...] = ()

    @property
    def model(self) -> tuple[Table, ...]:
        return (Table(name="sales", columns=self.columns, rows=4), Table(name="other", columns=(), rows=99))

    def get(self, name: str) -> Frame:
        return self.opened

    def find(self, words: Sequence[str]) -> Sequence[Cell]:
        return ()

    def close(self) -> None: ...


def source() -> OpenTable:
    days = [date(2024, 1, 1), date(2024, 1, 2), date(2024, 1, 3), date(2024, 1, 4)]
    return OpenTable(table_frame("duckdb", day=days, shop=["a", "b", "a", None], units=[1, 2, 3, 4]))


def run(opened: OpenTable, *steps: Step) -> dict[str, Any]:
    results: dict[str, Any] = {}
    for step in steps:
        given = {name: _resolved(value, opened, results) for name, value in step.args.items()}
        results[step.id] = pack.planning.catalogue.implementations[step.tool](**given)
    return results


def _resolved(value: Any, opened: OpenTable, results: dict[str, Any]) -> Any:
    if not isinstance(value, dict):
        return value
    owner, name = value["$ref"].split(".")
    return opened.get(name) if owner == "source" else results[owner]


SALES, TOTALS = {"$ref": "source.sales"}, {"$ref": "totals.df"}
DAILY = Step(
    id="totals",
    tool="aggregate",
    args={
        "df": SALES,
        "group_by": ["day"],
        "metrics": ["units"],
        "agg_func": "sum",
        "time_column": "day",
        "grain": "auto",
        "names": ["total"],
    },
)
STATS = Step(id="stats", tool="compute_summary_stats", args={"df": SALES})
CHART = Step(id="chart", tool="plot_line", args={"df": TOTALS, "x": "day", "y": "total"})
SAVE = Step(id="save", tool="save_dataframe", args={"df": TOTALS})


def test_charts_and_tables_in_their_order() -> None:
    steps, opened = (DAILY, STATS, CHART, SAVE), source()
    found = facts(Plan(goal="g", steps=steps), run(opened, *steps), opened)
    assert found.found
    assert [chart.kind for chart in found.charts] == ["line"]
    assert [table.name for table in found.tables] == ["result", "summary"]
    assert found.tables[0].rows == found.charts[0].rows
    assert (found.meta.read, found.meta.capped, found.sources) == (4, False, ("sales",))
    assert found.meta.notes == ("2 broken rows were skipped", "'day' is shown by day")


def test_a_long_table_is_capped_and_the_rest_kept_for_the_file() -> None:
    opened = source()
    results = run(opened, DAILY, SAVE)
    found = facts(Plan(goal="g", steps=(DAILY, SAVE), limits=Limits(rows=3)), results, opened)
    assert found.meta.capped and len(found.tables[0].rows) == 3
    assert len(rows(results["save"].frame)) == 4
    assert found.tables[0].model_dump().keys() == {"name", "columns", "rows"}


@pytest.mark.parametrize("agg", ["sum", "count"])
def test_nothing_found_is_told_from_nought(agg: str) -> None:
    opened = source()
    where = [{"column": "units", "op": ">", "value": 100}]
    none_left = Step(id="kept", tool="filter_rows", args={"df": SALES, "where": where})
    figures = {"metrics": ["units"] if agg == "sum" else [], "agg_func": agg, "names": ["n"]}
    total = Step(id="totals", tool="aggregate", args={"df": {"$ref": "kept.df"}, **figures})
    steps = (none_left, total, SAVE)
    found = facts(Plan(goal="g", steps=steps), run(opened, *steps), opened)
    assert found.tables[0].rows == (((None,),) if agg == "sum" else ((0,),))
    assert found.found == (agg == "count")


def test_a_step_that_did_not_run_is_left_out() -> None:
    found = facts(Plan(goal="g", steps=(DAILY, CHART)), {}, source())
    assert not found.found and found.charts == () and found.tables == ()


def test_notes_are_of_columns_that_a_step_uses() -> None:
    told = ("a.csv: 'units' holds amounts such as '2 pcs', read as numbers", "a.csv: 1 cell of 'shop' without a value")
    always = ("a.csv: the last row, 'shop', sums up the rows above it and is left out",)
    columns = tuple(Column(name=name, type="text", role="categorical") for name in ("units", "shop"))
    opened = replace(source(), notes=(*told, *always), columns=columns)
    args = {"df": {"$ref": "source.sales"}, "group_by": [], "metrics": ["units"], "agg_func": "sum", "names": ["units"]}
    step = Step(id="totals", tool="aggregate", args=args)
    assert facts(Plan(goal="?", steps=(step,)), {}, opened).meta.notes == (told[0], *always)
