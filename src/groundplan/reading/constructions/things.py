"""What the words of a question name in a source model: datasets, fields, relations, named tests, and values."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

from groundplan.contracts.source_model import Field
from groundplan.language.finders.fillers import asks, filler
from groundplan.language.lexicon import lexicon
from groundplan.language.names import SHORTENED, SYNONYM, fit, spoken
from groundplan.language.russian.heading import english_words
from groundplan.language.words import Word, split, stems
from groundplan.plan import folder
from groundplan.query.scope import Scope
from groundplan.values.match import Match

Kind = Literal["dataset", "field", "relation", "test", "value"]
LEAST = 0.5
"""The share of a name, by weight, that must be said."""
SURE = 0.8
"""How well a word must fit one of a name."""
_OWN, _WEAK, _EMPTY = 0.4, 0.35, 0.1
"""The weights of a word of a name that says what the rows are, of one that says a unit or a kind, and of one that says
nothing."""
_BRACKETS = re.compile(r"\([^)]*\)|\[[^]]*\]")
_BEGINNING = 3
_EXACT = ("exact", "case", "accent", "lemma", "plural")
"""How a stretch must be a value, so that it is read as one."""


@dataclass(frozen=True)
class Thing:
    """Something of the source that words may mean."""

    kind: Kind
    dataset: str
    name: str = ""
    """Of a field, a relation or a test; of a value its field, or nothing where it is what a row is called."""
    value: str | bool = ""
    share: float = 1.0
    """How much of its name is said, and how well."""
    part: bool = False
    """The words are a part of values: all that hold it are meant."""


@dataclass(frozen=True)
class Named:
    """Words `start` to `end` (excluded) that name things."""

    start: int
    end: int
    things: tuple[Thing, ...]


@lru_cache(maxsize=1)
def wording() -> Mapping[str, Any]:
    """The words of constructions, read once."""
    return dict(folder.load(Path(__file__).with_name("words.yaml")))


def named(words: Sequence[Word], scope: Scope, values: Iterable[Match]) -> tuple[Named, ...]:
    """Every stretch of the words that names things of the source; those of one stretch together."""
    found: dict[tuple[int, int], dict[Thing, None]] = {}
    for start, end, thing in (
        *_by_name(words, scope),
        *_people(words, scope),
        *_tests(words, scope),
        *_values(words, values),
    ):
        found.setdefault((start, end), {})[thing] = None
    return tuple(Named(*place, tuple(things)) for place, things in found.items())


def _by_name(words: Sequence[Word], scope: Scope) -> Iterator[tuple[int, int, Thing]]:
    for dataset in scope.datasets:
        own = frozenset(stems(f"{spoken(dataset.name)} {dataset.row_is}"))
        for name in (spoken(dataset.name), dataset.row_is, *dataset.synonyms):
            yield from _said(words, name, frozenset(), Thing("dataset", dataset.name), nouns=True)
        for field in dataset.fields:
            key = dataset.primary_key == (field.name,)
            for name in (spoken(_bare(field.name)), *field.synonyms):
                for start, end, thing in _said(words, name, own, Thing("field", dataset.name, field.name)):
                    yield start, end, thing
                    if key and thing.share < 1:  # rides, where each has a ride_id
                        yield start, end, Thing("dataset", dataset.name, share=max(thing.share, 0.7))
        for name in scope.hops(dataset):
            if dataset.field(name) is None:
                yield from _said(words, spoken(name), own, Thing("relation", dataset.name, name))


def _said(
    words: Sequence[Word], name: str, own: frozenset[str], thing: Thing, nouns: bool = False
) -> Iterator[tuple[int, int, Thing]]:
    """Stretches that say enough of a name; of one that is a noun its last word."""
    parts = {part: _weight(part, own) for part in split(_bare(name)) if part.is_word}
    whole = sum(parts.values())
    squeezed = "".join(part.lower for part in parts)
    for start, word in enumerate(words):
        if not word.is_word or not parts or asks(word) or (filler(word) and len(parts) > 1):
            continue
        if len(parts) > 1 and word.lower in (squeezed, f"{squeezed}s"):  # baseprice
            yield start, start + 1, thing
            continue
        left, said, end, sure = dict(parts), 0.0, start, False
        for at in range(start, len(words)):
            best = max(left, key=lambda part: _fit(words[at], part), default=None)
            good = _fit(words[at], best) if best else 0.0
            if best is None or good < SURE:
                if at > start and words[at].lower in wording()["inside"]:
                    continue
                break
            if left[best] == _WEAK and words[at].lower in wording()["denying"]:
                break
            if filler(words[at]):
                break  # `spend by` says little of Paid By
            sure = sure or (left[best] >= _OWN and good >= SYNONYM)
            said, end = said + good * left.pop(best), at + 1
        noun = list(parts)[-1]
        share = said / whole if whole else 0.0
        if end > start and share >= LEAST and (sure or share >= SURE) and not (nouns and noun in left):
            yield start, end, Thing(thing.kind, thing.dataset, thing.name, share=round(share, 3))


def _bare(name: str) -> str:
    """A name without what stands in brackets: the unit, as a rule."""
    return _BRACKETS.sub(" ", name).strip() or name


def _weight(part: Word, own: frozenset[str]) -> float:
    if filler(part) and part.lower not in lexicon().generic:
        return _EMPTY
    if part.stem in own:
        return _OWN
    known = lexicon()
    units = known.unit_marks - known.units.keys()  # days are more than a unit
    weak = part.lower in known.generic | units or part.lower.isdigit() or not part.lower.isalnum()
    return _WEAK if weak else 1.0


def _fit(word: Word, part: Word | None) -> float:
    """How well a word says a part of a name; a part that is a word itself shortens no other."""
    if part is None:
        return 0.0
    good = fit(word.lower, word.stem, part.lower, part.stem)
    if not good and len(word.lower) >= _BEGINNING and word.lower.isalpha() and part.lower.startswith(word.lower):
        return SHORTENED if word.lower not in english_words() else 0.0
    if good == SHORTENED and part.stem != word.stem and part.lower in english_words() and len(part.lower) > 3:
        return 0.0
    return good


def _people(words: Sequence[Word], scope: Scope) -> Iterator[tuple[int, int, Thing]]:
    """Words for people are rows of the datasets of people, and of the only one."""
    several = [one for one in scope.datasets if any(_born(field) for field in one.fields)]
    for dataset in several or scope.datasets[: len(scope.datasets) == 1]:
        for at, word in enumerate(words):
            if word.lower in wording()["people"]:
                yield at, at + 1, Thing("dataset", dataset.name, share=0.8)


def _born(field: Field) -> bool:
    return field.role == "time" and bool(set(spoken(field.name).split()) & set(wording()["born"]))


def _tests(words: Sequence[Word], scope: Scope) -> Iterator[tuple[int, int, Thing]]:
    """Named tests, by their names and by the words that the language has for some."""
    known = lexicon()
    usual = {"current": known.going_on, "money_out": known.going_out, "money_in": known.coming_in}
    for dataset in scope.datasets:
        for test in dataset.tests:
            for phrase in (spoken(test), *usual.get(test, ())):
                said = tuple(word.lower for word in split(phrase))
                for start in range(len(words) - len(said) + 1):
                    if tuple(word.lower for word in words[start : start + len(said)]) == said:
                        yield start, start + len(said), Thing("test", dataset.name, test)


def _values(words: Sequence[Word], values: Iterable[Match]) -> Iterator[tuple[int, int, Thing]]:
    """Values as they stand, in any of their forms."""
    for match in values:
        inside = [at for at, word in enumerate(words) if word.start < match.end and match.start < word.end]
        part = match.how == "part" and len(inside) > 1
        if not inside or not (part or match.how in _EXACT):
            continue
        if all(filler(words[at]) for at in inside):
            continue
        yield inside[0], inside[-1] + 1, Thing("value", match.table, match.column, match.value, round(match.score, 3))


def coded(
    words: Sequence[Word], scope: Scope, values: Mapping[tuple[str, str], Sequence[str]]
) -> Iterator[tuple[int, int, Thing]]:
    """Values that stand as codes of which everybody knows the meaning: women where they are F."""
    for dataset in scope.datasets:
        for field in dataset.fields:
            for code, phrases in _meanings(field, values.get((dataset.name, field.name), ())):
                for start, end in _places(words, phrases):
                    yield start, end, Thing("value", dataset.name, field.name, code)


def phrased(words: Sequence[Word], phrases: Sequence[tuple[str, Thing]]) -> Iterator[tuple[int, int, Thing]]:
    """Phrases by their words that bear meaning: `painted`, of `was painted by`."""
    for phrase, thing in phrases:
        if thing.kind == "value":  # a restorer is no `restored`
            said, spelt = tuple(map(_one, split(phrase))), [_one(word) for word in words]
        else:
            said, spelt = tuple(word.stem for word in _bearing(phrase)), [word.stem for word in words]
        for start in range(len(words) - len(said) + 1) if said else ():
            if tuple(spelt[start : start + len(said)]) == said:
                yield start, start + len(said), thing


def _one(word: Word) -> str:
    """A word as it is written, without the s of the plural; Russian ones by their stem."""
    return word.stem if word.lower > "z" else word.lower.removesuffix("s")


@lru_cache(maxsize=4_096)
def _bearing(phrase: str) -> tuple[Word, ...]:
    return tuple(word for word in split(phrase) if word.is_word and not filler(word) and not asks(word))


def _meanings(field: Field, values: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    shown = {*values}  # a field may show what its codes mean in their place
    yield from ((meaning if meaning in shown else code, (meaning,)) for code, meaning in field.codes.items())
    for known in wording()["coded"]:
        if values and {value.lower() for value in values} <= {*known, "x", "o"}:
            yield from ((value, known[value.lower()]) for value in values if value.lower() in known)


def _places(words: Sequence[Word], phrases: Sequence[str]) -> Iterator[tuple[int, int]]:
    for said in (stems(phrase) for phrase in phrases):
        for start in range(len(words) - len(said) + 1):
            if tuple(word.stem for word in words[start : start + len(said)]) == said:
                yield start, start + len(said)
