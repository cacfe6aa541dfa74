"""A clause and an operation -> the operation's arguments, bound from the words, and the words that nothing was read from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from groundplan.packs.workflows.catalogue import RESULT
from groundplan.packs.workflows.drafting.held import Test
from groundplan.packs.workflows.drafting.known import Context, Given, Known, Place, ref
from groundplan.packs.workflows.drafting.sets import Several, head_of, listed, several
from groundplan.packs.workflows.drafting.words import Token, lists
from groundplan.packs.workflows.drafting.world import Doing, Slot, Thing, told

_NEAR = 3
_LABEL = 9
_FAR = 5
"""Words between `all` and what it is said of."""
_LEAD, _SAID, _NAMED, _KIND = 1.0, 0.9, 0.8, 0.5
"""How well a verb fits: the operation begins with it, is described by it, is named after it, is of the kind that it may ask for."""
_APART = frozenset({"to", "into", "for", "from", "with", "without", "на", "в", "для", "от", "с", "без"})
_ABOUT = frozenset({"about", "regarding", "concerning", "о", "об", "про"})
_INTO = frozenset({"to", "into", "as", "на", "в"})


@dataclass
class Bound:
    """One operation with what was read for it."""

    doing: Doing
    context: Context
    fit: float
    args: dict[str, Any] = field(default_factory=dict)
    used: set[int] = field(default_factory=set)
    loop: Several | None = None
    items: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Arguments that each row of the loop gives: the fields that lead there."""
    missing: list[str] = field(default_factory=list)
    unread: list[int] = field(default_factory=list)

    @property
    def cost(self) -> float:
        """The less, the better it reads the clause."""
        return len(self.unread) + 1.5 * len(self.missing) - self.fit

    @property
    def whole(self) -> bool:
        """Whether all words were read and nothing is missing."""
        return not self.unread and not self.missing


def bound(words: tuple[Token, ...], doing: Doing, context: Context) -> Bound | None:
    """The operation as these words ask for it; None: its verb is another one."""
    binding = _Binding(words, doing, context.fork())
    return binding.made() if binding.verb() else None


class _Binding:
    """One clause beside one operation."""

    def __init__(self, words: tuple[Token, ...], doing: Doing, context: Context) -> None:
        self.words, self.doing, self.context, self.world = words, doing, context, context.world
        self.out = Bound(doing, context, 0.0)
        self.args, self.used = self.out.args, self.out.used
        self.barred: set[int] = set()
        """The verb of the clause, where it is another one than the operation's: it says nothing else."""
        self.through: set[str] = set()
        """Things that a path went through."""

    def made(self) -> Bound:
        """Every argument, in the order of how sure the words are."""
        self.reasons()
        self.codes()
        self.literals()
        self.assigned()
        self.bare()
        self.rows()
        self.receivers()
        self.things()
        self.choices()
        self.numbers()
        self.handed()
        self.fields_of_things()
        self.needed()
        self.rest()
        return self.out

    # ------------------------------------------------------------- words

    def free(self) -> list[int]:
        """The places of words that nothing was read from yet."""
        return [
            at for at in range(len(self.words)) if at not in self.used | self.barred and self.words[at].kind == "word"
        ]

    def says(self, at: int, *known: frozenset[str]) -> bool:
        """Whether the word at a place may stand for one of these."""
        return any(told(self.words[at].keys) & one for one in known)

    def open_slots(self) -> list[Slot]:
        """The arguments that are not bound yet, those that must be given first."""
        left = [slot for name, slot in self.doing.slots.items() if name not in self.args and name not in self.out.items]
        return sorted(left, key=lambda slot: not slot.required)

    def bind(self, slot: Slot, value: Any, *places: int) -> None:
        """One argument, and the words that it was read from."""
        self.args[slot.name] = value
        self.used.update(places)
        self.used.update(self.naming(slot, *places))

    def naming(self, slot: Slot, *places: int) -> set[int]:
        """Words that name the argument beside its value."""
        near = {n for at in places for n in (*self._beside(at, -1), *self._beside(at, 1))}
        return {at for at in self.free() if at in near and self.says(at, *slot.words)}

    def _beside(self, at: int, way: int) -> Iterator[int]:
        """The words on one side of a place, as far as no preposition stands between."""
        for n in range(at + way, at + way * (_NEAR + 1), way):
            if not 0 <= n < len(self.words) or (way < 0 and self.words[n].text.lower() in _APART):
                return
            yield n

    # ------------------------------------------------------------- the verb

    def verb(self) -> bool:
        """Whether a verb of the clause may ask for the operation."""
        fits: dict[int, float] = {}
        for at, one in enumerate(self.words):
            if set(one.verbs) & self.doing.lead:
                fits[at] = _LEAD
            elif set(one.verbs) & self.doing.verbs:
                fits[at] = _SAID
        first = next((at for at, one in enumerate(self.words) if one.command or (one.verbs and not one.finite)), None)
        if not fits and first is not None:
            kinds = set(lists().get(self.doing.kind, ()))
            if self.says(first, *self.doing.words[:3]):
                fits[first] = _NAMED
            elif set(self.words[first].verbs) & kinds:
                fits[first] = _KIND
        self.out.fit = max(fits.values(), default=0.0)
        main = next((at for at, one in enumerate(self.words) if one.command), None)
        if (
            main is None
            and self.words[0].verbs
            and self.words[0].text.isascii()
            and not self.words[0].text.lower().endswith(("ed", "ing"))
        ):
            main = 0
        if main is not None and main not in fits:
            self.barred.add(main)
        if fits:  # the same word further on is a noun: `send them the mail`
            self.used.add(next(at for at in sorted(fits) if fits[at] == self.out.fit))
        return bool(fits)

    # ------------------------------------------------------------- values

    def codes(self) -> None:
        """`template tpl-welcome`, `user U-101`, `term 2025-1`."""
        for at, one in enumerate(self.words):
            if at in self.used or not (one.kind == "code" or self._capitals(at)):
                continue
            slot = self._slot_of_code(at)
            if slot is not None:
                self.bind(slot, one.value or one.text, at)
                self._label(at, slot)

    def _slot_of_code(self, at: int) -> Slot | None:
        value, slots = str(self.words[at].value or self.words[at].text), self.open_slots()
        for slot in slots:
            if (
                str(value) in slot.choices
                or (slot.shape.format == "email" and "@" in value)
                or (slot.dated and value[4:5] == "-" and value[:4].isdigit() and len(value) == 10)
            ):
                return slot
        like = [slot for slot in slots if slot.refers and self._alike(value, slot)]
        if len(like) == 1:
            return like[0]
        for n in self._just_before(at):
            for slot in slots:
                if slot.free and self.says(n, *slot.words) and not self.world.heads(self.words[n]):
                    return slot
                if slot.refers and self._calls(n, slot) and not self._rival(slot) and not self._other_kind(value, slot):
                    return slot
        if self.words[at].kind == "word":
            return None
        free = [slot for slot in slots if slot.free and slot.required]
        other = any(self.world.alike(value, name) for name in self.world.things)
        return free[0] if len(free) == 1 and not like and not other else None

    def _just_before(self, at: int) -> Iterator[int]:
        """The words before a value, as far as only idle ones and names stand between."""
        for n in range(at - 1, max(-1, at - 1 - _NEAR), -1):
            yield n
            if not self.words[n].idle and self.world.heads(self.words[n]):
                return

    def _other_kind(self, value: str, slot: Slot) -> bool:
        """Whether the catalogue's examples say that the id is one of another kind of thing."""
        kinds = [name for name in self.world.things if self.world.alike(value, name)]
        return bool(kinds) and slot.refers not in kinds

    def _capitals(self, at: int) -> bool:
        """`the room HALL`: an id in capitals right behind the word for what it names."""
        one = self.words[at]
        return (
            one.kind == "word"
            and one.text.isupper()
            and len(one.text) > 1
            and any(slot.refers and at and self._calls(at - 1, slot) for slot in self.open_slots())
        )

    def _calls(self, at: int, slot: Slot) -> bool:
        """Whether a word calls the thing that an argument names: by its name, or by one of its kinds."""
        thing = self.world.things[slot.refers]
        kinds = [
            parts[0]
            for own in thing.slots.values()
            for parts in own.choices.values()
            if len(parts) == 1 and own.name in ("kind", "type", "category")
        ]
        return self.says(at, thing.head, *slot.words, *kinds)

    def reasons(self) -> None:
        """`because of the price`: into the argument for a reason, where there is one; else it asks for nothing."""
        at = next((at for at, one in enumerate(self.words) if "because" in one.marks), None)
        if at is None:
            return
        slot = next(
            (one for one in self.open_slots() if one.free and any("=reason" in word for word in one.words)), None
        )
        tail = [n for n in range(at + 1, len(self.words)) if self.words[n].kind != "sign"]
        if any(self.words[n].kind != "word" for n in tail):
            return
        self.used.update((at, *tail))
        if slot is not None and tail:
            self.args[slot.name] = " ".join(self.words[n].text for n in tail)

    def assigned(self) -> None:
        """`the city to Kiel`: a field that takes any text, `to`, and a word."""
        for slot in self.open_slots():
            if not slot.free or self.doing.kind != "updating":
                continue
            for at in self.free():
                to = next(
                    (
                        n
                        for n in range(at + 1, min(len(self.words), at + 6))
                        if self.words[n].text.lower() in ("to", "на")
                    ),
                    None,
                )
                if to is None or to + 1 >= len(self.words) or not self.says(at, *slot.words) or self._parted(at, to):
                    continue
                end = to + 1
                while (
                    end < len(self.words)
                    and self.words[end].named
                    and (end == to + 1 or self.words[end].kind == "word")
                ):
                    end += 1
                end = max(end, to + 2)
                if all(self.words[n].kind == "word" and not self.words[n].idle for n in range(to + 1, end)):
                    self.bind(slot, " ".join(self.words[n].text for n in range(to + 1, end)), at, *range(to + 1, end))
                    break

    def bare(self) -> None:
        """`the tag vip`: one plain word behind the name of an argument that must be given and takes any text."""
        for slot in self.open_slots():
            places = [
                at for at in range(len(self.words) - 1) if slot.free and slot.required and self.says(at, *slot.words)
            ]
            for at in places:
                value, after = self.words[at + 1], self.words[at + 2] if at + 2 < len(self.words) else None
                plain = at + 1 in self.free() and not value.idle and not value.marks and not self.world.heads(value)
                if plain and (after is None or after.kind == "sign" or after.idle):
                    self.bind(slot, value.text, at, at + 1)
                    break
            last = len(self.words) - 1
            if (
                slot in self.open_slots()
                and slot.free
                and slot.required
                and last in self.free()
                and self.words[last - 1].text.lower() in ("with", "as")
                and not self.world.heads(self.words[last])
            ):
                self.bind(slot, self.words[last].text, last)

    def _parted(self, at: int, to: int) -> bool:
        """Whether another field or value stands between a field and its `to`."""
        return any(self.words[n].kind != "word" or "and" in self.words[n].marks for n in range(at + 1, to))

    def _rival(self, slot: Slot) -> bool:
        """Another argument that names the same kind of thing, so that the words have to tell which."""
        return any(one is not slot and one.refers == slot.refers for one in self.open_slots()) and bool(slot.refers)

    def _alike(self, value: str, slot: Slot) -> bool:
        """Whether an id is written as the catalogue's example of one."""
        return self.world.alike(value, slot.refers)

    def _label(self, at: int, slot: Slot) -> None:
        """What is said before an id of the thing that it is the id of: `the renewal reminder, template tpl-renewal`."""
        if not slot.refers:
            return
        head = self.world.things[slot.refers].head
        for n in range(at - 1, max(-1, at - 1 - _NEAR), -1):
            if self.words[n].text.lower() in _APART:
                break
            if self.says(n, head) or (n == at - 1 and self._calls(n, slot)):
                self.used.add(n)
        passed: list[int] = []
        for back in range(at - 1, max(-1, at - 1 - _LABEL), -1):
            one = self.words[back]
            if (back in self.used and not self.says(back, head)) or back in self.barred:
                break
            if one.marks & {"every", "except", "negation", "pronouns", "persons"} and one.text.lower() != "that":
                break
            if one.text.lower() in _INTO | {"by", "from", "using", "по", "with"} and passed:
                break
            if self.world.heads(one) and not self.says(back, head, *self.doing.words):
                break
            passed.append(back)
        if passed and not any(self.words[n].kind in ("code", "number") for n in passed):
            self.used.update(n for n in passed if self.words[n].kind != "sign")

    def literals(self) -> None:
        """What stands in quotation marks: a name by which something is looked up, a text, a title."""
        for at, one in enumerate(self.words):
            if one.kind != "literal" or at in self.used:
                continue
            slot = self._named_before(at)
            found = None if slot else self._called(at)
            if slot is None and found is None:
                texts = [one for one in self.open_slots() if one.free]
                order = {name: place for place, name in enumerate(lists()["texts"])}
                texts.sort(key=lambda one: (not one.required, order.get(one.name, len(order))))
                slot = texts[0] if texts and (texts[0].required or texts[0].name in order) else None
            if slot is not None:
                self.bind(slot, one.value, at)
            elif found is not None:
                self._looked_up(at, *found)

    def _named_before(self, at: int) -> Slot | None:
        for n in range(at - 1, max(-1, at - 1 - _NEAR), -1):
            if self.words[n].kind == "literal":
                return None
            for slot in self.open_slots():
                if (
                    slot.free
                    and self.says(n, *slot.words)
                    and not (self.world.heads(self.words[n]) and slot.words[0] == self.doing.words[0])
                ):
                    return slot
        return None

    def _called(self, at: int) -> tuple[Slot, int] | None:
        """An argument whose thing is called by the text in quotation marks: `the "Product news" list`."""
        titled = at > 1 and "title" in self._groups(at - 1)
        for n in (at + 1, at - 1, *([at - 2, at - 3] if titled else [])):
            if not 0 <= n < len(self.words):
                continue
            for slot in self.open_slots():
                thing = self.world.things[slot.refers] if slot.refers else None
                if thing and thing.named and thing.lists and self.says(n, thing.head):
                    return slot, n
        return None

    def _looked_up(self, at: int, slot: Slot, called: int) -> None:
        thing = self.world.things[slot.refers]
        test = Test(thing.named, "=", self.words[at].value)
        way = Several(thing, thing.name, thing.lists[0], (test,), frozenset({at, called}))
        rows = listed(way, self.context, self.quote({at, called}))
        self.bind(slot, ref(rows.step, "row", thing.key), at, called)
        near = range(max(0, called - 2), min(len(self.words), at + 3))
        self.used.update(n for n in near if self.says(n, *thing.words) or "title" in self._groups(n))

    def _groups(self, at: int) -> set[str]:
        return {key[1:] for key in self.words[at].keys if key.startswith("=")}

    # ------------------------------------------------------------- loops

    def rows(self) -> None:
        """Several things that it is done for, one after the other."""
        free = {at for at in range(len(self.words)) if at not in self.used | self.barred} - self._reserved()
        head = head_of(self.words, free, self.context)
        if head is None:
            return
        for way in several(self.words, free, head, self.context):
            needs = {slot.name: path for slot in self.open_slots() if (path := self._from_row(way, slot)) is not None}
            needs = {name: path for name, path in needs.items() if self.doing.slots[name].required} or needs
            if not self._serves(needs):
                continue
            self.out.loop, self.out.items = way, needs
            self.used |= way.used
            return

    def _reserved(self) -> set[int]:
        """Values that something is changed to, which say nothing of what is changed: `to the won stage`."""
        kept = set()
        for at in self.free():
            value = any(self.says(at, *parts) for slot in self.doing.slots.values() for parts in slot.choices.values())
            led = any(self.words[n].text.lower() in _INTO for n in range(max(0, at - _NEAR), at))
            as_what = self.words[at - 1].text.lower() == "as" and self.says(at, *self.doing.words)
            if (value and led) or as_what or self._receives(at):
                kept.add(at)
        return kept | self._complement()

    def _receives(self, at: int) -> bool:
        """A thing that is handed over and that something is done with for each row: `assign all repairs to this contractor`."""
        one, to = self.words[at], range(max(0, at - 2), at)
        if one.plural or any("every" in self.words[n].marks for n in range(max(0, at - _NEAR), at)):
            return False
        goes = one.dative or any(self.words[n].text.lower() in ("to", "into") for n in to)
        taken = [
            slot
            for slot in self.open_slots()
            if slot.refers and slot.refers != self.doing.of and self.context.inputs_of(slot.refers)
        ]
        return any(
            self.says(at, self.world.things[slot.refers].head, *slot.words) and (goes or slot.required)
            for slot in taken
        )

    def _complement(self) -> set[int]:
        """What the verb does to them, right behind it: `mark as done all tasks`."""
        kept = set()
        for at in range(min(self.used, default=0) + 1, len(self.words)):
            one = self.words[at]
            if one.marks & {"every", "many_of"} or (self.world.heads(one) and not one.idle):
                break
            if not one.idle and self.says(at, *self.doing.words):
                kept.add(at)
        return kept

    def _from_row(self, way: Several, slot: Slot) -> tuple[str, ...] | None:
        """The fields that lead from a row to what an argument wants."""
        if slot.shape.format == "email" and not slot.refers and slot.required:
            return self._to_email(way)
        if not slot.refers or not (slot.required or slot.refers == way.called):
            return None
        if slot.refers not in (way.called, way.base.name) and (
            self.context.inputs_of(slot.refers) or not slot.required
        ):
            return None
        path = self.world.path(way.base.name, slot.refers)
        if path is None:
            return None
        return path or (way.base.key,)

    def _to_email(self, way: Several) -> tuple[str, ...] | None:
        for name in dict.fromkeys((way.called, way.base.name)):
            path = self.world.path(way.base.name, name)
            email = _email(self.world.things[name].slots)
            if path is not None and email:
                return (*path, email)
        return None

    def _serves(self, needs: dict[str, tuple[str, ...]]) -> bool:
        """Whether the operation is done to each row, and all that it takes of one lies equally deep."""
        return bool(needs) and len({path[:-1] for path in needs.values()}) == 1

    # ------------------------------------------------------------- things

    def receivers(self) -> None:
        """The address of somebody who is spoken of."""
        for slot in self.open_slots():
            if slot.shape.format != "email" or slot.refers or not slot.required:
                continue
            for known, places in self._people():
                email = _email(self.world.things[known.thing].slots)
                value = self.context.steps.value(known, email, self.quote(places)) if email else None
                if value is not None:
                    self.bind(slot, value, *places)
                    self.context.meet(known)
                    break

    def _people(self) -> Iterator[tuple[Known, set[int]]]:
        for known, places in self._spoken_of():
            for own in self.world.things[known.thing].slots.values():
                head = self.world.things[own.refers].head if own.refers else frozenset()
                named = {
                    at for at in self.free() if own.refers and self.says(at, *own.words) and not self.says(at, head)
                }
                if named and _email(self.world.things[own.refers].slots):
                    reached = self.context.steps.along(known, (own.name,), self.quote(named | places))
                    if reached is not None:
                        yield reached, named | places
        for at in self.free():
            for thing in self.world.heads(self.words[at]):
                found = self.resolved(thing.name, at) if _email(thing.slots) else None
                led = (found, set[int]()) if found else self._led_to(thing.name) if _email(thing.slots) else None
                if led:
                    yield led[0], {at, *led[1]}
        for at, one in enumerate(self.words):
            if "pronouns" in one.marks or "persons" in one.marks:
                for known in reversed(self.context.everything()):
                    if _email(self.world.things[known.thing].slots):
                        yield known, {at}

    def things(self) -> None:
        """Arguments that name a thing which is spoken of."""
        for slot in self.open_slots():
            if not slot.refers:
                continue
            found = self._described(slot) or self._mentioned(slot) or self._pointed_at(slot)
            if found and not slot.required and not self._about(found[1]) and not self._named_slot(slot, found[1]):
                continue
            if found is None:
                continue
            known, places = found
            value = (
                known.id
                if known.id is not None
                else self.context.steps.value(known, self.world.things[known.thing].key)
            )
            if value is not None:
                self.bind(slot, value, *places)
                self.context.meet(known)

    def _about(self, places: set[int]) -> bool:
        """Whether a preposition makes it what the operation is about: `about that contact`."""
        return any(self.words[n].text.lower() in _ABOUT for at in places for n in range(max(0, at - 2), at))

    def _named_slot(self, slot: Slot, places: set[int]) -> bool:
        """Whether words say the argument itself, not the kind of thing alone, or that it is changed."""
        head = self.world.things[slot.refers].head
        return any(self.says(at, *slot.words) and not self.says(at, head) for at in places) or (
            self.doing.kind != "updating" and any(self.words[n].text.lower() in ("for", "with", "для", "с", "со") for at in places for n in range(max(0, at - 2), at))
        )  # fmt: skip

    def resolved(self, thing: str, at: int) -> Known | None:
        """The one thing of a kind that a word calls: handed over, or met before."""
        inputs = self.context.inputs_of(thing)
        named = [one for one in inputs if one.said_by(self.words[at])]
        latest = self.context.latest(thing)
        if len(inputs) > 1 and len(named) != 1:
            return latest if latest and self._that(at) else None
        if latest is not None and (not inputs or self._that(at)):
            return latest
        return Known(thing, inputs[0].ref, given=inputs[0].name) if inputs else None

    def _that(self, at: int) -> bool:
        return at > 0 and self.words[at - 1].text.lower() in ("that", "same", "этот", "того", "тому")

    def _mentioned(self, slot: Slot) -> tuple[Known, set[int]] | None:
        thing = self.world.things[slot.refers]
        for at in self.free():
            if not self.says(at, thing.head) or (self.words[at].plural and self.words[at].text.isascii()):
                continue
            if (
                self._rival(slot)
                and not self.says(at - 1, *slot.words[:-1])
                and len(self.context.inputs_of(thing.name)) != 1
            ):
                continue
            found = self.resolved(thing.name, at)
            led = (found, set[int]()) if found else self._led_to(thing.name) or self._looked_for(thing, at)
            if led is not None:
                return led[0], {at, *led[1]}
        return None

    def _led_to(self, goal: str) -> tuple[Known, set[int]] | None:
        """The one thing that is reached from another which is spoken of: the pupil's guardian."""
        for known, places in self._spoken_of():
            path = self.world.path(known.thing, goal)
            reached = self.context.steps.along(known, path, self.quote(places)) if path else None
            if reached is not None:
                self.through.add(known.thing)
                return reached, places
        return None

    def _looked_for(self, thing: Thing, at: int) -> tuple[Known, set[int]] | None:
        """The one that belongs to another which is spoken of: the tenant of this flat."""
        free = set(self.free())
        for way in several(self.words, free, at, self.context):
            if way.base.name == thing.name and any(thing.slots[test.slot].refers for test in way.tests):
                rows = listed(way, self.context, self.quote(set(way.used)), one=True)
                return Known(thing.name, ref(rows.step, "row", thing.key), row=f"{rows.step}.row"), set(way.used)
        return None

    def _spoken_of(self) -> list[tuple[Known, set[int]]]:
        """The things that the clause speaks of, then those met last, then those handed over; with the words."""
        here = [
            (self.resolved(thing.name, at), {at}) for at in self.free() for thing in self.world.heads(self.words[at])
        ]
        others = _unique([*reversed(self.context.met), *self.context.everything()])
        return [*((known, places) for known, places in here if known), *((one, set[int]()) for one in others)]

    def _described(self, slot: Slot) -> tuple[Known, set[int]] | None:
        """By what it is to another thing: `whoever is responsible for them`, `the owner`."""
        for given in self.context.inputs_of(slot.refers):
            heads = self.world.things[slot.refers].head
            for at in self.free():
                if given.said_by(self.words[at]) and not self.says(at, heads):
                    return Known(slot.refers, given.ref, given=given.name), {at}
        for known in _unique(reversed(self.context.everything())):
            for name, own in self.world.things[known.thing].slots.items():
                if own.refers != slot.refers:
                    continue
                head = self.world.things[own.refers].head
                places = {at for at in self.free() if self.says(at, *own.words) and not self.says(at, head)}
                if places and not self.context.inputs_of(slot.refers):
                    value = self.context.steps.value(known, name, self.quote(places))
                    if value is not None:
                        source = {
                            n
                            for n in self.free()
                            if self.says(n, self.world.things[known.thing].head) and abs(n - min(places)) <= _NEAR
                        }
                        return Known(own.refers, value), places | source
        return None

    def _pointed_at(self, slot: Slot) -> tuple[Known, set[int]] | None:
        if self._rival(slot):
            return None
        for at, one in enumerate(self.words):
            led = slot.required or (at > 0 and self.words[at - 1].text.lower() in _ABOUT)
            if led and one.marks & {"pronouns", "persons"} and (known := self.context.latest(slot.refers)):
                return known, {at}
        return None

    # ------------------------------------------------------------- other arguments

    def choices(self) -> None:
        """Values of closed sets, and yes or no."""
        for at in self.free():
            fits = [
                (slot, value)
                for slot in self.open_slots()
                for value, parts in slot.choices.items()
                if len(parts) == 1 and self.says(at, parts[0])
            ]
            exact = [(s, v) for s, v in fits if v.lower() == self.words[at].text.lower()] or fits
            if len(exact) == 1 and at not in self.used and exact[0][0].name not in self.args:
                slot, value = exact[0]
                self.bind(slot, next(one for one in slot.shape.choices if str(one) == value), at)
        for slot in self.open_slots():
            places = {at for at in self.free() if slot.shape.type == "boolean" and self.says(at, *slot.words)}
            if places:
                denied = any("negation" in self.words[n].marks for n in range(max(0, min(places) - 3), min(places)))
                self.bind(slot, not denied, *places)

    def numbers(self) -> None:
        """A number beside the name of its argument, or the only one that wants one."""
        for at, one in enumerate(self.words):
            if one.kind != "number" or at in self.used or (at and self.words[at - 1].text.lower() == "by"):
                continue  # `by 50`: how much it changes, not what it becomes
            slots = [slot for slot in self.open_slots() if slot.numeric]
            near = [n for n in range(max(0, at - _NEAR), min(len(self.words), at + 3))]
            named = [slot for slot in slots if any(self.says(n, *slot.words) for n in near)]
            must = [slot for slot in slots if slot.required] or slots
            slot = named[0] if len(named) == 1 else must[0] if len(must) == 1 else None
            if slot is not None:
                self.bind(slot, one.value, at)

    def handed(self) -> None:
        """Values of the caller that are spoken of: `due on the given day`."""
        for slot in self.open_slots():
            for one in self.context.given:
                if one.thing or not self._same(slot, one):
                    continue
                places = {at for at in self.free() if one.said_by(self.words[at])}
                if places or (slot.required and one.name == slot.name):
                    self.bind(slot, one.ref, *places)
                    break

    def _same(self, slot: Slot, one: Given) -> bool:
        if slot.refers or slot.choices:
            return False
        return one.name == slot.name or (bool(slot.words) and all(any(w & v for v in one.words) for w in slot.words))

    def fields_of_things(self) -> None:
        """A figure of a thing that is spoken of: `the price of the trip`."""
        for slot in self.open_slots():
            if not slot.numeric or not slot.required:
                continue
            for known, _ in self._spoken_of():
                thing = self.world.things[known.thing]
                places = {
                    at: name
                    for at in self.free()
                    for name, own in thing.slots.items()
                    if own.numeric and len(own.words) == 1 and self.says(at, own.words[0])
                }
                mention = {at for at in self.free() if self.says(at, thing.head)}
                if len(places) == 1 and mention:
                    (at, name), *_ = places.items()
                    value = self.context.steps.value(known, name, self.quote({at, *mention}))
                    if value is not None:
                        self.bind(slot, value, at, *mention)
                        break

    def needed(self) -> None:
        """What must be given and no word says: an input of the same name, or what leads there from a thing that is spoken of."""
        for slot in self.open_slots():
            if not slot.required:
                continue
            same = next((one for one in self.context.given if one.name == slot.name), None)
            if same is not None:
                self.bind(slot, same.ref, *(at for at in self.free() if same.said_by(self.words[at])))
            else:
                self.out.missing.append(slot.name)
        self._content()

    def _content(self) -> None:
        """A change that changes nothing, a message that says nothing: something was not said."""
        ids = {name for name, slot in self.doing.slots.items() if slot.refers or slot.required}
        more = set(self.args) - ids
        optional = [name for name, slot in self.doing.slots.items() if not slot.required]
        if self.doing.kind == "updating" and optional and not set(self.args) & set(optional):
            self.out.missing.append(" or ".join(optional))
        texts = [name for name in optional if name in lists()["contents"] or "template" in name]
        if (
            texts
            and not set(self.args) & set(texts)
            and not any(one in lists()["contents"] for one in self.args)
            and not more
        ):
            self.out.missing.append(" or ".join(texts))

    # ------------------------------------------------------------- what is left

    def rest(self) -> None:
        """Words that say again what the operation or an argument is; all others are unread."""
        loop = self.out.loop
        bound_slots = [self.doing.slots[name] for name in self.args]
        known = [*self.doing.words, *(word for slot in bound_slots for word in (*slot.words, *slot.about))]
        known += [*loop.base.words, *loop.base.about] if loop else []
        known += [
            word
            for name in (*self.through, *(slot.refers for slot in bound_slots))
            if name
            for word in self.world.things[name].about
        ]
        gone = {given.name for given in self.context.given if ref("inputs", given.name) in list(self.args.values())}
        for at, one in enumerate(self.words):
            if at in self.used or one.kind == "sign":
                continue
            if at in self.barred:
                self.out.unread.append(at)
                continue
            if loop and "every" in one.marks and not loop.head - _FAR <= at <= loop.head:
                self.out.unread.append(at)  # a second `all`
                continue
            quantity = one.marks & {"every", "many_of", "except", "negation", "missing"}
            if quantity and not (loop and one.marks & {"every", "many_of"}):
                self.out.unread.append(at)
            elif one.kind != "word":
                self.out.unread.append(at)
            elif quantity:
                self.used.add(at)
            elif one.idle:
                continue
            elif self._unbound(at):
                self.out.unread.append(at)
            elif (
                set(one.verbs) & self.doing.verbs
                or self.says(at, *known)
                or any(given.said_by(one) for given in self.context.given if given.name in gone)
            ):
                self.used.add(at)
            elif not set(one.marks) & {"persons", "then"}:
                self.out.unread.append(at)

    def _unbound(self, at: int) -> bool:
        """A word for a thing that the caller hands over, which no argument and no test was read from: it would be lost."""
        inputs = [given for thing in self.world.heads(self.words[at]) for given in self.context.inputs_of(thing.name)]
        read = [*self.args.values(), *(test.value for test in (self.out.loop.tests if self.out.loop else ()))]
        return (
            bool(inputs) and not any(given.ref in read for given in inputs) and not self.doing.gives == inputs[0].thing
        )

    def quote(self, places: set[int]) -> list[Place]:
        """Where words stand in the task."""
        return [(self.words[at].start, self.words[at].end) for at in sorted(places)]


def _email(slots: Any) -> str:
    """The field with somebody's address."""
    return next((name for name, slot in slots.items() if slot.shape.format == "email" and "mail" in name.lower()), "")


def _unique(known: Any) -> list[Known]:
    out: list[Known] = []
    for one in known:
        if one not in out:
            out.append(one)
    return out


def placed(found: Bound, words: tuple[Token, ...], when: str | None, needs: tuple[str, ...]) -> str:
    """The steps of what was read, added to the plan; the id of the one that writes."""
    context, doing = found.context, found.doing
    said = [(words[at].start, words[at].end) for at in sorted(found.used)]
    args, each = dict(found.args), None
    if found.loop is not None:
        firsts = {path[0] for path in found.items.values()}
        once = next(iter(firsts)) if found.loop.called != found.loop.base.name and len(firsts) == 1 else ""
        places = [(words[at].start, words[at].end) for at in sorted(found.loop.used)]
        rows = listed(found.loop, context, places, distinct=once)
        each = rows.ref
        prefix = next(iter(found.items.values()))[:-1]
        base = found.loop.base.name
        for name in prefix:
            thing = context.world.things[context.world.things[base].slots[name].refers]
            assert thing.one is not None  # a path leads only through things that can be fetched
            key = next(key for key, argument in thing.one.arguments.items() if argument.required)
            step = context.steps.add(
                f"get_{thing.name.lower()}s",
                thing.one.name,
                {key: ref("item", name)},
                each=each,
                why=f"gets the {thing.name.lower()} of each",
                said=(),
            )
            each, base = ref(step, RESULT), thing.name
        args |= {name: ref("item", path[-1]) for name, path in found.items.items()}
    ordered = {name: args[name] for name in doing.slots if name in args}
    step = context.steps.add(
        _snake(doing.name),
        doing.name,
        ordered,
        each=each,
        when=when,
        needs=needs or None,
        why=doing.operation.summary or doing.name,
        said=said,
    )
    if doing.gives and each is None:
        thing = context.world.things[doing.gives]
        fresh = doing.kind == "creating" and when is None
        context.meet(Known(doing.gives, ref(step, RESULT, thing.key), row=f"{step}.{RESULT}")) if fresh else None
    return step


def _snake(name: str) -> str:
    from groundplan.language.names import spoken

    return spoken(name).replace(" ", "_")
