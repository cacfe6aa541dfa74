"""The label maps: what each output of the model stands for. Training writes by them, the reader reads by them."""

from __future__ import annotations

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


WIDTH = sum(map(len, CHOICES.values())) + len(ANALYSES) + len(OUTPUTS)
COLUMN_WIDTH = len(AGGS) + len(ROLES) + len(OPS)
