"""Words that name no column by their letters are linked by what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from groundplan.reading.similarity.columns import LEAST, Link
from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.meaning import Meaning
from groundplan.reading.similarity.names import EXACT, SHORTENED, Name, fit, names
from groundplan.reading.similarity.periods import carries_time
from groundplan.reading.similarity.words import Word, split, stem
from groundplan.sources.shape import Column

ALIKE = 0.5
AHEAD = 0.2
"""The best column must be so much closer than the second: nine of ten such links are right, below it one of two."""
_MOST = 6
_MEANT = frozenset(
    {"chart", "agg", "grain", "order", "limit", "operator", "superlative", "analysis", "outputs", "asks_which"}
    | {"role", "text", "negation", "period"}
)
"""Slots whose words have a meaning of their own."""
_FIGURES = frozenset({"sum", "avg", "median", "min", "max", "std"})


@dataclass(frozen=True)
class Gap:
    """Words after a cue that stand for a column yet to be found."""

    start: int
    end: int
    figure: bool
    """Something is computed of it, so that only a number fits."""


def gaps(marks: Marks) -> list[Gap]:
    """After `average`, `by`, `each` and the like: words that nothing explains."""
    explained = marks.claimed | set(marks.numbers)
    explained |= {at for m in marks.matches if m.slot in _MEANT for at in range(m.start, m.end)}
    found: dict[int, Gap] = {}
    for cue in marks.labels("agg", "role", "superlative"):
        gap = _after(marks, cue.end, explained, cue.slot == "agg" and cue.label in _FIGURES)
        if gap and gap.start not in found:
            found[gap.start] = gap
    return list(found.values())[:_MOST]


def _after(marks: Marks, at: int, explained: set[int], figure: bool) -> Gap | None:
    while at < len(marks.words) and marks.words[at].lower in lexicon().fillers:
        at += 1
    end = at
    while end < len(marks.words) and end - at < 3 and _open(marks, end, explained):
        end += 1
    return Gap(at, end, figure) if end > at else None


def _open(marks: Marks, at: int, explained: set[int]) -> bool:
    word = marks.words[at]
    known = word.lower in lexicon().fillers or word.stem in marks.nouns or word.lower in lexicon().counted
    return at not in explained and word.is_word and not known and len(word.lower) > 2


def filled(marks: Marks, meaning: Meaning) -> Marks:
    """The marks with a link for each gap whose meaning one column has."""
    open_gaps = gaps(marks)
    columns = [name for table in marks.tables for name in names(table)]
    if not open_gaps or not columns:
        return marks
    texts = [" ".join(w.lower for w in marks.words[gap.start : gap.end]) for gap in open_gaps]
    scores = meaning.compare(texts, [spoken(name) for name in columns])
    found = zip(open_gaps, texts, scores, strict=True)
    links = [link for gap, said, row in found if (link := _only(marks, gap) or _link(gap, said, columns, row.tolist()))]
    return replace(marks, links=tuple(sorted([*marks.links, *links], key=lambda link: link.start))) if links else marks


def _only(marks: Marks, gap: Gap) -> Link | None:
    """`each code` where one column alone has a code."""
    owners = halfway(marks, gap)
    return Link(owners[0].table, owners[0].column, gap.start, gap.end, LEAST, gain=LEAST) if len(owners) == 1 else None


def halfway(marks: Marks, gap: Gap) -> list[Name]:
    """The columns of the kind a gap needs whose names hold its words, and more that was not said."""
    every = [name for table in marks.tables[:1] for name in names(table) if _fits(gap, name.column)]

    def owners(least: float) -> list[Name]:
        return [name for name in every if all(_holds(name, word, least) for word in marks.words[gap.start : gap.end])]

    return owners(EXACT) or owners(SHORTENED)


def _holds(name: Name, word: Word, least: float) -> bool:
    return any(fit(word.lower, word.stem, part.word, part.stem) >= least for part in name.parts)


def _link(gap: Gap, said: str, columns: Sequence[Name], scores: Sequence[float]) -> Link | None:
    fitting = [(score, name) for score, name in zip(scores, columns, strict=True) if _fits(gap, name.column)]
    ranked = sorted(fitting, key=lambda pair: -pair[0])
    if not ranked or ranked[0][0] < ALIKE or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < AHEAD):
        return None
    score, name = ranked[0]
    if _apart(said, name):
        return None
    return Link(name.table, name.column, gap.start, gap.end, float(score), gain=float(score))


def _apart(said: str, name: Name) -> bool:
    """`profit` and `revenue` lie close together in meaning, and are different measures."""
    asked = {word.stem for word in split(said)} & _measures()
    held = {part.stem for part in name.parts} & _measures()
    return bool(asked and held and not asked & held)


@lru_cache(maxsize=1)
def _measures() -> frozenset[str]:
    return frozenset(stem(word) for word in lexicon().measures)


def _fits(gap: Gap, column: Column) -> bool:
    if gap.figure:
        return column.role == "numeric" and not carries_time(column)
    return True


def spoken(name: Name) -> str:
    """A name as a person would say it, with its short forms written out."""
    return " ".join(lexicon().short.get(part.word, part.word) for part in name.parts)
