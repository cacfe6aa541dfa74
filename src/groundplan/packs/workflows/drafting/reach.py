"""How somebody is reached: by which field, and whose it is."""

from __future__ import annotations

from collections.abc import Mapping

from groundplan.packs.workflows.drafting.world import Slot


def address(slots: Mapping[str, Slot], reach: str = "email") -> str:
    """The field with somebody's address: one that says no more, or the only one, unless it is that of another."""
    fields = [name for name, slot in slots.items() if slot.reach == reach]
    own = [name for name in fields if not owner_words(slots[name])]
    names = [slot.words for slot in slots.values() if slot.free and any("=title" in word for word in slot.words)]
    if own or len(fields) != 1 or not names:
        return own[0] if own else ""
    whose = owner_words(slots[fields[0]])
    return "" if any(word & said for word in whose for parts in names for said in parts) else fields[0]


def owner_words(slot: Slot) -> tuple[frozenset[str], ...]:
    """Of the field of an address, the words that say whose it is: of `customer_email` the first."""
    return tuple(word for word in slot.words if not word & {"=mail", "=email address", "=phone"})
