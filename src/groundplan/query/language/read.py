"""The text of a query -> its parts. The grammar stands in docs/reference/query.md; a mistake is told with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from typing import Any

from pydantic import ValidationError

from groundplan.errors import QueryError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.language import parts as p
from groundplan.query.language.show import RESERVED
from groundplan.query.language.tokens import Tokens

LONGEST = 5_000
DEEPEST = 40
MOST_SIGNS = 100
"""Signs of arithmetic: each nests what stands before it one deeper."""
FURTHEST = 100_000_000
"""How many periods from today on `now` may tell of."""
CLAUSES = ("by", "where", "having", "keep", "order", "show")
_ESCAPED = {"n": "\n"}


def read(text: str) -> p.Query:
    """The query of a text; a QueryError with the place and what may stand there."""
    if len(text) > LONGEST:
        raise QueryError(f"a query of {len(text)} characters is too long; {LONGEST} are read at most.")
    return _Reading(text).whole()


def read_expression(text: str) -> p.Expression:
    """The expression or test of a text."""
    return _Reading(text).only_expression()


class _Reading(Tokens):
    """One text, part by part."""

    def whole(self) -> p.Query:
        """The query, and nothing behind it."""
        query = self._query()
        if self._at < len(self._tokens):
            raise self._wrong(f"one of {', '.join(CLAUSES)}, or the end")
        return query

    def only_expression(self) -> p.Expression:
        """The expression, and nothing behind it."""
        found = self._expression()
        if self._at < len(self._tokens):
            raise self._wrong("the end")
        return found

    # ------------------------------------------------------------------ a query

    def _query(self) -> p.Query:
        self._deeper()
        of: str | p.Query = self._inner() if self._take("(") else self._dataset()
        self._need(":")
        made: dict[str, Any] = {"of": of}
        if self._at < len(self._tokens) and not self._is(*CLAUSES, ")"):
            made["columns"] = self._columns()
        clauses: dict[str, Callable[[], Any]] = {
            "by": self._columns, "where": self._test, "having": self._test,
            "keep": self._keep, "order": self._order, "show": self._columns,
        }  # fmt: skip
        while self._is(*clauses):
            name = self._look()[1]
            if name in made:
                raise self._wrong(f"no second {name!r}")
            self._at += 1
            made[name] = clauses[name]()
        self._depth -= 1
        try:
            return p.Query.model_validate(made)
        except ValidationError as error:
            raise QueryError(f"{str(error.errors()[0]['msg']).removeprefix('Value error, ')}.") from None

    def _inner(self) -> p.Query:
        query = self._query()
        self._need(")")
        return query

    def _dataset(self) -> str:
        if self._look()[0] != "name":
            raise self._wrong("the name of a dataset")
        return self._name()

    def _columns(self) -> tuple[p.Column, ...]:
        columns = [self._column()]
        while self._take(","):
            columns.append(self._column())
        return tuple(columns)

    def _column(self) -> p.Column:
        of = self._expression()
        return p.Column(of=of, name=self._name() if self._take("as") else "")

    def _keep(self) -> p.Keep:
        made: dict[str, Any] = {"place": self._take("place"), "n": self._number(), "percent": self._take("percent")}
        if self._take("of"):
            self._need("each")
            made["each"] = self._operand()
        if self._take("by"):
            made |= {"lowest": self._take("lowest"), "by": self._operand()}
        return p.Keep(**made)

    def _order(self) -> p.Order:
        return p.Order(by=self._operand(), descending=self._take("desc"))

    # ------------------------------------------------------------------ tests

    def _deeper(self) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            raise QueryError("the query is nested too deeply; ask for less at a time.")

    def _expression(self) -> p.Expression:
        self._deeper()
        tests = [self._and()]
        while self._take("or"):
            tests.append(self._and())
        self._depth -= 1
        return tests[0] if len(tests) == 1 else p.AnyOf(tests=tuple(map(self._as_test, tests)))

    def _and(self) -> p.Expression:
        tests = [self._not()]
        while self._take("and"):
            tests.append(self._not())
        return tests[0] if len(tests) == 1 else p.All(tests=tuple(map(self._as_test, tests)))

    def _not(self) -> p.Expression:
        if not self._take("not"):
            return self._compared()
        self._deeper()
        found = p.Not(test=self._as_test(self._not()))
        self._depth -= 1
        return found

    def _test(self) -> p.Test:
        return self._as_test(self._expression())

    def _as_test(self, part: p.Expression) -> p.Test:
        if isinstance(part, p.Path):
            return p.Holds(path=part)
        if isinstance(part, _OPERANDS):
            raise self._wrong("a comparison")
        return part

    def _operand(self) -> p.X:
        self._deeper()
        found = self._as_operand(self._sum())
        self._depth -= 1
        return found

    def _as_operand(self, part: p.Expression) -> p.X:
        if not isinstance(part, _OPERANDS):
            raise self._wrong("a value, not a condition")
        return part

    def _compared(self) -> p.Expression:
        left = self._sum()
        kind, op = self._look()
        if (kind == "mark" and op in ("=", "!=", "<", "<=", ">", ">=")) or (kind == "name" and op in ("has", "starts")):
            self._at += 1
            return p.Compare.model_validate({"left": self._as_operand(left), "op": op, "right": self._operand()})
        if self._take("in"):
            return self._in(self._as_operand(left))
        return left

    def _in(self, left: p.X) -> p.Test:
        if self._is("(") and self._starts_query(1):
            self._at += 1
            return p.AmongRows(left=left, query=self._inner())
        if self._take("("):
            values = [self._operand()]
            while self._take(","):
                values.append(self._operand())
            if self._take(")"):
                return p.Among(left=left, values=tuple(values))
            raise self._wrong("',' or ')'")
        low = self._operand()
        self._need("..")
        return p.Between(left=left, low=low, high=self._operand())

    # ------------------------------------------------------------------ operands

    def _sum(self) -> p.Expression:
        return self._chain(("+", "-"), self._product)

    def _product(self) -> p.Expression:
        return self._chain(("*", "/"), self._unary)

    def _chain(self, ops: Collection[str], below: Callable[[], p.Expression]) -> p.Expression:
        left = below()
        while self._is(*ops) and self._look()[0] == "mark":
            op = self._look()[1]
            self._at += 1
            self._signs += 1
            if self._signs > MOST_SIGNS:
                raise QueryError(f"the query has more than {MOST_SIGNS} signs of arithmetic; ask for less at a time.")
            right = self._as_operand(below())
            left = p.Computed.model_validate({"op": op, "left": self._as_operand(left), "right": right})
        return left

    def _unary(self) -> p.Expression:
        if not self._take("-"):
            return self._primary()
        self._deeper()
        right = self._as_operand(self._unary())
        self._depth -= 1
        if isinstance(right, p.Value) and not isinstance(right.value, (bool, str)) and right.value > 0:
            return p.Value(value=-right.value)
        return p.Computed(op="-", left=None, right=right)

    def _primary(self) -> p.Expression:
        kind, said = self._look()
        if kind in ("number", "text", "period") or said in ("true", "false"):
            return self._literal()
        if self._is("("):
            return self._in_brackets()
        if self._take("{"):
            return self._choice()
        if kind != "name":
            raise self._wrong("a name, a value or a figure")
        if self._look(1) == ("mark", "(") and not said.startswith("`"):
            return self._call(said)
        if said == "count":
            self._at += 1
            return p.Figure(fn=said)
        if said in RESERVED:
            raise self._wrong("a name, a value or a figure")
        return self._path()

    def _literal(self) -> p.X:
        kind, said = self._look()
        if kind == "number":
            return p.Value(value=self._number())
        self._at += 1
        if kind == "period":
            return p.Period(text=said)
        if kind == "text":
            return p.Value(value=re.sub(r"\\(.)", lambda m: _ESCAPED.get(m[1], m[1]), said[1:-1]))
        return p.Value(value=said == "true")

    def _in_brackets(self) -> p.Expression:
        query = self._starts_query(1)
        self._need("(")
        if query:
            return p.One(query=self._inner())
        found = self._expression()
        self._need(")")
        return found

    def _starts_query(self, ahead: int) -> bool:
        """Whether a query stands there: the name of a dataset and a colon, or another query in brackets."""
        while self._look(ahead) == ("mark", "("):
            ahead += 1
        return self._look(ahead)[0] == "name" and self._look(ahead + 1) == ("mark", ":")

    def _path(self) -> p.Path:
        steps = [self._name()]
        while self._take("."):
            steps.append(self._name())
        return p.Path(steps=tuple(steps))

    def _choice(self) -> p.Choice:
        cases: list[p.Case] = []
        while not self._is("}", "else"):
            value = self._choice_value()
            self._need(":")
            cases.append(p.Case(value=value, test=self._test()))
            if not self._take(";"):
                break
        otherwise = self._choice_value() if self._take("else") else None
        self._need("}")
        return p.Choice(cases=tuple(cases), otherwise=otherwise)

    def _choice_value(self) -> p.Value:
        kind, said = self._look()
        if kind == "name" and said not in ("true", "false"):
            return p.Value(value=self._name())
        if kind in ("name", "text"):
            return p.Value.model_validate(self._literal())
        minus = self._take("-")
        if self._look()[0] != "number":
            raise self._wrong("a number" if minus else "a name, a text or a number")
        value = self._number()
        return p.Value(value=-value if minus else value)

    # ------------------------------------------------------------------ what has brackets behind it

    def _call(self, name: str) -> p.Expression:
        self._at += 2
        if name in ("some", "only"):
            path = self._path()
            where = self._test() if self._take("where") else None
            found: p.Expression = p.Some(path=path, where=where, every=name == "only")
        elif name == "missing":
            found = p.Missing(of=self._expression())
        elif name == "now":
            found = self._now()
        elif name in p.TAKEN:
            of = self._operand()
            found = p.Taken(part=name, of=of, size=self._number() if self._take(",") else None)
        elif name in p.FIGURES:
            found = self._figure(name)
        else:
            known = [*p.FIGURES, *p.TAKEN, "some", "only", "missing", "now"]
            raise QueryError(f"the query calls {name}, which is no part of the language; {did_you_mean(name, known)}.")
        self._need(")")
        return found

    def _now(self) -> p.Now:
        unit, bounds = self._name(), []
        while self._take(","):
            bounds.append(self._whole())
        if unit not in p.GRAINS or len(bounds) > 2:
            raise QueryError(f"now({unit}) is no time; {did_you_mean(unit, p.GRAINS)}, then at most two numbers.")
        if any(abs(bound) > FURTHEST for bound in bounds):
            raise QueryError(f"now({unit}) is no time of the calendar so far from today; take fewer than {FURTHEST}.")
        return p.Now(unit=unit, start=bounds[0] if bounds else 0, end=bounds[1] if len(bounds) > 1 else None)

    def _figure(self, fn: str) -> p.Figure:
        made: dict[str, Any] = {"fn": fn, "of": ()}
        if not self._is(")", "where", "within", "by"):
            made |= self._operands(fn)
        elif fn != "count":
            raise self._wrong(f"what {fn} is taken of")
        if self._take("where"):
            made["where"] = self._test()
        if self._take("within"):
            made["within"] = self._within()
        if self._take("by"):
            made["by"] = self._operand()
        return p.Figure.model_validate(made)

    def _operands(self, fn: str) -> dict[str, Any]:
        """What a figure is taken of, and its number."""
        of = [self._expression()]
        while self._take(","):
            of.append(self._expression())
        if fn not in ("percentile", "moving") or len(of) != 2:
            return {"of": tuple(of)}
        value, last = of
        if not isinstance(last, p.Value) or isinstance(last.value, (bool, str)):
            raise QueryError(f"{fn} takes a value and a number, as in {fn}(x, 3).", "wrong-type")
        return {"of": (value,), "n": last.value}

    def _within(self) -> tuple[p.Expression, ...]:
        if self._take("all"):
            return ()
        keys = [self._expression()]
        while self._take(","):
            keys.append(self._expression())
        return tuple(keys)


_OPERANDS = (p.Value, p.Period, p.Now, p.Path, p.Taken, p.Computed, p.Choice, p.Figure, p.One)
