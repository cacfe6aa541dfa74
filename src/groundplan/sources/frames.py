"""Frames that Python holds: pandas, polars, Arrow and ibis tables, each under an address while it is asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any, Literal

from groundplan.errors import SourceError, UsageError
from groundplan.sources.names import column_names, table_name

PREFIX = "frame:"

Rows = tuple[Any, list[str]]
"""An Arrow table or dataset, and what a person should know of the reading."""

_held: dict[str, Any] = {}
_numbers = count(1)


def hold(frame: Any, name: str) -> str:
    """An address for the frame, until it is released: `orders` gives `frame:orders#7`, which no other call has."""
    if _reader(frame) is None:
        kind = type(frame).__name__
        raise UsageError(f"{name!r} is of type {kind!r}, which cannot be asked; give a path, a URL, or {_KINDS}.")
    address = f"{PREFIX}{table_name(name, ())}#{next(_numbers)}"
    _held[address] = frame
    return address


def release(addresses: Iterable[str]) -> None:
    """They are held no longer; what is no frame's address is passed over."""
    for address in addresses:
        _held.pop(address, None)


def called(address: str) -> str:
    """The name the frame was given; other sources keep theirs."""
    return address.partition("#")[0] if address.startswith(PREFIX) else address


def held(address: str) -> Any:
    """The frame behind an address."""
    if address not in _held:
        raise SourceError(f"no frame is held as {called(address)!r}; give the frame itself to groundplan.ask.")
    return _held[address]


def kind(address: str) -> Literal["frame", "expression"]:
    """Whether its rows are here, or in a backend that an expression can be asked through."""
    return "expression" if _reader(held(address)) is _ibis and backend(address) is not None else "frame"


def backend(address: str) -> Any:
    """The one backend of an ibis expression; None where its rows are in memory."""
    found = held(address)._find_backends()[0]
    return found[0] if len(found) == 1 else None


def rows(address: str) -> Rows:
    """The rows of a frame, not copied where its library allows that."""
    frame, name = held(address), called(address).removeprefix(PREFIX)
    read = _reader(frame)
    assert read is not None, "only what can be read is held"
    try:
        return read(frame)
    except Exception as error:  # each library has its own tree of errors
        raise unread(name, error, "give one of plain columns: numbers, text, dates") from error


def unread(name: str, error: Exception, move: str) -> SourceError:
    """Why a frame cannot be asked."""
    cause = (str(error).strip().splitlines() or [type(error).__name__])[0].rstrip(".")
    return SourceError(f"{name!r} cannot be read ({cause}); {move}.")


def empty(name: str) -> SourceError:
    """A frame without rows or columns."""
    return SourceError(f"{name!r} has no rows; give a frame that has some (a reader has none once it was read).")


# ------------------------------------------------------------------ how each is read


def _pandas(frame: Any) -> Rows:
    """Column by column, so that one that is a mixture does not spoil the rest; a named index is a column."""
    import pyarrow as pa  # slow to import

    index, columns = frame.index, [frame.iloc[:, place] for place in range(frame.shape[1])]
    named = [place for place, name in enumerate(index.names) if name is not None and name not in frame.columns]
    headers = [_header(name) for name in (*(index.names[place] for place in named), *frame.columns)]
    arrays, texts = [], []
    for header, values in zip(headers, (*map(index.get_level_values, named), *columns), strict=True):
        array = _array(values)
        if array is None:
            texts.append(header)
            array = pa.array([None if none else str(one) for one, none in zip(values, values.isna(), strict=True)])
        arrays.append(array)
    return _named(pa.Table.from_arrays(arrays, names=headers), texts)


def _array(values: Any) -> Any:
    """A column of pandas as Arrow has it, or None: values of several kinds, or of one that only pandas knows."""
    import pyarrow as pa

    try:
        array = pa.array(values, from_pandas=True)
    except (pa.ArrowException, TypeError, ValueError, OverflowError):
        return None
    return None if isinstance(array.type, pa.BaseExtensionType) else array


def _header(name: Any) -> str:
    return "_".join(str(part) for part in name if str(part)) if isinstance(name, tuple) else str(name)


def _series(series: Any) -> Rows:
    return _pandas(series.to_frame())


def _lazy(frame: Any) -> Rows:
    return _polars(frame.collect())


def _polars(frame: Any) -> Rows:
    import pyarrow as pa

    objects = [name for name, kind in frame.schema.items() if str(kind) == "Object"]  # Arrow gets their addresses
    table = frame.to_arrow()
    for name in objects:
        texts = pa.array([None if one is None else str(one) for one in frame[name]])
        table = table.set_column(table.schema.get_field_index(name), name, texts)
    return _named(table, objects)


def _arrow(frame: Any) -> Rows:
    import pyarrow as pa

    return _named(pa.table(frame), [])


def _ibis(expression: Any) -> Rows:
    return _named(expression.to_pyarrow(), [])


def _dataset(dataset: Any) -> Rows:
    return dataset, []


def _named(table: Any, texts: list[str]) -> Rows:
    """Under names that are no two alike, in types that DuckDB reads."""
    import pyarrow as pa

    for place, field in enumerate(table.schema):
        if pa.types.is_float16(field.type):
            table = table.set_column(place, field.name, table.column(place).cast(pa.float32()))
    names, changed = column_names(table.column_names)
    notes = [f"values of several kinds in {', '.join(map(repr, texts))} are read as text"] if texts else []
    return table.rename_columns(list(names)), [*notes, *([changed] if changed else [])]


_KINDS = "a table of pandas, polars, Arrow or ibis"
_READERS: dict[tuple[str, str], Callable[[Any], Rows]] = {
    ("pandas", "DataFrame"): _pandas, ("pandas", "Series"): _series,
    ("polars", "DataFrame"): _polars, ("polars", "LazyFrame"): _lazy,
    ("ibis", "Table"): _ibis, ("pyarrow", "Dataset"): _dataset,
}  # fmt: skip
"""By library and class, so that none of them is imported to look."""


def _reader(frame: Any) -> Callable[[Any], Rows] | None:
    """How a frame is read: as its own library has it, else by the protocol by which Arrow tables are handed on."""
    for kind in type(frame).__mro__:
        read = _READERS.get((kind.__module__.partition(".")[0], kind.__name__))
        if read:
            return read
    return _arrow if hasattr(frame, "__arrow_c_stream__") and not isinstance(frame, type) else None
