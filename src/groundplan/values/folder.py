"""An index on disk: one file of arrays, and a small one that says what lies where."""

from __future__ import annotations

import json
import mmap
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

import numpy as np

from groundplan.errors import SourceError
from groundplan.values.arrays import About, Arrays, ArrayStore
from groundplan.values.speech import Speech

FORMAT = "groundplan values"
VERSION = 2
"""Raise it when words are taken apart or arrays made in another way."""
FILE, ABOUT = "values.bin", "values.json"
ALIGN = 64
TYPES: Mapping[str, str] = {
    "values": "u1", "value_ends": "<u8", "value_columns": "<u4", "keys": "<u8", "key_values": "<u4",
    "words": "u1", "word_ends": "<u4", "stems": "<u8", "owner_ends": "<u4", "owners": "<u4", "deletion_starts": "<u4",
    "deletions": "<u4",
}  # fmt: skip

Finish = Callable[[Arrays, Mapping[str, Any]], None]


@contextmanager
def saved(folder: Path) -> Iterator[tuple[IO[bytes], Finish]]:
    """A file to write the values to, and what writes the rest; the folder appears when all is done."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(prefix=f".{folder.name[:12]}-", dir=folder.parent))
    try:
        with (beside / FILE).open("wb", buffering=1 << 20) as file:
            yield file, lambda arrays, about: _finish(beside, file, arrays, about)
        shutil.rmtree(folder, ignore_errors=True)
        os.rename(beside, folder)
    finally:
        shutil.rmtree(beside, ignore_errors=True)


def _finish(folder: Path, file: IO[bytes], arrays: Arrays, about: Mapping[str, Any]) -> None:
    sections: dict[str, tuple[int, int]] = {"values": (0, int(arrays.value_ends[-1]))}
    for name, type in TYPES.items():
        if name != "values":
            file.write(b"\0" * (-file.tell() % ALIGN))
            data = np.ascontiguousarray(getattr(arrays, name), type)
            sections[name] = (file.tell(), len(data))
            file.write(data.data)
    known = {"format": FORMAT, "version": VERSION, "size": file.tell(), "sections": sections, **about}
    (folder / ABOUT).write_text(json.dumps(known), "utf-8")


def load(folder: Path, speech: Speech) -> ArrayStore:
    """The index of a folder, mapped; raises SourceError if it is none, or not whole, or made in another way."""
    about = _about(folder)
    if (about["lemma"], about["keys"]) != (speech.lemma is not None, speech.keys is not None):
        raise SourceError(f"the value index {str(folder)!r} was made with another lemma or transliteration; {_AGAIN}")
    try:
        arrays = _mapped(folder / FILE, about)
        _check(arrays, len(about["columns"]))
        columns = [(str(table), str(column)) for table, column in about["columns"]]
        return ArrayStore(arrays, columns, About(*(about[name] for name in About._fields)), speech)
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise SourceError(f"the value index {str(folder)!r} is damaged ({error}); {_AGAIN}") from error


_AGAIN = "remove the folder and let it be made again."


def _about(folder: Path) -> dict[str, Any]:
    try:
        about = json.loads((folder / ABOUT).read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise SourceError(f"{str(folder)!r} holds no value index; write one there first.") from error
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise SourceError(f"{str(folder)!r} holds no value index; write one there first.")
    if about.get("version") != VERSION:
        raise SourceError(f"the value index {str(folder)!r} is of another version; {_AGAIN}")
    if not {"size", "sections", "columns", "lemma", "keys", *About._fields} <= about.keys():
        raise SourceError(f"the value index {str(folder)!r} is damaged (its description is cut short); {_AGAIN}")
    return about


def _mapped(path: Path, about: Mapping[str, Any]) -> Arrays:
    with path.open("rb") as file:
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if len(data) != about["size"]:
        raise ValueError(f"{FILE} has {len(data):,} bytes, not {about['size']:,}")
    found = {}
    for name, type in TYPES.items():
        start, count = about["sections"][name]
        found[name] = np.frombuffer(data, type, count, start)
    return Arrays(**found)


def _check(arrays: Arrays, columns: int) -> None:
    """Sizes, and a few places of each sorted array: to read all would undo the mapping."""
    values, words = len(arrays.value_columns), len(arrays.word_ends) - 1
    sizes = {
        "value_ends": values + 1, "key_values": len(arrays.keys), "owner_ends": words + 1,
    }  # fmt: skip
    for name, size in sizes.items():
        if len(getattr(arrays, name)) != size:
            raise ValueError(f"{name} does not fit the rest")
    ends = {"value_ends": "values", "word_ends": "words", "owner_ends": "owners", "deletion_starts": "deletions"}
    for name, of in ends.items():
        if int(getattr(arrays, name)[-1]) != len(getattr(arrays, of)):
            raise ValueError(f"{name} does not fit {of}")
    for name in (*ends, "keys", "stems"):
        some = getattr(arrays, name)
        some = some[:: max(1, len(some) // 64)]
        if np.any(some[1:] < some[:-1]):
            raise ValueError(f"{name} is out of order")
    if np.any(arrays.value_columns[:: max(1, values // 64)] >= columns):
        raise ValueError("value_columns names a column that is not there")
