"""Drawings, differences and programs: what a person sees of a graph."""

from __future__ import annotations

import ast
import copy
import json
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from graphs_seen import ASL, FOREIGN, ORCHESTRATOR, OURS, PREMIUM, REVIEWS, RUNTIME, SCHEMA, WELCOME, graph_of, tool

from groundplan.errors import UsageError
from groundplan.packs.workflows.graph import diff, mermaid, read, svg
from groundplan.packs.workflows.graph.dialects import TEXTS

EVERY: dict[str, Any] = {**OURS, **FOREIGN}
program = TEXTS["langgraph"]


def test_mermaid_shows_nodes_routes_and_conditions() -> None:
    assert mermaid(graph_of(PREMIUM)).splitlines() == [
        "flowchart TD",
        '    n0["look_up<br/>tool get_user"]',
        '    n1{"tier<br/>router, deterministic"}',
        '    n2["thank<br/>tool send_email"]',
        '    n3["offer<br/>tool send_email"]',
        '    n4["note<br/>tool log"]',
        '    n5["done<br/>tool log"]',
        "    n0 --> n1",
        "    n2 --> n5",
        "    n3 --> n5",
        "    n4 --> n5",
        '    n1 -->|"look_up.tier == #39;premium#39;"| n2',
        '    n1 -->|"look_up.tier == #39;basic#39; #124;#124; look_up.age #62; 60"| n3',
        '    n1 -->|"default"| n4',
    ]


@pytest.mark.parametrize("document", EVERY.values(), ids=EVERY)
def test_svg_is_well_formed_and_shows_every_node(document: Any) -> None:
    graph = graph_of(document)
    root = ElementTree.fromstring(svg(graph))
    texts = [one.text for one in root.iter() if one.tag.endswith("text")]
    assert all(node.id in texts for node in graph.nodes)


def test_text_in_a_drawing_is_never_markup() -> None:
    document = copy.deepcopy(WELCOME)
    document["nodes"][0]["id"] = document["entry_point"] = '"]<script>\x07'
    graph = read(document).graph
    assert "<script>" not in mermaid(graph) and "<script>" not in svg(graph)
    assert ElementTree.fromstring(svg(graph)) is not None


def test_a_difference_is_told_in_words() -> None:
    after = copy.deepcopy(PREMIUM)
    after["nodes"][3]["config"]["tool_calls"][0]["parameters"]["body"] = "Another offer"
    after["nodes"][1]["config"]["routes"][2]["target"] = "done"
    after["nodes"][4] = tool("archive", "store")
    after["edges"][3] = {"source": "done", "target": "archive"}
    assert diff(graph_of(PREMIUM), graph_of(after)).splitlines() == [
        "- node note (tool log)",
        '~ node tier: default "note" -> "done"',
        '~ node offer: calls.0.parameters.body "An offer" -> "Another offer"',
        "+ node archive (tool store)",
        "- edge note -> done",
        "- edge tier -> note when default",
        "+ edge done -> archive",
        "+ edge tier -> done when default",
    ]
    assert diff(graph_of(PREMIUM), graph_of(PREMIUM)) == ""


# ------------------------------------------------------------------ LangGraph

RUN = """
import json, sys
names, wanted = {{}}, json.loads(sys.argv[1])
exec(compile(open({path!r}).read(), "program", "exec"), names)
made = []
def tool(name):
    def run(**given):
        made.append([name, given])
        return wanted["gives"].get(name)
    return run
tools = {{name: tool(name) for name in wanted["tools"]}}
asked = iter(wanted.get("answers", []))
graph = names["build"](tools, lambda **given: (made.append(["ask", given.get("prompt")]), next(asked))[1])
found = graph.invoke({{"inputs": wanted["inputs"]}})
print(json.dumps({{"made": made, "results": found["results"]}}))
"""


def ran(graph: Any, tmp_path: Path, **wanted: Any) -> dict[str, Any]:
    """What the program of a graph does with the real LangGraph, in a process of its own."""
    path = tmp_path / "program.py"
    path.write_text(program(graph), "utf-8")
    code = RUN.format(path=str(path))
    told = subprocess.run([sys.executable, "-c", code, json.dumps(wanted)], capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, told.stderr
    result: dict[str, Any] = json.loads(told.stdout)
    return result


@pytest.mark.parametrize("document", [WELCOME, REVIEWS, SCHEMA, RUNTIME, ORCHESTRATOR, ASL], ids=range(6))
def test_a_program_compiles(document: Any) -> None:
    compile(program(graph_of(document)), "program", "exec")


def test_a_program_takes_the_right_branch_and_fills_its_texts(tmp_path: Path) -> None:
    user = {"tier": "premium", "age": 30, "email": "a@b.example", "name": "Ann"}
    tools = ["get_user", "send_email", "log"]
    found = ran(
        graph_of(PREMIUM), tmp_path, tools=tools, gives={"get_user": user}, inputs={"user_id": 7, "shop": "Pet's"}
    )
    assert found["made"] == [
        ["get_user", {"id": 7}],
        ["send_email", {"to": "a@b.example", "body": "Thank you, Ann, from Pet's!"}],
        ["log", {"level": "end"}],
    ]


def test_a_program_waits_where_branches_join(tmp_path: Path) -> None:
    found = ran(
        graph_of(ORCHESTRATOR), tmp_path, tools=[], gives={}, inputs={}, answers=["one", "two", "three", "four"]
    )
    asked = [prompt for _, prompt in found["made"]]
    assert len(asked) == 4 and set(asked[1:3]) == {"For: one", "Against: one"}
    assert asked[3] in ("Weigh two and three", "Weigh three and two")


def test_a_program_runs_a_node_for_every_item(tmp_path: Path) -> None:
    user = {"tier": "x", "orders": [{"id": 1}, {"id": 2}]}
    found = ran(graph_of(ASL), tmp_path, tools=["get_user", "ship"], gives={"get_user": user}, inputs={"user_id": 7})
    assert [given for name, given in found["made"] if name == "ship"] == [{"order": 1}, {"order": 2}]


def test_no_text_of_a_graph_becomes_code() -> None:
    graph = graph_of(WELCOME).model_copy(update={"description": '"""\nimport os\n"""__DATA__ \\', "name": "x"})
    node = graph.nodes[0].model_copy(update={"id": "a'); import os #", "description": '__WIRING__\'"""'})
    text = program(graph.model_copy(update={"nodes": (node,), "entry": node.id}))
    imported = {name.name for part in ast.walk(ast.parse(text)) if isinstance(part, ast.Import) for name in part.names}
    assert imported == {"json", "operator", "re", "cel"}


def test_code_is_not_put_into_a_program() -> None:
    document = {
        "id": "g",
        "entry_node": "a",
        "edges": [],
        "nodes": {"a": {"id": "a", "type": "executor", "executor_type": "python", "config": {"code": "1"}}},
    }
    with pytest.raises(UsageError, match="never run"):
        program(read(document).graph)
