"""What each step of a plan uses: the words that it can be read from, the values in it, and which way its tests go."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from groundplan.contracts import INPUTS, ITEM, REF, Plan, Step, refs
from groundplan.errors import QueryError
from groundplan.language.names import LOOSE, fit, spoken
from groundplan.language.stems import stem
from groundplan.packs.workflows.catalogue.select import SELECT
from groundplan.packs.workflows.drafting.words import Token, keys
from groundplan.packs.workflows.drafting.world import Thing, World, told
from groundplan.packs.workflows.graph import conditions

_TEXT = re.compile(r"'((?:\\.|[^'\\])*)'|\"((?:\\.|[^\"\\])*)\"")
_NAME = re.compile(r"[^\W\d]\w*")
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_HOLE = re.compile(r"\{\{.*?\}\}")
_AGAINST = re.compile(r"!=|\bnot\b|\bmissing\b|==? *(?:false|null)\b|(?:== *0|< *1)(?![\d.])|!(?!=)")


@dataclass(frozen=True)
class Uses:
    """The steps of a plan as words may speak of them."""

    plan: Plan
    world: World
    inputs: Mapping[str, Any]

    @cached_property
    def steps(self) -> Mapping[str, Step]:
        """By id."""
        return {step.id: step for step in self.plan.steps}

    def chain(self, step: Step) -> tuple[Step, ...]:
        """A step, and all that it is made of."""
        found: dict[str, Step] = {}
        queue = [step]
        while queue:
            one = queue.pop()
            if one.id not in found:
                found[one.id] = one
                queue += [self.steps[id] for id in self.read_by(one) if id in self.steps]
        return tuple(found.values())

    def read_by(self, step: Step) -> tuple[str, ...]:
        """The steps whose results a step takes or is chosen by; an edge alone hands nothing on."""
        taken = [ref.split(".")[0] for ref in refs([step.args, step.each])]
        return tuple(dict.fromkeys([*taken, *(_NAME.findall(_TEXT.sub(" ", step.when)) if step.when else ())]))

    def loose(self) -> tuple[Step, ...]:
        """The steps that only read, and of which nothing is made in the end."""
        writing = [step for step in self.plan.steps if step.tool in self.world.doings]
        ends = writing or list(self.plan.steps[-1:])
        made = {one.id for end in ends for one in self.chain(end)}
        return tuple(step for step in self.plan.steps if step.id not in made)

    # ------------------------------------------------------------------ words

    def words(self, step: Step) -> frozenset[str]:
        """All that a step can have been read from: what it does, what it chooses by, what it is given."""
        return frozenset([*self._deed(step), *self.tests(step), *self._given(step)])

    def tests(self, step: Step) -> frozenset[str]:
        """The words of what is looked up, and of what it is chosen by."""
        found: list[str] = []
        for text in self.expressions(step):
            found += [name for name in _NAME.findall(_TEXT.sub(" ", text))]
            found += [one or other for one, other in _TEXT.findall(text)]
        operation = self.world.operations.get(step.tool)
        if operation is not None and not operation.writes:
            found += [operation.name, operation.returns.called]
            entry = operation.returns.items or operation.returns
            found.append(entry.called)
            found += [self.world.refers(name) for name in entry.fields if name.endswith("_id")]
            found += [text for name, value in step.args.items() for text in (name, *_texts(value))]
            found += [a.shape.about for name, a in operation.arguments.items() if name in step.args]
        found += self._paths(step.each)
        return self._spoken(found)

    def chosen(self, step: Step) -> frozenset[str]:
        """The words of what a step is chosen by or given, without those of what it does."""
        return frozenset([*self.tests(step), *self._given(step)])

    def _deed(self, step: Step) -> frozenset[str]:
        operation = self.world.operations.get(step.tool)
        if operation is None:
            return self._spoken([*_texts(step.args)])
        if not operation.writes:
            return frozenset()
        return self._spoken([operation.name, operation.summary])

    def _given(self, step: Step) -> frozenset[str]:
        operation = self.world.operations.get(step.tool)
        args = self.taken(step)
        found = [text for name, value in args.items() for text in (name, *_words(value), *self._paths(value))]
        if operation is not None:
            found += [a.shape.about for name, a in operation.arguments.items() if name in step.args]
        return self._spoken(found)

    def taken(self, step: Step) -> Mapping[str, Any]:
        """The arguments of a step; of values given to a query those that it names."""
        query = str(step.args.get("query", ""))
        if step.tool != SELECT.name or not isinstance(step.args.get("given"), dict):
            return step.args
        given = {name: one for name, one in step.args["given"].items() if f"given.{name}" in query}
        return {**step.args, "given": given}

    def _paths(self, value: Any) -> list[str]:
        """The fields, inputs and things that references go along."""
        found: list[str] = []
        for ref in refs(value):
            root, *rest = ref.split(".")
            found += rest if root in (*self.steps, INPUTS, ITEM) else [ref]
            found += [thing.name for thing in [self.thing(ref, None)] if thing]
        return found

    def _spoken(self, texts: Iterable[str]) -> frozenset[str]:
        """The words of names and texts, and of what is said of fields that are called so."""
        found: set[str] = set()
        for text in texts:
            found |= {*spoken(text).split()} if len(text) < 60 else {*re.findall(r"\w+", text.lower())}
            slots = [thing.slots[text] for thing in self.world.things.values() if text in thing.slots]
            found |= {word for slot in slots for word in re.findall(r"\w+", slot.shape.about.lower())}
        return frozenset(found)

    def expressions(self, step: Step) -> tuple[str, ...]:
        """What a step is held to, as it is written: its condition, and its query."""
        query = step.args.get("query") if step.tool == SELECT.name else None
        return tuple(text for text in (step.when, query) if isinstance(text, str))

    # ------------------------------------------------------------------ things

    def thing(self, ref: str, step: Step | None) -> Thing | None:
        """The thing whose field a reference is, or that it is."""
        root, _, rest = ref.partition(".")
        if root == ITEM and step is not None:
            return next((found for one in refs(step.each) if (found := self.thing(one, None))), None)
        if root == INPUTS:
            return self.world.things.get(self.world.refers(rest.split(".")[0]))
        owner = self.steps.get(root)
        if owner is None:
            return None
        if owner.tool == SELECT.name:
            return next((found for one in refs(owner.args.get("rows")) if (found := self.thing(one, owner))), None)
        operation = self.world.operations.get(owner.tool)
        if operation is None:
            return None
        shape = operation.returns
        called = shape.items.called if shape.type == "array" and shape.items else shape.called
        if called in self.world.things:
            return self.world.things[called]
        given = [thing for thing in self.world.things.values() if operation.name in _sources(thing)]
        return given[0] if given else None

    # ------------------------------------------------------------------ values

    def constants(self, step: Step) -> Iterator[tuple[str, Any]]:
        """The values that are written in a step, each under the name of its argument; empty: in an expression."""
        for name, value in step.args.items():
            if name not in ("query", "of", "beside_of") or step.tool != SELECT.name:
                yield from ((name, one) for one in _plain(value))
        for text in self.expressions(step):
            yield from (("", one or other) for one, other in _TEXT.findall(text))
            bare = _TEXT.sub(" ", text)
            yield from (("", _number(one)) for one in _NUMBER.findall(bare))
        if step.tool == SELECT.name and (fault := unreadable(str(step.args.get("query", "")))):
            yield "query", fault


def _sources(thing: Thing) -> tuple[str, ...]:
    return tuple(one.name for one in (thing.one, *thing.lists) if one is not None)


def _plain(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        if set(value) != {REF}:
            for inner in value.values():
                yield from _plain(inner)
    elif isinstance(value, (list, tuple)):
        for inner in value:
            yield from _plain(inner)
    elif value is not None:
        yield value


def _texts(value: Any) -> list[str]:
    return [str(one) for one in _plain(value)]


def _words(value: Any) -> list[str]:
    """Values of one plain word: what a message or a code says is no word for what is done."""
    return [text for text in _texts(value) if not re.search(r"\s|\d", text.strip())]


def _number(text: str) -> int | float:
    return float(text) if "." in text else int(text)


def pieces(text: str) -> list[str]:
    """A text without what is filled into it."""
    return [piece.strip(" \n.,;:!?") for piece in _HOLE.split(text)]


@lru_cache(maxsize=512)
def unreadable(query: str) -> str:
    """Why a query cannot be read; empty where it can."""
    from groundplan.query.language.read import read  # the question language takes long to import

    try:
        read(query)
    except QueryError as fault:
        return str(fault)
    return ""


# ------------------------------------------------------------------ what words can mean


def meant(token: Token, words: frozenset[str]) -> bool:
    """Whether a word of the task can mean one of these: by its stem, what stands for it, or what is akin to it."""
    said = told(token.keys) | {token.text.lower()}
    if said & words or any(_keyed(word) & said for word in words):
        return True
    plain = token.text.lower()
    return plain.isascii() and any(fit(plain, stem(plain), one, stem(one)) >= LOOSE for one in words if len(one) > 2)


@lru_cache(maxsize=20_000)
def _keyed(word: str) -> frozenset[str]:
    return told(keys(word))


def terms(when: str, turned: bool = False) -> Iterator[tuple[str, bool]]:
    """The tests of a condition, each with whether it is turned round."""
    text = when.strip()
    if text.startswith("!") and not text.startswith("!=") and (inner := _enclosed(text[1:])) is not None:
        yield from terms(inner, not turned)
    elif (inner := _enclosed(text)) is not None:
        yield from terms(inner, turned)
    elif len(parts := _parts(text)) > 1:
        for part in parts:
            yield from terms(part, turned)
    else:
        yield text, turned ^ bool(len(_AGAINST.findall(_TEXT.sub("''", text))) % 2)


def against(text: str) -> bool:
    """Whether an expression says that something is not so."""
    return bool(_AGAINST.search(_TEXT.sub("''", text)))


def speaks_of(text: str) -> frozenset[str]:
    """The words of one test."""
    found = [*_NAME.findall(_TEXT.sub(" ", text)), *(one or other for one, other in _TEXT.findall(text))]
    return frozenset(word for name in found for word in spoken(name).split())


def _enclosed(text: str) -> str | None:
    """What stands in brackets, where these hold the whole."""
    text = text.strip()
    if not (text.startswith("(") and text.endswith(")")):
        return None
    depth = 0
    for at, sign in enumerate(_TEXT.sub(lambda found: " " * len(found[0]), text)):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0:
            return text[1:-1] if at == len(text) - 1 else None
    return None


def _parts(text: str) -> list[str]:
    """The sides of `&&` and `||` that stand in no brackets."""
    bare = _TEXT.sub(lambda found: " " * len(found[0]), text)
    depth, start, parts = 0, 0, []
    for at, sign in enumerate(bare):
        depth += {"(": 1, ")": -1}.get(sign, 0)
        if depth == 0 and bare[at : at + 2] in ("&&", "||"):
            parts.append(text[start:at])
            start = at + 2
    return [*parts, text[start:]]


__all__ = ["Uses", "against", "conditions", "meant", "pieces", "speaks_of", "terms", "unreadable"]
