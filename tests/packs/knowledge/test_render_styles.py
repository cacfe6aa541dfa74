"""Every style: complete up to the limit, in both languages, with nothing in it that only a machine can read."""

from __future__ import annotations

import pytest
from answer_base import asked, found, things

from groundplan.contracts import Facts, Item
from groundplan.packs.knowledge.render import render

LANTERN = found(("technology:java", "the server"), ("technology:postgresql", "orders"))


def text(facts: Facts, *args: object, **form: object) -> str:
    return render(asked(*args, **form), facts).text  # type: ignore[arg-type]


def test_bullets_name_the_subject_the_count_and_every_item() -> None:
    assert text(LANTERN, start=("project:lantern-app",)) == (
        "2 technologies for Lantern:\n\n- Java: the server\n- PostgreSQL: orders"
    )


@pytest.mark.parametrize(
    ("number", "lead"),
    [(2, "Всего 2 проекта:"), (5, "Всего 5 проектов:"), (11, "Всего 11 проектов:"), (21, "Всего 21 проект:")],
)
def test_russian_numbers_have_their_forms(number: int, lead: str) -> None:
    assert text(things(number), language="ru", limits={"max_items": 30}).startswith(lead)


@pytest.mark.parametrize(
    ("language", "last"),
    [("ru", "- ещё 7 (по запросу могу вывести)"), ("en", "- 7 more (I can list them on request)")],
)
def test_what_is_beyond_the_limit_is_counted(language: str, last: str) -> None:
    lines = text(things(12), language=language, limits={"max_items": 5}).splitlines()
    assert lines[-1] == last
    assert len([line for line in lines if line.startswith("- Thing")]) == 5


def test_groups_stand_apart_and_are_limited_each() -> None:
    facts = found(
        ("technology:java", ""), ("technology:postgresql", ""), ("technology:kafka", ""),
        groups={"Lantern": [0, 1], "Harbor": [2]},
    )  # fmt: skip
    assert text(facts, render_style="GROUPED_BULLETS") == (
        "3 technologies in all:\n\n- Lantern:\n  - Java\n  - PostgreSQL\n- Harbor:\n  - Kafka"
    )
    cut = text(facts, render_style="GROUPED_BULLETS", limits={"max_items": 1, "max_groups": 1})
    assert cut.splitlines()[-3:] == ["- Lantern:", "  - Java", "- 2 more (I can list them on request)"]


def test_lists_within_an_item_are_nested() -> None:
    job = "Lead; June 2019 – April 2022\nled a team\nset up duty"
    facts = Facts(found=True, items=(Item(type="job", name="Lead, Harbor", text=job), Item(type="job", name="Cook")))
    assert text(facts).splitlines()[2:] == [
        "- Lead, Harbor (June 2019 – April 2022):", "  - led a team", "  - set up duty", "- Cook",
    ]  # fmt: skip


def test_a_table_has_a_column_a_fact_where_all_items_have_as_many() -> None:
    facts = Facts(found=True, items=tuple(Item(type="film", name=n, text=f"{n} role; 19{n}0") for n in "34"))
    assert text(facts, render_style="TABLE").splitlines()[2:] == [
        "| Name | Details |  |", "| --- | --- | --- |", "| 3 | 3 role | 1930 |", "| 4 | 4 role | 1940 |",
    ]  # fmt: skip


def test_a_short_answer_of_one_item_is_a_sentence() -> None:
    facts = found(("project:harbor", "A port planner.; Lead; since May 2020"))
    assert text(facts, render_style="SHORT") == "Harbor: A port planner. Lead; since May 2020."


def test_passages_are_quoted_by_their_nearest_sentences_with_their_title() -> None:
    passages = (
        Item(type="passage", name="Частые вопросы", text="Переезд не рассматривает. Готов приезжать раз в месяц [3]."),
        Item(type="passage", name="Интервью", text="Любит чай. Работает по утрам."),
    )
    told = text(Facts(found=True, items=passages), "Готов ли он к переезду?", language="ru")
    assert told == "Переезд не рассматривает. Готов приезжать раз в месяц. (источник: «Частые вопросы»)"


@pytest.mark.parametrize("language", ["ru", "en"])
def test_nothing_found_is_one_sentence(language: str) -> None:
    for start in ((), ("project:harbor",)):
        told = text(Facts(), language=language, start=start)
        assert told.count(".") == 1
        assert told.endswith(".")
    assert "Harbor" in text(Facts(), start=("project:harbor",))


def test_no_style_shows_an_id() -> None:
    for style in ("BULLETS", "GROUPED_BULLETS", "SHORT", "TABLE"):
        told = text(LANTERN, start=("project:lantern-app",), render_style=style)
        assert ":java" not in told
        assert "lantern-app" not in told
