"""The text of a calculation -> its parts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Literal, cast

from groundplan.packs.tableau.calculation.parts import Call, Constant, If, Lod, Named, Part
from groundplan.packs.tableau.faults import BadFormula

DEEPEST = 60
LONGEST = 20_000
_TOKEN = re.compile(
    r"""(?P<space>\s+|//[^\n]*|/\*.*?\*/)
    |(?P<number>\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)
    |(?P<text>'(?:[^']|'')*'|"(?:[^"]|"")*")
    |(?P<date>\#[^#\n]*\#)
    |(?P<field>\[(?:[^\]]|\]\])*\](?:\s*\.\s*\[(?:[^\]]|\]\])*\])?)
    |(?P<word>[A-Za-z_][A-Za-z_0-9]*)
    |(?P<sign>==|!=|<>|<=|>=|[-+*/%^=<>(),{}:])""",
    re.VERBOSE | re.DOTALL,
)
_COMPARISONS = {"=": "=", "==": "=", "<>": "<>", "!=": "<>", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_WORDS = {"TRUE": True, "FALSE": False}
_BETWEEN = {"AND", "OR", "IN", "THEN", "ELSE", "ELSEIF", "END", "WHEN"}


@dataclass(frozen=True)
class _Token:
    kind: str
    text: str
    at: int


@lru_cache(maxsize=2_000)
def parsed(text: str, internal: bool = False) -> Part:
    """The parts of a formula; `internal`: it belongs to the source, and names fields as the source does."""
    if len(text) > LONGEST:
        raise BadFormula(f"the calculation has {len(text):,} characters; {LONGEST:,} is the most")
    return _Reading(tuple(_tokens(text)), internal, len(text)).whole()


def _tokens(text: str) -> list[_Token]:
    found, at = [], 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise BadFormula(f"{text[at]!r} at {at + 1} cannot be read", at, suggestion=_unclosed(text[at]))
        if token.lastgroup != "space":
            found.append(_Token(str(token.lastgroup), token[0], at))
        at = token.end()
    return found


def _unclosed(sign: str) -> str:
    ends = {"[": "]", "'": "'", '"': '"', "#": "#"}
    return f"close it with {ends[sign]}" if sign in ends else ""


class _Reading:
    """The grammar, one method a level."""

    def __init__(self, tokens: tuple[_Token, ...], internal: bool, end: int) -> None:
        self.tokens, self.internal = tokens, internal
        self.end = _Token("end", "", end)
        self.place = self.depth = 0

    def whole(self) -> Part:
        if not self.tokens:
            raise BadFormula("the calculation is empty", suggestion="write one, such as SUM([Sales])")
        part = self.any()
        if self.next.kind != "end":
            raise BadFormula(f"{self.next.text!r} at {self.next.at + 1} is not expected here", self.next.at)
        return part

    @property
    def next(self) -> _Token:
        return self.tokens[self.place] if self.place < len(self.tokens) else self.end

    def take(self) -> _Token:
        token = self.next
        self.place += 1
        return token

    def said(self, *words: str) -> str:
        """The word or sign that comes next, taken if it is one of these; else nothing."""
        word = self.next.text.upper() if self.next.kind in ("word", "sign") else ""
        if word in words:
            self.take()
            return word
        return ""

    def must(self, word: str, opened: str, at: int) -> None:
        if not self.said(word):
            there = f"{self.next.text!r} stands there" if self.next.kind != "end" else "the calculation ends"
            raise BadFormula(f"{opened} at {at + 1} needs {word}; {there}", self.next.at, suggestion=f"add {word}")

    def any(self) -> Part:
        self.depth += 1
        if self.depth > DEEPEST:
            raise BadFormula(f"the calculation is nested deeper than {DEEPEST} levels", self.next.at)
        part = self.either()
        self.depth -= 1
        return part

    def either(self) -> Part:
        part = self.both()
        while at := self.at("OR"):
            part = Call("OR", (part, self.both()), at - 1)
        return part

    def both(self) -> Part:
        part = self.negated()
        while at := self.at("AND"):
            part = Call("AND", (part, self.negated()), at - 1)
        return part

    def at(self, *words: str) -> int:
        """The place of a word, from one, taken if it comes next."""
        at = self.next.at + 1
        return at if self.said(*words) else 0

    def negated(self) -> Part:
        count, first = 0, self.next.at
        while self.said("NOT"):
            count += 1
        part = self.compared()
        return Call("NOT", (part,), first) if count % 2 else part

    def compared(self) -> Part:
        part = self.added()
        while True:
            at = self.next.at
            if sign := self.said(*_COMPARISONS):
                part = Call(_COMPARISONS[sign], (part, self.added()), at)
            elif self.said("IN"):
                self.must("(", "IN", at)
                part = Call("IN", (part, *self.listed(at)), at)
            else:
                return part

    def added(self) -> Part:
        part = self.multiplied()
        while True:
            at = self.next.at
            if not (sign := self.said("+", "-")):
                return part
            part = Call(sign, (part, self.multiplied()), at)

    def multiplied(self) -> Part:
        part = self.signed()
        while True:
            at = self.next.at
            if not (sign := self.said("*", "/", "%")):
                return part
            part = Call(sign, (part, self.signed()), at)

    def signed(self) -> Part:
        at, minus = self.next.at, False
        while sign := self.said("-", "+"):
            minus = minus != (sign == "-")
        part = self.raised()
        return Call("NEGATIVE", (part,), at) if minus else part

    def raised(self) -> Part:
        part, at = self.single(), self.next.at
        if self.said("^"):
            return Call("POWER", (part, self.signed()), at)
        return part

    def single(self) -> Part:
        token = self.take()
        if token.kind == "number":
            whole = token.text.isdigit()
            return Constant(int(token.text) if whole else float(token.text), "INTEGER" if whole else "REAL", token.at)
        if token.kind == "text":
            sign = token.text[0]
            return Constant(token.text[1:-1].replace(sign * 2, sign), "STRING", token.at)
        if token.kind == "date":
            return _date(token)
        if token.kind == "field":
            return self.field(token)
        if token.kind == "word":
            return self.word(token)
        if token.text == "(":
            part = self.any()
            self.must(")", "(", token.at)
            return part
        if token.text == "{":
            return self.level(token)
        what = f"{token.text!r} at {token.at + 1}" if token.text else "the end"
        raise BadFormula(f"a field, a value or a function is expected, not {what}", token.at)

    def field(self, token: _Token) -> Named:
        names = [name.replace("]]", "]") for name in re.findall(r"\[((?:[^\]]|\]\])*)\]", token.text)]
        return Named(names[-1], names[0] if len(names) == 2 else "", token.at, self.internal)

    def word(self, token: _Token) -> Part:
        word = token.text.upper()
        if word in _WORDS:
            return Constant(_WORDS[word], "BOOLEAN", token.at)
        if word == "NULL":
            return Constant(None, "NULL", token.at)
        if word == "IF":
            return self.chosen(token)
        if word == "CASE":
            return self.case(token)
        if word in _BETWEEN:
            raise BadFormula(f"{token.text} at {token.at + 1} is not expected here", token.at)
        if not self.said("("):
            told = f"{token.text!r} at {token.at + 1} is neither a function nor a field"
            raise BadFormula(told, token.at, suggestion=f"write [{token.text}] for a field, {word}(...) for a function")
        return Call(word, self.listed(token.at), token.at)

    def listed(self, at: int) -> tuple[Part, ...]:
        """Arguments up to the closing bracket, which is taken."""
        if self.said(")"):
            return ()
        parts = [self.any()]
        while self.said(","):
            parts.append(self.any())
        self.must(")", "(", at)
        return tuple(parts)

    def chosen(self, token: _Token) -> If:
        branches = [self.branch("IF", token.at)]
        while self.said("ELSEIF"):
            branches.append(self.branch("ELSEIF", token.at))
        return self.ended("IF", token, branches)

    def branch(self, word: str, at: int) -> tuple[Part, Part]:
        test = self.any()
        self.must("THEN", word, at)
        return test, self.any()

    def case(self, token: _Token) -> If:
        subject = self.any()
        branches: list[tuple[Part, Part]] = []
        while at := self.at("WHEN"):
            value, then = self.branch("WHEN", at - 1)
            branches.append((Call("=", (subject, value), at - 1), then))
        if not branches:
            raise BadFormula(f"CASE at {token.at + 1} needs WHEN", self.next.at, suggestion="add WHEN ... THEN ...")
        return self.ended("CASE", token, branches)

    def ended(self, word: str, token: _Token, branches: list[tuple[Part, Part]]) -> If:
        otherwise = self.any() if self.said("ELSE") else None
        self.must("END", word, token.at)
        return If(tuple(branches), otherwise, token.at)

    def level(self, token: _Token) -> Lod:
        kind = self.said("FIXED", "INCLUDE", "EXCLUDE")
        dimensions: list[Part] = []
        if kind and not self.said(":"):
            dimensions.append(self.any())
            while self.said(","):
                dimensions.append(self.any())
            self.must(":", kind, token.at)
        part = self.any()
        self.must("}", "{", token.at)
        of = cast(Literal["FIXED", "INCLUDE", "EXCLUDE"], kind or "FIXED")
        return Lod(of, tuple(dimensions), part, token.at)


def _date(token: _Token) -> Constant:
    text = token.text.strip("#").strip()
    for form in ("%Y-%m-%d", "%Y-%m-%d %H:%M:%S", "%m/%d/%Y", "%m/%d/%Y %H:%M:%S", "%B %d, %Y", "%d %B %Y"):
        try:
            moment = datetime.strptime(text, form)
        except ValueError:
            continue
        value: Any = moment if "%H" in form else date(moment.year, moment.month, moment.day)
        return Constant(value, "DATETIME" if "%H" in form else "DATE", token.at)
    raise BadFormula(f"{token.text} at {token.at + 1} is no date", token.at, suggestion="write it as #2024-01-31#")
