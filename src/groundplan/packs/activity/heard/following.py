"""A question that changes the one before: what it says anew stands in place of what was said of the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from groundplan.packs.activity.heard.spans import Heard, Span


def following(before: Heard, now: Heard) -> Heard:
    """Both as one question."""
    anew = {slot for span in now.spans for slot in _slots(span)}
    kept = [span for span in before.spans if not anew & {*_slots(span)}]
    shift = len(before.text) + 2
    moved = [replace(span, start=span.start + shift, end=span.end + shift) for span in now.spans]
    return Heard(f"{before.text}; {now.text}", (*kept, *moved), (*before.unknown, *now.unknown))


def _slots(span: Span) -> Iterator[str]:
    """What a span says something of, where a question says that once."""
    if span.mark is not None and span.mark.kind in ("period", "limit", "grain", "number"):
        yield span.mark.kind
    for one in span.of("name", "value", "grain"):
        yield f"{one.kind} {one.name if one.kind == 'value' else one.dataset}"
