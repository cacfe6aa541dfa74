"""Markdown and plain text -> passages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from groundplan.packs.knowledge.ingest.blocks import Block, passages
from groundplan.packs.knowledge.ingest.parsed import Parsed, Piece, read_text

_FRONT = re.compile(r"\A---[ \t]*\n(.*?)\n---[ \t]*(?:\n|\Z)", re.DOTALL)
_HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
_ITEM = re.compile(r"(\s*)(?:[-*+•–]|\d{1,3}[.)])[ \t]+(.*)")
_FENCE = re.compile(r"\s*(```|~~~)")
_UNDER = re.compile(r" {0,3}(=+|-{2,})\s*$")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)")
_STRONG = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")


def read_markdown(path: Path) -> Parsed:
    """Passages by headings; the front matter may give a title, the nodes it is about, a kind and a language."""
    text, notes = read_text(path)
    about, text, more = _front(text.replace("\r\n", "\n"))
    blocks = list(_blocks(text))
    first = next((block.text for block in blocks if block.kind == "heading" and block.level == 1), None)
    title = str(about.get("title") or first or path.stem.replace("_", " ").replace("-", " "))
    pieces = tuple(_said(piece, about) for piece in passages(blocks, title))
    return Parsed("document", pieces=pieces, notes=(*notes, *more, *(() if pieces else ("it holds no text",))))


def read_plain(path: Path) -> Parsed:
    """Passages of paragraphs; the title is the file's name."""
    text, notes = read_text(path)
    title = path.stem.replace("_", " ").replace("-", " ")
    pieces = tuple(passages(paragraphs(text), title))
    return Parsed("document", pieces=pieces, notes=(*notes, *(() if pieces else ("it holds no text",))))


def paragraphs(text: str) -> Iterator[Block]:
    """Blocks between blank lines; lines that begin like a list are its items."""
    for stretch in re.split(r"\n\s*\n", text.replace("\r\n", "\n").replace("\f", "\n\n")):
        yield from _flow(stretch.splitlines())


def _front(text: str) -> tuple[dict[str, Any], str, tuple[str, ...]]:
    import yaml

    found = _FRONT.match(text)
    if not found:
        return {}, text, ()
    try:
        data = yaml.safe_load(found.group(1))
    except yaml.YAMLError:
        return {}, text[found.end() :], ("its front matter is no YAML and was left out",)
    return (data, text[found.end() :], ()) if isinstance(data, dict) else ({}, text, ())


def _said(piece: Piece, about: dict[str, Any]) -> Piece:
    """The piece with what the front matter says of the whole document."""
    nodes = about.get("about") or about.get("nodes") or about.get("node") or ()
    named = (nodes,) if isinstance(nodes, str) else tuple(map(str, nodes))
    kind = about.get("kind") or about.get("type") or piece.kind
    language = about.get("language") or about.get("lang")
    return replace(piece, about=named, kind=str(kind), language=str(language) if language else None)


def _blocks(text: str) -> Iterator[Block]:
    """Headings, fenced code, and what flows between them."""
    waiting: list[str] = []
    fence: str | None = None
    for line in text.splitlines():
        mark = _FENCE.match(line)
        if fence:
            waiting.append(line)
            if mark and mark.group(1) == fence:
                yield Block("code", "\n".join(waiting))
                waiting, fence = [], None
            continue
        heading = _HEADING.match(line)
        under = _UNDER.match(line) if waiting and waiting[-1].strip() and not _ITEM.match(waiting[-1]) else None
        if under:
            last = waiting.pop()
            yield from _flow(waiting)
            yield Block("heading", _clean(last), 1 if "=" in line else 2)
            waiting = []
        elif mark or heading or not line.strip():
            yield from _flow(waiting)
            waiting = [line] if mark else []
            fence = mark.group(1) if mark else None
            if heading and heading.group(2):
                yield Block("heading", _clean(heading.group(2)), len(heading.group(1)))
        else:
            waiting.append(line)
    yield from [Block("code", "\n".join(waiting))] if fence else _flow(waiting)


def _flow(lines: list[str]) -> Iterator[Block]:
    """Paragraphs, list items with the lines that go on with them, and rows of tables."""
    open: Block | None = None
    for line in lines:
        if not line.strip():
            continue
        item = _ITEM.match(line)
        if line.lstrip().startswith("|"):
            if open:
                yield open
            open = None
            if not re.fullmatch(r"[\s|:\-]+", line):
                yield Block("row", _clean(line.strip().strip("|")))
        elif item:
            if open:
                yield open
            open = Block("item", _clean(item.group(2)), min(3, len(item.group(1).expandtabs(2)) // 2))
        elif open:
            open = replace(open, text=f"{open.text} {_clean(line)}")
        else:
            open = Block("paragraph", _clean(line.lstrip("> ")))
    if open:
        yield open


def _clean(line: str) -> str:
    """Without the marks that only a printer needs."""
    return _STRONG.sub(r"\2", _LINK.sub(r"\1", line)).strip()
