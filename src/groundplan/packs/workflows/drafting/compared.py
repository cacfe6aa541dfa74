"""Test: a field of a row held to a value, and the words that compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from groundplan.packs.workflows.drafting.words import Token, tokens

Op = Literal["=", "!=", ">", ">=", "<", "<=", "missing", "filled", "in", "not in"]
_TURNED: Mapping[str, Op] = {
    "=": "!=", "!=": "=", ">": "<=", ">=": "<", "<": ">=", "<=": ">", "missing": "filled", "filled": "missing",
    "in": "not in", "not in": "in",
}  # fmt: skip
COMPARES: tuple[Op, ...] = (">=", "<=", ">", "<", "=")
_BEFORE = 4
_FAR = 3


@dataclass(frozen=True)
class Test:
    """A field held to a value."""

    slot: str
    op: Op
    value: Any = None

    def turned(self) -> Test:
        """The opposite."""
        return replace(self, op=_TURNED[self.op])


@dataclass(frozen=True)
class Field:
    """Another field of the same row, which one is held against."""

    name: str


def compared(words: Sequence[Token], at: int) -> tuple[Op | None, set[int]]:
    """How a number is compared, and the places of the words that say so."""
    start = at
    while start and at - start < _FAR and words[start - 1].idle and "definite" in words[start - 1].marks:
        start -= 1  # `before the given day`
    for back in range(start - 1, max(-1, start - 3), -1):
        for op in COMPARES:
            if op in words[back].marks:
                return op, {back}
    for ahead in range(at + 1, min(len(words), at + 3)):
        for op in COMPARES[:2]:
            if op in words[ahead].marks:
                return op, {ahead}
    return None, set()


def possessives(words: Sequence[Token], head: int | None) -> list[int]:
    """The words before a head that say whose they are."""
    if head is None:
        return []
    near = [at for at in range(max(0, head - _BEFORE), head) if "possessive" in words[at].marks]
    having = [at for at, one in enumerate(words[:head]) if "owning" in one.marks]
    return near + [at for at in having if at not in near]


def joined(tests: Sequence[Test]) -> list[Test]:
    """Several values of one field are any of them: `open or overdue`; none of them: `neither won nor lost`."""
    out: list[Test] = []
    for test in tests:
        same = next(
            (at for at, one in enumerate(out) if one.slot == test.slot and _group(one) == _group(test) is not None),
            None,
        )
        if same is None:
            out.append(test)
        else:
            values = out[same].value if isinstance(out[same].value, list) else [out[same].value]
            out[same] = Test(test.slot, "in" if _group(test) == "=" else "not in", [*values, test.value])
    return out


def _group(test: Test) -> str | None:
    return {"=": "=", "in": "=", "!=": "!=", "not in": "!="}.get(test.op)


def denies(about: str) -> bool:
    """Whether a description says no: `True when the contact does not want e-mail`, `null if nobody does`."""
    return any(one.marks & {"negation", "missing"} for one in tokens(about))
