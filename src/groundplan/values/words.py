"""Everyday words, which are a value only where they are written as it stands."""

from __future__ import annotations

import json
from pathlib import Path

from groundplan.language.whole import Whole

_LISTS: dict[str, list[str]] = json.loads(Path(__file__).with_name("everyday.json").read_text("utf-8"))
COMMON = frozenset(" ".join(_LISTS["common"]).split())
"""Function words: alone they are a value only where they are written as it stands."""
ASKING = COMMON | frozenset(" ".join(_LISTS["asking"]).split())
"""Words of the question itself: no misspelling, no part and no short form of a value."""


def everyday(word: Whole, shouted: bool) -> bool:
    """Whether it is a function word; `US` in a question that is not all capitals is none."""
    return word.fold in COMMON and (shouted or len(word.text) < 2 or not word.text.isupper())
