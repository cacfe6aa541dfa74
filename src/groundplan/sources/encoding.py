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
from pathlib import Path
from typing import IO, cast

from groundplan.errors import SourceError
from groundplan.sources.not_text import must_be_text, no_empty_byte
from groundplan.sources.old_encodings import old_encoding

HEAD = 1 << 18
PIECE = 1 << 14
BLOCK = 1 << 20
SHOWN = 10
ALPHABETS = 7
"""Of Europe and the Near East, as UTF-16 counts them by 256 letters."""
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
    compression = "gzip" if _is_packed(path) else "none"
    encoding = _encoding(path)
    if encoding in ("utf-8", "utf-8-sig"):
        yield Text(path, compression)
        return
    encoding, _, spoilt = encoding.partition(" ")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "text"
        with open_bytes(path) as source, copy.open("w", encoding="utf-8", newline="") as sink:
            shutil.copyfileobj(codecs.getreader(encoding)(source, "replace"), sink)
        told = _told_spoilt(copy) if spoilt else f"it is not UTF-8 and was read as {encoding}"
        yield Text(copy, notes=() if encoding.startswith("utf-16") else (told,))


def _told_spoilt(copy: Path) -> str:
    with copy.open(encoding="utf-8") as text:
        lines = [place for place, line in enumerate(text, start=1) if "\ufffd" in line]
    more = " and so on" if len(lines) > SHOWN else ""
    return f"bytes that are no letters of UTF-8 stand in line {', '.join(map(str, lines[:SHOWN]))}{more}"


def open_bytes(path: Path) -> IO[bytes]:
    """The file's bytes, unpacked if they are packed."""
    return cast(IO[bytes], gzip.open(path)) if _is_packed(path) else path.open("rb")


def _is_packed(path: Path) -> bool:
    """By its first bytes, whatever it is called."""
    with path.open("rb") as file:
        return file.read(2) == b"\x1f\x8b"


def _encoding(path: Path) -> str:
    try:
        with open_bytes(path) as file:
            head = file.read(BLOCK)
            known = next((encoding for mark, encoding in BOMS if head.startswith(mark)), "") or _of_two_bytes(head)
            if known:
                return known
            must_be_text(head, path.name)
            if _is_utf8(head, file, path.name):
                return "utf-8"
            file.seek(0)
            found = old_encoding(file.read(WHOLE))
    except (OSError, EOFError, zlib.error) as error:
        raise SourceError(f"{path.name!r} cannot be read ({error}); check that the file is whole.") from error
    if found is None:
        raise SourceError(f"{path.name!r} is in an encoding that is not known; save it as UTF-8.")
    return f"{found} spoilt" if found == "utf-8" else found


def _of_two_bytes(head: bytes) -> str:
    """UTF-16 without its mark: every second byte says of which alphabet the other is, and nothing at ends of lines."""
    some = head[: 1 << 12]
    for encoding, pages, letters in (("utf-16-le", some[1::2], some[::2]), ("utf-16-be", some[::2], some[1::2])):
        low, odd = sum(byte < ALPHABETS for byte in pages), sum(byte < ord("\t") for byte in letters)
        if 0 in pages and low >= 0.9 * len(pages) and odd <= 0.05 * len(letters):
            return encoding
    return ""


def _is_utf8(head: bytes, file: IO[bytes], label: str) -> bool:
    """Block by block, of which those of plain letters need no decoding."""
    decoder, block, seen, lines = codecs.getincrementaldecoder("utf-8")(), head, 0, 0
    try:
        while block and seen < WHOLE:
            no_empty_byte(block, lines, label)
            seen, lines = seen + len(block), lines + block.count(b"\n")
            if not block.isascii() or decoder.getstate()[0]:
                decoder.decode(block)
            block = file.read(BLOCK)
        decoder.decode(b"", final=not block)
    except UnicodeDecodeError:
        return False
    return True


def _piece(file: IO[bytes], start: int) -> str:
    file.seek(start)
    return file.read(PIECE).decode("utf-8", "ignore")
