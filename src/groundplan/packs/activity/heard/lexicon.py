"""The words of activity -> what each may mean: by the declared model, `said.yaml` and the values of what is opened."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from groundplan.contracts.source_model import SourceModel
from groundplan.language.finders.fillers import filler
from groundplan.language.names import spoken
from groundplan.language.russian.translit import russian
from groundplan.language.stems import stem
from groundplan.language.words import Word, split
from groundplan.packs.activity.shape import FOLDER, words
from groundplan.plan import folder

ANY = "*"
"""Ends a word that may go on in any way; of a role: whoever the rows are by."""
KINDS = ("category", "time", "flag", "list", "measure", "name")
"""Fields that questions name."""
CUES = (
    "linked", "ids", "in_title", "without", "each", "most", "least", "longest", "shortest", "latest", "earliest",
    "largest", "when", "who", "whole", "share", "how_long", "until", "since", "between", "compare", "older", "idle",
    "made_by", "lines", "aside", "saying",
)  # fmt: skip
"""Sections of `said.yaml` whose words say what part others play."""


@dataclass(frozen=True)
class Meaning:
    """One thing that a stretch of words may mean."""

    kind: str
    """`noun`, `people`, `act`, `figure`, `amount`, `field`, `test`, `value`, `name`, `grain`, `unit`, `text`, `cue`."""
    dataset: str = ""
    name: str = ""
    value: str = ""


@lru_cache(maxsize=1)
def said() -> Mapping[str, Any]:
    """What people say, read once."""
    return dict(folder.load(FOLDER / "heard" / "said.yaml"))


@dataclass
class Lexicon:
    """Phrases by the beginning of their first word."""

    by_first: dict[str, list[tuple[tuple[str, ...], Meaning]]] = field(default_factory=dict)

    @classmethod
    def of(cls, model: SourceModel, few: Mapping[tuple[str, str], Sequence[str]]) -> Lexicon:
        """The words for a model, and for the values of its fields that have few."""
        made = cls()
        for phrase, meaning in (*_declared(), *_of_model(model), *_of_values(few)):
            made.add(phrase, meaning)
        return made

    def add(self, phrase: str, meaning: Meaning) -> None:
        """One phrase more."""
        tokens = tuple(phrase.lower().replace("ё", "е").replace("-", " ").replace("_", " ").split())
        pattern = tuple(part for token in tokens for part in _parts(token))
        if pattern:
            held = self.by_first.setdefault(pattern[0][:1], [])
            if (pattern, meaning) not in held:
                held.append((pattern, meaning))

    def at(self, tokens: Sequence[Word], at: int) -> Iterator[tuple[int, Meaning]]:
        """What the words from a place on may mean, and where each ends."""
        for pattern, meaning in self.by_first.get(_plain(tokens[at])[:1], ()):
            if len(pattern) <= len(tokens) - at and all(map(_fits, tokens[at : at + len(pattern)], pattern)):
                yield at + len(pattern), meaning


def _parts(token: str) -> Iterator[str]:
    """The words that a token falls into; the last one keeps its mark."""
    if token == ANY:
        return
    found = [word.lower for word in split(token.removesuffix(ANY)) if word.is_word or "'" in word.lower]
    yield from found[:-1]
    if found:
        yield found[-1] + (ANY if token.endswith(ANY) else "")


def _plain(word: Word) -> str:
    return word.lower.replace("ё", "е")


def _fits(word: Word, part: str) -> bool:
    plain = _plain(word)
    if part.endswith(ANY):
        return plain.startswith(part[:-1])
    return plain == part or (russian(part) and word.stem == stem(part))


def _declared() -> Iterator[tuple[str, Meaning]]:
    known = said()
    for dataset, names in known["nouns"].items():
        yield from ((one, Meaning("noun", dataset)) for one in names)
    for role, names in known["people"].items():
        dataset, _, name = role.partition(".")
        yield from ((one, Meaning("people", dataset if name else "", name)) for one in names)
    for act, of in known["acts"].items():
        yield from ((one, Meaning("act", of["of"], act)) for one in of["said"])
    for figure in known["figures"]:
        yield from ((one, Meaning("figure", figure["of"], figure["name"])) for one in figure["said"])
    for place, names in known["amounts"].items():
        dataset, _, name = place.partition(".")
        yield from ((one, Meaning("amount", dataset, name)) for one in names)
    for tests in (known["tests"], _flat(words()["tests"])):
        for place, names in tests.items():
            dataset, _, name = place.partition(".")
            yield from ((one, Meaning("test", dataset, name)) for one in names)
    yield from ((one, Meaning("unit", "", unit)) for one, unit in known["units"].items())
    yield from _declared_values(known)
    yield from ((one, Meaning("grain", "", name)) for name, names in known["grains"].items() for one in names)
    yield from ((one, Meaning("field", "", name)) for name, names in known["asked"].items() for one in names)
    for cue in CUES:
        yield from ((one, Meaning("cue", "", cue)) for one in known[cue])


def _declared_values(known: Mapping[str, Any]) -> Iterator[tuple[str, Meaning]]:
    for values in (known["values"], words()["values"]):
        for place, named in values.items():
            for value, names in named.items():
                dataset, _, name = place.partition(".")
                yield from ((one, Meaning("value", dataset, name, value)) for one in (value, *names))
    for status, names in words()["statuses"].items():
        if status not in ("open", "done"):
            yield from ((one, Meaning("value", "issues", "status", status)) for one in names)


def _flat(tests: Mapping[str, Mapping[str, Iterable[str]]]) -> dict[str, Iterable[str]]:
    return {f"{dataset}.{test}": names for dataset, by in tests.items() for test, names in by.items()}


def _of_model(model: SourceModel) -> Iterator[tuple[str, Meaning]]:
    for dataset in model.datasets:
        for name in (spoken(dataset.name), dataset.row_is, *dataset.synonyms):
            yield name, Meaning("noun", dataset.name)
        for test in dataset.tests:
            yield spoken(test), Meaning("test", dataset.name, test)
        for one in dataset.fields:
            if one.role in KINDS and not one.name.startswith("issue"):
                kind = "amount" if one.role == "measure" else "field"
                for name in (spoken(one.name), *one.synonyms):
                    if not filler(split(name)[-1]):  # by whom it was merged is what is done
                        yield name, Meaning(kind, dataset.name, one.name)


def _of_values(few: Mapping[tuple[str, str], Sequence[str]]) -> Iterator[tuple[str, Meaning]]:
    for (dataset, name), values in few.items():
        if name not in ("source", "id"):
            yield from ((value, Meaning("value", dataset, name, value)) for value in values if len(value) > 1)


ID = re.compile(
    r"(?<![\w!#/-])(?:(?P<issue>[A-Za-z][A-Za-z0-9]{0,14}-\d{1,7})|(?P<request>!\d{1,7})|(?P<number>#\d{1,7})"
    r"|(?P<version>v?\d+(?:\.\d+)+(?:[-+.]?[0-9A-Za-z]+)*)|(?P<sha>(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}))(?![\w/])"
)
"""What is called by a number."""
PATH = re.compile(r"(?<![\w/.])[\w.-]*(?:/[\w.-]+)+/?|(?<![\w/.])[\w.-]+/(?!\w)|(?<![\w/.])[\w-]+\.[a-z]{1,4}(?![\w.])")
"""A file, or a folder."""
QUOTED = re.compile(r'"([^"]+)"|«([^»]+)»|“([^”]+)”')
"""What is quoted."""
