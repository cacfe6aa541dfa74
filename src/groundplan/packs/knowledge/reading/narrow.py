"""Several names in one question: one is where the chain starts, the others narrow a set on its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from groundplan.packs.knowledge.nouns import Link
from groundplan.packs.knowledge.reading.features import matched
from groundplan.packs.knowledge.reading.interpretation import Condition, Path
from groundplan.packs.knowledge.reading.paths import found
from groundplan.packs.knowledge.reading.question_words import Word
from groundplan.packs.knowledge.reading.rank import Candidate, ranked
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex
from groundplan.packs.knowledge.schema import CHAIN

TRIED = 12
SPOKEN = 0.35
"""From here on a word beside a name speaks of the relation to it."""
ITSELF = 0.3
"""What it is worth that a set on the way can hold the other name itself."""
FIT = 2.0
"""What the word beside the other name counts in the choice of the topic."""


def narrowed(
    schema: SchemaIndex, spoken: Sequence[Word], names: Sequence[Link], closed: bool
) -> tuple[Path, tuple[Link, ...]] | None:
    """The best way from one name that the others narrow; a closed question asks whether the way leads to the other."""
    best: tuple[float, Path, tuple[Link, ...]] | None = None
    for topic in names:
        others = [name for name in names if name is not topic]
        first = next(_from(schema, spoken, topic, others, closed), None)
        if first and (best is None or first[0] > best[0]):
            best = *first, (topic, *others)
    return best[1:] if best else None


def _from(
    schema: SchemaIndex, spoken: Sequence[Word], topic: Link, others: Sequence[Link], closed: bool
) -> Iterator[tuple[float, Path]]:
    beside = set() if closed else {word.start for other in others for word in _beside(schema, spoken, other)}
    paired = any(other.type == topic.type for other in others)  # `together` is said of the two names
    kept = [
        word
        for word in spoken
        if word.start not in beside and not _inside(word, others) and not (paired and word.marker)
    ]
    for candidate in islice(ranked(schema, kept, [topic]), TRIED):
        conditions = [_condition(schema, candidate, other, spoken, closed) for other in others]
        met = [one for one in conditions if one]
        path = Path(CHAIN, (topic.node,), candidate.hops, conditions=tuple(condition for _, condition in met))
        if len(met) == len(others) and (closed or found(schema, path)):
            fit = sum(said for said, _ in met)
            yield candidate.score + FIT * fit, replace(path, confidence=round(0.5 + 0.4 * candidate.said, 3))


def _inside(word: Word, links: Sequence[Link]) -> bool:
    return any(link.start < word.end and word.start < link.end for link in links)


def _beside(schema: SchemaIndex, spoken: Sequence[Word], link: Link) -> list[Word]:
    """The word that leads to a name: the last content word before it, if it speaks of a relation to such nodes."""
    before = [word for word in spoken if word.end <= link.start][-3:]
    content = [word for word in before if not word.small][-1:]
    match = matched(schema, content)[0]
    hops = [schema.column[hop] for hop in schema.hops if schema.arrival(hop) == link.type]
    return content if len(match) and hops and match[:, hops].max() >= SPOKEN else []


def _condition(
    schema: SchemaIndex, candidate: Candidate, other: Link, spoken: Sequence[Word], closed: bool
) -> tuple[float, Condition] | None:
    """How the other name narrows the chain's sets: by the relation that the word beside it speaks of."""
    last = len(candidate.hops)
    if closed:
        return (1.0, Condition(last, "", other.node)) if schema.arrival(candidate.hops[-1]) == other.type else None
    match = matched(schema, _beside(schema, spoken, other))[0]
    options: list[tuple[float, int, Condition]] = []
    for at, arrived in enumerate(candidate.hops, start=1):
        for hop in schema.follows[arrived]:
            if schema.arrival(hop) in ("", other.type):
                said = float(match[:, schema.column[hop]].max()) if len(match) else 0.0
                options.append((said, at, Condition(at, hop, other.node)))
        if at < last and schema.arrival(arrived) == other.type:
            options.append((ITSELF, at, Condition(at, "", other.node)))
    options.sort(key=lambda option: (-option[0], -option[1]))
    return next(((said, one) for said, _, one in options if _holds(schema, candidate, one)), None)


def _holds(schema: SchemaIndex, candidate: Candidate, condition: Condition) -> bool:
    path = Path(CHAIN, (candidate.link.node,), candidate.hops, conditions=(condition,))
    return bool(found(schema, path))
