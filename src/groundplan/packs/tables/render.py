"""Brief, Facts -> Answer: facts in words, complete and grounded by construction."""

from __future__ import annotations

from typing import Any

from groundplan.contracts import Answer, Brief, Facts, Rows
from groundplan.packs.tables.facts_in_words import (
    DESCRIBED,
    LISTED,
    by_name,
    extremes,
    figure_told,
    forecast_told,
    groups_told,
    held_told,
    items_told,
    rows_told,
    series_told,
)
from groundplan.packs.tables.files import answers
from groundplan.packs.tables.framed_form import FramedForm, framed
from groundplan.packs.tables.wording import Words, joined, limits_told
from groundplan.query.cells import number
from groundplan.query.requirements import raw


def render(brief: Brief, facts: Facts) -> Answer:
    """One or two sentences, every figure of which stands in the facts."""
    words = answers()["ru" if any("Ѐ" <= c <= "ӿ" for c in brief.goal) else "en"]
    r = framed(brief)
    rows = _shown(facts)
    said = ""
    if facts.found and rows and rows.rows:
        said = _chart(words, r, facts, rows) or _sentence(words, r, rows)
    text = said or _none(words, r)
    notes = [words["note"].format(note=note.rstrip(".")) for note in facts.meta.notes]
    return Answer(text="\n".join([text, *notes]), style="SHORT")


def _none(words: Words, r: FramedForm) -> str:
    """That nothing was found; of groups that are held to a figure, that none of them reaches it."""
    held = held_told(words, r, r.figures[0].name) if r.figures else ""
    name, keys = "none_held" if held and (r.groups or r.time) else "nothing", [*r.groups, *([r.time] if r.time else [])]
    return str(words[name].format(filters=limits_told(words, r), held=held, groups=words["and"].join(keys)))


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


def _chart(words: Words, r: FramedForm, facts: Facts, rows: Rows) -> str:
    """What a chart of single values shows, when it is all there is: its marks are too many to be told one by one."""
    kind = facts.charts[0].kind if facts.charts and not facts.tables else ""
    if kind not in ("histogram", "point", "box") or len(rows.columns) < 2:
        return ""
    said = {"count": len(rows.rows), "filters": limits_told(words, r), "x": rows.columns[0], "y": rows.columns[1]}
    if kind == "histogram":
        return str(words["bins"].format(**said, **extremes(by_name(rows, [rows.columns[0]], rows.columns[1]))))
    return str(words["drawn"].format(**said)) if len(rows.rows) > LISTED else ""


def _sentence(words: Words, r: FramedForm, rows: Rows) -> str:
    if "is_anomaly" in rows.columns:
        return _anomalies(words, r, rows)
    if {"first", "second", "coefficient"} <= set(rows.columns):
        return _correlations(words, rows)
    if rows.name == "summary" or r.segmented:
        return _statistics(words, r, rows)
    y = r.y if r.y in rows.columns else None
    if "forecast" in r.form.analysis and {"kind", "lower", "upper"} <= set(rows.columns) and y:
        return forecast_told(words, r, rows, y)
    if y is None or raw(r.form):
        return rows_told(words, r, rows)
    if r.rate and not r.x:
        return _rate(words, r, rows)
    if not r.groups and not r.time:
        return _figures(words, r, rows)
    tell = series_told if r.time and r.time in rows.columns else groups_told
    return " ".join(dict.fromkeys(tell(words, r, rows, name) for name in _told_of(r, rows, y)))


def _told_of(r: FramedForm, rows: Rows, y: str) -> list[str]:
    """The figures that are put into words: every one that was asked for, or the one that was derived from them."""
    asked = [figure.name for figure in r.figures if figure.name in rows.columns]
    return asked if y in asked and not r.rate else [y]


def _figures(words: Words, r: FramedForm, rows: Rows) -> str:
    values = dict(zip(rows.columns, rows.rows[0], strict=True))
    filters = limits_told(words, r)
    if len(values) == 1:
        return str(
            words["one"].format(figure=figure_told(words, r), filters=filters, value=number(values[rows.columns[0]]))
        )
    alike = len({figure.column for figure in r.figures}) < len(r.figures)  # `the lowest and the highest price`
    told = {figure.name: figure_told(words, r, figure.name) for figure in r.figures} if r.per or alike else {}
    pairs = ", ".join(f"{told.get(name, name)} {number(value)}" for name, value in values.items())
    return str(words["several"].format(pairs=pairs, filters=filters))


def _rate(words: Words, r: FramedForm, rows: Rows) -> str:
    """The share, with the figures behind it; of nothing there is none."""
    share, part, whole = (rows.rows[0][rows.columns.index(name)] for name in r.rate_names)
    if share is None:
        return str(words["no_rate"].format(filters=limits_told(words, r)))
    of = words["rate_of"][r.figures[0].agg if r.figures[0].column else "rows"].format(column=r.figures[0].column)
    said = {"share": number(share), "part": number(part), "whole": number(whole), "of": of}
    limits = joined(words, r, r.limits)
    name = "rate_within" if limits else "rate"
    return str(words[name].format(**said, conditions=joined(words, r, r.rate.part if r.rate else ()), limits=limits))


def _anomalies(words: Words, r: FramedForm, rows: Rows) -> str:
    flag = rows.columns.index("is_anomaly")
    unusual = [row for row in rows.rows if row[flag]]
    said = {"all": len(rows.rows), "figure": figure_told(words, r), "filters": limits_told(words, r)}
    if not unusual:
        return str(words["no_anomalies"].format(**said))
    named = [] if raw(r.form) else [c for c in rows.columns if c in {r.time, r.across, r.y, *r.groups}]
    kept = named or [c for c in rows.columns if c != "is_anomaly"]
    items = items_told(words, [tuple(row[rows.columns.index(c)] for c in kept) for row in unusual])
    return str(words["anomalies"].format(count=len(unusual), items=items, **said))


def _correlations(words: Words, rows: Rows) -> str:
    a, b, c = (rows.columns.index(name) for name in ("first", "second", "coefficient"))
    pairs = "; ".join(f"{row[a]} ~ {row[b]}: r = {number(row[c])}" for row in rows.rows[:LISTED])
    return str(words["correlation"].format(pairs=pairs))


def _statistics(words: Words, r: FramedForm, rows: Rows) -> str:
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
