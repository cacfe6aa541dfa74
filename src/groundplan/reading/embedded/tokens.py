"""Words to wordpieces: one vocabulary for questions, headers and cells."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from groundplan.embed.wordpieces import wordpieces

CLS, SEP, COLUMN, CELL, BEFORE = "[CLS]", "[SEP]", "[unused1]", "[unused2]", "[unused3]"


class Tokens:
    """The tokenizer of the trunk, a word at a time."""

    def __init__(self, file: Path) -> None:
        self._tokenizer = wordpieces(file)
        self.cls, self.sep, self.column, self.cell, self.before = (
            int(self._tokenizer.token_to_id(name) or 0) for name in (CLS, SEP, COLUMN, CELL, BEFORE)
        )
        self.of = lru_cache(maxsize=100_000)(self._of)

    def _of(self, word: str) -> tuple[int, ...]:
        """The pieces of a word; never empty for a word that has a visible letter."""
        clean = word.encode("utf-8", "replace").decode("utf-8")
        return tuple(self._tokenizer.encode(clean, add_special_tokens=False).ids)
