"""Files that hold no table: to be refused with a sentence."""

from __future__ import annotations

import json
from random import Random

from made import Made, text
from made import table as table_of
from sheets import workbook

PDF = (
    b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n"
    b"xref\n0 2\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n"
)
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"  # how old and how locked workbooks begin


def refused(file: str, content: bytes, *tables: dict[str, object]) -> Made:
    """A file to be refused; `tables`: what may be read from it all the same."""
    return Made(file, content, ("broken",), list(tables), "refused")


def nothing_at_all(draw: Random) -> Made:
    return refused("nothing_at_all.csv", b"")


def only_a_header(draw: Random) -> Made:
    """A reader may also give the table without rows."""
    names = ["stall", "owner", "rent", "paid on"]
    empty = table_of([text(name, []) for name in names])
    return refused("only_a_header.csv", (",".join(names) + "\n").encode(), empty)


def blank_lines(draw: Random) -> Made:
    return refused("blank_lines.csv", b"\r\n\n  \n\n\t\n\r\n\n")


def picture(draw: Random) -> Made:
    body = bytes(draw.randrange(256) for _ in range(3000))
    return refused("ticket_scan.csv", b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + body)


def document(draw: Random) -> Made:
    stream = bytes(draw.randrange(256) for _ in range(1500))
    return refused("price_list.csv", PDF.replace(b"xref", b"stream\n" + stream + b"\nendstream\nxref"))


def torn_workbook(draw: Random) -> Made:
    whole = workbook({"Stock": [["part", "pieces"], *([f"P{n}", draw.randrange(900)] for n in range(200))]})
    return refused("stock_list.xlsx", whole[: len(whole) * 2 // 3])


def locked_workbook(draw: Random) -> Made:
    name = "EncryptedPackage".encode("utf-16-le")
    body = bytes(draw.randrange(256) for _ in range(4000))
    return refused("salaries.xls", OLE + bytes(16) + b"\x3e\x00\x03\x00\xfe\xff\x09\x00" + bytes(480) + name + body)


def no_records(draw: Random) -> Made:
    return refused("settings.json", json.dumps(["v2", 17, [True, [None, "x"]], "end", [[1], []]]).encode())


RECIPES = (
    nothing_at_all,
    only_a_header,
    blank_lines,
    picture,
    document,
    torn_workbook,
    locked_workbook,
    no_records,
)
