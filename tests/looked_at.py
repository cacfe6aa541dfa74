"""Small files that are looked at: each a trouble of its own."""

from __future__ import annotations

from pathlib import Path

from groundplan.looked import looked
from groundplan.looking.shape import Look
from groundplan.sources.opened import open_sources

BOATS = "".join(f"{100 + n},{('Pike', 'Heron', 'Otter')[n % 3]},{2 + n % 3}\n" for n in range(1, 13))
PIERS = "".join(f"P{n},{('Upper', 'Lower')[n % 2]} pier {n},{('Spey', 'Wye')[n % 2]}\n" for n in range(1, 7))


def hire(folder: Path) -> Path:
    """A folder of three: hires start and end at piers, and some name a boat that is not there."""
    base = folder / "hire"
    base.mkdir()
    (base / "boats.csv").write_text(f"boat_no,model,seats\n{BOATS}", "utf-8")
    (base / "piers.csv").write_text(f"pier,title,river\n{PIERS}", "utf-8")
    rows = [
        f"{5000 + n},2024-{4 + n % 5:02}-{1 + n % 28:02},{109 if n % 10 == 0 else 101 + n % 12},P{1 + n % 6},"
        f"{'' if n % 8 == 0 else f'P{1 + n % 5}'},{10 + n % 7 * 3.25:.2f}\n"
        for n in range(90)
    ]
    lost = [f"{6000 + n},2024-08-{n:02},{900 + n},P1,P2,12.50\n" for n in range(1, 11)]
    (base / "hires.csv").write_text("hire,hired_on,boat_no,from_pier,to_pier,paid\n" + "".join(rows + lost), "utf-8")
    return base


def workshop(folder: Path) -> Path:
    """A report made for people: a title, a total, a footnote, dates both ways, steps of a scale, cells that are odd."""
    file = folder / "workshop.csv"
    rows = [
        f"W{n:02};{1 + n % 12:02}/{1 + n % 9:02}/2023;{('North', 'South', 'West')[n % 3]};"
        f"{('low', 'medium', 'high')[n % 3]};{'n/a' if n % 10 == 0 else 20 + n};{'see note' if n == 7 else n * 12}"
        for n in range(1, 31)
    ]
    total = f"Total;;;;;{sum(n * 12 for n in range(1, 31) if n != 7)}"
    text = "\n".join(["Workshop log;;;;;", "", "job;date;site;priority;minutes;cost", *rows, total, "", "* by hand"])
    file.write_text(text + "\n", "utf-8")
    return file


def wide(folder: Path) -> Path:
    """Two hundred columns."""
    file = folder / "wide.csv"
    names = ["sample", "taken_on", *(f"sensor_{n}_level" for n in range(198))]
    rows = [
        [f"S{n}", f"2024-01-{n:02}", *(str((n * 7 + at * 3) % 91 + 0.5) for at in range(198))] for n in range(1, 29)
    ]
    file.write_text("\n".join(",".join(row) for row in [names, *rows]) + "\n", "utf-8")
    return file


def many(folder: Path) -> Path:
    """Fifty files, each of which points at the next."""
    base = folder / "many"
    base.mkdir()
    for n in range(50):
        after = f",room_{n + 1}_id" if n < 49 else ""
        pointing = [f",{1000 * (n + 1) + row % 20}" if n < 49 else "" for row in range(20)]
        rows = [f"{1000 * n + row}{pointing[row]},label {n}-{row}\n" for row in range(20)]
        (base / f"room_{n}.csv").write_text(f"room_{n}_id{after},label\n" + "".join(rows), "utf-8")
    return base


def look_of(source: Path, cache: Path) -> Look:
    """The look at a source, without questions."""
    opened = open_sources((str(source),), cache)
    try:
        return looked((str(source),), opened)
    finally:
        opened.close()
