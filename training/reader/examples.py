"""One shape for all questions that the reader learns from, whatever their source."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import Any

from groundplan.reading.formed.form import alternatives
from groundplan.sources.shape import Column, Table
from training.reader.nvbench import joined, merged

KEPT_ASIDE = 2
"""Of ten parts of the everyday tables so many are measured on and never trained on; one more is tuned on."""


@dataclass
class Example:
    """A question over a table, with the form it should be read as."""

    question: str
    table: Table
    status: str = "answered"
    form: dict[str, Any] | None = None
    before: dict[str, Any] | None = None
    choices: list[str] = field(default_factory=list)
    said: dict[str, Any] = field(default_factory=dict)
    source: str = "generator"
    id: str = ""
    owners: dict[str, str] = field(default_factory=dict)
    """Of several tables, the one that each column is of."""


def column(name: str, type: str, values: list[Any]) -> Column:
    """A column as the profile would give it, from a few values."""
    known = [v for v in values if v is not None]
    numbers = [v for v in known if isinstance(v, (int, float)) and not isinstance(v, bool)]
    texts = tuple(dict.fromkeys(str(v) for v in known)) if type == "text" else ()
    role = {"text": "categorical", "date": "temporal", "datetime": "temporal", "boolean": "boolean"}.get(
        type, "numeric"
    )
    ends = (
        (min(numbers), max(numbers))
        if numbers
        else (min(map(str, known)), max(map(str, known)))
        if known
        else (None, None)
    )
    return Column(
        name=name, type=type, role=role, distinct=len(set(map(str, known))), low=ends[0], high=ends[1],
        samples=tuple(known[:5]), values=texts,
    )  # fmt: skip


def table_of(name: str, columns: list[dict[str, Any]], title: str = "") -> Table:
    """A table from names, types and sample values."""
    made = tuple(column(c["name"], c["type"], c.get("values", [])) for c in columns)
    return Table(name=name, columns=made, rows=100, title=title)


def canonical(form: dict[str, Any]) -> dict[str, Any]:
    """One form for what may be written in several ways."""
    form = dict(form)
    form["metrics"] = [_rows(metric) for metric in form["metrics"]]
    if form["sort"] and form["sort"]["by"] == "metric" and form["group_by"] and "rank" not in form["analysis"]:
        form["analysis"] = [*form["analysis"], "rank"]
    if form["chart"] and "chart" not in form["outputs"]:
        form["outputs"] = ["chart", *form["outputs"]]
    mixed = any(f.get("join") for f in form["filters"])
    try:
        if mixed:
            form["filters"], form["join"] = joined(parts_of(form))
        else:
            form["filters"] = merged(form["filters"], form["join"])
    except ValueError:
        form["filters"] = list({f["column"]: f for f in reversed(form["filters"])}.values())[::-1]
    if len(form["filters"]) < 2 and not any(isinstance(f["value"], list) for f in form["filters"]):
        form["join"] = "and"
    return form


def parts_of(form: dict[str, Any]) -> list[list[dict[str, Any]]]:
    """The alternatives of a form: a row counts if it meets every condition of one; how they are joined is left out."""
    bare = [{name: f[name] for name in ("column", "op", "value")} for f in form["filters"]]
    return [list(part) for part in alternatives(bare, [f.get("join") or form["join"] for f in form["filters"]])]


def _rows(metric: dict[str, Any]) -> dict[str, Any]:
    return {"column": None, "agg": "count"} if metric["agg"] == "count" else metric


def part(id: str) -> int:
    """Which of ten parts an id belongs to, the same on every machine."""
    return int(hashlib.sha1(id.encode()).hexdigest(), 16) % 10


def of_line(line: dict[str, Any], table: Table | None = None) -> Example:
    """A line of the generator, or of the everyday questions, as an example."""
    if table is None:
        table = table_of(line["table"]["name"], line["table"]["columns"], line["table"].get("title", ""))
    history = line.get("history")
    return Example(
        question=line["question"],
        table=table,
        status=line["status"],
        form=canonical(line["form"]) if line.get("form") and line["status"] == "answered" else None,
        before=canonical(history["form"]) if history and history.get("form") else None,
        choices=line.get("choices") or [],
        said=line.get("said") or {},
        source=line.get("source", "generator"),
        id=line.get("id", ""),
        owners={c["name"]: c["table"] for c in line["table"]["columns"] if "table" in c},
    )
