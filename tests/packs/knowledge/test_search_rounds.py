from __future__ import annotations

from pathlib import Path

import pytest
from search_passages import WordCounter, passage, passages

from groundplan.packs.knowledge.search import open_search, update_search
from groundplan.packs.knowledge.search.rounds import HIGHEST, MEANING, fused

NOISE = [passage(f"n{n}", f"Chairman {n}", f"The chairman of club {n} was chosen in May.") for n in range(30)]


def test_rankings_are_fused_by_rank() -> None:
    scores = fused([("a", 9.0), ("b", 1.0)], [("b", 0.9), ("c", 0.8)])
    assert max(scores, key=lambda id: scores[id]) == "b" and scores["b"] == 1.0
    assert scores["a"] / scores["c"] == pytest.approx((1 / 3) / (MEANING / 4))
    assert fused([], []) == {}


def test_a_name_that_was_found_leads_on(tmp_path: Path) -> None:
    """The chairman stands in the passage of the bank, which only the gateway's passage names."""
    update_search(tmp_path, [*passages(), *NOISE], ())
    search = open_search(tmp_path, WordCounter())
    question = "Who is the chairman of the firm whose gateway was moved by the team of Nora Lindqvist?"
    found = [one.id for one, _ in search.search(question, top=2)]
    assert found == ["gateway", "bank"]
    assert "bank" not in [id for id, _ in search.by_word(question, 5)]


def test_a_link_never_takes_the_first_place(tmp_path: Path) -> None:
    update_search(tmp_path, [*passages(), *NOISE], ())
    first, second, *_ = open_search(tmp_path, WordCounter()).search("the team of Nora Lindqvist and the chairman")
    assert first[0].id == "gateway" and second[1] <= max(HIGHEST, first[1])


def test_limits_hold_for_what_is_led_to(tmp_path: Path) -> None:
    bank = passage("bank").model_copy(update={"kind": "bullet"})
    update_search(tmp_path, [*(one for one in passages() if one.id != "bank"), bank], ())
    search = open_search(tmp_path, WordCounter())
    found = [one.id for one, _ in search.search("the chairman and the team of Nora Lindqvist", kinds=("text",))]
    assert "gateway" in found and "bank" not in found


def test_russian_names_lead_on(tmp_path: Path) -> None:
    texts = [
        passage("шлюз", "Шлюз", "Команда Орлова перенесла шлюз для банка «Северный Берег» за год."),
        passage("банк", "Северный Берег", "Банк основан в Архангельске; председатель правления Ирина Ветрова."),
        *(passage(f"n{n}", f"Клуб {n}", "Председатель клуба выбран в мае.") for n in range(30)),
    ]
    update_search(tmp_path, texts, ())
    search = open_search(tmp_path, WordCounter())
    found = [one.id for one, _ in search.search("Кто председатель там, где команда Орлова перенесла шлюз?", top=2)]
    assert found == ["шлюз", "банк"]
