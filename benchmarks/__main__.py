"""`python -m benchmarks [NAME ...] [--json FILE]`: measure, and print each figure beside its peer."""

from __future__ import annotations

import argparse
import importlib
import json
from dataclasses import asdict
from pathlib import Path

from rich.console import Console
from rich.table import Table

NAMES = (
    "startup",
    "overhead",
    "narrowing",
    "prompts",
    "rows",
    "memory",
    "values",
    "reader",
    "knowledge",
    "weak_model",
    "knowledge_verify",
)


def main() -> None:
    """Run the benchmarks named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list(NAMES), help=f"of {', '.join(NAMES)}")
    parser.add_argument("--json", type=Path, help="also write the figures to this file")
    given = parser.parse_args()
    console = Console(highlight=False, width=140)
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
