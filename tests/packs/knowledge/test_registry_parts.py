"""Bare names that no stricter way finds: parts of names, other orders, words made from names."""

from __future__ import annotations

import pytest

from groundplan.packs.knowledge.nouns import Node
from groundplan.packs.knowledge.registry import EntityRegistry

NAMES = {
    "chile": ("Чили",), "denmark": ("Дания",), "norway": ("Норвегия",), "england": ("Англия",), "gothic": ("готика",),
    "english": ("английский язык",), "carpenter": ("плотник",), "satire": ("сатира",), "arctic": ("Арктика",),
    "gozzi": ("Карло Гоцци",), "oneill": ("О’Нил, Юджин",), "handel": ("Георг Фридрих Гендель",),
    "tudors": ("Тюдоры", "House of Tudor"), "castile": ("Кастилия и Леон",), "moscow": ("Москва", "Москва, Россия"),
    "madrid": ("Реал Мадрид",), "sociedad": ("Реал Сосьедад",), "chair": ("председатель Совета Федерации России",),
    "excel": ("Microsoft Office Excel",), "ivanov1": ("Пётр Иванов",), "ivanov2": ("Олег Иванов",),
}  # fmt: skip


@pytest.fixture(scope="module")
def registry() -> EntityRegistry:
    return EntityRegistry(Node(id=id, type="thing", name=names[0], aliases=names[1:]) for id, names in NAMES.items())


@pytest.mark.parametrize(
    ("name", "node"),
    [
        ("Чилийская", "chile"),
        ("датского", "denmark"),
        ("норвежские", "norway"),
        ("готическим", "gothic"),
        ("плотничество", "carpenter"),
        ("сатирический", "satire"),
        ("арктических", "arctic"),
        ("английский", "english"),
        ("английская", "england"),
        ("К. Гоцци", "gozzi"),
        ("Ю. О'Нила", "oneill"),
        ("Юджину О'Нилу", "oneill"),
        ("Генделя", "handel"),
        ("Гендель Георг Фридрих", "handel"),
        ("Тюдоров", "tudors"),
        ("Кастилии-Леона", "castile"),
        ("председателя Совета Федерации", "chair"),
        ("Gotstsi", "gozzi"),
    ],
)
def test_a_name_is_found_by_its_words_and_kin(registry: EntityRegistry, name: str, node: str) -> None:
    assert registry.lookup(name)[0].node == node


def test_weaker_ways_are_told(registry: EntityRegistry) -> None:
    assert registry.lookup("Чили")[0].how == "exact"
    assert registry.lookup("чилийский")[0].how == "kin"
    assert registry.lookup("Генделю")[0].how == "part"


def test_a_shared_part_brings_all_that_have_it(registry: EntityRegistry) -> None:
    assert {link.node for link in registry.lookup("Иванова")} == {"ivanov1", "ivanov2"}


@pytest.mark.parametrize("name", ["Россия", "Microsoft Word", "Хоккей", "дочери", "Осло"])
def test_what_no_name_has_is_not_found(registry: EntityRegistry, name: str) -> None:
    assert registry.lookup(name) == ()


def test_parts_and_kin_are_not_linked_in_a_question(registry: EntityRegistry) -> None:
    assert registry.link("Какие чилийские вина любил Карло?") == ()
