"""Hops through the graph: complete, filtered before anything is cut, honest about gaps."""

from __future__ import annotations

from typing import Any

from small_base import SmallBase, edges, nodes

from groundplan.packs.knowledge.graph import DictGraphStore
from groundplan.packs.knowledge.nouns import Edge, Passage
from groundplan.packs.knowledge.tools import document_search, graph_query_tool

BASE = SmallBase()


def names(payload: dict[str, Any]) -> list[str]:
    return [item["name"] for item in payload["items"]]


def test_one_hop_finds_every_neighbour_and_says_what_the_edge_says() -> None:
    found = graph_query_tool(BASE, "CAST", "film:ronin", hop="acted", fields=["role"])
    assert [(item["name"], item["text"]) for item in found["items"]] == [
        ("Robert De Niro", "lead"), ("Jean Reno", "lead"),
    ]  # fmt: skip
    assert (found["found"], found["coverage"]) == (True, 1.0)


def test_a_second_hop_starts_from_what_the_first_found_and_may_leave_the_start_out() -> None:
    cast = graph_query_tool(BASE, entity_id="film:ronin", hop="acted")
    assert names(graph_query_tool(BASE, start=cast, hop="-acted", without=["film:ronin"])) == ["Heat", "Casino"]


def test_no_hop_is_the_node_itself_and_an_unknown_node_is_nothing() -> None:
    assert names(graph_query_tool(BASE, "FILM_DETAILS", "film:heat")) == ["Heat"]
    nothing = graph_query_tool(BASE, "FILM_DETAILS", "film:alien")
    assert (nothing["found"], nothing["items"]) == (False, [])


def test_conditions_hold_before_anything_is_cut() -> None:
    cast = graph_query_tool(BASE, entity_id="person:niro", hop="-acted", where={"genre": "crime"})
    assert names(cast) == ["Heat", "Casino"]
    both = graph_query_tool(
        BASE, entity_id="person:niro", hop="-acted", joined=[{"hop": "acted", "node": "person:reno"}]
    )
    assert names(both) == ["Ronin"]


def test_several_starts_are_one_set() -> None:
    found = graph_query_tool(BASE, entity_id=["film:heat", "film:ronin"], hop="acted")
    assert names(found) == ["Robert De Niro", "Jean Reno"]
    assert [origin["name"] for origin in found["items"][0]["from"]] == ["Heat", "Ronin"]


def test_an_edge_to_a_node_that_was_never_recorded_lowers_the_coverage() -> None:
    gap = Edge(source="film:casino", relation="acted", target="person:lost")
    base = SmallBase(graph=DictGraphStore(nodes(), [*edges(), gap]))
    found = graph_query_tool(base, "CAST", "film:casino", hop="acted")
    assert (names(found), found["coverage"]) == (["Robert De Niro"], 0.5)


def test_a_category_is_told_in_words() -> None:
    told = graph_query_tool(BASE, "FILM_DETAILS", "film:heat", fields=["genre"], language="ru")
    assert told["items"][0]["text"] == "криминал"


def test_a_search_gives_passages_by_title_and_text() -> None:
    base = SmallBase(found=[Passage(id="p1", document="d", title="Heat", text="A heist goes wrong.")])
    found = document_search(base, "heist")
    assert [(item["type"], item["name"], item["text"]) for item in found["items"]] == [
        ("passage", "Heat", "A heist goes wrong.")
    ]
