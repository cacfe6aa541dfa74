"""Numbers that are dates, written as 20240701, as seconds since 1970 or as Excel counts days; and 9999 for "none"."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.plan import folder
from groundplan.sources import duck
from groundplan.sources.roles import key_like

if TYPE_CHECKING:
    from groundplan.sources.columns import Read

TIME = re.compile(
    r"(^|[\W_])(ts|t|time|timestamp|epoch|unix|date|datetime|dt|day|when|at|on|created|updated|modified|started|ended"
    r"|start|end|due|born|birth|since|until|from|to|opened|closed|seen|дата|время|datum|zeit|fecha)($|[\W_])",
    re.IGNORECASE,
)
DATE = re.compile(
    r"(^|[\W_])(date|datum|day|dt|дата|fecha|on|due|since|until|birth|start|end|expiry|expires)($|[\W_])", re.I
)
DAYS = (19_000_101, 21_001_231)
SECONDS = (631_152_000, 2_840_140_800)
MILLISECONDS = (1000 * SECONDS[0], 1000 * SECONDS[1])
SERIALS = (20_000, 60_000)
"""Days as Excel counts them, from 1954 to 2064."""
FAR = tuple(folder.load(Path(__file__).with_name("missing_marks.yaml"))["far_out"])


def second_look(rows: Callable[[str], list[Any]], relation: str, numeric: Sequence[Read]) -> Iterable[Read]:
    """Those columns of numbers that are to be read otherwise."""
    if not numeric:
        return []
    picked = [f"count({_figure(read)}), min({_figure(read)}), max({_figure(read)})" for read in numeric]
    found = iter(rows(f"SELECT {', '.join(picked)} FROM {relation}")[0])
    bounds = [(read, next(found), next(found), next(found)) for read in numeric]
    looked = (_looked(rows, relation, read, low, high) for read, count, low, high in bounds if count)
    return [read for read in looked if read]


def _figure(read: Read) -> str:
    return read.sql or duck.name(read.column)


def _looked(rows: Callable[[str], list[Any]], relation: str, read: Read, low: Any, high: Any) -> Read | None:
    figure = _figure(read)
    spaced = re.sub(r"(?<=[a-zа-я])(?=[A-ZА-Я])", "_", read.column)
    for bounds, way, type, fits_name in (
        (DAYS, "try_strptime(CAST(CAST({} AS BIGINT) AS VARCHAR), '%Y%m%d')", "DATE", not key_like(read.column)),
        (MILLISECONDS, "epoch_ms(CAST({} AS BIGINT))", "TIMESTAMP", not key_like(read.column)),
        (SECONDS, "epoch_ms(CAST({} * 1000 AS BIGINT))", "TIMESTAMP", bool(TIME.search(spaced))),
        (SERIALS, "(TIMESTAMP '1899-12-30' + to_milliseconds(CAST(round({} * 86400) * 1000 AS BIGINT)))", "TIMESTAMP",
         bool(DATE.search(spaced))),
    ):  # fmt: skip
        if fits_name and bounds[0] <= low and high <= bounds[1]:
            moment = way.format(figure)
            total, whole, dated = rows(
                f"SELECT count({figure}), count(*) FILTER ({figure} = floor({figure})), count({moment}) FROM {relation}"
            )[0]
            if dated < total or (bounds is DAYS and whole < total):
                continue
            kind = "DATE" if type == "DATE" or (bounds is SERIALS and whole == total) else "TIMESTAMP"
            notes = (
                *(note for note in read.notes if "holds amounts" not in note),
                f"{read.column!r} holds dates such as {low}, read as dates",
            )
            return replace(read, sql=f"CAST({moment} AS {kind})", unit="", notes=notes)
    return _without_far(rows, relation, read, low, high)


def _without_far(rows: Callable[[str], list[Any]], relation: str, read: Read, low: Any, high: Any) -> Read | None:
    """Without 9999 or -999 where it stands far outside of all others, more than once."""
    marks = [mark for mark in FAR if mark in (low, high)]
    if not marks:
        return None
    figure = _figure(read)
    listed = ", ".join(map(str, marks))
    rest = f"{figure} NOT IN ({listed})"
    times, least, most, kinds = rows(
        f"SELECT count(*) FILTER ({figure} IN ({listed})), min({figure}) FILTER ({rest}), "
        f"max({figure}) FILTER ({rest}), count(DISTINCT {figure}) FILTER ({rest}) FROM {relation}"
    )[0]
    if times < 2 or least is None or kinds < 3:
        return None
    span = most - least
    far = [mark for mark in marks if mark > most + 2 * span or mark < least - 2 * span]
    if len(far) < len(marks):
        return None
    shown = ", ".join(map(str, far))
    note = f"{times:,} cells of {read.column!r} hold {shown}, far outside of all others, and are counted as missing"
    return replace(
        read,
        sql=f"CASE WHEN {figure} NOT IN ({listed}) THEN {figure} END",
        marks={**read.marks, shown: times},
        notes=(*read.notes, note),
    )
