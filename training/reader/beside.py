"""Two tables in one sheet, as a source with several has them, and a question about one of them."""

from __future__ import annotations

import random
from typing import Any

from groundplan.language.stems import stem
from groundplan.reading.embedded.question_words import pieces, words_of
from training.reader.augment import used

Line = dict[str, Any]
TWO = 0.06
"""The share of lines whose table stands beside another."""
MOST = 20
"""Columns of both together."""


def beside(line: Line, other: Line, chance: random.Random) -> Line:
    """The line with the columns of another's table around; every column says which table it is of."""
    own, theirs = line["table"], other["table"]
    if line["status"] != "answered" or own["name"] == theirs["name"] or _tabled(own) or _tabled(theirs):
        return line
    more = [column for column in theirs["columns"] if not _confused(column, line)]
    more = more[: max(0, MOST - len(own["columns"]))]
    if len(more) < 2:
        return line
    parts = [_of(own["name"], own["columns"]), _of(theirs["name"], more)]
    chance.shuffle(parts)
    return {**line, "table": {**own, "columns": [column for part in parts for column in part]}}


def _tabled(table: Line) -> bool:
    return any("table" in column for column in table["columns"])


def _of(table: str, columns: list[Line]) -> list[Line]:
    return [{**column, "table": table} for column in columns]


def _confused(column: Line, line: Line) -> bool:
    """Whether a column could be meant as well: its name is there already, or its words are said and no table is."""
    if column["name"].lower() in {each["name"].lower() for each in line["table"]["columns"]}:
        return True
    said = {each for piece in pieces(line["question"]) for each in piece.stems}
    if said & {stem(word) for word in words_of(line["table"]["name"])}:
        return False
    words = {stem(word) for word in words_of(column["name"])}
    return bool(words & (said | {stem(word) for name in used(line) for word in words_of(name)}))
