"""Columns as the encoder is shown them: under which name, of which kind and size, and which of hundreds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from groundplan.embed import Embedder
from groundplan.language.names import fit
from groundplan.language.stems import stem
from groundplan.reading.embedded.question_words import pieces, words_of
from groundplan.sources.shape import Column
from groundplan.values.match import Match

_SIZES = (
    (1, "1"), (10, "10"), (100, "100"), (1000, "1000"), (1e6, "thousand"), (1e9, "million"),
)  # fmt: skip
KEYS = frozenset(("id", "ids", "key", "uuid", "code"))
"""Headers that say by themselves that they name a row."""
_YES, _NO = frozenset(("yes", "y", "true", "t", "да", "д")), frozenset(("no", "n", "false", "f", "нет", "н"))
MOST = 30
_NAMES = ("name", "title", "имя", "название")


@dataclass(frozen=True)
class Field:
    """A column as the sheet shows it, under the name that a form uses."""

    name: str
    column: Column
    table: str = ""
    """Said before the header where a source has several tables."""


def flag(column: Column) -> dict[str, str]:
    """What `true` and `false` are called in a column of text that holds nothing but yes and no; else nothing."""
    if column.type != "text" or len(column.values) != 2:
        return {}
    yes = [value for value in column.values if value.strip().lower() in _YES]
    no = [value for value in column.values if value.strip().lower() in _NO]
    return {"true": yes[0], "false": no[0]} if yes and no else {}


def kind_of(column: Column, said: bool = True) -> str:
    """The type; years and numbers that only name a row are told from other whole numbers, text of yes or no is a truth.

    A column such as `customer_id` is a figure only where the question says `id` (`said`).
    """
    if flag(column):
        return "boolean"
    if column.role == "identifier" and not (said and KEYS & set(words_of(column.name)[-1:])):
        return "text"
    if column.type == "integer":
        known = [v for v in (column.low, column.high, *column.samples) if isinstance(v, (int, float))]
        if known and all(1800 <= v <= 2100 for v in known):
            return "year"
    return column.type


def size(column: Column) -> list[str]:
    """How large the figures of a column are, in a word: `over 500` is said of one whose figures reach that."""
    if column.role == "identifier" or kind_of(column) not in ("integer", "number"):
        return []
    known = [abs(v) for v in (column.low, column.high, *column.samples) if isinstance(v, (int, float))]
    return [next((word for most, word in _SIZES if max(known) <= most), "billion")] if known else []


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


def name_beside(shown: Field, fields: Sequence[Field], said: frozenset[str]) -> str:
    """The column that names what a key stands for, where the key's own name is not said; any other column is itself."""
    key = stem(words_of(shown.column.name)[-1]) if shown.column.role == "identifier" and shown.table else ""
    if not key or key in said:
        return shown.name
    beside = [each for each in fields if each.table == shown.table and each.column.type == "text"]
    return next((each.name for each in beside if words_of(each.column.name)[-1] in _NAMES), shown.name)
