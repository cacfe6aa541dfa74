"""A column that a list of groups names is a group; one that is counted or listed is none."""

from __future__ import annotations

import pytest
from trained_pages import page

from groundplan.reading.embedded.decode import decode


@pytest.mark.parametrize(
    ("question", "found", "groups"),
    [
        ("revenue by region, product and city", ["region", "product"], ("region", "product", "city")),
        ("revenue by city, region and then by product", ["product"], ("city", "region", "product")),
        ("revenue per region per product per city", ["region", "city"], ("region", "product", "city")),
        ("выручка по регионам, продуктам и городам", ["region"], ("region", "product", "city")),
        ("revenue by month, region and product", ["product"], ("region", "product")),
        ("products by region", ["region"], ("region",)),
        ("number of products per city", ["city"], ("city",)),
        ("cities and their revenue by region", ["region"], ("region",)),
        ("revenue by region and the best product", ["region"], ("region",)),
        ("revenue and units by region", ["region"], ("region",)),
    ],
)
def test_what_stands_in_one_list_with_a_group(question: str, found: list[str], groups: tuple[str, ...]) -> None:
    read = page(question, metrics=[("revenue", "sum")], roles=[(name, "group") for name in found])
    assert decode(read).form.group_by == groups
