"""The JSON of a query -> the query, each part with the places of the words that it quotes.

What a model writes says no more than a person could type: the query is held to the contract, and to its own text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import suppress
from typing import Any

from pydantic import ValidationError

from groundplan.contracts.source_model import SourceModel
from groundplan.errors import QueryError
from groundplan.llm.fits import misfits
from groundplan.query.language import parts as p
from groundplan.query.language.read import read, read_expression
from groundplan.query.language.show import show
from groundplan.reading.modelled.contract import query_contract
from groundplan.reading.modelled.written import SAID, TAGS

_TEST_PLACES = ("tests", "test", "where", "having")
"""Where a path is a test."""
_SHOWN = 5
Span = tuple[int, int]


def query_of(written: Mapping[str, Any], question: str, model: SourceModel) -> p.Query:
    """The query; a QueryError where it does not fit the contract of the model, or says what no query can say."""
    try:
        faults = misfits(written, query_contract(model, flat=False))
        if faults:
            raise QueryError("; ".join(faults[:_SHOWN]))
        query, plain = _built(written, question), _built(written, "")
        if read(show(plain)) != plain:
            raise QueryError(f"the query cannot be said in the question language; it would read {show(plain)!r}.")
    except RecursionError:
        raise QueryError("the query is nested too deeply; ask for less at a time.") from None
    return query


def unfound_quotes(written: Any, question: str) -> tuple[str, ...]:
    """The words that the parts of a query quote and the question does not hold, in sentences."""
    unfound = dict.fromkeys(quote for quote in _quotes(written) if not _places(quote, question))
    return tuple(
        f"{quote!r} is quoted, and the question does not say that; quote words as they stand there, or none."
        for quote in unfound
    )


def _quotes(written: Any) -> Iterator[str]:
    if isinstance(written, list):
        for each in written:
            yield from _quotes(each)
    if isinstance(written, Mapping):
        yield from filter(str.strip, written.get(SAID, ()))
        for each in written.values():
            yield from _quotes(each)


def _places(quote: str, question: str) -> list[Span]:
    """Where the whole words stand; capitals and the width of gaps do not matter."""
    words = r"\s+".join(map(re.escape, quote.split()))
    before, behind = (r"(?<!\w)" if words[:1].isalnum() else ""), (r"(?!\w)" if words[-1:].isalnum() else "")
    return [found.span() for found in re.finditer(f"{before}{words}{behind}", question, re.IGNORECASE)] if words else []


def _built(written: Mapping[str, Any], question: str) -> p.Query:
    try:
        return p.Query.model_validate(_Building(question).part(written))
    except ValidationError as error:
        raise QueryError(f"{str(error.errors()[0]['msg']).removeprefix('Value error, ')}.") from None


class _Building:
    """One query, part by part; the second part of a kind that quotes the same words means their second place."""

    def __init__(self, question: str) -> None:
        self._question = question
        self._placed: Counter[tuple[Any, str]] = Counter()

    def part(self, written: Any) -> Any:
        """What the written part says; parts that can be nothing else there are left to the query."""
        if isinstance(written, list):
            return tuple(map(self.part, written))
        if not isinstance(written, Mapping):
            return written
        held = {name: _as_test(self.part(one)) if name in _TEST_PLACES else self.part(one)
                for name, one in written.items() if name != SAID}  # fmt: skip
        tag = held.pop("is", "")
        said = {SAID: self._spans((tag, *held), written[SAID])} if SAID in written else {}
        if tag:
            return _plainly(TAGS[tag].model_validate({**held, **said}))
        return _leaf(held, said) or {**held, **said}

    def _spans(self, kind: tuple[str, ...], quotes: list[str]) -> tuple[Span, ...]:
        spans = []
        for quote in quotes:
            places = _places(quote, self._question)
            if places:
                spans.append(places[self._placed[kind, quote.casefold()] % len(places)])
                self._placed[kind, quote.casefold()] += 1
        return tuple(dict.fromkeys(spans))


def _leaf(held: Mapping[str, Any], said: Mapping[str, Any]) -> p.Part | None:
    """A part that is told by its one key."""
    if "path" in held or "called" in held:
        steps = held.get("path") or held["called"]
        return p.Path(steps=(steps,) if isinstance(steps, str) else steps, **said)
    if "period" in held:
        return _period(held["period"]).model_copy(update=said)
    if "now" in held:
        return p.Now(unit=held["now"], start=held["start"], end=held["end"], **said)
    return p.Value(value=held["value"], **said) if set(held) == {"value"} else None


def _period(text: str) -> p.Period | p.Value:
    """The time that is written; a year is a number in the question language."""
    with suppress(QueryError):
        found = read_expression(text)
        if isinstance(found, (p.Period, p.Value)) and text[:1].isdecimal():
            return found
    raise QueryError(f"{text!r} is no period; write it as 2024, 2024-03, 2024-Q1, 2024-W05 or 2024-03-05.")


def _as_test(part: Any) -> Any:
    if isinstance(part, tuple):
        return tuple(map(_as_test, part))
    return p.Holds(path=part, said=part.said) if isinstance(part, p.Path) else part


def _plainly(part: p.Part) -> p.Part:
    """As a person would type it: one test needs no `and`, a number below 0 is a number."""
    if isinstance(part, (p.All, p.AnyOf)) and len(part.tests) == 1:
        said = dict.fromkeys((*part.said, *part.tests[0].said))
        return part.tests[0].model_copy(update={SAID: tuple(said)})
    right = part.right if isinstance(part, p.Computed) and part.op == "-" and part.left is None else None
    if isinstance(right, p.Value) and isinstance(right.value, (int, float)) and right.value > 0:
        return p.Value(value=-right.value, said=(*part.said, *right.said))
    return part
