"""Brief, Facts -> Answer: facts in words, complete and grounded by construction."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from groundplan.contracts import Answer, Brief, Facts, Rows
from groundplan.packs.tables.files import answers
from groundplan.packs.tables.reading import Reading, reading
from groundplan.packs.tables.schema import gap, raw
from groundplan.packs.tables.wording import (
    Words,
    averaged_told,
    best_told,
    in_short,
    joined,
    limits_told,
    number,
    value,
)

LISTED, DESCRIBED = 6, 20
STEPS = (("day", 1, 1), ("week", 7, 7), ("month", 28, 31), ("quarter", 90, 92), ("year", 365, 366))
"""Grains by the days from one time to the next."""


def render(brief: Brief, facts: Facts) -> Answer:
    """One or two sentences, every figure of which stands in the facts."""
    words = answers()["ru" if any("Ѐ" <= c <= "ӿ" for c in brief.goal) else "en"]
    r = reading(brief)
    rows = _shown(facts)
    said = ""
    if facts.found and rows and rows.rows:
        said = _chart(words, r, facts, rows) or _sentence(words, r, rows)
    text = said or words["nothing"].format(filters=limits_told(words, r))
    notes = [words["note"].format(note=note.rstrip(".")) for note in facts.meta.notes]
    return Answer(text="\n".join([text, *notes]), style="SHORT")


def _shown(facts: Facts) -> Rows | None:
    """What the answer speaks of: the first table, else what the first chart draws."""
    if facts.tables:
        return facts.tables[0]
    if not facts.charts:
        return None
    chart = facts.charts[0]
    named = [(at, name) for at, name in enumerate((chart.x, chart.y, chart.color, chart.facet)) if name]
    rows = tuple(tuple(row[at] for at, _ in named) for row in chart.rows)  # a box without groups has no x
    return Rows(name=chart.title or "chart", columns=tuple(name for _, name in named), rows=rows)


def _chart(words: Words, r: Reading, facts: Facts, rows: Rows) -> str:
    """What a chart of single values shows, when it is all there is: its marks are too many to be told one by one."""
    kind = facts.charts[0].kind if facts.charts and not facts.tables else ""
    if kind not in ("histogram", "point", "box") or len(rows.columns) < 2:
        return ""
    said = {"count": len(rows.rows), "filters": limits_told(words, r), "x": rows.columns[0], "y": rows.columns[1]}
    if kind == "histogram":
        return str(words["bins"].format(**said, **_extremes(_named(rows, [rows.columns[0]], rows.columns[1]))))
    return str(words["drawn"].format(**said)) if len(rows.rows) > LISTED else ""


def _sentence(words: Words, r: Reading, rows: Rows) -> str:
    if "is_anomaly" in rows.columns:
        return _anomalies(words, r, rows)
    if {"first", "second", "coefficient"} <= set(rows.columns):
        return _correlations(words, rows)
    if rows.name == "summary" or r.segmented:
        return _statistics(words, r, rows)
    y = r.y if r.y in rows.columns else None
    if "forecast" in r.form.analysis and {"kind", "lower", "upper"} <= set(rows.columns) and y:
        return _forecast(words, r, rows, y)
    if y is None or raw(r.form):
        return _listed(words, r, rows)
    if r.rate and not r.x:
        return _rate(words, r, rows)
    if not r.groups and not r.time:
        return _figures(words, r, rows)
    tell = _series if r.time and r.time in rows.columns else _groups
    return " ".join(dict.fromkeys(tell(words, r, rows, name) for name in _told_of(r, rows, y)))


def _told_of(r: Reading, rows: Rows, y: str) -> list[str]:
    """The figures that are put into words: every one that was asked for, or the one that was derived from them."""
    asked = [figure.name for figure in r.figures if figure.name in rows.columns]
    return asked if y in asked and not r.rate else [y]


def _figures(words: Words, r: Reading, rows: Rows) -> str:
    values = dict(zip(rows.columns, rows.rows[0], strict=True))
    filters = limits_told(words, r)
    if len(values) == 1:
        return str(
            words["one"].format(figure=_figure(words, r), filters=filters, value=number(values[rows.columns[0]]))
        )
    alike = len({figure.column for figure in r.figures}) < len(r.figures)  # `the lowest and the highest price`
    told = {figure.name: _figure(words, r, figure.name) for figure in r.figures} if r.per or alike else {}
    pairs = ", ".join(f"{told.get(name, name)} {number(value)}" for name, value in values.items())
    return str(words["several"].format(pairs=pairs, filters=filters))


def _rate(words: Words, r: Reading, rows: Rows) -> str:
    """The share, with the figures behind it; of nothing there is none."""
    share, part, whole = (rows.rows[0][rows.columns.index(name)] for name in r.rate_names)
    if share is None:
        return str(words["no_rate"].format(filters=limits_told(words, r)))
    of = words["rate_of"][r.figures[0].agg if r.figures[0].column else "rows"].format(column=r.figures[0].column)
    said = {"share": number(share), "part": number(part), "whole": number(whole), "of": of}
    limits = joined(words, r, r.limits)
    name = "rate_within" if limits else "rate"
    return str(words[name].format(**said, conditions=joined(words, r, r.rate.part if r.rate else ()), limits=limits))


def _groups(words: Words, r: Reading, rows: Rows, y: str) -> str:
    named = _named(rows, [g for g in r.groups if g in rows.columns], y)
    if not named or (len(named) > LISTED and isinstance(named[0][1], str)):
        return _listed(words, r, rows)  # of texts and dates, none is told as the highest
    said = {"figure": _figure(words, r, y), "groups": ", ".join(r.groups), "filters": limits_told(words, r)}
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
    """A few figures each by its name, of many the highest and the lowest."""
    if len(named) <= most:
        return str(words["few"].format(pairs=", ".join(f"{name} {number(v)}" for name, v in named), **said))
    return str(words["groups"].format(count=len(named), **_extremes(named), **said))


def _series(words: Words, r: Reading, rows: Rows, y: str) -> str:
    rows, keys = in_short(r, rows), [g for g in (r.across, *r.groups) if g in rows.columns]
    groups = [words["grains"][r.form.across] if g == r.across else g for g in keys]
    first = r.form.best_of_each and r.form.each in r.form.group_by  # what each of which has its best
    named = _named(
        rows, [*(g for g in keys if g), r.time or ""] if first else [r.time or "", *(g for g in keys if g)], y
    )
    if not named:
        return _listed(words, r, rows)
    dated = _dated(r, rows, y)
    times = [time for time, _ in dated]
    grain = words["grains"][_grain(r, times)]
    told = limits_told(words, r) + best_told(words, r, rows, _figure(words, r))
    said = {"figure": _figure(words, r, y), "grain": grain, "filters": told, "groups": words["and"].join(groups)}
    ends = {"first": value(times[0]), "last": value(times[-1])} if times else {"first": "", "last": ""}
    picked = r.form.having or ((r.form.sort or r.form.limit) and not r.form.best_series)
    if picked or len({*times}) < 2:
        keys = [*groups, grain] if first else [grain, *groups]
        most = DESCRIBED if r.form.each else LISTED
        return _told_by_name(words, {**said, "groups": words["and"].join(keys)}, named, most)
    if groups:
        return str(words["split_series"].format(**said, **ends, **_extremes(named)))
    figures = [figure for _, figure in dated] or [figure for _, figure in named]
    edges = {"start": number(figures[0]), "end": number(figures[-1])}
    return str(words["series"].format(**said, **ends, **edges, **_extremes(named)))


def _forecast(words: Words, r: Reading, rows: Rows, y: str) -> str:
    """The last figure that is known, then what is expected, each with its range."""
    at = {name: rows.columns.index(name) for name in (r.time or "", y, "kind", "lower", "upper")}
    known = [row for row in rows.rows if row[at["kind"]] == "actual" and row[at[y]] is not None]
    ahead = [row for row in rows.rows if row[at["kind"]] != "actual"]
    if not known or not ahead or not r.time:
        return _listed(words, r, rows)
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
    said = {"figure": _figure(words, r), "grain": grain, "filters": limits_told(words, r), "last": last, "end": end}
    return str(words["forecast"].format(items=items, **said))


def _grain(r: Reading, times: Sequence[Any]) -> str:
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


def _dated(r: Reading, rows: Rows, y: str) -> list[tuple[Any, Any]]:
    """The times that have a figure, with it, earliest first; weekdays and months stand in their order already."""
    at, figure = rows.columns.index(r.time or ""), rows.columns.index(y)
    dated = [(row[at], row[figure]) for row in rows.rows if row[at] is not None and row[figure] is not None]
    return dated if r.cyclic else sorted(dated, key=lambda pair: str(pair[0]))


def _anomalies(words: Words, r: Reading, rows: Rows) -> str:
    flag = rows.columns.index("is_anomaly")
    unusual = [row for row in rows.rows if row[flag]]
    said = {"all": len(rows.rows), "figure": _figure(words, r), "filters": limits_told(words, r)}
    if not unusual:
        return str(words["no_anomalies"].format(**said))
    named = [] if raw(r.form) else [c for c in rows.columns if c in {r.time, r.across, r.y, *r.groups}]
    kept = named or [c for c in rows.columns if c != "is_anomaly"]
    items = _items(words, [tuple(row[rows.columns.index(c)] for c in kept) for row in unusual])
    return str(words["anomalies"].format(count=len(unusual), items=items, **said))


def _correlations(words: Words, rows: Rows) -> str:
    a, b, c = (rows.columns.index(name) for name in ("first", "second", "coefficient"))
    pairs = "; ".join(f"{row[a]} ~ {row[b]}: r = {number(row[c])}" for row in rows.rows[:LISTED])
    return str(words["correlation"].format(pairs=pairs))


def _statistics(words: Words, r: Reading, rows: Rows) -> str:
    """Each column or group with its statistics by name; the kind of its values and what is not there are left out."""
    told = [
        f"{row[0]} ({', '.join(f'{name} {number(v)}' for name, v in _figures_of(rows, row))})"
        for row in rows.rows[:DESCRIBED]
    ]
    rest = len(rows.rows) - DESCRIBED
    items = "; ".join(told)
    items = str(words["more"].format(items=items, rest=rest)) if rest > 0 else items
    if r.segmented:
        said = {"figure": r.figures[0].column, "groups": r.groups[0], "filters": limits_told(words, r)}
        return str(words["few"].format(pairs=items, **said))
    return str(words["table"].format(name=rows.name, filters=limits_told(words, r), items=items))


def _figures_of(rows: Rows, row: tuple[Any, ...]) -> list[tuple[str, Any]]:
    pairs = zip(rows.columns[1:], row[1:], strict=True)
    return [(name, v) for name, v in pairs if isinstance(v, (int, float)) and not isinstance(v, bool)]


def _listed(words: Words, r: Reading, rows: Rows) -> str:
    """The rows one by one; of a ranking only what was ranked and by what, where whole rows stand in the table."""
    keys = (r.time, r.across, *r.groups, *(figure.column for figure in r.figures))
    named = [name for name in keys if name in rows.columns]
    shown = dict.fromkeys(named if r.form.limit is not None and r.groups else rows.columns)
    items = [tuple(row[rows.columns.index(name)] for name in shown if name) for row in rows.rows]
    return str(words["rows"].format(count=len(rows.rows), filters=limits_told(words, r), items=_items(words, items)))


def _items(words: Words, rows: tuple[tuple[Any, ...], ...] | list[tuple[Any, ...]]) -> str:
    items = "; ".join(", ".join(value(v) for v in row) for row in rows[:LISTED])
    return str(words["more"].format(items=items, rest=len(rows) - LISTED)) if len(rows) > LISTED else items


def _named(rows: Rows, keys: list[str], y: str) -> list[tuple[str, Any]]:
    at, figure = [rows.columns.index(key) for key in keys], rows.columns.index(y)
    return [(" / ".join(value(row[i]) for i in at), row[figure]) for row in rows.rows if row[figure] is not None]


def _extremes(named: list[tuple[str, Any]]) -> dict[str, str]:
    top, bottom = max(named, key=lambda pair: pair[1]), min(named, key=lambda pair: pair[1])
    return {"top": top[0], "high": number(top[1]), "bottom": bottom[0], "low": number(bottom[1])}


def _figure(words: Words, r: Reading, y: str | None = None) -> str:
    """What a figure is called: the one in this column, else the first."""
    if r.rate:
        return str(words["rates"].format(conditions=joined(words, r, r.rate.part)))
    if r.form.derive and r.y and r.y not in {f.name for f in r.figures}:
        return str(words["derived"][r.y])
    if not r.figures:
        return ""
    figure = next((each for each in r.figures if each.name == y), r.figures[0])
    column = "" if figure.agg == "count" and not figure.column else figure.column or ""
    unit = words["units"][figure.agg]
    told = " ".join(part for part in (unit, "" if figure.agg == "count" else column) if part) or figure.name
    return averaged_told(words, r, told, figure.agg)
