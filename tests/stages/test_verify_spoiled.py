"""Answers over tables in other words: fair ones pass, spoiled ones are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from groundplan.contracts import Answer
from groundplan.stages.verify import verify

HELD = yaml.safe_load(Path(__file__).with_name("wordings.yaml").read_text("utf-8"))


def good() -> Iterator[tuple[str, Any]]:
    """What is rendered, and fair wordings of it, each with what may stand before it."""
    for answer in HELD["answers"]:
        for text in (answer["facts"], *answer["good"]):
            yield from ((lead + text, answer) for lead in HELD["leads"][_language(answer)])


def spoiled() -> Iterator[tuple[str, Any]]:
    """Wordings that say another thing."""
    yield from ((one["text"], answer) for answer in HELD["answers"] for one in answer["spoiled"])


def _language(answer: Any) -> str:
    return "ru" if answer["question"][0] > "z" else "en"


def _wrong(text: str, answer: Any) -> tuple[str, ...]:
    return verify(Answer(text=text), Answer(text=answer["facts"]), answer["question"])


@pytest.mark.parametrize(("text", "answer"), [*good()])
def test_a_fair_wording_passes(text: str, answer: Any) -> None:
    assert _wrong(text, answer) == ()


@pytest.mark.parametrize(("text", "answer"), [*spoiled()])
def test_a_spoiled_wording_is_told(text: str, answer: Any) -> None:
    assert _wrong(text, answer)
