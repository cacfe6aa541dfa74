"""Words that call several things -> which list they are read from, and the tests that its rows are held to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from groundplan.contracts import REF
from groundplan.language.names import spoken
from groundplan.packs.workflows.catalogue import Operation
from groundplan.packs.workflows.drafting.compared import Test, possessives
from groundplan.packs.workflows.drafting.held import tests_in
from groundplan.packs.workflows.drafting.known import Context, Place, Rows, ref, result
from groundplan.packs.workflows.drafting.words import Token, as_written, extreme, keys
from groundplan.packs.workflows.drafting.world import Slot, Thing, inside, meaning, told
from groundplan.packs.workflows.drafting.written import as_query

_BACK = 5
_WHY = {
    "count": "counts them",
    "sum": "adds them up",
    "average": "takes their average",
    "chosen": "keeps those that are meant",
}


@dataclass(frozen=True)
class Several:
    """Rows that words ask for, before there is a step for them."""

    base: Thing
    """What a row is."""
    called: str
    """The thing that the words call, where they call one; the rows may only name it."""
    listing: Operation
    tests: tuple[Test, ...]
    used: frozenset[int]
    head: int = 0
    """The word that calls the rows."""


@dataclass(frozen=True)
class Extreme:
    """One of several rows: the one with the most or the least of a field."""

    way: Several
    keep: str
    used: frozenset[int]


def head_of(words: Sequence[Token], free: set[int], context: Context) -> int | None:
    """The word that calls several things: behind `all` or `every`, else one in the plural."""
    heads = [at for at in sorted(free) if context.world.heads(words[at])]
    for at in sorted(free):
        if words[at].marks & {"every", "many_of"}:
            head = next((head for head in heads if at < head <= at + _BACK), None)
            while head is not None and head + 1 in heads:
                head += 1  # `repair charges` are charges
            return at if head is None else head
    plural = [at for at in heads if words[at].plural]
    return plural[0] if plural else None


def several(words: Sequence[Token], free: set[int], head: int, context: Context) -> Iterator[Several]:
    """The ways in which the words may be read as rows, the best first: fewest words left over."""
    called = [thing.name for thing in context.world.heads(words[head])]
    ways = [way for base in context.world.things.values() for way in _over(base, called, words, free, head, context)]
    rest = {at for at in free if words[at].kind == "word" and not words[at].idle}
    yield from sorted(ways, key=lambda way: _worse(way, rest, called))


def _worse(way: Several, rest: set[int], called: Sequence[str]) -> tuple[int, bool, int]:
    lent = bool(called) and way.base.name not in called  # rows that only name what is called
    return len(rest - way.used) + lent, lent, len(way.base.slots)


def extreme_of(words: Sequence[Token], free: set[int], names: set[str], context: Context) -> Extreme | None:
    """`the cheapest double room`, `the agent with the fewest open tickets`: one of these, by one of its fields."""
    at = next((at for at in sorted(free) if extreme(words[at])), None)
    group = extreme(words[at]) if at is not None else None
    head = _chosen(words, free, at, context) if at is not None else None
    if at is None or group is None or head is None:
        return None
    called = {thing.name for thing in context.world.heads(words[head])} & names
    if any(one.marks & {"every", "many_of"} for one in words[max(0, head - _BACK) : head]):
        return None
    for base in (context.world.things[name] for name in sorted(called)):
        found = _by_field(words, free, at, group, base)
        if found is None:
            continue
        slot, named = found
        ways = several(words, free - {at, *named}, head, context)
        way = next((way for way in ways if way.base.name == base.name), None)
        if way is not None:
            keep = f"keep 1 by {'lowest ' if group['lowest'] else ''}{slot.name}"
            return Extreme(way, keep, frozenset({at, *named, *way.used}))
    return None


def _chosen(words: Sequence[Token], free: set[int], at: int, context: Context) -> int | None:
    """What is chosen: right behind the word, else before it; of `the sample of this client ...` the sample."""
    heads = [n for n in sorted(free) if context.world.heads(words[n]) and not words[n].plural]
    for n in range(at + 1, min(len(words), at + _BACK)):
        if n in heads:
            return n
        if words[n].idle:
            break
    before = [n for n in heads if n < at]
    head = before[-1] if before else None
    for n in reversed(before[:-1]):
        between = words[n + 1 : head]
        if not all("definite" in one.marks or one.among("genitive", "articles") for one in between):
            break
        head = n
    return head


def _by_field(
    words: Sequence[Token], free: set[int], at: int, group: Mapping[str, Any], base: Thing
) -> tuple[Slot, set[int]] | None:
    """The field that is meant: the one that the words name, else the one that the word itself tells."""
    days = "date" in group.get("of", ())
    slots = [slot for slot in base.slots.values() if (slot.dated if days else slot.numeric)]
    rest = sorted(free - {at}, key=lambda n: (n < at, abs(n - at)))  # what follows goes before
    said = {
        slot.name: [next((n for n in rest if _says(words[n], word)), None) for word in slot.words] for slot in slots
    }
    whole = {name: {n for n in found if n is not None} for name, found in said.items() if None not in found}
    most = max(map(len, whole.values()), default=0)
    named = [name for name, found in whole.items() if len(found) == most]
    if len(named) == 1:
        return base.slots[named[0]], whole[named[0]]
    meant = frozenset(key for word in group.get("of", ()) for key in told(keys(word)))
    like = [slot for slot in slots if any(meant & word for word in slot.words)]
    like = like or (slots if days or not meant else [])  # `the largest venue`: by the only figure that it has
    return (like[0], set()) if len(like) == 1 and not named else None


def _says(one: Token, word: frozenset[str]) -> bool:
    return one.kind == "word" and bool(told(one.keys) & word)


def _over(
    base: Thing, called: list[str], words: Sequence[Token], free: set[int], head: int, context: Context
) -> Iterator[Several]:
    if not base.lists:
        return
    own = base.name in called
    leads = [name for name in called if name != base.name and any(slot.refers == name for slot in base.slots.values())]
    if called and not own and not leads:
        return
    met = list(context.met)
    many = words[head].plural or any(
        words[at].marks & {"every", "many_of"} for at in range(max(0, head - _BACK), head + 1)
    )
    found = tests_in(words, free, base, context, head if own or (called and many) else None)
    context.met = met
    if any(at not in found.used for at in possessives(words, head)):
        return  # whose they are is not known, and all there are were too many
    if _united(words, set(found.used), head):
        return  # `premium contacts and customers` are both, which one list with both tests is not
    used = set(found.used) | {head} | _told_by(base, words, free - found.used)
    if not called and not found.tests:
        return
    listing = _listing(base, found.tests, context)
    if listing is not None:
        yield Several(
            base,
            base.name if own else leads[0] if leads else base.name,
            listing,
            tuple(found.tests),
            frozenset(used),
            head,
        )


def _united(words: Sequence[Token], used: set[int], head: int) -> bool:
    """Whether `and` joins two kinds of rows, where a list can only hold what is both."""
    both = used | {head}
    ands = [at for at, one in enumerate(words) if "and" in one.marks and min(both) < at < max(both)]
    following = [next((n for n in range(at + 1, len(words)) if not words[n].idle), None) for at in ands]
    return any(n in both and words[n].plural for n in following if n is not None)


def _told_by(base: Thing, words: Sequence[Token], free: set[int]) -> set[int]:
    """Words that say what a row is: `registered` of registrations, `absent` where the book of attendance is read."""
    known = [*base.words, *(word for one in base.lists for word in _summary(one))]
    return {at for at in free if words[at].kind == "word" and any(told(words[at].keys) & word for word in known)}


def _summary(listing: Operation) -> tuple[frozenset[str], ...]:
    return meaning(listing.told)


def _listing(base: Thing, tests: Sequence[Test], context: Context) -> Operation | None:
    """A list whose required arguments the tests give."""
    held = {test.slot for test in tests if test.op == "="}
    handed = {one.name for one in context.given}
    fits = [
        one
        for one in base.lists
        if all(name in held or name in handed for name, argument in one.arguments.items() if argument.required)
    ]
    return max(fits, key=lambda one: len(held & set(one.arguments)), default=None)


def listed(
    way: Several, context: Context, said: Sequence[Place], query: str = "", *, one: bool = False, distinct: str = "",
    keep: str = "",
) -> Rows:  # fmt: skip
    """The steps that read the rows: the list with the filters that it has, and what is left as a query.

    With `query` (`sum(amount)`, `count`), its figure is the query's; with `one`, its only row is wanted;
    with `distinct` each value of a field once; `keep` tells which of the rows is meant.
    """
    args: dict[str, Any] = {}
    rest: list[Test] = []
    for test in way.tests:
        argument = way.listing.arguments.get(test.slot)
        if argument is not None and test.op == "=" and test.slot not in args:
            args[test.slot] = test.value
        else:
            rest.append(test)
    for name, argument in way.listing.arguments.items():
        if argument.required and name not in args:
            args[name] = ref("inputs", name)
    named = [part for part in spoken(way.listing.name).split() if part not in as_written("listing")]
    plural = "_".join(named or [spoken(way.base.name).replace(" ", "_")])
    step = context.steps.add(
        f"list_{plural}", way.listing.name, args, why=f"reads the {plural.replace('_', ' ')}", said=said
    )
    rows = ref(result(step, way.listing))
    if rest or query or one or distinct or keep:
        asked = query or (f"count by {distinct}" if distinct else "")
        step = _selected(way, rows, rest, asked, context, said, keep)
        rows = ref(step, "rows")
    return Rows(way.base, rows, step)


def _selected(
    way: Several, rows: dict[str, str], rest: Sequence[Test], query: str, context: Context, said: Sequence[Place],
    keep: str = "",
) -> str:  # fmt: skip
    where, beside = as_query(rest)
    text = f"rows:{f' {query}' if query else ''}{f' where {where}' if where else ''}{f' {keep}' if keep else ''}"
    if " by " in query:
        query = ""
    args: dict[str, Any] = {"rows": rows, "of": ".".join((way.listing.name, *inside(way.listing))), "query": text}
    if beside:
        args["given"] = beside
    name = query.partition("(")[0] or "chosen"
    why = _WHY[name]
    return context.steps.add(name, "select", args, why=why, said=said)


def source_of(rows: Rows) -> str:
    """Where the rows stand."""
    return str(rows.ref[REF])
