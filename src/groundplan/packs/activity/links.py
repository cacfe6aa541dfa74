"""Ids of issues and merge requests in messages and branches; which of them are meant is settled when all is known."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from groundplan.packs.activity.shape import words

KEYED = re.compile(r"(?<![\w-])([A-Za-z][A-Za-z0-9]{0,14})-(\d{1,7})(?![\w-]|\.\d)")
NUMBERED = re.compile(r"(?<![\w/&])#(\d{1,7})\b")
REQUEST = re.compile(r"(?:See merge request [^\s!]*|(?<![\w/]))!(\d{1,7})\b")
SQUASHED = re.compile(r"\(#(\d{1,7})\)\s*$|^Merge pull request #(\d{1,7})\b")
BRANCHED = re.compile(r"(?<![A-Za-z0-9])([A-Za-z][A-Za-z0-9]{0,14})-(\d{1,7})(?![0-9])")


def said_ids(text: str, branch: str = "") -> list[str]:
    """What a text names: `PROJ-12`, `#12` for an issue of its own project, `!34` for a merge request."""
    title = text.partition("\n")[0]
    squashed = {number for match in SQUASHED.finditer(title) for number in match.groups() if number}
    found = [f"{key}-{int(number)}" for key, number in KEYED.findall(text)]
    found += [f"{key.upper()}-{int(number)}" for key, number in BRANCHED.findall(branch)]
    found += [f"#{int(number)}" for number in NUMBERED.findall(text) if number not in squashed]
    found += [f"!{int(number)}" for number in (*REQUEST.findall(text), *squashed)]
    return list(dict.fromkeys(found))


def trackers(said: Iterable[Sequence[str]], known: Iterable[str]) -> set[str]:
    """The letters that name a tracker: those that are known, else those of several issues that name nothing usual."""
    keys = {key.upper() for key in known}
    if keys:
        return keys
    numbers: Counter[str] = Counter()
    for key in {one for ids in said for one in ids if "-" in one and one.partition("-")[0].isupper()}:
        numbers[key.partition("-")[0]] += 1
    usual = set(words()["no_trackers"])
    return {key for key, times in numbers.items() if times > 1 and len(key) > 1 and key not in usual}


def issues_of(said: Sequence[str], project: str, keys: set[str], exact: bool) -> list[str]:
    """The issues among ids: of trackers by their letters, of the project's own by number.

    Letters count in capitals only, unless the tracker is known.
    """
    found = []
    for one in said:
        letters, dash, number = one.partition("-")
        if dash and letters.upper() in keys and (exact or letters.isupper()):
            found.append(f"{letters.upper()}-{number}")
        elif one.startswith("#"):
            found.append(f"{project}{one}")
    return list(dict.fromkeys(found))
