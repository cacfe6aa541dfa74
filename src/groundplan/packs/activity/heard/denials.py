"""What rows are not, or have not: not merged, without an issue, with no approval."""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.packs.activity.heard.lexicon import said
from groundplan.packs.activity.heard.page import JOINED, Page
from groundplan.packs.activity.heard.parts import LISTS, all_of, text, within
from groundplan.packs.activity.heard.spans import Span

NEAR = 2
"""Spans after a word of denial among which is what it denies."""


def denials(page: Page) -> Iterator[str]:
    """What is denied before it is named, and what is left out behind it."""
    yield from _before(page)
    for cue in page.cues("aside"):
        span = page.before(cue)
        test = _lacking(page, span) if span is not None and span not in page.used else None
        if test:
            page.use(cue, span)
            yield test


def _before(page: Page) -> Iterator[str]:
    for cue in page.cues("without", "not", "missing"):
        if cue in page.used:
            continue
        spans = page.heard.spans
        behind = [one for one in spans[spans.index(cue) + 1 :] if one not in page.used and one.meanings][:NEAR]
        done: list[Span] = []
        for span in behind:
            following = page.after(span)
            if following is not None and _person(following) and span.of("test", "act"):
                done.append(span)  # not assigned to her
                continue
            test = _lacking(page, span)
            if test:
                page.use(cue, span, *done, *_id_behind(page, span))
                yield test
                break
        else:
            continue
        following = page.after(span)
        while following is not None and following.start - span.end <= len(" and the ") and following not in page.used:
            more = _lacking(page, following) if _joined(page, span, following) else None
            if not more:
                break
            page.use(following)
            yield more
            span, following = following, page.after(following)


def _person(span: Span) -> str:
    return next((one.value for one in span.of("name") if one.dataset == "authors"), "")


def _joined(page: Page, span: Span, other: Span) -> bool:
    """`without merges and bots`."""
    between = page.heard.text[span.end : other.start].strip().lower()
    return between in said()["joining"]


def _id_behind(page: Page, span: Span) -> Iterator[Span]:
    """`no issue id`, `in the title`."""
    following = page.after(span)
    while following is not None and following.cue("ids", "in_title", "linked"):
        yield following
        following = page.after(following)


def _lacking(page: Page, span: Span) -> str | None:
    """What a row is not, or has not."""
    if person := _person(span):
        return f"not {page.person(span)} = {text(person)}"
    noun = next((one for one in span.of("noun") if one.dataset not in (page.base, page.spoken)), None)
    if noun is not None and noun.dataset == "issues" and page.base in LISTS:
        titled = page.base == "merge_requests" and any(one.cue("in_title") for one in page.heard.spans)
        return "missing(issues_in_title)" if titled else "missing(issues)"
    test = next((one for one in span.of("test") if one.dataset in (page.base, page.spoken)), None)
    if test is not None:
        prefix = "" if test.dataset == page.base else f"{page.through}."
        return f"not {prefix}{test.name}"
    people = next((one for one in span.of("people") if one.dataset == page.base), None)
    if people is not None:
        return f"missing({people.name})"
    if noun is not None:
        path = noun.dataset if page.base in JOINED else page.path(noun.dataset)
        if page.base in JOINED:
            when = [within(page.scope.dataset(noun.dataset).main_time, one.mark.period) for one in page.cues("period")
                    if one.mark and one.mark.period]  # fmt: skip
            page.use(*page.cues("period"))
            return f"not some({path}{all_of(when)})"
        walked = page.scope.walk(page.dataset, tuple(path.split(".")))
        return f"not some({path})" if walked.many else f"missing({path})"
    one = next((one for one in span.of("field", "amount") if one.dataset == page.base), None)
    if one is not None:
        return f"missing({one.name})"
    value = page.meant(span, "value")
    if value is not None and value.dataset == page.base:
        return f"not {page.path(value.dataset, value.name)} = {text(value.value)}"
    return None
