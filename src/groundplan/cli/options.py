"""The arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Text = Annotated[str, typer.Argument(help="The question, in plain language.")]
Data = Annotated[list[str], typer.Argument(help="Files, folders or database URLs to ask.")]
Sources = Annotated[list[str] | None, typer.Argument(metavar="DATA...", help="Files, folders or database URLs to ask.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Model = Annotated[
    str | None,
    typer.Option("--model", help="Model of the endpoint at GROUNDPLAN_MODEL_URL; several are a chain of fallbacks."),
]
PackName = Annotated[
    str | None,
    typer.Option("--pack", help="The pack that answers; default: the one whose sources these are."),
]
ToolPack = Annotated[str | None, typer.Option("--pack", help="The pack whose tools; default: every pack's.")]
Approve = Annotated[
    bool,
    typer.Option("--approve", help="Show the plan and ask before it runs; only then may it change anything outside."),
]
Yes = Annotated[bool, typer.Option("--yes", help="Approve the plan without being asked.")]
Explain = Annotated[bool, typer.Option("--explain", help="Show every stage, the plan and its findings.")]
Runs = Annotated[Path | None, typer.Option("--runs", help="The folder that holds the runs.")]
