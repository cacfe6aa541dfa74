"""Figures that a source has names for: from a form to the answer, values counted by SQL that was written by hand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from groundplan.checks import check_plan
from groundplan.errors import StepError
from groundplan.pack import Source
from groundplan.packs.tables import pack
from groundplan.plan import read, show
from groundplan.tabular.reader import blank
from groundplan.tabular.tools.aggregate import aggregate
from groundplan.tabular.tools.averages import average_per
from groundplan.tabular.tools.expressions import add_figure
from groundplan.tabular.tools.ranking import best_groups
from tool_frames import BACKENDS, QUIET, rows, table_frame
from whole_road import answered, planned

pytestmark = QUIET
ORDERS = "\n".join(
    [
        "order_no,ordered_on,shop_id,unit_price,quantity",
        *(
            f"{7000 + n // 2},2024-{1 + n // 12:02}-{1 + n % 28:02},S{n // 2 % 4},{3 + n * 7 % 19}.25,{1 + n * 5 % 6}"
            for n in range(120)
        ),
    ]
)
SHOPS = "shop_id,shop,town\nS0,Alder,Bath\nS1,Birch,Bath\nS2,Cedar,Wells\nS3,Dogwood,Wells\n"
VALUE = {"metrics": [{"column": "average order value", "agg": "figure"}]}
AOV = "sum(unit_price * quantity) / count(DISTINCT order_no)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shops")
    (made / "orders.csv").write_text(ORDERS, "utf-8")
    (made / "shops.csv").write_text(SHOPS, "utf-8")
    return made


@pytest.fixture(scope="module")
def source(folder: Path) -> Iterator[Source]:
    opened = pack.sources.open((str(folder),), folder / "cache", None)
    yield opened
    opened.close()


def by_hand(folder: Path, sql: str) -> list[tuple[Any, ...]]:
    with duckdb.connect() as connection:
        for name in ("orders", "shops"):
            connection.execute(f"CREATE VIEW {name} AS SELECT * FROM read_csv('{folder / name}.csv')")
        found = connection.execute(sql).fetchall()
    return [tuple(float(value) if hasattr(value, "as_tuple") else value for value in row) for row in found]


def shown(form: dict[str, Any], source: Source) -> list[tuple[Any, ...]]:
    facts, _ = answered({"outputs": ["table"], **form}, source)
    return [tuple(round(v, 6) if isinstance(v, float) else v for v in row) for row in facts.tables[0].rows]


def rounded(found: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    return [tuple(round(v, 6) if isinstance(v, float) else v for v in row) for row in found]


def test_a_figure_of_groups_by_a_joined_column(source: Source, folder: Path) -> None:
    form = {**VALUE, "group_by": ["town"], "analysis": ["total", "compare"]}
    sql = f"SELECT town, {AOV} FROM orders JOIN shops USING (shop_id) GROUP BY town ORDER BY town"
    assert shown(form, source) == rounded(by_hand(folder, sql))


def test_a_figure_by_month_of_some_rows(source: Source, folder: Path) -> None:
    form = {
        **VALUE,
        "time": {"column": _id(source, "ordered_on"), "grain": "quarter"},
        "analysis": ["total", "trend"],
        "filters": [{"column": "quantity", "op": ">", "value": 1}],
    }
    sql = f"SELECT date_trunc('quarter', ordered_on), {AOV} FROM orders WHERE quantity > 1 GROUP BY 1 ORDER BY 1"
    found = [(str(time)[:10], value) for time, value, *_ in shown(form, source)]
    assert found == [(str(time)[:10], value) for time, value in rounded(by_hand(folder, sql))]


def test_groups_that_are_held_to_a_figure(source: Source, folder: Path) -> None:
    form = {**VALUE, "group_by": ["shop"], "analysis": ["total", "compare"], "having": {"op": ">", "value": 85}}
    sql = f"SELECT shop, {AOV} AS v FROM orders JOIN shops USING (shop_id) GROUP BY shop HAVING v > 85 ORDER BY shop"
    found = by_hand(folder, sql)
    assert 0 < len(found) < 4
    assert shown(form, source) == rounded(found)


def test_a_figure_of_rows_is_added_before_rows_are_held_to_it(source: Source, folder: Path) -> None:
    form = {
        "metrics": [{"column": "revenue"}],
        "group_by": ["town"],
        "analysis": ["total", "compare"],
        "filters": [{"column": "revenue", "op": ">=", "value": 40}],
    }
    sql = """
        SELECT town, sum(unit_price * quantity) FROM orders JOIN shops USING (shop_id)
        WHERE unit_price * quantity >= 40 GROUP BY town ORDER BY town
    """
    assert shown(form, source) == rounded(by_hand(folder, sql))


def test_the_answer_says_what_the_figure_is(source: Source) -> None:
    _, text = answered({**VALUE, "group_by": ["town"], "analysis": ["total", "compare"]}, source)
    assert "'average order value' is SUM(" in text and "COUNT(DISTINCT" in text


def test_the_expression_stands_in_the_plan_and_is_required(source: Source) -> None:
    plan, brief = planned({**VALUE, "group_by": ["town"], "analysis": ["total", "compare"]}, source)
    (step,) = (step for step in plan.steps if step.tool == "group")
    assert {"sum(unit_price * quantity)", "distinct(order_no)"} <= {*step.args["figures"].values()}
    assert read(show(plan)) == plan
    changed = step.model_copy(update={"args": {**step.args, "figures": {"count": "count"}}})
    steps = tuple(changed if one is step else one for one in plan.steps)
    codes = {found.code for found in check_plan(plan.model_copy(update={"steps": steps}), brief, pack.planning.checks)}
    assert "other-steps" in codes


def test_whole_rows_are_shown_without_figures(source: Source) -> None:
    form = {"analysis": ["lookup"], "filters": [{"column": "quantity", "op": "=", "value": 6}], "table": "orders"}
    plan, _ = planned({**form, "outputs": ["table"]}, source)
    assert not any("revenue" in str(step.args) or step.tool == "add_figure" for step in plan.steps)


def test_readers_see_only_figures_that_are_named(source: Source) -> None:
    def columns(**said: Any) -> set[str]:
        return {column.name for table in blank(source, **said).tables for column in table.all_columns}

    assert not {"average order value", "revenue"} & columns()
    assert {"average order value", "revenue"} & columns(named=["revenue"]) == {"revenue"}
    before = {**VALUE, "group_by": ["town"]}
    assert {"average order value", "revenue"} & columns(heard=before) == {"average order value"}
    prior = blank(source, heard=before).prior
    assert prior is not None and prior["metrics"] == [{"column": "average order value", "agg": "avg"}]


def _id(source: Source, name: str) -> str:
    from groundplan.sources.shape import column_ids

    return next(id for id, (_, column) in column_ids(source.model).items() if column.name == name)


@pytest.mark.parametrize("backend", BACKENDS)
def test_tools_take_figures_on_every_backend(backend: str) -> None:
    """Medians are on DuckDB only: the rows are copied to where they can be taken."""
    frame = table_frame(backend, team=["a", "a", "b", "b"], week=[1, 2, 1, 2], won=[1, 5, 0, 3], played=[2, 6, 0, 4])
    own = {"rate": "SUM(Won) * 1.0 / SUM(played)"}
    args: dict[str, Any] = {"metrics": ["rate"], "agg_func": "figure", "figures": own}
    assert rows(aggregate(frame, group_by=["team"], names=["rate"], **args)) == [("a", 0.75), ("b", 0.75)]
    assert rows(aggregate(frame, group_by=["team", "week"], names=["rate"], **args))[2] == ("b", 1, None)
    assert rows(average_per(frame, per="week", names=["rate"], **args)) == [(0.65,)]
    best = best_groups(frame, group="team", metric="rate", agg_func="figure", figures=own, n=1)
    assert {row[0] for row in rows(best)} == {"a"}
    middle = aggregate(frame, metrics=["m"], agg_func="figure", figures={"m": "MEDIAN(played)"}, names=["m"])
    assert rows(middle) == [(3.0,)]
    assert [row[-1] for row in rows(add_figure(frame, name="lost", expression="played - won"))] == [1, 1, 0, 1]


@pytest.mark.parametrize(
    ("expression", "told"),
    [("SUM(", "cannot be read"), ("SUM(wins)", "there are won"), ("won * 2", "is of rows, not of groups")],
)
def test_what_cannot_be_computed_is_told(expression: str, told: str) -> None:
    frame = table_frame("duckdb", won=[1, 4])
    with pytest.raises(StepError, match=told):
        aggregate(frame, metrics=["x"], agg_func="figure", figures={"x": expression}, names=["x"])
    with pytest.raises(StepError, match="no expression for the figure 'y'"):
        aggregate(frame, metrics=["y"], agg_func="figure", names=["y"])
    with pytest.raises(StepError, match="is of groups, not of rows"):
        add_figure(frame, name="x", expression="SUM(won)")
