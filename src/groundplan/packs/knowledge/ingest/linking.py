"""Which nodes a passage speaks of: names as they are written, the longest first, never inside a longer word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from groundplan.packs.knowledge.nouns import Node

Linker = Callable[[str], tuple[str, ...]]
"""A passage's title and text -> ids of nodes."""

_WORD = re.compile(r"\w+(?:[.+#]+\w+)*[+#]*|[^\w\s]")
LONGEST = 8
MOST = 40
"""Nodes one passage may be linked to."""


def linker(nodes: Iterable[Node]) -> Linker:
    """Links by exact names and aliases. One word must have a capital, a digit or a sign: `Go`, not `go`."""
    names: dict[tuple[str, ...], list[str]] = {}
    first: dict[str, int] = {}
    for node in nodes:
        for name in {node.name, *node.names.values(), *node.aliases}:
            words = tuple(_WORD.findall(name))
            if words and len(words) <= LONGEST and _telling(words):
                names.setdefault(words, []).append(node.id)
                first[words[0]] = max(first.get(words[0], 0), len(words))
    return lambda text: _linked(text, names, first)


def _telling(words: tuple[str, ...]) -> bool:
    name = "".join(words)
    return len(name) > 1 and not (len(words) == 1 and name.islower()) and not name.isdigit()


def _linked(text: str, names: dict[tuple[str, ...], list[str]], first: dict[str, int]) -> tuple[str, ...]:
    words = _WORD.findall(text)
    found: dict[str, None] = {}
    at = 0
    while at < len(words):
        size = first.get(words[at], 0)
        while size and tuple(words[at : at + size]) not in names:
            size -= 1
        if size:
            found |= dict.fromkeys(names[tuple(words[at : at + size])])
        at += size or 1
    return tuple(found)[:MOST]
