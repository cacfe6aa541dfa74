"""By what is grouped."""

from __future__ import annotations

from groundplan.packs.activity.heard.lexicon import said
from groundplan.packs.activity.heard.page import Page, Unreadable
from groundplan.packs.activity.heard.spans import Span

GRAINS = ("year", "quarter", "month", "week", "day", "hour", "weekday", "month_of_year", "hour_of_day")
NAMED = {"jobs": "name", "files": "path", "pipelines": "ref"}
"""What rows of a kind are told apart by, where they are counted."""


def keys_of(page: Page) -> list[str]:
    """By what is grouped."""
    keys = []
    for one in [one for one in page.heard.spans if one not in page.used and (one.of("grain") or one.cue("grain"))]:
        own = one.of("grain")
        label = own[0].name if own else one.mark.label if one.mark else ""
        if label in GRAINS:
            page.use(one)
            keys.append(f"{label}({page.time(one)})")
    for cue in page.cues("each", "key"):
        behind = page.after(cue)
        if behind is None or behind.of("name"):
            continue
        span: Span = behind
        if span.cue("whole"):
            left_whole(page, cue, span)
            continue
        if page.base in {m.dataset for m in span.of("noun")} and page.base not in NAMED:
            page.use(cue, span)  # points per issue, authors by commits
            continue
        key = key_of(page, span)
        if key:
            page.use(cue, span)
            keys.append(key)
            more = page.after(span)
            if more is not None and _joins(page, span, more) and (second := key_of(page, more)):
                page.use(more)
                keys.append(second)
    return list(dict.fromkeys(keys))


def left_whole(page: Page, *cues: Span) -> None:
    """`across all projects and states`: nothing is left out."""
    page.use(*cues)
    span = page.after(cues[-1])
    while (
        span is not None and (span.of("noun", "field", "people") or span.cue("idle", "whole")) and not span.of("name")
    ):
        page.use(span)
        following = page.after(span)
        span = following if following is not None and _joins(page, span, following) else None


def _joins(page: Page, one: Span, other: Span) -> bool:
    return page.heard.text[one.end : other.start].strip().lower() in said()["joining"]


def key_of(page: Page, span: Span) -> str:
    """What a word names as a key of these rows."""
    for m in span.of("people"):
        if m.dataset in ("", page.base):
            return m.name or page.person()
    for m in span.of("field"):
        if m.dataset == page.base:
            return m.name
        if not m.dataset and page.dataset.field(m.name):
            return m.name
        if m.dataset == "files" and page.base == "commits":
            return page.path(m.dataset, m.name)
    for m in span.of("noun"):
        if m.dataset == "projects":
            return page.project()
        if m.dataset == "authors":
            return page.person()
        if m.dataset in NAMED and m.dataset == page.base:
            return NAMED[page.base]
        if m.dataset != page.base:
            try:
                return page.path(m.dataset, "path" if m.dataset == "files" else "")
            except Unreadable:
                continue
    for m in span.of("value"):
        if m.dataset == page.base and span.cue("each"):
            return m.name
    return ""
