"""Two of a kind that are set side by side: projects, people, periods."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from groundplan.packs.activity.heard.page import Page
from groundplan.packs.activity.heard.spans import Span


def side_by_side(page: Page) -> list[str]:
    """Two of one kind that are named side by side, so that each is a group."""
    if not page.cues("compare", "versus", "or"):
        return []
    names = [m for span in page.free("name") for m in span.of("name")[:1]]
    for dataset, path in (("projects", page.project), ("authors", page.person)):
        if sum(one.dataset == dataset for one in names) > 1:
            page.use(*page.cues("compare", "versus", "or"))
            return [path()]
    return []


def periods_apart(page: Page) -> list[str]:
    """Two periods that are set side by side."""
    spans = [span for span in page.cues("period") if span.mark and span.mark.period]
    parts = [part for span in spans for part in _parts(span)]
    set_apart = any(
        span.mark and span.mark.period and (span.mark.period.apart or span.mark.period.compared) for span in spans
    )
    if len(parts) < 2 or not (set_apart or page.cues("compare", "versus") or len(spans) > 1):
        return []
    if len({page.time(span) for span in spans}) > 1:
        return []  # created in January, resolved in February
    page.use(*spans, *page.cues("compare", "versus"))
    time = page.time(spans[0])
    return [f"({' or '.join(f'{time} in {low}..{high}' for low, high in parts)})"]


def _parts(span: Span) -> list[tuple[Any, Any]]:
    period = span.mark.period if span.mark else None
    assert period is not None
    if len(period.parts) > 1:
        return [(low, high) for low, high in period.parts]
    return [(period.low, period.high)] if period.low and period.high else []


def grain_of(page: Page, compared: Sequence[str]) -> str:
    """The unit of time that two periods are."""
    first = compared[0].strip("()").split(" or ")[0]
    time, _, span = first.partition(" in ")
    low, high = (date.fromisoformat(one) for one in span.split(".."))
    days = (high - low).days + 1
    grain = next(
        (name for most, name in ((1, "day"), (7, "week"), (31, "month"), (92, "quarter")) if days <= most), "year"
    )
    return f"{grain}({time})"
