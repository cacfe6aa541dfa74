"""The text of an expression -> its parts. What may stand in it is listed; all else is refused with its place.

The grammar is sqlglot's without any function of its own, so that a name means what our list says and nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlglot import exp, parse, parser
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import SqlglotError

from groundplan.errors import SourceError
from groundplan.plan.nearest import did_you_mean
from groundplan.sources.model.expression_functions import FUNCTIONS, OTHER_NAMES, TYPES, UNITS, Function
from groundplan.sources.model.expressions import AGGREGATES, Call, Column, Literal, Part, walked

DEEPEST = 60
LONGEST = 5_000
_ODD_SYNTAX = ("CAST", "TRY_CAST", "EXTRACT", "POSITION", "SUBSTRING", "TRIM")
"""Functions with words between their arguments."""
_PAIRS: dict[type[exp.Expression], str] = {
    exp.Add: "+",
    exp.Sub: "-",
    exp.Mul: "*",
    exp.Div: "/",
    exp.Mod: "%",
    exp.EQ: "=",
    exp.NEQ: "<>",
    exp.GT: ">",
    exp.GTE: ">=",
    exp.LT: "<",
    exp.LTE: "<=",
    exp.And: "AND",
    exp.Or: "OR",
    exp.Like: "LIKE",
    exp.ILike: "ILIKE",
    exp.Is: "IS",
    exp.NullSafeEQ: "IS NOT DISTINCT FROM",
    exp.NullSafeNEQ: "IS DISTINCT FROM",
    exp.DPipe: "CONCAT",
}


class Expressions(Dialect):
    """The grammar."""

    class Parser(parser.Parser):
        FUNCTIONS: dict[str, Any] = {}
        FUNCTION_PARSERS = {name: parser.Parser.FUNCTION_PARSERS[name] for name in _ODD_SYNTAX}


def read(text: str) -> Part:
    """The parts of the text."""
    return _held_to_one_level(Reading(text).part(tree(text, Expressions), 0), text)


def tree(text: str, grammar: type[Dialect]) -> Any:
    """The text as a tree of the grammar's."""
    if len(text) > LONGEST:
        raise SourceError(f"an expression of {len(text)} characters is too long; {LONGEST} are read at most.")
    try:
        statements = parse(text, dialect=grammar)
    except SqlglotError as error:
        raise SourceError(
            f"the expression {text!r} cannot be read{_place(error)}; correct what stands there."
        ) from None
    except RecursionError:
        raise SourceError("an expression is nested too deeply; write it in parts.") from None
    if len(statements) != 1 or statements[0] is None:
        raise SourceError(f"{text!r} is not one expression; write one, such as SUM(amount) / COUNT(*).")
    return statements[0]


def _place(error: SqlglotError) -> str:
    """Where the grammar stopped."""
    known = getattr(error, "errors", None)
    mark = known[0].get("highlight") if known else None
    return f" at {mark!r}" if mark else ""


def _held_to_one_level(expression: Part, text: str) -> Part:
    """Aggregates are not nested, and beside one no field stands outside of all."""
    totals = [part for part in walked(expression) if isinstance(part, Call) and part.name in AGGREGATES]
    inside = [part for total in totals for inner in total.args for part in walked(inner)]
    nested = next((part for part in inside if isinstance(part, Call) and part.name in AGGREGATES), None)
    if nested:
        raise SourceError(f"{text!r} takes {nested.name} of rows that are aggregated already; take one aggregate.")
    held = [part for part in inside if isinstance(part, Column)]
    bare = [part for part in walked(expression) if isinstance(part, Column)]
    if totals and len(held) < len(bare):
        loose = next(part for part in bare if bare.count(part) > held.count(part))
        raise SourceError(f"{text!r} has {loose.name!r} beside an aggregate; put it into one, such as SUM.")
    return expression


class Reading:
    """One text that is read; it is told in every error."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.kinds: dict[type[exp.Expression], Callable[[Any, int], Part]] = {
            exp.Column: self._column,
            exp.Literal: self._literal,
            exp.Boolean: lambda node, _: Literal(value=bool(node.this)),
            exp.Null: lambda node, _: Literal(value=None),
            exp.Paren: lambda node, depth: self.part(node.this, depth),
            exp.Neg: lambda node, depth: self.call("NEG", [node.this], depth),
            exp.Not: lambda node, depth: self.call("NOT", [node.this], depth),
            exp.Between: self._between,
            exp.In: self._in,
            exp.Case: self._case,
            exp.If: lambda node, depth: self._case(exp.Case(ifs=[node], default=node.args.get("false")), depth),
            exp.Cast: lambda node, depth: self._cast("CAST", node, depth),
            exp.TryCast: lambda node, depth: self._cast("TRY_CAST", node, depth),
            exp.Extract: lambda node, depth: self.function("EXTRACT", [node.this, node.expression], depth),
            exp.StrPosition: lambda node, depth: self.call("POSITION", [node.args["substr"], node.this], depth),
            exp.Substring: self._substring,
            exp.Trim: self._trim,
            exp.CurrentDate: lambda node, _: Call(name="CURRENT_DATE"),
            exp.CurrentTime: lambda node, _: Call(name="CURRENT_TIME"),
            exp.CurrentTimestamp: lambda node, _: Call(name="CURRENT_TIMESTAMP"),
            exp.Anonymous: lambda node, depth: self.function(str(node.this), node.expressions, depth),
        }

    def part(self, node: Any, depth: int) -> Part:
        """What a node of the grammar's tree stands for."""
        if depth > DEEPEST:
            raise SourceError(f"the expression {self.text[:40]!r} … is nested too deeply; write it in parts.")
        if type(node) in _PAIRS:
            return self.call(_PAIRS[type(node)], [node.this, node.expression], depth)
        kind = self.kinds.get(type(node))
        if kind is None:
            raise self.refused(node)
        return kind(node, depth)

    def refused(self, node: Any) -> SourceError:
        """What is told of a node that no expression may have."""
        said = node.sql(dialect=Expressions) if isinstance(node, exp.Expression) else str(node)
        return SourceError(
            f"{self.text!r} has {said[:60]!r}, which no expression may have; use operators, CASE and functions."
        )

    def call(self, name: str, nodes: Sequence[Any], depth: int) -> Call:
        """An operator or a function of what the nodes stand for."""
        return Call(name=name, args=tuple(self.part(node, depth + 1) for node in nodes))

    def _column(self, node: Any, depth: int) -> Part:
        if node.args.get("db"):
            raise self.refused(node)
        return Column(name=node.name, dataset=node.table)

    def _literal(self, node: Any, depth: int) -> Part:
        if node.is_string:
            return Literal(value=node.this)
        return Literal(value=int(node.this) if node.this.isdigit() else float(node.this))

    def _between(self, node: Any, depth: int) -> Part:
        if node.args.get("symmetric"):
            raise self.refused(node)
        return self.call("BETWEEN", [node.this, node.args["low"], node.args["high"]], depth)

    def _in(self, node: Any, depth: int) -> Part:
        if not node.expressions or set(node.args) - {"this", "expressions"}:
            raise self.refused(node)
        return self.call("IN", [node.this, *node.expressions], depth)

    def _case(self, node: Any, depth: int) -> Part:
        """Conditions and values in turn, then what stands for all else."""
        args: list[Part] = []
        for branch in node.args["ifs"]:
            test = self.part(branch.this, depth + 1)
            operand = self.part(node.this, depth + 1) if node.args.get("this") else None
            args.append(Call(name="=", args=(operand, test)) if operand else test)
            args.append(self.part(branch.args["true"], depth + 1))
        default = node.args.get("default")
        return Call(name="CASE", args=(*args, self.part(default, depth + 1) if default else Literal(value=None)))

    def _cast(self, name: str, node: Any, depth: int) -> Part:
        kind = node.args["to"].this.name if isinstance(node.args["to"], exp.DataType) else ""
        if kind not in TYPES:
            raise SourceError(f"{self.text!r} casts to {node.args['to']}; {did_you_mean(kind, TYPES)}.")
        return Call(name=name, args=(self.part(node.this, depth + 1), Literal(value=kind)))

    def _substring(self, node: Any, depth: int) -> Part:
        given = [node.this, node.args.get("start"), node.args.get("length")]
        return self.call("SUBSTRING", [each for each in given if each], depth)

    def _trim(self, node: Any, depth: int) -> Part:
        if node.expression or node.args.get("position"):
            raise self.refused(node)
        return self.call("TRIM", [node.this], depth)

    def function(self, said: str, given: Sequence[Any], depth: int, among: Mapping[str, Function] = FUNCTIONS) -> Call:
        """A function that the list has, with as many arguments as it takes."""
        name = OTHER_NAMES.get(said.upper(), said.upper())
        known = among.get(name)
        if known is None:
            raise SourceError(
                f"{self.text!r} calls {said}, which is no function here; {did_you_mean(said.upper(), among)}."
            )
        distinct = len(given) == 1 and isinstance(given[0], exp.Distinct)
        if distinct and name in ("SUM", "COUNT") and not given[0].args.get("on"):
            given = given[0].expressions
        elif name == "COUNT" and len(given) == 1 and type(given[0]) in (exp.Star, exp.Literal):
            return Call(name=name)
        if not known.least <= len(given) <= known.most:
            many = str(known.least) if known.least == known.most else f"{known.least} to {known.most}"
            raise SourceError(f"{self.text!r} gives {said} {len(given)} arguments; it takes {many}.")
        unit = (self._unit(given[0], name),) if known.unit else ()
        rest = (self.part(each, depth + 1) for each in given[len(unit) :])
        return self.whole(Call(name=name, args=(*unit, *rest), distinct=distinct))

    def whole(self, call: Call) -> Call:
        """The call; the part of a percentile is a number from 0 to 1."""
        part = call.args[1] if call.name.startswith("PERCENTILE") else Literal(value=0)
        if (
            not isinstance(part, Literal)
            or type(part.value) not in (int, float)
            or not 0 <= float(part.value or 0) <= 1
        ):
            raise SourceError(f"{self.text!r} takes a percentile at no number from 0 to 1; write 0.9 for the 90th.")
        return call

    def _unit(self, node: Any, function: str) -> Literal:
        units = [*UNITS, "DAYOFYEAR"] if function == "EXTRACT" else list(UNITS)
        said = str(node.name).upper()
        found = said if said in units else said.removesuffix("S")
        if found not in units:
            raise SourceError(f"{self.text!r} has {said} for a unit of time; {did_you_mean(said, units)}.")
        return Literal(value=found)
