"""What a question may say of the records of a base: names in any language, categories, words for relations."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

from groundplan.contracts.source_model import Dataset
from groundplan.language.phrases import Labels
from groundplan.packs.knowledge.client import KnowledgeSource
from groundplan.packs.knowledge.nouns import Relation, Said
from groundplan.packs.knowledge.records.opened import Records
from groundplan.query.scope import Hop, Scope
from groundplan.reading.constructions.marks import Sayable
from groundplan.reading.constructions.things import Thing
from groundplan.reading.embedded.question_words import link
from groundplan.values.match import Match

_SURE = ("exact", "lemma", "translit", "fuzzy", "part")
_NAMES = ("id", "name", "aliases")


def sayable(source: KnowledgeSource, labels: Labels, today: date) -> Sayable:
    """Names from the registry, values from the fields, phrases from the schema."""
    records = source.records
    scope = Scope(records.understood)
    keys = {(r.many, column) for r in records.understood.relations for column in r.columns}
    names = {type: dataset for dataset, type in records.type_of.items()}

    def find(text: str) -> Sequence[Match]:
        values = [m for m in link(text, records.tables) if not _named(m) and (m.table, m.column) not in keys]
        return [*values, *_rows(text, source, names)]

    few = {
        (table.name, column.name): column.values
        for table in records.tables
        for column in table.columns
        if column.values and column.name not in _NAMES
    }
    return Sayable(scope, labels, today, find, few, tuple(_phrases(source, records, scope, names)))


def _named(match: Match) -> bool:
    return match.column in _NAMES or match.column.startswith("name_")


def _rows(text: str, source: KnowledgeSource, names: dict[str, str]) -> Iterator[Match]:
    """Rows that are called so, by any of their names."""
    for found in source.registry.link(text):
        for id in (found.node, *found.rivals):
            node = source.graph.node(id)
            if node is not None and node.type in names and found.how in _SURE:
                yield Match(names[node.type], "", node.name, found.start, found.end, found.score, "exact")


def _phrases(
    source: KnowledgeSource, records: Records, scope: Scope, names: dict[str, str]
) -> Iterator[tuple[str, Thing]]:
    """Words of the schema for categories and relations."""
    for type, about in source.domain.types.items():
        for value, said in about.categories.items() if about.category and type in names else ():
            yield from ((one, Thing("value", names[type], about.category or "", value)) for one in _all(said))
    for name, relation in source.domain.relations.items():
        if relation.source in names and relation.target in names:
            yield from _passed(name, relation, scope, names)


def _passed(name: str, relation: Relation, scope: Scope, names: dict[str, str]) -> Iterator[tuple[str, Thing]]:
    start, end = scope.dataset(names[relation.source]), scope.dataset(names[relation.target])
    hop = scope.hops(start).get(name)
    if hop is None:
        return
    yield from ((one, Thing("relation", start.name, name)) for one in _all(relation.says))
    for back, other in scope.hops(end).items():
        if _turned(hop, other, start):
            yield from ((one, Thing("relation", end.name, back)) for one in _all(relation.inverse))


def _turned(hop: Hop, other: Hop, start: Dataset) -> bool:
    """Whether the one leads back along the other."""
    lists = {*hop.here, hop.split, hop.gathered}, {*other.there, other.split, other.gathered}
    return other.to.name == start.name and hop.back != other.back and bool((lists[0] & lists[1]) - {""})


def _all(said: Said) -> Iterator[str]:
    return (one for words in said.values() for one in words)
