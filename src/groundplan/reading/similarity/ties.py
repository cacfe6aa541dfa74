"""Ties: several columns that the same words fit equally, where none is the plain choice."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.reading.similarity.columns import Link
from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.names import SHORTENED, Name, Part, fit, names
from groundplan.reading.similarity.periods import carries_time
from groundplan.reading.similarity.roles import Mention, is_key
from groundplan.reading.similarity.words import Word
from groundplan.sources.shape import Column, Table

_SAID = 0.9
"""A name of which so much was said is meant."""
_TELLS = 0.6
"""A part of a name that weighs so much tells it from others."""


def tied(marks: Marks, mention: Mention) -> tuple[str, ...]:
    """The columns among which the mention does not choose, its own first; empty when it is clear."""
    table = next((t for t in marks.tables if t.name == mention.link.table), None)
    if table is None or mention.link.score >= _SAID:
        return ()
    said = [word for word in marks.words[mention.link.start : mention.link.end] if word.is_word]
    own = _rest(_name(table, mention.link), said)
    if not own or _conventional(own):
        return ()
    rivals = [n for n in names(table) if n.column != mention.link.column and _alike(n.column, mention.link.column)]
    equal = [(n, rest) for n in rivals if (rest := _rest(n, said)) is not None]
    if not equal or any(not rest or _conventional(rest) for _, rest in equal) or _told(marks, mention, table, equal):
        return ()
    return (mention.name, *(name.column.name for name, _ in equal))


def _name(table: Table, link: Link) -> Name:
    return next(name for name in names(table) if name.column == link.column)


def _rest(name: Name, said: Sequence[Word]) -> list[Part] | None:
    """The telling parts of a name that were not said; None where the words said are no part of it."""
    left = list(name.parts)
    for word in said:
        fits = [part for part in left if fit(word.lower, word.stem, part.word, part.stem) >= SHORTENED]
        if not fits and word.lower not in lexicon().fillers and word.stem not in name.own:
            return None
        if fits:
            left.remove(max(fits, key=lambda part: fit(word.lower, word.stem, part.word, part.stem)))
    matched = len(left) < len(name.parts) or not said
    return [part for part in left if part.weight >= _TELLS] if matched else None


def _conventional(rest: Sequence[Part]) -> bool:
    """`total` is the plain choice beside `shipping total`."""
    return all(part.word in lexicon().plain for part in rest)


def _alike(one: Column, two: Column) -> bool:
    return (one.type in ("integer", "number")) == (two.type in ("integer", "number")) and (
        carries_time(one),
        one.type == "boolean",
        is_key(one),
    ) == (carries_time(two), two.type == "boolean", is_key(two))


def _told(marks: Marks, mention: Mention, table: Table, equal: Sequence[tuple[Name, list[Part]]]) -> bool:
    """Whether some other word of the question says a part that only one of them has."""
    others = [w for at, w in enumerate(marks.words) if at not in mention.link.span and w.is_word]
    parts = [*(_rest(_name(table, mention.link), ()) or ()), *(part for _, rest in equal for part in rest)]
    return any(fit(w.lower, w.stem, p.word, p.stem) >= SHORTENED for w in others for p in parts if len(w.lower) > 2)
