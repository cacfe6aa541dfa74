"""A question -> its spans: stretches of words with what each may mean, none over another, the longest first."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from groundplan.contracts.source_model import SourceModel
from groundplan.language.finders.fillers import filler
from groundplan.language.labels import labels
from groundplan.language.numbers import ordinal
from groundplan.language.words import Word, split
from groundplan.packs.activity.heard.lexicon import ID, PATH, QUOTED, Lexicon, Meaning, said
from groundplan.packs.activity.names import Names
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Sayable, marked

CUES = (
    "figure", "share", "key", "which", "order", "limit", "grain", "compare", "number", "period",
    "recurring", "place", "or", "both", "ahead", "change", "running", "correlation", "versus", "difference", "ratio",
    "moving", "has", "sorted",
)  # fmt: skip
"""Cues of the language that mean something here."""
STATES = ("state", "status", "from_state", "to_state")
"""Fields whose values are named by what was done to rows, too."""


@dataclass(frozen=True)
class Span:
    """Letters `start` to `end` of the question, and what they may mean."""

    start: int
    end: int
    said: str
    meanings: tuple[Meaning, ...] = ()
    mark: Mark | None = None
    """A cue of the language."""

    def of(self, *kinds: str) -> tuple[Meaning, ...]:
        """Its meanings of these kinds."""
        return tuple(one for one in self.meanings if one.kind in kinds)

    def cue(self, *names: str) -> bool:
        """Whether it is one of these cues."""
        marked = self.mark is not None and self.mark.kind in names
        return marked or any(one.kind == "cue" and one.name in names for one in self.meanings)


@dataclass(frozen=True)
class Heard:
    """The spans of a question, and the words that are in none and mean something."""

    text: str
    spans: tuple[Span, ...]
    unknown: tuple[str, ...]


def heard(text: str, lexicon: Lexicon, names: Names, known: Mapping[str, set[str]], today: date) -> Heard:
    """What stands in a question."""
    text = _plain(text)
    words = split(text)
    found = [*_named(text, names, known), *_said(text, words, lexicon), *_cues(text, today)]
    spans = _with_texts(text, _apart(found))
    unknown = tuple(word.text for word in words if _means(word) and not _in(word, spans) and not _of_limit(word, spans))
    return Heard(text, tuple(spans), unknown)


def in_state(heard: Heard, span: Span) -> bool:
    """Whether a word for a state stands right before it: in the state opened."""
    at = heard.spans.index(span)
    return at > 0 and any(one.name in STATES for one in heard.spans[at - 1].of("field"))


def somebody_before(heard: Heard, span: Span) -> bool:
    """Whether it is somebody who does what a word says: a name stands right before it."""
    at = heard.spans.index(span) - 1
    while at >= 0 and heard.spans[at].cue("idle"):
        at -= 1
    return at >= 0 and any(one.dataset == "authors" for one in heard.spans[at].of("name", "noun"))


def _plain(text: str) -> str:
    """Short words for several, `MRs`, as one word; quarters behind years, `2024-Q4`, before them."""
    text = re.sub(r"\b[A-Z]{2,}s\b", lambda match: match[0].lower(), text)
    text = re.sub(said()["halves"], _each_half, text, flags=re.IGNORECASE)
    return re.sub(r"\b((?:19|20)\d\d)[- ]?([QqHh])([1-4])\b", lambda match: f"{match[2]}{match[3]} {match[1]}", text)


def _each_half(match: re.Match[str]) -> str:
    """`the third and fourth quarter of 2024` as the two quarters that it names."""
    if not all(place(match[name]) for name in ("one", "two")):
        return match[0]
    unit = re.sub(r"(?<=quarter)s$", "", match["unit"].lower()).replace("halves", "half")
    unit = next((plain for plain in said()["units_of_halves"] if unit.startswith(plain[:4])), unit)
    return f"{match['one']} {unit}{match['year']} {match['join']} {match['two']} {unit}{match['year']}"


def place(word: str) -> float | None:
    """Which one an ordinal names."""
    return ordinal(split(word)[0])


def _with_texts(text: str, spans: list[Span]) -> list[Span]:
    """With what is quoted and is no name or value, as a text to look for."""
    for match in QUOTED.finditer(text):
        start, end = match.span(match.lastindex or 0)
        inside = [span for span in spans if start <= span.start and span.end <= end]
        if any(span.start == start and span.end == end and span.of("value", "name") for span in inside):
            continue
        kept = [span for span in spans if span.end <= start or end <= span.start]
        spans = sorted([*kept, Span(start, end, text[start:end], (Meaning("text", "", "", text[start:end]),))],
                       key=lambda span: span.start)  # fmt: skip
    return spans


def _means(word: Word) -> bool:
    return word.is_word and not filler(word)


def _of_limit(word: Word, spans: Sequence[Span]) -> bool:
    """`top 3 only`."""
    limits = (span.end for span in spans if span.mark is not None and span.mark.kind == "limit")
    return word.lower in said()["of_limits"] and any(word.start - end in (0, 1) for end in limits)


def _in(word: Word, spans: Iterable[Span]) -> bool:
    return any(span.start <= word.start and word.end <= span.end for span in spans)


def _named(text: str, names: Names, known: Mapping[str, set[str]]) -> Iterator[Span]:
    for match in ID.finditer(text):
        kind = str(match.lastgroup)
        meanings = tuple(_ids(kind, match[0], known))
        if meanings:
            yield Span(match.start(), match.end(), match[0], meanings)
    for match in PATH.finditer(text):
        meant = tuple(_paths(match[0], known))
        if meant:
            yield Span(match.start(), match.end(), match[0], meant)
    for before, word in pairwise(split(text)):
        if before.lower in said()["folders"] and any(path.startswith(f"{word.text}/") for path in known["paths"]):
            yield Span(before.start, word.end, word.text, (Meaning("name", "files", "starts", f"{word.text}/"),))
    places: dict[tuple[int, int], list[Meaning]] = {}
    for one in names.find(text):
        if one.table in ("authors", "projects", "sprints"):
            places.setdefault((one.start, one.end), []).append(Meaning("name", one.table, "", str(one.value)))
    for (start, end), found in places.items():
        yield Span(start, end, text[start:end], tuple(found))


def _ids(kind: str, said: str, known: Mapping[str, set[str]]) -> Iterator[Meaning]:
    if kind == "issue" and said.partition("-")[0].upper() in known["trackers"]:
        yield Meaning("name", "issues", "", said.upper())
    if kind == "request":
        yield Meaning("name", "merge_requests", "", said)
    if kind == "number":
        yield Meaning("name", "issues", "", said)
        yield Meaning("name", "merge_requests", "", f"!{said[1:]}")
    if kind == "sha":
        yield Meaning("name", "commits", "", said)
    if kind == "version":
        found = [one for one in known["versions"] if one.lower().removeprefix("v") == said.lower().removeprefix("v")]
        yield from (Meaning("name", "releases", "", one) for one in sorted(found))


def _paths(said: str, known: Mapping[str, set[str]]) -> Iterator[Meaning]:
    bare = said.rstrip("/")
    if bare in known["paths"]:
        yield Meaning("name", "files", "=", bare)
    elif any(path.startswith(f"{bare}/") for path in known["paths"]):
        yield Meaning("name", "files", "starts", f"{bare}/")
    else:
        ends = sorted(path for path in known["paths"] if path.endswith(f"/{bare}"))
        yield from (Meaning("name", "files", "=", path) for path in ends)


def _said(text: str, words: Sequence[Word], lexicon: Lexicon) -> Iterator[Span]:
    tokens = [word for word in words if word.is_word]
    for at, token in enumerate(tokens):
        places: dict[int, list[Meaning]] = {}
        for end, meaning in lexicon.at(tokens, at):
            if not re.search(r"[,.;:?!()]\s", text[token.start : tokens[end - 1].end]):
                places.setdefault(end, []).append(meaning)
        for end, meanings in places.items():
            start, stop = token.start, tokens[end - 1].end
            yield Span(start, stop, text[start:stop], tuple(dict.fromkeys(meanings)))


def _cues(text: str, today: date) -> Iterator[Span]:
    found = marked(text, Sayable(Scope(SourceModel()), labels(), today, lambda _: ()))
    for mark in found.marks:
        if mark.kind in CUES:
            start, end = found.place(mark)
            yield Span(start, end, text[start:end], (), mark)


def _apart(found: Sequence[Span]) -> list[Span]:
    """The spans that say the most; those of one stretch as one, where a name stands for itself."""
    same: dict[tuple[int, int], Span] = {}
    for span in found:
        before = same.get((span.start, span.end))
        if before is None:
            same[span.start, span.end] = span
        elif not before.of("name"):
            meanings = tuple(dict.fromkeys([*before.meanings, *span.meanings]))
            same[span.start, span.end] = Span(span.start, span.end, span.said, meanings, before.mark or span.mark)
    kept: list[Span] = []
    for span in sorted(same.values(), key=_precedence):
        if not any(span.start < other.end and other.start < span.end for other in kept):
            kept.append(span)
    return sorted(kept, key=lambda span: span.start)


def _precedence(span: Span) -> tuple[bool, int, int]:
    firm = bool(span.of("name")) or (span.mark is not None and span.mark.kind in ("period", "recurring"))
    return not firm, span.start - span.end, span.start
