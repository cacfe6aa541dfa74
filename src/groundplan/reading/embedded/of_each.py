"""What is taken of each of something: figures that are averaged over it, rankings in it; and two grains of one time."""

from __future__ import annotations

from groundplan.query.form import Form, Sort
from groundplan.reading.embedded.conditions import Page
from groundplan.reading.embedded.derived import best_role

_ADDED = ("sum", "count", "count_distinct")


def with_each(form: Form, page: Page) -> Form:
    """The form with what the network says of its columns beside figures, groups and conditions."""
    return _ranked_in(_averaged_over(_across(form, page), page), page)


def _across(form: Form, page: Page) -> Form:
    """`by weekday and hour`: a second grain, where there is a first one."""
    grain, _ = page.scores.best("across")
    other = form.time is not None and grain not in ("none", form.time.grain)
    return form.model_copy(update={"across": grain}) if other else form


def _averaged_over(form: Form, page: Page) -> Form:
    """`orders per customer on average`: what is added up of each, which is then no group of the answer."""
    per = best_role(page, "per")
    added = bool(form.metrics) and all(metric.agg in _ADDED for metric in form.metrics)
    if per is None or not added or form.derive or any(metric.column == per for metric in form.metrics):
        return form
    groups = tuple(name for name in form.group_by if name != per)
    return form.model_copy(update={"per": per, "group_by": groups})


def _ranked_in(form: Form, page: Page) -> Form:
    """`the best month of each city`: the limit counts in each value of a group, or in each period."""
    each, ways = best_role(page, "each"), len(form.group_by) + (form.time is not None)
    held = each in form.group_by or (form.time is not None and each == form.time.column)
    if each is None or form.limit is None or not held or ways < 2 or form.per:
        return form
    first = tuple(name for name in form.group_by if name == each)
    rest = tuple(name for name in form.group_by if name != each)
    sort = form.sort or Sort(by="metric", order="desc")
    return form.model_copy(update={"group_by": first + rest, "each": each, "sort": sort})
