"""Dates and moments in many spellings, and those that cannot be decided."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta, timezone
from random import Random
from typing import Any

from cells import ENGLISH, RUSSIAN, amounts, days, named, picks
from made import Column, Made, day, delimited, grid, moment, number, reading, spread, table, text


def moments(draw: Random, count: int, first: datetime, minutes: int) -> list[datetime]:
    """Rising moments, at most so many minutes apart."""
    found = [first]
    while len(found) < count:
        found.append(found[-1] + timedelta(minutes=draw.randrange(1, minutes), seconds=draw.randrange(60)))
    return found


def tram_events(draw: Random) -> Made:
    """Offsets that change with the clocks, and UTC beside them."""
    count = 40
    utc = moments(draw, count, datetime(2024, 3, 30, 20, 4, tzinfo=UTC), 75)
    change = datetime(2024, 3, 31, 1, 0, tzinfo=UTC)

    def local(when: datetime) -> str:
        return when.astimezone(timezone(timedelta(hours=2 if when >= change else 1))).isoformat()

    columns = [
        text("tram", picks(draw, count, "T4 T7 T11")),
        moment("left_at", utc, local),
        moment("logged_at", [t + timedelta(seconds=40) for t in utc], lambda t: t.strftime("%Y-%m-%dT%H:%M:%SZ")),
        number("delay_s", amounts(draw, count, 0, 400, 0), also=["delay"]),
    ]
    return Made("tram_events.csv", delimited(grid(columns)), ("zones",), [table(columns)])


def registry(draw: Random) -> Made:
    """Names of months, a different spelling in each column."""
    count = 30
    columns = [
        text("entry", [f"No. {n}" for n in range(1, count + 1)]),
        day("born", days(draw, count, date(1931, 2, 1), 21000, False), named(ENGLISH, "{d} {month} {y}")),
        day("joined", days(draw, count, date(2001, 1, 5), 7000), named(ENGLISH, "{mon} {d}, {y}")),
        day("paid until", days(draw, count, date(2024, 1, 1), 600, False), named(ENGLISH, "{d:02d}-{mon}-{yy}")),
    ]
    kinds = ("month_names", "two_digit_years")
    return Made("registry.csv", delimited(grid(columns)), kinds, [table(columns)])


def zayavki(draw: Random) -> Made:
    """Dates with the names of Russian months."""
    count = 28
    columns = [
        day("Дата заявки", days(draw, count, date(2023, 1, 9), 420), named(RUSSIAN, "{d} {month} {y} г.")),
        text("Цех", picks(draw, count, "литейный сборочный токарный")),
        number("Деталей", amounts(draw, count, 2, 90, 0)),
    ]
    return Made("zayavki.csv", delimited(grid(columns), ";"), ("month_names", "delimiter"), [table(columns)])


def lift_rides(draw: Random) -> Made:
    """Month first, as the column itself shows; twelve hours and two-digit years."""
    count = 45
    ride = moments(draw, count, datetime(2024, 1, 9, 8, 31), 1700)
    ride = [t.replace(second=0) for t in ride]

    def american(when: datetime) -> str:
        half = "AM" if when.hour < 12 else "PM"
        return f"{when.month}/{when.day}/{when.year} {when.hour % 12 or 12}:{when.minute:02d} {half}"

    columns = [
        text("lift", picks(draw, count, ["Summit chair", "Beginner tow", "Gondola"])),
        moment("scanned", ride, american),
        day(
            "pass bought", [t.date() - timedelta(draw.randrange(1, 60)) for t in ride], lambda d: d.strftime("%m/%d/%y")
        ),
        number("age", amounts(draw, count, 6, 71, 0)),
    ]
    kinds = ("month_first", "twelve_hours", "two_digit_years")
    return Made("lift_rides.csv", delimited(grid(columns)), kinds, [table(columns)])


def hive_sensor(draw: Random) -> Made:
    """Seconds and milliseconds since 1970, and a day as one number."""
    count = 60
    utc = moments(draw, count, datetime(2024, 6, 28, 22, 15, tzinfo=UTC), 180)
    hum = amounts(draw, count, 180, 420, 0)
    lines = [
        {
            "timestamp": int(t.timestamp()),
            "sent_ms": int(t.timestamp()) * 1000 + 1500,
            "day": int(t.strftime("%Y%m%d")),
            "hum_hz": hum[n],
        }
        for n, t in enumerate(utc)
    ]
    late = [(t + timedelta(seconds=1)).strftime("%Y-%m-%dT%H:%M:%S.500Z") for t in utc]
    columns = [
        moment("timestamp", utc),
        Column("sent_ms", "moment", [], list(late), ("sent",)),
        day("day", [t.date() for t in utc]),
        number("hum_hz", hum, also=["hum"]),
    ]
    content = "".join(json.dumps(line) + "\n" for line in lines).encode()
    return Made("hive_sensor.jsonl", content, ("epochs", "compact_dates", "records"), [table(columns)])


def kiln_runs(draw: Random) -> Made:
    """A spreadsheet's day numbers that lost their format; with the time as the part behind the point."""
    count = 34
    fired = [
        datetime(2023, 2, 3) + timedelta(days=6 * n + draw.randrange(4), hours=draw.randrange(6, 20))
        for n in range(count)
    ]

    def serial(when: datetime) -> str:
        since = when - datetime(1899, 12, 30)
        return f"{since.days + since.seconds / 86400:.6f}".rstrip("0").rstrip(".")

    ordered = [t.date() - timedelta(draw.randrange(3, 40)) for t in fired]
    columns = [
        text("kiln", picks(draw, count, "K1 K2 K3")),
        day("order date", ordered, lambda d: str((d - date(1899, 12, 30)).days)),
        moment("fired date and time", fired, serial),
        number("pieces", amounts(draw, count, 12, 240, 0)),
    ]
    return Made("kiln_runs.csv", delimited(grid(columns)), ("serial_dates",), [table(columns)])


def quarter_weeks(draw: Random) -> Made:
    """Quarters in two spellings and ISO weeks: as labels, or as their first days."""
    count = 24
    quarters = [(2019 + n // 4, n % 4 + 1) for n in range(count)]
    first = [date(y, 3 * q - 2, 1) for y, q in quarters]
    weeks = [(y, draw.randrange(1, 53)) for y, _ in quarters]
    mondays = [date.fromisocalendar(y, w, 1) for y, w in weeks]

    spelled = [[form.format(y=y, q=q) for y, q in quarters] for form in ("{y}Q{q}", "Q{q} {y}", "{y}-Q{q}")]
    other = [reading("date", first), *(reading("text", labels) for labels in spelled)]
    columns = [
        text("quarter", spelled[0], other=other),
        text("reported in", spelled[1], other=other),
        text("audit week", [f"{y}-W{w:02d}" for y, w in weeks], other=[reading("date", mondays)]),
        number("barrels", amounts(draw, count, 300, 2900, 0)),
    ]
    return Made("quarter_weeks.csv", delimited(grid(columns)), ("quarters", "weeks"), [table(columns)])


def stall_rent(draw: Random) -> Made:
    """Day first, decided by one column's days above twelve; months as periods."""
    count = 32
    due = days(draw, count, date(2023, 10, 2), 300)
    months = [date(2023 + n // 12, n % 12 + 1, 1) for n in range(8, 8 + count)]
    spelled = {"month": [f"{m.month:02d}/{m.year}" for m in months]}
    columns = [
        number("stall", amounts(draw, count, 1, 60, 0)),
        day("due", due, lambda d: d.strftime("%d/%m/%Y")),
        text("month", spelled["month"], other=[reading("date", months), reading("text", [str(m)[:7] for m in months])]),
        number("rent", amounts(draw, count, 20, 140, 2)),
    ]
    return Made("stall_rent.csv", delimited(grid(columns)), ("day_first", "months"), [table(columns)])


def parcel_notes(draw: Random) -> Made:
    """Day or month first: nothing decides, both are fair, and a note should say so."""
    count = 22
    pairs = [(draw.randrange(1, 13), draw.randrange(1, 13)) for _ in range(count)]
    british = [date(2022 + n // 11, b, a) for n, (a, b) in enumerate(pairs)]
    american = [date(2022 + n // 11, a, b) for n, (a, b) in enumerate(pairs)]
    columns = [
        text("parcel", [f"P{4100 + n}" for n in range(count)]),
        day("handed in", british, lambda d: d.strftime("%d/%m/%Y"), other=[reading("date", american)]),
        number("grams", amounts(draw, count, 90, 9000, 0)),
    ]
    more = {"notes": ["handed in"]}
    return Made("parcel_notes.csv", delimited(grid(columns)), ("ambiguous_dates",), [table(columns)], more=more)


def mixed_days(draw: Random) -> Made:
    """Two spellings in one column, either of them clear, and cells that are no date."""
    count = 40
    when = days(draw, count, date(2024, 1, 3), 200)
    odd = spread(draw, count, ["tbc", "tbc"])
    places = iter(range(count))

    def either(value: date) -> str:
        return str(value) if next(places) % 4 else named(ENGLISH, "{d} {mon} {y}")(value)

    found = day("visit", when, either)
    spelled: list[Any] = [odd.get(n, cell) for n, cell in enumerate(found.shown)]
    columns = [
        text("farm", picks(draw, count, ["Low Farm", "Highfield", "Beck House", "Moss Side"])),
        Column("visit", "date", spelled, [{"odd": odd[n]} if n in odd else v for n, v in enumerate(found.true)]),
        number("sheep", amounts(draw, count, 20, 700, 0)),
    ]
    return Made("mixed_days.csv", delimited(grid(columns)), ("mixed_dates", "odd_cell"), [table(columns)])


RECIPES = (
    tram_events,
    registry,
    zayavki,
    lift_rides,
    hive_sensor,
    kiln_runs,
    quarter_weeks,
    stall_rent,
    parcel_notes,
    mixed_days,
)
