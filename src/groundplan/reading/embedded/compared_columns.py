"""Two columns of a row held against each other: `where the actual cost is above the budget`, `returned after due`.

The network, which never saw such words, reads the question without them. Where only one of the two is named, the other
is the one column of its kind, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from groundplan.language.lexicon import lexicon
from groundplan.language.names import LOOSE, fit
from groundplan.language.phrases import Phrasebook
from groundplan.language.stems import stem
from groundplan.language.units import unit_of
from groundplan.language.words import Word, split
from groundplan.reading.embedded.columns import Field
from groundplan.reading.embedded.question_words import Piece, pieces, words_of
from groundplan.reading.formed.form import Filter, Form, Operator, flattened
from groundplan.reading.time_columns import carries_time

_LONGEST = 4
"""Words that name a column."""
_OPERATORS: dict[tuple[str, str], Operator] = {
    ("operator", ">"): ">", ("operator", ">="): ">=", ("operator", "<"): "<", ("operator", "<="): "<=",
    ("operator", "="): "=", ("operator", "!="): "!=", ("period", "after"): ">", ("period", "before"): "<",
}  # fmt: skip
_DATED = frozenset(map(stem, ("date", "day", "time")))
_OPPOSITE: dict[Operator, Operator] = {">": "<=", ">=": "<", "<": ">=", "<=": ">", "=": "!=", "!=": "="}
_SAME = ("=", "!=")


def kind(field: Field) -> str | None:
    """What a column can be compared as, if it can."""
    column = field.column
    figure = column.role == "numeric" and column.type in ("integer", "number") and not carries_time(column)
    return "date" if column.role == "temporal" else "figure" if figure else None


def unit(field: Field) -> str:
    """What the figures of a column are in, as far as its name says it."""
    named = [word for word in words_of(field.column.name) if word in lexicon().unit_marks]
    group, size = unit_of(field.column.name)
    return f"{group} {size:g}" if group else named[-1] if named else ""


def comparable(one: Field, other: Field) -> bool:
    """Two columns of one table, of one kind, and in one unit as far as both name theirs."""
    same = one != other and one.table == other.table and kind(one) == kind(other)
    return same and ("" in (unit(one), unit(other)) or unit(one) == unit(other))


def timed(field: Field) -> bool:
    """Whether the name of a column speaks of time."""
    return not lexicon().telling_time.isdisjoint(stem(word) for word in words_of(field.column.name))


"""Columns that may be asked about."""


@dataclass(frozen=True)
class Comparison:
    """The words that compare, what is left of the question without them, and what they say."""

    said: str
    rest: str
    filter: Filter


@dataclass(frozen=True)
class _Named:
    """Words that name a column, and how much of its name they are."""

    start: int
    end: int
    field: Field
    part: float


@dataclass(frozen=True)
class _Cue:
    """Words that compare: where they begin, what they say, and whether they may as well say something else."""

    start: int
    op: Operator
    leaning: bool


def said_comparison(text: str, fields: Sequence[Field], book: Phrasebook) -> Comparison | None:
    """The first comparison of two columns in a question that says more than that."""
    words, able = split(text), [each for each in fields if kind(each)]
    named = list(_named(text, words, able)) if len(able) > 1 else []
    for right in named:
        cue = _cue(words, right, book)
        bound = _back(words, cue.start, lexicon().copula | lexicon().denying) if cue else 0
        left = next((each for each in named if each.end == bound), None)
        found = _said(text, words, left, right, cue, bound, able) if cue else _around(text, words, named, right, book)
        if found and any(word.is_word for word in split(found.rest)):
            return found
    return None


def with_comparison(form: Form, comparison: Comparison | None) -> Form:
    """The form with the comparison in every alternative of its conditions."""
    if comparison is None:
        return form
    return form.model_copy(update=flattened([[*part, comparison.filter] for part in form.alternatives or ((),)]))


def _named(text: str, words: Sequence[Word], fields: Sequence[Field]) -> Iterator[_Named]:
    """The longest runs of words that fit one column, and none as well as this."""
    read = [[piece for piece in pieces(text) if piece.start == word.start] for word in words]
    at = 0
    while at < len(words):
        begun = [each for each in fields if _begins(read[at], each.column.name)]
        ends = range(min(at + _LONGEST, len(words)), at, -1) if begun else ()
        run = next((run for end in ends if (run := _best(read, at, end, begun))), None)
        if run:
            yield _with_date(run, words)
        at = run.end if run else at + 1


def _with_date(run: _Named, words: Sequence[Word]) -> _Named:
    """`the due date` of a column `due`."""
    dated = run.field.column.role == "temporal" and run.end < len(words) and words[run.end].stem in _DATED
    return replace(run, end=run.end + 1) if dated else run


def _begins(said: Sequence[Piece], header: str) -> bool:
    return any(_fit(piece.read, piece.stems[-1], word) > LOOSE for piece in said for word in words_of(header))


def _best(read: Sequence[Sequence[Piece]], start: int, end: int, fields: Sequence[Field]) -> _Named | None:
    parts = sorted(((_part(read[start:end], each.column.name), -at) for at, each in enumerate(fields)), reverse=True)
    if not parts or not parts[0][0] or (len(parts) > 1 and parts[0][0] == parts[1][0]):
        return None
    return _Named(start, end, fields[-parts[0][1]], parts[0][0])


def _part(said: Sequence[Sequence[Piece]], header: str) -> float:
    """How much of a header the words are; nothing if one of them is none of it."""
    left = [word for word in words_of(header) if word[0].isalpha()]
    units = lexicon().unit_marks.intersection(left[1:])
    count, total = sum(word not in units for word in left), 0.0
    for word in said:
        score, best = max(((_fit(p.read, p.stems[-1], w), w) for p in word for w in left), default=(0.0, ""))
        if score <= LOOSE:
            return 0.0
        left.remove(best)
        total += score if best not in units else 0.0
    return total / count if count else 0.0


@lru_cache(maxsize=50_000)
def _fit(read: str, stemmed: str, word: str) -> float:
    return fit(read, stemmed, word, stem(word))


def _cue(words: Sequence[Word], right: _Named, book: Phrasebook) -> _Cue | None:
    """What stands before a column, as it would before a number or a date; with a number behind it is another thing."""
    slot = "period" if right.field.column.role == "temporal" else "operator"
    at = _back(words, right.start, lexicon().determining | (lexicon().copula if slot == "period" else frozenset()))
    after = next((word for word in words[right.end :] if word.lower not in lexicon().copula | {"of"}), None)
    if after and after.lower[0].isdigit():
        return None
    seen = (*words[:at], words[right.start], *words[right.end :])
    found = book.find(seen, frozenset(), frozenset({at}))
    if slot == "period" and any((match.slot, match.label) == ("derive", "duration") for match in found):
        return None  # `how long till it sold after pressing`
    end = at if slot == "period" else at + 1
    own = [match for match in found if match.slot == slot and match.end == end and match.start < at]
    figures = {place for match in found if match.slot == "agg" for place in range(match.start, match.end)}
    known = [m for m in own if (slot, m.label) in _OPERATORS and figures.isdisjoint(range(m.start, m.end))]
    if not known:
        return None
    first = min(known, key=lambda match: match.start)
    op, said = _OPERATORS[slot, first.label], {word.lower for word in words[first.start : at]}
    if op in _SAME and said.isdisjoint(lexicon().equalling):
        return None  # `is` and `of` say so of a value alone
    return _Cue(first.start, op, leaning=said <= lexicon().leaning)


def _back(words: Sequence[Word], at: int, over: frozenset[str]) -> int:
    """The place after the last word before another that is none of these."""
    while at and words[at - 1].lower in over:
        at -= 1
    return at


def _said(
    text: str, words: Sequence[Word], left: _Named | None, right: _Named, cue: _Cue, bound: int, able: Sequence[Field]
) -> Comparison | None:
    """Both columns, or the one that is named and what it must be held against; `bound` is where the left one ends."""
    denied = any(word.lower in lexicon().denying for word in words[bound : cue.start])
    op = _OPPOSITE[cue.op] if denied else cue.op
    first = _first(words, left, cue, bound) if left else bound if denied else cue.start
    if first is None:
        return None
    start, end = words[first].start, words[right.end - 1].end
    said, rest = text[start:end], f"{text[:start].rstrip()} {text[end:].lstrip()}".strip()
    if left is None:
        return _unsaid(right, op, able, said, rest)
    if not comparable(left.field, right.field):
        return None
    return Comparison(said, rest, Filter(column=left.field.name, op=op, other=right.field.name))


def _around(
    text: str, words: Sequence[Word], named: Sequence[_Named], right: _Named, book: Phrasebook
) -> Comparison | None:
    """`more away goals than home goals`: what compares stands around the first of the two."""
    than = _back(words, right.start, lexicon().determining) - 1
    left = next((each for each in named if each.end == than), None)
    if left is None:
        return None
    gone = left.end - left.start
    cue = _cue(
        (*words[: left.start], *words[left.end :]), replace(right, start=right.start - gone, end=right.end - gone), book
    )
    if cue is None or cue.start >= left.start:
        return None
    around = replace(left, start=cue.start)
    return _said(text, words, around, right, cue, cue.start + 1, [])


def _first(words: Sequence[Word], left: _Named, cue: _Cue, bound: int) -> int | None:
    """Where the whole of it begins; nowhere if it says something else.

    `revenue over cost` is a ratio, unless something opens a condition, and `from opening till closing` is a span.
    """
    known = lexicon()
    first = _back(words, left.start, known.fillers | known.clauses)
    opened = any(word.lower in known.clauses for word in words[first : left.start])
    spans = any(word.lower in known.spanning for word in words[max(first - 1, 0) : left.start])
    return None if spans or (cue.leaning and not opened and bound == cue.start) else first


def _unsaid(right: _Named, op: Operator, able: Sequence[Field], said: str, rest: str) -> Comparison | None:
    """`over budget`: what is held against it is the one other figure of its unit; not so `over the years`."""
    graded = split(said)[0].lower in lexicon().graded
    if op in _SAME or graded or not said[0].isalpha():
        return None
    if right.part < 1.0 or kind(right.field) == "date" or timed(right.field):
        return None
    same = [each for each in able if comparable(each, right.field) and unit(each) == unit(right.field)]
    others = [each.name for each in same if not timed(each)]
    if len(others) != 1:
        return None
    return Comparison(said, rest, Filter(column=others[0], op=op, other=right.field.name))
