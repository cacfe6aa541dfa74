"""The data files of this room, and the tools that a query may be answered with."""

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


def drawn() -> Template:
    """What a query becomes, and what draws it or goes on with its rows."""
    return TEMPLATE.model_copy(update={"tools": (*TEMPLATE.tools, *PLOTS, *AFTER)})


def answers() -> dict[str, Any]:
    """How facts are put into words, by language."""
    return dict(load(FOLDER / "answers.yaml"))
