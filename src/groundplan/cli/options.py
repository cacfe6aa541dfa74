"""The arguments and options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperCommand


class Approving(TyperCommand):
    """A command whose `--approve` asks, and takes `yes` and `no` as well, for where nobody can be asked."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """What was typed, `--approve yes` as `--yes`."""
        said = list(args)
        for at in reversed(range(len(said))):
            word, _, value = said[at].partition("=")
            behind = said[at + 1] if not value and at + 1 < len(said) else ""
            if word == "--approve" and (value or behind) in ("yes", "no"):
                said[at : at + (1 if value else 2)] = [f"--{value or behind}"]
        return super().parse_args(ctx, said)


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
Yes = Annotated[bool, typer.Option("--yes", help="Approve the plan without being asked: `--approve yes`.")]
No = Annotated[
    bool, typer.Option("--no", help="Approve nothing: the run stops before what would change: `--approve no`.")
]
Inputs = Annotated[
    Path | None, typer.Option("--inputs", help="A JSON object of values by name, which the plan calls inputs.NAME.")
]
Explain = Annotated[bool, typer.Option("--explain", help="Show every stage, the plan and its findings.")]
Runs = Annotated[Path | None, typer.Option("--runs", help="The folder that holds the runs.")]
