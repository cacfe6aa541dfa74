"""Results of steps as text, and back: small ones stand in the journal, big ones in files named by their content."""

from __future__ import annotations

import base64
import hashlib
import json
import math
import os
from collections.abc import Mapping
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

from groundplan.errors import StepError
from groundplan.execute.call import Several

INLINE = 32_768
"""Characters up to which a result stands in the journal itself."""
_MARK = "$kept"


class UnkeptError(ValueError):
    """A value that is no plain data: a frame that is not computed yet, an open connection."""


class Keep:
    """The big results of one run, in a folder of their own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, value: Any) -> dict[str, str]:
        """Where the value is from now on; an UnkeptError where it cannot be kept."""
        text = json.dumps(_plain(value))
        if len(text) <= INLINE:
            return {"value": text}
        digest = hashlib.sha256(text.encode()).hexdigest()
        file = self._folder / f"{digest}.json"
        if not file.exists():
            self._write(file, text)
        return {"file": digest}

    def kept(self, record: Mapping[str, str]) -> Any:
        """The value again."""
        if "value" in record:
            return _value(json.loads(record["value"]))
        file = self._folder / f"{record['file']}.json"
        try:
            text = file.read_text("utf-8")
        except OSError:
            raise StepError(
                f"its result was kept in {file}, which is not there; name one folder that every worker can reach "
                "in GROUNDPLAN_DURABLE_FILES"
            ) from None
        if hashlib.sha256(text.encode()).hexdigest() != record["file"]:
            raise StepError(f"its result was kept in {file}, which was changed since; run the plan again")
        return _value(json.loads(text))

    def _write(self, file: Path, text: str) -> None:
        """Whole or not at all, and on the disk before the journal speaks of it."""
        self._folder.mkdir(parents=True, exist_ok=True)
        draft = file.with_suffix(f".{os.getpid()}")
        with draft.open("w", encoding="utf-8") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        draft.replace(file)


def _plain(value: Any) -> Any:
    """The value in JSON; what JSON has no word for is marked by its kind."""
    kind = type(value)
    if value is None or kind in (bool, int, str) or (kind is float and math.isfinite(value)):
        return value
    if kind is list:
        return [_plain(inner) for inner in value]
    if kind is dict and all(type(key) is str for key in value) and _MARK not in value:
        return {key: _plain(inner) for key, inner in value.items()}
    return {_MARK: kind.__name__, "is": _marked(value, kind)}


def _marked(value: Any, kind: type) -> Any:
    if kind in (dict, Several):
        return [[_plain(key), _plain(inner)] for key, inner in value.items()]
    if kind in (tuple, set, frozenset):
        return [_plain(inner) for inner in value]
    if kind in (datetime, date, time):
        return value.isoformat()
    if kind in (Decimal, float):
        return str(value)
    if kind is bytes:
        return base64.b64encode(value).decode("ascii")
    raise UnkeptError(f"{kind.__name__} is no plain data")


_MADE: Mapping[str, Any] = {
    "dict": lambda pairs: {_value(key): _value(inner) for key, inner in pairs},
    "Several": lambda pairs: Several({_value(key): _value(inner) for key, inner in pairs}),
    "tuple": lambda items: tuple(map(_value, items)),
    "set": lambda items: set(map(_value, items)),
    "frozenset": lambda items: frozenset(map(_value, items)),
    "datetime": datetime.fromisoformat,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "Decimal": Decimal,
    "float": float,
    "bytes": base64.b64decode,
}


def _value(plain: Any) -> Any:
    if isinstance(plain, list):
        return [_value(inner) for inner in plain]
    if not isinstance(plain, dict):
        return plain
    if _MARK in plain:
        return _MADE[plain[_MARK]](plain["is"])
    return {key: _value(inner) for key, inner in plain.items()}
