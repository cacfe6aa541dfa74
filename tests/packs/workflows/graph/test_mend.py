"""The safe repairs: each is logged, and the graph is what it would be had it been written so."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from graphs_seen import OURS, REVIEWS, RUNTIME, SCHEMA, WELCOME, graph_of, tool

from groundplan.contracts import Tool
from groundplan.errors import UsageError
from groundplan.packs.workflows.graph.contract import Constraints, Graph, Router
from groundplan.packs.workflows.graph.reading import Read, loaded, read


def mended(document: Any, held_to: Constraints | None = None) -> Read:
    return read(document, held_to or Constraints(), mend=True)


def kinds(found: Read) -> list[str]:
    return [one.kind for one in found.repairs]


@pytest.mark.parametrize("document", OURS.values(), ids=OURS)
def test_what_is_right_is_left_alone(document: Any) -> None:
    before = copy.deepcopy(document)
    found = mended(document)
    assert found.repairs == () and document == before and found.graph == graph_of(document)


def test_a_graph_is_taken_out_of_what_is_around_it() -> None:
    found = mended({"reasoning": "x", "graph": WELCOME})
    assert kinds(found) == ["unwrap"] and found.graph == graph_of(WELCOME)


def test_nodes_become_what_the_dialect_has() -> None:
    as_map = {**REVIEWS, "nodes": {node["id"]: node for node in REVIEWS["nodes"]}}
    assert kinds(mended(as_map)) == ["nodes-shape"] and mended(as_map).graph == graph_of(REVIEWS)
    for document in (SCHEMA, RUNTIME):
        as_list = {**document, "nodes": list(document["nodes"].values())}
        assert kinds(mended(as_list)) == ["nodes-shape"] and mended(as_list).graph == graph_of(document)


def test_edges_get_the_words_of_the_dialect() -> None:
    edges = [
        {"from": edge["source"], "to": edge["target"], "condition": edge.get("condition")} for edge in REVIEWS["edges"]
    ]
    found = mended({**REVIEWS, "edges": edges})
    assert set(kinds(found)) == {"edge-ends"} and found.graph == graph_of(REVIEWS) and found.errors == ()


def test_the_entry_is_named_or_inferred_where_only_one_node_can_be_it() -> None:
    other = {name: value for name, value in REVIEWS.items() if name != "entry_point"}
    for document in ({**other, "entry": "rate"}, other, {**other, "entry_point": "wrong"}):
        found = mended(document)
        assert kinds(found) == ["entry"] and found.graph == graph_of(REVIEWS)
    two = mended({"nodes": [tool("a", "t"), tool("b", "t")], "edges": []})
    assert two.repairs == () and [one.message for one in two.errors] == ["entry_point is required"]


def test_ids_are_made_plain_wherever_they_are_named() -> None:
    text = json.dumps(REVIEWS).replace('"tell_kitchen"', '"tell the kitchen!"')
    found = mended(text)
    assert kinds(found) == ["node-id"] and found.errors == ()
    plain = json.loads(text.replace("tell the kitchen!", "tell_the_kitchen"))
    assert found.graph == graph_of(plain)


def test_ids_that_stand_twice_are_told_apart() -> None:
    found = mended({"nodes": [tool("a", "t"), tool("a", "u")], "edges": [], "entry_point": "a"})
    assert kinds(found) == ["node-id"] and [node.id for node in found.graph.nodes] == ["a", "a_2"]


def test_names_that_are_spelled_otherwise_lead_to_the_one_node() -> None:
    document = copy.deepcopy(REVIEWS)
    document["edges"][0]["source"], document["entry_point"] = "Rate", "RATE"
    found = mended(document)
    assert kinds(found) == ["node-name", "node-name"] and found.graph == graph_of(REVIEWS)


def test_edges_to_nothing_are_dropped_and_the_places_of_the_others_stay_right() -> None:
    document = copy.deepcopy(REVIEWS)
    document["edges"].insert(0, {"source": "rate", "target": "gone"})
    document["edges"].insert(1, {"source": "rate", "target": "sort", "condition": "a b c"})
    found = mended(document)
    assert kinds(found) == ["dangling-edge"]
    assert [(one.code, one.at) for one in found.errors] == [("bad-condition", "/edges/1/condition")]


def test_a_route_to_nothing_is_a_finding() -> None:
    document = copy.deepcopy(REVIEWS)
    document["nodes"][2]["config"]["routes"][0]["target"] = "gone"
    found = mended(document)
    assert ("unknown-node", "/nodes/2/config/routes/0/target") in {(one.code, one.at) for one in found.errors}


def test_a_router_without_a_default_ends_there_and_says_so() -> None:
    document = copy.deepcopy(REVIEWS)
    del document["nodes"][2]["config"]["routes"][2]
    document["edges"] = [edge for edge in document["edges"] if edge["target"] != "file"]
    document["nodes"] = [node for node in document["nodes"] if node["id"] != "file"]
    found = mended(document)
    desk = found.graph.node("desk")
    assert (
        kinds(found) == ["default-route"] and isinstance(desk, Router) and desk.default == "end" and found.errors == ()
    )


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("sendEmail", "send_email"),
        ("send-email", "send_email"),
        ("send_emails", "send_email"),
        ("post_letter", None),
        ("get", None),
    ],
)
def test_the_one_near_tool_is_taken(said: str, meant: str | None) -> None:
    tools = {name: Tool(name=name, description="") for name in ("send_email", "get_user", "get_users")}
    document = {"nodes": [tool("a", said)], "edges": [], "entry_point": "a"}
    found = mended(document, Constraints(tools=tools))
    assert [one.after for one in found.repairs] == ([meant] if meant else [])
    assert [one.code for one in found.errors] == ([] if meant else ["unknown-tool"])


def test_a_cycle_is_never_broken() -> None:
    document = {
        "nodes": [tool("a", "t"), tool("b", "t")],
        "edges": [{"source": "a", "target": "b"}, {"source": "b", "target": "a"}],
        "entry_point": "a",
    }
    found = mended(document)
    assert found.repairs == () and [one.code for one in found.errors] == ["endless-cycle"]


def test_several_repairs_at_once() -> None:
    nodes = {
        "Get user": tool("Get user", "t"),
        "r": {
            "id": "r",
            "type": "router",
            "config": {"mode": "deterministic", "routes": [{"condition": "$.x > 3", "target": "get user"}]},
        },
    }
    reply = {"reasoning": "x", "graph": {"nodes": nodes, "edges": [{"from": "r", "to": "gone"}]}}
    found = mended(f"Sure:\n```json\n{json.dumps(reply)}\n```")
    assert set(kinds(found)) == {
        "unwrap",
        "nodes-shape",
        "edge-ends",
        "node-id",
        "node-name",
        "dangling-edge",
        "entry",
        "default-route",
    }
    assert found.errors == () and found.graph.entry == "r"


def test_a_graph_that_cannot_be_used_says_so_in_one_sentence() -> None:
    with pytest.raises(UsageError, match=r"entry_point is required.*groundplan check"):
        loaded(json.dumps({"nodes": [tool("a", "t"), tool("b", "t")], "edges": []}))
    assert isinstance(loaded(json.dumps(WELCOME)).graph, Graph)
