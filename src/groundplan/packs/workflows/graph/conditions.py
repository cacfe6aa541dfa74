"""Conditions: CEL over the names of nodes and inputs, from what dialects write, and back."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any

_TOKEN = re.compile(r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"|((?<![\w.])[A-Za-z_]\w*)|.", re.DOTALL)
_BOUND = re.compile(r"\.(?:all|exists|exists_one|map|filter)\(\s*([A-Za-z_]\w*)\s*,")
_CALL = re.compile(r"\s*\(")
_KEYWORDS = frozenset(("true", "false", "null", "in"))
_PREFIX = re.compile(r"\{\{\s*([^{}]*?)\s*\}\}|\$\.|(?<![\w.$])state\.")
_SPELLINGS = (("===", "=="), ("!==", "!="), (" and ", " && "), (" or ", " || "), (" AND ", " && "), (" OR ", " || "))
_ALWAYS = frozenset(("", "true", "default", "else", "otherwise", "*"))
LONGEST = 2_000


def canonical(text: str) -> str:
    """A condition in CEL: `$.user.tier`, `state.user.tier` and `{{user.tier}}` are `user.tier`."""
    bare = "".join(piece if piece[0] in "'\"" else _PREFIX.sub(lambda m: m[1] or "", piece) for piece in _pieces(text))
    bare = bare.strip()
    if fault(bare) is None:
        return bare
    other = bare
    for before, after in _SPELLINGS:
        other = "".join(p if p[0] in "'\"" else p.replace(before, after) for p in _pieces(other))
    return other if fault(other) is None else bare


def always(text: str | None) -> bool:
    """Whether a route with this condition is the one that is left."""
    return text is None or text.strip().lower() in _ALWAYS


@lru_cache(maxsize=4096)
def fault(condition: str) -> str | None:
    """Why a condition is not CEL; None where it is."""
    found = _compiled(condition)
    return found if isinstance(found, str) else None


def names(condition: str) -> tuple[str, ...]:
    """The names that a condition speaks of, without those it binds itself; none of what is not CEL."""
    found = _compiled(condition)
    bound = set(_BOUND.findall(condition))
    return () if isinstance(found, str) else tuple(name for name in sorted(found) if name not in bound)


def prefixed(condition: str, prefix: str) -> str:
    """The condition with something before each name that it speaks of: `state.`, `$.`."""
    return _each_name(condition, lambda name: prefix + name)


def renamed(condition: str, others: Mapping[str, str]) -> str:
    """The condition over other names."""
    return _each_name(condition, lambda name: others.get(name, name))


def without_root(condition: str, root: str, taken: Collection[str]) -> str:
    """The condition with `inputs.day` as `day`, where nothing else is called so."""
    bare = re.compile(rf"(?<![\w.]){root}\.([A-Za-z_]\w*)(?!\s*\(|\w)")

    def short(found: re.Match[str]) -> str:
        return found[0] if found[1] in taken or found[1] in _KEYWORDS else found[1]

    return "".join(piece if piece[0] in "'\"" else bare.sub(short, piece) for piece in _pieces(condition))


def negated(condition: str) -> str:
    """What is true where the condition is not."""
    return f"!({condition})"


def joined(conditions: list[str]) -> str:
    """What is true where all are."""
    return conditions[0] if len(conditions) == 1 else " && ".join(grouped(one) for one in conditions)


def grouped(condition: str) -> str:
    """The condition so that it may stand beside others."""
    whole = re.fullmatch(r"!\((.*)\)", condition, re.DOTALL)
    if (whole and _balanced(whole[1])) or not re.search(r"\|\||&&|\?", condition):
        return condition
    return f"({condition})"


def _balanced(text: str) -> bool:
    depth = 0
    for token in _TOKEN.finditer(text):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth < 0:
            return False
    return depth == 0


def _each_name(condition: str, change: Callable[[str], str]) -> str:
    bound = {*_BOUND.findall(condition), *_KEYWORDS}
    parts: list[str] = []
    for token in _TOKEN.finditer(condition):
        name = token[1]
        plain = not name or name in bound or _CALL.match(condition, token.end())
        parts.append(token[0] if plain else change(name))
    return "".join(parts)


def _pieces(text: str) -> list[str]:
    """Texts in quotes, and what stands between them."""
    return [piece for piece in re.split(r"('(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\")", text) if piece]


@lru_cache(maxsize=4096)
def _compiled(condition: str) -> frozenset[str] | str:
    import cel  # slow to import, and a graph without conditions does not need it

    if len(condition) > LONGEST:
        return f"it is longer than {LONGEST:,} characters"
    try:
        found: dict[str, Any] = cel.compile(condition).references()
        return frozenset(found["variables"])
    except Exception as fault:  # the library raises bare ValueError and RuntimeError
        told = re.sub(r".*?(?:Syntax error: |ERROR: <input>:)", "", str(fault).split("\n")[0])
        return told[:120] or type(fault).__name__
