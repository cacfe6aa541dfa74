"""A question that sets a parameter -> the value of each, and the question without these words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from groundplan.errors import QueryError
from groundplan.language.finders.fillers import filler
from groundplan.language.numbers import read_numbers
from groundplan.language.words import Word, split
from groundplan.packs.tableau.described.description import DescribedParameter, Description
from groundplan.plan import folder

_LEAST = 2
"""Words of a caption that must be said, its last ones."""


@lru_cache(maxsize=1)
def _words() -> Mapping[str, Sequence[str]]:
    return dict(folder.load(Path(__file__).with_name("parameters.yaml")))


@dataclass(frozen=True)
class Set:
    """What a question sets."""

    rest: str
    """The question without these words."""
    values: Mapping[str, Any]
    """By caption."""


def parameters_set(text: str, description: Description) -> Set:
    """Each parameter that is named with a value behind it; a QueryError where it cannot have that value."""
    words, numbers = read_numbers(split(text))
    values: dict[str, Any] = {}
    gone: list[tuple[int, int]] = []
    for parameter in description.parameters:
        for start, end in _named(words, parameter, description.parameters):
            at = _behind(words, end, numbers)
            if at is not None and not any(low < end and start < high for low, high in gone):
                values[parameter.caption] = _held(parameter, numbers[at])
                gone.append((_before(words, start), _unit(words, at + 1)))
    rest = text
    for low, high in sorted(gone, reverse=True):
        rest = f"{rest[: words[low].start].rstrip(' ,;(')} {rest[words[high - 1].end :].lstrip(' ,;)')}".strip()
    return Set(rest, values)


def _named(
    words: Sequence[Word], parameter: DescribedParameter, others: Sequence[DescribedParameter]
) -> Iterator[tuple[int, int]]:
    """Where the caption stands, or as many of its last words as no other parameter ends in."""
    caption = [word.stem for word in split(parameter.caption) if word.is_word]
    said = [word.stem for word in words]
    for count in range(len(caption), min(_LEAST, len(caption)) - 1, -1):
        ends = caption[-count:]
        shared = any(
            [one.stem for one in split(other.caption)][-count:] == ends for other in others if other != parameter
        )
        for start in range(len(said) - count + 1) if not shared else ():
            if said[start : start + count] == ends:
                yield start, start + count
                return


def _behind(words: Sequence[Word], end: int, numbers: Mapping[int, float]) -> int | None:
    """The number behind a name, with nothing between but words that set it."""
    for at in range(end, len(words)):
        if at in numbers:
            return at
        if words[at].lower not in _words()["setting"]:
            return None
    return None


def _before(words: Sequence[Word], start: int) -> int:
    """Where the words begin that lead to the name: `with the`, `if the`, `use a`."""
    while start and words[start - 1].lower in (*_words()["leading"], ",", ";", "("):
        start -= 1
    return start


def _unit(words: Sequence[Word], end: int) -> int:
    """With the unit that stands behind the number."""
    return end + 1 if end < len(words) and words[end].lower in _words()["units"] else end


def _held(parameter: DescribedParameter, value: float) -> Any:
    """The value as the parameter has it."""
    given: Any = int(value) if float(value).is_integer() and parameter.type != "REAL" else value
    members = [one.member for one in parameter.members]
    low, high = parameter.low, parameter.high
    told = ""
    if parameter.kind == "LIST" and given not in members:
        told = f"it is one of {', '.join(map(str, members))}"
    elif isinstance(low, int | float) and isinstance(high, int | float) and not low <= value <= high:
        told = f"it is from {low:g} to {high:g}"
    elif parameter.type not in ("INTEGER", "REAL"):
        told = "it is no number"
    if told:
        raise QueryError(f"the parameter {parameter.caption!r} cannot be {value:g}: {told}.", "parameter-value")
    return given


def blank(text: str) -> bool:
    """Whether nothing is asked."""
    return all(filler(word) for word in split(text) if word.is_word)
