"""Every problem at once, each at its place, with a way to mend it."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
from graphs_seen import ORCHESTRATOR, OURS, REVIEWS, SCHEMA, WELCOME, Document, tool

from groundplan.contracts import Param, Tool
from groundplan.packs.workflows.graph.contract import Constraints, Executor, Graph, Point
from groundplan.packs.workflows.graph.reading import Read, checked, read


def graph(nodes: list[Document], *edges: tuple[str, str], entry: str | None = None, **more: Any) -> Document:
    listed = [{"source": source, "target": target} for source, target in edges]
    return {"nodes": nodes, "edges": listed, "entry_point": entry or nodes[0]["id"], **more}


def router(id: str, *routes: tuple[str, str], **config: Any) -> Document:
    listed = [{"condition": condition, "target": target} for condition, target in routes]
    return {"id": id, "type": "router", "config": {"mode": "deterministic", "routes": listed, **config}}


def llm(id: str, **config: Any) -> Document:
    return {"id": id, "type": "executor", "config": {"mode": "llm", "prompt": "x", **config}}


def told(found: Read) -> set[tuple[str, str]]:
    return {(one.code, one.at) for one in found.errors}


# ------------------------------------------------------------------ messages to the letter


@pytest.mark.parametrize(
    ("document", "message", "at"),
    [
        ({"edges": []}, "nodes is required", "/nodes"),
        ({}, "nodes is required", "/nodes"),
        (
            graph([tool("a", "t")], ("unknown", "a")),
            'edges.0.source: node_id "unknown" does not exist in nodes',
            "/edges/0/source",
        ),
        (
            graph([{"id": "a", "type": "executor", "config": {"mode": "chat"}}]),
            "nodes.0.config.mode: must be one of [agent, llm, tool]",
            "/nodes/0/config/mode",
        ),
    ],
)
def test_the_messages_of_the_specification(document: Document, message: str, at: str) -> None:
    found = read(document)
    assert (message, at) in {(one.message, one.at) for one in found.errors}


def test_all_five_levels_are_told() -> None:
    assert [one.code for one in read('{"nodes": [}').errors] == ["syntax"]
    assert "line 1, column 12" in read('{"nodes": [}').errors[0].message
    document = graph(
        [{"type": "executor"}, {"id": "b", "type": "task"}, tool("c", "t"), "d"], ("c", "nowhere"), entry="c"
    )
    document["nodes"][2]["config"]["timeout"] = "soon"
    assert told(read(document)) == {
        ("missing-field", "/nodes/0/id"),
        ("wrong-value", "/nodes/1/type"),
        ("missing-field", "/nodes/1/config"),
        ("wrong-type", "/nodes/2/config/timeout"),
        ("wrong-type", "/nodes/3"),
        ("unknown-node", "/edges/0/target"),
        ("unreachable-node", "/nodes/1"),
    }


def test_a_finding_inside_a_node_names_it() -> None:
    document = graph(
        [{"id": "a", "type": "executor", "config": {"mode": "chat"}}, tool("b", "t")], ("a", "b"), ("b", "gone")
    )
    assert [(one.step, one.code) for one in read(document).errors] == [("a", "wrong-value"), (None, "unknown-node")]


def test_every_finding_has_a_place_and_says_how_it_is_mended() -> None:
    document = graph([tool("a", "t"), router("r", ("$.x >", "a")), llm("m")], ("a", "gone"), ("r", "m"), entry="none")
    found = read(document)
    assert len(found.errors) == 4
    for one in found.errors:
        assert one.help and one.message
        assert _at(document, one.at) is not None


def _at(document: Any, pointer: str) -> Any:
    """What stands at a pointer, or around it where it is what is missing."""
    here = document
    for part in pointer.split("/")[1:]:
        name = part.replace("~1", "/").replace("~0", "~")
        if isinstance(here, list) and name.isdigit() and int(name) < len(here):
            here = here[int(name)]
        elif isinstance(here, dict) and name in here:
            here = here[name]
        else:
            return here
    return here


# ------------------------------------------------------------------ the faults of graphs


def cycle() -> Document:
    return graph([tool("a", "t"), tool("b", "t"), tool("c", "t")], ("a", "b"), ("b", "c"), ("c", "b"))


def way_out() -> Document:
    nodes = [tool("a", "t"), router("r", ("$.done == true", "b"), fallback="a"), tool("b", "t")]
    return graph(nodes, ("a", "r"))


@pytest.mark.parametrize(
    ("document", "code", "at", "words"),
    [
        (graph([tool("a", "t")], entry="zzz"), "unknown-node", "/entry_point", '"zzz" does not exist'),
        (
            graph([tool("a", "t"), router("r", ("true", "gone"))], ("a", "r")),
            "unknown-node",
            "/nodes/1/config/routes/0/target",
            "gone",
        ),
        (graph([tool("a", "t"), tool("a", "u")]), "duplicate-node", "/nodes/1/id", "taken already"),
        (graph([tool("a", "t"), tool("b", "t")]), "unreachable-node", "/nodes/1", 'cannot be reached from "a"'),
        (graph([tool("a", "t")], ("a", "a")), "endless-cycle", "/nodes/0", "a -> a"),
        (cycle(), "endless-cycle", "/nodes/1", "b -> c -> b"),
        (graph([router("r", ("$.x > 1", "a")), tool("a", "t")]), "missing-default", "/nodes/0", "no default route"),
        (graph([router("r")]), "no-route", "/nodes/0", "leads nowhere"),
        (
            graph([router("r", ("the guest is angry", "a"), ("true", "a")), tool("a", "t")]),
            "bad-condition",
            "/nodes/0/config/routes/0/condition",
            "is no condition",
        ),
        (graph([llm("a")]), "no-model", "/nodes/0", "needs a model"),
        (
            graph([router("r", ("yes", "a"), ("true", "a"), mode="llm"), tool("a", "t")]),
            "no-model",
            "/nodes/0",
            "needs a model",
        ),
        (
            graph([tool("a", "t", x="$.b.y"), tool("b", "t")], ("a", "b")),
            "early-reference",
            "/nodes/0",
            "does not run before it",
        ),
        (
            graph([tool("a", "t"), router("r", ("true", "a")), tool("b", "t")], ("r", "b"), entry="r"),
            "stray-edge",
            "/edges/0/target",
            'no route to "b"',
        ),
        (
            graph([{"id": "a", "type": "executor", "config": {"mode": "tool", "tool_calls": []}}]),
            "missing-field",
            "/nodes/0/config/tool_calls",
            "at least one call",
        ),
        ({"nodes": [], "edges": []}, "no-nodes", "/nodes", "at least one node"),
    ],
)
def test_a_fault_is_found_at_its_place(document: Document, code: str, at: str, words: str) -> None:
    found = [one for one in read(document).errors if one.code == code]
    assert [one.at for one in found] == [at] and words in found[0].message and found[0].help


def test_addresses_and_paths_are_looked_at() -> None:
    document = copy.deepcopy(REVIEWS)
    document["nodes"][0]["config"]["state_output_path"] = "rating"
    assert ("wrong-value", "/nodes/0/config/state_output_path") in told(read(document))
    document = copy.deepcopy(SCHEMA)
    document["nodes"]["fetch"]["config"]["url"] = "the order"
    assert told(read(document)) == {("wrong-value", "/nodes/fetch/config/url")}


def test_a_cycle_with_a_way_out_is_no_fault() -> None:
    assert read(way_out()).errors == ()


def test_a_default_model_is_enough() -> None:
    assert read(graph([llm("a")]), Constraints(model="small")).errors == ()


# ------------------------------------------------------------------ what passed elsewhere


def test_both_shipped_shapes_pass_and_the_mode_agent_is_known() -> None:
    assert read(WELCOME).errors == () and read(REVIEWS).errors == ()


@pytest.mark.parametrize("name", ["schema", "runtime"])
def test_what_a_validator_by_schema_alone_lets_pass(name: str) -> None:
    """A dangling edge, an entry that does not exist, a loop to itself, a node key with a space that holds garbage."""
    document = copy.deepcopy(OURS[name])
    document["entry_node"] = "nowhere"
    first = next(iter(document["nodes"]))
    document["edges"] += [{"from": first, "to": "gone"}, {"from": "gone", "to": first}]
    document["nodes"]["my node"] = {"garbage": True}
    found = told(read(document))
    edges = len(document["edges"])
    assert {
        ("unknown-node", "/entry_node"),
        ("unknown-node", f"/edges/{edges - 2}/to"),
        ("unknown-node", f"/edges/{edges - 1}/from"),
        ("missing-field", "/nodes/my node/type"),
    } <= found
    loop = copy.deepcopy(ORCHESTRATOR)
    loop["nodes"][3]["dependencies"].append("join")
    assert ("endless-cycle", "/nodes/3") in told(read(loop))


def test_an_unknown_dependency_stands_where_it_is_written() -> None:
    document = copy.deepcopy(ORCHESTRATOR)
    document["nodes"][1]["dependencies"] = ["colect"]
    (one,) = [one for one in read(document).errors if one.code == "unknown-node"]
    assert one.message == 'nodes.1.dependencies.0: node_id "colect" does not exist in nodes'
    assert "did you mean 'collect'?" in one.help


REPLY = {"reasoning": "because", "graph": WELCOME}


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(WELCOME),
        f"```json\n{json.dumps(WELCOME, indent=1)}\n```",
        f"Here is {{the}} graph:\n\n```\n{json.dumps(WELCOME)}\n```\n\nIt uses {{one}} node.",
        f"Here you are: {json.dumps(WELCOME)} and that is all",
        json.dumps(REPLY),
        f"```json\n{json.dumps(REPLY)}\n```",
        f"Of course!\n{json.dumps(REPLY)}\nGood luck.",
        '{"reasoning": "half, "graph": ' + json.dumps(WELCOME),
        json.dumps({"plan_id": 1, "graph_json": json.dumps(WELCOME)}),
    ],
    ids=[
        "clean",
        "fence",
        "fence amid text",
        "amid text",
        "reply",
        "reply in a fence",
        "reply amid text",
        "broken",
        "as text",
    ],
)
def test_a_graph_is_found_in_what_a_model_says(text: str) -> None:
    found = read(text)
    assert (found.dialect, found.errors) == ("prompt", ())
    assert found.graph == read(WELCOME).graph


def test_inside_a_reply_the_places_are_those_of_the_reply() -> None:
    reply = {"reasoning": "x", "graph": graph([tool("a", "t")], ("b", "a"))}
    assert [one.at for one in read(json.dumps(reply)).errors] == ["/graph/edges/0/source"]


# ------------------------------------------------------------------ constraints and tools


MAIL = Tool(
    name="send_email",
    description="",
    params={"to": Param(type="string", required=True), "times": Param(type="integer")},
)
USER = Tool(
    name="get_user",
    description="",
    params={"id": Param(type="string", required=True)},
    extra={
        "returns": {
            "type": "object",
            "properties": {
                "email": {"type": "string"},
                "age": {"type": "integer"},
                "orders": {"type": "array", "items": {"type": "object"}},
            },
        }
    },
)
HELD = Constraints(tools={"send_email": MAIL, "get_user": USER})


def test_constraints_are_held() -> None:
    held = Constraints(max_nodes=2, modes=("tool", "llm"), allowed=("send_email",), model="small")
    found = {(one.code, one.step) for one in read(REVIEWS, held).errors}
    assert {
        ("too-many-nodes", None),
        ("mode-not-allowed", "rate"),
        ("tool-not-allowed", "rate"),
        ("tool-not-allowed", "call_back"),
    } <= found
    assert ("mode-not-allowed", "file") not in found


def test_tools_that_change_the_world_may_be_kept_out() -> None:
    tools = {"send_email": MAIL.model_copy(update={"effect": "outside"}), "get_user": USER}
    document = graph([tool("user", "get_user", id="1"), tool("mail", "send_email", to="x")], ("user", "mail"))
    assert read(document, Constraints(tools=tools)).errors == ()
    (one,) = read(document, Constraints(tools=tools, safe=True)).errors
    assert (one.code, one.at) == ("unsafe-tool", "/nodes/1/config/tool_calls/0/tool_name")


def test_unknown_tools_are_found_where_they_stand_with_the_nearest() -> None:
    (one,) = read(graph([tool("a", "send_emial", to="x")]), HELD).errors
    assert (one.code, one.at) == ("unknown-tool", "/nodes/0/config/tool_calls/0/tool_name")
    assert "did you mean 'send_email'?" in one.help
    (one,) = read(
        {
            **SCHEMA,
            "nodes": {"a": {"id": "a", "type": "executor", "executor_type": "tool", "config": {"tool_name": "x"}}},
            "edges": [],
            "entry_node": "a",
        },
        HELD,
    ).errors
    assert (one.code, one.at) == ("unknown-tool", "/nodes/a/config/tool_name")


@pytest.mark.parametrize(
    ("parameters", "words"),
    [
        ({}, "needs 'to'"),
        ({"to": "x", "cc": "y"}, "takes no 'cc'"),
        ({"to": 3}, "not of type string"),
    ],
)
def test_arguments_are_held_against_the_tool(parameters: Document, words: str) -> None:
    (one,) = read(graph([tool("a", "send_email", **parameters)]), HELD).errors
    assert one.code == "wrong-argument" and words in one.message


@pytest.mark.parametrize(
    ("parameters", "fits"),
    [
        ({"to": "$.user.email"}, True),
        ({"to": "$.user.output.email"}, True),
        ({"to": "Dear $.user.age"}, True),
        ({"to": "$.user.age"}, False),
        ({"to": "$.user"}, False),
        ({"to": "$.user.orders"}, False),
        ({"to": "$.user.orders[0].id"}, True),
        ({"to": "x", "times": "$.user.age"}, True),
        ({"to": "x", "times": "$.user.email"}, False),
    ],
)
def test_types_of_what_flows_along_an_edge_are_compared(parameters: Document, fits: bool) -> None:
    document = graph([tool("user", "get_user", id="1"), tool("mail", "send_email", **parameters)], ("user", "mail"))
    found = read(document, HELD).errors
    assert [one.code for one in found] == ([] if fits else ["type-mismatch"])


def test_where_inputs_are_declared_nothing_else_is_read() -> None:
    graph = Graph(
        nodes=(Executor(id="a", mode="llm", inputs={"query": "input", "topik": "topic"}),),
        entry="a",
        inputs={"query": "string", "topic": "string"},
    )
    (one,) = checked(graph, Constraints(model="m"))
    assert one.code == "dangling-reference" and "did you mean 'topic'?" in one.help


def test_a_graph_without_a_document_has_its_places_too() -> None:
    made = Graph(nodes=(Point(type="end", id="z"), Executor(id="a", mode="bash")), entry="a")
    assert {(one.code, one.at) for one in checked(made)} == {
        ("unreachable-node", "/nodes/z"),
        ("unrunnable-node", "/nodes/a"),
    }
