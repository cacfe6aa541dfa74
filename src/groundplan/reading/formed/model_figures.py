"""Figures that a source has names for, whose expressions become parts of the question language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from groundplan.contracts.source_model import Figure
from groundplan.errors import QueryError
from groundplan.query.language import parts as p
from groundplan.sources.model import expressions as e

_AGGREGATES = {"SUM": "sum", "COUNT": "count", "AVG": "average", "MIN": "min", "MAX": "max", "STDDEV": "deviation",
               "MEDIAN": "median"}  # fmt: skip
_NULL, _ZERO = e.Literal(value=None), e.Literal(value=0)
_FRACTIONS = tuple(e.Literal(value=kind) for kind in ("DECIMAL", "DOUBLE", "FLOAT"))
_ARITHMETIC = ("+", "-", "*", "/")
_COMPARED: Mapping[str, Any] = {"=": "=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}


def figure_parts(figure: Figure, steps: Sequence[str]) -> Any:
    """The figure of groups, its fields found along these relations."""
    return _Parts(figure, tuple(steps)).part(e.parsed(figure.expression))


row_parts = figure_parts
"""A figure of rows is an expression without aggregates."""


class _Parts:
    def __init__(self, figure: Figure, steps: tuple[str, ...]) -> None:
        self._figure, self._steps = figure, steps

    def part(self, one: e.Part) -> Any:
        if isinstance(one, e.Column):
            return p.Path(steps=(*self._steps, one.name))
        if isinstance(one, e.Literal) and one.value is not None:
            return p.Value(value=one.value)
        if isinstance(one, e.Call):
            return self._call(one)
        raise self._refused(one)

    def _call(self, one: e.Call) -> Any:
        if one.name in _AGGREGATES:
            return self._aggregate(one)
        if one.name in _ARITHMETIC:
            left = self.part(one.args[0]) if len(one.args) == 2 else None
            return p.Computed(op=one.name, left=left, right=self.part(one.args[-1]))
        if one.name == "CASE":
            return self._choice(one.args)
        if one.name == "NULLIF" and one.args[1] == _ZERO:  # what is divided by 0 is nothing here
            return self.part(one.args[0])
        if one.name in ("CAST", "TRY_CAST") and one.args[1] in _FRACTIONS:
            return self.part(one.args[0])
        return self._test(one)

    def _aggregate(self, one: e.Call) -> Any:
        """An aggregate; of a value only where a test holds, it is that of the rows which meet it."""
        held = one.args[0] if one.args else None
        where = None
        if one.name == "SUM" and isinstance(held, e.Call) and held.name == "COALESCE" and held.args[1] == _ZERO:
            held = held.args[0]  # what is missing adds nothing
        if isinstance(held, e.Call) and held.name == "CASE" and _lone(held, one.name):
            where, held = self._test(held.args[0]), held.args[1]
        counted = one.name in ("COUNT", "SUM") and isinstance(held, e.Literal) and not one.distinct
        if counted and (one.name == "COUNT" or held == e.Literal(value=1)):
            return p.Figure(fn="count", where=where)
        fn = "distinct" if one.distinct else _AGGREGATES[one.name]
        return p.Figure(fn=fn, of=(self.part(held),) if held is not None else (), where=where)

    def _choice(self, args: Sequence[e.Part]) -> Any:
        *pairs, other = args
        cases = []
        for test, value in zip(pairs[::2], pairs[1::2], strict=True):
            if not isinstance(value, e.Literal) or value.value is None:
                raise self._refused(value)
            cases.append(p.Case(value=p.Value(value=value.value), test=self._test(test)))
        otherwise = self.part(other) if other != _NULL else None
        return p.Choice(cases=tuple(cases), otherwise=otherwise)

    def _test(self, one: e.Part) -> Any:
        tests: Mapping[str, Callable[[Sequence[e.Part]], Any]] = {
            "AND": lambda args: p.All(tests=tuple(map(self._test, args))),
            "OR": lambda args: p.AnyOf(tests=tuple(map(self._test, args))),
            "NOT": lambda args: p.Not(test=self._test(args[0])),
            "<>": lambda args: p.Not(test=p.Compare(left=self.part(args[0]), op="=", right=self.part(args[1]))),
            "IN": lambda args: p.Among(left=self.part(args[0]), values=tuple(map(self.part, args[1:]))),
        }
        if isinstance(one, e.Call) and one.name == "IS" and one.args[1] == _NULL:
            return p.Missing(of=self.part(one.args[0]))
        if isinstance(one, e.Call) and one.name in tests:
            return tests[one.name](one.args)
        if isinstance(one, e.Call) and one.name in _COMPARED and len(one.args) == 2:
            left, right = map(self.part, one.args)
            return p.Compare(left=left, op=_COMPARED[one.name], right=right)
        if isinstance(one, e.Column):
            return p.Holds(path=self.part(one))
        raise self._refused(one)

    def _refused(self, one: e.Part) -> QueryError:
        name = one.name if isinstance(one, e.Call) else "a value"
        return QueryError(
            f"{self._figure.name!r} is {self._figure.expression}, and {name} in it is not computed in questions yet; "
            "ask for its parts one by one."
        )


def _lone(choice: e.Call, of: str) -> bool:
    """`CASE WHEN test THEN value END`; in a sum all else may be 0."""
    nothing = (_NULL, _ZERO) if of == "SUM" else (_NULL,)
    return len(choice.args) == 3 and choice.args[2] in nothing
