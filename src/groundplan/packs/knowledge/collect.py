"""Results of the steps -> Facts: what the ends of the chains found, complete; then what the search found."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.contracts import Facts, Item, Meta, Plan
from groundplan.pack import Source
from groundplan.packs.knowledge.schema import SEARCH


def facts(plan: Plan, results: Mapping[str, Any], source: Source) -> Facts:
    """One payload of all ends; nothing is cut off here, limits are the renderer's."""
    read = {need for step in plan.steps for need in step.needs if step.tool != SEARCH}
    ends = [step for step in plan.steps if step.id not in read and results.get(step.id) is not None]
    payloads = [results[step.id] for step in ends]
    items = _once([item for payload in payloads for item in payload["items"]])
    coverage = min((payload["coverage"] for payload in payloads), default=1.0)
    return Facts(
        found=bool(items),
        items=tuple(_item(item) for item in items),
        groups=_groups(items),
        meta=Meta(coverage=coverage, read=sum(len(r["items"]) for r in results.values() if r), notes=source.notes),
        sources=tuple(item["id"] for item in items),
    )


def _item(item: Mapping[str, Any]) -> Item:
    return Item(type=item["type"], name=item["name"], text=item["text"])


def _once(items: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    return list({item["id"]: item for item in reversed(items)}.values())[::-1]


def _groups(items: Sequence[Mapping[str, Any]]) -> tuple[tuple[str, tuple[Item, ...]], ...]:
    """Items by where they were reached from, where the plan wants them told apart."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        for origin in item["from"]:
            if origin["grouped"]:
                groups.setdefault(origin["name"], []).append(_item(item))
    return tuple((title, tuple(held)) for title, held in groups.items())
