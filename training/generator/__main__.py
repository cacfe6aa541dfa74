"""Writes generated examples, or checks the domain files."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from .check import counts, faults


def main() -> int:
    """The exit status: 0 done, 1 faults found."""
    parser = argparse.ArgumentParser(prog="python -m training.generator", description=__doc__)
    parser.add_argument("--count", type=int, default=1000, help="how many examples")
    parser.add_argument("--seed", type=int, default=0, help="the same seed gives the same examples")
    parser.add_argument("--languages", default="en,ru", help="comma-separated, such as en or en,ru")
    parser.add_argument("--out", type=Path, help="JSONL file; without it the examples go to stdout")
    parser.add_argument("--check", action="store_true", help="check the domain files, one line a fault")
    arguments = parser.parse_args()
    if arguments.check:
        return _check()
    return _write(arguments)


def _check() -> int:
    found = 0
    for fault in faults():
        print(fault)
        found += 1
    told = counts()
    print(f"{told['tables']} tables, {told['questions']} questions, {found} faults", file=sys.stderr)
    return 1 if found else 0


def _write(arguments: argparse.Namespace) -> int:
    from . import examples  # loads every domain file, which --check must survive without

    made = examples(arguments.seed, arguments.count, tuple(arguments.languages.split(",")))
    if arguments.out is None:
        for example in made:
            print(json.dumps(example, ensure_ascii=False))
        return 0
    with arguments.out.open("w", encoding="utf-8") as file:
        for example in _progress(made, arguments.count):
            file.write(json.dumps(example, ensure_ascii=False) + "\n")
    return 0


def _progress(made: Iterable[dict[str, Any]], count: int) -> Iterator[dict[str, Any]]:
    """The examples, while a bar on stderr grows; a plain count where rich is not installed."""
    try:
        from rich.console import Console
        from rich.progress import track
    except ImportError:
        for number, example in enumerate(made, start=1):
            if number % 1000 == 0 or number == count:
                print(f"\r{number}/{count}", end="\n" if number == count else "", file=sys.stderr)
            yield example
        return
    yield from track(made, total=count, description="examples", console=Console(stderr=True))


if __name__ == "__main__":
    sys.exit(main())
