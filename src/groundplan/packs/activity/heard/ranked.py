"""The groups with the most, and the rows that come first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.packs.activity.heard.conditions import conditions, with_also
from groundplan.packs.activity.heard.keys import NAMED, key_of
from groundplan.packs.activity.heard.lexicon import said
from groundplan.packs.activity.heard.page import Page, Unreadable
from groundplan.packs.activity.heard.parts import all_of
from groundplan.packs.activity.heard.spans import Span


def ranking(page: Page, what: str) -> Any:
    """The groups with the most, or the first rows: how to write them, once their keys are known."""
    grouped = [span for span in page.heard.spans if span.cue("most", "least")]
    limits = page.cues("limit")
    rows = page.cues("longest", "shortest", "latest", "earliest", "largest")
    rows += [span for span in limits if _row_cue(span)]
    orders = [span for span in page.cues("order") if not span.meanings and not grouped]
    if not (grouped or limits or rows or orders):
        return None
    if rows and not page.cues("who") and not what:
        return lambda keys: _first_rows(page, rows[0], keys)
    if not (grouped or limits or orders):
        return None
    return lambda keys: _first_groups(page, what, keys, [*grouped, *limits, *orders])


def _row_cue(span: Span) -> str:
    """`3 longest`: which rows come first."""
    words = span.said.lower().split()
    return next(
        (one for one in ("longest", "shortest", "latest", "earliest", "largest") if {*words} & {*said()[one]}), ""
    )


def how_many(page: Page) -> int:
    """How many are asked for."""
    for span in page.cues("limit", "number"):
        if span.mark and span.mark.numbers:
            page.use(span)
            return int(span.mark.numbers[0])
    return 1


def _first_groups(page: Page, what: str, keys: list[str], cues: Sequence[Span]) -> str:
    low = any(span.cue("least") or (span.mark and span.mark.label in ("low", "bottom")) for span in cues)
    n = how_many(page)
    page.use(*cues, *page.cues("figure"))
    looked = _looked_for(page)
    if looked and looked not in keys:
        keys = [*keys, looked]
    if not keys:
        raise Unreadable("it is not said of what the most is looked for")
    tests = with_also(page, conditions(page))
    amount = next((m for s in page.free("amount") for m in s.of("amount") if m.dataset == page.base), None)
    if amount is not None and not what:
        page.use(*(s for s in page.free("amount") if amount in s.of("amount")))
        what = f"sum({amount.name})"
    what = what or (f"count({page.through})" if page.through else "count")
    page.use(*page.cues("which", "idle", "who"))
    each = f" of each {keys[0]}" if len(keys) > 1 else ""
    kept = f" keep {n}{each} by {'lowest ' if low else ''}{what}"
    return f"{page.base}: {what} by {', '.join(keys)}{all_of(tests)}{kept}"


def _looked_for(page: Page) -> str:
    """What `who` and `which` look for, and whom `top committers` names."""
    for span in page.heard.spans:
        if span.cue("who"):
            page.use(span)
            return page.person()
        if span.of("people"):
            page.use(span)
            own = [m for m in span.of("people") if m.dataset == page.base and m.name]
            return own[0].name if own else page.person()
    for span in page.heard.spans:
        before = page.before(span)
        asked = before is not None and (before.cue("which", "limit", "most", "least") or before.of("noun"))
        own = [m for m in span.of("noun") if m.dataset == page.base and page.base in NAMED]
        if own:
            return NAMED[page.base]
        others = span.of("noun", "field") if asked or span.of("noun") else ()
        if others and (key := key_of(page, span)) and not any(m.dataset == page.spoken for m in span.of("noun")):
            page.use(span)
            return key
    return ""


def _first_rows(page: Page, cue: Span, keys: list[str]) -> str:
    """The longest, the latest, the largest rows."""
    n = how_many(page)
    page.use(cue)
    by, low = _by(page, cue)
    tests = conditions(page)
    when = page.cues("when")
    page.use(*page.cues("which", "idle", "order"), *when)
    if when and not keys:
        return f"{page.base}: {'min' if low else 'max'}({by}){all_of(tests)}"
    each = f" of each {keys[0]}" if keys else ""
    shown = f" show {', '.join([*keys, 'this', *([] if keys else [by])])}" if page.dataset.name_field else ""
    return f"{page.base}:{all_of(tests)} keep {n}{each} by {'lowest ' if low else ''}{by}{shown}"


def _by(page: Page, cue: Span) -> tuple[str, bool]:
    """By what the first rows are found, and whether the lowest are meant."""

    def is_(*names: str) -> bool:
        return cue.cue(*names) or _row_cue(cue) in names

    if is_("latest", "earliest"):
        return page.time(), is_("earliest")
    measures = [one for one in page.dataset.fields if one.role == "measure"]
    timed = [one.name for one in measures if one.unit in ("minutes", "hours", "days")]
    open_ = any(m.name == "open" and m.dataset == page.base for s in page.heard.spans for m in s.of("test"))
    if is_("longest", "shortest"):
        if open_:
            return page.dataset.main_time, is_("longest")
        if timed:
            return timed[-1] if page.base == "merge_requests" else timed[0], is_("shortest")
    if is_("largest") and page.base in said()["sizes"]:
        return said()["sizes"][page.base], False
    raise Unreadable(f"{cue.said!r} does not say by what")
