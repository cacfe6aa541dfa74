"""Columns worth reading: a sheet holds a few dozen, a table may have hundreds."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.embed import Embedder
from groundplan.language.names import fit
from groundplan.language.stems import stem
from groundplan.reading.embedded.pieces import pieces, words_of
from groundplan.reading.embedded.sheet import Field
from groundplan.values.match import Match

MOST = 30


def narrowed(
    text: str, fields: Sequence[Field], links: Sequence[Match], embedder: Embedder, keep: frozenset[str]
) -> list[Field]:
    """At most so many columns, in their order: those that the question names, holds values of, or sounds like."""
    if len(fields) <= MOST:
        return list(fields)
    said = [(p.read, p.stems[-1]) for p in pieces(text) if p.read[0].isalpha()]
    held = {(m.table, m.column): m.score for m in reversed(links)}
    vectors = embedder.embed([text, *(" ".join(words_of(shown.column.name)) for shown in fields)])
    cosines = vectors[1:] @ vectors[0]

    def worth(at: int) -> float:
        shown = fields[at]
        named = max(
            (fit(word, root, part, stem(part)) for part in words_of(shown.column.name) for word, root in said),
            default=0.0,
        )
        valued = held.get((shown.table, shown.column.name), 0.0) or max(
            (score for (_, column), score in held.items() if not shown.table and column == shown.column.name),
            default=0.0,
        )
        return float(cosines[at]) + named + valued + (10.0 if shown.name in keep else 0.0)

    best = sorted(range(len(fields)), key=lambda at: -worth(at))[:MOST]
    return [fields[at] for at in sorted(best)]
