"""Questions in words of their own, against the shipped portfolio: how many are read as they are meant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from groundplan.embed import best_embedder
from groundplan.packs.knowledge.client import KnowledgeSource
from groundplan.packs.knowledge.reading import Interpretation, read

HERE = Path(__file__).parent
QUESTIONS = yaml.safe_load((HERE / "paraphrases.yaml").read_text(encoding="utf-8"))
NAMES = {
    "{project}": ("Риск-радар", "Risk Radar"),
    "{company}": ("Aston", "Aston"),
    "{technology}": ("Kafka", "Kafka"),
    "{contact}": ("Telegram", "Telegram"),
}


def fits(reading: Interpretation, case: dict[str, Any]) -> bool:
    """Whether a question was read as its author meant it."""
    if case.get("refused"):
        return bool(reading.doubt and reading.doubt.kind == "refuse")
    if reading.doubt or not set(case.get("entities", ())) <= {link.node for link in reading.links}:
        return False
    if "fields" in case:
        return bool(reading.paths) and list(reading.paths[0].fields) == case["fields"]
    return [intent for intent, _ in reading.intents] in (case["intents"], case.get("alternatives"))


@pytest.mark.parametrize(("half", "least"), [("seen", 34), ("aside", 32)])
def test_most_paraphrases_are_read_as_they_are_meant(source: KnowledgeSource, half: str, least: int) -> None:
    cases = QUESTIONS[half]
    assert len(cases) == 40
    lost = [case["question"] for case in cases if not fits(read(case["question"], source, best_embedder()), case)]
    assert len(cases) - len(lost) >= least, lost


def test_no_word_of_an_example_is_taken_for_an_unknown_name(source: KnowledgeSource) -> None:
    said = [
        (text, language == "en")
        for kind in source.domain.intents.values()
        for language, texts in kind.examples.items()
        for text in texts
    ]
    for text, english in said:
        for slot, names in NAMES.items():
            text = text.replace(slot, names[english])
        assert read(text, source, best_embedder()).unknown == (), text
