"""What is done with the rows of a query where a form asks for more: a forecast, what is unusual, shifts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundplan.query.language import parts as p
from groundplan.query.tools.values import column_of
from groundplan.reading.formed.form import CYCLIC, Form

_TOOLS: Mapping[str, str] = {"forecast": "forecast", "anomaly": "detect_anomalies", "change": "change_points"}


def after(form: Form, query: p.Query) -> dict[str, Any] | None:
    """The analysis, the tool that does it, and its arguments over the columns of the query."""
    asked = [label for label in form.analysis if label in _TOOLS]
    if "change" in asked and form.derive is not None:
        asked.remove("change")  # a change from period to period is a figure of the query
    if not asked or not (query.columns or query.show):
        return None
    figure = query.columns[-1] if query.columns else query.show[-1]
    args: dict[str, Any] = {"metric": figure.name or column_of(figure.of)}
    time = _time(form, query)
    if time:
        args["time_column"] = time
    if asked[0] == "forecast" and form.ahead:
        args["periods"] = form.ahead
    return {"analysis": asked[0], "tool": _TOOLS[asked[0]], "args": args}


def _time(form: Form, query: p.Query) -> str:
    """The column of a series: one time that goes on, and nothing beside it."""
    if form.time is None or form.time.grain in CYCLIC or len(query.by) != 1:
        return ""
    return column_of(query.by[0].of)
