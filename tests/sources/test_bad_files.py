"""What cannot be read is refused in one sentence: the cause, the place, and what to do."""

from __future__ import annotations

import gzip
import io
import sqlite3
import zipfile
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet
import pytest

from files_seen import Look, seen_at
from groundplan.errors import SourceError
from workbooks import workbook


def archive(**files: str) -> bytes:
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as packed:
        for name, content in files.items():
            packed.writestr(name.replace("_", "."), content)
    return written.getvalue()


REFUSED = {
    "nothing at all": ("a.csv", b"", "is empty", "give a file with a header and rows"),
    "blank lines": ("a.csv", b"\n  \n\n", "is empty", "give a file with a header and rows"),
    "a header alone": ("a.csv", b"city,people\n", "has a header and no rows", "give a file with rows"),
    "a header and blank rows": ("a.csv", b"city,people\n,\n,\n", "has a header and no rows", "give a file with rows"),
    "bytes of no text": ("a.csv", bytes(range(1, 32)) * 9, "is not text", "check what kind of file it is"),
    "a byte of nothing": ("a.csv", b"a,b\n1,2\n3,\x004\n" + b"5,6\n" * 99, "line 3 holds a byte of nothing", "anew"),
    "a PDF": ("a.csv", b"%PDF-1.7\n%\xe2\xe3\n1 0 obj\n", "is a PDF", "save the table in it as CSV"),
    "a web page": ("a.csv", b"<!DOCTYPE html>\n<html><p>gone</p></html>", "is a web page", "save the table in it"),
    "a web page called a workbook": ("a.xls", b"<html><table></table></html>", "is a web page", "save the table in it"),
    "a picture": ("a.csv", b"\x89PNG\r\n\x1a\n\x00\x00", "is a picture", "save the table in it as CSV"),
    "an encoding of its own": (
        "a.csv",
        "名前,都市\n太郎,東京\n花子,大阪\n".encode("shift-jis"),
        "encoding",
        "as UTF-8",
    ),
    "a cut archive": ("a.csv.gz", gzip.compress(b"a,b\n" * 4_000)[:50], "cannot be read", "whole"),
    "a cut workbook": ("a.xlsx", b"PK\x03\x04\x14\x00" + b"x" * 90, "cannot be read as a workbook", "save it anew"),
    "an old workbook that is cut": ("a.xls", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600), "workbook", "save it"),
    "an archive called a workbook": ("a.xlsx", archive(sales_csv="a,b\n1,2\n"), "is no workbook", "give 'sales.csv'"),
    "an archive of several files": ("a.zip", archive(a_csv="a", b_csv="b"), "is no workbook", "one of a.csv, b.csv"),
    "a cut table of columns": ("a.parquet", b"PAR1 and no more", "cannot be read", "whole"),
    "cut records": ("a.json", b'[{"a": 1}, {"a":', "cannot be read", "whole"),
    "records that are lists": ("a.json", b"[[1, 2], [3, 4]]", "holds no records", "one object a line"),
    "no records": ("a.json", b"[]", "holds no records", "give a list of objects"),
    "no line": ("a.jsonl", b" \n", "is empty", "one record a line"),
    "a base that is none": ("a.db", b"SQLite format 3\x00" + b"x" * 90, "as SQLite", "check that the file is whole"),
    "an unknown ending": ("a.doc", b"words", "is of no known kind", "save it as one of .csv"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_it_is_refused_with_its_cause_and_the_next_move(look: Look, case: str) -> None:
    name, content, cause, move = REFUSED[case]
    with pytest.raises(SourceError) as caught:
        look(name, content)
    said = str(caught.value)
    assert repr(name) in said and cause in said and move in said
    assert "\n" not in said and said.endswith(".") and said.count(". ") == 0


def test_a_workbook_without_a_table_is_refused(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", {"One": [["only a remark"]], "Two": []})
    with pytest.raises(SourceError, match=r"'a\.xlsx' has no sheet with a header and rows"):
        seen_at(path, tmp_path / "cache")


def test_a_table_of_columns_without_rows_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    pyarrow.parquet.write_table(pa.table({"a": pa.array([], pa.int64())}), path)
    with pytest.raises(SourceError, match=r"no row of 'a\.parquet' could be read"):
        seen_at(path, tmp_path / "cache")


def test_a_large_text_of_which_no_row_fits_is_refused_with_its_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("a,b,c\n" + "".join(f"{'x' * 90},{n}\n" for n in range(100_000)), "utf-8")
    with pytest.raises(SourceError) as caught:
        seen_at(path, tmp_path / "cache")
    assert "no row of 'a.csv' could be read" in str(caught.value) and "broken rows" in str(caught.value)


def test_a_base_without_tables_is_refused(tmp_path: Path) -> None:
    sqlite3.connect(tmp_path / "a.sqlite").execute("PRAGMA user_version = 1").connection.close()
    with pytest.raises(SourceError, match=r"'a\.sqlite'"):
        seen_at(tmp_path / "a.sqlite", tmp_path / "cache")


def test_text_that_is_called_a_workbook_or_an_archive_is_read_as_what_it_is(look: Look) -> None:
    text = look("a.xlsx", "city,people\nOslo,7\nRome,9\n")
    assert text.rows == [("Oslo", 7), ("Rome", 9)]
    assert text.notes == ("a.xlsx: it is no workbook but text, and was read so",)
    packed = look("b.csv", gzip.compress(b"city,people\nOslo,7\nRome,9\n"))
    assert look("c.csv.gz", b"city,people\nOslo,7\nRome,9\n").rows == packed.rows == text.rows
