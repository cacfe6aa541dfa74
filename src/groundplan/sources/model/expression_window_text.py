"""The text of an expression with windows, and percentiles of ordered rows -> its parts."""

from __future__ import annotations

from typing import Any

from sqlglot import exp, tokens

from groundplan.sources.model.expression_functions import FUNCTIONS
from groundplan.sources.model.expression_text import Expressions, Reading
from groundplan.sources.model.expression_windows import WINDOWED
from groundplan.sources.model.expressions import AGGREGATES, Part, Sorted, Window

PERCENTILES = ("PERCENTILE_CONT", "PERCENTILE_DISC")
_OVER = {**WINDOWED, **{name: FUNCTIONS[name] for name in AGGREGATES if name not in PERCENTILES}}
"""What may stand before OVER."""


class Windows(Expressions):
    """The grammar, in which GROUPS is a word as ROWS is."""

    NULL_ORDERING = "nulls_are_large"  # ascending they stand last, descending first

    class Tokenizer(tokens.Tokenizer):
        KEYWORDS = {**tokens.Tokenizer.KEYWORDS, "GROUPS": tokens.Tokenizer.KEYWORDS["ROWS"]}


class WindowReading(Reading):
    """One text that is read, windows and percentiles included."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.kinds |= {exp.Window: self._window, exp.WithinGroup: self._percentile}

    def _percentile(self, node: Any, depth: int) -> Part:
        """PERCENTILE_CONT(part) WITHIN GROUP (ORDER BY values)."""
        keys = node.expression.expressions
        if node.this.name.upper() not in PERCENTILES or len(keys) != 1 or keys[0].args.get("desc"):
            raise self.refused(node)
        return self.function(node.this.name, [keys[0].this, *node.this.expressions], depth)

    def _window(self, node: Any, depth: int) -> Part:
        if node.args.get("alias") or not isinstance(node.this, exp.Anonymous):
            raise self.refused(node)
        order = node.args["order"].expressions if node.args.get("order") else ()
        return Window(
            of=self.function(node.this.name, node.this.expressions, depth + 1, _OVER),
            partition=tuple(self.part(one, depth + 1) for one in node.args.get("partition_by") or ()),
            order=tuple(self._sorted(one, depth + 1) for one in order),
            **self._frame(node.args["spec"].args if node.args.get("spec") else {}),
        )

    def _sorted(self, node: Any, depth: int) -> Sorted:
        descending, nulls_first = (bool(node.args.get(key)) for key in ("desc", "nulls_first"))
        return Sorted(of=self.part(node.this, depth), descending=descending, nulls_first=nulls_first)

    def _frame(self, spec: dict[str, Any]) -> dict[str, Any]:
        if not spec:
            return {}
        if str(spec["kind"]).upper() == "GROUPS" or spec.get("exclude"):
            raise self.no_frame("mode", "GROUPS")
        start = self._bound(spec["start"], spec.get("start_side"))
        end = self._bound(spec.get("end") or "CURRENT ROW", spec.get("end_side"))
        return {"frame": str(spec["kind"]).upper(), "start": start, "end": end}

    def no_frame(self, what: str, said: Any) -> Exception:
        """What is told of rows around a row that cannot be said so."""
        return self.refused(said)

    def _bound(self, said: Any, side: str | None) -> int | None:
        if isinstance(said, str):
            return 0 if said == "CURRENT ROW" else None
        if not isinstance(said, exp.Literal) or said.is_string or not str(said.this).isdigit():
            raise self.no_frame("bound", said)
        return int(said.this) * (-1 if side == "PRECEDING" else 1)
