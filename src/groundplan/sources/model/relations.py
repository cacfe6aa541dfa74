"""Which fields name a row of another dataset: by names and by values, never by small numbers alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from groundplan.contracts.source_model import Field, Relation
from groundplan.sources.model.evidence import Evidence
from groundplan.sources.model.header import header_words, lists, names_dataset, singular, without_key
from groundplan.sources.shape import Table

SAME = 0.5
"""The share of values to be found where the names say the same."""
KINDRED = 0.8
"""Where they share a word, or one names a part that a person plays."""
NO_KIN = 0.95
"""Where they have nothing in common: texts, or numbers of five digits, only."""
LARGE = 10_000
CHECKS = 300
"""The data are asked at most this often, likeliest first."""


@dataclass(frozen=True)
class Candidate:
    """A field that may point at another, and the share of its values to be found there."""

    rank: int
    least: float
    table: str
    field: str
    other_table: str
    other: str


def relations(
    tables: Mapping[str, Table],
    fields: Mapping[str, Sequence[Field]],
    unique: Mapping[str, Sequence[str]],
    declared: Sequence[Relation],
    evidence: Evidence,
    against: dict[str, str],
) -> list[Relation]:
    """The declared ones, and those that names and values show; `against` takes a value that is not found, by name."""
    found = list(declared)
    taken = {(relation.many, relation.columns[0]) for relation in declared}
    pairs = {frozenset((relation.many, relation.one)) for relation in declared}
    reached = {(relation.one, relation.others[0]) for relation in declared}
    best: dict[tuple[str, str], tuple[Candidate, float, str]] = {}
    for one in likely(fields, unique):
        here = (one.table, one.field)
        if here in taken or (here in best and best[here][0].rank < one.rank):
            continue
        filled, known, orphan = evidence.found(one.table, (one.field,), one.other_table, (one.other,))
        share = known / filled if filled else 0.0
        if share >= one.least and known > 1 and (here not in best or share > best[here][1]):
            best[here] = (one, share, orphan)
    for one, share, orphan in sorted(best.values(), key=lambda each: (each[0].rank, -each[1])):
        back = best.get((one.other_table, one.other))
        if back and (back[0].other_table, back[0].other) == (one.table, one.field) and _away(one, share, back, tables):
            continue
        pair = frozenset((one.table, one.other_table))
        label = fields[one.table][[field.name for field in fields[one.table]].index(one.field)]
        beside = pair in pairs and (one.other_table, one.other) not in reached  # name to name beside key to key
        if beside and one.table != one.other_table and (one.rank > 2 or (label.role == "name" and one.rank > 1)):
            continue
        pairs.add(pair)
        reached.add((one.other_table, one.other))
        single = label.distinct == tables[one.table].rows - label.missing
        against[_name(one, tables)] = orphan
        found.append(
            Relation(
                name=_name(one, tables),
                many=one.table,
                columns=(one.field,),
                one=one.other_table,
                others=(one.other,),
                found=round(share, 4),
                single=single,
            )
        )
    return found


def _away(one: Candidate, share: float, back: tuple[Candidate, float, str], tables: Mapping[str, Table]) -> bool:
    """Of two that point at each other the one stands that is found more; then the one at the larger dataset."""
    if share != back[1]:
        return share < back[1]
    here, there = tables[one.table], tables[one.other_table]
    return (here.rows, len(here.columns), here.name) > (there.rows, len(there.columns), there.name)


def _name(one: Candidate, tables: Mapping[str, Table]) -> str:
    words = without_key(one.field) or header_words(one.field)
    return "_".join([one.table, *words])


def likely(fields: Mapping[str, Sequence[Field]], unique: Mapping[str, Sequence[str]]) -> list[Candidate]:
    """What the data are to be asked, likeliest first, and no more than is soon asked."""
    found = _candidates(fields, unique)
    return sorted(found, key=lambda one: (one.rank, one.table, one.field, one.other_table))[:CHECKS]


def _candidates(fields: Mapping[str, Sequence[Field]], unique: Mapping[str, Sequence[str]]) -> Iterator[Candidate]:
    targets = [(table, field) for table in fields for field in fields[table] if field.name in unique[table]]
    for table, own in fields.items():
        for field in own:
            for other_table, other in targets:
                if (table, field.name) == (other_table, other.name) or not _alike(field, other):
                    continue
                rank, least = _kin(table, field, other_table, other)
                if rank:
                    yield Candidate(rank, least, table, field.name, other_table, other.name)


def _alike(field: Field, other: Field) -> bool:
    if field.type != other.type or field.type not in ("integer", "text") or not field.distinct:
        return False
    if field.role in ("measure", "flag", "list", "text", "time") and not (
        field.role == "measure" and field.type == "integer"
    ):
        return False
    if field.type == "integer" and (
        field.low is None or other.low is None or field.low > other.high or field.high < other.low
    ):
        return False
    return other.role not in ("measure", "time", "text", "list")


def _kin(table: str, field: Field, other_table: str, other: Field) -> tuple[int, float]:
    """How near the names are, 1 nearest, and the share that must be found; 0: not near enough to ask."""
    here, there = header_words(field.name), header_words(other.name)
    core, target = without_key(field.name), without_key(other.name)
    nouns = _nouns(other_table)
    keyed = field.role == "key" or any(word in lists()["keys"] for word in here)
    role = bool(set(here) & lists()["people"])
    if table == other_table:
        return (
            (2, KINDRED)
            if set(here) & lists()["selves"] and field.role in ("key", "category", "measure", "name")
            else (0, 0.0)
        )
    called = names_dataset(core, other_table)
    if field.role == "measure" and not (keyed or role or called):
        return 0, 0.0
    plain = not target and there[-1:] and there[-1] in lists()["plain_keys"]  # the dataset's name says of what
    if here == there and not plain:
        return 1, SAME
    if core and (core[-1:] == target[-1:] and core[-len(target) :] == target) and (keyed or field.role != "measure"):
        return (1, SAME) if len(there) > len(target) and keyed else (2, KINDRED)
    if called or (core and any(names_dataset(core[-len(noun) :], other_table) for noun in nouns)):
        return (1, SAME) if keyed or field.type == "text" else (2, KINDRED)
    if here == there and plain and keyed:  # `id` on both sides: one to one, if at all
        return (4, NO_KIN) if field.type == "text" else (0, 0.0)
    if core and set(core) & (set(target) | {word for noun in nouns for word in noun}) and keyed:
        return 2, KINDRED
    if role and (keyed or field.type == "text"):
        return 3, KINDRED
    texts = (
        field.type == "text"
        and field.role in ("key", "category", "name")
        and (other.role == "key" or _coded(other))
        and field.distinct > 2
    )
    large = field.type == "integer" and other.low is not None and other.low >= LARGE and keyed and other.role == "key"
    return (4, NO_KIN) if texts or large else (0, 0.0)


def _coded(field: Field) -> bool:
    """Texts of one length with digits in them: badges, plates, references."""
    low, high = field.low, field.high
    if not isinstance(low, str) or not isinstance(high, str) or len(low) != len(high) or " " in low + high:
        return False
    return all(any(map(str.isdigit, text)) and any(map(str.isalpha, text)) for text in (low, high))


def _nouns(table: str) -> list[tuple[str, ...]]:
    """What a row of the dataset may be called: of `order_lines` order line, and line."""
    words = tuple(singular(word) for word in header_words(table))
    return [words, words[-1:]] if words else []


def composite_relations(
    tables: Mapping[str, Table], keys: Mapping[str, tuple[str, ...]], found: Sequence[Relation], evidence: Evidence
) -> list[Relation]:
    """Relations along a key of several fields, where the other dataset has all of them under the same names."""
    made = []
    for one, key in keys.items():
        for many in tables if len(key) > 1 else ():
            held = {column.name.lower(): column.name for column in tables[many].columns}
            columns = tuple(held[name.lower()] for name in key if name.lower() in held)
            if (
                many == one
                or len(columns) < len(key)
                or (keys[many] == columns and tables[many].rows > tables[one].rows)
            ):
                continue
            if keys[many] == columns and tables[many].rows == tables[one].rows and many < one:
                continue
            filled, known, _ = evidence.found(many, columns, one, key)
            if filled and known >= KINDRED * filled and known > 1:
                name = "_".join((many, *columns))
                single = keys[many] == columns
                made.append(
                    Relation(
                        name=name,
                        many=many,
                        columns=columns,
                        one=one,
                        others=key,
                        found=round(known / filled, 4),
                        single=single,
                    )
                )
    return made
