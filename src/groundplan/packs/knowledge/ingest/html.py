"""HTML -> passages: headings, paragraphs, lists and tables, without what surrounds them on a page."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from groundplan.packs.knowledge.ingest.blocks import Block, passages
from groundplan.packs.knowledge.ingest.parsed import Parsed, encoding_of, library

_AROUND = "script, style, noscript, template, nav, aside, footer, form, button, svg, iframe, head"
_WHOLE = {"p", "pre", "blockquote", "dd", "dt", "figcaption", "caption", "summary"}
_OPEN = {"a", "b", "i", "em", "strong", "span", "code", "small", "sub", "sup", "mark", "abbr", "time", "u", "br", "q"}


def read_html(path: Path) -> Parsed:
    """Passages by headings; the title is the page's own."""
    parser = library("selectolax.lexbor").LexborHTMLParser
    data = path.read_bytes()
    tree = parser(data.decode(_encoding(data), "replace"))
    named = tree.css_first("title")
    title = _text(named) if named else ""
    for node in tree.css(_AROUND):
        node.decompose()
    body = tree.css_first("main") or tree.css_first("article") or tree.body
    blocks = list(_blocks(body)) if body else []
    title = title or next((block.text for block in blocks if block.kind == "heading"), path.stem)
    pieces = tuple(passages(blocks, title))
    return Parsed("document", pieces=pieces, notes=() if pieces else ("it holds no text",))


def _encoding(data: bytes) -> str:
    """What the page declares, where Python knows it; else what its bytes say."""
    found = re.search(rb"charset=[\"']?([\w-]+)", data[:2048])
    try:
        return codecs.lookup(found.group(1).decode()).name if found else encoding_of(data)
    except LookupError:
        return encoding_of(data)


def _blocks(node: Any) -> Iterator[Block]:
    """Blocks in reading order; text that stands free between blocks is a paragraph."""
    loose: list[str] = []
    for child in node.iter(include_text=True):
        tag = child.tag
        if tag in ("-text", *_OPEN):
            loose.append(child.text(deep=True) if tag != "br" else "\n")
            continue
        yield from _loose(loose)
        loose = []
        yield from _tagged(child, tag)
    yield from _loose(loose)


def _tagged(node: Any, tag: str) -> Iterator[Block]:
    if re.fullmatch("h[1-6]", tag):
        yield from (Block("heading", text, int(tag[1])) for text in [_text(node)] if text)
    elif tag == "tr":
        cells = [_text(cell) for cell in node.css("td, th")]
        yield from [Block("row", " | ".join(cells))] if any(cells) else []
    elif tag == "li":
        own, rest = _item(node)
        yield from [Block("item", own)] if own else []
        yield from rest
    elif tag in _WHOLE:
        yield from (Block("code" if tag == "pre" else "paragraph", text) for text in [_text(node)] if text)
    elif not tag.startswith("-"):
        yield from _blocks(node)


def _item(node: Any) -> tuple[str, list[Block]]:
    """An item's own words, and the items of the lists inside it."""
    own: list[str] = []
    rest: list[Block] = []
    for child in node.iter(include_text=True):
        if child.tag in ("ul", "ol"):
            rest += [Block("item", block.text, min(3, block.level + 1)) for block in _blocks(child)]
        else:
            own.append(child.text(deep=True))
    return " ".join(" ".join(own).split()), rest


def _loose(parts: list[str]) -> Iterator[Block]:
    text = " ".join("".join(parts).split())
    if text:
        yield Block("paragraph", text)


def _text(node: Any) -> str:
    return " ".join(node.text(deep=True).split())
