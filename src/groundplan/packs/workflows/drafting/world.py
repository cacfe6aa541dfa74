"""A catalogue as tasks speak of it: things, their fields, what leads to what, what can be done with them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from groundplan.language.names import spoken
from groundplan.language.stems import stem
from groundplan.packs.workflows.catalogue import Operation, Shape
from groundplan.packs.workflows.drafting.naming import called_by, verb_first
from groundplan.packs.workflows.drafting.words import Token, keys, lists, tokens

_ID = frozenset({"id", "key", "code", "uuid"})
_FAR = 2
"""How many things a path leads through at most."""


def told(keys_of: Iterable[str]) -> frozenset[str]:
    """Keys without those of verbs: what is left names things."""
    return frozenset(key for key in keys_of if not key.startswith(("v:", "t:")))


def meaning(text: str) -> tuple[frozenset[str], ...]:
    """What each word of a description may stand for, idle ones left out."""
    return tuple(told(one.keys) for one in tokens(text) if one.kind == "word" and one.keys and not one.idle)


@dataclass(frozen=True)
class Slot:
    """A field of a thing, or an argument of an operation, as words may speak of it."""

    name: str
    shape: Shape
    refers: str = ""
    """The thing that its value names."""
    required: bool = False

    @cached_property
    def words(self) -> tuple[frozenset[str], ...]:
        """Of its name, without `id`."""
        parts = [part for part in spoken(self.name).split() if part not in _ID] or [self.name]
        bearing = [part for part in parts if not all(one.idle for one in tokens(part))]  # of `due_on` the first
        return tuple(told(keys(part)) for part in bearing or parts)

    @cached_property
    def about(self) -> tuple[frozenset[str], ...]:
        """Of its description."""
        return meaning(self.shape.about)

    @cached_property
    def choices(self) -> Mapping[str, tuple[frozenset[str], ...]]:
        """Each value that it may have, with what its words may stand for."""
        return {str(one): _choice(str(one)) for one in self.shape.choices}

    @cached_property
    def reach(self) -> str:
        """How somebody is reached by what it holds: `email` or `phone`; empty: not at all."""
        if self.refers or self.shape.type not in ("string", "any"):
            return ""
        return "email" if self.shape.format == "email" else "phone" if "=phone" in self.words[-1] else ""

    @property
    def free(self) -> bool:
        """Whether any text may stand there."""
        return self.shape.type == "string" and not self.shape.choices and not self.shape.format and not self.refers

    @property
    def numeric(self) -> bool:
        """Whether it holds a number."""
        return self.shape.type in ("number", "integer")

    @property
    def dated(self) -> bool:
        """Whether it holds a day."""
        return self.shape.format in ("date", "date-time")


def _choice(value: str) -> tuple[frozenset[str], ...]:
    codes = lists()["codes"]
    extra = frozenset({f"code:{value}"}) if value in codes else frozenset()
    said = [one for one in tokens(spoken(value)) if one.kind != "sign"]
    first = next((at for at, one in enumerate(said) if not one.idle), 0)  # of `on hold` the second says it
    return tuple(told(one.keys) | _spelled(one) | extra for one in said[first:])


def _spelled(one: Token) -> frozenset[str]:
    """A value that is written like a number or a code stands for itself."""
    return frozenset() if one.keys else frozenset({one.text.lower()})


@dataclass(frozen=True)
class Thing:
    """A kind of thing that operations give."""

    name: str
    words: tuple[frozenset[str], ...]
    about: tuple[frozenset[str], ...]
    slots: Mapping[str, Slot]
    described: str = ""
    aliases: frozenset[str] = frozenset()
    """Other words for it, from what is said of it: `An excursion.`"""
    one: Operation | None = None
    """Gives one by what tells it apart."""
    lists: tuple[Operation, ...] = ()
    key: str = "id"

    @property
    def said(self) -> tuple[Token, ...]:
        """The words of its description."""
        return tokens(self.described)

    @property
    def head(self) -> frozenset[str]:
        """The word that it is called by: of `email template` the last."""
        return self.words[-1] | self.aliases

    @property
    def named(self) -> str:
        """The field by which people call it."""
        return next((name for name in ("name", "title") if name in self.slots), "")


@dataclass(frozen=True)
class Doing:
    """An operation that changes something, as tasks ask for it."""

    operation: Operation
    slots: Mapping[str, Slot]
    verbs: frozenset[str]
    """Groups of the verbs that it is described by."""
    words: tuple[frozenset[str], ...]
    """Of its name and summary."""
    kind: str
    """`creating`, `updating`, `deleting` or `acting`."""
    of: str
    """The thing that it is done to: the last one that its path names."""
    gives: str
    lead: frozenset[str] = frozenset()
    """The verbs that its name and its summary begin with."""

    @property
    def name(self) -> str:
        """Of the operation."""
        return self.operation.name


@dataclass(frozen=True)
class World:
    """All of one catalogue."""

    operations: Mapping[str, Operation]
    things: Mapping[str, Thing] = field(default_factory=dict)
    doings: Mapping[str, Doing] = field(default_factory=dict)

    @cached_property
    def verbs(self) -> frozenset[str]:
        """The stems of the words that its operations are called by."""
        nouns = self.nouns
        return frozenset(stem(first) for name in self.operations if (first := called_by(name, nouns))) - nouns

    @cached_property
    def nouns(self) -> frozenset[str]:
        """The keys of what its things are called."""
        return frozenset(key for thing in self.things.values() for key in thing.head)

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All that the words of names, values and descriptions may stand for."""
        held = [one.slots for one in self.things.values()] + [one.slots for one in self.doings.values()]
        slots = [slot for one in held for slot in one.values()]
        said = [word for slot in slots for word in (*slot.words, *slot.about)]
        said += [part for slot in slots for parts in slot.choices.values() for part in parts]
        said += [word for doing in self.doings.values() for word in doing.words]
        said += [word for thing in self.things.values() for word in (*thing.words, *thing.about)]
        return frozenset(key for word in said for key in word)

    def heads(self, token: Token) -> tuple[Thing, ...]:
        """The things that a word may call."""
        said = told(token.keys)
        return tuple(thing for thing in self.things.values() if token.kind == "word" and thing.head & said)

    def path(self, start: str, goal: str) -> tuple[str, ...] | None:
        """The fields that lead from a thing to another by the one shortest way; None: there is no way, or several."""
        if start == goal:
            return ()
        ways: list[tuple[str, tuple[str, ...]]] = [(start, ())]
        for _ in range(_FAR):
            ways = [
                (slot.refers, (*way, slot.name))
                for at, way in ways
                for slot in self.things[at].slots.values()
                if slot.refers in self.things and (not way or self.things[at].one)
            ]
            found = [way for at, way in ways if at == goal]
            if found:
                return found[0] if len(found) == 1 else None
        return None

    def alike(self, value: str, thing: str) -> bool:
        """Whether an id is written as the example of one: `such as tpl-welcome`."""
        slot = self.things[thing].slots.get(self.things[thing].key)
        start, dash, _ = value.partition("-")
        examples = slot.shape.about.split() if slot and dash else []
        return any(part.strip(".,").startswith(f"{start}-") for part in examples)

    def refers(self, name: str, about: str = "") -> str:
        """The thing whose id stands under a name: `contact_id`, `from_user`; `owner_id` by what is said of it."""
        found = _refers(name, about, self.things)
        if own := next((thing.name for thing in self.things.values() if thing.key == name != "id"), ""):
            return own
        same = [slot.refers for thing in self.things.values() for slot in thing.slots.values() if slot.name == name]
        return next((one for one in same if one), found)


def world(operations: Mapping[str, Operation]) -> World:
    """Everything that the operations of a catalogue speak of."""
    bare = dict(_things(operations))
    own = {thing.key: name for name, thing in bare.items() if thing.key != "id"}  # `sku`, wherever it stands
    known = own | {
        slot.name: slot.refers
        for thing in bare.values()
        for slot in _slots(thing.slots.values(), bare, own, own=thing.key)
        if slot.refers
    }
    things = {
        name: Thing(
            name, thing.words, thing.about,
            {one.name: one for one in _slots(thing.slots.values(), bare, known, own=thing.key)},
            thing.described, _aliases(name, bare), thing.one, thing.lists, thing.key,
        )
        for name, thing in bare.items()
    }  # fmt: skip
    doings = {name: _doing(one, things, known) for name, one in operations.items() if one.writes}
    return World(operations, things, doings)


# ------------------------------------------------------------------ things


def _things(operations: Mapping[str, Operation]) -> Iterator[tuple[str, Thing]]:
    shapes: dict[str, Shape] = {}
    ones: dict[str, Operation] = {}
    many: dict[str, list[Operation]] = {}
    for operation in operations.values():
        shape = operation.returns.at(inside(operation)) or operation.returns
        entry = shape.items if shape.type == "array" and shape.items else shape
        if not entry.fields or (operation.writes and not entry.called):
            continue
        name = entry.called or spoken(operation.name).split()[-1].title()
        shapes.setdefault(name, entry)
        if operation.writes:
            continue
        must = [given for given, argument in operation.arguments.items() if argument.required]
        if shape.type == "array":
            many.setdefault(name, []).append(operation)
        elif len(must) == 1:
            ones.setdefault(name, operation)
    named = frozenset(one for operation in operations.values() for one in operation.arguments)
    for name, shape in shapes.items():
        key = _key(shape, ones.get(name), named)
        if name not in ones and name not in many and key not in shape.fields:
            continue
        slots = {
            field_name: Slot(field_name, inner, required=field_name in shape.required)
            for field_name, inner in shape.fields.items()
        }
        words = tuple(told(keys(part)) for part in spoken(name).split())
        listing = tuple(many.get(name, ()))
        yield (
            name,
            Thing(name, words, meaning(shape.about), slots, shape.about, one=ones.get(name), lists=listing, key=key),
        )


def _aliases(name: str, things: Mapping[str, Thing]) -> frozenset[str]:
    """The noun that a description begins with, and those behind `or`: of `A parent or guardian` both."""
    others = frozenset(key for other, thing in things.items() if other != name for key in thing.words[-1])
    first, *rest = [*_opening(things[name]), None][:3]
    return (
        frozenset()
        if first is None
        else frozenset(key for word in (first, *rest) if word for key in word if not word & others)
    )


def _opening(thing: Thing) -> Iterator[frozenset[str]]:
    said = thing.said
    if not said or said[0].text.lower() not in ("a", "an"):
        return
    run: list[Token] = []
    for one in said[1:]:
        if one.kind == "word" and not one.idle and not one.text.lower().endswith(("ed", "ing")):
            run.append(one)
        elif "or" in one.marks and run:
            yield told(run[-1].keys)
            run = []
        else:
            break
    if run:
        yield told(run[-1].keys)


def inside(operation: Operation) -> tuple[str, ...]:
    """Where the record or the list stands in an answer that only wraps it: `{"data": {...}}`."""
    shape = operation.returns
    held = {name: one for name, one in shape.fields.items() if one.type in ("object", "array")}
    wrapped = [name for name, one in held.items() if (one.items or one).called] or list(held)
    only = shape.type == "object" and len(held) == len(shape.fields)
    return (wrapped[0],) if only and len(wrapped) == 1 and (held[wrapped[0]].items or held[wrapped[0]]).fields else ()


def _key(shape: Shape, one: Operation | None, named: frozenset[str]) -> str:
    """What tells one from another: `id`, what it is fetched by, else the first field that operations are given."""
    given = next((name for name, argument in one.arguments.items() if argument.required), "") if one else ""
    known = next((name for name in ("id", given) if name in shape.fields), "")
    first, own = next(iter(shape.fields), ""), keys(spoken(shape.called).split()[-1]) if shape.called else frozenset()
    ours = bool(own & keys(spoken(first).split()[0])) if first in named else False
    return known or (first if ours and len(spoken(first).split()) > 1 else "id")


def _slots(
    slots: Iterable[Slot], things: Mapping[str, Thing], known: Mapping[str, str], own: str = ""
) -> Iterator[Slot]:
    for slot in slots:
        idle = (
            slot.name == own
            or slot.shape.type not in ("string", "integer", "any")
            or slot.shape.choices
            or slot.shape.format
        )
        named = spoken(slot.name).split()[-1] in _ID or slot.name in known
        refers = "" if idle or not named else known.get(slot.name) or _refers(slot.name, slot.shape.about, things)
        yield Slot(slot.name, slot.shape, refers, slot.required)


def _refers(name: str, about: str, things: Mapping[str, Thing]) -> str:
    parts = [part for part in spoken(name).split() if part not in _ID]
    said = [told(keys(part)) for part in parts[-2:]]
    best = [thing.name for thing in things.values() if said and thing.head & said[-1]]
    if len(best) > 1:  # `mailing list`, `list member`: as many words as can be
        full = [
            n
            for n in best
            if len(things[n].words) == len(said) and all(a & b for a, b in zip(things[n].words, said, strict=True))
        ]
        best = full or [n for n in best if len(things[n].words) == 1] or best
    if len(best) == 1:
        return best[0]
    told_of = [thing.name for word in meaning(about) for thing in things.values() if thing.head & word]
    return told_of[0] if told_of else ""


# ------------------------------------------------------------------ what can be done


def _doing(operation: Operation, things: Mapping[str, Thing], known: Mapping[str, str]) -> Doing:
    slots = [Slot(name, one.shape, required=one.required) for name, one in operation.arguments.items()]
    found = {slot.name: slot for slot in _slots(slots, things, known)}
    nouns = frozenset(key for thing in things.values() for key in thing.head)
    name, summary = verb_first(operation.name, nouns), tokens(operation.told)
    verbs = frozenset(group for one in (*name[:1], *_telling(summary)) for group in one.own_verbs)
    lead = frozenset(group for one in (*name[:1], *summary[:1]) for group in one.own_verbs)
    if called := called_by(operation.name, nouns):  # whatever it is called by is a verb here
        lead |= frozenset({stem(called)})
    in_path = [found[n].refers for n, one in operation.arguments.items() if one.place == "path" and found[n].refers]
    shape = operation.returns.at(inside(operation)) or operation.returns
    gives = shape.called if shape.called in things else ""
    of = in_path[-1] if in_path else gives
    words = tuple(_named(one) for one in (*name, *summary) if one.kind == "word" and not one.idle)
    return Doing(operation, found, verbs, words, _kind(operation, bool(in_path), lead), of, gives, lead)


def _named(one: Token) -> frozenset[str]:
    """What a word names; a verb of two words also what is done by it: `check-in`."""
    phrase = next((verb for verb in one.own_verbs if " " in verb), "")
    return told(keys(phrase.replace(" ", "-"))) - set(map(stem, phrase.split())) if phrase else told(one.keys)


def _telling(summary: tuple[Token, ...]) -> Iterator[Token]:
    """The verbs of a description: at its beginning, behind a sign or `or`; not the noun in `cancel a booking`."""
    for at, one in enumerate(summary):
        before = summary[at - 1] if at else None
        if before is None or before.kind == "sign" or before.marks & {"or", "and"} or before.among("made"):
            yield one


def _kind(operation: Operation, placed: bool, lead: frozenset[str]) -> str:
    method = operation.method.upper()
    if method == "DELETE" or "delete" in lead:
        return "deleting"
    if method in ("PATCH", "PUT") or "change" in lead:
        return "updating"
    return "creating" if method == "POST" and (not placed or "create" in lead) else "acting"
