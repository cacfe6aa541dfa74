"""A task and an opened catalogue -> a draft of its plan, or what stands in the way."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from groundplan.contracts import Doubt, refs
from groundplan.packs.workflows.drafting.asked import When, question
from groundplan.packs.workflows.drafting.binding import bound
from groundplan.packs.workflows.drafting.clauses import Clause, clauses
from groundplan.packs.workflows.drafting.conditions import condition
from groundplan.packs.workflows.drafting.filling import Bound
from groundplan.packs.workflows.drafting.known import Context, Place, Steps, given
from groundplan.packs.workflows.drafting.placing import placed
from groundplan.packs.workflows.drafting.words import Token, tokens
from groundplan.packs.workflows.drafting.world import Doing, World

_MOST = 60
"""Operations that a clause is tried with."""
_LEAD = 0.25
"""How much better the best operation has to read a clause than the next one."""


@dataclass(frozen=True)
class Draft:
    """What a task was read as."""

    steps: tuple[dict[str, Any], ...] = ()
    quotes: Mapping[str, list[Place]] = field(default_factory=dict)
    """Each step with the characters of the task that it was read from."""
    background: tuple[Place, ...] = ()
    """What is told and asks for nothing."""
    granted: tuple[Place, ...] = ()
    """What holds of every plan: that nothing is missed, that writes are approved, that else nothing is done."""
    output: str = ""
    """The step that is the answer."""
    doubt: Doubt | None = None
    lead: float = 1.0
    """How surely the least sure operation was chosen."""
    near: tuple[str, ...] = ()
    """The operations that come nearest to the task, the best first, where they were ranked."""


@dataclass
class _Reading:
    context: Context
    whens: dict[int, When] = field(default_factory=dict)
    writes: list[str] = field(default_factory=list)
    background: list[Place] = field(default_factory=list)
    said: dict[int, tuple[Place, ...]] = field(default_factory=dict)
    """The words of conditions."""
    output: str = ""
    lead: float = 1.0


class _DoubtError(Exception):
    def __init__(self, doubt: Doubt) -> None:
        super().__init__(doubt.message)
        self.doubt = doubt


def drafted(text: str, inputs: Mapping[str, Any], world: World, context: Context | None = None) -> Draft:
    """The steps that do what the task says, and nothing else; a doubt where a word of it was not understood.

    `context`: what is known already, and steps that stay.
    """
    reading = _Reading(context or Context(world, given(inputs, world), Steps(world)))
    kept = {step["id"] for step in reading.context.steps.made}
    try:
        said = clauses(text, world.verbs, world.vocabulary)
        for at in _order(said):
            _clause(at, said, text, reading)
        _nothing_left(said, reading, world)
    except _DoubtError as stopped:
        return Draft(doubt=stopped.doubt)
    steps = reading.context.steps
    _pruned(steps, {*reading.writes, reading.output, *kept})
    granted = tuple((one.start, one.end) for one in said if one.kind in ("granted", "approval", "nothing"))
    granted += led_in(text, said)
    return Draft(
        tuple(steps.made), dict(steps.quotes), tuple(reading.background), granted, reading.output, None, reading.lead
    )


def led_in(text: str, said: tuple[Clause, ...]) -> tuple[Place, ...]:
    """Words before clauses that only lead in: `first`, `simply`."""
    inside = {at for one in said for at in range(one.start, one.end)}
    return tuple((one.start, one.end) for one in tokens(text) if one.start not in inside and one.among("polite"))


def _pruned(steps: Steps, wanted: set[str]) -> None:
    """Without reads that nothing is made of in the end."""
    kept, before = set(wanted), set[str]()
    while kept != before:
        before = set(kept)
        for step in (one for one in steps.made if one["id"] in before):
            read = {name.split(".")[0] for name in refs([step["args"], step.get("each")])}
            kept |= read | set(step.get("needs") or ())
    for step in [one for one in steps.made if one["id"] not in kept]:
        steps.made.remove(step)
        steps.quotes.pop(step["id"], None)


def _order(said: tuple[Clause, ...]) -> list[int]:
    """Conditions before what hangs on them; all else as it is told."""
    order: list[int] = []
    for at, clause in enumerate(said):
        if clause.under is not None and clause.under not in order and said[clause.under].kind == "condition":
            order.append(clause.under)
        if at not in order:
            order.append(at)
    return order


def _clause(at: int, said: tuple[Clause, ...], text: str, reading: _Reading) -> None:
    clause = said[at]
    if clause.kind == "action":
        _action(clause, text, reading)
    elif clause.kind == "condition":
        _condition(at, clause, text, reading)
    elif clause.kind == "question":
        _question(clause, text, reading)
    elif clause.kind == "background":
        _background(clause, text, reading)


def _action(clause: Clause, text: str, reading: _Reading) -> None:
    halves = _halves(clause, reading)
    for each in halves or (clause,):
        _one_action(each, text, reading)


def _halves(clause: Clause, reading: _Reading) -> tuple[Clause, Clause] | None:
    """`the hall for period 3 and the gym for period 4`: the same twice, where the whole is not read at once."""
    world, context = reading.context.world, reading.context
    best = min(
        (made for doing in _near(clause, world) if (made := bound(clause.tokens, doing, context))),
        key=lambda made: made.cost,
        default=None,
    )
    if best is None or best.whole or best.loop:
        return None
    for at, one in enumerate(clause.tokens):
        if "and" not in one.marks or not 0 < at < len(clause.tokens) - 1:
            continue
        first, rest = clause.tokens[:at], clause.tokens[at + 1 :]
        again = {key for word in rest if not word.idle for key in word.keys}
        shared = tuple(
            word
            for word in first
            if word.kind == "word" and not _code_like(word) and (word.verbs or not (word.keys & again) or word.idle)
        )
        both = (replace(clause, tokens=first), replace(clause, tokens=(*shared, *rest)))
        read = [bound(half.tokens, best.doing, context) for half in both]
        if all(half is not None and half.whole and not half.loop for half in read):
            return both
    return None


def _near(clause: Clause, world: World) -> list[Doing]:
    """The operations that share words with a clause: all of a small catalogue, the nearest of a large one."""
    doings = list(world.doings.values())
    if len(doings) <= _MOST:
        return doings
    said = frozenset(key for one in clause.words if not one.idle for key in one.keys)
    shared = {doing.name: sum(bool(word & said) for word in dict.fromkeys(doing.words)) for doing in doings}
    return sorted(doings, key=lambda doing: -shared[doing.name])[:_MOST]


def _code_like(word: Token) -> bool:
    return word.text.isupper() and len(word.text) > 1


def _one_action(clause: Clause, text: str, reading: _Reading) -> None:
    context, words = reading.context, clause.tokens
    found = [made for doing in _near(clause, context.world) if (made := bound(words, doing, context))]
    found.sort(key=lambda made: made.cost)
    if not found:
        raise _DoubtError(_no_operation(clause, text, context.world))
    best, second = found[0], next((one for one in found[1:]), None)
    if not best.whole:
        raise _DoubtError(_not_whole(best, clause, text))
    if second is not None and second.whole and second.cost - best.cost < _LEAD:
        raise _DoubtError(_either(best, second, clause, text))
    if best.doing.kind == "deleting" and best.loop is not None and not best.loop.tests:
        raise _DoubtError(
            Doubt(
                kind="clarify",
                message=f"{_quoted(clause, text)} would delete all there is; say which ones.",
                said=_said(clause, text),
            )
        )
    if second is not None:
        reading.lead = min(reading.lead, second.cost - best.cost)
    when, needs = _when(clause, reading)
    needs = (*needs, *_before(clause, when, reading))
    reading.context = best.context
    step = placed(best, words, when, needs)
    reading.context.steps.quotes[step] += reading.said.get(-1 if clause.under is None else clause.under, ())
    reading.writes.append(step)


def _before(clause: Clause, when: str | None, reading: _Reading) -> tuple[str, ...]:
    """What has to be done first where the words say so; what may be left out under a condition is not waited for."""
    if not clause.then and not any("then" in one.marks for one in clause.tokens):
        return ()
    sure = {step["id"] for step in reading.context.steps.made if step.get("when") in (None, when)}
    return tuple(one for one in reading.writes[-1:] if one in sure)


def _when(clause: Clause, reading: _Reading) -> tuple[str | None, tuple[str, ...]]:
    if clause.under is None:
        return None, ()
    when = reading.whens.get(clause.under)
    if when is None:
        raise _DoubtError(Doubt(kind="refuse", message="the condition of a step was not understood"))
    return (f"!({when.cel})" if clause.turned else when.cel), when.needs


def _condition(at: int, clause: Clause, text: str, reading: _Reading) -> None:
    read = condition(clause.tokens, reading.context)
    if read.when is None or read.unread:
        raise _DoubtError(_unread(clause, read.unread, text, "the condition"))
    reading.context = read.context
    reading.whens[at] = read.when
    reading.said[at] = read.said


def _question(clause: Clause, text: str, reading: _Reading) -> None:
    read = question(clause.tokens, reading.context)
    if read.why or read.unread:
        raise _DoubtError(_unread(clause, read.unread, text, "the question"))
    if clause.under is not None:
        raise _DoubtError(
            Doubt(kind="refuse", message=f"{_quoted(clause, text)} hangs on a condition; only what is done can.")
        )
    reading.context = read.context
    reading.output = read.output or reading.output
    if not reading.context.steps.made:
        reading.background += read.said  # what is looked at, for what is said next
    else:
        reading.context.steps.quotes[read.output or reading.context.steps.made[-1]["id"]] += read.said


def _background(clause: Clause, text: str, reading: _Reading) -> None:
    """Told beside the task: a statement that holds nothing which a step would have to heed."""
    if not _states(clause):
        raise _DoubtError(_unread(clause, (0,), text, "what is told"))
    heavy = [
        one
        for one in clause.tokens
        if one.kind not in ("word", "sign")
        or one.marks & {"negation", "every", "except", "missing"}
        or one.among("only")
    ]
    if heavy:
        raise _DoubtError(_unread(clause, tuple(clause.tokens.index(one) for one in heavy), text, "what is told"))
    reading.background.append((clause.start, clause.end))


def _states(clause: Clause) -> bool:
    """Whether it tells of somebody or something, and does not ask for anything by a verb that is not known."""
    first = clause.words[0]
    return first.among("articles", "subjects", "telling") or bool(
        first.marks & {"definite", "pronouns", "persons"} or any(one.finite for one in clause.words)
    )


def _nothing_left(said: tuple[Clause, ...], reading: _Reading, world: World) -> None:
    used = repr(reading.context.steps.made)
    idle = [
        one.name
        for one in reading.context.given
        if f"inputs.{one.name}'" not in used and f"inputs.{one.name} " not in used
    ]
    if idle and reading.context.steps.made:
        told = (
            f"{', '.join(idle)} is handed over, and no step was read that uses it; say what it is for, or leave it out."
        )
        raise _DoubtError(Doubt(kind="clarify", message=told))
    if not reading.writes and not reading.output:
        raise _DoubtError(
            Doubt(
                kind="refuse", message=f"the task asks for nothing that this catalogue does; it has {_offers(world)}."
            )
        )
    hanging = {clause.under for clause in said if clause.under is not None}
    for at, clause in enumerate(said):
        if clause.kind == "condition" and at not in hanging:
            raise _DoubtError(
                Doubt(
                    kind="clarify",
                    message="a condition is told, and nothing that hangs on it; say what is to be done then.",
                )
            )


# ------------------------------------------------------------------ doubts, in words


def _said(clause: Clause, text: str) -> str:
    return text[clause.start : clause.end]


def _quoted(clause: Clause, text: str) -> str:
    return f"“{_said(clause, text)}”"


def _words_of(clause: Clause, places: tuple[int, ...] | list[int]) -> str:
    tokens: list[Token] = [clause.tokens[at] for at in places]
    return ", ".join(f"“{one.text}”" for one in tokens)


def _unread(clause: Clause, places: tuple[int, ...], text: str, what: str) -> Doubt:
    named = f": no step was read from {_words_of(clause, places)}" if places else ""
    return Doubt(
        kind="refuse", message=f"{what} {_quoted(clause, text)} is not understood{named}.", said=_said(clause, text)
    )


def _not_whole(best: Bound, clause: Clause, text: str) -> Doubt:
    if best.unread:
        near = f"; the nearest operation is {best.doing.name} ({best.doing.operation.summary})"
        return Doubt(
            kind="refuse",
            message=f"in {_quoted(clause, text)} no step was read from {_words_of(clause, best.unread)}{near}.",
            said=_said(clause, text),
        )
    lacking = ", ".join(best.missing)
    return Doubt(
        kind="clarify",
        message=f"{_quoted(clause, text)} is done by {best.doing.name}, which needs {lacking}; say which.",
        said=_said(clause, text),
    )


def _either(best: Bound, second: Bound, clause: Clause, text: str) -> Doubt:
    choices = tuple(f"{one.doing.name}: {one.doing.operation.summary}" for one in (best, second))
    return Doubt(
        kind="clarify",
        message=f"{_quoted(clause, text)} may be meant in two ways; say which:",
        choices=choices,
        said=_said(clause, text),
    )


def _no_operation(clause: Clause, text: str, world: World) -> Doubt:
    return Doubt(
        kind="refuse",
        message=f"nothing in this catalogue does {_quoted(clause, text)}; it has {_offers(world)}.",
        said=_said(clause, text),
    )


def _offers(world: World) -> str:
    names = list(world.doings)
    return ", ".join(names[:12]) + (f" and {len(names) - 12} more" if len(names) > 12 else "")
