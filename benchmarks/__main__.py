"""`python -m benchmarks [NAME ...] [--json FILE]`: measure, and print each figure beside its peer."""

from __future__ import annotations

import argparse
import importlib
import json
import sys
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

NAMES = (
    "startup",
    "overhead",
    "plans",
    "narrowing",
    "prompts",
    "rows",
    "opening",
    "catalogue",
    "memory",
    "values",
    "reader",
    "language",
    "knowledge",
    "weak_model",
    "knowledge_verify",
    "activity",
)


def main() -> None:
    """Run the benchmarks named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(NAMES), help=f"of {', '.join(NAMES)}; or `ablation`, alone")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    parser.add_argument("--suites", type=Path, help="ablation: the folder that holds `data` and `evals` of the suites")
    parser.add_argument("--without", nargs="+", metavar="RULE", help="ablation: leave these out together")
    given = parser.parse_args()
    console = Console(highlight=False, width=160)
    if given.names == ["ablation"]:
        from benchmarks import ablation

        sys.exit(ablation.show(console, given.suites, given.without, given.json))
    measured = []
    for name in given.names:
        with console.status(f"measuring {name}"):
            measured += importlib.import_module(f"benchmarks.{name}").figures()
    table = Table("figure", "ours", "peer", "theirs", "ratio", "target", box=None)
    for f in measured:
        theirs = f"{f.peer_value:,.3g} {f.unit}" if f.peer_value is not None else ""
        ratio = f"{f.ratio:.2f}" if f.ratio is not None else ""
        table.add_row(f.name, f"{f.value:,.3g} {f.unit}", f.peer, theirs, ratio, f.target)
    console.print(table)
    if given.json:
        figures = [{**asdict(f), "ratio": f.ratio} for f in measured]
        given.json.write_text(json.dumps(figures, indent=2) + "\n", "utf-8")


if __name__ == "__main__":
    main()
