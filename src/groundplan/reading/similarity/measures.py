"""Metrics and groups: what is measured, for each of what."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.query.form import Metric
from groundplan.reading.similarity.clock import read_time
from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.named import add_named, pair
from groundplan.reading.similarity.phrases import Match
from groundplan.reading.similarity.roles import Mention, measured
from groundplan.reading.similarity.shapes import Shape, charted, default_agg
from groundplan.reading.similarity.unread import bare_figure

SURE = 0.9


def shape(marks: Marks, said: Sequence[Mention], ranking: bool) -> Shape:
    """The metrics, groups and time of a question."""
    out = Shape()
    ranking = ranking or any(m.role == "superlative" and not m.numeric and not m.temporal for m in said)
    if _scattered(marks, said):
        pair(list(dict.fromkeys(m.name for m in said)), {m.name: m for m in said}, out)
        return out
    read_time(marks, said, out)
    _groups(marks, said, out, ranking)
    _figures(marks, said, out, ranking)
    add_named(marks, said, out, ranking)
    if any(m.label == "box" for m in marks.labels("chart")):
        out.metrics = [
            Metric(column=m.column, agg="none") if m.column and not marks.labels("agg") else m for m in out.metrics
        ]
    return out


def _scattered(marks: Marks, said: Sequence[Mention]) -> bool:
    """Two numeric columns in a scatter plot, with no figure of them: points as they stand."""
    columns = {m.name for m in said if m.numeric and m.role in ("", "group", "versus", "metric")}
    points = (
        any(m.label == "point" for m in marks.labels("chart"))
        or any(m.label == "correlation" for m in marks.labels("analysis"))
        or (any(m.role == "versus" for m in said) and not marks.labels("chart", "grain"))
    )
    return points and len(columns) == 2 and len({m.name for m in said}) == 2 and not marks.labels("agg")


def _groups(marks: Marks, said: Sequence[Mention], out: Shape, ranking: bool) -> None:
    for mention in said:
        if mention.role == "versus" and not mention.temporal:
            out.group(mention.name, first=True)
    colors = [m for m in said if m.role == "color" and not m.temporal]
    for mention in said:
        if mention.role == "group" and not mention.temporal and not _ranked_by(mention, said, ranking):
            out.group(mention.name)
    for mention in colors:
        out.group(mention.name)


def _ranked_by(mention: Mention, said: Sequence[Mention], ranking: bool) -> bool:
    """`top 5 cities by revenue`: what stands after `by` is the figure, not the group."""
    others = [m for m in said if m is not mention and not m.numeric]
    return ranking and mention.numeric and bool(others)


def _figures(marks: Marks, said: Sequence[Mention], out: Shape, ranking: bool) -> None:
    for mention in said:
        if mention.role == "agg":
            _aggregated(marks, mention, said, out)
        elif mention.role == "superlative":
            _superlative(marks, mention, said, out)
        elif mention.role == "metric" and mention.numeric:
            out.measure(mention.name, default_agg(mention.link.column) if out.groups or out.time else "none")
        elif mention.role == "group" and _ranked_by(mention, said, ranking):
            out.measure(mention.name, default_agg(mention.link.column))
    if not out.metrics:
        _most_rows(marks, said, out)
    if not out.metrics:
        _loose(marks, said, out)


def _aggregated(marks: Marks, mention: Mention, said: Sequence[Mention], out: Shape) -> None:
    label = mention.label
    if label == "count":
        _counted(mention, said, out)
    elif label == "count_distinct":
        if mention.name in out.groups or (not _elsewhere(mention, said) and charted(marks)):
            out.group(mention.name)
            out.measure(None, "count")
        else:
            out.measure(mention.name, "count_distinct")
    elif mention.numeric or (mention.temporal and label in ("min", "max")):
        for other in mention.others:
            if other == "count":
                out.measure(None, "count")
            elif other != "count_distinct":
                out.measure(mention.name, other)
        out.measure(mention.name, label)
    elif label == "sum" and not mention.temporal:
        _counted(mention, said, out)


def _counted(mention: Mention, said: Sequence[Mention], out: Shape) -> None:
    """`number of X`: rows for each X, rows for each of something else, or a figure that is itself a number."""
    again = mention.name in out.groups or (out.time is not None and out.time.column == mention.name)
    elsewhere = _elsewhere(mention, said) or out.groups or out.time
    if mention.numeric and not again and mention.link.column.role == "numeric" and elsewhere:
        out.measure(mention.name, "sum")
        return
    out.measure(None, "count")
    if sum(m.name == mention.name and m.link.score >= SURE for m in said) > 1:
        out.group(mention.name, first=True)
    elif not elsewhere and not again and mention.link.column.role != "identifier":
        out.group(mention.name)


def _elsewhere(mention: Mention, said: Sequence[Mention]) -> bool:
    """Whether another column is named that can be grouped by."""
    return any(m.name != mention.name and not (m.role == "agg" and m.numeric) for m in said)


def _superlative(marks: Marks, mention: Mention, said: Sequence[Mention], out: Shape) -> None:
    """`the highest salary of each department` is a maximum; `which department has the highest salary` a rank."""
    high = mention.label == "high"
    if asks_which(marks) or not (mention.numeric or mention.temporal):
        out.ranked = True
        if mention.numeric:
            out.measure(mention.name, default_agg(mention.link.column))
        elif not mention.temporal:
            out.group(mention.name)
            out.several = out.several or _plural(marks, mention)
        return
    out.measure(mention.name, "max" if high else "min")


def _most_rows(marks: Marks, said: Sequence[Mention], out: Shape) -> None:
    """`who directed the most movies` over the table movies: rows are counted for the one column named."""
    groups = [m for m in said if m.role in ("", "group") and not m.numeric and not m.temporal]
    most = [m for m in marks.labels("superlative") if _counts_rows(marks, m)]
    if len(groups) == 1 and most and asks_which(marks):
        out.group(groups[0].name)
        out.measure(None, "count")
        out.ranked = True


def _counts_rows(marks: Marks, match: Match) -> bool:
    following = marks.words[match.end] if match.end < len(marks.words) else None
    return following is not None and (following.stem in marks.nouns or following.lower in lexicon().counted)


def _plural(marks: Marks, mention: Mention) -> bool:
    """`top customers`: an order, and no single one."""
    last = marks.words[mention.link.end - 1]
    return last.lower.endswith("s") and last.stem != last.lower and not asks_which(marks)


def asks_which(marks: Marks) -> bool:
    """Whether the question asks for the one that is first."""
    return any(m.start <= 2 for m in marks.labels("asks_which")) and not any(
        marks.words[m.start].lower in ("each", "per", "every") or marks.words[m.end - 1].lower in ("each", "every")
        for m in marks.labels("role")
    )


def _loose(marks: Marks, said: Sequence[Mention], out: Shape) -> None:
    """A figure word that stands by itself: `total number`, `how many orders`."""
    taken = {m.cue for m in said if m.role == "agg"}
    for match in marks.labels("agg"):
        if match.start in taken or not marks.free(range(match.start, match.end)):
            continue
        if match.label in ("count", "count_distinct"):
            out.measure(None, "count")
            return
        column = _remaining_number(said, out) or _only_number(marks)
        if column:
            out.measure(column, match.label)
            return


def _only_number(marks: Marks) -> str | None:
    """`the average by region` leaves no doubt where the table has one number."""
    numbers = [c.name for table in marks.tables[:1] for c in table.columns if measured(c)]
    return numbers[0] if len(numbers) == 1 and bare_figure(marks) else None


def _remaining_number(said: Sequence[Mention], out: Shape) -> str | None:
    return next((m.name for m in said if m.numeric and m.role == "" and m.name not in out.groups), None)
