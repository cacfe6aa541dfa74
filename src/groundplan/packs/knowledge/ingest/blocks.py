"""Blocks of a document (headings, paragraphs, items) -> passages of sensible size, titled by the headings above."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from groundplan.packs.knowledge.ingest.parsed import Piece

LONGEST = 1_400
"""Characters of a passage; about 220 English words, which is what vectors of sentences still tell apart."""
SHORTEST = 200
"""A section shorter than this is joined to the next one under the same heading."""


@dataclass(frozen=True)
class Block:
    """A stretch of a document that is never broken unless it is too long."""

    kind: Literal["heading", "paragraph", "item", "code", "row"]
    text: str
    level: int = 0
    """Of a heading: 1 to 6. Of an item: how deep it stands."""


def passages(blocks: Iterable[Block], title: str) -> Iterator[Piece]:
    """Passages in reading order; a list stays with the line that introduces it."""
    path: list[tuple[int, str]] = []
    section: list[Block] = []
    for block in blocks:
        if block.kind != "heading":
            section.append(block)
            continue
        yield from _section(section, _title(title, path))
        section = []
        path = [*((level, text) for level, text in path if level < block.level), (block.level, block.text)]
    yield from _section(section, _title(title, path))


def _title(title: str, path: list[tuple[int, str]]) -> str:
    names = [text for _, text in path]
    return " > ".join(names if names and names[0].casefold() == title.casefold() else [title, *names])


def _section(blocks: list[Block], title: str) -> Iterator[Piece]:
    """The section as one passage where it fits, else cut between blocks."""
    packed: list[Block] = []
    size = 0
    for at, block in enumerate(blocks):
        for part in _parts(block):
            lead = part.text.endswith(":") and at + 1 < len(blocks) and blocks[at + 1].kind == "item"
            if packed and (size + len(part.text) > LONGEST or (lead and size > LONGEST // 2)):
                yield _piece(packed, title)
                packed, size = [], 0
            packed.append(part)
            size += len(part.text) + 1
    if packed:
        yield _piece(packed, title)


def _parts(block: Block) -> Iterator[Block]:
    """A block that is too long, cut at the ends of sentences, then between words."""
    text = block.text
    while len(text) > LONGEST:
        ends = [found.end() for found in re.finditer(r"[.!?…]['\"»”)]*\s|\n", text[:LONGEST])]
        cut = ends[-1] if ends and ends[-1] > SHORTEST else text.rfind(" ", SHORTEST, LONGEST)
        cut = cut if cut > 0 else LONGEST
        yield Block(block.kind, text[:cut].strip(), block.level)
        text = text[cut:].strip()
    if text:
        yield Block(block.kind, text, block.level)


def _piece(blocks: list[Block], title: str) -> Piece:
    lines: list[str] = []
    for before, block in zip([None, *blocks], blocks, strict=False):
        together = before and before.kind == block.kind and block.kind in ("item", "row")
        if lines and not together and block.kind != "item":
            lines.append("")
        lines.append("  " * block.level + f"- {block.text}" if block.kind == "item" else block.text)
    only = all(block.kind == "item" for block in blocks)
    return Piece(title=title, text="\n".join(lines), kind="bullet" if only else "text")
