"""Task, graph -> what is left over on either side: words that nothing means, and parts that no word says.

A model quotes what it likes. So quotes only say where to look: each word has to be meant by something that a step of
its quote uses, each condition has to choose, each value and each change has to be said.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from groundplan.contracts import Finding, Step, refs
from groundplan.packs.workflows.catalogue import Opened
from groundplan.packs.workflows.catalogue.nodes import AGENT, CHOOSE, FILL, LLM_NODE
from groundplan.packs.workflows.checks import bears
from groundplan.packs.workflows.drafting.clauses import Clause, clauses
from groundplan.packs.workflows.drafting.reader import world_of
from groundplan.packs.workflows.drafting.words import Token, lists, tokens
from groundplan.packs.workflows.drafting.world import Doing, Slot, Thing, told
from groundplan.packs.workflows.generation.answer import Answered, Place
from groundplan.packs.workflows.generation.guards import Guards
from groundplan.packs.workflows.generation.naming import NOT, fits, named, said_flag, said_value
from groundplan.packs.workflows.generation.uses import (
    Uses,
    against,
    meant,
    unreadable,
)
from groundplan.packs.workflows.planning import said_of

UNREAD, UNSAID = "workflows/unread-span", "workflows/unsaid-part"
_HELD = {">=": (">=", "<"), "<=": ("<=", ">"), ">": (">", "<="), "<": ("<", ">=")}
"""How a comparison may be written: as it is said, or turned round."""
_FIGURES = {"how_many": ("count", "sum(", "show"), "how_much": ("sum",), "average": ("average", "avg")}
_ANY = (0, 1)
"""What a test may hold a number to that nobody says: whether there is any."""
_GRANTED = ("granted", "approval", "nothing")


def left_over(task: str, given: Answered, inputs: Mapping[str, Any], opened: Opened) -> tuple[Finding, ...]:
    """Everything that the task says and the graph does not do, and the other way round; empty where they agree."""
    if given.plan is None:
        return ()
    world = world_of(opened)
    case = _Account(task, given, Uses(given.plan, world, inputs), clauses(task, world.verbs))
    found = [
        *case.unfound(),
        *case.loose(),
        *case.unread(),
        *case.conditions(),
        *case.writes(),
        *case.values(),
        *case.idle(),
    ]
    return tuple({(one.code, one.message): one for one in found}.values())


@dataclass(frozen=True)
class _Account:
    task: str
    given: Answered
    uses: Uses
    said: Sequence[Clause]

    def unfound(self) -> Iterator[Finding]:
        """Quotes that the task does not hold."""
        for quote in self.given.unfound:
            yield _unsaid(None, f"a node quotes {quote!r}, which the task does not say", "copy its words as they are")

    def loose(self) -> Iterator[Finding]:
        """Steps that look something up or choose it, for nothing."""
        for step in self.uses.loose():
            told = f"nothing that is done takes what {step.id} gives"
            yield _finding(UNREAD, step.id, told, f"let what depends on it read {step.id}, or remove it")

    def unread(self) -> Iterator[Finding]:
        """Words that no step of those which quote them can mean."""
        for clause in self.said:
            if clause.kind in _GRANTED or self._background(clause):
                continue
            for one in clause.tokens:
                if bears(one) and not self._read(one, clause):
                    yield _unread(one.text, self._why(one))

    def _background(self, clause: Clause) -> bool:
        """Told beside the task: it states something, and holds no value and no test."""
        first = clause.words[0]
        states = first.among("articles", "subjects", "telling") or any(one.finite for one in clause.words)
        if clause.kind != "background" or not (states or first.marks & {"definite", "pronouns", "persons"}):
            return False
        return not any(
            one.kind not in ("word", "sign") or one.among("only") or one.marks & {*NOT, "every", "many_of", *_HELD}
            for one in clause.tokens
        )

    def _read(self, one: Token, clause: Clause) -> bool:
        found = self._quoting(one)
        if one.kind in ("literal", "code", "number"):
            return any(_same(one, value) for step in found for value in self._values(step))
        if any(self._written_out(one, value) for step in found for value in self._values(step)):
            return True
        marks = one.marks & {*NOT, "every", "many_of", *_HELD, *_FIGURES}
        if marks and all(any(self._holds(mark, step, clause) for step in found) for mark in self._telling(marks)):
            return True
        compared = any(other.kind == "number" or other.day for other in clause.tokens)
        if marks and (compared or not marks <= {*_HELD}):
            return False
        return self._explained(one, clause, found) or any(self._can_mean(one, step, clause) for step in found)

    def _written_out(self, one: Token, value: Any) -> bool:
        """Whether a word stands in a text that a step writes as the task has it."""
        piece = value.strip(" .!?").casefold() if isinstance(value, str) else ""
        at = self.task.casefold().find(piece) if " " in piece else -1
        return at >= 0 and at <= one.start and one.end <= at + len(piece)

    def _explained(self, one: Token, clause: Clause, found: Sequence[Step]) -> bool:
        """`Germany (DE)`: a name whose code stands behind it in brackets."""
        at = clause.tokens.index(one)
        behind = clause.tokens[at + 1 : at + 3]
        if len(behind) < 2 or behind[0].text != "(":
            return False
        return any(
            str(value) == str(behind[1].value or behind[1].text) for step in found for value in self._values(step)
        )

    @staticmethod
    def _telling(marks: frozenset[str]) -> frozenset[str]:
        """`no` and `without` stand in several lists of words that say one thing."""
        return (marks - NOT) | {"negation"} if marks & NOT else marks

    def _can_mean(self, one: Token, step: Step, clause: Clause) -> bool:
        chain = self.uses.chain(step)
        if clause.kind == "condition":
            return any(meant(one, self.uses.tests(each)) for each in chain)
        doing = self.uses.world.doings.get(step.tool)
        if one.verbs and doing is not None and fits(one, doing):
            return True
        things = [self.uses.thing(each.id, None) for each in chain]
        if not self._choosable(one) and any(thing and told(one.keys) & thing.head for thing in things):
            return True
        spoken = [str(value) for each in chain for _, value in self.uses.constants(each)]
        if any(one.text.lower() in lists()["codes"].get(value, ()) for value in spoken):
            return True
        if self._choosable(one):
            return any(meant(one, self.uses.chosen(each)) for each in chain if not _asks(each))
        if any(meant(one, self.uses.words(each)) for each in chain) or (one.verbs and clause.kind == "question"):
            return True
        reads = {group["say"][0] for group in lists()["verbs"] if group["do"] == "read"}
        return bool(one.verbs) and set(one.verbs) <= reads

    def _choosable(self, one: Token) -> bool:
        """Whether a word says what something is chosen by: what only repeats it chooses nothing."""
        return any(
            any(part & told(one.keys) for parts in slot.choices.values() for part in parts)
            or (slot.shape.type == "boolean" and any(told(one.keys) & word for word in slot.words))
            for thing in self.uses.world.things.values()
            for slot in thing.slots.values()
        )

    def _holds(self, mark: str, step: Step, clause: Clause) -> bool:
        """Whether a step does what `every`, `not`, `more than`, `how many` say."""
        chain = self.uses.chain(step)
        texts = [text for each in chain for text in self.uses.expressions(each)]
        if mark in ("every", "many_of"):
            return clause.kind == "question" or any(each.each is not None for each in chain) or self._listed(step)
        if mark == "negation":
            denied = any(value is False for each in chain for value in self._values(each, alone=True))
            turned = [sign for one in clause.tokens for held in one.marks & {*_HELD} for sign in _HELD[held][1:]]
            return denied or any(against(text) or any(sign in text for sign in turned) for text in texts)
        if mark in _HELD:
            return any(sign in text for text in texts for sign in _HELD[mark])
        return any(word in text for text in texts for word in _FIGURES[mark])

    def _listed(self, step: Step) -> bool:
        operation = self.uses.world.operations.get(step.tool)
        return operation is not None and any(
            argument.shape.type == "array" and name in step.args for name, argument in operation.arguments.items()
        )

    def _why(self, one: Token) -> str:
        if not self._quoting(one):
            return "do it in a node that quotes it, or leave it out of the task where no tool can"
        return "a node quotes it, and nothing that the node calls, chooses by or is given means it"

    def conditions(self) -> Iterator[Finding]:
        """Steps that hang on a condition and are done in any case, or in the wrong one."""
        own = {step.id: self._tokens_of(self.given.own.get(step.id, ())) for step in self._writing}
        for step, told_of, help in Guards(self.task, self.said, self.uses, own).wrong():
            yield _finding(UNREAD, step.id, told_of, help)

    # ------------------------------------------------------------------ what is changed

    def writes(self) -> Iterator[Finding]:
        """Changes that no words ask for, that they ask of another operation, or only once."""
        taken: dict[int, list[Step]] = {}
        for step in self.uses.plan.steps:
            if _asks(step) and not self.given.own.get(step.id):
                yield _unsaid(
                    step.id, f"{step.id} asks a language model, and no words of the task ask for it", "remove it"
                )
        for step in self._writing:
            doing = self.uses.world.doings[step.tool]
            said = self._tokens_of(self.given.own.get(step.id, ()))
            verbs = [one for one in said if (fits(one, doing) and self._tells(one)) or self._leads(one, doing)]
            if not verbs:
                yield _unsaid(
                    step.id, f"{step.tool} changes something, and no words of the task ask for it", "remove it"
                )
                continue
            if rather := self._rather(doing, said, verbs):
                yield _unsaid(step.id, f"the words of {step.tool} ask for {rather} rather", f"call {rather}")
            yield from self._loops(step, said, doing)
            yield from self._whose(step, self._clause_of(verbs[:1]))
            yield from self._precise(step, doing)
            for other in taken.get(verbs[0].start, ()):
                if not self._apart(step, other, verbs[0]):
                    told = f"{step.tool} is done twice, and the task asks for it once"
                    yield _unsaid(step.id, told, "remove one of the two")
            taken.setdefault(verbs[0].start, []).append(step)

    def _tells(self, one: Token) -> bool:
        """Whether a word is a verb here: `a booking` and `a place` are things."""
        around = [clause for clause in self.said if clause.kind != "condition" and one in clause.tokens]
        first = any(next((o for o in clause.words if o.verbs), None) is one for clause in around)
        return bool(around) and (
            first or not any(told(one.keys) & thing.head for thing in self.uses.world.things.values())
        )

    def _leads(self, one: Token, doing: Doing) -> bool:
        """`Tag every customer`: the first word of a clause, which the operation is called by."""
        first = any(clause.kind == "action" and clause.words[0] == one for clause in self.said)
        return first and any(told(one.keys) & word for word in doing.words)

    def _rather(self, doing: Doing, said: Sequence[Token], verbs: Sequence[Token]) -> str:
        """Another operation that the same words name better."""
        around = [
            one
            for clause in self.said
            if clause.kind == "action" and verbs[0] in clause.tokens
            for one in clause.tokens
        ]
        said = [one for one in said if one in around] or said
        own, nouns = named(doing, said, verbs)
        others = (
            (one.name, *named(one, said, verbs)) for one in self.uses.world.doings.values() if one.name != doing.name
        )
        return next((name for name, fit, count in others if fit >= own and count > nouns), "")

    def _loops(self, step: Step, said: Sequence[Token], doing: Doing) -> Iterator[Finding]:
        chain = self.uses.chain(step)
        if step.each is None:
            return
        clause = self._clause_of(said)
        around = clause.tokens if clause else said
        if not any(one.plural or one.marks & {"every", "many_of", "persons"} for one in around):
            yield _unsaid(
                step.id, f"{step.tool} is done for each of a list, and the task speaks of one", "leave out each"
            )
        chosen = any(self.uses.expressions(each) or each.args for each in chain if each.id != step.id)
        if doing.kind == "deleting" and not chosen:
            yield _unsaid(step.id, f"{step.tool} would delete all there is", "say which ones")

    def _precise(self, step: Step, doing: Doing) -> Iterator[Finding]:
        """Changes that quote the words of another, and values that stand elsewhere."""
        own = self._tokens_of(self.given.own.get(step.id, ()))
        for clause in self.said:
            verb = next((one for one in clause.words if one.verbs), None) if clause.kind == "action" else None
            if verb in own and verb and not (fits(verb, doing) or self._leads(verb, doing)):
                told = f"{step.tool} quotes {verb.text!r}, which asks for something else"
                yield _unsaid(step.id, told, "quote the words of this change alone")
        said = said_of(self.task, self.given.own.get(step.id, ()))
        for name, value in self.uses.constants(step):
            if name and not isinstance(value, bool) and not said_value(said, value):
                told = f"{name!r} of {step.tool} is {value!r}, which the words that it quotes do not say"
                yield _unsaid(step.id, told, "quote the words that say it, or use what they say")

    def _whose(self, step: Step, clause: Clause | None) -> Iterator[Finding]:
        """Values of things that the task does not speak of: an address of somebody else."""
        for name, value in step.args.items():
            for ref in refs(value):
                thing = self.uses.thing(ref, step)
                if thing is None or ref.startswith("inputs."):
                    continue
                slot = thing.slots.get(ref.rpartition(".")[2])
                if not self._spoken_of(thing, slot, clause):
                    told_of = f"{name!r} of {step.tool} is of {thing.name}, which its words do not speak of"
                    yield _unsaid(step.id, told_of, "take it of what they name")

    def _spoken_of(self, thing: Thing, slot: Slot | None, clause: Clause | None) -> bool:
        """Whether the words of a change name a thing; or point at it, and others name it or it is handed over."""
        words = [thing.head, *(slot.words if slot else ())]
        words += [part for one in thing.slots.values() for parts in one.choices.values() for part in parts]
        around, every = clause.tokens if clause else tokens(self.task), tokens(self.task)
        if any(told(one.keys) & word for one in around for word in words):
            return True
        handed = thing.name in {self.uses.world.refers(one) for one in self.uses.inputs}
        named = handed or any(told(one.keys) & word for one in every for word in words)
        pointed = any(one.marks & {"pronouns", "persons", "possessive"} for one in around)
        return (pointed and named) or (handed and not any(self.uses.world.heads(one) for one in around))

    def _apart(self, step: Step, other: Step, verb: Token) -> bool:
        """Whether two changes by one verb are told apart: by their conditions, or by words of their own."""
        if step.when != other.when and (step.when or other.when):
            return True
        mine, theirs = (
            {one.start for one in self._tokens_of(self.given.own.get(each.id, ())) if bears(one) and one is not verb}
            for each in (step, other)
        )
        return bool(mine - theirs) and bool(theirs - mine)

    def values(self) -> Iterator[Finding]:
        """Texts, numbers and choices that the task does not say."""
        for step in self.uses.plan.steps:
            operation = self.uses.world.operations.get(step.tool)
            read_by = [other for other in self.uses.plan.steps if step.id in other.needs]
            if step.tool == FILL and read_by and all(map(_asks, read_by)):
                continue  # a question to a model, which nobody else reads
            for name, value in self.uses.constants(step):
                if name == "query" and unreadable(str(step.args.get("query", ""))):
                    yield _finding("wrong-argument", step.id, f"the query cannot be read: {value}", "mend it")
                elif name in ("url", "method", "labels", "model", "tools", "prompt", "system") or (
                    not name and value in _ANY
                ):
                    continue
                elif isinstance(value, bool):
                    about = operation.arguments[name].shape.about if operation and name in operation.arguments else ""
                    if name and not said_flag(self.said, name, about, value):
                        yield _unsaid(step.id, f"{name!r} of {step.tool} is {value}, which the task does not say", "")
                elif not said_value(self.task, value):
                    where = f"{name!r} of {step.tool} is" if name else f"{step.id} chooses by"
                    yield _unsaid(step.id, f"{where} {value!r}, which the task does not say", "use what the task says")

    def idle(self) -> Iterator[Finding]:
        """What was handed over and nothing uses."""
        used = {ref for step in self.uses.plan.steps for ref in refs([self.uses.taken(step), step.each])}
        texts = " ".join(text for step in self.uses.plan.steps for text in self.uses.expressions(step))
        for name in self.uses.inputs:
            if not any(ref == f"inputs.{name}" or ref.startswith(f"inputs.{name}.") for ref in used) and (
                f"inputs.{name}" not in texts
            ):
                yield _finding(UNREAD, None, f"{name!r} is handed over, and no node uses it", f"use inputs.{name}")

    # ------------------------------------------------------------------ where things stand

    @cached_property
    def _writing(self) -> list[Step]:
        return [step for step in self.uses.plan.steps if step.tool in self.uses.world.doings]

    def _quoting(self, one: Token) -> list[Step]:
        at = range(one.start, one.end)
        places = self.given.quotes
        return [
            step
            for step in self.uses.plan.steps
            if any(start < at.stop and at.start < end for start, end in places.get(step.id, ()))
        ]

    def _tokens_of(self, places: Sequence[Place]) -> list[Token]:
        whole = [one for clause in self.said for one in clause.tokens]
        return [one for one in whole if any(start <= one.start and one.end <= end for start, end in places)]

    def _clause_of(self, said: Sequence[Token]) -> Clause | None:
        return next((clause for clause in self.said if clause.kind == "action" and {*clause.tokens} & {*said}), None)

    def _values(self, step: Step, *, alone: bool = False) -> list[Any]:
        return [
            value for each in ((step,) if alone else self.uses.chain(step)) for _, value in self.uses.constants(each)
        ]


def _asks(step: Step) -> bool:
    """Whether a step asks a language model."""
    return step.tool in (LLM_NODE, AGENT, CHOOSE)


def _same(one: Token, value: Any) -> bool:
    if one.kind == "number":
        return (not isinstance(value, bool) and value == one.value) or str(one.value) == str(value)
    return str(one.value).strip(" .").casefold() in str(value).casefold()


def _unread(said: str, help: str) -> Finding:
    return _finding(UNREAD, None, f"no step was read from {said!r}", help)


def _unsaid(step: str | None, told: str, help: str) -> Finding:
    return _finding(UNSAID, step, told, help)


def _finding(code: str, step: str | None, told: str, help: str) -> Finding:
    return Finding(code=code, step=step, message=told, help=help)
