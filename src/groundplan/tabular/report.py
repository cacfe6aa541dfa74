"""Run, results -> files: the chart in three forms, the rows, and a report as Markdown and as a page."""

from __future__ import annotations

import csv
import html
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from groundplan.contracts import SOURCE, Chart, Facts, Rows, Run
from groundplan.plan.text import show
from groundplan.query.results import save_results
from groundplan.sources.opened import Tables
from groundplan.tabular.draw import drawn, vega_lite
from groundplan.tabular.drawing_process import DrawingProcess
from groundplan.tabular.files import FOLDER
from groundplan.tabular.terminal import terminal

SHOWN = 50


def save(run: Run, results: Mapping[str, Any], folder: Path, process: DrawingProcess | None = None) -> None:
    """chart.json, chart.svg, chart.png, result.csv, report.md and report.html; further charts are numbered."""
    drawings = [_save_chart(chart, folder, place, process) for place, chart in enumerate(run.facts.charts, start=1)]
    _save_rows(run, results, folder)
    (folder / "report.md").write_text(_markdown(run, len(drawings)), "utf-8")
    (folder / "report.html").write_text(_page(run, drawings, _source(run, results)), "utf-8")


def sketch(facts: Facts, width: int, colored: bool) -> Iterable[str]:
    """The charts, drawn with characters."""
    return [terminal(chart, min(width, 100), colored) for chart in facts.charts]


def draw(facts: Facts) -> Iterable[str]:
    """The charts as SVG."""
    return [drawn(chart)[0] for chart in facts.charts]


def _save_chart(chart: Chart, folder: Path, place: int, process: DrawingProcess | None) -> str:
    name = _numbered("chart", place)
    lines, dots = drawn(chart, process)
    (folder / f"{name}.json").write_text(json.dumps(vega_lite(chart), indent=2, ensure_ascii=False) + "\n", "utf-8")
    (folder / f"{name}.svg").write_text(lines, "utf-8")
    (folder / f"{name}.png").write_bytes(dots)
    return lines


def _save_rows(run: Run, results: Mapping[str, Any], folder: Path) -> None:
    if not save_results(results, folder) and (rows := _answer_rows(run.facts)):
        with (folder / "result.csv").open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([rows.columns, *rows.rows])


def _answer_rows(facts: Facts) -> Rows | None:
    if facts.tables:
        return facts.tables[0]
    for chart in facts.charts[:1]:
        names = tuple(name for name in (chart.x, chart.y, chart.color, chart.facet) if name)
        return Rows(name="result", columns=names, rows=tuple(row[: len(names)] for row in chart.rows))
    return None


def _markdown(run: Run, charts: int) -> str:
    parts = [f"# {run.question.text}", run.answer.text if run.answer else ""]
    parts += [f"![chart]({_numbered('chart', place)}.png)" for place in range(1, charts + 1)]
    parts += [_table(rows) for rows in run.facts.tables]
    parts += ["## Plan", f"```\n{show(run.plan).rstrip()}\n```" if run.plan else ""]
    parts += (
        ["## Repairs\n\n" + "\n".join(f"- {r.step}: {r.kind}, {r.reason}" for r in run.repairs)] if run.repairs else []
    )
    return "\n\n".join(part for part in parts if part) + "\n"


def _table(rows: Rows) -> str:
    lines = [rows.columns, ["---"] * len(rows.columns), *rows.rows[:SHOWN]]
    text = "\n".join("| " + " | ".join(_cell(cell) for cell in line) + " |" for line in lines)
    more = f"\n\n{len(rows.rows) - SHOWN} more rows are in result.csv." if len(rows.rows) > SHOWN else ""
    return f"**{rows.name}**\n\n{text}{more}"


def _cell(value: Any) -> str:
    return "" if value is None else str(value).replace("|", "\\|").replace("\n", " ")


def _source(run: Run, results: Mapping[str, Any]) -> str:
    """What the run read, where the opened source stands among the results."""
    from groundplan.looking.html import source_part  # only where a report is written

    source = results.get(SOURCE)
    return source_part(source.understood, run.facts.sources) if isinstance(source, Tables) else ""


def _page(run: Run, drawings: list[str], source: str = "") -> str:
    """The report as one page that needs no network: the drawings stand in it."""
    places = {
        "title": html.escape(run.question.text),
        "answer": "".join(
            f"<p>{html.escape(line)}</p>" for line in (run.answer.text if run.answer else "").splitlines()
        ),
        "charts": "".join(f"<figure>{drawing}</figure>" for drawing in drawings),
        "tables": "".join(_html_table(rows) for rows in run.facts.tables),
        "source": f"<h2>Source</h2>{source}" if source else "",
        "plan": html.escape(show(run.plan)) if run.plan else "",
    }
    page = (FOLDER / "report.html").read_text("utf-8")
    for name, text in places.items():
        page = page.replace(f"<!-- {name} -->", text)
    return page


def _html_table(rows: Rows) -> str:
    head = "".join(f"<th>{html.escape(column)}</th>" for column in rows.columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{html.escape('' if cell is None else str(cell))}</td>" for cell in row) + "</tr>"
        for row in rows.rows[:SHOWN]
    )
    more = f"<p>{len(rows.rows) - SHOWN} more rows are in result.csv.</p>" if len(rows.rows) > SHOWN else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _numbered(name: str, place: int) -> str:
    return name if place == 1 else f"{name}_{place}"
