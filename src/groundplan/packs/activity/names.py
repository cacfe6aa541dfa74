"""Names of rows in a question: people by full or first name, projects by any of theirs, sprints, releases, ids."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from groundplan.language.russian.translit import keys, russian, transliterate
from groundplan.language.words import Word, split
from groundplan.packs.activity.heard.lexicon import said
from groundplan.packs.activity.people import plain
from groundplan.sources.opened import Tables
from groundplan.values.match import Match

LONGEST = 6
"""Words that a name has at most."""
NAMED = {"authors": ("name", "username", "email", "aliases"), "projects": ("id", "path", "tracker", "aliases"),
         "sprints": ("name",), "releases": ("tag",), "tags": ("name",), "issues": ("id",),
         "merge_requests": ("id",), "commits": ("short_id",)}  # fmt: skip
"""By which fields rows are named in questions."""


@dataclass
class Names:
    """Every name with the rows that have it, whole or, of people, in part."""

    whole: dict[tuple[str, ...], set[tuple[str, str]]] = field(default_factory=dict)
    part: dict[tuple[str, ...], set[tuple[str, str]]] = field(default_factory=dict)
    spelt: dict[str, set[tuple[str, str]]] = field(default_factory=dict)
    """Parts of names of people in Latin letters."""

    @classmethod
    def of(cls, tables: Tables) -> Names:
        """The names of what is opened."""
        made = cls()
        for dataset, fields in NAMED.items():
            called = _shown(tables, dataset)
            for row in (
                tables.get(dataset)
                .arrow()
                .select(list(dict.fromkeys([called, *fields, *(["bot"] if dataset == "authors" else [])])))
                .to_pylist()
            ):
                for name in (text for one in fields for text in (row[one] or "").split(";") if text):
                    made._add(made.whole, name, dataset, row[called])
                if dataset == "authors" and " " in row[called] and not row["bot"]:
                    for part in plain(row[called]).split():
                        made._add(made.part, part, dataset, row[called])
                        made._spell(part, dataset, row[called])
        return made

    def _add(self, held: dict[tuple[str, ...], set[tuple[str, str]]], name: str, dataset: str, row: str) -> None:
        words = split(plain(name))
        for key in {tuple(word.lower for word in words), tuple(word.stem for word in words)}:
            if key and len(key) <= LONGEST * 3:
                held.setdefault(key, set()).add((dataset, row))

    def _spell(self, part: str, dataset: str, row: str) -> None:
        self.spelt.setdefault(transliterate(part), set()).add((dataset, row))

    def find(self, text: str) -> list[Match]:
        """Stretches that name rows, the longest first and none inside another."""
        return [Match(dataset, "", row, start, end, 1.0, "exact")
                for start, end, rows in self._found(text) for dataset, row in sorted(rows)]  # fmt: skip

    def rivals(self, text: str) -> list[tuple[str, list[str]]]:
        """People of one name, where only that is said."""
        found = []
        for start, end, rows in self._found(text):
            people = sorted(row for dataset, row in rows if dataset == "authors")
            if len(people) > 1:
                found.append((text[start:end], people))
        return found

    def _found(self, text: str) -> Iterator[tuple[int, int, set[tuple[str, str]]]]:
        words = split("".join(map(_bare, text)))
        taken: set[int] = set()
        for at, end, rows in self._spelt(words):
            if end - at > 1 and not _held(self.whole, words[at:end]):
                taken |= set(range(at, end))
                yield words[at].start, words[end - 1].end, rows
        for held in (self.whole, self.part):
            for size in range(min(LONGEST * 3, len(words)), 0, -1):
                for at in range(len(words) - size + 1):
                    rows = _held(held, words[at : at + size])
                    if rows and not taken & set(range(at, at + size)):
                        taken |= set(range(at, at + size))
                        yield words[at].start, words[at + size - 1].end, rows
        for at, end, rows in self._spelt(words):
            if not taken & set(range(at, end)):
                yield words[at].start, words[end - 1].end, rows

    def _spelt(self, words: Sequence[Word]) -> Iterator[tuple[int, int, set[tuple[str, str]]]]:
        """People whose names stand in Cyrillic, in any case and alphabet: `Игоря Лебедева`, `Петра Новака`."""
        at = 0
        while at < len(words):
            end, rows = at, set[tuple[str, str]]()
            while end < len(words) and (more := self._called(words[end])):
                both = rows & more if end > at else more
                if not both:
                    break
                rows, end = both, end + 1
            if end > at:
                yield at, end, rows
            at = max(end, at + 1)

    def _called(self, word: Word) -> set[tuple[str, str]]:
        if not russian(word.lower) or len(word.lower) < 3 or not word.text[:1].isupper():
            return set()
        stems = (word.lower[:-cut] for cut in (1, 2) if len(word.lower) - cut > 2)
        bent = (transliterate(stem + end) for stem in stems for end in said()["endings"])
        return {row for key in (*keys(word.lower), *bent) for row in self.spelt.get(key, ())}


def _bare(letter: str) -> str:
    """A Latin letter without its accents, at which words would fall apart."""
    found = unicodedata.normalize("NFKD", letter)[:1]
    return found if found.isascii() and found.isalpha() else letter


def _held(held: Mapping[tuple[str, ...], set[tuple[str, str]]], words: Sequence[Word]) -> set[tuple[str, str]]:
    if len(words) == 1 and len(words[0].lower) < 3:
        return set()
    forms = (tuple(plain(word.lower) for word in words), tuple(word.stem for word in words))
    return next((held[form] for form in forms if form in held), set())


def _shown(tables: Tables, dataset: str) -> str:
    known = tables.understood.dataset(dataset)
    assert known is not None
    return known.name_field[-1]
