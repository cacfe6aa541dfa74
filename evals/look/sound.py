"""Whether what is said of a base holds in its rows: counted in other code than draws them."""

from __future__ import annotations

from typing import Any

from stored import Base, Row, fair, sides

FEWEST = 0.7  # at least so many of a relation's cells are found; the others are orphans


def cells(rows: list[Row], columns: list[str]) -> list[tuple[Any, ...]]:
    """The cells of these columns without case, where none is missing."""
    found = [tuple(row[column] for column in columns) for row in rows if all(row[c] is not None for c in columns)]
    return [tuple(str(value).casefold() for value in one) for one in found]


def with_columns(base: Base, name: str, columns: list[str]) -> list[Row]:
    """The table of that name; for a star the one that has the columns and most rows."""
    if name != "*":
        return next(rows for table, rows in base.tables.items() if fair(table)[0] == name)
    return max((rows for rows in base.tables.values() if set(columns) <= set(rows[0])), key=len)


def faults(base: Base) -> list[str]:
    """Sentences on keys that repeat, relations that do not hold, and columns that are not there."""
    found = []
    for name, keys in base.keys.items():
        for key in keys:
            held = cells(base.tables[name], key)
            if len(set(held)) < len(base.tables[name]):
                found.append(f"{base.source}: {name} {key} is no key")
            if len(key) > 1 and any(len(set(cells(base.tables[name], [part]))) == len(held) for part in key):
                found.append(f"{base.source}: {name} {key} has more than it needs")
    for relation in base.relations:
        (left, columns), (right, others) = sides(relation)
        many = cells(with_columns(base, left[0], columns), columns)
        one = cells(with_columns(base, right[0], others), others)
        share = sum(cell in set(one) for cell in many) / len(many)
        if len(set(one)) < len(one) or share < FEWEST:
            found.append(f"{base.source}: {relation} does not hold ({share:.2f})")
    for name, column in [*base.names.items(), *base.times.items()]:
        if column not in base.tables[name][0]:
            found.append(f"{base.source}: {fair(name)} has no {column}")
    return found
