"""Compares what a reader read with what is in the files. Standard library only.

    score_files.py TRUTH READ            one JSON line
    score_files.py TRUTH READ --misses   the same, and on the error stream how each file differs
    score_files.py selftest TRUTH        outputs built from the truth must score 1, corrupted ones less

READ: one {"file", "error", "tables": [{"name", "columns", "left_out", "odd", "notes"}]} a line.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

from built import READERS, corrupted
from matching import Line, Miss, compared

WORDS = re.compile(r"[^\W_]+")
OUTCOMES = ("right", "refused_right", "refused_readable", "told", "wrong")


def matched(truth: list[Line], read: list[Line]) -> list[tuple[Line | None, list[Miss]]]:
    """Each true table with the nearest table that was read, and how they differ."""
    left, found = list(read), []
    for one in truth:
        ways = [(len(misses), n, misses) for n, misses in enumerate(compared(one, other) for other in left)]
        if not ways:
            found.append((None, [Miss(f"no table for {', '.join(one['columns'])}")]))
            continue
        _, n, misses = min(ways, key=lambda way: way[:2])
        found.append((left.pop(n), misses))
    return found + [(None, [Miss(f"table {other['name']!r} is not there")]) for other in left]


def told(read: Line | None, miss: Miss) -> bool:
    """Whether the reader itself says that these cells were not what they should be, or names the column in a note."""
    if read is None or not miss.column:
        return False
    name = " ".join(WORDS.findall(miss.column.casefold()))
    notes = (" ".join(WORDS.findall(str(note).casefold())) for note in read.get("notes") or [])
    counted = (read.get("odd") or {}).get(miss.column, 0)
    return counted >= miss.cells or any(f" {name} " in f" {note} " for note in notes)


def judged(truth: Line, read: Line | None) -> tuple[str, list[str]]:
    """What became of one file, and why."""
    if read is None or read.get("crash"):
        return "wrong", [f"crash: {read['crash']}" if read else "not read"]
    if read.get("error"):
        return ("refused_right", []) if truth["expect"] == "refused" else ("refused_readable", [read["error"]])
    ways = [way for way in (truth["tables"], *truth.get("alternatives", [])) if way]
    if not ways:
        return "wrong", ["read, though there is no table in it"]
    found = [matched(way, read.get("tables") or []) for way in ways]
    nearest = min(found, key=lambda pairs: sum(len(misses) for _, misses in pairs))
    differ = [(table, miss) for table, misses in nearest for miss in misses]
    if not differ:
        return ("right" if truth["expect"] == "read" else "refused_right"), []
    silent = [miss for table, miss in differ if not told(table, miss)]
    return ("wrong" if silent else "told"), [miss.what for _, miss in differ]


def said_of(truth: Line, read: Line | None) -> dict[str, bool]:
    """Whether rows that are no data were counted as totals, and whether a doubt was said."""
    tables = (read or {}).get("tables") or []
    said: dict[str, bool] = {}
    due = sum(n for t in truth["tables"] for what, n in t["left_out"].items() if "total" in what)
    if due:
        rows = [one for t in tables for one in t.get("left_out") or [] if "total" in str(one.get("what")).casefold()]
        said["totals_said"] = sum(one.get("rows", 0) for one in rows) == due
    if truth.get("notes"):
        said["doubts_said"] = all(any(told(t, Miss("", name, 10**9)) for t in tables) for name in truth["notes"])
    return said


def score(truths: list[Line], read: list[Line]) -> tuple[Line, list[str]]:
    """The figures, and a line for each file that differs."""
    by_file = {Path(str(one.get("file"))).name: one for one in read}
    outcomes, good, every, misses = Counter[str](), Counter[str](), Counter[str](), []
    said: dict[str, list[bool]] = {}
    for truth in truths:
        one = by_file.get(truth["file"])
        outcome, why = judged(truth, one)
        outcomes[outcome] += 1
        for kind in truth["kinds"]:
            every[kind] += 1
            good[kind] += outcome in ("right", "refused_right")
        for what, yes in said_of(truth, one).items():
            said.setdefault(what, []).append(yes)
        if why:
            misses.append(f"{outcome}: {truth['file']}\n" + "".join(f"    {line}\n" for line in why))
    share = round((outcomes["right"] + outcomes["refused_right"]) / len(truths), 4) if truths else 0.0
    figures: Line = {"n": len(truths), "score": share, **{name: outcomes[name] for name in OUTCOMES}}
    figures |= {what: f"{sum(values)}/{len(values)}" for what, values in sorted(said.items())}
    return {**figures, "by_kind": {kind: f"{good[kind]}/{every[kind]}" for kind in sorted(every)}}, misses


def lines_of(path: str) -> list[Line]:
    return [json.loads(line) for line in Path(path).read_text("utf-8").splitlines() if line.strip()]


def selftest(path: str) -> int:
    """0 when perfect readers score 1 and every corruption is seen."""
    truths = lines_of(path)
    perfect = {name: score(truths, [reader(t) for t in truths])[0]["score"] for name, reader in READERS.items()}
    unseen = []
    for way, damage in corrupted(Random("look corruption")).items():
        for truth in truths:
            hurt = damage(READERS["plain"](truth))
            if hurt is not None and judged(truth, hurt)[0] in ("right", "refused_right"):
                unseen.append(f"{way}: {truth['file']}")
    nothing: list[dict[str, Any]] = []
    ok = set(perfect.values()) == {1.0} and not unseen and score(truths, nothing)[0]["score"] == 0
    print(json.dumps({"n": len(truths), **perfect, "unseen": unseen, "ok": ok}, ensure_ascii=False))
    return 0 if ok else 1


def main(arguments: list[str]) -> int:
    paths = [one for one in arguments if one != "--misses"]
    if len(paths) != 2:
        sys.exit(__doc__)
    if paths[0] == "selftest":
        return selftest(paths[1])
    figures, misses = score(lines_of(paths[0]), lines_of(paths[1]))
    if "--misses" in arguments:
        sys.stderr.write("".join(misses))
    print(json.dumps(figures, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
