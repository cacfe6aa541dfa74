"""Answers over a base in other words: fair ones pass, spoiled ones are told."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from answer_base import SOURCE, asked, found

from groundplan.contracts import Answer, Brief, Facts
from groundplan.packs.knowledge.render import render
from groundplan.packs.knowledge.verify import verify

HELD = yaml.safe_load(Path(__file__).with_name("wordings.yaml").read_text("utf-8"))


def good() -> Iterator[tuple[str, Any]]:
    """What is rendered, and fair wordings of it, each with what may stand before it."""
    for answer in HELD["answers"]:
        for text in (render(*_held(answer)).text, *answer["good"]):
            yield from ((lead + text, answer) for lead in HELD["leads"][answer.get("language", "en")])


def spoiled() -> Iterator[tuple[str, Any]]:
    """Wordings that say another thing."""
    yield from ((one["text"], answer) for answer in HELD["answers"] for one in answer["spoiled"])


def _held(answer: Any) -> tuple[Brief, Facts]:
    language, need = answer.get("language", "en"), answer.get("need", "list")
    brief = asked(answer["question"], language, tuple(answer["start"]), info_need=need)
    return brief, found(*map(tuple, answer["found"]), language=language)


def _wrong(text: str, answer: Any) -> tuple[str, ...]:
    return verify(Answer(text=text), *_held(answer), SOURCE)


@pytest.mark.parametrize(("text", "answer"), [*good()])
def test_a_fair_wording_passes(text: str, answer: Any) -> None:
    assert _wrong(text, answer) == ()


@pytest.mark.parametrize(("text", "answer"), [*spoiled()])
def test_a_spoiled_wording_is_told(text: str, answer: Any) -> None:
    assert _wrong(text, answer)
