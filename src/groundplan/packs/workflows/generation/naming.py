"""How words of a task name an operation, and whether they say a value."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from groundplan.packs.workflows.checks import bears, stands
from groundplan.packs.workflows.drafting.clauses import Clause
from groundplan.packs.workflows.drafting.compared import denies
from groundplan.packs.workflows.drafting.words import Token, keys, lists, tokens
from groundplan.packs.workflows.drafting.world import Doing, told
from groundplan.packs.workflows.generation.uses import meant, pieces

NOT = frozenset({"negation", "except", "missing"})
"""Marks of words that say that something is not so."""


def fits(one: Token, doing: Doing) -> int:
    """How well a verb asks for an operation: 2 by its own verbs, 1 by what kind it is, 0 not at all."""
    groups = {*one.verbs}
    if groups & (doing.verbs | doing.lead):
        return 2
    return int(bool(groups & {*lists().get(doing.kind, ())}))


def named(doing: Doing, said: Sequence[Token], verbs: Sequence[Token]) -> tuple[int, int]:
    """How well words name an operation: by the verb, and by how many others."""
    nouns = {one.text.lower() for one in said if not one.idle and any(told(one.keys) & word for word in doing.words)}
    return max((fits(one, doing) for one in verbs), default=0), len(nouns)


def said_flag(said: Sequence[Clause], name: str, about: str, value: bool) -> bool:
    """Whether words speak of a flag, and of its opposite where it is false."""
    words = frozenset([*name.lower().split("_"), *re.findall(r"[\w-]+", about.lower())])
    held = [clause for clause in said if any(bears(one) and meant(one, words) for one in clause.tokens)]
    denied = denies(about) or any(one.marks & NOT for clause in held for one in clause.tokens)
    return bool(held) and (value or denied)


def said_value(task: str, value: Any) -> bool:
    """Whether the words of a task say a value: as it is written, or by words that stand for it."""
    every = tokens(task)
    if isinstance(value, (int, float)):
        return any(one.kind == "number" and one.value == value for one in every) or str(value) in task
    return all(_said_piece(task, piece, every) for piece in pieces(str(value)) if piece)


def _said_piece(task: str, piece: str, every: Sequence[Token]) -> bool:
    if stands(piece, task) or any(code in task.lower() for code in lists()["codes"].get(piece, ())):
        return True
    parts = [told(keys(part)) | {part} for part in piece.lower().replace("_", " ").replace("-", " ").split()]
    return all(any(part & one.keys for one in every) for part in parts)
