"""Every dialect is told from the document, read into one graph, and written so that it is read back equal."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest
import yaml
from graphs_seen import (
    ASL,
    DIFY,
    FOREIGN,
    N8N,
    ORCHESTRATOR,
    OURS,
    REVIEWS,
    RUNTIME,
    SCHEMA,
    SERVERLESS,
    WELCOME,
    graph_of,
)

from groundplan.contracts import REF
from groundplan.errors import UsageError
from groundplan.packs.workflows.graph.contract import Executor, Graph, Point, Router
from groundplan.packs.workflows.graph.dialects import DIALECTS, dialect
from groundplan.packs.workflows.graph.diff import diff
from groundplan.packs.workflows.graph.reading import read

WRITTEN = [one.name for one in DIALECTS if one.ours]
EVERY: dict[str, Any] = {"welcome": WELCOME, **OURS, **FOREIGN}


def executor(graph: Graph, id: str) -> Executor:
    node = graph.node(id)
    assert isinstance(node, Executor)
    return node


def router(graph: Graph, id: str) -> Router:
    node = graph.node(id)
    assert isinstance(node, Router)
    return node


@pytest.mark.parametrize("name", [*OURS, *FOREIGN])
@pytest.mark.parametrize("text", [False, True], ids=["document", "text"])
def test_the_dialect_is_told_from_the_document(name: str, text: bool) -> None:
    document = {**OURS, **FOREIGN}[name]
    given = json.dumps(document) if text and isinstance(document, dict) else copy.deepcopy(document)
    found = read(given)
    assert (found.dialect, found.errors) == (name, ())


@pytest.mark.parametrize("document", OURS.values(), ids=OURS)
def test_yaml_is_read_as_json_is(document: dict[str, Any]) -> None:
    assert read(yaml.safe_dump(document, sort_keys=False)).graph == graph_of(document)


@pytest.mark.parametrize("target", WRITTEN)
@pytest.mark.parametrize("source", EVERY)
def test_what_is_written_in_any_of_the_four_is_read_back_equal(source: str, target: str) -> None:
    graph = graph_of(EVERY[source])
    emit = dialect(target).emit
    assert emit
    back = read(json.dumps(emit(graph)))
    assert (back.dialect, back.errors) == (target, ())
    assert diff(graph, back.graph) == "" and back.graph == graph


@pytest.mark.parametrize("name", OURS)
def test_a_dialect_says_its_own_documents_without_metadata_of_ours(name: str) -> None:
    emit = dialect(name).emit
    assert emit
    assert '"groundplan"' not in json.dumps(emit(graph_of(OURS[name])))


def test_both_examples_in_the_prompts_own_shape_go_round_to_the_letter() -> None:
    emit = dialect("prompt").emit
    assert emit
    for document in (WELCOME, REVIEWS):
        again = emit(graph_of(document))
        assert again["nodes"] == document["nodes"] and again["entry_point"] == document["entry_point"]
        assert sorted(map(str, again["edges"])) == sorted(map(str, document["edges"]))


def test_prompt_routes_that_stand_among_the_edges_are_said_once() -> None:
    graph = graph_of(REVIEWS)
    assert [(edge.source, edge.target) for edge in graph.edges] == [("rate", "sort"), ("sort", "desk")]
    desk = router(graph, "desk")
    assert [(route.condition, route.target) for route in desk.routes] == [
        ("rating.stars < 3", "call_back"),
        ("topic == 'Food'", "tell_kitchen"),
    ]
    assert desk.default == "file"
    assert executor(graph, "call_back").calls[1].parameters["body"] == "About {{topic}}: {{rating.why}}."
    assert executor(graph, "file").calls[0].parameters == {"text": {REF: "review"}}


def test_a_node_may_read_the_whole_state() -> None:
    document = json.loads(json.dumps(REVIEWS).replace('$.review", "state_output', '$", "state_output'))
    rate = executor(graph_of(document), "rate")
    emit = dialect("prompt").emit
    assert rate.inputs == {"": "input"} and emit
    assert emit(graph_of(document))["nodes"][0] == document["nodes"][0]


def test_schema_executor_types_are_modes() -> None:
    graph = graph_of(SCHEMA)
    assert {id: executor(graph, id).mode for id in ("fetch", "ask", "pack")} == {
        "fetch": "http",
        "ask": "agent",
        "pack": "tool",
    }
    assert executor(graph, "ask").tools == ("credit",) and executor(graph, "pack").timeout == 60
    assert router(graph, "large").routes[0].condition == "order.total > 500"
    assert (graph.id, graph.version, graph.metadata) == ("orders", "2.1", {"team": "shop"})


def test_runtime_modes_are_told_by_the_settings() -> None:
    graph = graph_of(RUNTIME)
    assert {id: executor(graph, id).mode for id in ("read", "bill", "fix")} == {
        "read": "tool",
        "bill": "llm",
        "fix": "agent",
    }
    triage = router(graph, "triage")
    assert triage.mode == "hybrid" and triage.default == "fix" and triage.model and triage.model.name == "small"
    assert [(route.condition, route.label) for route in triage.routes] == [
        ("read.spam == true", ""),
        (None, "billing"),
        (None, "technical"),
    ]


def test_orchestrator_dependencies_are_edges_and_the_first_node_is_the_entry() -> None:
    graph = graph_of(ORCHESTRATOR)
    assert graph.entry == "collect"
    assert {(edge.source, edge.target) for edge in graph.edges} == {
        ("collect", "left"),
        ("collect", "right"),
        ("left", "join"),
        ("right", "join"),
    }


# ------------------------------------------------------------------ of other houses


def test_state_machines_are_read_with_rules_forks_and_loops() -> None:
    graph = graph_of(ASL)
    look = executor(graph, "Look_up")
    assert (look.calls[0].tool, look.calls[0].parameters) == ("get_user", {"id": {REF: "user_id"}})
    assert (look.retry, look.fallback, look.outputs) == (2, "Give_up", {"output": "user"})
    tier = router(graph, "Tier")
    assert [route.condition for route in tier.routes] == [
        "(user.tier == 'premium') && (!(user.age < 18))",
        "has(user.orders)",
    ]
    both = graph.node(tier.routes[0].target)
    assert isinstance(both, Point)
    assert {e.target for e in graph.edges if e.source == both.id} == {"Mail", "Log"}
    assert {e.source for e in graph.edges if e.target == "Ship"} == {"Mail", "Log"}
    assert executor(graph, "Mail").calls[0].parameters == {"body": "Thank you, {{user.name}}!"}
    ship = executor(graph, "Ship")
    assert (ship.each, ship.calls[0].parameters) == ({REF: "user.orders"}, {"order": {REF: "item.id"}})


def test_n8n_expressions_outputs_and_models_are_read() -> None:
    graph = graph_of(N8N)
    user = executor(graph, "Get_user")
    assert user.request and user.request.url == "https://shop.example/users/{{id}}" and user.retry == 2
    assert graph.entry == "Get_user" and user.name == "Get user"
    chosen = router(graph, "IF")
    assert chosen.routes[0].condition == "Get_user.tier == 'premium' && Get_user.age >= 18"
    assert (chosen.routes[0].target, chosen.default) == ("Send", "Think")
    send, think = executor(graph, "Send"), executor(graph, "Think")
    assert (send.calls[0].tool, send.calls[0].parameters) == ("slack.message.post", {"text": "Hi {{Get_user.name}}"})
    assert think.mode == "agent" and think.model and think.model.name == "small"


def test_dify_selectors_cases_and_inputs_are_read() -> None:
    graph = graph_of(DIFY)
    assert (graph.entry, graph.inputs) == ("Ask", {"query": "string"})
    ask, mail = executor(graph, "Ask"), executor(graph, "Mail")
    assert ask.model and (ask.model.system, ask.model.prompt) == ("Be kind.", "{{query}}")
    assert router(graph, "Yes").routes[0].condition == "Ask.contains('yes')"
    assert mail.calls[0].parameters == {"body": "So: {{Ask}}", "to": {REF: "query"}}


def test_serverless_tasks_are_read_in_their_order() -> None:
    graph = graph_of(SERVERLESS)
    assert (graph.id, graph.version, graph.entry) == ("visits", "0.3.0", "getPet")
    assert router(graph, "decide").routes[0].condition == 'getPet.status == "sick" && getPet.age > 3'
    assert {e.target for e in graph.edges if e.source == "visit"} == {"mail", "log"}
    assert {e.source for e in graph.edges if e.target == "feed"} == {"mail", "log"}
    assert executor(graph, "feed").calls[0].parameters == {"id": {REF: "item.id"}}
    pay = executor(graph, "pay")
    assert (pay.retry, pay.fallback) == (2, "tell")


@pytest.mark.parametrize(
    ("document", "left"),
    [
        (ASL, "States.Rest.Seconds"),
        (ASL, "States.Give up.Cause"),
        (SERVERLESS, "do.6.rest"),
        ({**N8N, "staticData": {"a": 1}}, "staticData"),
        ({**WELCOME, "owner": "me"}, "owner"),
        ({**WELCOME, "nodes": [{**WELCOME["nodes"][0], "colour": "red"}]}, "nodes.0.colour"),
    ],
)
def test_what_does_not_map_is_listed(document: Any, left: str) -> None:
    found = read(document)
    assert any(one.code == "unmapped" and one.message.startswith(f"{left}:") for one in found.warnings), found.warnings


def test_what_a_dialect_of_ours_does_not_know_is_kept() -> None:
    document = {**WELCOME, "nodes": [{**WELCOME["nodes"][0], "colour": "red"}]}
    graph = graph_of(document)
    assert graph.nodes[0].metadata == {"colour": "red"}


@pytest.mark.parametrize("kind", ["python", "bash"])
def test_code_is_read_and_shown(kind: str) -> None:
    config = {"python": {"code": "print(1)", "requirements": ["x"]}, "bash": {"command": "ls", "working_dir": "."}}[
        kind
    ]
    node = {"id": "a", "type": "executor", "executor_type": kind, "config": config}
    found = read({"id": "g", "entry_node": "a", "nodes": {"a": node}, "edges": []})
    assert [(one.code, one.step) for one in found.errors] == [("unrunnable-node", "a")]
    script = executor(found.graph, "a").script
    assert script and script.code in ("print(1)", "ls")
    emit = dialect("schema").emit
    assert emit and emit(found.graph)["nodes"]["a"]["config"] == config


# ------------------------------------------------------------------ state machines, written


def sayable(node: Any) -> Any:
    """A node without what a state machine has no word for: names, priorities, and apart from arguments what is read."""
    node = node.model_copy(update={"name": "", "metadata": {}})
    if isinstance(node, Router):
        return node.model_copy(update={"routes": tuple(r.model_copy(update={"priority": 0}) for r in node.tried())})
    if isinstance(node, Executor) and node.calls and node.inputs:
        read = {name: {REF: path} for path, name in node.inputs.items()}
        call = node.calls[0].model_copy(update={"parameters": {**node.calls[0].parameters, **read}})
        return node.model_copy(update={"calls": (call,), "inputs": {}})
    return node


def chain(*, fork: bool) -> Graph:
    steps = [
        {"id": id, "type": "llm", "model": "small", "prompt": "x" if id == "a" else f"{id} of {{{{a.text}}}}"}
        for id in "abcd"
    ]
    before = {"a": [], "b": ["a"], "c": ["a"] if fork else ["b"], "d": ["b", "c"] if fork else ["c"]}
    return graph_of({"id": "g", "nodes": [{**step, "dependencies": before[step["id"]]} for step in steps]})


@pytest.mark.parametrize(
    "graph",
    [chain(fork=False), chain(fork=True), *(graph_of(document) for document in (WELCOME, SCHEMA, ASL, SERVERLESS))],
    ids=["chain", "fork", "welcome", "schema", "asl", "serverless"],
)
def test_a_state_machine_that_is_written_is_read_back_equal(graph: Graph) -> None:
    emit = dialect("asl").emit
    assert emit
    back = read(json.dumps(emit(graph)))
    assert back.dialect == "asl" and back.errors == ()
    assert {node.id: sayable(node) for node in back.graph.nodes} == {node.id: sayable(node) for node in graph.nodes}
    assert {(e.source, e.target, e.condition) for e in back.graph.links()} == {
        (e.source, e.target, e.condition) for e in graph.links()
    }
    assert back.graph.entry == graph.entry


def test_branches_that_share_a_node_before_they_join_are_refused() -> None:
    steps = [{"id": id, "type": "llm", "model": "small", "prompt": "x"} for id in "abcde"]
    before = {"a": [], "b": ["a"], "c": ["a"], "d": ["b", "c"], "e": ["c"]}
    graph = graph_of({"id": "g", "nodes": [{**step, "dependencies": before[step["id"]]} for step in steps]})
    emit = dialect("asl").emit
    assert emit
    with pytest.raises(UsageError, match="share nodes before all of them join"):
        emit(graph)


def test_a_condition_without_words_in_jsonata_is_refused() -> None:
    emit = dialect("asl").emit
    assert emit
    with pytest.raises(UsageError, match="cannot be said in JSONata"):
        emit(graph_of(DIFY))
