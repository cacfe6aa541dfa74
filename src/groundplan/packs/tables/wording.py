"""Conditions, cells and figures in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from groundplan.contracts import Rows
from groundplan.packs.tables.framed_form import FramedForm
from groundplan.query.cells import value
from groundplan.query.form import Filter, alternatives

Words = dict[str, Any]
_NAMED = 20
_SHORT = {"year": 4, "month": 7}
"""Characters that tell such a period from others."""


def limits_told(words: Words, r: FramedForm) -> str:
    """The conditions on the rows that are looked at, and the part of them that is shown, as the end of a sentence."""
    where = str(words["where"].format(conditions=joined(words, r, r.limits))) if r.limits else ""
    return where + _part_told(words, r)


def _part_told(words: Words, r: FramedForm) -> str:
    """`top 10 %`: which part of a hundred the limit takes; a plain number is seen from what is listed."""
    if not r.form.percent or r.form.limit is None:
        return ""
    sort = r.form.sort
    end = words["part_ends"]["other" if sort and sort.by != "metric" else sort.order if sort else "desc"]
    each = words["of_each"].format(group=r.route.name(r.form.each)) if r.form.each else ""
    return str(words["part"].format(end=end, percent=r.form.limit, each=each))


def best_told(words: Words, r: FramedForm, rows: Rows, figure: str) -> str:
    """Which groups were taken to be shown over time, and by what; nothing where all are shown."""
    if not r.form.best_series or r.groups[0] not in rows.columns:
        return ""
    at = rows.columns.index(r.groups[0])
    names = sorted({value(row[at]) for row in rows.rows}, key=str.casefold)
    listed = ", ".join(names[:_NAMED])
    listed = str(words["more"].format(items=listed, rest=len(names) - _NAMED)) if len(names) > _NAMED else listed
    end = words["ends"][r.form.sort.order if r.form.sort else "desc"]
    place = words["from_place"].format(place=r.form.place) if r.form.place else ""
    return str(words["best"].format(count=len(names), end=end, figure=figure, place=place, names=listed))


def averaged_told(words: Words, r: FramedForm, figure: str, agg: str) -> str:
    """The figure with what it is averaged over; as it stands where it is averaged over nothing."""
    if not r.per:
        return figure
    period = words["periods"][r.form.time.grain] if r.form.time and r.form.per_period else None
    frame = words["averaged"]["count" if agg in ("count", "count_distinct") else "other"]
    return str(frame.format(figure=figure, per=period or words["per"].format(column=r.per)))


def in_short(r: FramedForm, rows: Rows) -> Rows:
    """Beside a second grain, months and years as they are called: `2023-04 / Fri`, `2023 / Dec`."""
    most = _SHORT.get(r.form.time.grain if r.across and r.form.time else "")
    if most is None or r.time not in rows.columns:
        return rows
    at = rows.columns.index(r.time)
    cut = (tuple(value(v)[:most] if i == at and v else v for i, v in enumerate(row)) for row in rows.rows)
    return rows.model_copy(update={"rows": tuple(cut)})


def joined(words: Words, r: FramedForm, filters: Sequence[Filter]) -> str:
    """Conditions with the words between them."""
    parts = alternatives(filters, [condition.join or r.form.join for condition in filters])
    told = [words["and"].join(_condition(words, condition) for condition in part) for part in parts]
    mixed = len(parts) > 1 and any(len(part) > 1 for part in parts)
    return str(words["or_else" if mixed else "or"].join(told))


def _condition(words: Words, condition: Filter) -> str:
    held = condition.value
    if isinstance(held, list):
        held = words["and"].join(value(v) for v in held) if condition.op == "between" else ", ".join(map(value, held))
    told = f" {condition.other}" if condition.other else "" if held is None else f" {value(held)}"
    part = words["parts"][condition.part] if condition.part else "{column}"
    return f"{part.format(column=condition.column)} {words['operators'][condition.op]}{told}"
