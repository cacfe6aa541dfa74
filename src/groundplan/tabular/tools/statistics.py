"""Statistics: overviews, correlations, distributions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from groundplan.contracts import Rows
from groundplan.errors import StepError
from groundplan.query.results import plain, rows_of
from groundplan.sources.frame import Frame
from groundplan.tabular.tools.columns import able, column, is_numeric, kind, listed, numeric
from groundplan.tabular.tools.spacing import numbers

QUARTILES = {"q1": 0.25, "median": 0.5, "q3": 0.75}
TAILS = {"p5": 0.05, **QUARTILES, "p95": 0.95}
MOST_FREQUENT = 50


def compute_summary_stats(df: Frame, *, columns: Sequence[str] = ()) -> Rows:
    """One line for each column: how many values, how spread, from where to where."""
    names = list(columns) or list(df.columns)
    for name in names:
        column(df, name)
    df = able(df, "Quantile")
    heads = ("column", "holds", "count", "missing", "distinct", "mean", "deviation", "min", *QUARTILES, "max")
    lines = [(name, kind(df.expr[name]), *_overview(df, name)) for name in names]
    return Rows(name="summary", columns=heads, rows=tuple(lines))


def correlation(df: Frame, *, columns: Sequence[str], method: str = "pearson") -> Rows:
    """Each pair of columns: the coefficient, how likely it is chance, and the rows it stands on."""
    names = list(dict.fromkeys(columns))
    for name in names:
        numeric(df, name)
    if len(names) < 2:
        others = [name for name in df.columns if is_numeric(df.expr[name].type())]
        raise StepError(
            f"a correlation needs two columns with numbers, not {listed(names)}; there are {listed(others)}"
        )
    table = df.then(df.expr.select(**{name: numeric(df, name) for name in names})).arrow()
    lines = [(one, two, *_correlated(table, one, two, method)) for one, two in combinations(names, 2)]
    return Rows(name="correlation", columns=("first", "second", "coefficient", "p_value", "rows"), rows=tuple(lines))


def distribution_stats(df: Frame, *, column: str) -> Rows:
    """Numbers: their quantiles and skew. Anything else: its values, the most frequent first."""
    return _quantiles(df, column) if is_numeric(_type(df, column)) else _frequencies(df, column)


def _overview(df: Frame, name: str) -> tuple[Any, ...]:
    value = df.expr[name]
    figures = {"count": value.count(), "missing": value.isnull().sum(), "distinct": value.nunique()}
    spread = ("mean", "deviation", "min", *QUARTILES, "max")
    if is_numeric(value.type()):
        value = numeric(df, name)
        figures |= {"mean": value.mean(), "deviation": value.std(), "min": value.min(), "max": value.max()}
        figures |= {quartile: value.quantile(share) for quartile, share in QUARTILES.items()}
    elif not value.type().is_nested():
        figures |= {"min": value.min(), "max": value.max()}
    found = df.then(df.expr.aggregate(**figures)).arrow().to_pylist()[0]
    return (found["count"], found["missing"] or 0, found["distinct"], *(plain(found.get(each)) for each in spread))


def _correlated(table: Any, one: str, two: str, method: str) -> tuple[float | None, float | None, int]:
    import numpy as np  # slow, as is scipy, and a help text needs neither
    from scipy import stats

    first, second = numbers(table, one), numbers(table, two)
    both = np.isfinite(first) & np.isfinite(second)
    first, second = first[both], second[both]
    if len(first) < 3 or np.ptp(first) == 0 or np.ptp(second) == 0:
        return None, None, len(first)  # what never changes moves with nothing
    found = stats.spearmanr(first, second) if method == "spearman" else stats.pearsonr(first, second)
    return plain(float(found.statistic)), plain(float(found.pvalue)), len(first)


def _quantiles(df: Frame, name: str) -> Rows:
    import numpy as np
    from scipy import stats

    value = numeric(df, name)
    table = df.then(df.expr.select(value=value)).arrow()
    values = numbers(table, "value")
    known = values[np.isfinite(values)]
    lines: list[tuple[str, Any]] = [("count", len(known)), ("missing", len(values) - len(known))]
    if len(known):
        lines += [("distinct", len(np.unique(known))), ("mean", plain(float(np.mean(known))))]
        lines += [("min", plain(float(np.min(known))))]
        lines += [(tail, plain(float(np.quantile(known, share)))) for tail, share in TAILS.items()]
        lines += [("max", plain(float(np.max(known))))]
    if len(known) > 2 and np.ptp(known) > 0:
        lines += [("deviation", plain(float(np.std(known, ddof=1)))), ("skew", plain(float(stats.skew(known))))]
    return Rows(name="distribution", columns=("statistic", name), rows=tuple(lines))


def _frequencies(df: Frame, name: str) -> Rows:
    counts = df.expr.aggregate(by=[df.expr[name].name("value")], count=df.expr.count())
    shared = counts.mutate(share_percent=counts["count"] * 100.0 / counts["count"].sum().over())
    first = shared.order_by([shared["count"].desc(), shared["value"].asc(nulls_first=False)]).limit(MOST_FREQUENT)
    return Rows(name="distribution", columns=(name, "count", "share_percent"), rows=rows_of(df.then(first).arrow()))


def _type(df: Frame, name: str) -> Any:
    return column(df, name).type()
