"""Intents by example, against the shipped portfolio."""

from __future__ import annotations

import pytest

from groundplan.contracts import Doubt
from groundplan.embed import best_embedder
from groundplan.packs.knowledge.client import KnowledgeSource
from groundplan.packs.knowledge.reading import Interpretation, read
from groundplan.stages.reply import replied


def asked(source: KnowledgeSource, question: str, prior: dict[str, object] | None = None) -> Interpretation:
    return read(question, source, best_embedder(), prior)


@pytest.mark.parametrize(
    ("question", "intents"),
    [
        ("Где сейчас работает Дмитрий?", {"CURRENT_JOB"}),
        ("Достижения на проекте АЛОР", {"PROJECT_ACHIEVEMENTS"}),
        ("Где применял RAG?", {"TECHNOLOGY_USAGE"}),
        ("Какие технологии использовал в AI-Portfolio?", {"PROJECT_TECH_STACK"}),
        ("Контакты Дмитрия", {"CONTACTS"}),
        ("Where does Dmitry work now?", {"CURRENT_JOB"}),
        ("What did he do at ALOR?", {"EXPERIENCE_SUMMARY"}),
        ("Где он сейчас работает и как с ним связаться?", {"CURRENT_JOB", "CONTACTS"}),
        ("В каких компаниях использовал Kafka?", {"GRAPH_CHAIN"}),
    ],
)
def test_intents_are_found_by_their_examples(source: KnowledgeSource, question: str, intents: set[str]) -> None:
    assert {intent for intent, _ in asked(source, question).intents} == intents


def test_a_category_is_a_slot(source: KnowledgeSource) -> None:
    reading = asked(source, "Какие базы данных он знает?")
    assert (reading.intents[0][0], reading.category) == ("TECHNOLOGY_OVERVIEW", "database")


def test_a_second_name_narrows_the_path(source: KnowledgeSource) -> None:
    reading = asked(source, "Где в Aston применял RAG?")
    assert [condition.node for condition in reading.paths[0].conditions] == ["company:aston"]


def test_an_ambiguous_name_is_asked_about(source: KnowledgeSource) -> None:
    doubt = asked(source, "Где применял Streams?").doubt
    assert doubt is not None
    assert doubt.kind == "clarify"
    assert len(doubt.choices) == 2
    told = Doubt(kind="clarify", message=doubt.text, choices=doubt.choices, said=doubt.said)
    settled = replied("Где применял Streams?", told, "2")
    assert settled == f"Где применял {doubt.choices[1]}?"
    assert asked(source, settled).doubt is None


@pytest.mark.parametrize("question", ["Расскажи сказку", "Write a poem about autumn", "Какая завтра погода в Москве?"])
def test_what_is_out_of_place_is_turned_down_with_what_may_be_asked(source: KnowledgeSource, question: str) -> None:
    doubt = asked(source, question).doubt
    assert doubt is not None
    assert doubt.kind == "refuse"
    assert any(offer in doubt.text for offers in source.domain.offers.values() for offer in offers)


def test_an_unknown_name_leads_to_the_documents(source: KnowledgeSource) -> None:
    reading = asked(source, "Achievements on the Mercury project")
    assert reading.intents[0][0] == "GENERAL_UNSTRUCTURED"
    assert not reading.paths


def test_an_elliptic_question_keeps_the_intent_and_takes_the_new_name(source: KnowledgeSource) -> None:
    prior = {"intents": ["TECHNOLOGY_USAGE"], "entities": [{"id": "technology:rag"}]}
    reading = asked(source, "А Kafka?", prior)
    assert reading.intents[0][0] == "TECHNOLOGY_USAGE"
    assert reading.paths[0].start == ("technology:kafka",)
