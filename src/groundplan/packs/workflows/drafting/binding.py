"""A clause and an operation -> the operation's arguments, read from the words, and the words that are left over."""

from __future__ import annotations

from groundplan.language.names import spoken
from groundplan.packs.workflows.drafting.compared import COMPARES
from groundplan.packs.workflows.drafting.filling import Bound, Filling
from groundplan.packs.workflows.drafting.from_rows import rows
from groundplan.packs.workflows.drafting.from_things import extremes, fields_of_things, receivers, things
from groundplan.packs.workflows.drafting.from_values import choices, handed, numbers
from groundplan.packs.workflows.drafting.from_words import assigned, bare, codes, literals, names, reasons
from groundplan.packs.workflows.drafting.known import Context, ref
from groundplan.packs.workflows.drafting.naming import called_by
from groundplan.packs.workflows.drafting.words import Token, lists
from groundplan.packs.workflows.drafting.world import Doing

_QUANTITIES = frozenset({"every", "many_of", "except", "negation", "missing", *COMPARES})
_FAR = 5
"""Words between `all` and what it is said of."""
_LEAD, _SAID, _NAMED, _KIND = 1.0, 0.9, 0.8, 0.5
"""How well a verb fits: the operation begins with it, is described by it, named after it, of a kind that fits."""
_ORDER = (
    reasons, codes, literals, assigned, bare, extremes, rows, receivers, things,
    choices, numbers, handed, fields_of_things, names,
)  # fmt: skip
"""From the surest words to the least: what one has taken no other reads again."""


def bound(words: tuple[Token, ...], doing: Doing, context: Context) -> Bound | None:
    """The operation as these words ask for it; None: its verb is another one."""
    fill = Filling(words, doing, context.fork())
    if not verb(fill):
        return None
    for read in _ORDER:
        read(fill)
    needed(fill)
    rest(fill)
    return fill.out


def verb(fill: Filling) -> bool:
    """Whether a verb of the clause may ask for the operation."""
    fits: dict[int, float] = {}
    for at, one in enumerate(fill.words):
        if set(one.verbs) & fill.doing.lead:
            fits[at] = _LEAD
        elif set(one.verbs) & fill.doing.verbs:
            fits[at] = _SAID
    first = next((at for at, one in enumerate(fill.words) if one.command or (one.verbs and not one.finite)), None)
    if not fits and first is not None:
        if (
            called_by(fill.doing.name, fill.world.nouns)
            and fill.words[first].text.lower() in spoken(fill.doing.name).split()
        ):
            fits[first] = _NAMED
        elif _of_kind(fill, first):
            fits[first] = _KIND
    fill.out.fit = max(fits.values(), default=0.0)
    main = next((at for at, one in enumerate(fill.words) if one.command), None)
    if (
        main is None
        and fill.words[0].verbs
        and fill.words[0].text.isascii()
        and not fill.words[0].text.lower().endswith(("ed", "ing"))
    ):
        main = 0
    if main is not None and main not in fits:
        fill.barred.add(main)
    if fits:  # the same word further on is a noun: `send them the mail`
        best = [at for at in fits if fits[at] == fill.out.fit]
        fill.verb = min(best, key=lambda at: (not fill.words[at].command, fill.words[at].finite, at))
        fill.used.add(fill.verb)
    return bool(fits)


def _of_kind(fill: Filling, at: int) -> bool:
    """Whether a verb asks for operations of this kind, or leaves it to a noun that names this one."""
    if set(fill.words[at].verbs) & set(lists().get(fill.doing.kind, ())):
        made = fill.world.things[fill.doing.gives].words if fill.doing.gives else ()
        told = any(fill.says(n, *made, *_done(fill)) for n in fill.free() if n != at)
        return fill.doing.kind != "creating" or told  # who makes something says what
    return "light" in fill.words[at].marks and any(fill.says(n, *_done(fill)) for n in fill.free() if n > at)


def _done(fill: Filling) -> list[frozenset[str]]:
    """What the operation does, as a noun: `make a cancellation`, `register the arrival`."""
    heads = frozenset(key for thing in fill.world.things.values() for key in thing.head)
    return [word for word in fill.doing.words if not word & heads]


def needed(fill: Filling) -> None:
    """What must be given and no word says: an input of the same name; else it is missing."""
    for slot in fill.open_slots():
        if not slot.required:
            continue
        same = next((one for one in fill.context.given if one.name == slot.name), None)
        if same is not None:
            fill.bind(slot, same.ref, *(at for at in fill.free() if same.said_by(fill.words[at])))
        else:
            fill.out.missing.append(slot.name)
    _content(fill)


def _content(fill: Filling) -> None:
    """A change that changes nothing, a message that says nothing: something was not said."""
    ids = {name for name, slot in fill.doing.slots.items() if slot.refers or slot.required}
    more = set(fill.args) - ids
    optional = [name for name, slot in fill.doing.slots.items() if not slot.required]
    if fill.doing.kind == "updating" and optional and not set(fill.args) & set(optional):
        fill.out.missing.append(" or ".join(optional))
    texts = [name for name in optional if name in lists()["contents"] or "template" in name]
    if (
        texts
        and not set(fill.args) & set(texts)
        and not any(one in lists()["contents"] for one in fill.args)
        and not more
    ):
        fill.out.missing.append(" or ".join(texts))


def rest(fill: Filling) -> None:
    """Words that say again what the operation or an argument is; all others are unread."""
    loop = fill.out.loop
    bound_slots = [fill.doing.slots[name] for name in fill.args]
    known = [*fill.doing.words, *(word for slot in bound_slots for word in (*slot.words, *slot.about))]
    own = [*fill.doing.words, *(word for slot in bound_slots for word in slot.words)]
    known += [*loop.base.words, *loop.base.about] if loop else []
    known += [
        word
        for name in (*fill.through, *(slot.refers for slot in bound_slots))
        if name
        for word in fill.world.things[name].about
    ]
    gone = {given.name for given in fill.context.given if ref("inputs", given.name) in list(fill.args.values())}
    for at, one in enumerate(fill.words):
        if at in fill.used or one.kind == "sign":
            continue
        if at in fill.barred:
            fill.out.unread.append(at)
            continue
        if loop and "every" in one.marks and not loop.head - _FAR <= at <= loop.head:
            fill.out.unread.append(at)  # a second `all`
            continue
        quantity = one.marks & _QUANTITIES
        if (quantity and not (loop and one.marks & {"every", "many_of"})) or one.kind != "word":
            fill.out.unread.append(at)
        elif quantity:
            fill.used.add(at)
        elif one.idle:
            if _left_out(fill, at):
                fill.out.unread.append(at)
        elif _unbound(fill, at) or (loop and at > loop.head and at > fill.verb and _valued(fill, at)):
            fill.out.unread.append(at)
        elif _day_bound(fill, at) or (
            set(one.verbs) & fill.doing.verbs
            or (fill.says(at, *known) and not (one.among("spells") and not fill.says(at, *own)))
            or any(given.said_by(one) for given in fill.context.given if given.name in gone)
        ):
            fill.used.add(at)
        elif "persons" not in one.marks and not ("then" in one.marks and at <= 1):
            fill.out.unread.append(at)


def _day_bound(fill: Filling, at: int) -> bool:
    """`from the given day to the given day`: words for days all of which were taken."""
    days = [one for one in fill.context.given if one.dated]
    pointed = at > 0 and "definite" in fill.words[at - 1].marks and "=date" in fill.words[at].keys
    return pointed and bool(days) and all(one.ref in fill.args.values() for one in days)


def _valued(fill: Filling, at: int) -> bool:
    """Whether a word is a value of a closed set of the rows: it holds them to something."""
    slots = fill.out.loop.base.slots.values() if fill.out.loop else ()
    return any(fill.says(at, *parts) for slot in slots for parts in slot.choices.values() if len(parts) == 1)


def _left_out(fill: Filling, at: int) -> bool:
    """`who has applied for it`: a word within what calls the rows that holds them to something, and was not read."""
    loop, one = fill.out.loop, fill.words[at]
    behind = loop is not None and loop.head < at and not any(word.kind == "literal" for word in fill.words[:at])
    return behind and one.among("objects") and fill.words[at - 1].among("genitive", "for") and at > fill.verb


def _unbound(fill: Filling, at: int) -> bool:
    """A word for a thing that the caller hands over, which no argument and no test was read from: it would be lost."""
    inputs = [given for thing in fill.world.heads(fill.words[at]) for given in fill.context.inputs_of(thing.name)]
    read = [*fill.args.values(), *(test.value for test in (fill.out.loop.tests if fill.out.loop else ()))]
    return bool(inputs) and not any(given.ref in read for given in inputs) and fill.doing.gives != inputs[0].thing
