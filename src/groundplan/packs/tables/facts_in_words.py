"""Figures of groups and of times, and rows, in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from groundplan.contracts import Rows
from groundplan.packs.tables.framed_form import Figure, FramedForm, span
from groundplan.packs.tables.wording import (
    Words,
    averaged_told,
    best_told,
    in_short,
    joined,
    limits_told,
)
from groundplan.query.cells import number, value
from groundplan.query.requirements import gap

LISTED, DESCRIBED = 6, 20
_BETWEEN = {"ratio": " / ", "difference": " - "}
"""What stands between the two figures that another is derived from."""
STEPS = (("day", 1, 1), ("week", 7, 7), ("month", 28, 31), ("quarter", 90, 92), ("year", 365, 366))
"""Grains by the days from one time to the next."""


def held_told(words: Words, r: FramedForm, y: str) -> str:
    """What the groups are held to, where it is the figure that is told of them: `total revenue > 50,000`."""
    having = r.form.having
    if having is None or r.form.derive or not r.figures or y != r.figures[0].name:
        return ""
    op = words["operators"][having.op]
    return str(words["held"].format(figure=figure_told(words, r, y), op=op, value=number(having.value)))


def groups_told(words: Words, r: FramedForm, rows: Rows, y: str) -> str:
    """The groups with their figure, and of two how far they are apart."""
    named = by_name(rows, [g for g in r.groups if g in rows.columns], y)
    if not named or (len(named) > LISTED and isinstance(named[0][1], str)):
        return rows_told(words, r, rows)  # of texts and dates, none is told as the highest
    said = {"figure": figure_told(words, r, y), "groups": ", ".join(r.groups), "filters": limits_told(words, r)}
    said["held"] = held_told(words, r, y)
    told = _told_by_name(words, said, named, DESCRIBED if r.form.each else LISTED)
    apart = gap(r.form) and len(named) == 2 and "difference" in rows.columns
    return f"{told} {_gap(words, rows, named)}" if apart else told


def _gap(words: Words, rows: Rows, named: list[tuple[str, Any]]) -> str:
    """Which of two is above the other, and by how much."""
    gaps = [row[rows.columns.index("difference")] for row in rows.rows]
    larger = next((at for at, gap in enumerate(gaps) if gap is not None), 0)
    said = {"top": named[larger][0], "bottom": named[1 - larger][0]}
    return str(words["gap" if gaps[larger] else "no_gap"].format(gap=number(gaps[larger]), **said))


def _told_by_name(words: Words, said: dict[str, str], named: list[tuple[str, Any]], most: int = LISTED) -> str:
    """A few figures each by its name, of many the highest and the lowest; how many they are, where it was asked."""
    held, count = "_held" if said.get("held") else "", len(named)
    if count <= most:
        pairs = ", ".join(f"{name} {number(v)}" for name, v in named)
        return str(words[f"few{held}"].format(pairs=pairs, count=count, **said))
    return str(words[f"groups{held}"].format(count=count, **extremes(named), **said))


def series_told(words: Words, r: FramedForm, rows: Rows, y: str) -> str:
    """A figure over time, from its first to its last, or the times that were picked."""
    rows, keys = in_short(r, rows), [g for g in (r.across, *r.groups) if g in rows.columns]
    groups = [words["grains"][r.form.across] if g == r.across else g for g in keys]
    first = r.form.best_of_each and r.form.each in r.form.group_by  # what each of which has its best
    named = by_name(
        rows, [*(g for g in keys if g), r.time or ""] if first else [r.time or "", *(g for g in keys if g)], y
    )
    if not named:
        return _compared_with_nothing(words, r, rows)
    dated = _dated(r, rows, y)
    times = [time for time, _ in dated]
    grain = words["grains"][_grain(r, times)]
    told = limits_told(words, r) + best_told(words, r, rows, figure_told(words, r))
    said = {"figure": figure_told(words, r, y), "grain": grain, "filters": told, "groups": words["and"].join(groups)}
    said["held"] = held_told(words, r, y)
    picked = r.form.having or ((r.form.sort or r.form.limit) and not r.form.best_series)
    if picked or len({*times}) < 2:
        keys = [*groups, grain] if first else [grain, *groups]
        most = DESCRIBED if r.form.each else LISTED
        return _told_by_name(words, {**said, "groups": words["and"].join(keys)}, named, most)
    (start, first_figure), (end, last_figure) = dated[0], dated[-1]
    said |= {"first": value(start), "start": number(first_figure), "last": value(end), "end": number(last_figure)}
    return _along(words, r.time or "", [g for g in keys if g], rows, y, said)


def _along(words: Words, time: str, groups: list[str], rows: Rows, y: str, said: dict[str, str]) -> str:
    """From the first time to the last, with the highest and the lowest; that some rows have no time is told."""
    at = rows.columns.index(time)
    timed = rows.model_copy(update={"rows": tuple(row for row in rows.rows if row[at] is not None)})
    kind = "split_series" if groups else "series"
    told = words[kind].format(**said, **extremes(by_name(timed, [time, *groups], y)))
    return str(told) + (words["undated"].format(time=time) if len(timed.rows) < len(rows.rows) else "")


def _compared_with_nothing(words: Words, r: FramedForm, rows: Rows) -> str:
    """A change of the only period there is: the period, and that nothing is before it."""
    filled = [at for at in range(len(rows.columns)) if any(row[at] is not None for row in rows.rows)]
    columns = tuple(rows.columns[at] for at in filled)
    told = rows.model_copy(
        update={"columns": columns, "rows": tuple(tuple(row[at] for at in filled) for row in rows.rows)}
    )
    changed = r.form.derive is not None and r.form.derive.kind in ("percent_change", "difference")
    return f"{rows_told(words, r, told)} {words['no_earlier']}" if changed else rows_told(words, r, rows)


def forecast_told(words: Words, r: FramedForm, rows: Rows, y: str) -> str:
    """The last figure that is known, then what is expected, each with its range."""
    at = {name: rows.columns.index(name) for name in (r.time or "", y, "kind", "lower", "upper")}
    known = [row for row in rows.rows if row[at["kind"]] == "actual" and row[at[y]] is not None]
    ahead = [row for row in rows.rows if row[at["kind"]] != "actual"]
    if not known or not ahead or not r.time:
        return rows_told(words, r, rows)
    items = ", ".join(
        words["expected"].format(
            time=value(row[at[r.time]]),
            figure=number(row[at[y]]),
            low=number(row[at["lower"]]),
            high=number(row[at["upper"]]),
        )
        for row in ahead
    )
    grain = words["grains"][_grain(r, [row[at[r.time]] for row in known])]
    last, end = value(known[-1][at[r.time]]), number(known[-1][at[y]])
    said = {"figure": figure_told(words, r), "grain": grain, "filters": limits_told(words, r), "last": last, "end": end}
    return str(words["forecast"].format(items=items, **said))


def _grain(r: FramedForm, times: Sequence[Any]) -> str:
    """The grain that was said, else the one the times are apart by."""
    if r.form.time and r.form.time.grain != "unknown":
        return r.form.time.grain
    try:
        days = sorted({dt.date.fromisoformat(str(time)[:10]) for time in times})
    except ValueError:
        return "unknown"
    gaps = sorted((after - before).days for before, after in pairwise(days))
    usual = gaps[len(gaps) // 2] if gaps else 0
    return next((grain for grain, least, most in STEPS if least <= usual <= most), "unknown")


def _dated(r: FramedForm, rows: Rows, y: str) -> list[tuple[Any, Any]]:
    """The times that have a figure, with it, earliest first; weekdays and months stand in their order already."""
    at, figure = rows.columns.index(r.time or ""), rows.columns.index(y)
    dated = [(row[at], row[figure]) for row in rows.rows if row[at] is not None and row[figure] is not None]
    return dated if r.cyclic else sorted(dated, key=lambda pair: str(pair[0]))


def rows_told(words: Words, r: FramedForm, rows: Rows) -> str:
    """The rows one by one; of a ranking only what was ranked and by what, where whole rows stand in the table."""
    keys = (r.time, r.across, *r.groups, *(figure.column for figure in r.figures))
    named = [name for name in keys if name in rows.columns]
    shown = dict.fromkeys(named if r.form.limit is not None and r.groups else rows.columns)
    items = [tuple(row[rows.columns.index(name)] for name in shown if name) for row in rows.rows]
    return str(
        words["rows"].format(count=len(rows.rows), filters=limits_told(words, r), items=items_told(words, items))
    )


def items_told(words: Words, rows: tuple[tuple[Any, ...], ...] | list[tuple[Any, ...]]) -> str:
    """The first rows, and how many more there are."""
    items = "; ".join(", ".join(value(v) for v in row) for row in rows[:LISTED])
    return str(words["more"].format(items=items, rest=len(rows) - LISTED)) if len(rows) > LISTED else items


def by_name(rows: Rows, keys: list[str], y: str) -> list[tuple[str, Any]]:
    """Every row by its keys, with its figure."""
    at, figure = [rows.columns.index(key) for key in keys], rows.columns.index(y)
    return [(" / ".join(value(row[i]) for i in at), row[figure]) for row in rows.rows if row[figure] is not None]


def extremes(named: list[tuple[str, Any]]) -> dict[str, str]:
    """The highest and the lowest, for a sentence."""
    top, bottom = max(named, key=lambda pair: pair[1]), min(named, key=lambda pair: pair[1])
    return {"top": top[0], "high": number(top[1]), "bottom": bottom[0], "low": number(bottom[1])}


def figure_told(words: Words, r: FramedForm, y: str | None = None) -> str:
    """What a figure is called: the one in this column, else the first."""
    if r.rate:
        return str(words["rates"].format(conditions=joined(words, r, r.rate.part)))
    if r.form.derive and r.y and r.y not in {f.name for f in r.figures}:
        between = _BETWEEN.get(r.y)
        named = [_named(words, r, each) for each in r.figures[: 2 if between else 1]]
        return f"{words['derived'][r.y]} ({(between or '').join(named)})"
    if not r.figures:
        return ""
    figure = next((each for each in r.figures if each.name == y), r.figures[0])
    return averaged_told(words, r, _named(words, r, figure), figure.agg)


def _named(words: Words, r: FramedForm, figure: Figure) -> str:
    """A figure by its aggregate and its column; a span by the dates that it lies between."""
    column = figure.column or ""
    if column == span(r.form) and r.form.derive and len(r.form.derive.of) == 2:
        unit = words["spans"][r.form.derive.unit or "days"]
        column = words["span"].format(unit=unit, start=r.form.derive.of[0], end=r.form.derive.of[1])
    parts = (words["units"][figure.agg], "" if figure.agg == "count" else column)
    return " ".join(part for part in parts if part) or figure.name
