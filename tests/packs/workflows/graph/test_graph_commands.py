"""`groundplan check` and `groundplan graph` over files of every dialect."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from graphs_seen import FOREIGN, OURS, PREMIUM, REVIEWS, WELCOME, tool

from command_line import Cli

pytest_plugins: list[str] = []
BAD = {
    "nodes": [{"id": "a", "type": "executor", "config": {"mode": "chat"}}, tool("b", "t")],
    "edges": [{"source": "a", "target": "b"}, {"source": "unknown", "target": "b"}],
    "entry_point": "a",
    "owner": "me",
}


@pytest.fixture
def bad(tmp_path: Path) -> Path:
    return saved(tmp_path, BAD)


def saved(folder: Path, document: object, name: str = "graph.json") -> Path:
    path = folder / name
    path.write_text(document if isinstance(document, str) else json.dumps(document), "utf-8")
    return path


@pytest.mark.parametrize("name", [*OURS, *FOREIGN])
def test_a_sound_graph_of_any_dialect_is_told_and_ends_well(cli: Cli, tmp_path: Path, name: str) -> None:
    said = cli("check", str(saved(tmp_path, {**OURS, **FOREIGN}[name])))
    assert (said.code, said.out.partition(":")[0]) == (0, "sound") and f"({name})" in said.out


def test_every_fault_is_told_at_once(cli: Cli, bad: Path) -> None:
    said = cli("check", str(bad))
    assert said.code == 1
    assert said.out.splitlines() == [
        "error[wrong-value]: nodes.0.config.mode: must be one of [agent, llm, tool]",
        "  help: write one of agent, llm, tool",
        'error[unknown-node]: edges.1.source: node_id "unknown" does not exist in nodes',
        "  help: there are a, b",
    ]
    assert said.err == "note[unmapped]: owner: no field of this dialect, kept as metadata\n"


def test_findings_as_json_have_a_pointer(cli: Cli, bad: Path) -> None:
    said = cli("check", str(bad), "--json")
    found = json.loads(said.out)
    assert said.code == 1 and said.err == ""
    assert [(one["at"], one["warning"]) for one in found] == [
        ("/nodes/0/config/mode", False),
        ("/edges/1/source", False),
        ("/owner", True),
    ]


def test_what_a_model_said_is_checked_as_it_is(cli: Cli, tmp_path: Path) -> None:
    reply = f"Here it is:\n```json\n{json.dumps({'reasoning': 'x', 'graph': WELCOME})}\n```\n"
    assert cli("check", str(saved(tmp_path, reply, "reply.md"))).code == 0


def test_a_broken_file_says_where(cli: Cli, tmp_path: Path) -> None:
    said = cli("check", str(saved(tmp_path, '{"nodes": [\n  {"id": "a",}\n]}')))
    assert said.code == 1 and "error[syntax]" in said.out and "line 2, column" in said.out


def test_a_model_may_be_given(cli: Cli, tmp_path: Path) -> None:
    document = json.dumps(REVIEWS).replace('"model": "small", ', "")
    path = str(saved(tmp_path, document))
    said = cli("check", path)
    assert said.code == 1 and said.out.count("error[no-model]") == 2
    assert cli("check", path, "--model", "small").code == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [('goal "x"\n\na = t()\n', "a plan is checked against data"), ("hello", "is no graph"), (None, "there is no file")],
)
def test_what_is_no_graph_is_misuse(cli: Cli, tmp_path: Path, text: str | None, words: str) -> None:
    path = saved(tmp_path, text, "x.txt") if text else tmp_path / "none.json"
    said = cli("check", str(path))
    assert said.code == 2 and words in said.err


@pytest.mark.parametrize(
    ("to", "starts"),
    [
        ("mermaid", "flowchart TD"),
        ("svg", "<svg"),
        ("asl", '{\n  "QueryLanguage"'),
        ("langgraph", '"""'),
        ("plan", "goal"),
        ("schema", '{\n  "id"'),
        ("prompt", '{\n  "entry_point"'),
        ("runtime", '{\n  "id"'),
        ("orchestrator", '{\n  "id"'),
    ],
)
def test_a_graph_is_written_in_another_way(cli: Cli, tmp_path: Path, to: str, starts: str) -> None:
    said = cli("graph", str(saved(tmp_path, PREMIUM)), "--to", to)
    assert said.code == 0 and said.out.startswith(starts) and said.err == ""


def test_what_was_mended_and_what_does_not_map_is_told_beside(cli: Cli, tmp_path: Path) -> None:
    document = {**WELCOME, "edges": [{"source": "greet", "target": "gone"}], "owner": "me"}
    said = cli("graph", str(saved(tmp_path, document)), "--to", "plan")
    assert said.code == 0 and said.out.startswith("goal") and "greet = send_email" in said.out
    assert said.err.splitlines() == [
        "note: mended dangling-edge: greet -> gone (one of its nodes does not exist)",
        "note: owner: no field of this dialect, kept as metadata",
    ]


def test_a_faulty_graph_is_drawn_and_not_translated(cli: Cli, bad: Path) -> None:
    assert cli("graph", str(bad)).out.startswith("flowchart TD")
    said = cli("graph", str(bad), "--to", "asl")
    assert said.code == 2 and "nodes.0.config.mode: must be one of" in said.err
    said = cli("graph", str(bad), "--to", "als")
    assert said.code == 2 and "there are mermaid, svg, asl" in said.err


def test_two_graphs_are_compared(cli: Cli, tmp_path: Path) -> None:
    one, two = saved(tmp_path, WELCOME), saved(tmp_path, json.dumps(WELCOME).replace("Welcome", "Hello"), "b.json")
    said = cli("graph", str(one), "--diff", str(two))
    assert said.out == '~ node greet: calls.0.parameters.subject "Welcome" -> "Hello"\n'
    assert cli("graph", str(one), "--diff", str(one)).out == "no change\n"
