"""Each check by itself: what it finds, and what it must not."""

from __future__ import annotations

import pytest
from answer_base import SOURCE, asked, found

from groundplan.contracts import Answer, Brief, Facts
from groundplan.packs.knowledge.render import render
from groundplan.packs.knowledge.verify import CHECKS, verify

STACK = found(("technology:java", "the server"), ("technology:postgresql", "orders since 2019"))
BRIEF = asked("What is Lantern built with?", start=("project:lantern-app",))
GOOD = "Lantern uses Java for the server and PostgreSQL for orders since 2019."
RESULTS = found(
    ("result:speed", ""), ("result:users", ""), ("technology:kafka", ""),
    groups={"Lantern": [0], "Harbor": [1, 2]},
)  # fmt: skip


def wrong(text: str, facts: Facts = STACK, brief: Brief = BRIEF) -> str:
    return " | ".join(verify(Answer(text=text), brief, facts, SOURCE))


def test_the_order_is_that_of_the_design() -> None:
    names = [check.__name__ for check in CHECKS]  # type: ignore[attr-defined]
    assert names == ["artefacts", "forbidden", "figures", "names", "completeness", "support", "pairs", "turned_round"]


@pytest.mark.parametrize(
    "text", [GOOD, "PostgreSQL (orders, since 2019) and Java (the server).", "- Java\n- PostgreSQL"]
)
def test_honest_wordings_pass(text: str) -> None:
    assert wrong(text) == ""


def test_inflected_names_and_number_words_pass() -> None:
    facts = found(("technology:java", "7 сервисов"), ("technology:postgresql", "заказы с 2019"), language="ru")
    brief = asked("На чём написан Фонарь?", "ru", ("project:lantern-app",))
    assert wrong("Фонарь написан на Java (семь сервисов), а заказы с 2019 года лежат в Постгресе.", facts, brief) == ""


@pytest.mark.parametrize(
    "mark",
    ["technology:java", "lantern-app", "[1]", "[2] –", "(confidence: 0.86)", "graph_query_tool", '{"found": true}'],
)
def test_artefacts_are_found(mark: str) -> None:
    assert mark.split(" –")[0].strip("()")[:8] in wrong(f"{GOOD} {mark}")


def test_open_source_and_brackets_are_no_artefacts() -> None:
    assert wrong(GOOD.replace("orders", "orders (orders)")) == ""


@pytest.mark.parametrize("tail", ["Probably the server.", "No other orders were found.", "It is best to ask Lantern."])
def test_forbidden_phrases_are_found(tail: str) -> None:
    assert "has no place in an answer" in wrong(f"{GOOD} {tail}")


def test_forbidden_phrases_are_found_in_any_form() -> None:
    facts = found(("technology:java", "сервер"), language="ru")
    brief = asked("На чём написан Фонарь?", "ru", ("project:lantern-app",))
    for text in ("Фонарь написан на Java. Рекомендую уточнить у автора.", "Java. Других упоминаний не найдено."):
        assert "has no place in an answer" in wrong(text, facts, brief)


def test_absence_may_be_told_where_it_was_asked() -> None:
    brief = asked("Which orders are not mentioned in Lantern?", start=("project:lantern-app",))
    assert "has no place" not in wrong(f"{GOOD} Other orders are not mentioned.", brief=brief)


@pytest.mark.parametrize("text", [GOOD.replace("2019", "2018"), GOOD.replace("the server", "11 servers")])
def test_figures_from_outside_are_found(text: str) -> None:
    assert "the figure" in wrong(text)


def test_a_figure_of_another_item_is_found() -> None:
    assert "the figure '2019'" in wrong("- Java: the server since 2019\n- PostgreSQL: orders")


@pytest.mark.parametrize("name", ["Redis", "PostHog", "JavaScript", "Джанго"])
def test_names_from_outside_are_found(name: str) -> None:
    assert f"the name {name!r}" in wrong(GOOD.replace("Java for", f"Java and {name} for"))


def test_a_short_name_is_not_found_inside_a_longer_one() -> None:
    assert "the item 'Java' is missing" in wrong("Lantern uses JavaScript and PostgreSQL.")


def test_a_dropped_item_is_found() -> None:
    assert wrong("Lantern uses Java for the server.") == "the item 'PostgreSQL' is missing"


def test_the_rest_must_be_told_with_the_right_number() -> None:
    brief = asked("What is Lantern built with?", start=("project:lantern-app",), limits={"max_items": 1})
    assert wrong("Java for the server, and 1 more.", brief=brief) == ""
    assert "1 more" in wrong("Java for the server.", brief=brief)
    assert "is wrong" in wrong("Java for the server, and 4 more.", brief=brief)
    assert "no more items" in wrong(f"{GOOD} And 3 more.")


def test_a_sentence_without_support_is_found() -> None:
    assert "not supported" in wrong(f"{GOOD} Millions of happy customers praise its elegant interface every morning.")


def test_facts_of_two_items_exchanged_are_found() -> None:
    assert "PostgreSQL" in wrong("- Java: orders\n- PostgreSQL: the server")


def test_a_pair_without_an_edge_is_found() -> None:
    facts = found(("technology:java", ""), ("technology:kafka", ""))
    brief = asked("What do Lantern and Harbor use?", start=("project:lantern-app", "project:harbor"))
    assert wrong("Lantern uses Java, Harbor uses Kafka.", facts, brief) == ""
    assert "do not join" in wrong("Lantern uses Kafka; Harbor uses Java.", facts, brief)
    assert "do not join" in wrong("Lantern:\n- Kafka\n\nHarbor:\n- Java", facts, brief)


def test_an_item_under_another_group_is_found() -> None:
    brief = asked("What did they give?", render_style="GROUPED_BULLETS")
    good = render(brief, RESULTS).text
    assert wrong(good, RESULTS, brief) == ""
    lines = good.splitlines()
    lines[3], lines[5] = lines[5], lines[3]
    assert "does not belong under 'Lantern'" in wrong("\n".join(lines), RESULTS, brief)


def test_without_facts_there_is_one_answer() -> None:
    assert wrong(render(BRIEF, Facts()).text, Facts()) == ""
    assert "nothing was found" in wrong("Lantern uses Java.", Facts())


def test_a_negated_fact_is_found() -> None:
    assert wrong("Lantern does not use Java for the server, nor PostgreSQL for orders since 2019.")
