"""The label maps, and the outputs of the network as probabilities by them.

Training writes by these maps, the reader reads by them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from groundplan.reading.embedded.sheet import Sheet

ANALYSES = (
    "trend",
    "distribution",
    "anomaly",
    "correlation",
    "share",
    "rank",
    "summary",
    "lookup",
    "forecast",
    "change",
)
"""Total, count and compare follow from the figures and groups."""

OUTPUTS = ("chart", "table")

CHOICES: dict[str, tuple[str, ...]] = {
    "status": ("answered", "clarify", "refused"),
    "chart": ("none", "bar", "stacked_bar", "line", "area", "point", "arc", "histogram", "box", "heatmap"),
    "grain": ("none", "unknown", "hour", "day", "week", "month", "quarter", "year", "weekday", "month_of_year"),
    "sort": ("none", "metric asc", "metric desc", "group asc", "group desc", "time asc", "time desc"),
    "limit": ("none", "one", "number"),
    "derive": (
        "none", "ratio", "difference", "percent_of_total", "percent_change", "moving_average", "cumulative", "duration",
    ),
    "join": ("and", "or"),
    "having": ("none", ">", ">=", "<", "<=", "=", "!="),
    "window": ("none", "number"),
    "metrics": ("0", "1", "2", "3", "4"),
    "groups": ("0", "1", "2", "3"),
    "filters": ("0", "1", "2", "3", "4"),
    "across": ("none", "hour", "day", "week", "month", "quarter", "year", "weekday", "month_of_year"),
}  # fmt: skip
"""One of each is chosen for a question; three say how many columns are figures, groups, limited, the last a second
grain of the time."""

AGGS = ("sum", "avg", "median", "min", "max", "std", "count", "count_distinct", "none")

ROLES = ("group", "second", "time", "of_first", "of_second", "choice", "first", "alternative", "per", "each")
"""What a column is: a group, the colour of two groups, time, first or second of a derived figure, one of the columns
that fit equally, the first of two metrics, limited by a condition that `or` joins to the one said before it, what a
figure is averaged over, the group in each of which a limit counts."""

OPS = (
    "no", "=", "!=", ">", ">=", "<", "<=", "between", "in", "not_in", "contains", "not_contains", "starts_with",
    "ends_with", "is_null", "not_null", "period",
)  # fmt: skip

NUMBERS = ("limit", "having", "window")
"""Tokens of the question that may be such a number."""

TAGS = ("outside", "begin", "inside")

WIDTH = sum(map(len, CHOICES.values())) + len(ANALYSES) + len(OUTPUTS)
COLUMN_WIDTH = len(AGGS) + len(ROLES) + len(OPS)
Array = np.ndarray[Any, np.dtype[np.float32]]


def slices() -> dict[str, slice]:
    """Where each choice, the analyses and the outputs stand in the question's row of scores."""
    out, at = {}, 0
    for name, size in [
        *((n, len(c)) for n, c in CHOICES.items()),
        ("analysis", len(ANALYSES)),
        ("outputs", len(OUTPUTS)),
    ]:
        out[name] = slice(at, at + size)
        at += size
    return out


@dataclass(frozen=True)
class Scores:
    """Calibrated probabilities of everything that may be said of a question."""

    choices: dict[str, Array]
    analysis: Array
    outputs: Array
    aggs: Array
    """Columns by aggregates; the first column is the rows."""
    roles: Array
    ops: Array
    cells: Array
    numbers: Array
    """Tokens of the question by kinds of number."""
    tags: Array
    """Columns by tokens by tags."""

    def role(self, name: str) -> Array:
        """The probability of a role, for every column."""
        return self.roles[:, ROLES.index(name)]

    @property
    def doubt(self) -> float:
        """The chance of the likeliest decision that was not taken, over all of them."""
        return max(self.split, _other(self.roles), _other(self.cells))

    @property
    def split(self) -> float:
        """The same without roles and cells, of which another network knows no better."""
        chosen = [1 - float(odds.max()) for odds in (*self.choices.values(), *self.ops)]
        return max(*chosen, _other(self.analysis), _other(self.aggs))

    def best(self, name: str) -> tuple[str, float]:
        """The likeliest label of a choice."""
        at = int(self.choices[name].argmax())
        return CHOICES[name][at], float(self.choices[name][at])


def scores(outputs: Sequence[Array], sheet: Sheet, heat: Mapping[str, float]) -> Scores:
    """Outputs of a batch of one; `heat` holds the temperature of each head."""
    question, columns, cells, numbers, tags = (output[0] for output in outputs)
    where, asked, marks = slices(), len(sheet.spans) + 1, len(AGGS) + len(ROLES)
    return Scores(
        choices={name: softmax(question[where[name]] / heat.get(name, 1.0)) for name in CHOICES},
        analysis=sigmoid(question[where["analysis"]] / heat.get("analysis", 1.0))[: len(ANALYSES)],
        outputs=sigmoid(question[where["outputs"]])[: len(OUTPUTS)],
        aggs=sigmoid(columns[:, : len(AGGS)] / heat.get("aggs", 1.0)),
        roles=sigmoid(columns[:, len(AGGS) : marks] / heat.get("roles", 1.0)),
        ops=softmax(columns[:, marks : marks + len(OPS)] / heat.get("ops", 1.0)),
        cells=sigmoid(cells[: len(sheet.cells)] / heat.get("cells", 1.0)),
        numbers=sigmoid(numbers[:asked]),
        tags=softmax(tags[:, :asked]),
    )


def _other(odds: Array) -> float:
    """The chance of the likeliest that is said against each."""
    return float(np.minimum(odds, 1 - odds).max(initial=0.0))


def softmax(scores: Array) -> Array:
    """Along the last axis."""
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True), dtype=np.float32)


def sigmoid(scores: Array) -> Array:
    """Each by itself."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(scores, -30, 30))), dtype=np.float32)
