"""Whatever is broken in a graph, it is read to the end, and every finding has its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from broken_graphs import WHOLE, documents, judged
from graphs_seen import REVIEWS, tool
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from groundplan.packs.workflows.graph import read
from groundplan.packs.workflows.graph.contract import Graph
from groundplan.packs.workflows.graph.dialects import DIALECTS

COUNT = 150
FEW = settings(max_examples=COUNT, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])


@FEW
@given(documents())
def test_a_broken_document_is_read_and_its_faults_have_places(document: Any) -> None:
    judged(document)


@FEW
@given(st.sampled_from(WHOLE).map(json.dumps), st.integers(0, 10_000), st.text(max_size=3))
def test_a_broken_text_is_read_and_its_faults_have_places(text: str, at: int, put: str) -> None:
    at %= len(text)
    judged(text[:at] + put + text[at + 1 :])


@FEW
@given(documents())
def test_what_is_left_of_a_broken_graph_is_written_and_read_back(document: Any) -> None:
    graph = read(document, mend=True).graph
    if not isinstance(graph, Graph) or any(node.id == "" for node in graph.nodes):
        return
    for one in DIALECTS:
        if one.ours and one.emit and read(document, mend=True).errors == ():
            assert read(json.dumps(one.emit(graph))).graph == graph, one.name


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "nothing"),
        ("{", "line 1, column 2"),
        ("[" * 5000, "nested"),
        ('{"nodes": ' * 100 + "1" + "}" * 100, "nested more than 60 deep"),
        ('{"nodes": [], "nodes": []}', "'nodes' stands twice"),
        ('{"nodes": NaN}', "NaN is not JSON"),
        ('{"nodes": 1e999}', "too large a number"),
        ('{"nodes": 1' + "0" * 5000 + "}", "digits"),
        ("nodes: [a\nedges: }", "line 2"),
        ("- a\n- b", "a graph is an object"),
        (
            "a: &a [1,1,1,1,1,1,1,1,1]\n"
            + "".join(f"{y}: &{y} [{','.join(['*' + x] * 9)}]\n" for x, y in zip("abcdefg", "bcdefgh", strict=True)),
            "more than 500,000 values",
        ),
    ],
)
def test_a_text_that_holds_no_graph_says_where(text: str, words: str) -> None:
    (one,) = read(text).errors
    assert one.code == "syntax" and (words == "nothing" or words in one.message)


def test_a_graph_of_a_thousand_nodes_is_read_in_a_moment() -> None:
    nodes = [tool(f"n{number}", "t", x=f"$.n{max(0, number - 1)}.y" if number else 1) for number in range(1000)]
    edges = [{"source": f"n{number}", "target": f"n{number + 1}"} for number in range(999)]
    found = read({**REVIEWS, "nodes": nodes, "edges": edges, "entry_point": "n0"})
    assert found.errors == () and len(found.graph.nodes) == 1000
