"""The pack's data files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from groundplan.plan.folder import load
from groundplan.plan.template import Template
from groundplan.query.typed import TEMPLATE

FOLDER = Path(__file__).parent
PLOTS = (
    "plot_bar", "plot_stacked", "plot_line", "plot_area", "plot_scatter", "plot_pie", "plot_histogram", "plot_box",
    "plot_heatmap",
)  # fmt: skip
"""What draws the answer of a query."""
AFTER = ("forecast", "detect_anomalies", "change_points")
"""What may be done with its rows."""


def templates() -> dict[str, Template]:
    """The usual plan of each intent."""
    loaded = [Template.model_validate(load(path)) for path in sorted(FOLDER.glob("templates/*.yaml"))]
    drawn = TEMPLATE.model_copy(update={"tools": (*TEMPLATE.tools, *PLOTS, *AFTER)})
    return {template.intent: template for template in (*loaded, drawn)}


def answers() -> dict[str, Any]:
    """How facts are put into words, by language."""
    return dict(load(FOLDER / "answers.yaml"))
