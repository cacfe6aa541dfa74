"""Which figures of the source a question names, and where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from groundplan.contracts.source_model import Figure, SourceModel
from groundplan.language.words import Word, split
from groundplan.sources.model.header import header_words


@dataclass(frozen=True)
class Said:
    """A figure, and the characters of the question that name it."""

    figure: Figure
    start: int
    end: int


def figures_said(text: str, model: SourceModel) -> tuple[Said, ...]:
    """The figures that are named, by name or synonym, in the order of the question; the longest name counts.

    Where the question has a field's whole name, it is the field that is named; a declared figure gives way only to a
    field of the same name.
    """
    if not model.figures:
        return ()
    fields = [field.name for dataset in model.datasets for field in dataset.fields]
    whole = [(start, end) for name in fields for start, end in _places(text, name)]
    found = [
        Said(figure, start, end)
        for figure in model.figures
        for name in (figure.name, *figure.synonyms)
        for start, end in _places(text, name)
        if (start, end) not in whole
        if not (figure.offered and any(a <= start and end <= b for a, b in whole))
    ]
    kept: list[Said] = []
    for one in sorted(found, key=lambda one: one.start - one.end):
        if not any(one.start < other.end and other.start < one.end for other in kept):
            kept.append(one)
    return tuple(sorted(kept, key=lambda one: one.start))


def by_name(text: str, said: Sequence[Said]) -> str:
    """The question with each figure under its own name, in place of a synonym."""
    for one in reversed(said):
        text = text[: one.start] + one.figure.name + text[one.end :]
    return text


def without(text: str, said: Sequence[Said]) -> str:
    """The question without them."""
    for one in reversed(said):
        text = text[: one.start] + " " + text[one.end :]
    return text


def _places(text: str, name: str) -> Iterator[tuple[int, int]]:
    """Where the words of a name stand one after the other, whatever is written between them."""
    said, wanted = [word for word in split(text) if word.is_word], header_words(name)
    for at in range(len(said) - len(wanted) + 1 if wanted else 0):
        words = said[at : at + len(wanted)]
        if all(map(_same, words, wanted)):
            yield words[0].start, words[-1].end


def _same(word: Word, wanted: str) -> bool:
    """The same word, or its plural; a Russian one by its stem."""
    return word.lower.removesuffix("'s") in (wanted, f"{wanted}s") or (
        "а" <= wanted[0] <= "я" and word.stem == split(wanted)[0].stem
    )
