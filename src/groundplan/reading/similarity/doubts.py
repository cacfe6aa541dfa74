"""Doubts: when to ask which column is meant, and when to say that the data cannot answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import shorten

from groundplan.contracts import Doubt
from groundplan.query.form import Form
from groundplan.reading.similarity.compose import Draft
from groundplan.reading.similarity.gaps import gaps, halfway
from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.periods import carries_time
from groundplan.reading.similarity.phrases import Match
from groundplan.reading.similarity.roles import Mention, measured
from groundplan.reading.similarity.ties import tied
from groundplan.reading.similarity.unread import bare_figure, phrases, unread, unread_names
from groundplan.reading.similarity.words import stem
from groundplan.sources.shape import Table

_ASKING = ("agg", "chart", "grain", "limit", "superlative", "analysis", "operator", "order", "role")
_DATE = frozenset({stem("date"), stem("дата")})
_COMPARED = (">", ">=", "<", "<=", "between")
_NAMED = 12
"""Columns named in a refusal."""
_TITLE = 80
"""Letters of a table's title in a refusal."""


def doubt(marks: Marks, draft: Draft, form: Form) -> Doubt | None:
    """None when the question can be answered as it stands."""
    if not marks.tables:
        return Doubt(kind="refuse", message="there is no table to ask; name a file or a database")
    if not any(word.is_word for word in marks.words):
        return Doubt(kind="refuse", message=f"the question is empty; {holdings(marks.tables)}")
    if _outside(marks) or _groundless(marks):
        return Doubt(
            kind="refuse", message=f"the text asks for nothing that the data could answer; {holdings(marks.tables)}"
        )
    return (
        lacking(marks)
        or _between(marks, draft, form)
        or _unnamed(marks, form)
        or _nothing_read(marks, form)
        or _unranked(marks, form)
        or _unplaced(marks)
    )


def lacking(marks: Marks) -> Doubt | None:
    """A figure, a group or a measure is asked for by a word that no column, value or table has."""
    names = [name for name in unread_names(marks) if marks.words[name.start].stem not in _DATE]
    places = {at for name in names for at in range(name.start, name.end)}
    places |= {at for at in unread(marks) if _names_measure(marks, at)}
    return _missing(marks, phrases(marks, places)) if places else None


def holdings(tables: Sequence[Table]) -> str:
    """What can be asked about, in one clause."""
    parts = []
    for table in tables[:3]:
        names = ", ".join(column.name for column in table.columns[:_NAMED])
        more = f" and {len(table.columns) - _NAMED} more" if len(table.columns) > _NAMED else ""
        title = f" ({shorten(table.title, _TITLE, placeholder='...')!r})" if table.title else ""
        parts.append(f"table {table.name!r}{title} has the columns {names}{more}")
    return "; ".join(parts)


def _missing(marks: Marks, said: Sequence[str]) -> Doubt:
    listed = " and ".join(repr(name) for name in dict.fromkeys(said))
    return Doubt(kind="refuse", message=f"there is no column for {listed}; {holdings(marks.tables)}")


def _outside(marks: Marks) -> bool:
    """A greeting, an order to do something, a matter of opinion: said first, with no figure asked for."""
    opening = next((at for at, word in enumerate(marks.words) if word.lower not in lexicon().polite), 0)
    first = [m for m in marks.labels("outside") if m.start == opening]
    commands = [m for m in marks.labels("outside") if m.label == "command" and m.size > 1]
    asked = any(m.start >= 1 for m in marks.labels("agg", "chart", "grain"))
    if any(m.label == "order" and _takes_object(marks, m) for m in first):
        return True
    return bool(commands) or bool(not asked and any(m.label != "order" for m in first))


def _takes_object(marks: Marks, match: Match) -> bool:
    """`close all tickets` is an order, `close price by day` is not."""
    after = marks.words[match.end].lower if match.end < len(marks.words) else ""
    return after in lexicon().objects or any(value.start == match.end for value in marks.values)


def _groundless(marks: Marks) -> bool:
    """No column, no value, and no word that asks for figures of the rows."""
    if marks.links or marks.values:
        return False
    rows = any(w.stem in marks.nouns or w.lower in lexicon().counted for w in marks.words)
    return not rows and not marks.labels(*_ASKING)


def _between(marks: Marks, draft: Draft, form: Form) -> Doubt | None:
    """Several columns fit the same words, or the one word `date`, and nothing in the question prefers one."""
    for mention in draft.said:
        choices = tied(marks, mention) if _matters(mention, form) else ()
        if choices:
            return _choice(marks.said(mention.link.span), choices)
    for gap in gaps(marks):
        owners = [name.column.name for name in halfway(marks, gap)]
        if len(owners) > 1:
            return _choice(marks.said(range(gap.start, gap.end)), owners)
    dates = [column.name for table in marks.tables[:1] for column in table.columns if carries_time(column)]
    if len(dates) > 1 and _by_date(marks, draft):
        return _choice("date", dates)
    return None


def _matters(mention: Mention, form: Form) -> bool:
    used = {*form.group_by, *(metric.column for metric in form.metrics)}
    return mention.name in used


def _by_date(marks: Marks, draft: Draft) -> bool:
    """`by date` where no column is called so and none is named."""
    grains = [marks.words[m.end - 1].stem for m in marks.labels("grain")]
    said = any(word in _DATE for word in [*grains, *(marks.words[n.start].stem for n in unread_names(marks))])
    return said and not any(mention.temporal for mention in draft.said)


def _choice(said: str, choices: Iterable[str]) -> Doubt:
    choices = tuple(dict.fromkeys(choices))
    listed = " or ".join(repr(choice) for choice in choices[:_NAMED])
    message = f"{said!r} fits {listed}; say which one is meant"
    return Doubt(kind="clarify", message=message, choices=choices, said=said)


def _unnamed(marks: Marks, form: Form) -> Doubt | None:
    """`the average by region`: a figure, but not of what; with one number in the table there is no doubt."""
    cue = bare_figure(marks)
    if cue is None or marks.labels("derive") or any(metric.column for metric in form.metrics) or unread(marks):
        return None
    numbers = [column.name for table in marks.tables[:1] for column in table.columns if measured(column)]
    said = repr(marks.said(range(cue.start, cue.end)))
    return _choice(said, numbers) if len(numbers) > 1 else None


def _nothing_read(marks: Marks, form: Form) -> Doubt | None:
    """Nothing to measure, group or order was found, and words are left over: another question would be answered."""
    left = unread(marks)
    if not left or form.metrics or form.group_by or form.time or form.derive or "summary" in form.analysis:
        return None
    if form.filters and marks.words[0].lower not in lexicon().questioning:
        return None  # `hazmat loads to Oslo`: the rows that meet the conditions, whatever they are called
    return _missing(marks, phrases(marks, left))


def _names_measure(marks: Marks, at: int) -> bool:
    """A noun of measure by itself; in `freight cost` over the column freight it says nothing more."""
    word = marks.words[at].lower
    beside = {place for link in marks.links if link.column.role == "numeric" for place in (link.start - 1, link.end)}
    return at not in beside and (word in lexicon().measures or word.removesuffix("s") in lexicon().measures)


def _unranked(marks: Marks, form: Form) -> Doubt | None:
    """`which server made the most`: first by what? With no figure and no order, rows would only be listed."""
    superlative = next((m for m in marks.labels("superlative") if _ranks(marks, m)), None)
    if superlative is None or form.sort or form.derive or any(metric.agg != "none" for metric in form.metrics):
        return None
    if left := unread(marks):
        return _missing(marks, phrases(marks, left))
    numbers = [column.name for table in marks.tables[:1] for column in table.columns if measured(column)]
    said = marks.said(range(superlative.start, superlative.end))
    return _choice(repr(said), numbers) if len(numbers) > 1 else None


def _ranks(marks: Marks, match: Match) -> bool:
    """`at least 40` and `the first half` rank nothing."""
    compared = any(m.start <= match.start < m.end for m in marks.labels("operator"))
    return not compared and marks.words[match.start].lower != "first" and marks.free(range(match.start, match.end))


def _unplaced(marks: Marks) -> Doubt | None:
    """`rooms over 120`: a comparison that neither a column nor the figure of a group took would silently be dropped."""
    operators = [m for m in marks.labels("operator") if m.label in _COMPARED and m.number is not None]
    loose = [m for m in operators if marks.free(range(m.start, m.end))]
    if not loose:
        return None
    said = marks.said(range(loose[0].start, loose[0].end))
    return Doubt(kind="refuse", message=f"{said!r} compares no column that was named; {holdings(marks.tables)}")
