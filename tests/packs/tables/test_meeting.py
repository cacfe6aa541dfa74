"""Whether rows meet the conditions of a form: those that the step that filters leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from groundplan.reading.formed.form import Filter, Form
from groundplan.sources.opened import open_sources
from groundplan.tabular.meeting import _counted, meeting
from groundplan.tabular.tools.rows import filter_rows

ROWS = """\
city,item,sold,planned,ordered
Oslo,tea,4,3,2024-01-05
Oslo,coffee,,5,2024-02-01
Rome,tea,7,9,
,milk,1,1,2023-12-31
"""
NORTH = Filter(column="city", op="=", value="Oslo")
TEA = Filter(column="item", op="=", value="tea")
MANY = Filter(column="sold", op=">", value=3)
YEAR = Filter(column="ordered", op="between", value=["2024-01-01", "2024-12-31"])


@pytest.mark.parametrize(
    ("filters", "join", "rows"),
    [
        ((NORTH,), "and", 2),
        ((NORTH, TEA), "and", 1),
        ((NORTH, TEA), "or", 3),
        ((MANY, YEAR), "and", 1),
        ((Filter(column="sold", op="is_null"),), "and", 1),
        ((Filter(column="city", op="!=", value="Oslo"),), "and", 1),
        ((Filter(column="sold", op=">", other="planned"),), "and", 1),
        ((Filter(column="city", op="=", value="Paris"),), "and", 0),
        ((), "and", 4),
    ],
)
def test_it_finds_what_the_filter_leaves(tmp_path: Path, filters: tuple[Filter, ...], join: str, rows: int) -> None:
    (tmp_path / "shop.csv").write_text(ROWS, encoding="utf-8")
    source = open_sources((str(tmp_path / "shop.csv"),), tmp_path / "cache")
    form = Form(filters=filters, join=join)
    assert meeting(source, form) is (rows > 0)
    where = [f.model_dump(mode="json") for f in filters]
    left = filter_rows(source.get("shop"), where=where, match="all" if join == "and" else "any")
    assert (left.arrow().num_rows, _counted(source, form, source.model[0])) == (rows, rows)


def test_a_condition_that_no_value_can_be_held_to_leaves_no_row_and_a_lost_column_is_not_told(tmp_path: Path) -> None:
    (tmp_path / "shop.csv").write_text(ROWS, encoding="utf-8")
    source = open_sources((str(tmp_path / "shop.csv"),), tmp_path / "cache")
    assert meeting(source, Form(filters=(Filter(column="sold", op="=", value="plenty"),))) is False
    assert meeting(source, Form(filters=(Filter(column="price", op=">", value=1),))) is None


def test_a_lone_value_that_the_profile_has_is_not_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shop.csv").write_text(ROWS, encoding="utf-8")
    source = open_sources((str(tmp_path / "shop.csv"),), tmp_path / "cache")
    monkeypatch.setattr(source, "get", lambda _: pytest.fail("the source is asked"))
    assert meeting(source, Form(filters=(NORTH,))) is True
