"""Whatever can be asked can be said in both languages, and a chart is found for it or none, without a fault."""

from __future__ import annotations

import random
from datetime import date

import pytest
from random_queries import random_base, random_query

from groundplan.errors import QueryError
from groundplan.query.compiled.steps import steps_of
from groundplan.query.language.show import show
from groundplan.query.told.in_words import in_words
from groundplan.tabular.query_drawn import chart_of

TODAY = date(2024, 5, 17)


@pytest.mark.parametrize("seed", range(12))
def test_any_query_is_told_and_drawn(seed: int) -> None:
    rng = random.Random(seed)
    model, _ = random_base(rng)
    told = 0
    for query in (random_query(rng, model) for _ in range(6)):
        try:
            steps_of(query, model, TODAY)
        except QueryError:
            continue
        told += 1
        for language in ("en", "ru"):
            words = in_words(query, model, language)
            assert words and "{" not in words and "  " not in words
        form = {"query": show(query), "today": TODAY.isoformat(), "outputs": ("chart",)}
        assert len({one.id for one in chart_of(form, model)}) <= 1
    assert told
