"""Names as people write them, found among those that there are."""

from __future__ import annotations

from collections.abc import Iterable

from groundplan.plan.nearest import nearest


def named(name: str, known: Iterable[str]) -> str | None:
    """The name as it is spelt there; capitals do not tell names apart, unless two differ by them."""
    names = list(known)
    alike = [one for one in names if one.casefold() == name.casefold()]
    return name if name in names else alike[0] if len(alike) == 1 else None


def missing(what: str, name: str, known: Iterable[str], where: str = "") -> str:
    """That there is none of the name, and which is the nearest."""
    names = list(known)
    near = nearest(name, names)
    there = f"did you mean {near!r}?" if near else f"there is {', '.join(names[:12]) or 'none'}"
    return f"no {what} {name!r}{f' in {where}' if where else ''}; {there}"
