"""What the words surely say and the form has no place for: an answer would pass over it, and be about something else.

The form holds a place of a ranking or a part of a hundred only where somebody fills it in, no figure that rows are
held to, and of two periods what lies between; spreads and growth it holds where the network marks them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from groundplan.contracts import Doubt, Span
from groundplan.language.lexicon import lexicon
from groundplan.language.numbers import ordinal, read_numbers
from groundplan.language.spans import spans
from groundplan.language.words import split
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.page import Page, Reading
from groundplan.reading.embedded.question_words import words_of
from groundplan.reading.formed.form import Form

_MEANT: dict[tuple[str, str], Callable[[Form], bool]] = {
    ("agg", "std"): lambda form: any(metric.agg == "std" for metric in form.metrics) or "summary" in form.analysis,
    ("agg", "median"): lambda form: any(m.agg == "median" for m in form.metrics) or "summary" in form.analysis,
    ("derive", "percent_change"): lambda form: _derived(form, "percent_change", "difference") or _over_time(form),
    ("derive", "moving_average"): lambda form: _derived(form, "moving_average"),
    ("derive", "cumulative"): lambda form: _derived(form, "cumulative"),
}
"""What a form must hold for words that say such a figure."""


def unsaid_part(page: Page, reading: Reading, blank: Blank) -> Doubt | None:
    """The first part of the question that stands nowhere in the form."""
    lost = next(_lost(page, reading.form), None)
    if lost is None:
        return None
    told = f"{lost!r} is nothing that an answer could hold to yet; ask without it, such as for every group or period"
    return Doubt(kind="refuse", message=told, said=lost)


def _lost(page: Page, form: Form) -> Iterator[str]:
    known = [page.question[link.start : link.end] for link in page.links]
    found = spans(page.question, known)
    yield from _places(found, form)
    yield from _hundredths(found, form)
    yield from _figures(page, form)
    yield from _held_to_figures(page, found)
    yield from _periods(found, form)


def _places(found: Sequence[Span], form: Form) -> Iterator[str]:
    """`the second highest`, where the form says the highest."""
    said = (span.said for span in found if span.kind == "order")
    if form.place is None:
        yield from (text for text in said if any((ordinal(word) or 0) > 1 for word in split(text)))


def _hundredths(found: Sequence[Span], form: Form) -> Iterator[str]:
    """`top 10%`, `top 10 percent`, where the form says ten of them or the first."""
    for at, span in enumerate(found):
        behind = found[at + 1].said if found[at + 1 : at + 2] and found[at + 1].kind == "number" else ""
        part = "%" in f"{span.said}{behind}" or lexicon().hundredths & {word.lower for word in split(behind)}
        if span.kind == "order" and part and not form.percent:
            yield f"{span.said} {behind}".strip()


def _figures(page: Page, form: Form) -> Iterator[str]:
    """`most volatile`, `grew the most`, where the form has another figure; not where a column is called so."""
    words, numbers = read_numbers(split(page.question))
    named = {word for shown in page.sheet.fields for word in words_of(shown.column.name)}
    for match in page.book.find(words, frozenset(), frozenset(numbers)):
        said = words[match.start : match.end]
        meant = _MEANT.get((match.slot, match.label))
        if meant and not meant(form) and not {word.lower for word in said} <= named:
            yield page.question[said[0].start : said[-1].end]


def _held_to_figures(page: Page, found: Sequence[Span]) -> Iterator[str]:
    """`above the average`: a condition holds rows to a value, not to a figure of them all."""
    for span, after in pairwise(found):
        apart = lexicon().contrasting & {word.lower for word in split(span.said)}
        if span.kind == "comparison" and after.kind == "figure" and not apart and _middle(page, after):
            yield page.question[span.start : after.end]


def _middle(page: Page, span: Span) -> bool:
    words = split(span.said)
    found = page.book.find(words, frozenset(), frozenset())
    return any((match.slot, match.label) in (("agg", "avg"), ("agg", "median")) for match in found)


def _periods(found: Sequence[Span], form: Form) -> Iterator[str]:
    """`January 2023 vs January 2024`, where the form holds all that lies between."""
    dates = [span for span in found if span.kind in ("date", "interval")]
    against = [s for s in found if s.kind == "comparison" and lexicon().contrasting & {w.lower for w in split(s.said)}]
    ranges = [one for one in form.filters if one.op == "between" and one.join != "or"]
    if len(dates) > 1 and against and len(ranges) == 1 and form.join == "and" and not _side_by_side(dates, form):
        yield f"{dates[0].said} {against[0].said} {dates[1].said}"


def _side_by_side(dates: Sequence[Span], form: Form) -> bool:
    """Two years that follow each other, of which each is shown: nothing lies between them."""
    years = sorted(int(span.said) for span in dates if span.said.isdigit())
    return form.time is not None and len(years) == len(dates) == 2 and years[1] == years[0] + 1


def _derived(form: Form, *kinds: str) -> bool:
    return form.derive is not None and form.derive.kind in kinds


def _over_time(form: Form) -> bool:
    """Growth may be meant as how a figure went: then a series shows it."""
    return form.time is not None and form.limit is None and "rank" not in form.analysis
