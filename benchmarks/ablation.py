"""What each suite loses without a rule: every pass, rule and doubt of the reader.

The network reads each question once. A rule that changed nothing of a question is not left out of it; where it changed
something the question is read again without it, and answered and scored again where form or doubt came out otherwise.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import track
from rich.table import Table

from benchmarks.suites import Kept, Line, Suite, suites
from groundplan.reading.embedded.rules import RULES, Rules

PLACES = tuple(each.name for each in fields(Rules))
TOGETHER = "all of these together"


@dataclass
class Lost:
    """Of one suite without one rule: how many questions are read otherwise, and how their verdicts change."""

    fired: int = 0
    """Questions of which the rule changed anything, though a later one may have made it even."""
    changed: int = 0
    verdicts: Counter[tuple[str, str]] = field(default_factory=Counter)

    def more(self, verdict: str) -> int:
        """How many more questions have this verdict without the rule."""
        came = sum(count for (_, after), count in self.verdicts.items() if after == verdict)
        return came - sum(count for (before, _), count in self.verdicts.items() if before == verdict)

    def __str__(self) -> str:
        """Right and wrong, as they change; a dot where a question changes and no verdict does."""
        told = [f"{verdict} {self.more(verdict):+}" for verdict in ("right", "wrong") if self.more(verdict)]
        return ", ".join(told) or ("." if self.changed else "")


def show(console: Console, folder: Path | None, together: Sequence[str] | None, out: Path | None) -> int:
    """Prints the table; 1 where the suites are not there."""
    if folder is None or not (folder / "data/tables_charts/dev.jsonl").is_file():
        console.print("the suites are not there; name the folder that holds their `data` and `evals`: --suites FOLDER")
        return 1
    if unknown := sorted({*(together or ())} - {*names()}):
        console.print(f"no rule is called {', '.join(unknown)}; they are {', '.join(names())}", markup=False)
        return 1
    asked = {TOGETHER: frozenset(together)} if together else {name: frozenset((name,)) for name in names()}
    found = {suite.name: asyncio.run(without_each(suite, asked)) for suite in suites(folder)}
    console.print(_table(asked, found))
    if out:
        told = {name: {suite: _plain(lost[name]) for suite, lost in found.items()} for name in asked}
        out.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    return 0


def names() -> list[str]:
    """Every rule, with the place at which it is asked."""
    return [_name(place, rule) for place in PLACES for rule in getattr(RULES, place)]


async def without_each(suite: Suite, asked: dict[str, frozenset[str]]) -> dict[str, Lost]:
    """For each set of rules, what the suite loses without them."""
    found = {name: Lost() for name in asked}
    for line in track(suite.lines, description=suite.name):
        fired: set[str] = set()
        usual = await suite.read(line, _rules(partial(_watched, fired=fired)))
        other = {name: _rules(partial(_left_out, names=left)) for name, left in asked.items() if left & fired}
        changed = {name: kept for name, kept in other.items() if await suite.read(line, kept) != usual}
        for name in other:
            found[name].fired += 1
        before = await suite.judged(line, Kept()) if changed else ""
        for name, kept in changed.items():
            after = await suite.judged(line, kept)
            found[name].changed += 1
            found[name].verdicts[before, after] += before != after
    return found


def _rules(picked: Callable[[str, Sequence[Any]], Iterable[Any]]) -> Kept:
    """The rules, each place of them as `picked` has it."""
    return Kept(Rules(**{place: tuple(picked(place, getattr(RULES, place))) for place in PLACES}))


def _left_out(place: str, rules: Sequence[Any], names: frozenset[str]) -> Iterable[Any]:
    return (rule for rule in rules if _name(place, rule) not in names)


def _watched(place: str, rules: Sequence[Any], fired: set[str]) -> Iterable[Any]:
    """The rules, which say in `fired` when they did something; of words set aside that is not known."""
    if place == "aside":
        fired |= {_name(place, rule) for rule in rules}
        return rules
    return [partial(_told, rule, _name(place, rule), place, fired) for rule in rules]


def _told(rule: Callable[..., Any], name: str, place: str, fired: set[str], *given: Any) -> Any:
    made = rule(*given)
    if made != (None if place == "doubts" else given[0]):
        fired.add(name)
    return made


def _name(place: str, rule: Any) -> str:
    return f"{place}.{rule.__name__.lstrip('_')}"


def _plain(lost: Lost) -> Line:
    verdicts = {" to ".join(pair): count for pair, count in lost.verdicts.items() if count}
    return {
        "fired": lost.fired,
        "changed": lost.changed,
        "right": lost.more("right"),
        "wrong": lost.more("wrong"),
        "verdicts": verdicts,
    }


def _table(asked: Iterable[str], found: dict[str, dict[str, Lost]]) -> Table:
    table = Table("without", "read otherwise", *found, box=None)
    for name in asked:
        each = [lost[name] for lost in found.values()]
        table.add_row(name, str(sum(lost.changed for lost in each)), *map(str, each))
    return table
