"""Columns that stand in one list with a group are groups, too: `by region, channel and city`."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.language.lexicon import lexicon
from groundplan.query.form import Form
from groundplan.reading.embedded.conditions import Page
from groundplan.reading.embedded.matches import ALL, TELLING, Named, column_mark, header_marks, named_by
from groundplan.reading.embedded.pieces import Piece, pieces, words_of

_NAMES = ("categorical", "boolean")


def with_listed(form: Form, page: Page) -> Form:
    """The form with every column that a list of its groups names."""
    if page.prior is not None or not form.group_by or form.limit is not None:
        return form
    said = pieces(page.question)
    headers = [words_of(shown.column.name) for shown in page.sheet.fields]
    found = named_by(said, headers)
    places = {
        shown.name: _places(found, at)
        for at, shown in enumerate(page.sheet.fields)
        if column_mark(header_marks(headers[at], at, found)) in (ALL, TELLING)
    }
    names = [shown.name for shown in page.sheet.fields if shown.column.role in _NAMES and shown.name in places]
    return form.model_copy(update={"group_by": _closed(form, names, places, said)})


def _closed(form: Form, names: Sequence[str], places: dict[str, list[int]], said: Sequence[Piece]) -> tuple[str, ...]:
    """The groups, and what stands beside one of them, and so on."""
    groups = list(form.group_by)
    used = {*groups, *(f.column for f in form.filters), *(m.column for m in form.metrics)}
    for _ in names:
        more = [
            name
            for name in names
            if name not in used and any(_beside(places[name], places.get(group, []), said) for group in groups)
        ]
        groups += more
        used |= set(more)
    if len(groups) > min(2, len(form.group_by)):
        groups.sort(key=lambda name: min(places.get(name, []), default=0))
    return tuple(groups)


def _places(found: Sequence[Named], at: int) -> list[int]:
    """The words that name this column and no other."""
    return [n for n, named in enumerate(found) if named and named[at] and sum(map(bool, named)) == 1]


def _beside(ours: Sequence[int], theirs: Sequence[int], said: Sequence[Piece]) -> bool:
    """Whether nothing but commas and the words of a list stand between two names."""
    if not ours or not theirs:
        return False
    first, second = (ours, theirs) if max(ours) < min(theirs) else (theirs, ours)
    words, known = {piece.read for piece in said[max(first) + 1 : min(second)]}, lexicon()
    begun = min(first) > 0 and said[min(first) - 1].read in known.parting  # `per region per channel`
    return words <= known.listing and bool(words & known.conjoining or (words and begun))
