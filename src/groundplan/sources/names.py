"""Names that are unique and usable: of tables, and of columns whose header is empty or said twice."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from groundplan.sources.shape import Key


def table_name(text: str, taken: Iterable[str]) -> str:
    """An identifier-like name: `Q1 sales (final)` gives `Q1_sales_final`."""
    name = re.sub(r"\W+", "_", text.strip()).strip("_") or "table"
    name = f"t_{name}" if name[0].isdigit() else name
    return unused(name, {other.lower() for other in taken})


def table_names(texts: Iterable[str], taken: Iterable[str]) -> tuple[str, ...]:
    """A name for each, none of them taken, no two alike."""
    names: list[str] = []
    used = list(taken)
    for text in texts:
        names.append(table_name(text, [*used, *names]))
    return tuple(names)


def renamed(keys: Iterable[Key], names: Mapping[str, str]) -> tuple[Key, ...]:
    """Keys that point at the names a question uses."""
    return tuple(key.model_copy(update={"table": names[key.table]}) for key in keys if key.table in names)


def column_names(headers: Sequence[str]) -> tuple[tuple[str, ...], str | None]:
    """The headers as they stand; empty ones numbered by place, repeated ones counted, and a note if any was."""
    names: list[str] = []
    changed: list[str] = []
    taken = {header.strip().lower() for header in headers if header.strip()}
    seen: set[str] = set()
    for place, header in enumerate(headers, start=1):
        name = header.strip()
        if not name or name.lower() in seen:
            name = unused(f"column_{place}" if not name else f"{name}_2", taken | seen)
            changed.append(name)
        seen.add(name.lower())
        names.append(name)
    return tuple(names), f"columns without a name of their own are called {', '.join(changed)}" if changed else None


def unused(name: str, taken: set[str]) -> str:
    """The name, counted on where one of those, in small letters, is the same."""
    stem, _, number = name.rpartition("_")
    stem, count = (stem, int(number)) if stem and number.isdecimal() else (name, 1)
    while name.lower() in taken:
        count += 1
        name = f"{stem}_{count}"
    return name
