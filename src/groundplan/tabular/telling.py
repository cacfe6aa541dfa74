"""Brief, Facts -> Answer: what a query found, what was done with its rows, or the rows of a plan that was written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.contracts import Answer, Brief, Facts, Rows
from groundplan.query import asked
from groundplan.query.cells import number, value
from groundplan.query.language.read import read
from groundplan.query.told.answer import query_told
from groundplan.query.told.cells import language_of
from groundplan.query.told.in_words import in_words
from groundplan.tabular.files import answers

LISTED = 6
"""Rows that are told; the table holds all."""


def told(brief: Brief, found: Facts) -> Answer:
    """One or two sentences, every figure of which stands in the facts."""
    if asked.is_query(brief.form) and asked.THEN not in brief.form:
        return query_told(brief, found)
    words = answers()[language_of(brief.goal)]
    rows = found.tables[0] if found.tables else Rows(name="result", columns=(), rows=())
    said = _after(words, brief, rows) if asked.is_query(brief.form) else _rows(words, rows)
    notes = [words["note"].format(note=note.rstrip(".")) for note in found.meta.notes]
    return Answer(text="\n".join([said, *notes]), style="SHORT")


def _after(words: Mapping[str, Any], brief: Brief, rows: Rows) -> str:
    """What is expected, what is unusual, or where a series shifts."""
    then = brief.form[asked.THEN]
    query = in_words(read(brief.form[asked.KEY]), brief.model.understood, language_of(brief.goal))
    query = query[:1].upper() + query[1:]
    metric, time = then["args"]["metric"], then["args"].get("time_column")
    if then["analysis"] == "forecast":
        return _expected(words, query, rows, metric, time)
    flag = rows.columns.index("is_anomaly" if then["analysis"] == "anomaly" else "is_change_point")
    marked = [row for row in rows.rows if row[flag]]
    shown = [at for at, name in enumerate(rows.columns) if at != flag and (not time or name in (time, metric))]
    listed = _listed(words, [tuple(row[at] for at in shown) for row in marked])
    kind = then["analysis"] if marked else f"no_{then['analysis']}"
    return str(words[kind].format(query=query, count=number(len(marked)), all=number(len(rows.rows)), items=listed))


def _expected(words: Mapping[str, Any], query: str, rows: Rows, metric: str, time: str) -> str:
    """The last figure that is known, then what is expected, each with its range."""
    at = {name: rows.columns.index(name) for name in (time, metric, "kind", "lower", "upper")}
    known = [row for row in rows.rows if row[at["kind"]] == "actual" and row[at[metric]] is not None]
    items = ", ".join(
        words["expected"].format(
            time=value(row[at[time]]),
            figure=number(row[at[metric]]),
            low=number(row[at["lower"]]),
            high=number(row[at["upper"]]),
        )
        for row in rows.rows
        if row[at["kind"]] != "actual"
    )
    if not known or not items:
        return _rows(words, rows)
    last, end = value(known[-1][at[time]]), number(known[-1][at[metric]])
    return str(words["forecast"].format(query=query, last=last, end=end, items=items))


def _rows(words: Mapping[str, Any], rows: Rows) -> str:
    if not rows.rows:
        return str(words["nothing"])
    return str(words["rows"].format(count=number(len(rows.rows)), items=_listed(words, rows.rows)))


def _listed(words: Mapping[str, Any], rows: Sequence[Sequence[Any]]) -> str:
    """The first rows, and how many more there are."""
    items = "; ".join(", ".join(value(held) for held in row) for row in rows[:LISTED])
    return str(words["more"].format(items=items, rest=len(rows) - LISTED)) if len(rows) > LISTED else items
