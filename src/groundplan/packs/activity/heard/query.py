"""The spans of a question -> the query that they ask: a figure, groups, the first rows, or a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from groundplan.errors import QueryError
from groundplan.packs.activity.heard.beside import grain_of, periods_apart, side_by_side
from groundplan.packs.activity.heard.conditions import conditions, tests_said, values_said, with_also
from groundplan.packs.activity.heard.denials import denials
from groundplan.packs.activity.heard.figures import figures_of, named_figure, of_figure, over_groups
from groundplan.packs.activity.heard.keys import keys_of, left_whole
from groundplan.packs.activity.heard.lexicon import said
from groundplan.packs.activity.heard.page import JOINED, Contrary, Page, Unreadable
from groundplan.packs.activity.heard.parts import all_of
from groundplan.packs.activity.heard.ranked import ranking
from groundplan.packs.activity.heard.spans import STATES, Heard, Span, in_state, somebody_before
from groundplan.query.language.parts import Query
from groundplan.query.language.read import read
from groundplan.query.scope import Scope


@dataclass(frozen=True)
class Told:
    """A query that leaves nothing over; or why there is none, and which words are left."""

    query: Query | None = None
    left: tuple[str, ...] = ()
    why: str = ""
    open: bool = False
    """Whether several things may be meant."""


def asked(heard: Heard, scope: Scope) -> Told:
    """The query of the rows that are spoken of first and that leaves nothing over."""
    tried: list[Told] = []
    complete: list[tuple[tuple[int, ...], str]] = []
    for at, (tier, page) in enumerate(_pages(heard, scope)):
        try:
            made = _query(page)
        except Contrary as error:
            return Told(why=str(error))
        except (Unreadable, QueryError) as error:
            tried.append(Told(why=str(error)))
            continue
        left = [span.said for span in page.left()]
        if not left and not heard.unknown:
            empty = tier > 1 and not page.dataset.rows
            complete.append(((tier + empty, at if tier == 1 else -_native(page), _far(made, page), at), made))
            continue
        tried.append(Told(left=(*heard.unknown, *left)))
    if complete:
        return _best(complete)
    unread = [one for one in tried if one.left]
    best = min(unread, key=lambda one: len(one.left), default=None) or next(iter(tried), None)
    return best or Told(left=heard.unknown, why="nothing that is known is named")


def _best(complete: Sequence[tuple[tuple[int, ...], str]]) -> Told:
    """The likeliest; none where another is as near and of other rows."""
    ordered = sorted(complete)
    first = ordered[0]
    rivals = [
        made for rank, made in ordered[1:] if rank[:3] == first[0][:3] and made.split(":")[0] != first[1].split(":")[0]
    ]
    if rivals and first[0][0] > 1:
        named = " or ".join(dict.fromkeys(made.split(":")[0].replace("_", " ") for made in (first[1], *rivals)))
        return Told(why=f"it may be of {named}; say which", open=True)
    return Told(read(first[1]))


def _native(page: Page) -> int:
    """How many of the words speak of these very rows."""
    own = (page.base, page.spoken)
    return sum(any(m.dataset in own for m in span.meanings) for span in page.heard.spans)


def _far(made: str, page: Page) -> int:
    """How many relations are passed that nobody spoke of."""
    bare = re.sub(r'"[^"]*"', "", made)
    return (bare.replace(f"{page.through}.", "") if page.through else bare).count(".")


def _pages(heard: Heard, scope: Scope) -> Iterator[tuple[int, Page]]:
    """The rows that a question may be of, the likeliest first, with how likely they are."""
    known = {one.name for one in scope.datasets}
    seen: set[str] = set()
    for tier, spoken in _spoken(heard):
        if spoken in seen or spoken not in known:
            continue
        seen.add(spoken)
        acts = [(span, said()["acts"][m.name]) for span in heard.spans for m in span.of("act") if m.dataset == spoken]
        acts = [(span, act) for span, act in acts if not any(m.dataset == spoken for m in span.of("noun"))] or acts
        acts = [(span, act) for span, act in acts if not _adjective(heard, span, act, spoken)]
        doer = _doer_asked(heard)
        for _, act in acts:
            if act.get("by") and (doer or ("person" not in act and "who" in act and _person_named(heard))):
                own = tuple((span, one) for span, one in acts if one is act)
                yield tier, Page(heard, scope, act["by"], own, act["through"])
        if not (doer and any("by" in act for _, act in acts)):
            yield tier, Page(heard, scope, spoken, tuple(acts))


def _adjective(heard: Heard, span: Span, act: Mapping[str, Any], spoken: str) -> bool:
    """Whether a word says how rows are, not what was done: those that are open, not those that somebody opened."""
    if in_state(heard, span):
        return True
    tested = any(m.dataset == spoken and m.name != act.get("test") for m in span.of("test"))
    return tested and "test" not in act and not somebody_before(heard, span)


def _spoken(heard: Heard) -> Iterator[tuple[int, str]]:
    yield from ((0, m.dataset) for span in heard.spans for m in span.of("figure"))
    for before, span in pairwise(heard.spans):
        if before.cue("which") and not any(one.cue("most", "least") for one in heard.spans):
            yield from ((1, m.dataset) for m in span.of("noun") if m.dataset in JOINED)
    if any(span.cue("most", "least") for span in heard.spans):
        nouns = [m.dataset for span in heard.spans for m in span.of("noun")[:1] if m.dataset not in JOINED]
        asked_ = [b for a, b in pairwise(heard.spans) if a.cue("which") and b.of("noun")]
        if asked_ and len(set(nouns)) > 1:  # which issue has the most comments
            yield from ((1, one) for one in nouns[::-1] if one not in {m.dataset for m in asked_[0].of("noun")})
    counted = False
    for at, span in enumerate(heard.spans):
        if counted and at and heard.spans[at - 1].cue("each", "key", "without"):
            continue
        for m in span.of("noun"):
            if m.dataset not in JOINED:
                counted = True
                yield 1, m.dataset
    for kinds in (("people", "act", "amount"), ("test", "value")):
        yield from ((2, m.dataset) for span in heard.spans for m in span.of(*kinds) if m.dataset)
    yield from ((2, m.dataset) for span in heard.spans for m in span.of("name") if m.dataset not in JOINED)


def _doer_asked(heard: Heard) -> bool:
    """Whether it is asked who did it."""
    named = any(
        m.dataset in ("issues", "merge_requests", "commits", "releases") for s in heard.spans for m in s.of("name")
    )
    return any(span.cue("who") or span.of("people") for span in heard.spans) and not named


def _person_named(heard: Heard) -> bool:
    return any(m.dataset == "authors" for span in heard.spans for m in span.of("name"))


def _query(page: Page) -> str:
    for cue in page.cues("whole"):
        before = page.before(cue)
        if before is None or not before.cue("each", "key"):
            left_whole(page, cue)
    _nouns(page)
    figure = named_figure(page)
    if figure is not None:
        return of_figure(page, figure)
    if (row := _of_one_row(page)) is not None:
        return row
    if page.cues("share"):
        return _shared(page)
    compared = periods_apart(page)
    counted, measured = figures_of(page)
    ranked = ranking(page, counted or measured)
    keys = keys_of(page)
    if ranked is not None:
        return str(ranked(keys))
    if (sided := side_by_side(page)) and not measured and not counted:
        counted = "count"
    keys += sided
    tests = [*compared, *conditions(page)]
    what = measured or counted or ("count" if keys else "")
    if compared:
        keys.append(grain_of(page, compared))
        what = what or "count"
    if not what:
        return _listed(page, tests)
    if page.through and what == "count":
        what = f"count({page.through})"
    by = f" by {', '.join(dict.fromkeys(keys))}" if keys else ""
    page.use(*page.cues("idle", "compare", "versus"))
    over = over_groups(page) if by and what.startswith(("count", "sum(")) else ""
    if over:
        return f"({page.base}: {what} as n{by}{all_of(with_also(page, tests))}): {over}(n)"
    return f"{page.base}: {what}{by}{all_of(with_also(page, tests))}"


def _nouns(page: Page) -> None:
    """The words for the rows themselves."""
    for span in page.free("noun", "people"):
        if {m.dataset for m in span.of("noun")} & {page.base, page.spoken}:
            page.use(span)
    own = (page.base, page.spoken)
    for span, _ in page.acts:
        before = page.before(span)
        if before is not None and before.cue("without"):
            continue
        if span.of("noun") or not any(m.dataset in own and m.name not in STATES for m in span.of("test", "value")):
            page.use(span)


def _of_one_row(page: Page) -> str | None:
    """What is asked of a row that is named: its state, who did what to it, when it was."""
    rows = [s for s in page.free("name") if any(m.dataset == page.base for m in s.of("name"))]
    if len(rows) != 1 or page.base in ("files", "sprints"):
        return None
    states = [s for s in page.free("field") if any(m.name == "state" for m in s.of("field"))]
    who, when = page.cues("who"), page.cues("when")
    asks = page.cues("which", "figure", "share", "how_long", "most", "linked")
    plain = (
        page.base == "issues"
        and not asks
        and not any(page.base in {m.dataset for m in s.of("noun")} for s in page.heard.spans)
    )
    if not (states or who or when or plain) or page.cues("figure"):
        return None
    field = "state"
    if plain and not (who or when):  # is it done
        page.use(*(s for s in page.free("test", "act") if any(m.dataset == page.base for m in s.of("test", "act"))))
    if who:
        acts = [act for _, act in page.acts if "by" not in act]
        field = str(acts[0]["who"]) if acts and "who" in acts[0] else page.person()
    elif when:
        field = page.time()
    page.use(*states, *who, *when, *(span for span, _ in page.acts))
    tests = conditions(page)
    page.use(*page.cues("which", "idle"))
    return f"{page.base}:{all_of(tests)} show this, {field}"


def _shared(page: Page) -> str:
    """What share of the rows is so."""
    page.use(*page.cues("share", "which"), *page.cues("figure"))
    keys = keys_of(page)
    inner = [*denials(page), *tests_said(page)] or list(values_said(page))
    if not inner:  # of those that came to be in the period
        inner = [str(act["test"]) for _, act in page.acts if "test" in act][:1]
        page.acts = ()
        page.use(*(span for span in page.heard.spans if any(m.name in inner for m in span.of("test"))))
    if not inner:
        raise Unreadable("it is not said of what a share is asked")
    tests = conditions(page)
    by = f" by {', '.join(keys)}" if keys else ""
    return f"{page.base}: rate({' and '.join(inner)}){by}{all_of(tests)}"


def _listed(page: Page, tests: list[str]) -> str:
    """The rows themselves."""
    if page.cues("who"):
        page.use(*page.cues("who", "idle"))
        what = f"count({page.through})" if page.through else "count"
        return f"{page.base}: {what} by {page.person()}{all_of(with_also(page, tests))}"
    page.use(*page.cues("which", "idle", "linked"))
    if page.through:
        raise Unreadable("it is not said who is asked for")
    if page.cues("when"):
        raise Unreadable("when is asked of one row, the first or the last")
    if not tests and not any(page.base in {m.dataset for m in s.of("noun")} for s in page.heard.spans):
        raise Unreadable("nothing is asked of the rows")
    return f"{page.base}:{all_of(tests)}"
