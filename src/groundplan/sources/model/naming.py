"""By which field a row is called, which time is its own, which says that it has ended, and what a row is."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.contracts.source_model import Dataset, Field
from groundplan.sources.model.header import header_words, lists, says, singular


def name_field(dataset: Dataset, pointing: Sequence[str], pointed: bool) -> tuple[str, ...]:
    """The field that names a row: first and last name together, else a name that hardly comes twice.

    Of what others point at, a label that comes twice now and then names it, too.
    """
    by_words = {" ".join(header_words(field.name)).replace(" ", "_"): field.name for field in dataset.fields}
    for pair in lists()["full_names"]:
        if all(part in by_words for part in pair):
            return tuple(by_words[part] for part in pair)
    able = [field for field in dataset.fields if _names(dataset, field, pointing)]
    beside = [field for field in able if (field.name,) != dataset.primary_key or not _coded(field)]
    able = beside if any(_points(dataset, field, 0.5 if pointed else 0.9) > 0 for field in beside) else able
    points = {field.name: _points(dataset, field, 0.5 if pointed else 0.9) for field in able}
    best = max(points, key=lambda name: points[name], default="")
    return (best,) if best and points[best] > 0 else ()


def _coded(field: Field) -> bool:
    """Whether the values of a key are codes, such as ZRH: nobody calls a thing so where it has a name as well."""
    ends = f"{field.low or ''}{field.high or ''}"
    return " " not in ends and ends.upper() == ends


def _names(dataset: Dataset, field: Field, pointing: Sequence[str]) -> bool:
    text = field.type == "text" and field.role in ("name", "category", "key", "text")
    return text and field.name not in pointing and not says(field.name, "not_called")


def _points(dataset: Dataset, field: Field, least: float) -> float:
    words = [singular(word) for word in header_words(field.name)]
    own = [singular(word) for word in header_words(dataset.name)]
    named = bool(set(words) & lists()["names"])
    present = dataset.rows - field.missing
    apart = field.distinct / present if present else 0.0
    keyed = any(word in lists()["keys"] for word in words)
    other = set(words) - lists()["names"] - set(own) - {"primary", "full", "short", "display", "long", "official"}
    own_name = bool(set(words) & set(own[-1:])) or words in (["name"], ["title"])
    if keyed or not present:
        return 0.0
    points = 2.0 * named + 1.5 * own_name + apart - 1.5 * bool(set(words) & lists()["not_names"]) - 0.5 * len(other)
    if not named and not own_name:  # the one label that hardly comes twice, where nothing is called a name
        long = isinstance(field.high, str) and field.role == "text" and dataset.rows > 1_000
        able = apart >= least and bool(dataset.primary_key) and not long
        return 0.4 * apart - 0.01 * dataset.fields.index(field) if able else 0.0
    return points if apart >= 0.5 or (named and own_name and apart >= 0.05) else 0.0


def main_time(dataset: Dataset) -> str:
    """The time a row happened: of several the one that begins it, never birth, end or change."""
    times = [field for field in dataset.fields if field.role == "time"]
    return max(times, key=lambda field: _time_points(dataset, field, times), default=None).name if times else ""  # type: ignore[union-attr]


def _time_points(dataset: Dataset, field: Field, times: Sequence[Field]) -> float:
    words = set(header_words(field.name))
    exact = {"date": 2.0, "datetime": 2.5}.get(field.type, 0.5)
    own = {singular(word) for word in header_words(dataset.name)}
    points = exact + 2.0 * bool(words & lists()["starts"]) - 3.0 * bool(words & lists()["ends"])
    points += 1.0 * bool({singular(word) for word in words} & own) - 2.0 * field.missing / max(dataset.rows, 1)
    return points - 0.1 * times.index(field)


def latest_of(dataset: Dataset, pointing: Sequence[str]) -> str:
    """The thing of a history: it and a time tell the rows apart, or its level lasts until the next row."""
    figures = {field.adds_up for field in dataset.fields if field.adds_up}
    if not dataset.main_time or "sum" in figures:
        return ""
    rest = [name for name in dataset.primary_key if name != dataset.main_time]
    if len(rest) == 1 and len(dataset.primary_key) == 2:
        return rest[0]
    things = [field.name for field in dataset.fields if field.name in pointing and field.distinct < dataset.rows]
    return things[0] if len(things) == 1 and "last" in figures else ""


def ended(dataset: Dataset) -> str:
    """A date that many rows do not have, called after an end."""
    for field in dataset.fields:
        if field.role == "time" and says(field.name, "ended") and 0.05 * dataset.rows < field.missing < dataset.rows:
            return field.name
    return ""


def row_is(name: str) -> str:
    """`order_lines` gives `order line`."""
    words = list(header_words(name))
    return " ".join([*words[:-1], singular(words[-1])]) if words else "row"
