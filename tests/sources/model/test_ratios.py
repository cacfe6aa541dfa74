"""A rate whose parts stand beside it is averaged by these; one without is averaged as it stands."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import groundplan
from groundplan.contracts import Run
from groundplan.contracts.source_model import Figure
from groundplan.sources.opened import open_sources

SHOWN = (3, 4000, 12, 900, 7, 2500, 40, 60)


def written(folder: Path, rate: str = "share_clicked") -> Path:
    """40 days of two campaigns, their rates rounded; the few views of some days have the high rates."""
    path = folder / "ads.csv"
    with path.open("w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["day", "campaign", "shown", "clicked", rate])
        for n in range(40):
            shown = SHOWN[n % 8] + n
            clicked = shown // 3 if shown < 100 else shown // 50 + n % 5
            told = round(clicked / shown, 3) if rate == "share_clicked" else round((n * 37 % 100) / 100, 2)
            rows.writerow([f"2024-0{1 + n % 6}-{1 + n % 28:02}", ("spring", "summer")[n % 2], shown, clicked, told])
    return path


def figures(path: Path) -> tuple[Figure, ...]:
    opened = open_sources((str(path),), path.parent / "cache")
    opened.close()
    return tuple(one for one in opened.understood.figures if one.average_of)


def asked(path: Path, question: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("GROUNDPLAN_CACHE", str(path.parent / "cache"))
    return groundplan.ask(question, str(path))


def test_the_parts_of_a_rate_are_found(tmp_path: Path) -> None:
    (figure,) = figures(written(tmp_path))
    assert figure.average_of == "ads.share_clicked"
    assert figure.expression == "SUM(ads.clicked) * 1.0 / SUM(ads.shown)"


def test_a_rate_that_is_not_the_one_by_the_other_has_none(tmp_path: Path) -> None:
    assert figures(written(tmp_path, "satisfaction_rate")) == ()


def test_an_average_of_rates_counts_each_row_by_its_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = written(tmp_path)
    with path.open() as file:
        rows = list(csv.DictReader(file))
    expected = {
        name: sum(int(row["clicked"]) for row in rows if row["campaign"] == name)
        / sum(int(row["shown"]) for row in rows if row["campaign"] == name)
        for name in ("spring", "summer")
    }
    run = asked(path, "average share clicked by campaign", monkeypatch)
    assert dict(run.facts.tables[0].rows) == pytest.approx(expected)
    assert "SUM(ads.clicked)" in run.answer.text
