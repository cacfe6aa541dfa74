"""figures: numbers and dates that neither the facts nor the question hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from groundplan.packs.knowledge.render.item_text import dated, wordings
from groundplan.packs.knowledge.render.needs import length
from groundplan.packs.knowledge.verify.amounts import Amount, amounts
from groundplan.packs.knowledge.verify.answer_units import Unit
from groundplan.packs.knowledge.verify.known import Known, Said
from groundplan.packs.knowledge.verify.word_forms import data, forms, split


def figures(said: Said, known: Known) -> Iterator[str]:
    """Each one that is not of the item it stands beside; counts of what is listed are the answer's own."""
    made = _counts(known)
    for unit in said.units:
        for amount in amounts(unit.text):
            if is_rest(amount, unit.text):
                continue
            if _miscounted(amount, known):
                yield f"{unit.text[amount.start : amount.end + 16]!r} is a wrong count: {known.shown.total} were found"
                continue
            if _follows(amount, unit, said, known) or _one(amount, known):
                continue
            if not (amount.value in made and _counts_items(amount, unit, said)) and not _length(amount, known):
                yield f"the figure {amount.said!r} in {unit.text[:60]!r} is not in the facts there"


def _miscounted(amount: Amount, known: Known) -> bool:
    """Whether a number before the very noun of the items is no number of them, and no figure of the facts either."""
    nouns = _nouns(known, says=False)
    if amount.value is None or amount.percent or not amount.after & nouns:
        return False
    texts = [text for held in known.held for text in (held.item.name, held.item.text)]
    told = [one for text in (*texts, known.brief.goal) for one in amounts(text)]
    if any(one.value == amount.value and one.after & nouns for one in told):
        return False
    return amount.value not in _counts(known) - {float(known.shown.hidden)} | {float(known.shown.total)}


def _follows(amount: Amount, unit: Unit, said: Said, known: Known) -> bool:
    """Whether the question holds it, or the items it is told of; all items where none is named."""
    scope = _beside(amount, unit, said) or said.scope(unit)
    allowed = [known.asked_amounts, *(known.held[at].amounts for at in scope)] if scope else [known.amounts]
    return any(one.entail(amount) for one in allowed)


def _beside(amount: Amount, unit: Unit, said: Said) -> frozenset[int]:
    """The item behind whose name a figure stands in parentheses: `Телеприём (2017-2019)`."""
    opened = unit.text.rfind("(", 0, amount.start)
    if opened < 0 or ")" in unit.text[opened : amount.start]:
        return frozenset()
    before = [m for m in said.mentions(unit.text) if m.end <= opened and not unit.text[m.end : opened].strip(' »"”')]
    return said.about(before[-1].said) if before else frozenset()


def _counts(known: Known) -> set[float | None]:
    """How many there are: of items, groups, items of a group or of a type, entries of a list."""
    sizes = [len(held) for _, held in known.facts.groups] + [len(known.facts.groups)]
    sizes += [*Counter(held.item.type for held in known.listed()).values()]
    sizes += [known.shown.total, len(known.shown.told), known.shown.hidden]
    sizes += [len(held.item.text.splitlines()) - 1 for held in known.listed()]
    return {float(size) for size in sizes if size > 0}


def _counts_items(amount: Amount, unit: Unit, said: Said) -> bool:
    """Whether a number counts what is listed: no measure follows; beside a single item, a noun for items must."""
    if amount.percent or amount.value is None or amount.after & _units():
        return False
    return len(said.about(unit.text)) != 1 or bool(amount.after & _nouns(said.known))


def _nouns(known: Known, says: bool = True) -> frozenset[str]:
    """How the types of the items are called, by the first word; with `says`, other words for them as well."""
    types = {held.item.type for held in known.listed()}
    said = [kind for name, kind in known.source.domain.types.items() if name in types]
    named = [words for kind in said for words in (*kind.called.values(), *(kind.says.values() if says else ()))]
    return frozenset(form for words in named for word in words for form in forms(word.split()[0]))


@lru_cache
def _units() -> frozenset[str]:
    return frozenset(form for word in data("numbers")["units"] for form in forms(word))


def _one(amount: Amount, known: Known) -> bool:
    """`1` where the facts say `one`."""
    return amount.value == 1 and not amount.percent and bool({*data("numbers")["one"]} & known.words)


def is_rest(amount: Amount, text: str) -> bool:
    """Whether it says how many are left out; whether rightly is a matter of completeness."""
    if amount.value is None or amount.percent:
        return False
    words = split(text)
    before = next((word.forms for word in reversed(words) if word.end <= amount.start), frozenset())
    more = data("numbers")["more"]
    return bool(before & {*more["before"]} or amount.after & {*more["after"]})


def _length(amount: Amount, known: Known) -> bool:
    """Whether it is the length of a period of the facts, where that was asked."""
    if known.plan.info_need != "how_long" or amount.value is None:
        return False
    words = wordings(known.plan.language)
    months = [length(part, words) for held in known.listed() for part in dated(held.item)]
    return any(amount.value in (n, n // 12, n % 12) for n in months if n)
