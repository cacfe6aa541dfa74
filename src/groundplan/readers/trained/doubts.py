"""Scores -> a doubt: when to ask which column is meant, and when to say that the data cannot answer."""

from __future__ import annotations

from groundplan.contracts import Blank, Doubt
from groundplan.readers.similarity.doubts import holdings
from groundplan.readers.trained.conditions import Page
from groundplan.readers.trained.decode import Reading
from groundplan.readers.trained.heads import CHOICES

REFUSED, UNCLEAR = 0.25, 0.3
"""How likely a question must be no question for this data, or fit two columns: found on tables kept aside."""
_NAMED = 12
_CHOICE = 0.25


def doubt(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """None when the question can be answered as it stands."""
    if not blank.tables:
        return Doubt(kind="refuse", message="there is no table to ask; name a file or a database")
    if not page.sheet.spans:
        return Doubt(kind="refuse", message=f"the question is empty; {holdings(blank.tables)}")
    odds = dict(zip(CHOICES["status"], map(float, page.scores.choices["status"]), strict=True))
    if odds["refused"] >= REFUSED:
        return Doubt(kind="refuse", message=f"no column answers this; {holdings(blank.tables)}")
    return _choice(page) if odds["clarify"] >= UNCLEAR else None


def _choice(page: Page) -> Doubt | None:
    """The columns that fit equally; two at least."""
    odds = page.scores.role("choice")
    ranked = sorted(range(1, len(page.sheet.columns)), key=lambda at: -float(odds[at]))
    picked = [at for number, at in enumerate(ranked) if number < 2 or odds[at] >= _CHOICE][:_NAMED]
    if len(picked) < 2 or len({page.field(at).table for at in picked}) > 1:
        return None  # columns of two tables are told apart by the table that is asked about
    names = tuple(page.field(at).name for at in picked)
    listed = " or ".join(repr(name) for name in names)
    return Doubt(kind="clarify", message=f"the question fits {listed}; say which one is meant", choices=names)
