"""Context -> the same context with `retrieval` and a line in `audit`; rules alone, and nothing is called."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from groundplan.errors import UsageError
from groundplan.packs.activity.retrieval.nouns import (
    Capabilities,
    Filters,
    Intent,
    Reasoning,
    Retrieval,
    RetrievalPlan,
    RetrievalQuery,
)
from groundplan.plan import folder


@lru_cache(maxsize=1)
def rules() -> Mapping[str, Any]:
    """The plans of each intent, the limits and the errors."""
    return dict(folder.load(Path(__file__).with_name("plans.yaml")))


def capabilities() -> Capabilities:
    """What a host may expect."""
    return Capabilities(**rules()["capabilities"])


def planned(
    context: Mapping[str, Any],
    cancelled: Callable[[], bool] = lambda: False,
    clock: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> dict[str, Any]:
    """A new context; the one that is given stays as it is."""
    begun = time.perf_counter()
    _within_limits(context)
    if cancelled():
        raise UsageError("the planner was cancelled before it began; run it again.")
    made = retrieval(_reasoning(context))
    plain = made.model_dump(mode="json", exclude_none=True)
    after = copy.deepcopy(dict(context))
    after["retrieval"] = {**after.get("retrieval", {}), **plain}
    run = {
        "timestamp": clock().isoformat(), "agent_id": rules()["agent"]["id"], "version": rules()["agent"]["version"],
        "status": "success", "duration_ms": round((time.perf_counter() - begun) * 1000, 3),
        "keys_written": ["retrieval.plans", "retrieval.queries"],
        "metrics": {"plans": len(made.plans), "queries": len(made.queries), "llm_calls": 0},
    }  # fmt: skip
    audit = after.get("audit") or {}
    after["audit"] = {**audit, "agent_runs": [*audit.get("agent_runs", ()), run]}
    return after


def retrieval(reasoning: Reasoning) -> Retrieval:
    """Plans by priority, those of one priority in the order of the intents, each once; a query for each source."""
    if not reasoning.intents:
        raise UsageError(rules()["errors"]["intents"])
    if not reasoning.hypotheses:
        raise UsageError(rules()["errors"]["hypotheses"])
    entities = {name: _texts(name, held) for name, held in reasoning.entities.items()}
    found: list[RetrievalPlan] = []
    for intent in reasoning.intents:
        for plan in _plans(intent, entities):
            if not any(plan == one.model_copy(update={"id": ""}) for one in found):
                found.append(plan.model_copy(update={"id": f"plan{len(found)}"}))
    if not found:
        raise UsageError(rules()["errors"]["plans"].format(cut=rules()["cut"]))
    plans = tuple(sorted(found, key=lambda plan: -plan.priority))
    return Retrieval(plans=plans, queries=tuple(query for plan in plans for query in _queries(plan)))


def _plans(intent: Intent, entities: Filters) -> Iterator[RetrievalPlan]:
    if intent.confidence < rules()["cut"]:
        return
    for said in rules()["intents"].get(intent.type, rules()["otherwise"]):
        given = {name: entities[name] for name in said.get("filters", ()) if name in entities}
        usual = {name: tuple(held) for name, held in said.get("defaults", {}).items()}
        yield RetrievalPlan(
            id="", description=said["description"], sources=(said["source"],), filters=usual | given,
            priority=said["priority"],
        )  # fmt: skip


def _queries(plan: RetrievalPlan) -> Iterator[RetrievalQuery]:
    """One for each source; of the first the plan's own name, of others with theirs."""
    for place, source in enumerate(plan.sources):
        id = f"{plan.id}_query" if place == 0 else f"{plan.id}_query_{source}"
        yield RetrievalQuery(id=id, query_string=query_string(plan), source=source, filters=plan.filters)


def query_string(plan: RetrievalPlan) -> str:
    """The description, then each filter with its values: `projects:a,b dates:last week`."""
    said = (f"{name}:{','.join(plan.filters[name])}" for name in rules()["order"] if plan.filters.get(name))
    return " ".join([plan.description, *said])


def with_results(context: Mapping[str, Any], results: Mapping[str, Any]) -> dict[str, Any]:
    """A new context whose queries hold what they gave, by their ids."""
    after = copy.deepcopy(dict(context))
    for query in after.get("retrieval", {}).get("queries", ()):
        if query["id"] in results:
            query["results"] = copy.deepcopy(results[query["id"]])
    return after


def _reasoning(context: Mapping[str, Any]) -> Reasoning:
    held = context.get("reasoning") or {}
    try:
        return Reasoning.model_validate({name: value for name, value in held.items() if value is not None})
    except (ValidationError, AttributeError, TypeError) as error:
        told = error.errors()[0] if isinstance(error, ValidationError) else {"loc": (), "msg": "no object"}
        place = ".".join(map(str, ("reasoning", *told["loc"])))
        raise UsageError(f"{place} of the context cannot be read ({told['msg']}); see the contract.") from error


def _texts(name: str, held: Any) -> tuple[str, ...]:
    if isinstance(held, str):
        return (held,)
    if isinstance(held, (list, tuple)) and all(isinstance(one, str) for one in held):
        return tuple(held)
    if name in rules()["order"]:
        raise UsageError(f"reasoning.entities.{name} of the context is no list of texts; see the contract.")
    return ()


def _within_limits(context: Mapping[str, Any]) -> None:
    """No namespace that nobody knows, none too large."""
    if not isinstance(context, Mapping):
        raise UsageError("the context is no JSON object; give one with the namespace `reasoning`.")
    limits = rules()["limits"]
    unknown = [name for name in context if name not in rules()["namespaces"]]
    if unknown:
        raise UsageError(f"{unknown[0]!r} is no namespace of a context; there is {', '.join(rules()['namespaces'])}.")
    sizes = {name: len(json.dumps(held, ensure_ascii=False).encode()) for name, held in context.items()}
    large = [name for name, size in sizes.items() if size > limits["namespace"]]
    if large or sum(sizes.values()) > limits["whole"]:
        what = f"the namespace {large[0]!r}" if large else "the context"
        most = limits["namespace" if large else "whole"]
        raise UsageError(f"{what} is larger than {most:,} bytes; store artefacts outside and refer to them.")
    for name, held in context.items():
        lists = held.items() if isinstance(held, Mapping) else ()
        for key, items in lists:
            if isinstance(items, (list, tuple)) and len(items) > limits["items"]:
                raise UsageError(f"{name}.{key} holds more than {limits['items']:,} items; keep the latest.")


def as_json(text: str) -> str:
    """JSON in, JSON out: what `groundplan plan --contract retrieval` does."""
    try:
        context = json.loads(text)
    except ValueError as error:
        raise UsageError(f"the context is no JSON ({error}); give one object.") from error
    return json.dumps(planned(context), ensure_ascii=False)
