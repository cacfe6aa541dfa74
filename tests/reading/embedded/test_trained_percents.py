"""Parts of a hundred: as a limit they are read, as a value of a figure that is none they are refused."""

from __future__ import annotations

from typing import Any

import pytest
from trained_pages import page

from groundplan.language.units import amounts, percent_header, percent_of
from groundplan.query.form import Form
from groundplan.reading.embedded.decode import decode
from groundplan.reading.embedded.unheld import part_of_whole


def ranked(question: str, number: str, **more: Any) -> Form:
    given: dict[str, Any] = {
        "metrics": [("revenue", "sum")],
        "roles": [("product", "group")],
        "analysis": ("rank", "share"),
        "choices": {"sort": "metric desc", "limit": "number", "derive": "percent_of_total"},
        "numbers": {"limit": number},
        **more,
    }
    return decode(page(question, **given)).form


@pytest.mark.parametrize(
    ("text", "is_part"),
    [
        ("top 10 % of products", True),
        ("top 10% of products", True),
        ("top ten per cent of products", True),
        ("10 процентов товаров", True),
        ("10 percentage points", False),
        ("top 10 products", False),
    ],
)
def test_words_behind_a_number(text: str, is_part: bool) -> None:
    (said,) = amounts(text)
    assert said.value == 10 and (percent_of(text, said) is not None) is is_part


@pytest.mark.parametrize(
    ("question", "number"),
    [
        ("top 10 % of products by revenue", "10"),
        ("top 10% of products by revenue", "10"),
        ("top 10 percent of products by revenue", "10"),
        ("топ 10 процентов товаров по выручке", "10"),
    ],
)
def test_a_limit_is_a_part_and_no_share(question: str, number: str) -> None:
    form = ranked(question, number)
    assert (form.limit, form.percent, form.derive) == (10, True, None)
    assert "share" not in form.analysis


def test_a_plain_limit_and_a_share_that_is_said_stay() -> None:
    plain = ranked("top 10 products by revenue", "10", choices={"sort": "metric desc", "limit": "number"})
    assert (plain.limit, plain.percent) == (10, False)
    shared = ranked("share of revenue of the top 10 % of products", "10")
    assert shared.percent and shared.derive and shared.derive.kind == "percent_of_total"


def test_a_follow_up_keeps_the_part() -> None:
    before = ranked("top 10 % of products by revenue", "10")
    later = ranked("as a table", "10", prior=before, numbers={})
    assert (later.limit, later.percent) == (10, True)


def test_headers_of_percents() -> None:
    assert all(map(percent_header, ("discount_pct", "CTR %", "return rate", "spread_bps", "market share")))
    assert not any(map(percent_header, ("revenue", "units", "price")))


def test_a_part_of_a_whole_is_no_value_of_a_figure() -> None:
    said: dict[str, Any] = {"metrics": [("product", "count_distinct")]}
    asked = page("how many products make up 80% of revenue", **said, ops={"revenue": "="}, words={"revenue": ["80"]})
    found = part_of_whole(asked, decode(asked))
    assert found and found.kind == "refuse"
    assert found.message.startswith("'80%' is a part of a whole, and 'revenue' holds none; ask for shares")
    plain = page("how many products have a revenue of 80", **said, ops={"revenue": "="}, words={"revenue": ["80"]})
    assert part_of_whole(plain, decode(plain)) is None
