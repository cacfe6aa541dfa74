"""A text -> its tokens: words with all that they may stand for, values in quotation marks, codes, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal

from groundplan.language.finders import quoted
from groundplan.language.finders.asked import asked
from groundplan.language.numbers import ordinal
from groundplan.language.russian import gloss
from groundplan.language.russian.heading import english_words
from groundplan.language.russian.lemmas import parses
from groundplan.language.stems import stem
from groundplan.language.words import Word, split
from groundplan.plan import folder

Kind = Literal["word", "literal", "code", "number", "sign"]
_CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)
_CODE = re.compile(
    r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"  # an address
    r"|\d{4}-\d{2}-\d{2}"
    r"|(?<![\w-])(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)+(?![\w-])"
    r"|(?<![\w-])\d+-\d+(?![\w-])"
    r"|(?<![\w-])(?:\d+[A-Z]+|[A-Z]+\d+)(?![\w-])"
)
_ORDINAL = re.compile(r"(\d+)-?(?:й|я|е|го|му|ю|м|st|nd|rd|th)\b", re.IGNORECASE)
_SMALL = frozenset({"PREP", "CONJ", "PRCL", "NPRO"})
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_VERB = ("v:", "t:")
_LEAST = 3
"""Letters of a word behind `un` at least."""
_GAP = 14
"""Words between a verb and its particle: `let the family off`."""
_PLAIN_LISTS = (
    "if", "unless", "otherwise", "whether", "approval", "after", "nothing", "every", "many_of", "except",
    "negation", "missing", "pronouns", "owning", "possessive", "definite", "persons", "or", "and", "how_many",
    "how_much", "in_all", "average", "then", "money", "light", "amounting", "because", "place", "idle",
)  # fmt: skip


@dataclass(frozen=True)
class Token:
    """One word or phrase of a text, and what it may stand for."""

    text: str
    start: int
    end: int
    kind: Kind = "word"
    keys: frozenset[str] = frozenset()
    """Its stem, the English of it, and the groups that it is in: words with a key in common may mean the same."""
    marks: frozenset[str] = frozenset()
    """The lists that it stands in: `if`, `every`, `negation`."""
    value: Any = None
    command: bool = False
    """A Russian imperative, whose form says so."""
    finite: bool = False
    """A Russian verb that tells of something."""
    dative: bool = False
    """A Russian noun whose form says that something goes to it."""
    small: bool = False
    """A Russian word that only holds others together."""
    plural: bool = False
    """Whether its form may say that several are meant."""
    forms: tuple[frozenset[str], ...] = field(default=(), compare=False)

    @property
    def day(self) -> bool:
        """Whether it is a date."""
        return self.kind == "code" and bool(_DAY.fullmatch(str(self.value)))

    @property
    def named(self) -> bool:
        """Whether it is written like a name: `Bremen`, `DE`."""
        return self.kind == "word" and self.text[0].isupper() and not self.idle

    @property
    def verbs(self) -> tuple[str, ...]:
        """The groups of verbs that it is in."""
        return tuple(key[2:] for key in self.keys if key.startswith(_VERB))

    def among(self, *names: str) -> bool:
        """Whether it stands in one of these lists as it is written."""
        return any(self.text.lower() in as_written(name) for name in names)

    @property
    def own_verbs(self) -> tuple[str, ...]:
        """Those that it is in where an operation is described."""
        return tuple(key[2:] for key in self.keys if key.startswith("v:"))

    @property
    def idle(self) -> bool:
        """Whether it asks for nothing by itself."""
        return self.kind == "sign" or self.small or bool(self.marks & {"idle", "definite", "pronouns", "and", "or"})


@cache
def lists() -> Mapping[str, Any]:
    """The words of `words.yaml`."""
    return dict(folder.load(Path(__file__).with_name("words.yaml")))


@cache
def as_written(name: str) -> frozenset[str]:
    """A list of `words.yaml`, for words that count only as they are written."""
    return frozenset(map(str, lists()[name]))


@lru_cache(maxsize=2_000)
def tokens(text: str) -> tuple[Token, ...]:
    """The tokens of a text in order."""
    found = [*_values(text)]
    taken = {at for one in found for at in range(one.start, one.end)}
    words = [word for word in split(text) if word.start not in taken]
    found += _words(text, words)
    return _phrased(sorted(found, key=lambda one: one.start))


def with_verbs(found: tuple[Token, ...], stems: frozenset[str]) -> tuple[Token, ...]:
    """The tokens, with those as verbs that a catalogue calls its operations by."""
    return tuple(
        replace(one, keys=one.keys | {f"v:{key}" for key in one.keys & stems}) if one.keys & stems else one
        for one in found
    )


def denials_apart(found: tuple[Token, ...], known: frozenset[str]) -> tuple[Token, ...]:
    """`unpaid` as `un` and `paid`, where a catalogue knows the second and not the whole."""
    return tuple(part for one in found for part in (_denied(one, known) or (one,)))


def _denied(one: Token, known: frozenset[str]) -> tuple[Token, Token] | None:
    if one.kind != "word" or one.marks or one.verbs or one.keys & known:
        return None
    said = one.text.lower()
    before = next((un for un in as_written("un") if said.startswith(un) and len(said) > len(un) + _LEAST), "")
    if not before:
        return None
    rest = tokens(said[len(before) :])
    if len(rest) != 1 or not rest[0].keys & known:
        return None
    at = one.start + len(before)
    sign = replace(one, text=one.text[: len(before)], end=at, keys=frozenset(), marks=frozenset({"negation", "idle"}))
    return sign, replace(rest[0], text=one.text[len(before) :], start=at, end=one.end)


def extreme(one: Token) -> Mapping[str, Any] | None:
    """Which end of a field a word chooses by: `cheapest`, `the most recent`."""
    found = (group for at, group in enumerate(lists()["extremes"]) if f"extreme{at}" in one.marks)
    return next(found, None)


def keys(text: str) -> frozenset[str]:
    """All that the words of a text may stand for."""
    return frozenset(key for one in tokens(text) for key in one.keys)


# ------------------------------------------------------------------ values


def _values(text: str) -> Iterator[Token]:
    """What stands in quotation marks, codes and addresses, numbers."""
    read, taken = asked(text), set[int]()
    for one in quoted(read):
        start, end = read.words[one.start].start, read.words[one.end - 1].end
        taken |= set(range(start - 1, end + 1))
        yield Token(text[start - 1 : end + 1], start - 1, end + 1, "literal", value=text[start:end])
    for match in [*_ORDINAL.finditer(text), *_CODE.finditer(text)]:
        places = set(range(match.start(), match.end()))
        if taken & places or (match.re is _CODE and not _is_code(match.group())):
            continue
        taken |= places
        ranked = match.re is _ORDINAL
        value: Any = int(match.group(1)) if ranked else match.group()
        yield Token(match.group(), match.start(), match.end(), "number" if ranked else "code", value=value)
    for place in read.words:
        if (rank := ordinal(place)) and rank > 1 and not taken & set(range(place.start, place.end)):
            taken |= set(range(place.start, place.end))
            yield Token(place.text, place.start, place.end, "number", value=rank)
    for at, number in read.values.items():
        word = read.words[at]
        if not taken & set(range(word.start, word.end)) and _counts(word, read.lower(at + 1)):
            yield Token(word.text, word.start, word.end, "number", value=_whole(number))


def _counts(word: Word, following: str) -> bool:
    """`one` and `один` are words of talk where they count nothing."""
    return word.lower[0].isdigit() or word.lower not in as_written("one")


def _whole(number: float) -> int | float:
    return int(number) if number == int(number) else number


def _is_code(said: str) -> bool:
    """`tpl-welcome`, `U-101`, `2025-1`; not `e-mail`, `follow-up`."""
    if any(c.isdigit() for c in said) or "@" in said or "_" in said:
        return True
    parts = [part.lower() for part in said.split("-")]
    return (
        len(parts[0]) > 1
        and not all(part in english_words() or len(part) < 2 for part in parts)
        and parts[0] not in english_words()
    )


# ------------------------------------------------------------------ words


def _words(text: str, words: list[Word]) -> Iterator[Token]:
    """Words one by one; what a hyphen holds together is one."""
    english = {piece.start: piece for piece in gloss(text)} if _CYRILLIC.search(text) else {}
    covered = -1
    at = 0
    while at < len(words):
        end = at + 1
        while end + 1 < len(words) and words[end].lower == "-" and _touching(words, end) and words[end + 1].is_word:
            end += 2
        said = text[words[at].start : words[end - 1].end]
        piece = english.get(words[at].start)
        told = piece.english if piece else "" if words[at].start < covered else said
        covered = max(covered, piece.end if piece else 0)
        yield _as_name(_word(said, words[at].start, words[end - 1].end, told), text)
        at = end


def _as_name(one: Token, text: str) -> Token:
    """A word of talk that is written like a name within a sentence is one: `in May`."""
    before = text[: one.start].rstrip()[-1:]
    capital = one.text[:1].isupper() and one.text.isascii() and one.text != "I"
    named = capital and before.isalnum() and one.kind == "word"
    return replace(one, marks=one.marks - {"idle"}) if named else one


def _touching(words: list[Word], at: int) -> bool:
    return words[at - 1].end == words[at].start and words[at].end == words[at + 1].start


def _word(said: str, start: int, end: int, english: str) -> Token:
    if not said[0].isalnum():
        return Token(said, start, end, "sign", forms=(frozenset({said}),))
    if not _CYRILLIC.search(said):
        parts = said.lower().replace("’", "'").split("-")
        more = {"".join(parts), *(part for part in parts if len(parts) > 1)}
        if said.lower().endswith("ses"):  # `analyses` are of an `analysis`
            more.add(f"{said.lower()[:-2]}is")
        forms = frozenset({said.lower(), stem(said.lower()), *map(stem, more)})
        return Token(
            said, start, end, forms=(forms,), keys=_keyed(forms), marks=_marked(forms), plural=_plural(parts[-1])
        )
    found = parses(said)[:2]
    own = frozenset(
        {said.lower().replace("ё", "е"), *(one.lemma for one in found), *(one.own for one in found if one.own)}
    )
    forms = own | {stem(word) for word in re.split(r"[\s-]+", english.lower()) if word and stem(word) not in _empty()}
    likely = found[0] if found else None
    command = bool(likely and "impr" in likely.marks)
    finite = bool(likely and likely.part == "VERB" and not command)
    nouns = [one for one in found if one.part == "NOUN"]
    plural = bool(nouns) and all("plur" in one.marks for one in nouns)  # `учителя` is one teacher, too
    keyed, marks = _keyed(forms), _marked(own)
    small = bool(likely and likely.part in _SMALL and not marks)
    return Token(
        said, start, end, forms=(own,), keys=keyed, marks=marks, command=command, finite=finite, small=small,
        plural=plural, dative=bool(likely and "datv" in likely.marks),
    )  # fmt: skip


def _plural(word: str) -> bool:
    """`pupils`, `companies`; not `class`, `bus`, `pupil's`."""
    if word in as_written("several"):
        return True
    return len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "'s")) and stem(word) != word


def _keyed(forms: frozenset[str]) -> frozenset[str]:
    singles = _book()[0]
    return forms | {key for form in forms for key in singles.get(form, ()) if not key.startswith("#")}


def _marked(forms: frozenset[str]) -> frozenset[str]:
    singles = _book()[0]
    return frozenset(key[1:] for form in forms for key in singles.get(form, ()) if key.startswith("#"))


@cache
def _empty() -> frozenset[str]:
    """English words that a gloss may hold and that say nothing."""
    return frozenset(stem(word) for word in lists()["idle"] if word.isascii())


# ------------------------------------------------------------------ phrases

_Entry = tuple[tuple[str, ...], str]


@cache
def _book() -> tuple[Mapping[str, tuple[str, ...]], Mapping[str, tuple[_Entry, ...]]]:
    """Groups and lists by their single words, and by the first words of their phrases."""
    singles: dict[str, list[str]] = {}
    phrases: dict[str, list[_Entry]] = {}
    for key, said in _entries():
        parts = tuple(_form(word.lower) for word in split(said) if word.lower != "-") if " " in said else (_form(said),)
        if len(parts) == 1:
            singles.setdefault(parts[0], []).append(key)
        else:
            phrases.setdefault(parts[0], []).append((parts, key))
    ordered = {first: tuple(sorted(of, key=lambda one: -len(one[0]))) for first, of in phrases.items()}
    return {form: tuple(of) for form, of in singles.items()}, ordered


def _entries() -> Iterator[tuple[str, str]]:
    """Each word or phrase with the key of its group, or `#` and the list that it stands in."""
    known = lists()
    yield from ((f"v:{group['say'][0]}", said) for group in known["verbs"] for said in group["say"])
    yield from ((f"t:{group['say'][0]}", said) for group in known["verbs"] for said in group.get("told", ()))
    yield from ((f"={group[0]}", said) for group in known["same"] for said in group)
    yield from ((f"#{name}", said) for name in _PLAIN_LISTS for said in known[name])
    yield from ((f"#{op}", said) for op, all_said in known["compares"].items() for said in all_said)
    yield from ((f"#extreme{at}", said) for at, group in enumerate(known["extremes"]) for said in group["say"])
    yield from (("#granted", said) for said in known["granted"])
    yield from ((f"code:{code}", said) for code, all_said in known["codes"].items() for said in all_said)


def _form(word: str) -> str:
    if _CYRILLIC.search(word):
        return word.lower().replace("ё", "е")  # a dictionary form stands for all forms, any other for itself
    return stem(word.replace("-", ""))


def _phrased(found: list[Token]) -> tuple[Token, ...]:
    """Phrases put together; a verb with its particle keeps its place, the particle is idle."""
    out: list[Token] = []
    at = 0
    while at < len(found):
        parts, names = _phrase_at(found, at)
        if not parts:
            out.append(found[at])
            at += 1
            continue
        inside = found[at : at + parts]
        groups, marks = {n for n in names if n[0] != "#"}, {n[1:] for n in names if n[0] == "#"}
        kept = (
            frozenset(key for one in inside if not one.idle for key in one.keys if not key.startswith(_VERB))
            if groups
            else frozenset()
        )
        if inside[-1].among("particles"):  # `checked in` is another thing than `checked out`
            kept = frozenset(f"~{name[2:]}" for name in groups if name.startswith(_VERB))
        first, last = inside[0], inside[-1]
        text = " ".join(one.text for one in inside)
        out.append(replace(first, text=text, end=last.end, kind="word", keys=kept | groups, marks=frozenset(marks)))
        at += parts
    return tuple(_with_particles(out))


def _phrase_at(found: list[Token], at: int) -> tuple[int, set[str]]:
    """How many tokens the longest phrase from here takes, and what it is."""
    best, names = 0, set[str]()
    firsts = found[at].forms[0] if found[at].forms else frozenset()
    for parts, key in (entry for form in firsts for entry in _book()[1].get(form, ())):
        window = found[at : at + len(parts)]
        fits = len(window) == len(parts) and all(
            one.forms and part in one.forms[0] for one, part in zip(window, parts, strict=True)
        )
        if fits and len(parts) >= best:
            names = {*(names if len(parts) == best else ()), key}
            best = len(parts)
    return best, names


def _leads(found: list[Token], at: int) -> bool:
    """Whether `in` stands before what something is in, so that it belongs to no verb."""
    after = found[at + 1] if at + 1 < len(found) else None
    return found[at].among("where") and after is not None and (not after.idle or after.among("articles"))


def _with_particles(found: list[Token]) -> Iterable[Token]:
    """`let ... off`, `hand ... over`: the verb means both words, and the particle nothing by itself."""
    idle: set[int] = set()
    for at, one in enumerate(found):
        firsts = one.forms[0] if one.forms else frozenset()
        for parts, key in (entry for form in firsts for entry in _book()[1].get(form, ())):
            if (
                len(parts) == 2
                and parts[1] in as_written("particles")
                and key.startswith(_VERB)
                and " " not in one.text
            ):
                ahead = range(at + 1, min(len(found), at + 1 + _GAP))
                later = [n for n in ahead if found[n].text.lower() == parts[1] and not _leads(found, n)]
                if later:
                    idle.add(later[0])
                    one = replace(one, keys=frozenset({*(k for k in one.keys if not k.startswith(_VERB)), key}))
        yield replace(one, marks=frozenset({"idle"})) if at in idle else one
