"""A question in other words for what the source has -> the same in the source's own: `turnover` is amount."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from groundplan.contracts import Doubt
from groundplan.contracts.source_model import SourceModel
from groundplan.language.calendar.said_day import from_said_day
from groundplan.language.names import spoken
from groundplan.language.words import Word, split, stems
from groundplan.reading.blank import Blank
from groundplan.reading.embedded.question_words import link

_QUOTES = "\"'“”«»`"
_SURE = ("exact", "case", "accent")
"""How a stretch must be a value, so that it is no other word for a name."""

Stems = tuple[str, ...]


@dataclass(frozen=True)
class OwnWords:
    """The question as readers see it, what was read as what, or why it is not clear."""

    text: str
    remarks: tuple[str, ...] = ()
    doubt: Doubt | None = None


def in_own_words(text: str, model: SourceModel, blank: Blank) -> OwnWords:
    """Each synonym that names nothing itself is replaced by the name it stands for, the longest first.

    Times that are told from a day which the question names are told as days.
    """
    text = from_said_day(text)
    known = _synonyms(model, blank)
    words = [word for word in split(text) if word.is_word] if known else []
    found = list(_found(text, words, known, blank))
    for start, end, means in found:
        if len(means) > 1:
            told = f"{text[start:end]!r} may be {' or '.join(means)}; say which one is meant"
            return OwnWords(text, doubt=Doubt(kind="clarify", message=told, choices=means, said=text[start:end]))
    read = text
    for start, end, means in sorted(found, reverse=True):
        read = f"{read[:start]}{means[0]}{read[end:]}"
    remarks = (f"{text[start:end]!r} was read as {means[0]}" for start, end, means in sorted(found))
    return OwnWords(read, tuple(dict.fromkeys(remarks)))


def _synonyms(model: SourceModel, blank: Blank) -> dict[Stems, tuple[str, ...]]:
    """What each synonym stands for, but for those that are a name themselves."""
    held = Counter(column.name for table in blank.tables for column in table.columns)
    found: dict[Stems, list[str]] = {}
    for means, synonyms in _named(model, held):
        for synonym in synonyms:
            found.setdefault(stems(synonym), []).append(means)
    if not found:
        return {}
    tables = [table.name for table in blank.tables]
    things = [*(one.name for one in model.datasets), *(one.name for one in model.figures)]
    names = {stems(name) for name in (*held, *tables, *things)}
    return {said: tuple(dict.fromkeys(means)) for said, means in found.items() if said and said not in names}


def _named(model: SourceModel, held: Counter[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Each name as it is spoken, with its synonyms; of a field that several tables have, with the table's."""
    for dataset in model.datasets:
        yield spoken(dataset.name), dataset.synonyms
        for field in dataset.fields:
            of = f"{spoken(dataset.name)} " if held[field.name] > 1 else ""
            yield f"{of}{spoken(field.name)}", field.synonyms
    for figure in model.figures:
        yield spoken(figure.name), figure.synonyms


def _found(
    text: str, words: Sequence[Word], known: dict[Stems, tuple[str, ...]], blank: Blank
) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Where synonyms stand in the text, without overlap."""
    taken: set[int] = set()
    said = [word.stem for word in words]
    values: list[tuple[int, int]] | None = None
    for phrase, means in sorted(known.items(), key=lambda one: -len(one[0])):
        for at in range(len(words) - len(phrase) + 1):
            places = range(at, at + len(phrase))
            if tuple(said[at : at + len(phrase)]) != phrase or not taken.isdisjoint(places):
                continue
            start, end = words[at].start, words[places[-1]].end
            values = _values(text, blank) if values is None else values
            if any(low < end and start < high for low, high in values) or _quoted(text, start, end):
                continue
            taken.update(places)
            yield start, end, means


def _values(text: str, blank: Blank) -> list[tuple[int, int]]:
    """Stretches that are a value of the data, as they are written."""
    found = [*link(text, blank.tables), *blank.linked(text)]
    return [(match.start, match.end) for match in found if match.how in _SURE]


def _quoted(text: str, start: int, end: int) -> bool:
    return start > 0 and text[start - 1] in _QUOTES and text[end : end + 1] in tuple(_QUOTES)
