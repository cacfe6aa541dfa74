"""PDF -> passages, each titled with its page."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from groundplan.packs.knowledge.ingest.blocks import passages
from groundplan.packs.knowledge.ingest.markdown import paragraphs
from groundplan.packs.knowledge.ingest.parsed import Parsed, Piece, Unreadable, library

_HYPHEN = re.compile(r"(?<=[^\W\d_])[-\u00ad]\n(?=[a-zа-яё])")
_BROKEN = re.compile(r"(?<![.!?:;…])\n(?!\s*\n|\s*[-*•–]\s|\s*\d+[.)]\s)")


def read_pdf(path: Path) -> Parsed:
    """Passages page by page; a page without text is told of, as it may be a scan."""
    pypdf = library("pypdf")
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it grumbles about files it reads well
    try:
        reader = pypdf.PdfReader(path, strict=False)
        if reader.is_encrypted and not reader.decrypt(""):
            raise Unreadable("it is locked with a password")
        texts = [_page(page) for page in reader.pages]
        title = str((reader.metadata and reader.metadata.title) or "").strip() or path.stem.replace("_", " ")
    except (pypdf.errors.PyPdfError, pypdf.errors.DependencyError) as error:
        raise Unreadable(f"it is no whole PDF ({' '.join(str(error).split())})") from error
    empty = [str(number) for number, text in enumerate(texts, start=1) if not text]
    if len(empty) == len(texts):
        raise Unreadable("no page of it holds text: it may be a scan, which needs character recognition first")
    notes = (f"no text on page {', '.join(empty)}: a picture, perhaps",) if empty else ()
    return Parsed("document", pieces=tuple(_pieces(texts, title)), notes=notes)


def _page(page: Any) -> str:
    """The text of a page, words and sentences put together again."""
    text = _HYPHEN.sub("", re.sub(r"[ \t]+\n", "\n", page.extract_text()))
    return _BROKEN.sub(" ", text).replace("\0", "").strip()


def _pieces(texts: list[str], title: str) -> Iterator[Piece]:
    for number, text in enumerate(texts, start=1):
        name = title if len(texts) == 1 else f"{title} > page {number}"
        yield from passages(paragraphs(text), name)
