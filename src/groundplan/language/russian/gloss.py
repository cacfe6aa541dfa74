"""A Russian text -> the same text, word by word, in English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from groundplan.language.russian import english as forms
from groundplan.language.russian.context import measured, small_word
from groundplan.language.russian.dictionary import abbreviated, expressions, neighbours, words
from groundplan.language.russian.lemmas import Parse, parses
from groundplan.language.russian.short import settled
from groundplan.language.russian.spelling import corrected
from groundplan.language.russian.tokens import Token, camel, flat, split
from groundplan.language.russian.translit import russian, transliterate

_NAMES = frozenset({"Name", "Surn", "Geox"})
_YEAR = 4  # digits
_UNRULING = frozenset({"VERB", "CONJ", "PRCL", "INFN", "ADVB"})


@dataclass(frozen=True)
class Piece:
    """A word, a sign or an expression of a text, and the English a reader should see in its place."""

    start: int
    end: int
    said: str
    english: str


@lru_cache(maxsize=2_000)
def gloss(text: str) -> tuple[Piece, ...]:
    """Every word and sign of a text in order, with its English: `по отделам` -> `by`, `department`."""
    tokens = settled(split(text))
    pieces, at = [], 0
    while at < len(tokens):
        length, said = _expression(tokens, at)
        if not length:
            length, said = 1, _one(tokens, at)
        start, end = tokens[at].start, tokens[at + length - 1].end
        pieces.append(Piece(start, end, text[start:end], said))
        at += length
    return tuple(pieces)


def english(text: str) -> str:
    """A text as its reader sees it; pieces that touch in the text touch here, too."""
    if not russian(text):
        return text
    parts, last = [], 0
    for piece in gloss(text):
        parts.append(" " * (piece.start > last) + piece.english)
        last = piece.end
    return " ".join("".join(parts).split())


def _expression(tokens: Sequence[Token], at: int) -> tuple[int, str]:
    """How many tokens the longest expression from here takes, and its English; (0, "") where there is none."""
    if tokens[at].kind != "word":
        return 0, ""
    starts = [entry for form in _forms(tokens[at]) for entry in expressions().get(form, ())]
    for parts, said in sorted(starts, key=lambda entry: -len(entry[0])):
        window = tokens[at : at + len(parts)]
        if len(window) == len(parts) and all(part in _forms(token) for part, token in zip(parts, window, strict=True)):
            return len(parts), said
    return 0, ""


def _forms(token: Token) -> tuple[str, ...]:
    if token.kind != "word":
        return (token.key,)
    return (token.key, *(one.lemma for one in parses(token.said)[:4]))


def _one(tokens: Sequence[Token], at: int) -> str:
    token = tokens[at]
    if token.kind == "ordinal":
        return _ordinal("".join(filter(str.isdigit, token.said)))
    if token.kind != "word":
        return transliterate(token.said) if token.kind == "label" else token.said
    said = small_word(tokens, at) or word(token.said, _number(tokens[at - 1] if at else None))
    compared = said.startswith(("more", "less", "fewer")) or said.endswith("er")
    return f"{said} than" if compared and " than" not in said and measured(tokens, at) and _comparison(token) else said


def _ordinal(digits: str) -> str:
    last = "" if digits.endswith(("11", "12", "13")) else digits[-1]
    return digits + {"1": "st", "2": "nd", "3": "rd"}.get(last, "th")


def _number(before: Token | None) -> str:
    """How a noun is told after another token: one (`по отделам`), many (`3 месяца`), free (not ruled by a word)."""
    if before is None or before.kind == "sign":
        return "" if before and before.said == "_" else "free"
    if before.key == "по":
        return "one"
    if before.kind == "number":
        return "many" if len(before.said) < _YEAR and before.said != "1" else ""
    return "free" if before.kind == "word" and parses(before.said)[0].part in _UNRULING else ""


def _comparison(token: Token) -> bool:
    return token.key in ("более", "менее") or any(one.part == "COMP" for one in parses(token.said))


@lru_cache(maxsize=20_000)
def word(said: str, number: str = "") -> str:
    """The English of one Russian word, in Latin letters where no gloss is known."""
    return known(said, number) or _parts(said) or _guessed(said, number) or _spelled(said)


def known(said: str, number: str = "") -> str:
    """The English of a word that the dictionary has, as a form or by its lemma, else ""."""
    key = flat(said)
    if found := abbreviated().get(key):
        return found
    if found := words().get(key):
        first = parses(said)[0]
        return _inflected(found, first, number) if first.part == "NOUN" and first.lemma == key else found
    for reading in parses(said):
        if reading.own and (found := words().get(reading.own)):
            return found
        if found := words().get(reading.lemma):
            return _inflected(found, _subject(said, reading) if number == "free" else reading, number)
    return ""


def _subject(said: str, reading: Parse) -> Parse:
    """The plural reading of a noun that no word rules: `продажи` alone are sales, not of a sale."""
    subjects = [one for one in parses(said) if one.lemma == reading.lemma and {"plur", "nomn"} <= one.marks]
    return subjects[0] if reading.part == "NOUN" and subjects else reading


def _inflected(found: str, reading: Parse, number: str) -> str:
    if found[:1].isupper():
        return found
    if reading.part == "NOUN":
        several = number == "many" or ("plur" in reading.marks and "Pltm" not in reading.marks and number != "one")
        return forms.plural(found) if several else found
    if reading.part in ("PRTF", "PRTS") or (reading.part == "VERB" and "past" in reading.marks):
        return forms.past(found) if "actv" not in reading.marks or "past" in reading.marks else found
    if reading.part == "COMP":
        return forms.more(found)
    return forms.most(found) if "Supr" in reading.marks else found


def _parts(said: str) -> str:
    """The parts of a joined word, where each has a gloss: `ДатаОтгрузки`, `койко-день`."""
    for parts in (said.split("-"), camel(said)):
        found = [known(part) for part in parts]
        if len(parts) > 1 and all(found):
            return " ".join(found)
    return ""


def _guessed(said: str, number: str) -> str:
    """The gloss of the word meant by a misspelled one, or of the nearest neighbour in use."""
    first = _subject(said, parses(said)[0]) if number == "free" else parses(said)[0]
    if meant := corrected(said):
        same = parses(meant)[0].part == first.part
        return _inflected(words()[meant], first, number) if same else words()[meant]
    near = neighbours().get(first.lemma, "") if said[0].islower() or first.known else ""
    return _inflected(near, first, number) if near else ""


def _spelled(said: str) -> str:
    """A word in Latin letters: a name in its first form, with the capitals it has."""
    if said.isupper() or len(camel(said)) > 1:
        return transliterate(said)
    found = parses(said)
    named = [reading for reading in found if _NAMES & reading.marks] if said[0].isupper() else []
    lemma = (named or found)[0].lemma
    surname = flat(said) in (lemma + "ов", lemma + "ев")  # Хасанов is no form of Хасан
    plain = transliterate(said.lower() if surname else lemma)
    return plain.capitalize() if said[0].isupper() else plain
