"""Words, kin and slots of questions."""

from __future__ import annotations

import pytest

from groundplan.packs.knowledge.nouns import Domain, Link, NodeType
from groundplan.packs.knowledge.reading.around_topic import around_topic
from groundplan.packs.knowledge.reading.declared import stretches
from groundplan.packs.knowledge.reading.question_words import words
from groundplan.packs.knowledge.reading.slots import categories, info_need, language_of, unknown_names
from groundplan.packs.knowledge.reading.word_keys import keys, stem


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("directors", "directed"),
        ("writer", "wrote"),
        ("companies", "company"),
        ("headquarters", "headquartered"),
        ("used", "uses"),
    ],
)
def test_forms_of_a_word_share_a_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)


def test_kin_share_a_group_and_russian_forms_a_lemma() -> None:
    assert keys("author") & keys("writer")
    assert keys("работает") & keys("работал")


def test_a_prefix_that_hints_at_sharing_is_a_word_of_its_own() -> None:
    found = words("who co-founded it")
    assert [word.said for word in found if word.marker] == ["co-"]
    assert any(word.said == "founded" for word in found)


def _link(text: str, name: str) -> Link:
    start = text.index(name)
    return Link(
        node=name, type="book", name=name, start=start, end=start + len(name), said=name, score=1.0, how="exact"
    )


def test_words_lead_away_from_the_topic_and_what_is_asked_for_comes_last() -> None:
    text = "which genres are the books written by Ann Lee"
    link = _link(text, "Ann Lee")
    view = around_topic(words(text), link, [link])
    assert [view.words[at].said for at in view.order] == ["written", "books", "genres"]
    assert [view.words[at].said for at in view.focus] == ["genres"]


def test_parts_are_cut_where_each_says_something() -> None:
    assert len(stretches("Where does he work and how can I contact him?", ())) == 2
    assert len(stretches("Tea and coffee", (_link("Tea and coffee", "Tea"), _link("Tea and coffee", "coffee")))) == 1


@pytest.mark.parametrize(
    ("text", "need"),
    [
        ("how many books are there", "count"),
        ("Сколько проектов?", "count"),
        ("How long did he work there?", "how_long"),
        ("Знает ли он Python?", "yes_no"),
        ("Does he know Python?", "yes_no"),
        ("Когда начал?", "when"),
        ("which books", "list"),
    ],
)
def test_the_information_need_is_read_from_how_it_is_asked(text: str, need: str) -> None:
    assert info_need(text, words(text), details=False) == need


def test_language_is_that_of_most_letters() -> None:
    assert language_of("Где применял RAG?") == "ru"
    assert language_of("Where is Озёрск?") == "en"


DOMAIN = Domain(
    types={
        "tool": NodeType(
            called={"en": ("tool", "tools"), "ru": ("инструмент",)},
            category="kind",
            categories={
                "database": {"en": ("database", "db"), "ru": ("база данных", "БД")},
                "vector": {"en": ("vector database",), "ru": ("векторная база данных",)},
            },
        )
    }
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("which databases does he know", ("database",)),
        ("which vector databases does he know", ("vector",)),
        ("С какими базами данных работал?", ("database",)),
        ("С какими векторными базами данных работал?", ("vector",)),
        ("which books", ()),
    ],
)
def test_the_longest_phrase_of_a_category_counts(text: str, found: tuple[str, ...]) -> None:
    assert categories(DOMAIN, "tool", words(text), ()) == found


def test_a_name_that_nothing_has_is_noticed() -> None:
    assert [*unknown_names(DOMAIN, "What was done at Initech?", ())] == ["Initech"]
    assert [*unknown_names(DOMAIN, "What was done with tools?", ())] == []
