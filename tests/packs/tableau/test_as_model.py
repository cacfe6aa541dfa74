"""A described source as a source model, which the question language can be asked over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from conftest import SHOP
from groundplan.contracts.source_model import SourceModel
from groundplan.packs.tableau.described.as_model import modelled
from groundplan.packs.tableau.described.opened import open_sources
from groundplan.sources.model.expressions import parsed


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SourceModel]:
    source = open_sources(str(SHOP / "superstore.tds"), tmp_path_factory.mktemp("cache"))[0]
    yield modelled(source).model
    source.close()


def test_fields_have_the_roles_and_the_sums_that_the_source_says(model: SourceModel) -> None:
    orders = model.dataset("Orders")
    assert orders and orders.rows == 600
    held = {one.name: one for one in orders.fields}
    assert held["Discount"].adds_up == "average" and held["Sales"].adds_up == "sum"
    assert held["Sales"].role == "measure" and held["City"].role == "category"
    assert "Row ID" not in held


def test_calculations_of_rows_groups_and_bins_are_fields(model: SourceModel) -> None:
    orders = model.dataset("Orders")
    assert orders and {"Days to Ship", "Order Size", "Manufacturer", "Profit bin"} <= {
        one.name for one in orders.fields
    }


def test_aliases_are_codes_and_relationships_are_relations(model: SourceModel) -> None:
    returns = model.dataset("Returns")
    assert returns and dict(returns.field("Returned").codes) == {"Yes": "Came back"}  # type: ignore[union-attr]
    assert {(one.many, one.one, one.declared) for one in model.relations} == {
        ("Orders", "People", True),
        ("Orders", "Returns", True),
    }


def test_calculated_figures_are_figures_and_others_are_told(model: SourceModel) -> None:
    assert [one.name for one in model.figures] == ["Profit Ratio"]
    assert parsed(model.figures[0].expression)
    told = " ".join(one.text for one in model.notes)
    assert "'Sales per Customer' is left to VizQL" in told and "'Running Sales' is left to VizQL" in told


def test_its_file_is_the_shape_of_every_model(model: SourceModel, tmp_path: Path) -> None:
    from groundplan.sources.model.model_file import write_model

    assert "3 datasets" in write_model(model, "shop", tmp_path / "shop.yaml")
