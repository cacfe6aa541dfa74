"""A text file as DuckDB can read it: UTF-8, plain or gzip; anything else is rewritten as UTF-8 first."""

from __future__ import annotations

import codecs
import gzip
import shutil
import tempfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import IO, cast

from groundplan.errors import SourceError

HEAD = 1 << 18
PIECE = 1 << 14
BLOCK = 1 << 20
WHOLE = 1 << 26
"""Up to here (64 MB) a file's encoding is judged by every byte; beyond, by its head and some pieces."""

BOMS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass(frozen=True)
class Text:
    """UTF-8 text on disk."""

    path: Path
    compression: str = "none"
    notes: tuple[str, ...] = ()

    def sample(self) -> list[str]:
        """Its head, and pieces from farther down where the file is large: later rows may hold other types."""
        with open_bytes(self.path) as file:
            head = file.read(HEAD).decode("utf-8-sig", "ignore")
        size = self.path.stat().st_size
        if self.compression != "none" or size < 4 * HEAD:
            return [head]
        with self.path.open("rb") as file:
            return [head, *(_piece(file, size * part // 16) for part in range(1, 16))]

    def lines(self, positions: Sequence[int]) -> list[int]:
        """The line that each byte position (ascending) stands in."""
        lines, line, at = [], 1, 0
        with open_bytes(self.path) as file:
            for position in positions:
                while at < position and (block := file.read(min(1 << 20, position - at))):
                    line, at = line + block.count(b"\n"), at + len(block)
                lines.append(line)
        return lines


@contextmanager
def open_text(path: Path) -> Iterator[Text]:
    """The file itself where it is UTF-8 already, else a copy that lives as long as the block."""
    compression = "gzip" if path.suffix.lower() == ".gz" else "none"
    encoding = _encoding(path)
    if encoding in ("utf-8", "utf-8-sig"):
        yield Text(path, compression)
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "text"
        with open_bytes(path) as source, copy.open("w", encoding="utf-8", newline="") as sink:
            shutil.copyfileobj(codecs.getreader(encoding)(source, "replace"), sink)
        notes = () if encoding == "utf-16" else (f"it is not UTF-8 and was read as {encoding}",)
        yield Text(copy, notes=notes)


def open_bytes(path: Path) -> IO[bytes]:
    """The file's bytes, unpacked if they are packed."""
    return cast(IO[bytes], gzip.open(path)) if path.suffix.lower() == ".gz" else path.open("rb")


def _encoding(path: Path) -> str:
    try:
        with open_bytes(path) as file:
            head = file.read(BLOCK)
            known = next((encoding for mark, encoding in BOMS if head.startswith(mark)), "")
            if known or _is_utf8(head, file):
                return known or "utf-8"
            file.seek(0)
            return _old_encoding(file.read(WHOLE))
    except (OSError, EOFError, zlib.error) as error:
        raise SourceError(f"{path.name!r} cannot be read ({error}); check that the file is whole.") from error


def _is_utf8(head: bytes, file: IO[bytes]) -> bool:
    """Block by block, of which those of plain letters need no decoding."""
    decoder, block, seen = codecs.getincrementaldecoder("utf-8")(), head, 0
    try:
        while block and seen < WHOLE:
            seen += len(block)
            if not block.isascii() or decoder.getstate()[0]:
                decoder.decode(block)
            block = file.read(BLOCK)
        decoder.decode(b"", final=not block)
    except UnicodeDecodeError:
        return False
    return True


def _old_encoding(data: bytes) -> str:
    """cp1251 where the letters beyond ASCII mostly stand side by side, as in Cyrillic words; else cp1252."""
    high = [place for place, byte in enumerate(data[:WHOLE]) if byte >= 0xC0][:2_000]
    pairs = sum(second - first == 1 for first, second in pairwise(high))
    return "cp1251" if high and pairs > len(high) / 2 else "cp1252"


def _piece(file: IO[bytes], start: int) -> str:
    file.seek(start)
    return file.read(PIECE).decode("utf-8", "ignore")
