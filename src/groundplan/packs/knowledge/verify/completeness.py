"""completeness: items that were found and are not told, and a wrong number of those left out."""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.packs.knowledge.verify.amounts import amounts
from groundplan.packs.knowledge.verify.figures import is_rest
from groundplan.packs.knowledge.verify.known import Known, Said


def completeness(said: Said, known: Known) -> Iterator[str]:
    """Every item up to the limit, by title, alias or most of its words; then how many more there are."""
    if known.plan.info_need == "yes_no" or not known.shown.told:
        return
    told = frozenset().union(*(said.about(unit.text) for unit in said.units))
    wanted = set(known.shown.told)
    for at, held in enumerate(known.held):
        if held.item in wanted and at not in told:
            wanted.discard(held.item)
            yield f"the item {held.item.name!r} is missing"
    yield from _rest(said, known)


def _rest(said: Said, known: Known) -> Iterator[str]:
    """The line about the rest: there where it must be, with the right number, and nowhere else."""
    found = [amount for unit in said.units for amount in amounts(unit.text) if is_rest(amount, unit.text)]
    hidden = known.shown.hidden
    if hidden and not any(amount.value == hidden for amount in found):
        yield f"it must say that there are {hidden} more"
    for amount in found:
        if amount.value != hidden and not known.amounts.entail(amount):
            yield f"{amount.said!r} more is wrong: {hidden} more were found" if hidden else "there are no more items"
