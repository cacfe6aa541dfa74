"""In what a figure is counted: said in its cells, in its header, or in a column of currencies that holds only one."""

from __future__ import annotations

import re
from collections.abc import Sequence

from groundplan.sources.cells import units as known_units
from groundplan.sources.model.header import header_words, lists, says
from groundplan.sources.shape import Column

_BRACKETS = re.compile(r"[(\[]\s*([^()\[\]]{1,20})\s*[)\]]\s*$")
_AFTER = re.compile(r",\s*([^,]{1,12})\s*$|\s+in\s+([^\s]{1,12})\s*$", re.IGNORECASE)
_PER = frozenset(("per", "pro", "par", "/"))


def unit(column: Column, said: str) -> str:
    """The unit of a figure, or nothing."""
    if said:
        return said
    if column.type not in ("integer", "number"):
        return ""
    bracketed = _BRACKETS.search(column.name)
    if bracketed:
        return _known(bracketed[1]) or (bracketed[1] if _is_sign(bracketed[1]) else "")
    after = _AFTER.search(column.name)
    if after and (found := _known(after[1] or after[2])):
        return found
    return _suffix(column.name)


def _is_sign(text: str) -> bool:
    return text.strip() in "$€£¥₽₹%°" or bool(re.fullmatch(r"[\w°%$€£²³µ]{1,8}/[\w²³]{1,8}", text))


def _suffix(name: str) -> str:
    words = header_words(name)
    for at in range(1, len(words) - 1):
        if words[at] in _PER and (left := _known(words[at - 1])):
            right = _known(words[at + 1]) or words[at + 1]
            return f"{left}/{right}"
    if not words:
        return ""
    last = words[-1]
    found = _known(last)
    if not found:
        return ""
    if len(words) == 1:
        return (
            found if last not in lists()["doubtful_units"] and last not in ("people", "hours", "days", "points") else ""
        )
    if last in lists()["doubtful_units"]:
        lasts = says(name, "lasting")
        return (
            found
            if (lasts and last in ("min", "s", "h", "ms", "sec", "d"))
            or (last not in ("in", "min", "people") and "_" in name)
            else ""
        )
    return found


def _known(text: str) -> str:
    """The short way of writing a unit, as the header has it where it is one."""
    plain = text.strip()
    low = plain.lower()
    by_word: dict[str, str] = lists()["units_by_word"]
    if low in by_word:
        return by_word[low]
    for names in known_units():
        folded = {name.lower(): name for name in reversed(names)}  # of several ways to write it the usual one
        if low in folded:
            return folded[low] if low in {name.lower() for name in names[:1]} else plain if len(plain) > 2 else names[0]
    return ""


def shared_currency(columns: Sequence[Column]) -> str:
    """The one value of a column of currencies."""
    found = [column for column in columns if says(column.name, "currency") and column.type == "text"]
    return found[0].values[0] if len(found) == 1 and len(found[0].values) == 1 else ""


def is_money(name: str) -> bool:
    """Whether a figure is an amount of money, by its name."""
    return says(name, "money") and not set(header_words(name)) & {"count", "number", "num", "pct", "percent", "rate"}
