"""Lines -> packed arrays, on all cores: variations, value links, sheets, labels."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

from groundplan.reading.embedded.columns import Field
from groundplan.reading.embedded.question_words import Tokens, link, unmarked
from groundplan.reading.embedded.sheet import Sheet, make_sheet
from groundplan.reading.formed.form import Form
from training.reader.augment import lengthened, varied
from training.reader.beside import TWO, beside
from training.reader.codes import recoded
from training.reader.examples import Example, of_line
from training.reader.labels import labels
from training.reader.nvbench import read_lines
from training.reader.pack import Arrays, Packed, fits, joined, stack

SOURCES = ("charts", "everyday", "generator")
WIDE, BLIND, UNTITLED = 0.15, 0.05, 0.5
"""Shares of lines that are shown as a wide table would be, without marks of what matches, and without a title."""
_state: dict[str, Any] = {}


def with_tables(lines: Iterable[dict[str, Any]], tables: dict[str, dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Each line with its table in it."""
    for line in lines:
        yield {**line, "table": tables[line["table"]]}


def load(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The lines that `build` wrote, by split."""
    tables = {table["id"]: table for table in read_lines(folder / "tables.jsonl")}
    out: dict[str, list[dict[str, Any]]] = {}
    for line in with_tables(read_lines(folder / "lines.jsonl"), tables):
        out.setdefault(line["split"], []).append(line)
    return out


def donors(lines: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Columns that may stand in for others of their type."""
    tables = {id(line["table"]): line["table"] for line in lines}
    return [c for table in tables.values() for c in table["columns"] if c["values"]]


def fields_of(example: Example) -> list[Field]:
    """Its columns, as a sheet shows them."""
    return [Field(column.name, column, example.owners.get(column.name, "")) for column in example.table.columns]


def sheet_of(example: Example, tokens: Tokens, wide: bool = False, fields: Sequence[Field] = ()) -> Sheet:
    """The sheet of an example, made as at run time, over all columns or over these."""
    owners = example.owners
    links = [replace(m, table=owners.get(m.column, m.table)) for m in link(example.question, (example.table,))]
    name, title = ("", "") if owners else (example.table.name, example.table.title)
    shown = fields or fields_of(example)
    return make_sheet(example.question, name, shown, links, tokens, before(example), wide, title)


def before(example: Example) -> Form | None:
    """The form before a follow-up, as the product would hold it."""
    if example.before is None:
        return None
    form = dict(example.before)
    form["filters"] = [{**f, "op": "=" if f["op"] == "period" else f["op"]} for f in form["filters"]]
    form["derive"] = form["derive"] and {k: v for k, v in form["derive"].items() if k in ("kind", "of", "window")}
    having = form["having"]
    form["having"] = having and {"op": having["op"], "value": float(having["value"])}
    return Form.model_validate({k: v for k, v in form.items() if v is not None})


def packed(line: dict[str, Any], tokens: Tokens, wide: bool = False) -> Packed | None:
    """One line, ready for a batch; None where it does not fit."""
    example = of_line(line)
    sheet = sheet_of(example, tokens, wide)
    target = labels(example, sheet) if fits(sheet) else None
    return Packed(sheet, target, SOURCES.index(example.source)) if target else None


def _start(tokenizer: Path, lines: list[dict[str, Any]], pool: list[dict[str, Any]]) -> None:
    _state.update(tokens=Tokens(tokenizer), lines=lines, donors=pool)


def _varied(task: tuple[int, int, int]) -> dict[int, Arrays]:
    seed, start, end = task
    chance = random.Random(seed)
    made = _side_by_side((varied(line, _state["donors"], chance) for line in _state["lines"][start:end]), chance)
    return stack([p for line in made if (p := _safely(line, chance))])


def _plain(task: tuple[int, int, int]) -> dict[int, Arrays]:
    _, start, end = task
    return stack([p for line in _state["lines"][start:end] if (p := _safely(line))])


def _generated(task: tuple[int, int, int]) -> dict[int, Arrays]:
    from training.generator import examples

    seed, _, count = task
    chance = random.Random(seed)
    made = (lengthened(recoded({**line, "source": "generator"}, chance), chance) for line in examples(seed, count))
    return stack([p for line in _side_by_side(made, chance) if (p := _safely(line, chance))])


def _side_by_side(lines: Iterable[dict[str, Any]], chance: random.Random) -> Iterator[dict[str, Any]]:
    """The lines, some of them with the table of the line before beside their own."""
    before: dict[str, Any] | None = None
    for line in lines:
        yield beside(line, before, chance) if before and chance.random() < TWO else line
        before = line


def _safely(line: dict[str, Any], chance: random.Random | None = None) -> Packed | None:
    wide, blind = (chance.random() < WIDE, chance.random() < BLIND) if chance else (False, False)
    if chance and chance.random() < UNTITLED:
        line = {**line, "table": {**line["table"], "title": ""}}
    try:
        made = packed(line, _state["tokens"], wide)
        if made and blind:
            made.sheet.matches[:] = [unmarked(mark) for mark in made.sheet.matches]
        return made
    except (ValueError, KeyError, TypeError):  # a line that cannot be a form is left out and counted by its absence
        return None


def arrays(
    work: Callable[[tuple[int, int, int]], dict[int, Arrays]], tasks: Sequence[tuple[int, int, int]], tokenizer: Path,
    lines: list[dict[str, Any]], done: Callable[[int], None] = lambda _: None,
) -> dict[int, Arrays]:  # fmt: skip
    """All tasks on all cores, joined."""
    made = []
    with ProcessPoolExecutor(os.cpu_count(), initializer=_start, initargs=(tokenizer, lines, donors(lines))) as pool:
        for number, stacked in enumerate(pool.map(work, tasks)):
            made.append(stacked)
            done(number + 1)
    return joined(made)


def training_arrays(
    lines: list[dict[str, Any]], tokenizer: Path, seed: int, copies: dict[str, int], generated: int,
    done: Callable[[str, int, int], None] = lambda *_: None,
) -> dict[int, Arrays]:  # fmt: skip
    """Variations of the lines, so many of each source, and generated lines beside them."""
    many = [line for line in lines for _ in range(copies.get(line["source"], 1))]
    random.Random(seed).shuffle(many)
    size = 500
    tasks = [(seed * 10_000 + at, at, min(at + size, len(many))) for at in range(0, len(many), size)]
    parts = [arrays(_varied, tasks, tokenizer, many, lambda n: done("variations", n, len(tasks)))]
    if generated:
        from training.generator import examples

        list(examples(seed, 1))  # reads the domain files here, once for all processes
        asks = [(seed * 1_000_003 + at, 0, size) for at in range(0, generated, size)]
        parts.append(arrays(_generated, asks, tokenizer, [], lambda n: done("generated", n, len(asks))))
    return joined(parts)


def plain_arrays(lines: list[dict[str, Any]], tokenizer: Path) -> dict[int, Arrays]:
    """The lines as they stand."""
    tasks = [(0, at, at + 200) for at in range(0, len(lines), 200)]
    return arrays(_plain, tasks, tokenizer, lines)
