"""A part of a query as a calculation of Tableau's, where that language can say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from groundplan.contracts.source_model import Dataset
from groundplan.errors import QueryError
from groundplan.packs.tableau.described.description import Described
from groundplan.query.language import parts as p
from groundplan.query.scope import Scope, Walked
from groundplan.query.tools.values import SECONDS, of_weekday, period_of

AGGREGATES = {
    "sum": "SUM", "average": "AVG", "median": "MEDIAN", "min": "MIN", "max": "MAX", "deviation": "STDEV",
    "distinct": "COUNTD", "count": "COUNT",
}  # fmt: skip
"""Figures by the functions of VizQL."""
GRAINS = ("year", "quarter", "month", "week", "day", "hour")
_CYCLES = {"month_of_year": "month", "day_of_month": "day", "hour_of_day": "hour"}
Homes = Mapping[tuple[str, str], Described]
"""The source's own field by dataset and field of the model."""


class Unsayable(Exception):
    """VizQL has no word for it; it is computed over rows instead."""


@dataclass(frozen=True)
class Formulas:
    """Writes calculations over the rows of one dataset."""

    scope: Scope
    at: Dataset
    homes: Homes
    things: bool = True
    """Whether things may be told apart by the key that is written before them."""
    strict: bool = False
    """Whether a test is unknown where what it looks at is missing."""

    def __call__(self, part: Any) -> str:
        """The calculation of a part."""
        write = _WRITERS.get(type(part))
        if write is None:
            raise Unsayable(f"{type(part).__name__} is no part of a calculation")
        return write(self, part)

    def field(self, part: Any) -> Described:
        """The source's field at the end of a path along relations to one."""
        if not isinstance(part, p.Path):
            raise Unsayable("it is no field")
        *hops, last = part.steps
        try:
            walked = self.scope.walk(self.at, hops) if hops else None
        except QueryError as error:
            raise Unsayable(str(error)) from error
        if walked is not None and (walked.many or not walked.thing):
            raise Unsayable("it leads to several rows")
        at = walked.at if walked is not None else self.at
        if walked is not None and last in (p.PLACE, p.CALLED) and (key := self._key_before(walked, last)):
            return key
        names = at.primary_key if last in (p.PLACE, p.CALLED) else (last,)
        if len(names) != 1 or (last == p.CALLED and at.name_field):
            raise Unsayable("no one field tells the rows apart")
        if (at.name, names[0]) not in self.homes:
            raise Unsayable(f"{names[0]!r} is no field of the source")
        return self.homes[at.name, names[0]]

    def _key_before(self, walked: Walked, last: str) -> Described | None:
        """The field on this side that holds the key of a thing, by which the thing is called, too."""
        hop, at = walked.hops[-1], walked.at
        called = last == p.PLACE or at.name_field in ((), hop.there)
        if not self.things or not called or hop.back or hop.split or len(hop.here) != 1 or hop.there != at.primary_key:
            return None
        before = self.scope.walk(self.at, walked.prefix[:-1]).at if len(walked.hops) > 1 else self.at
        return self.homes.get((before.name, hop.here[0]))

    # ------------------------------------------------------------------ values

    def value(self, part: p.Value) -> str:
        if isinstance(part.value, bool):
            return str(part.value).upper()
        return quoted(part.value) if isinstance(part.value, str) else str(part.value)

    def path(self, part: p.Path) -> str:
        if part.steps[-1] == p.PLACE and (len(part.steps) == 1 or not self.things):
            raise Unsayable("the place of a row is no value there")
        return named(self.field(part))

    def taken(self, part: p.Taken) -> str:
        if part.part in SECONDS:
            return self._span(part)
        of = self(part.of)
        if part.part == "abs":
            return f"ABS({of})"
        if part.part == "bin":
            size = part.size or 1
            told = int(size) if float(size).is_integer() else size
            return f"FLOOR({of} / {told}) * {told}"
        if not self._dated(part.of):
            raise Unsayable(f"{part.part} is taken of no date")
        if part.part == "year":
            return f"YEAR({of})"
        if part.part in _CYCLES:
            return f"DATEPART('{_CYCLES[part.part]}', {of})"
        if part.part == "weekday":
            return f"DATENAME('weekday', {of})"
        if part.part not in GRAINS:
            raise Unsayable(f"{part.part} is no part of a date there")
        start = ", 'monday'" if part.part == "week" else ""
        cut = f"DATETRUNC('{part.part}', {of}{start})"
        return cut if part.part == "hour" else f"DATE({cut})"

    def _span(self, part: p.Taken) -> str:
        of = part.of
        if not isinstance(of, p.Computed) or of.op != "-" or of.left is None:
            raise Unsayable("it is no span of time")
        first, last = self(of.right), self(of.left)
        if {self._type(of.left), self._type(of.right)} == {"DATE"}:
            return f"(DATEDIFF('day', {first}, {last}) * {86_400 / SECONDS[part.part]!r})"
        return f"(DATEDIFF('second', {first}, {last}) / {float(SECONDS[part.part])!r})"

    def _type(self, part: Any) -> str:
        if isinstance(part, p.Path):
            return self.field(part).type
        if isinstance(part, p.Taken):
            return "DATE" if part.part in GRAINS[1:5] else "DATETIME" if part.part == "hour" else "INTEGER"
        return ""

    def computed(self, part: p.Computed) -> str:
        if part.left is None:
            return f"(-{self(part.right)})"
        if {self._type(part.left), self._type(part.right)} & {"DATE", "DATETIME"}:
            raise Unsayable("a span of time needs a unit")
        left, right = self(part.left), self(part.right)
        return f"(FLOAT({left}) / {right})" if part.op == "/" else f"({left} {part.op} {right})"

    def choice(self, part: p.Choice) -> str:
        said = [case.value.value for case in part.cases] + ([part.otherwise.value] if part.otherwise else [])
        texts = any(isinstance(one, str) for one in said)
        told = [quoted(str(one)) if texts else str(one) for one in said]
        whens = [f"{self(case.test)} THEN {held}" for case, held in zip(part.cases, told, strict=False)]
        rest = f" ELSE {told[-1]}" if part.otherwise else ""
        return f"IF {' ELSEIF '.join(whens)}{rest} END"

    # ------------------------------------------------------------------ tests

    def compare(self, part: p.Compare) -> str:
        if part.op == "!=":
            return f"(NOT {self.compare(p.replaced(part, {'op': '='}))})"
        if isinstance(part.left, p.Period):
            raise Unsayable("a time stands before what is held to it")
        if (span := period_of(part.right)) and (isinstance(part.right, p.Period) or self._dated(part.left)):
            return self._in_period(part.left, part.op, span)
        if part.op in ("has", "starts"):
            function = "CONTAINS" if part.op == "has" else "STARTSWITH"
            text = part.right.value if isinstance(part.right, p.Value) else None
            if not isinstance(text, str) or self._type(part.left) != "STRING" or self._aliased(part.left):
                raise Unsayable("a part of a text is looked for in texts")
            return self._known(f"{function}(LOWER({self(part.left)}), {quoted(text.lower())})")
        if part.op != "=" and (of_weekday(part.left) or of_weekday(part.right)):
            raise Unsayable("days of the week have no order there")
        left, right = self(part.left), self._member(part.left, part.right)
        test = f"{left} {part.op} {right}"
        return self._known(test) if part.op == "=" else f"({test})"

    def _known(self, test: str) -> str:
        """False where something is missing."""
        return f"({test})" if self.strict else f"IFNULL({test}, FALSE)"

    def _aliased(self, part: Any) -> bool:
        return isinstance(part, p.Path) and bool(self.field(part).aliases)

    def _member(self, of: Any, value: Any) -> str:
        """A value as the field has it: not as it is shown."""
        if not isinstance(of, p.Path):
            return self(value)
        field = self.field(of)
        if not isinstance(value, p.Value):
            if field.aliases or (isinstance(value, p.Path) and self.field(value).aliases):
                raise Unsayable("what is shown is not what the field holds")
            return self(value)
        held = next((one.member for one in field.aliases if one.value == value.value), value.value)
        if held is None:
            raise Unsayable("nothing is shown under a name")
        if isinstance(held, str) != (field.type == "STRING"):
            raise Unsayable("a text is held against a number")
        return self.value(p.Value(value=held))

    def _dated(self, part: Any) -> bool:
        return self._type(part) in ("DATE", "DATETIME")

    def _in_period(self, of: Any, op: str, span: tuple[Any, Any]) -> str:
        if not self._dated(of):
            raise Unsayable("a time is held against no date")
        left = self(of)
        start, end = map(moment, span)
        if op == "=":
            return self._known(f"{left} >= {start} AND {left} < {end}")
        return {"<": f"({left} < {start})", "<=": f"({left} < {end})", ">": f"({left} >= {end})",
                ">=": f"({left} >= {start})"}[op]  # fmt: skip

    def between(self, part: p.Between) -> str:
        low = self.compare(p.Compare(left=part.left, op=">=", right=part.low))
        return f"({low} AND {self.compare(p.Compare(left=part.left, op='<=', right=part.high))})"

    def among(self, part: p.Among) -> str:
        return joined(" OR ", [self.compare(p.Compare(left=part.left, op="=", right=one)) for one in part.values])

    def all(self, part: p.All) -> str:
        return joined(" AND ", [self(one) for one in part.tests])

    def any(self, part: p.AnyOf) -> str:
        return joined(" OR ", [self(one) for one in part.tests])

    def negated(self, part: p.Not) -> str:
        return f"(NOT {self(part.test)})"

    def missing(self, part: p.Missing) -> str:
        return f"ISNULL({self(part.of)})"

    # ------------------------------------------------------------------ figures

    def figure(self, part: p.Figure) -> str:
        """A figure of the rows themselves."""
        if part.within is not None or part.by is not None:
            raise Unsayable("it is a figure among others")
        if part.fn == "rate":
            test = replace(self, strict=True)(part.of[0])
            return f"AVG({self._where(part, f'IF {test} THEN 1.0 ELSEIF NOT {test} THEN 0.0 END')})"
        if part.fn == "count" and not part.of:
            return self._rows(part)
        if part.fn == "count" and not isinstance(part.of[0], p.Path):
            raise Unsayable("rows are counted by a test")
        if part.fn == "count" and self.field(part.of[0]).type == "BOOLEAN":
            raise Unsayable("rows are counted by a test")
        if part.fn == "distinct" and isinstance(part.of[0], p.Path):
            return f"COUNTD({self._where(part, named(self.field(part.of[0])))})"
        of = self(part.of[0])
        if part.fn == "percentile":
            return f"PERCENTILE({self._where(part, of)}, {(part.n or 0) / 100})"
        if part.fn not in AGGREGATES or len(part.of) != 1 or self._texts(part):
            raise Unsayable(f"{part.fn} is no function there")
        return f"{AGGREGATES[part.fn]}({self._where(part, of)})"

    def _texts(self, part: p.Figure) -> bool:
        """Whether it is the least or greatest of what is shown under other names, or of days of the week."""
        of = part.of[0]
        ordered = part.fn in ("min", "max")
        return ordered and (self._aliased(of) or (isinstance(of, p.Taken) and of.part == "weekday"))

    def _rows(self, part: p.Figure) -> str:
        """How many rows: by a field that tells them apart, so that they are those of this table."""
        key = p.Path(steps=(p.PLACE,))
        try:
            field = self.field(key)
        except Unsayable:
            field = next(one for (dataset, _), one in self.homes.items() if dataset == self.at.name and not one.formula)
            filled = f"IF ISNULL({named(field)}) THEN 1 ELSE 1 END"
            return f"COUNT({self._where(part, filled)})"
        return f"COUNT({self._where(part, named(field))})"

    def _where(self, part: p.Figure, of: str) -> str:
        return f"IF {self(part.where)} THEN {of} END" if part.where is not None else of


_WRITERS: dict[type, Callable[[Formulas, Any], str]] = {
    p.Value: Formulas.value,
    p.Path: Formulas.path,
    p.Taken: Formulas.taken,
    p.Computed: Formulas.computed,
    p.Choice: Formulas.choice,
    p.Compare: Formulas.compare,
    p.Between: Formulas.between,
    p.Among: Formulas.among,
    p.All: Formulas.all,
    p.AnyOf: Formulas.any,
    p.Not: Formulas.negated,
    p.Missing: Formulas.missing,
    p.Figure: Formulas.figure,
}


def named(field: Described) -> str:
    """A field by its caption."""
    return f"[{field.caption.replace(']', ']]')}]"


def quoted(text: str) -> str:
    """A text of a calculation."""
    return '"' + text.replace('"', '""') + '"'


def moment(at: Any) -> str:
    """A moment of a calculation; a day where it is one."""
    return f"#{at.date().isoformat() if not (at.hour or at.minute or at.second) else at.isoformat(' ')}#"


def joined(between: str, tests: list[str]) -> str:
    """Several tests as one."""
    return tests[0] if len(tests) == 1 else f"({between.join(tests)})"
