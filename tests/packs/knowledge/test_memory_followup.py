"""The follow-up gate: independent unless a question clearly leans on what was said before."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from groundplan.contracts import Question, Turn
from groundplan.packs.knowledge.memory import follow_up
from groundplan.packs.knowledge.nouns import Domain, Node, NodeType, Relation
from groundplan.packs.knowledge.registry import EntityRegistry

NODES = [
    Node(id="t:rag", type="technology", name="RAG"),
    Node(id="t:kafka", type="technology", name="Apache Kafka", aliases=("Kafka", "Кафка")),
    Node(id="c:aston", type="company", name="Aston", aliases=("Астон",)),
]
DOMAIN = Domain(
    types={
        "person": NodeType(says={"ru": ("он",), "en": ("he",)}, single=True),
        "project": NodeType(called={"ru": ("проект", "проекта", "проектов"), "en": ("project", "projects")}),
        "technology": NodeType(
            called={"ru": ("технология",), "en": ("technology",)},
            categories={"language": {"ru": ("язык",), "en": ("language", "languages")}},
        ),
    },
    relations={
        "knows": Relation(source="person", target="technology", says={"ru": ("знает",), "en": ("knows",)}),
        "created": Relation(source="person", target="project", says={"ru": ("сделал",), "en": ("built",)}),
    },
)
BASE = SimpleNamespace(registry=EntityRegistry(NODES), domain=DOMAIN)
NOTHING = SimpleNamespace(registry=EntityRegistry([]), domain=None)


def decided(text: str, *history: str, source: Any = NOTHING) -> bool:
    turns = tuple(Turn(role="assistant" if at % 2 else "user", text=said) for at, said in enumerate(history))
    follows, reason = follow_up(Question(text=text, history=turns), source)
    assert reason and "\n" not in reason
    return follows


def test_a_first_question_follows_nothing() -> None:
    assert decided("А в Aston?") is False
    assert follow_up(Question(text="And then?"), NOTHING) == (False, "there is no question before it")


@pytest.mark.parametrize(
    ("text", "follows"),
    [
        ("А какие проекты в Aston?", False),
        ("А в Aston?", True),
        ("А Кафка?", True),
        ("А что насчёт Кафки?", True),
        ("Какие языки он знает?", False),
        ("Какие у него проекты?", False),
        ("Какие проекты он сделал в Астоне?", False),
        ("Что он там делал?", True),
        ("Какие из них на Kafka?", True),
        ("А ещё?", True),
        ("И каких результатов на нём достигли?", True),
        ("Как с ним связаться по проекту?", False),
        ("Покажи остальные", True),
        ("And at Aston?", True),
        ("What about Kafka?", True),
        ("Which projects did he build at Aston?", False),
        ("Did he use Kafka there?", True),
        ("What languages does he know?", False),
    ],
)
def test_names_and_types_of_the_base_count(text: str, follows: bool) -> None:
    assert decided(text, "Где применял RAG?", "В двух проектах.", source=BASE) is follows


@pytest.mark.parametrize(
    ("text", "follows"),
    [
        ("Сколько ей лет?", True),
        ("Почему?", True),
        ("Какие цвета?", True),
        ("А вторая?", True),
        ("Где это находится?", True),
        ("Сколько романов написала Вера Ланская?", False),
        ("А кто построил маяк на острове Сухо?", False),
        ("Что такое «Роза ветров»?", False),
        ("Кто автор картины «Утро» и где её хранят?", False),
    ],
)
def test_russian_without_a_base(text: str, follows: bool) -> None:
    assert decided(text, "Кто нарисовал «Сад»?", "Художница Алла Мирская.") is follows


@pytest.mark.parametrize(
    ("text", "follows"),
    [
        ("When did she paint it?", True),
        ("Why?", True),
        ("Did she win any other prizes?", True),
        ("What happened after that?", True),
        ("Where was the gallery?", True),
        ("Where was Ludwig Hartmann born?", False),
        ("How many novels did Vera Lansky write in Vienna?", False),
        ("Did Ludwig Hartmann sell his house in Graz?", False),
    ],
)
def test_english_without_a_base(text: str, follows: bool) -> None:
    assert decided(text, "Who painted The Garden?", "Alla Mirskaya, for a small gallery.") is follows


def test_the_reason_says_what_told() -> None:
    turns = (Turn(role="user", text="Где применял RAG?"), Turn(role="assistant", text="В двух проектах."))
    assert follow_up(Question(text="А какие проекты в Aston?", history=turns), BASE)[1] == (
        "it names Aston and says what it asks about"
    )
    assert "pronoun" in follow_up(Question(text="When did she do it?", history=turns), NOTHING)[1]
