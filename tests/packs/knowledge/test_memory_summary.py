"""The summary of the question before."""

from __future__ import annotations

from groundplan.packs.knowledge.memory import summary


def test_it_tells_intents_and_names() -> None:
    prior = {"intents": ["TECHNOLOGY_USAGE"], "entities": [{"name": "RAG"}, {"name": "Aston"}]}
    assert summary(prior) == "TECHNOLOGY_USAGE of RAG, Aston"


def test_it_is_empty_where_nothing_was_asked() -> None:
    assert summary(None) == ""
    assert summary({"intents": ["CONTACTS"]}) == "CONTACTS"
