"""Spec 4's planner: plans, order, filters, errors, audit, and that nothing but the context decides."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
import time
import tracemalloc
from datetime import UTC, datetime
from typing import Any

import pytest

from groundplan.errors import UsageError
from groundplan.packs.activity.retrieval.planner import as_json, capabilities, planned, with_results

H = [{"id": "h0", "description": "Retrieve commit data", "dependencies": []}]
PROJECTS, DATES, STATUSES = {"projects": ["repo1"]}, {"dates": ["last week"]}, {"statuses": ["open"]}


def context(*intents: tuple[str, float], **entities: list[str]) -> dict[str, Any]:
    found = [{"type": kind, "confidence": sure} for kind, sure in intents]
    return {"reasoning": {"intents": found, "hypotheses": H, "entities": entities}}


def plans(*intents: tuple[str, float], **entities: list[str]) -> list[tuple[str, dict[str, list[str]], int]]:
    made = planned(context(*intents, **entities))["retrieval"]["plans"]
    return [(one["sources"][0], one["filters"], one["priority"]) for one in made]


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("query_commits", [("gitlab", PROJECTS | DATES, 10)]),
        ("query_issues", [("youtrack", PROJECTS | DATES | STATUSES, 10)]),
        ("query_analytics", [("gitlab", PROJECTS | DATES, 9), ("youtrack", PROJECTS | DATES, 9)]),
        ("query_status", [("gitlab", PROJECTS | DATES, 8), ("youtrack", PROJECTS | DATES | STATUSES, 8)]),
        ("request_help", [("generic", {}, 5)]),
    ],
)
def test_each_intent_has_its_plans(kind: str, wanted: list[Any]) -> None:
    assert plans((kind, 0.9), **PROJECTS, **DATES, **STATUSES) == wanted


def test_status_has_defaults_where_nothing_is_said() -> None:
    assert plans(("query_status", 0.9)) == [
        ("gitlab", {"dates": ["last week"]}, 8), ("youtrack", {"statuses": ["open", "in-progress"]}, 8),
    ]  # fmt: skip


def test_the_query_says_description_and_filters_in_their_order() -> None:
    made = planned(context(("query_issues", 1), statuses=["open", "in-progress"], projects=["a", "b"], dates=[]))
    query = made["retrieval"]["queries"][0]
    assert query["query_string"] == "Retrieve issue data from YouTrack projects:a,b statuses:open,in-progress"
    assert (query["id"], query["source"]) == ("plan0_query", "youtrack") and "results" not in query
    filled = with_results(made, {"plan0_query": [1, 2]})
    assert filled["retrieval"]["queries"][0]["results"] == [1, 2] and "results" not in query


def test_plans_are_sorted_by_priority_and_ties_stay() -> None:
    both = plans(("query_status", 0.9), ("query_issues", 0.4), ("query_commits", 0.8))
    assert [one[0] for one in both] == ["youtrack", "gitlab", "gitlab", "youtrack"]
    assert [one[2] for one in both] == [10, 10, 8, 8]


def test_what_is_below_the_cut_is_left_out_and_what_is_said_twice_is_planned_once() -> None:
    assert [one[0] for one in plans(("query_issues", 0.2999), ("query_commits", 0.3), ("query_commits", 0.9))] == [
        "gitlab"
    ]


@pytest.mark.parametrize(
    ("reasoning", "error"),
    [
        ({}, "No intents found in context"),
        ({"intents": [], "hypotheses": H}, "No intents found in context"),
        ({"intents": [{"type": "query_commits", "confidence": 1}]}, "No hypotheses found in context"),
        ({"intents": [{"type": "query_commits", "confidence": 0.1}], "hypotheses": H}, "Empty retrieval plans"),
        ({"intents": [{"type": "query_commits", "confidence": 7}], "hypotheses": H}, "reasoning.intents.0.confidence"),
        ({"intents": [{"confidence": 1}], "hypotheses": H}, "reasoning.intents.0.type"),
    ],
)
def test_what_is_missing_is_said(reasoning: dict[str, Any], error: str) -> None:
    with pytest.raises(UsageError, match=error):
        planned({"reasoning": reasoning})


def test_the_context_is_left_as_it_is_and_others_work_stays() -> None:
    given = context(("query_commits", 0.9)) | {
        "enrichment": {"facts": [1]},
        "audit": {"agent_runs": [{"agent_id": "x"}]},
    }
    before = copy.deepcopy(given)
    after = planned(given, clock=lambda: datetime(2025, 1, 1, tzinfo=UTC))
    assert given == before and after["enrichment"] == {"facts": [1]}
    first, own = after["audit"]["agent_runs"]
    assert first == {"agent_id": "x"} and own["agent_id"] == "retrieval_planner" and own["status"] == "success"
    assert own["timestamp"].startswith("2025-01-01") and own["metrics"]["llm_calls"] == 0


def test_limits_of_a_context_hold_and_it_can_be_cancelled() -> None:
    good = context(("query_commits", 0.9))
    for more, told in (
        ({"llm": {"text": "x" * 2_200_000}}, "larger than"), ({"notes": {}}, "no namespace"),
        ({"enrichment": {"facts": [0] * 1001}}, "more than 1,000"),
    ):  # fmt: skip
        with pytest.raises(UsageError, match=told):
            planned(good | more)
    with pytest.raises(UsageError, match="cancelled"):
        planned(good, cancelled=lambda: True)


def test_a_thousand_shuffles_give_the_same() -> None:
    """Equal intents in another order give the same plans; keys in another order the same bytes."""
    kinds = [("query_commits", 0.9), ("query_issues", 0.8), ("query_analytics", 0.7), ("query_status", 0.6)]
    entities = {**PROJECTS, **DATES, **STATUSES}
    shuffled = random.Random(7)
    wanted, text = None, None
    for _ in range(1_000):
        shuffled.shuffle(kinds)
        names = list(entities)
        shuffled.shuffle(names)
        made = plans(*kinds, **{name: entities[name] for name in names})
        found = sorted(map(json.dumps, made))
        assert found == (wanted := wanted or found) and [one[2] for one in made] == [10, 10, 9, 9, 8, 8]
        fixed = planned(context(("query_issues", 1), **{name: entities[name] for name in names}))["retrieval"]
        assert json.dumps(fixed) == (text := text or json.dumps(fixed))


def test_it_is_small_and_quick() -> None:
    given = context(("query_status", 0.9), ("query_commits", 0.9), **PROJECTS)
    planned(given)
    tracemalloc.start()
    begun = time.perf_counter()
    for _ in range(100):
        planned(given)
    each = (time.perf_counter() - begun) / 100
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 1_000_000 and each < 0.08
    assert capabilities().model_dump() == {
        "SupportsParallelExecution": False, "SupportsRetry": True, "RequiresLLM": False, "IsDeterministic": True,
        "EstimatedDuration": "80ms",
    }  # fmt: skip


def test_json_goes_in_and_comes_out() -> None:
    made = json.loads(as_json(json.dumps(context(("query_commits", 0.9)))))
    assert made["retrieval"]["plans"][0]["id"] == "plan0"
    with pytest.raises(UsageError, match="no JSON"):
        as_json("{")


def test_the_command_reads_a_context_and_prints_it() -> None:
    def run(text: str) -> subprocess.CompletedProcess[str]:
        code = "import sys; from groundplan.cli import command; sys.argv[1:] = ['plan', '--contract', 'retrieval', '-']"
        return subprocess.run([sys.executable, "-c", f"{code}; command()"], input=text, capture_output=True, text=True)

    done = run(json.dumps(context(("query_commits", 0.9))))
    assert json.loads(done.stdout)["retrieval"]["queries"][0]["source"] == "gitlab" and done.returncode == 0
    failed = run(json.dumps({"reasoning": {}}))
    assert "error: No intents found in context" in failed.stderr and failed.returncode == 2
