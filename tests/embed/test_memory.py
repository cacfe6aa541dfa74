from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from groundplan.embed.base import Memory, Vectors


class Counting:
    """Gives each text its length as a vector, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, texts: Sequence[str]) -> Vectors:
        self.asked += texts
        return np.array([[len(text)] for text in texts], dtype=np.float32).reshape(len(texts), 1)


def test_a_text_is_computed_once() -> None:
    memory, compute = Memory(), Counting()
    memory.recall(["a", "bb"], compute)
    assert memory.recall(["bb", "ccc", "bb", "a"], compute).ravel().tolist() == [2, 3, 2, 1]
    assert compute.asked == ["a", "bb", "ccc"]


def test_the_oldest_is_forgotten() -> None:
    memory, compute = Memory(capacity=2), Counting()
    memory.recall(["a", "bb"], compute)
    memory.recall(["a"], compute)  # now `bb` is the oldest
    memory.recall(["ccc"], compute)
    memory.recall(["a", "bb"], compute)
    assert compute.asked == ["a", "bb", "ccc", "bb"]


def test_more_texts_than_the_capacity() -> None:
    memory, compute = Memory(capacity=2), Counting()
    assert memory.recall(["a", "bb", "ccc"], compute).ravel().tolist() == [1, 2, 3]
    assert memory.recall(["ccc", "a", "bb", "dddd"], compute).ravel().tolist() == [3, 1, 2, 4]


def test_a_changed_result_does_not_change_the_memory() -> None:
    memory, compute = Memory(), Counting()
    memory.recall(["a"], compute)[:] = 9
    assert memory.recall(["a"], compute).ravel().tolist() == [1]
