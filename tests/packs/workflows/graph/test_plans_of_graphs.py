"""A graph as a plan and back: what both can say is equal after the way."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from graphs_seen import ASL, DIFY, ORCHESTRATOR, PREMIUM, REVIEWS, RUNTIME, SERVERLESS, WELCOME, graph_of, tool
from hypothesis import given, settings
from hypothesis import strategies as st

from groundplan.contracts import REF, Limits, Plan, Step, Tool
from groundplan.errors import UsageError
from groundplan.execute.condition import holds
from groundplan.execute.local import LocalExecutor
from groundplan.pack import Catalogue
from groundplan.packs.workflows.graph import from_plan, to_plan
from groundplan.packs.workflows.graph.contract import Executor, Graph, Router
from groundplan.plan.text import read, show

COUNT = 100


def steps(plan: Plan) -> dict[str, Step]:
    return {step.id: step for step in plan.steps}


def test_routers_are_conditions_references_are_references_and_edges_are_needs() -> None:
    found = steps(to_plan(graph_of(PREMIUM)))
    assert found["look_up"].args == {"id": {REF: "inputs.user_id"}}
    assert found["thank"].when == "look_up.tier == 'premium'"
    assert found["offer"].when == "!(look_up.tier == 'premium') && (look_up.tier == 'basic' || look_up.age > 60)"
    assert found["note"].when == ("!(look_up.tier == 'premium') && !(look_up.tier == 'basic' || look_up.age > 60)")
    assert found["done"].when is None and found["done"].needs == ("thank", "offer", "note")
    assert found["thank"].args == {"to": {REF: "look_up.result.email"}, "body": {REF: "thank_text.result"}}
    assert found["thank_text"].args["text"] == "Thank you, {{look_up.name}}, from {{shop}}!"
    assert found["thank_text"].args["values"] == {
        "look_up.name": {REF: "look_up.result.name"},
        "shop": {REF: "inputs.shop"},
    }


@pytest.mark.parametrize(
    ("tier", "age", "runs"),
    [("premium", 20, "thank"), ("basic", 20, "offer"), ("new", 61, "offer"), ("new", 20, "note")],
)
def test_exactly_one_branch_runs(tier: str, age: int, runs: str) -> None:
    """By the executor itself, over tools that are functions."""
    wanted = graph_of(PREMIUM)
    plain = [
        tool("look_up", "get_user"),
        *PREMIUM["nodes"][1:2],
        *(tool(id, "note", of=id) for id in ("thank", "offer", "note", "done")),
    ]
    plan = to_plan(graph_of({**PREMIUM, "nodes": plain}))
    assert [node.id for node in wanted.nodes] == [node["id"] for node in plain]
    done: list[str] = []
    tools = {name: Tool(name=name, description="", outputs=("result",)) for name in ("get_user", "note")}
    catalogue = Catalogue(tools, {"get_user": lambda: {"tier": tier, "age": age}, "note": lambda of: done.append(of)})
    outcome = asyncio.run(LocalExecutor().execute(plan, catalogue, Nothing()))
    assert outcome.findings == () and done == [runs, "done"]


class Nothing:
    model: Any = None
    names: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def get(self, name: str) -> Any:
        raise KeyError(name)

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    "document", [WELCOME, REVIEWS, PREMIUM, ORCHESTRATOR, RUNTIME, ASL, DIFY, SERVERLESS], ids=range(8)
)
def test_the_plan_of_a_graph_is_the_plan_of_its_graph_again(document: Any) -> None:
    plan = to_plan(graph_of(document))
    assert read(show(plan)) == plan
    assert to_plan(from_plan(plan)) == plan


@pytest.mark.parametrize("document", [PREMIUM, ORCHESTRATOR], ids=["premium", "orchestrator"])
def test_a_graph_that_says_what_a_plan_can_say_is_equal_after_the_way(document: Any) -> None:
    graph = graph_of(document)
    back = from_plan(to_plan(graph))
    named = {node.id: node.id for node in back.nodes}
    named |= {node.id: "tier" for node in back.nodes if isinstance(node, Router)}

    def said(node: Any) -> Any:
        return node.model_copy(update={"id": named.get(node.id, node.id)})

    assert {named[node.id]: said(node) for node in back.nodes} == {node.id: node for node in graph.nodes}
    assert {(named[e.source], named[e.target]) for e in back.links()} == {(e.source, e.target) for e in graph.links()}
    assert back.entry == graph.entry


def test_the_model_of_a_router_chooses_a_label() -> None:
    found = steps(to_plan(graph_of(RUNTIME)))
    assert found["triage"].tool == "choose" and found["triage"].args["labels"] == ["billing", "technical"]
    assert found["triage"].when == "!(read.spam == true)"
    assert found["drop"].when == "read.spam == true"
    assert found["bill"].when == "!(read.spam == true) && triage == 'billing'"
    for spam, answer, runs in (
        (True, None, "drop"),
        (False, "billing", "bill"),
        (False, "technical", "fix"),
        (False, "?", "fix"),
    ):
        results = {"read": {"spam": spam}, **({"triage": answer} if answer else {})}
        assert [id for id in ("drop", "bill", "fix") if holds(found[id].when or "true", results)] == [runs]


def test_several_calls_are_steps_one_after_another() -> None:
    found = to_plan(graph_of(REVIEWS)).steps
    calls = [step for step in found if step.id.startswith("call_back")]
    assert [(step.id, step.tool) for step in calls] == [
        ("call_back_1", "create_ticket"),
        ("call_back_text", "fill_text"),
        ("call_back", "send_email"),
    ]
    assert calls[2].needs[0] == "call_back_1" and {step.when for step in calls} == {"rate.stars < 3"}


@pytest.mark.parametrize(
    ("document", "words"),
    [
        (
            {
                "nodes": [
                    tool("a", "t"),
                    {
                        "id": "r",
                        "type": "router",
                        "config": {
                            "mode": "deterministic",
                            "routes": [
                                {"condition": "$.a.done == true", "target": "b"},
                                {"condition": "true", "target": "a"},
                            ],
                        },
                    },
                    tool("b", "t"),
                ],
                "edges": [{"source": "a", "target": "r"}],
                "entry_point": "a",
            },
            "a -> r -> a",
        ),
        (
            {
                "id": "g",
                "entry_node": "a",
                "edges": [],
                "nodes": {"a": {"id": "a", "type": "executor", "executor_type": "bash", "config": {"command": "ls"}}},
            },
            "never run",
        ),
    ],
)
def test_what_a_plan_cannot_say_is_refused(document: Any, words: str) -> None:
    from groundplan.packs.workflows.graph import read as read_graph

    with pytest.raises(UsageError, match=words):
        to_plan(read_graph(document).graph)


IDS = st.sampled_from([f"s{number}" for number in range(6)])


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Plans whose steps read what stands before them."""
    found: list[Step] = []
    for number in range(draw(st.integers(1, 6))):
        before = [step.id for step in found]
        names = st.sampled_from(
            [f"{id}.{output}" for id in before for output in ("result", "result.name", "rows")]
            + ["inputs.day", "source.x"]
        )
        value = st.one_of(
            st.integers(), st.text(max_size=6), st.just("{{s0.x}} and $.y"), names.map(lambda name: {REF: name})
        )
        args = draw(
            st.dictionaries(
                st.sampled_from(["a", "b", "prompt", "text", "url"]), value | st.lists(value, max_size=2), max_size=3
            )
        )
        whens = [
            None,
            "inputs.day > 3",
            *(f"{id}.x == 1" for id in before),
            *(f"!({id}.x == 1)" for id in before),
            *(f"!({id}.x == 1) && {id}.y" for id in before),
        ]
        found.append(
            Step(
                id=f"s{number}",
                tool=draw(st.sampled_from(["t", "llm", "agent", "http", "fill_text", "choose"])),
                args=args,
                needs=tuple(draw(st.lists(st.sampled_from(before), max_size=2, unique=True))) if before else (),
                when=draw(st.sampled_from(whens)),
                each=draw(st.none() | st.just([1, 2])),
                retry=draw(st.integers(0, 2)),
                why=draw(st.sampled_from(["", "because"])),
                satisfies=draw(st.sampled_from([(), ("x.y",)])),
                priority=draw(st.integers(0, 1)),
                timeout=draw(st.none() | st.just(2.5)),
            )
        )
    limits = draw(st.sampled_from([Limits(), Limits(steps=50), Limits(calls=3)]))
    return Plan(
        goal=draw(st.sampled_from(["", "do it"])),
        pack=draw(st.sampled_from(["", "workflows"])),
        steps=tuple(found),
        limits=limits,
    )


@settings(max_examples=COUNT, deadline=None, derandomize=True)
@given(plans())
def test_any_plan_is_equal_after_the_way_through_a_graph(plan: Plan) -> None:
    graph = from_plan(plan)
    assert isinstance(graph, Graph) and to_plan(graph) == plan


@pytest.mark.parametrize("kept", [3, {"limits": 3}, {"limits": {"steps": "x"}}, {"outputs": 3}])
def test_metadata_for_plans_that_is_of_no_use_is_refused_or_left(kept: Any) -> None:
    graph = graph_of(WELCOME).model_copy(update={"metadata": {"plan": kept}})
    if isinstance(kept, dict) and "limits" in kept:
        with pytest.raises(UsageError, match="metadata for plans cannot be used"):
            to_plan(graph)
    else:
        assert len(to_plan(graph).steps) == 2


def test_a_fallback_is_one_in_the_graph_too() -> None:
    steps = (
        Step(id="a", tool="t", fallback="b"),
        Step(id="b", tool="u"),
        Step(id="c", tool="v", args={"x": {REF: "a.result"}}),
    )
    plan = Plan(goal="x", steps=steps)
    assert to_plan(from_plan(plan)) == plan


def test_a_plan_of_two_beginnings_has_a_start() -> None:
    plan = Plan(
        goal="x", steps=(Step(id="a", tool="t"), Step(id="b", tool="t"), Step(id="c", tool="t", needs=("a", "b")))
    )
    graph = from_plan(plan)
    assert graph.entry == "start" and {e.target for e in graph.edges if e.source == "start"} == {"a", "b"}
    assert to_plan(graph) == plan


def test_a_request_and_a_question_are_nodes_of_their_modes() -> None:
    plan = Plan(
        goal="x",
        steps=(
            Step(id="get", tool="http", args={"url": "https://a.example", "method": "GET"}),
            Step(id="ask", tool="llm", args={"model": "m", "prompt": "hello", "inputs": {"page": {REF: "get.result"}}}),
        ),
        limits=Limits(steps=12),
    )
    graph = from_plan(plan)
    get, ask = graph.nodes
    assert isinstance(get, Executor) and isinstance(ask, Executor) and to_plan(graph) == plan
    assert (get.mode, ask.mode, ask.inputs) == ("http", "llm", {"get": "page"})
