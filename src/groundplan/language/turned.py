"""A wording beside what it words -> where it turns it: yes into no, a total into an average, last into first."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from groundplan.language.spans import spans
from groundplan.language.units import unit_key
from groundplan.language.words import language, split
from groundplan.plan import folder

_NUMBER = r"[-−]?\d[\d,]*(?:\.\d+)?"
_WITH_UNIT = re.compile(rf"([$€£¥₽]?)\s?(?<![\w.,])({_NUMBER})(?:\s?(%)|[\s-](per cent|[^\W\d_]+))?")
_LISTED = re.compile(rf"(?:^|[:;])\s*([^:;()\n]+?) \(({_NUMBER})(?: %)?\)")
_OPENED = re.compile(r"(?:^|[.!?:]\s+|\n)(\w+)(?=[,:.!]|$)")
_SOFTLY = re.compile(r"(?<!\w)(?:un|non|не)\w{4,}|\w{3,}less(?!\w)")
"""Words that deny by their form: unused. Some only look so, and are taken for no denial that was added."""
_MARK = re.compile(r"[:;\n]|[.!?]\s")
_YEARS = range(1900, 2101)
_SHORTEST_UNIT = 2
_FEW = 2


class Beside(NamedTuple):
    """A wording, what it words, and the question."""

    text: str
    facts: str
    question: str
    whole: bool = True
    """Whether everything that the facts say has to be told."""

    @property
    def given(self) -> str:
        """All that may be repeated."""
        return f"{self.facts}\n{self.question}"


def turned(text: str, facts: str, question: str, whole: bool = True) -> Iterator[str]:
    """Each way in which a wording says another thing with the names and figures of the facts.

    `whole`: whether it has to say all that the facts say, so that a denial may not be left out.
    """
    held = Beside(text, facts, question, whole)
    for look in (_in_another_language, _flipped, _negated, _in_other_units, _of_another_kind, _first_or_last, _praised):
        yield from look(held)


@cache
def _known() -> dict[str, Any]:
    """The words, read once."""
    return dict(folder.load(Path(__file__).with_suffix(".yaml")))


# ------------------------------------------------------------------ languages


def _in_another_language(held: Beside) -> Iterator[str]:
    """The words that are not those of the facts are of the question's language."""
    given = _words(held.given)
    own = [word for word in _words(held.text) if word not in given]
    told = " ".join(own)
    strange = {word for word in own if word in _known()["foreign"]}
    familiar = {word for word in _words(held.text) if word in _known()["familiar"]}
    if own and (language(told) != language(held.question) or (len(strange) > _FEW and len(strange) > len(familiar))):
        yield "the answer is not in the language of the question"


def _words(text: str) -> list[str]:
    return [word.lower for word in split(text) if word.lower[0].isalpha()]


# ------------------------------------------------------------------ yes and no


def _flipped(held: Beside) -> Iterator[str]:
    said, known = _opening(held.text), _opening(held.facts)
    if said and known and said != known:
        yield f"the facts say {known}, and the answer says {said}"


def _opening(text: str) -> str:
    """Whether a text opens with a yes or a no."""
    for found in _OPENED.finditer(text):
        for kind in ("yes", "no"):
            if found[1].casefold() in _known()[kind]:
                return kind
    return ""


def _negated(held: Beside) -> Iterator[str]:
    """What is not there must be told so, and what is there not denied."""
    said, facts, asked = (_denials(text) for text in (held.text, held.facts, held.question))
    if len(said) > max(len(facts), len(asked)):
        yield f"the facts do not deny anything by {sorted(said - facts - asked or said)[0]!r}"
    elif held.whole and facts and not said and not _SOFTLY.search(held.text.casefold()):
        yield f"the facts say {min(facts)!r}, and the answer leaves it out"


@lru_cache(maxsize=512)
def _denials(text: str) -> frozenset[str]:
    """Words of negation, each with the word behind it: told again, it is the same."""
    words = {*_known()["absent"], *_known()["ended"]}
    found = {(span.start, span.end) for span in spans(text) if span.kind == "negation"}
    found |= {(word.start, word.end) for word in split(text) if word.lower in words}
    openings = {match.start(1) for match in _OPENED.finditer(text) if match[1].casefold() in _known()["no"]}
    return frozenset(_with_next(text, *place) for place in found if place[0] not in openings)


def _with_next(text: str, start: int, end: int) -> str:
    behind = next(iter(split(text[end : end + 40].strip())), None)
    return f"{text[start:end]} {behind.lower}".casefold() if behind and behind.is_word else text[start:end].casefold()


# ------------------------------------------------------------------ figures


def _in_other_units(held: Beside) -> Iterator[str]:
    """A figure stands in the unit that facts or question give it, or in none."""
    given = {unit for _, unit in _units(held.given)} | {unit for word in _words(held.given) if (unit := _unit(word))}
    known = {_plain(number) for number in re.findall(_NUMBER, held.given)}
    for number, unit in _units(held.text):
        if unit not in given and _plain(number) in known:  # that others are new is told elsewhere
            yield f"{number} is in no {unit!r}"
    told = {_plain(number) for number in re.findall(_NUMBER, held.text)}
    parts = {number for number, unit in _units(held.facts) if unit == "percent" and _plain(number) in told}
    if parts and not any(unit == "percent" for _, unit in _units(held.text)):
        yield f"{min(parts)} is a part of a hundred, and the answer does not say so"


def _plain(number: str) -> float:
    return float(number.replace(",", "").replace("−", "-"))


def _units(text: str) -> Iterator[tuple[str, str]]:
    """Figures with their units; a year has none."""
    for sign, number, percent, word in _WITH_UNIT.findall(text):
        year = _plain(number) in _YEARS and "," not in number
        unit = _known()["signs"].get(sign or percent, "") or ("" if year else _unit(word.casefold()))
        if unit:
            yield number, unit


def _unit(word: str) -> str:
    """The unit that a word is."""
    money = next((unit for unit, said in _known()["money"].items() if word in said), "")
    return money or (unit_key(word) if len(word) >= _SHORTEST_UNIT else "")


def _of_another_kind(held: Beside) -> Iterator[str]:
    """A total is no average."""
    known, said = _kinds(held.given), _kinds(held.text)
    known |= {"share"} if any(unit == "percent" for _, unit in _units(held.given)) else set()
    counted = any(word in held.given.casefold() for word in _known()["count"])
    for kind in sorted(said - known):
        if kind != "sum" or not counted or known & {"average", "median"}:
            yield f"the answer tells of {kind!r}, and the facts do not"


def _kinds(text: str) -> set[str]:
    words = _words(text)
    return {kind for kind, begun in _known()["figures"].items() if any(word.startswith(tuple(begun)) for word in words)}


# ------------------------------------------------------------------ the first and the last


def _first_or_last(held: Beside) -> Iterator[str]:
    """What is called the highest of several has the highest figure."""
    figures = {name: _plain(number) for name, number in _LISTED.findall(held.facts)}
    for kind, best in (("highest", max), ("lowest", min)):
        for start, word in _said(held.text, _known()[kind]):
            if _tells_the_order(held.text.casefold(), start, start + len(word)):
                continue
            name = _nearest(held.text, start, figures)
            if name and name in [_nearest(held.facts, place, figures) for place, _ in _said(held.facts, [word])]:
                continue  # as the facts themselves say
            if name and figures[name] != best(figures.values()):
                yield f"{name!r} is not the one with the {word}"
            if not name and not [*_said(held.given, [word])]:
                yield f"the facts do not say {word!r}"


def _tells_the_order(text: str, start: int, end: int) -> bool:
    """From the highest to the lowest, the lowest first: that is no claim."""
    ordering = _known()["ordering"]
    before, behind = text[:start].split()[-2:], text[end:].split()[:1]
    return bool({*before} & {*ordering["before"]} or {*behind} & {*ordering["behind"]})


def _nearest(text: str, place: int, names: Any) -> str:
    """The name that stands closest to a place, in one clause with it."""
    start = max((mark.end() for mark in _MARK.finditer(text, 0, place)), default=0)
    after = _MARK.search(text, place)
    clause, at = text[start : after.start() if after else len(text)], place - start
    found = [
        (min(abs(match.start() - at), abs(match.end() - at)), name)
        for name in names
        for match in re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", clause)
    ]
    return min(found)[1] if len(names) > 1 and found else ""


def _praised(held: Beside) -> Iterator[str]:
    """The best, the fastest, the only one: the facts must say it."""
    known = {*_known()["highest"], *_known()["lowest"]}
    words = [*_known()["praised"], *_known()["alone"]]
    words += [span.said.casefold() for span in spans(held.text) if span.kind == "order" and _by_form(span.said)]
    for _, word in _said(held.text, [word for word in words if word not in known]):
        if not [*_said(held.given, [word])]:
            yield f"the facts do not say {word!r}"


def _by_form(said: str) -> bool:
    return said.casefold().endswith("est") and said.isalpha()


def _said(text: str, words: Any) -> Iterator[tuple[int, str]]:
    """Where words and phrases stand in a text."""
    for word in dict.fromkeys(words):
        for found in re.finditer(rf"(?<!\w){re.escape(word)}(?!\w)", text.casefold()):
            yield found.start(), word
