"""Doubts: when to ask which column is meant, and when to say that the data cannot answer."""

from __future__ import annotations

from groundplan.contracts import Doubt, Form
from groundplan.readers.similarity.columns import Link
from groundplan.readers.similarity.compose import Draft
from groundplan.readers.similarity.lexicon import lexicon
from groundplan.readers.similarity.marks import Marks

_ASKING = ("agg", "chart", "grain", "limit", "superlative", "analysis", "operator", "order", "role")
_NAMED = 12
"""Columns named in a refusal."""


def doubt(marks: Marks, draft: Draft, form: Form) -> Doubt | None:
    """None when the question can be answered as it stands."""
    if not marks.tables:
        return Doubt(kind="refuse", message="there is no table to ask; name a file or a database")
    if not any(word.is_word for word in marks.words):
        return Doubt(kind="refuse", message=f"the question is empty; {holdings(marks)}")
    if _outside(marks) or _groundless(marks):
        return Doubt(kind="refuse", message=f"the text asks for nothing that the data could answer; {holdings(marks)}")
    return _between(marks, draft)


def holdings(marks: Marks) -> str:
    """What can be asked about, in one clause."""
    parts = []
    for table in marks.tables[:3]:
        names = ", ".join(column.name for column in table.columns[:_NAMED])
        more = f" and {len(table.columns) - _NAMED} more" if len(table.columns) > _NAMED else ""
        parts.append(f"table {table.name!r} has the columns {names}{more}")
    return "; ".join(parts)


def _outside(marks: Marks) -> bool:
    """A greeting, an order to do something, a matter of opinion: said first, with no figure asked for."""
    first = [m for m in marks.labels("outside") if m.start == 0]
    commands = [m for m in marks.labels("outside") if m.label == "command" and m.size > 1]
    asked = any(m.start >= 1 for m in marks.labels("agg", "chart", "grain"))
    return bool(commands) or bool(first and not asked)


def _groundless(marks: Marks) -> bool:
    """No column, no value, and no word that asks for figures of the rows."""
    if marks.links or marks.values:
        return False
    rows = any(w.stem in marks.nouns or w.lower in lexicon().counted for w in marks.words)
    return not rows and not marks.labels(*_ASKING)


def _between(marks: Marks, draft: Draft) -> Doubt | None:
    """Two columns fit the same words equally, and nothing in the question prefers one."""
    for mention in draft.said:
        rivals = marks.rivals.get(mention.link.start, ())
        equal = [rival for rival in rivals if _equal(mention.link, rival)]
        if equal and mention.link.score < 0.8 and mention.role in ("group", "agg"):
            choices = tuple(dict.fromkeys([mention.name, *(rival.column.name for rival in equal)]))
            said = marks.said(mention.link.span)
            listed = " or ".join(repr(choice) for choice in choices)
            return Doubt(kind="clarify", message=f"{said!r} fits {listed}; say which one is meant", choices=choices)
    return None


def _equal(link: Link, rival: Link) -> bool:
    same_kind = (link.column.role == "numeric") == (
        rival.column.role == "numeric"
    ) and link.column.type == rival.column.type
    return same_kind and rival.span == link.span and abs(rival.score - link.score) < 0.02 and rival.table == link.table
