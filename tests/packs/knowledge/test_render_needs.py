"""How many, is it so, when, how long: told from the same facts."""

from __future__ import annotations

import pytest
from answer_base import asked, found, things

from groundplan.contracts import Facts, Item
from groundplan.packs.knowledge.render import render

JOBS = Facts(
    found=True,
    items=(
        Item(type="company", name="Harbor", text="Lead; июнь 2019 – апрель 2022"),
        Item(type="company", name="Lantern", text="Cook; май 2022 – май 2022"),
    ),
)


def test_a_count_names_what_it_counts() -> None:
    assert render(asked(language="ru", info_need="count"), things(3)).text == "3 проекта: Thing A, Thing B, Thing C."
    cut = render(asked(info_need="count", limits={"max_items": 2}), things(4)).text
    assert cut == "4 projects: Thing A, Thing B and 2 more."


@pytest.mark.parametrize(("language", "told"), [("ru", "Да: Kafka."), ("en", "Yes: Kafka.")])
def test_a_yes_names_its_ground(language: str, told: str) -> None:
    facts = found(("technology:kafka", ""), language=language)
    assert render(asked(language=language, info_need="yes_no"), facts).text == told


def test_a_base_that_holds_nothing_says_no_no() -> None:
    assert not render(asked(info_need="yes_no"), Facts()).text.startswith("No,")


def test_when_keeps_the_dates_only() -> None:
    lines = render(asked(language="ru", info_need="when"), JOBS).text.splitlines()
    assert lines[2:] == ["- Harbor — июнь 2019 – апрель 2022", "- Lantern — май 2022 – май 2022"]


def test_how_long_counts_both_months() -> None:
    lines = render(asked(language="ru", info_need="how_long"), JOBS).text.splitlines()
    assert lines[2:] == [
        "- Harbor — июнь 2019 – апрель 2022, 2 года 11 месяцев", "- Lantern — май 2022 – май 2022, 1 месяц",
    ]  # fmt: skip


def test_without_dates_the_plain_list_is_told() -> None:
    assert render(asked(info_need="when"), things(2)).text.startswith("2 projects in all:")
