"""Identities of several sources -> people: all names and addresses of one put together, each merge with its reason."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from groundplan.packs.activity.shape import words

SHARED = 3
"""An address that so many names write under is nobody's own."""


@dataclass(frozen=True)
class Identity:
    """A person as one source knows them."""

    id: str
    name: str
    email: str = ""
    username: str = ""
    bot: bool = False
    origin: int = 0
    """Which mirror it is from."""
    times: int = 1
    """How often it stands there."""


@dataclass(frozen=True)
class Person:
    """One of whom all names are known."""

    id: str
    name: str
    aliases: tuple[str, ...]
    username: str
    email: str
    bot: bool


def people(found: Sequence[Identity]) -> tuple[list[Person], dict[str, str]]:
    """The people, and by the id of each identity the id of its person."""
    groups = _Groups(found)
    for same in _alike(found, lambda one: one.email.casefold()):
        if len({plain(one.name) for one in same}) < SHARED:
            groups.join(same)
    for same in _alike(found, lambda one: plain(one.name) if " " in plain(one.name) else ""):
        groups.join(same, careful=True)
    for same in _alike(found, lambda one: (one.username or _local(one.email)).casefold()):
        if any(one.username for one in same) and _one_company(same):
            groups.join(same, careful=True)
    made = [_person(group) for group in groups.all()]
    times = Counter(one.name for one in made)
    told = [_told_apart(one) if times[one.name] > 1 else one for one in made]
    return told, {one.id: person.id for person, group in zip(told, groups.all(), strict=True) for one in group}


def plain(name: str) -> str:
    """A name without case, accents and points, so that the ways in which it is typed are one."""
    bare = "".join(c for c in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(c))
    return " ".join(re.sub(r"[._,]+", " ", bare.replace("ё", "е")).split())


def is_bot(one: Identity) -> bool:
    """Whether a source says so, or the name or the address does."""
    said = (one.name, one.email, one.username, _local(one.email))
    return one.bot or any(re.search(form, text, re.I) for form in words()["bots"] for text in said if text)


class _Groups:
    """Which identities are one person's so far."""

    def __init__(self, found: Sequence[Identity]) -> None:
        self._of = {one.id: [one] for one in found}

    def join(self, same: Sequence[Identity], careful: bool = False) -> None:
        """One group of several; `careful`: not where a source knows two accounts of them."""
        first = same[0]
        for other in same[1:]:
            here, there = self._of[first.id], self._of[other.id]
            if here is there or (careful and _two_accounts([*here, *there])):
                continue
            here += [one for one in there if one not in here]
            for one in there:
                self._of[one.id] = here

    def all(self) -> list[list[Identity]]:
        """Each group once, in the order of their first."""
        return list({id(group): group for group in self._of.values()}.values())


def _alike(found: Iterable[Identity], by: object) -> list[list[Identity]]:
    groups: dict[str, list[Identity]] = {}
    for one in found:
        key = by(one)  # type: ignore[operator]
        if key:
            groups.setdefault(key, []).append(one)
    return [group for group in groups.values() if len(group) > 1]


def _two_accounts(group: Sequence[Identity]) -> bool:
    accounts: dict[int, set[str]] = {}
    for one in group:
        if one.username:
            accounts.setdefault(one.origin, set()).add(one.username)
    return any(len(names) > 1 for names in accounts.values())


def _one_company(same: Sequence[Identity]) -> bool:
    """Accounts and addresses of one name; addresses of two places say little."""
    return len({one.email.rpartition("@")[2].casefold() for one in same if one.email}) <= 1


def _local(email: str) -> str:
    return email.partition("@")[0]


def _person(group: Sequence[Identity]) -> Person:
    def rank(one: Identity) -> tuple[bool, bool, int, str]:
        return (not one.username, " " not in one.name, -one.times, one.name)

    best = min(group, key=rank)
    said: Mapping[str, None] = dict.fromkeys(
        text for one in group for text in (one.name, one.username, one.email) if text and text != best.name
    )
    return Person(
        id=best.name,
        name=best.name,
        aliases=tuple(said),
        username=next((one.username for one in group if one.username), ""),
        email=next((one.email for one in sorted(group, key=rank) if one.email), ""),
        bot=any(map(is_bot, group)),
    )


def _told_apart(one: Person) -> Person:
    name = f"{one.name} ({one.username or one.email})"
    return Person(name, name, (one.name, *one.aliases), one.username, one.email, one.bot)
