"""A query and words that change it -> the query they make of it; None where a word of them is not understood."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import get_args

from groundplan.errors import QueryError
from groundplan.query.kinds import held_to_kinds
from groundplan.query.language.parts import Query
from groundplan.query.told.cells import language_of
from groundplan.query.told.in_words import in_words
from groundplan.reading.account import account
from groundplan.reading.constructions.marks import Marked, Sayable
from groundplan.reading.constructions.page import Unreadable
from groundplan.reading.edits.change import Change
from groundplan.reading.edits.figures import figured, listed, named, share
from groundplan.reading.edits.groups import by_amounts, kept, keyed
from groundplan.reading.edits.rows import held, merge, shifted, taken_off
from groundplan.reading.formed.form import ChartKind

_WHOLE = ("undo", "reset", "why")
_SHAPE = ("which", "shown", "sorting", "filled")
_SHOWN = ("compare", "trend", "distribution")
"""Words for how an answer is shown; and those that ask for more than a look."""


@dataclass(frozen=True)
class Edit:
    """The query after the change, and how it is said."""

    query: Query
    said: str = ""
    chart: str = ""
    before: tuple[Query, ...] = ()
    """What an undo leads back to, the first question first."""


def edited(prior: Query, asked: Marked, known: Sayable, today: date, before: Sequence[Query] = ()) -> Edit | None:
    """What the words make of the query before, if every one of them is understood."""
    if not isinstance(prior.of, str):
        return None
    change = Change.of(asked, prior, known.scope)
    try:
        made = _whole(change, before) or _changed(change, before)
        held_to_kinds(made.query, known.scope, today)
    except (Unreadable, QueryError):
        return None
    if _unread(change, made.query):
        return None
    told = in_words(made.query, known.scope.model, language_of(asked.text))
    return replace(made, said=told)


def _whole(change: Change, before: Sequence[Query]) -> Edit | None:
    """What is said of the question as a whole: take it back, begin again, say what it was."""
    cue = next((cue for cue in change.cues if cue.kind in _WHOLE), None)
    if cue is None or (cue.kind == "undo" and not before):
        return None
    change.says(cue.kind)
    if cue.kind == "why":
        return Edit(change.query, before=tuple(before))
    back = before[:-1] if cue.kind == "undo" else ()
    return Edit(before[len(back)] if before else change.query, before=tuple(back))


def _changed(change: Change, before: Sequence[Query]) -> Edit:
    """Each part that the words speak of in the place of what it was."""
    prior = change.query
    taken_off(change)
    shifted(change)
    by_amounts(change)
    amounts, others = named(change)
    tests = share(change, held(change))
    merge(change, tests)
    figured(change, amounts)
    keyed(change, others)
    kept(change, amounts)
    listed(change)
    charts = [mark for mark in change.loose("shown") if mark.label in get_args(ChartKind)]
    if not (change.page.used or change.heard or charts):
        raise Unreadable("nothing is said")
    change.says("instead", "idle", "no", *(["old"] if change.old else []))
    ones = [mark for mark in change.loose("number") if change.page.words(mark) == ["one"]]
    change.page.heard(*charts, *ones, *change.loose("only"))
    return Edit(change.query, chart=charts[0].label if charts else "", before=(*before, prior))


def _unread(change: Change, query: Query) -> bool:
    """Whether a word bears meaning that nothing was read from."""
    asked = change.page.asked
    loose = [mark for mark in change.loose() if mark.kind not in _SHAPE or mark.label in _SHOWN]
    if loose or len(change.heard) < len(change.cues):
        return True
    places = [asked.place(mark) for mark in (*change.page.used, *([change.old] if change.old else []))]
    places += [(asked.words[cue.start].start, asked.words[cue.end - 1].end) for cue in change.heard]
    found = account(query.model_copy(update={"said": tuple(places)}), asked, change.page.scope)
    return any(count for name, count in found.features.items() if not name.startswith("unsaid_"))
