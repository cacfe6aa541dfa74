"""Nodes that call no operation: texts, requests, questions to a model, an agent that may only read."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from workshop import Workshop

from groundplan.contracts import Plan, Step
from groundplan.errors import StepError
from groundplan.execute import LocalExecutor
from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.catalogue.nodes import NONE, fill_text
from groundplan.packs.workflows.catalogue.rehearsal import rehearsed
from groundplan.packs.workflows.graph import Executor, Graph, Route, Router, to_plan
from groundplan.packs.workflows.graph.contract import Call, Edge, Model, Request
from groundplan.packs.workflows.settings import CatalogueSettings
from llm_server import Unruly, fails, says


def opened(workshop: Workshop, folder: Path, **settings: Any) -> Opened:
    chosen = CatalogueSettings(base_url=workshop.base, call_timeout=5.0, call_tries=1, secret={}, **settings)
    return open_catalogue((str(workshop.document(folder)),), folder, chosen)


def asked(workshop: Workshop, folder: Path, unruly: Unruly) -> Opened:
    return opened(workshop, folder, model_url=unruly.base_url, model="m")


def run(graph: Graph, source: Opened, approved: bool = False, **inputs: Any) -> Any:
    plan = to_plan(graph, source.tools)
    return asyncio.run(LocalExecutor().execute(plan, source.catalogue, source, approved=approved, inputs=inputs))


def test_a_text_is_filled_in_one_pass() -> None:
    assert fill_text("Dear {{name}}, {{n}} left", {"name": "{{n}}", "n": 2}) == "Dear {{n}}, 2 left"
    with pytest.raises(StepError, match="no value for 'name'; it has n"):
        fill_text("{{name}}", {"n": 1, "name": None})


def test_an_llm_node_asks_the_endpoint_with_its_budget(workshop: Workshop, tmp_path: Path, unruly: Unruly) -> None:
    unruly.will(says('{"text": "Dear Ada"}'))
    model = Model(prompt="Greet {{get.name}}.", system="In one line.", max_tokens=50)
    graph = Graph(
        entry="get", edges=(Edge(source="get", target="greet"),),
        nodes=(Executor(id="get", mode="tool", calls=(Call(tool="getCustomer", parameters={"id": "C-1"}),)),
               Executor(id="greet", mode="llm", model=model, inputs={"get.address": "address"})),
    )  # fmt: skip
    source = asked(workshop, tmp_path, unruly)
    outcome = run(graph, source)
    source.close()
    assert outcome.results["greet"] == "Dear Ada", outcome.findings
    told = unruly.bodies[0]["messages"][1]["content"]
    assert "Greet Customer 1." in told and "In one line." in told and '"city": "Bonn"' in told
    assert unruly.bodies[0]["max_tokens"] == 50 and unruly.bodies[0]["temperature"] == 0


def test_without_a_model_there_is_a_finding(workshop: Workshop, tmp_path: Path) -> None:
    from groundplan.packs.workflows.catalogue.nodes import no_model
    from groundplan.packs.workflows.catalogue.rehearsal import _brief

    source = opened(workshop, tmp_path)
    plan = Plan(goal="", steps=(Step(id="write", tool="llm", args={"prompt": "Hi"}),))
    (found,) = no_model(plan, _brief(plan, source, {}))
    assert found.step == "write" and "GROUNDPLAN_MODEL_URL" in found.help
    with pytest.raises(StepError, match="no language model is set"):
        source.implementations["llm"](prompt="Hi")
    source.close()


@pytest.mark.parametrize(("answer", "way"), [("urgent", "call"), (NONE, "file"), ("nonsense", "file")])
def test_a_router_by_a_model_takes_one_of_its_ways(
    workshop: Workshop, tmp_path: Path, unruly: Unruly, answer: str, way: str
) -> None:
    unruly.will(says(json.dumps({"choice": answer})))
    graph = Graph(
        entry="sort", inputs={"mail": "string"},
        nodes=(Router(id="sort", mode="llm", model=Model(prompt="How urgent is {{mail}}?"), default="file",
                      routes=(Route(target="call", label="urgent"),)),
               *(Executor(id=id, mode="tool", calls=(Call(tool="listBikes"),)) for id in ("call", "file"))),
    )  # fmt: skip
    source = asked(workshop, tmp_path, unruly)
    outcome = run(graph, source, mail="It burns")
    source.close()
    assert not outcome.findings
    assert {id for id in ("call", "file") if outcome.results[id] is not None} == {way}


def test_an_agent_reads_with_its_tools_until_it_knows(workshop: Workshop, tmp_path: Path, unruly: Unruly) -> None:
    call = {"call": {"tool_name": "getCustomer", "parameters": {"id": "C-3"}}, "text": None}
    unruly.will(says(json.dumps(call)), says('{"call": null, "text": "Ulm"}'))
    graph = Graph(
        entry="find",
        nodes=(Executor(id="find", mode="agent", model=Model(prompt="Where does C-3 live?"), tools=("getCustomer",)),),
    )
    source = asked(workshop, tmp_path, unruly)
    outcome = run(graph, source)
    source.close()
    assert outcome.results["find"] == "Ulm" and workshop.called("GET /customers/C-3") == 1
    assert "Ulm" in unruly.bodies[1]["messages"][1]["content"]


def test_an_agent_comes_to_an_end_and_never_writes(workshop: Workshop, tmp_path: Path, unruly: Unruly) -> None:
    call = {"call": {"tool_name": "getCustomer", "parameters": {"id": "C-3"}}, "text": None}
    unruly.will(says(json.dumps(call)), says(json.dumps(call)), says('{"call": null, "text": null}'))
    source = asked(workshop, tmp_path, unruly)
    agent = source.implementations["agent"]
    with pytest.raises(StepError, match="did not come to an end in 2 calls"):
        agent(prompt="Go on", tools=["getCustomer"], max_iterations=2)
    assert workshop.called("GET /customers/C-3") == 2
    with pytest.raises(StepError, match="may only read, and 'releaseBike' does not"):
        agent(prompt="Go on", tools=["releaseBike"])
    plan = Plan(goal="", steps=(Step(id="a", tool="agent", args={"prompt": "Go", "tools": ["releaseBike"]}),))
    (found,) = asyncio.run(rehearsed(plan, source, LocalExecutor(), {}, {})).findings
    source.close()
    assert found.code == "workflows/agent-that-writes"


def test_a_model_that_fails_is_a_failed_step(workshop: Workshop, tmp_path: Path, unruly: Unruly) -> None:
    unruly.will(fails(401, "no key"))
    graph = Graph(entry="x", nodes=(Executor(id="x", mode="llm", model=Model(prompt="Hi")),))
    source = asked(workshop, tmp_path, unruly)
    (found,) = run(graph, source).findings
    source.close()
    assert "cannot be asked" in found.message and "check the key" in found.message


def test_an_http_node_is_approved_and_goes_nowhere_private(workshop: Workshop, tmp_path: Path) -> None:
    request = Request(url=f"{workshop.base}/customers/C-2?x=1", headers={"X-Note": "hi"})
    graph = Graph(entry="get", nodes=(Executor(id="get", mode="http", request=request),))
    source = opened(workshop, tmp_path)
    assert run(graph, source).findings[0].code == "needs-approval"
    outcome = run(graph, source, approved=True)
    assert outcome.results["get"]["id"] == "C-2", outcome.findings
    for host in ("127.0.0.2", "169.254.169.254", "10.0.0.1"):
        with pytest.raises(StepError, match="private network or this machine"):
            source.implementations["http"](url=f"http://{host}:1/x")
    with pytest.raises(StepError, match="no address that is called"):
        source.implementations["http"](url="file:///etc/passwd")
    source.close()


def test_a_rehearsal_asks_nobody(workshop: Workshop, tmp_path: Path, unruly: Unruly) -> None:
    steps = (
        Step(id="write", tool="llm", args={"prompt": "Greet"}),
        Step(id="way", tool="choose", args={"prompt": "Which?", "labels": ["a", "b"]}),
        Step(id="put", tool="http", args={"url": "https://example.com/x", "method": "POST"}, when="way == 'a'",
             needs=("way",)),
        Step(id="text", tool="fill_text", args={"text": "So: {{t}}", "values": {"t": {"$ref": "write.result"}}}),
    )  # fmt: skip
    source = asked(workshop, tmp_path, unruly)
    found = asyncio.run(rehearsed(Plan(goal="", steps=steps), source, LocalExecutor(), {}, {"write": "Hello"}))
    source.close()
    assert not found.findings and not unruly.bodies and found.approvals == ("put",)
    assert {step.step: step.gives for step in found.steps}["text"] == "So: Hello"
