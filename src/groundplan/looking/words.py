"""Names, counts, shares and values in plain words; the words themselves stand in `labels.yaml`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from groundplan.contracts.source_model import Dataset, Field
from groundplan.plan import folder
from groundplan.sources.model.header import header_words

VALUE = 32
"""Letters of a value that are shown."""
VOWELS = "aeiou"
YEARS = (1800, 2100)


@cache
def labels() -> dict[str, Any]:
    """Everything that a look says of its own."""
    return dict(folder.load(Path(__file__).with_name("labels.yaml")))


def counted(n: int, what: str, of: str = "counts") -> str:
    """`3 rows`, `1 row`."""
    one, several = labels()[of][what]
    return str(one if n == 1 else several).format(n=f"{n:,}")


def left_out(what: str, rows: int) -> str:
    """`3 total rows`; a kind that has no words of its own is called as the model calls it."""
    known = labels()["left_out"]
    return f"{rows:,} {known[what][0 if rows == 1 else 1] if what in known else what}"


def row_is(dataset: Dataset) -> str:
    """`each row is an order line`; where its name says nothing of a row, what tells the rows apart."""
    said, thing = labels(), dataset.row_is
    if thing and tuple(thing.lower().split()) != header_words(dataset.name):
        form = said["row_is"] if thing.isascii() else said["row_is_bare"]  # other languages have no article
        return str(form).format(article=article(thing), thing=thing)
    return str(said["row_for"]).format(key=", ".join(dataset.primary_key)) if dataset.primary_key else ""


def article(thing: str) -> str:
    """A or an, by the sound of the first word."""
    word, said = thing.lower().split()[0], labels()
    silent = word.startswith(tuple(said["an"]))
    return "an" if silent or (word[0] in VOWELS and not word.startswith(tuple(said["a"]))) else "a"


def share(part: float) -> str:
    """`12 %`; what is not nothing never looks like it, nor what is not all like all."""
    if 0 < part < 0.01:
        return "< 1 %"
    return f"{min(round(100 * part), 99 if part < 1 else 100)} %"


def bounds(low: Any, high: Any) -> str:
    """From the lowest to the highest: numbers with their thousands apart, both with as many decimals."""
    numbers = [value for value in (low, high) if isinstance(value, int | float) and not isinstance(value, bool)]
    decimals = max((_decimals(value) for value in numbers), default=0)
    shown = [f"{value:,.{decimals}f}" if len(numbers) == 2 else moment(value) for value in (low, high)]
    return shown[0] if low == high else between(*shown)


def years(field: Field) -> bool:
    """Whether whole numbers may be years: nobody parts their thousands, or sums them."""
    held = [value for value in (field.low, field.high) if isinstance(value, int) and not isinstance(value, bool)]
    return len(held) == 2 and YEARS[0] <= held[0] and held[1] <= YEARS[1]


def between(low: str, high: str) -> str:
    """`1 to 600`."""
    return str(labels()["range"]).format(low=low, high=high)


def _decimals(value: float) -> int:
    """Two at most, more only for what is smaller than that."""
    if abs(value) < 0.01 and value:
        return 4
    return next((n for n in range(2) if round(value, n) == round(value, 2)), 2)


def moment(value: Any) -> str:
    """A date with its time of day, to the minute where it is whole; any other value as it stands."""
    return cut(str(value)[:19].replace("T", " ").removesuffix(":00") if _is_moment(value) else str(value))


def _is_moment(value: Any) -> bool:
    return isinstance(value, str) and len(value) >= 16 and value[4:5] == "-" and value[10:11] == "T"


def cut(text: str, most: int = VALUE) -> str:
    """One line of at most so many letters."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return plain if len(plain) <= most else plain[: most - 1].rstrip() + "…"


def listed(items: Iterable[str], most: int) -> str:
    """The first few, and how many others there are."""
    held = list(items)
    return ", ".join(held[:most]) + (f" {counted(len(held) - most, 'more')}" if len(held) > most else "")


def span(field: Field) -> str:
    """From the first to the last, days without their hours where it is long."""
    if field.low is None or field.high is None:
        return ""
    low, high = str(field.low)[:10], str(field.high)[:10]
    return low if low == high else between(low, high)
