"""Of a wide table the second network reads the columns that the first leaves open."""

from __future__ import annotations

import numpy as np
import pytest

from groundplan.contracts import Column
from groundplan.readers.trained import Encoder, runtime
from groundplan.readers.trained.fewer import LEAST, fewer, mean, open_places
from groundplan.readers.trained.scores import scores
from groundplan.readers.trained.sheet import MANY, Field, Sheet, make_sheet
from groundplan.readers.trained.tokens import Tokens

WORDS = ("North", "South", "East")


def sheet(tokens: Tokens, count: int, text: str = "what did the north lose") -> Sheet:
    """A question over a table of so many columns, every second of them text."""
    text_columns = [
        Column(name=f"area_{at}", type="text", role="categorical", values=WORDS, samples=WORDS) for at in range(count)
    ]
    figures = [Column(name=f"loss_{at}", type="number", role="numeric") for at in range(count)]
    columns = [(text_columns if at % 2 else figures)[at] for at in range(count)]
    return make_sheet(text, "shops", [Field(one.name, one) for one in columns], (), tokens)


def said(encoder: Encoder, asked: Sheet) -> list[np.ndarray]:
    """By the first network."""
    return encoder._run(runtime.FIRST, asked)


@pytest.mark.parametrize("count", [5, MANY + 4])
def test_with_all_of_its_columns_it_is_the_same_sheet(tokens: Tokens, count: int) -> None:
    whole = sheet(tokens, count)
    assert fewer(whole, range(count + 1)) == whole


def test_columns_go_with_their_cells_and_the_others_move_up(tokens: Tokens) -> None:
    whole = sheet(tokens, MANY + 4)
    small = fewer(whole, [0, 4, 7])
    assert [shown.name for shown in small.fields] == ["area_3", "loss_6"]
    assert [small.ids[at] for at in small.columns] == [tokens.column] * 3
    assert [small.ids[at] for at in small.cells] == [tokens.cell] * len(small.cells)
    assert small.values == [whole.values[at] for at, owner in enumerate(whole.owners) if owner == 4]
    assert set(small.owners) == {1}, "the second place, behind the rows"
    assert len(small.ids) == len(small.kinds) == len(small.matches) == len(small.priors) < len(whole.ids) / 2
    assert small.spans == whole.spans


def test_all_of_a_table_is_read_and_of_a_wide_one_what_is_open(encoder: Encoder) -> None:
    narrow, wide = (sheet(encoder.tokens, count, "total loss_4 where area_7 is east") for count in (MANY, MANY + 8))
    heat = encoder.facts["temperatures"]
    assert open_places(scores(said(encoder, narrow), narrow, heat), narrow) == list(range(MANY + 1))
    places = open_places(scores(said(encoder, wide), wide, heat), wide)
    assert places[0] == 0 and {5, 8} <= set(places), "the rows, and the columns that are named"
    assert LEAST < len(places) < MANY / 2


def test_the_others_stay_as_the_first_network_has_them(encoder: Encoder) -> None:
    wide, places = sheet(encoder.tokens, MANY + 4), [0, 4, 7]
    first = said(encoder, wide)
    second = encoder._run(runtime.SECOND, fewer(wide, places))
    both = mean(first, second, wide, places)
    others = [place for place in range(MANY + 5) if place not in places]
    assert np.array_equal(both[1][0, others], first[1][0, others])
    assert np.allclose(both[1][0, places], (first[1][0, places] + second[1][0]) / 2)
    assert np.allclose(both[0], (first[0] + second[0]) / 2)
    cells = np.array(wide.owners) == 4
    assert np.array_equal(both[2][0, ~cells], first[2][0, ~cells])
    assert np.allclose(both[2][0, cells], (first[2][0, cells] + second[2][0]) / 2)


def test_columns_without_a_cell_are_read_too(encoder: Encoder, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runtime, "UNSURE", 0.0)
    columns = [Column(name=f"loss_{at}", type="number", role="numeric") for at in range(MANY + 4)]
    wide = make_sheet("total loss_3", "shops", [Field(one.name, one) for one in columns], (), encoder.tokens)
    told = encoder.read(wide)
    assert int(told.aggs[:, 0].argmax()) == 4
    assert len(told.cells) == 0
