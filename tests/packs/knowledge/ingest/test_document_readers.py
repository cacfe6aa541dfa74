"""Each kind of document -> passages."""

from __future__ import annotations

import sys
from pathlib import Path

import docx
import pytest
from small_files import pdf

from groundplan.errors import SetupError
from groundplan.packs.knowledge.ingest.blocks import LONGEST
from groundplan.packs.knowledge.ingest.docx import read_docx
from groundplan.packs.knowledge.ingest.html import read_html
from groundplan.packs.knowledge.ingest.markdown import read_markdown, read_plain
from groundplan.packs.knowledge.ingest.parsed import Parsed, Unreadable
from groundplan.packs.knowledge.ingest.pdf import read_pdf

MARKDOWN = """---
title: Moving house
about: [shop]
kind: story
lang: en
---
# Moving house

An intro with **bold** words and a [link](https://example.org).

## What to pack

Take these:

- plates
- cups
  and saucers
  1. small ones

| what | how many |
|------|----------|
| cups | 4 |

```
# not a heading
```

Old style
---------
Last words.
"""


def titles(parsed: Parsed) -> list[str]:
    return [piece.title for piece in parsed.pieces]


def test_markdown_by_headings(tmp_path: Path) -> None:
    path = tmp_path / "moving.md"
    path.write_text(MARKDOWN, "utf-8")
    parsed = read_markdown(path)
    assert titles(parsed) == ["Moving house", "Moving house > What to pack", "Moving house > Old style"]
    assert parsed.pieces[0].text == "An intro with bold words and a link."
    packed = parsed.pieces[1].text
    assert packed.startswith("Take these:\n- plates\n- cups and saucers\n  - small ones")
    assert "cups | 4" in packed
    assert "# not a heading" in packed
    assert {(piece.kind, piece.about, piece.language) for piece in parsed.pieces} == {("story", ("shop",), "en")}


def test_a_list_alone_is_bullets(tmp_path: Path) -> None:
    path = tmp_path / "list.md"
    path.write_text("# Rules\n\n- one\n- two\n", "utf-8")
    assert [(piece.kind, piece.text) for piece in read_markdown(path).pieces] == [("bullet", "- one\n- two")]


def test_long_texts_are_cut_between_sentences(tmp_path: Path) -> None:
    path = tmp_path / "long.txt"
    sentence = "This sentence says nothing of weight. "
    path.write_text(sentence * 200 + "\n\n" + "word" * 2_000, "utf-8")
    pieces = read_plain(path).pieces
    assert all(len(piece.text) <= LONGEST for piece in pieces)
    assert pieces[0].text.endswith("weight.")
    assert sum(piece.text.count("weight") for piece in pieces) == 200
    assert sum(piece.text.count("word") for piece in pieces) == 2_000


def test_old_encodings_are_guessed_and_told(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_bytes("Записки о переезде на новую квартиру".encode("cp1251"))
    parsed = read_plain(path)
    assert parsed.pieces[0].text.startswith("Записки")
    assert parsed.notes == ("it is not UTF-8 and was read as cp1251",)


def test_bytes_are_no_text(tmp_path: Path) -> None:
    path = tmp_path / "bytes.txt"
    path.write_bytes(bytes(range(256)) * 4)
    with pytest.raises(Unreadable, match="bytes, not text"):
        read_plain(path)


def test_html(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(
        "<html><head><title>Guide</title><style>p{}</style></head><body><nav>Home</nav><main>loose <b>words</b>"
        "<h2>Steps</h2><p>First  this.</p><ul><li>one<ul><li>inner</li></ul></li><li><p>two</p></li></ul>"
        "<table><tr><th>a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table></main>"
        "<script>alert('x')</script><footer>bye</footer></body></html>",
        "utf-8",
    )
    parsed = read_html(path)
    assert titles(parsed) == ["Guide", "Guide > Steps"]
    assert parsed.pieces[0].text == "loose words"
    assert parsed.pieces[1].text == "First this.\n- one\n  - inner\n- two\n\na | b\n1 | 2"


def test_html_of_a_declared_encoding(tmp_path: Path) -> None:
    path = tmp_path / "ru.html"
    path.write_bytes('<meta charset="windows-1251"><p>Привет</p>'.encode("cp1251"))
    assert read_html(path).pieces[0].text == "Привет"


def test_pdf_by_pages(tmp_path: Path) -> None:
    path = tmp_path / "two_pages.pdf"
    path.write_bytes(pdf("The first page is about tea.", "The second is about bread."))
    parsed = read_pdf(path)
    assert titles(parsed) == ["two pages > page 1", "two pages > page 2"]
    assert parsed.pieces[1].text == "The second is about bread."


def test_an_empty_page_is_told_of(tmp_path: Path) -> None:
    path = tmp_path / "gap.pdf"
    path.write_bytes(pdf("Words.", ""))
    assert read_pdf(path).notes == ("no text on page 2: a picture, perhaps",)


@pytest.mark.parametrize(("content", "cause"), [(pdf(""), "may be a scan"), (b"%PDF-1.4 nothing", "no whole PDF")])
def test_a_pdf_without_text(tmp_path: Path, content: bytes, cause: str) -> None:
    path = tmp_path / "scan.pdf"
    path.write_bytes(content)
    with pytest.raises(Unreadable, match=cause):
        read_pdf(path)


def test_docx(tmp_path: Path) -> None:
    made = docx.Document()
    made.add_heading("Plan", 1)
    made.add_paragraph("What is to be done.")
    made.add_heading("First steps", 2)
    made.add_paragraph("buy paint", style="List Bullet")
    made.add_paragraph("buy brushes", style="List Bullet")
    table = made.add_table(rows=1, cols=2)
    table.cell(0, 0).text, table.cell(0, 1).text = "paint", "2 l"
    made.core_properties.title = ""
    made.save(str(tmp_path / "plan.docx"))
    parsed = read_docx(tmp_path / "plan.docx")
    assert titles(parsed) == ["Plan", "Plan > First steps"]
    assert parsed.pieces[1].text == "- buy paint\n- buy brushes\n\npaint | 2 l"


def test_a_broken_docx(tmp_path: Path) -> None:
    path = tmp_path / "broken.docx"
    path.write_bytes(b"PK not a zip")
    with pytest.raises(Unreadable, match="no whole DOCX"):
        read_docx(path)


def test_a_missing_library_is_told_with_the_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf("Words."))
    with pytest.raises(SetupError, match="pip install --force-reinstall groundplan"):
        read_pdf(path)
