"""The text of a query cut into tokens, and how far it is read; a mistake is told with its place."""

from __future__ import annotations

import re

from groundplan.errors import QueryError

_TOKEN = re.compile(
    r"""\s*(?:(?P<period>\d{4}-(?:Q[1-4]|W\d\d|\d\d(?:-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?)?)(?![\w-]))
    |(?P<number>\d+(?:\.\d+)?)(?![\w])
    |(?P<text>"(?:[^"\\]|\\.)*")
    |(?P<name>[^\W\d]\w*|`(?:[^`]|``)+`)
    |(?P<mark>\.\.|<=|>=|!=|[-+*/=<>(){}:;,.]))""",
    re.VERBOSE,
)
LARGEST = 2**63
"""The largest number that is read: no source counts further, and a float is never rounded above it."""
_UNREADABLE = {'"': "a text that is opened is not closed", "`": "a name that is opened is not closed"}


class Tokens:
    """One text and the place in it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[tuple[str, str, int]] = []
        self._at = 0
        self._depth = 0
        self._signs = 0
        place = 0
        while text[place:].strip():
            found = _TOKEN.match(text, place)
            if not found:
                rest = text[place:].strip()
                raise QueryError(f"the query cannot be read at {rest[:20]!r}: {_UNREADABLE.get(rest[0], 'no word')}.")
            kind = found.lastgroup or ""
            self._tokens.append((kind, found.group(kind), found.start(kind)))
            place = found.end()

    def _look(self, ahead: int = 0) -> tuple[str, str]:
        at = self._at + ahead
        return self._tokens[at][:2] if at < len(self._tokens) else ("", "")

    def _is(self, *words: str) -> bool:
        kind, said = self._look()
        return kind in ("name", "mark") and said in words

    def _take(self, *words: str) -> bool:
        """Whether one of the words stands here; it is passed."""
        if not self._is(*words):
            return False
        self._at += 1
        return True

    def _need(self, word: str) -> None:
        if not self._take(word):
            raise self._wrong(repr(word))

    def _wrong(self, wanted: str) -> QueryError:
        if self._at >= len(self._tokens):
            return QueryError(f"the query {self._text!r} ends where {wanted} is wanted.")
        _, said, place = self._tokens[self._at]
        return QueryError(f"the query has {said!r} at character {place + 1} where {wanted} is wanted.")

    def _name(self) -> str:
        kind, said = self._look()
        if kind != "name":
            raise self._wrong("a name")
        self._at += 1
        return said[1:-1].replace("``", "`") if said.startswith("`") else said

    def _number(self) -> int | float:
        kind, said = self._look()
        if kind != "number":
            raise self._wrong("a number")
        whole = said.partition(".")[0].lstrip("0") or "0"
        if len(whole) > len(str(LARGEST)) or int(whole) > LARGEST:
            raise QueryError(f"the number {said[:20]}... is too large; {LARGEST} is the largest.")
        self._at += 1
        return float(said) if "." in said else int(whole)

    def _whole(self) -> int:
        """A whole number, maybe below 0."""
        minus = self._take("-")
        value = self._number()
        if isinstance(value, float):
            raise QueryError(f"the query has {value} where a whole number is wanted.")
        return -value if minus else value
