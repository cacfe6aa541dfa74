"""Other names of one thing; values with an s behind them, or a number of theirs."""

from __future__ import annotations

import pytest

from groundplan.values.aliases import other_names
from groundplan.values.index import ValueIndex


@pytest.mark.parametrize(
    ("word", "names"), [("german", {"de", "germany"}), ("women", {"f"}), ("losses", {"l"}), ("running", set())]
)
def test_a_thing_has_several_names(word: str, names: set[str]) -> None:
    assert names <= other_names(word) and (names or not other_names(word))


@pytest.mark.parametrize(
    ("question", "value", "said"),
    [("p0s by team", "P0", "p0"), ("4090 runs", "RTX 4090", "4090"), ("yuki's book", "Yuki", "yuki's")],
)
def test_a_value_without_its_s_or_by_its_number(question: str, value: str, said: str) -> None:
    index = ValueIndex.of(("t", "c", one) for one in ("P0", "P1", "RTX 4090", "A100 80GB", "Yuki", "Bo"))
    assert {m.value: question[m.start : m.end] for m in index.find(question)} == {value: said}
