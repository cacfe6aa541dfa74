"""The text of an expression in a semantic query -> its parts: those of figures, and windows beside them.

What the Foundation puts off for later is told apart from what no expression may have.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from sqlglot import exp, tokens
from sqlglot.dialects.dialect import Dialect
from sqlglot.errors import SqlglotError

from groundplan.errors import QueryError, SourceError
from groundplan.plan.nearest import did_you_mean
from groundplan.sources.model.expression_text import Expressions, Reading, tree
from groundplan.sources.model.expressions import AGGREGATES, Call, Literal, Part, Sorted, Window, walked

EXISTS_IN = "EXISTS_IN"
"""Whether a value stands in a field of another dataset."""
WINDOWED = {
    "ROW_NUMBER": (0, 0), "RANK": (0, 0), "DENSE_RANK": (0, 0), "PERCENT_RANK": (0, 0), "CUME_DIST": (0, 0),
    "NTILE": (1, 1), "LAG": (1, 3), "LEAD": (1, 3), "FIRST_VALUE": (1, 1), "LAST_VALUE": (1, 1), "NTH_VALUE": (2, 2),
}  # fmt: skip
"""Functions of windows only, with the fewest and the most arguments that they take."""
DEFERRED = frozenset(("FIXED", "INCLUDE", "EXCLUDE", "GRAIN", "FILTER", "QUERY_FILTER"))
_PERCENTILES = ("PERCENTILE_CONT", "PERCENTILE_DISC")


class _Windows(Expressions):
    NULL_ORDERING = "nulls_are_large"  # ascending they stand last, descending first

    class Tokenizer(tokens.Tokenizer):
        KEYWORDS = {**tokens.Tokenizer.KEYWORDS, "GROUPS": tokens.Tokenizer.KEYWORDS["ROWS"]}


def read_expression(text: str, parameters: Mapping[str, Any] | None = None) -> Part:
    """The parts of the text, with values in the place of parameters."""
    part, name = read_named(text, parameters)
    if name:
        raise QueryError(f"{text!r} names its value {name!r}, which has no place here; leave out AS {name}.")
    return part


def read_named(text: str, parameters: Mapping[str, Any] | None = None) -> tuple[Part, str]:
    """The parts of the text, and the name that stands behind AS, if one does."""
    return _read(text, tuple(sorted((parameters or {}).items())))


@lru_cache(maxsize=1_000)
def _read(text: str, parameters: tuple[tuple[str, Any], ...]) -> tuple[Part, str]:
    try:
        found = tree(text, _Windows)
        name = found.alias if isinstance(found, exp.Alias) else ""
        part = _Reading(text, dict(parameters)).part(found.this if name else found, 0)
    except SourceError as error:
        raise QueryError(str(error)) from None
    return without_nested_windows(part, text), name


def read_order(text: str, parameters: Mapping[str, Any] | None = None) -> Sorted:
    """What rows are ordered by, with the direction and the place of what is missing where they are said."""
    try:
        found = Dialect.get_or_raise(_Windows).parse_into(exp.Ordered, text)
    except SqlglotError:
        raise QueryError(f"{text!r} cannot be ordered by; write an expression, then ASC or DESC.") from None
    if len(found) != 1 or not isinstance(found[0], exp.Ordered):
        raise QueryError(f"{text!r} is not one thing to order by; give several as a list.")
    try:
        return _Reading(text, dict(parameters or {})).sorted(found[0], 0)
    except SourceError as error:
        raise QueryError(str(error)) from None


def without_nested_windows(part: Part, text: str) -> Part:
    """The part, in which no window function stands inside another."""
    for window in (one for one in walked(part) if isinstance(one, Window)):
        if sum(isinstance(one, Window) for one in walked(window)) > 1:
            raise QueryError(
                f"{text!r} has a nested window: a window function inside another window; make the inner one a"
                " field of its dataset, and use that.", "E_NESTED_WINDOW",
            )  # fmt: skip
    return part


class _Reading(Reading):
    """A text with windows, parameters and percentiles."""

    def __init__(self, text: str, parameters: Mapping[str, Any]) -> None:
        super().__init__(text)
        self._parameters = parameters
        self.kinds |= {
            exp.Window: self._window, exp.WithinGroup: self._percentile, exp.Placeholder: self._parameter,
            exp.Filter: self._filter, exp.Parameter: self._parameter,
        }  # fmt: skip

    def function(self, said: str, given: Any, depth: int) -> Call:
        """Also those of windows are known, and those that are put off."""
        name = said.upper()
        if name == EXISTS_IN and len(given) == 2:
            return self.call(name, given, depth)
        if name in DEFERRED:
            raise self._deferred(said, "write the expression without it")
        if name in WINDOWED:
            raise QueryError(f"{self.text!r} calls {said} without OVER (...), which says of which rows; add it.")
        return super().function(said, given, depth)

    def _deferred(self, what: str, move: str) -> QueryError:
        return QueryError(
            f"{self.text!r} has {what}, which the Foundation defers to a later proposal (§10); {move}.",
            "E_DEFERRED_KEY_REJECTED",
        )

    def _filter(self, node: Any, depth: int) -> Part:
        raise self._deferred("FILTER", "write the condition as CASE WHEN ... THEN ... END inside the aggregate")

    def _parameter(self, node: Any, depth: int) -> Part:
        name = str(node.name)
        if name not in self._parameters:
            raise QueryError(
                f"{self.text!r} has the parameter {name!r}, whose value is not found;"
                f" {did_you_mean(name, self._parameters)}.", "E_NAME_NOT_FOUND",
            )  # fmt: skip
        return Literal(value=self._parameters[name])

    def _percentile(self, node: Any, depth: int) -> Part:
        """PERCENTILE_CONT(part) WITHIN GROUP (ORDER BY values)."""
        name, keys = str(node.this.name).upper(), node.expression.expressions
        if name not in _PERCENTILES or len(keys) != 1 or keys[0].args.get("desc"):
            raise self._deferred(
                "WITHIN GROUP", "of these only PERCENTILE_CONT and PERCENTILE_DISC, ascending, are there"
            )
        return self.function(name, [keys[0].this, *node.this.expressions], depth)

    def _window(self, node: Any, depth: int) -> Part:
        if node.args.get("alias") or not isinstance(node.this, exp.Anonymous):
            raise self._deferred("an extension of windows", "write function(...) OVER (...)")
        order = node.args.get("order")
        bounds = self._bounds(node.args.get("spec"))
        return Window(
            of=self._windowed(node.this, depth + 1),
            partition=tuple(self.part(one, depth + 1) for one in node.args.get("partition_by") or ()),
            order=tuple(self.sorted(one, depth + 1) for one in (order.expressions if order else ())),
            **bounds,
        )

    def sorted(self, node: Any, depth: int) -> Sorted:
        """A key with its direction; what is missing is the highest unless it is said."""
        of = self.part(node.this, depth)
        return Sorted(of=of, descending=bool(node.args.get("desc")), nulls_first=bool(node.args.get("nulls_first")))

    def _windowed(self, node: Any, depth: int) -> Call:
        name = str(node.name).upper()
        if name not in WINDOWED:
            found = self.function(node.name, node.expressions, depth)
            if found.name not in AGGREGATES or found.name in _PERCENTILES:
                raise QueryError(f"{self.text!r} takes {node.name} over a window, which is no aggregate; take one.")
            return found
        least, most = WINDOWED[name]
        if not least <= len(node.expressions) <= most:
            raise QueryError(
                f"{self.text!r} gives {name} {len(node.expressions)} arguments; it takes {least} to {most}."
            )
        return self.call(name, node.expressions, depth)

    def _bounds(self, spec: Any) -> dict[str, Any]:
        if spec is None:
            return {}
        kind = str(spec.args["kind"]).upper()
        if kind == "GROUPS" or spec.args.get("exclude"):
            raise QueryError(
                f"{self.text!r} has a frame in GROUPS mode, or one that excludes rows, which is deferred (§10); use the"
                " frame modes ROWS or RANGE.", "E_DEFERRED_FRAME_MODE",
            )  # fmt: skip
        start = self._bound(spec.args["start"], spec.args.get("start_side"))
        end = self._bound(spec.args["end"], spec.args.get("end_side")) if spec.args.get("end") else 0
        return {"frame": kind, "start": start, "end": end}

    def _bound(self, said: Any, side: str | None) -> int | None:
        if isinstance(said, str):
            return 0 if said == "CURRENT ROW" else None
        if not isinstance(said, exp.Literal) or said.is_string or not str(said.this).isdigit():
            what = f"the parameter :{said.name}" if isinstance(said, (exp.Placeholder, exp.Parameter)) else f"{said}"
            raise QueryError(
                f"{self.text!r} has {what} for a frame bound: bounds that are a parameter or computed are deferred"
                " (§10); write a literal integer, UNBOUNDED or CURRENT ROW.", "E_DEFERRED_FRAME_BOUND",
            )  # fmt: skip
        return int(said.this) * (-1 if side == "PRECEDING" else 1)
