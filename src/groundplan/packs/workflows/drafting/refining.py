"""Words beside a plan -> the plan with what they change: a step more, one less, a condition, another value."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from groundplan.contracts import INPUTS, REF, Doubt, Plan, Step, refs
from groundplan.packs.workflows.catalogue import RESULT
from groundplan.packs.workflows.checks import bears
from groundplan.packs.workflows.drafting.clauses import Clause, clauses
from groundplan.packs.workflows.drafting.compared import compared
from groundplan.packs.workflows.drafting.conditions import condition
from groundplan.packs.workflows.drafting.held import tests_in
from groundplan.packs.workflows.drafting.known import Context, Known, Steps, given, ref
from groundplan.packs.workflows.drafting.task import drafted
from groundplan.packs.workflows.drafting.words import Token, tokens
from groundplan.packs.workflows.drafting.world import Thing, World, told
from groundplan.packs.workflows.drafting.written import as_query, written
from groundplan.packs.workflows.graph import conditions
from groundplan.plan import folder

_PRONOUN = "it"


@dataclass(frozen=True)
class Changed:
    """A plan after a change in words."""

    plan: Plan | None = None
    doubt: Doubt | None = None
    """Why it was not changed."""


@cache
def _lists() -> Mapping[str, frozenset[str]]:
    said = folder.load(Path(__file__).with_name("refining.yaml"))
    return {name: frozenset(map(str, words)) for name, words in said.items()}


def refined(plan: Plan, words: str, inputs: Mapping[str, Any], world: World, locked: frozenset[str]) -> Changed:
    """The plan with what the words say changed, and nothing else; a doubt where a word of them was not understood."""
    case = _Case(plan, words, inputs, world, locked)
    said = clauses(words, world.verbs)
    for way in (case.copied, case.held, case.dropped, case.set_to):
        found = way(said)
        if found is not None:
            return found
    return case.added()


@dataclass(frozen=True)
class _Case:
    plan: Plan
    words: str
    inputs: Mapping[str, Any]
    world: World
    locked: frozenset[str]

    # ------------------------------------------------------------------ a step more

    def added(self) -> Changed:
        """What the words ask for is drafted beside the steps that stand, and held to the same account."""
        context = self._context()
        kept = {step["id"]: dict(step) for step in context.steps.made}
        draft = drafted(self.words, {}, self.world, context)
        if draft.doubt is not None:
            return Changed(doubt=draft.doubt)
        fresh = [_step(step) for step in draft.steps if step["id"] not in kept]
        return self._with([*self.plan.steps, *fresh])

    def copied(self, said: Sequence[Clause]) -> Changed | None:
        """`also send a copy to sales`: a step that stands, once more and to somebody else."""
        every = [one for clause in said for one in clause.tokens]
        if not any(among(one, "copy") for one in every) or any(clause.kind == "condition" for clause in said):
            return None
        target = self._target([one for one in every if not among(one, "copy")])
        if target is None:
            return self._unclear("which step a copy is made of")
        name = self._address(target)
        rest = [one for one in every if bears(one) and not one.verbs and not among(one, "copy")]
        value = self._value(rest)
        if not name or value is None:
            meant = ", ".join(f"“{one.text}”" for one in rest) or "nobody"
            told = (
                f"a copy by {target.tool} needs {name or 'an address'}, and {meant} is none; hand it over as an input"
            )
            return Changed(doubt=Doubt(kind="clarify", message=f"{told}.", said=self.words))
        twin = target.model_copy(update={
            "id": self._free(target.id), "args": {**target.args, name: value}, "why": f"{target.why}; {self.words}",
        })  # fmt: skip
        at = [step.id for step in self.plan.steps].index(target.id) + 1
        return self._with([*self.plan.steps[:at], twin, *self.plan.steps[at:]])

    # ------------------------------------------------------------------ a condition, a step less, a value

    def held(self, said: Sequence[Clause]) -> Changed | None:
        """`skip the e-mail if ...`, `only book it when ...`: a step that stands is done in some cases alone."""
        tests = [clause for clause in said if clause.kind == "condition"]
        others = [one for clause in said if clause.kind != "condition" for one in clause.tokens]
        skips, only = (any(among(one, name) for one in others) for name in ("drop", "only"))
        if len(tests) != 1 or not (skips or only):
            return None
        target = self._target(others)
        if target is None:
            return self._unclear("which step hangs on that")
        if target.each is not None and not self._of_input(tests[0].tokens):
            return self._some_of(target, tests[0], turned=skips != tests[0].turned)
        context = self._context(before=target)
        read = self._condition(tests[0].tokens, context)
        if read is None:
            return self._unclear(f"the condition “{self.words[tests[0].start : tests[0].end]}”")
        cel, needs, context = read
        cel = f"!({cel})" if skips != tests[0].turned else cel
        whole = conditions.joined([target.when, cel]) if target.when else cel
        changed = target.model_copy(update={"when": whole, "needs": tuple(dict.fromkeys((*target.needs, *needs)))})
        known = {step.id for step in self.plan.steps}
        fresh = [_step(step) for step in context.steps.made if step["id"] not in known and step["id"] in needs]
        at = [step.id for step in self.plan.steps].index(target.id)
        before, after = self.plan.steps[:at], self.plan.steps[at + 1 :]
        return self._with([*before, *fresh, changed, *after])

    def _some_of(self, target: Step, said: Clause, *, turned: bool) -> Changed:
        """A step that is run for each of a list is run for those of which the condition holds."""
        unclear = self._unclear(f"the condition “{self.words[said.start : said.end]}”")
        of, thing = self._entries(target)
        if thing is None:
            return unclear
        words = said.tokens
        head = next(
            (at for at, one in enumerate(words) if one.marks & {"pronouns"} or told(one.keys) & thing.head), None
        )
        found = tests_in(words, set(range(len(words))), thing, self._context(before=target), head)
        left = [n for n, one in enumerate(words) if bears(one) and n not in found.used and n != head]
        if left or not found.tests or (turned and len(found.tests) > 1):
            return unclear
        where, beside = as_query([one.turned() for one in found.tests] if turned else found.tests)
        args = {"rows": target.each, "of": of, "query": f"rows: where {where}", **({"given": beside} if beside else {})}
        chosen = Step(id=self._free("chosen"), tool="select", args=args, why=f"chooses by the words: {self.words}")
        changed = Step.model_validate({
            **target.model_dump(), "each": {REF: f"{chosen.id}.rows"}, "needs": (*target.needs, chosen.id),
        })  # fmt: skip
        at = [step.id for step in self.plan.steps].index(target.id)
        return self._with([*self.plan.steps[:at], chosen, changed, *self.plan.steps[at + 1 :]])

    def _entries(self, step: Step) -> tuple[str, Thing | None]:
        """What a step is run for: the operation whose results these are, and the thing."""
        for _ in self.plan.steps:
            owner = next(
                (self.plan.step(name.split(".")[0]) for name in refs(step.each or step.args.get("rows"))), None
            )
            if owner is None:
                break
            operation = self.world.operations.get(owner.tool)
            if operation is not None:
                shape = operation.returns.items or operation.returns
                return owner.tool, self.world.things.get(shape.called)
            step = owner
        return "", None

    def dropped(self, said: Sequence[Clause]) -> Changed | None:
        """`leave out the e-mail`: a step less, and what only it read."""
        every = [one for clause in said for one in clause.tokens]
        if not any(among(one, "drop") for one in every) or any(clause.kind == "condition" for clause in said):
            return None
        if any(one.kind in ("literal", "code", "number") for one in every):
            return None
        target = self._target(every)
        if target is None:
            return self._unclear("which step is left out")
        kept = [step for step in self.plan.steps if step.id != target.id]
        broken = [step.id for step in kept if target.id in step.needs]
        if broken:
            told = f"{', '.join(broken)} needs what {target.id} gives; leave that out first"
            return Changed(doubt=Doubt(kind="refuse", message=f"{told}.", said=self.words))
        return self._with(_needed(kept, target))

    def set_to(self, said: Sequence[Clause]) -> Changed | None:
        """`change the text to "Bye"`: another value of a step that stands."""
        every = [one for clause in said for one in clause.tokens]
        values = [one for one in every if one.kind in ("literal", "code", "number")]
        if len(said) != 1 or len(values) != 1 or not among(every[0], "change"):
            return None
        names = [one for one in every[1:] if one.kind == "word" and one.keys and not one.marks & {"idle"}]
        writing = [step for step in self.plan.steps if step.tool in self.world.doings]
        fits = [
            (step, name)
            for step in writing
            for name, slot in self.world.doings[step.tool].slots.items()
            if name in step.args and all(any(told(one.keys) & word for word in slot.words) for one in names) and names
        ]
        if len(fits) != 1:
            return None
        step, name = fits[0]
        changed = step.model_copy(update={"args": {**step.args, name: values[0].value}})
        return self._with([changed if one.id == step.id else one for one in self.plan.steps])

    # ------------------------------------------------------------------ what is known

    def _context(self, before: Step | None = None) -> Context:
        """The steps that stand, and the things that they get hold of: all, or those that come before a step."""
        after = self._after(before) if before else set()
        steps = Steps(self.world, [_made(step) for step in self.plan.steps], {step.id: [] for step in self.plan.steps})
        context = Context(self.world, given(self.inputs, self.world), steps)
        for step in self.plan.steps:
            operation = self.world.operations.get(step.tool)
            called = operation.returns.called if operation and operation.returns.type == "object" else ""
            if called in self.world.things and step.each is None and step.id not in after:
                key = next(iter(step.args.values()), None) if operation and not operation.writes else None
                context.meet(Known(called, key or ref(step.id, RESULT, "id"), row=f"{step.id}.{RESULT}"))
        return context

    def _after(self, step: Step) -> set[str]:
        """A step, and all that is made of what it gives."""
        found = {step.id}
        for _ in self.plan.steps:
            found |= {one.id for one in self.plan.steps if found.intersection(one.needs)}
        return found

    def _condition(self, said: Sequence[Token], context: Context) -> tuple[str, tuple[str, ...], Context] | None:
        """A condition, the steps it needs, and the context with these; None where a word of it is left over."""
        handed = self._of_input(said)
        if handed:
            return handed, (), context
        it = replace(tokens(_PRONOUN)[0], start=-1, end=-1)
        for words in (tuple(said), (it, *said)):
            read = condition(words, context)
            if read.when is not None and not read.unread:
                return read.when.cel, read.when.needs, read.context
        return None

    def _of_input(self, said: Sequence[Token]) -> str | None:
        """`if the amount is under 100`, of an amount that is handed over."""
        at = next((at for at, one in enumerate(said) if one.kind == "number"), None)
        op, marks = compared(said, at) if at is not None else (None, set())
        named = [one for one in given(self.inputs, self.world) if any(one.said_by(word) for word in said)]
        left = [n for n, one in enumerate(said) if bears(one) and n not in {at, *marks}]
        if at is None or not op or len(named) != 1 or any(not named[0].said_by(said[n]) for n in left):
            return None
        return f"{INPUTS}.{named[0].name} {'==' if op == '=' else op} {written(said[at].value)}"

    def _target(self, said: Sequence[Token]) -> Step | None:
        """The one writing step that words name best."""
        scored = []
        for step in self.plan.steps:
            doing = self.world.doings.get(step.tool)
            if doing is None:
                continue
            verbs = {group for one in said for group in one.verbs} & (doing.verbs | doing.lead)
            nouns = {one.text for one in said if not one.idle and any(told(one.keys) & word for word in doing.words)}
            scored.append((len(verbs) + len(nouns), step))
        best = max((score for score, _ in scored), default=0)
        found = [step for score, step in scored if score == best]
        return found[0] if best and len(found) == 1 else None

    def _address(self, step: Step) -> str:
        """The argument that says to whom something goes."""
        slots = self.world.doings[step.tool].slots
        mails = [name for name, slot in slots.items() if slot.shape.format == "email" and name in step.args]
        return next(iter([*mails, *(name for name in ("to", "recipient") if name in step.args)]), "")

    def _value(self, said: Sequence[Token]) -> Any:
        """What is written out, or handed over."""
        if len(said) == 1 and said[0].kind in ("literal", "code"):
            return said[0].value
        named = [one for one in given(self.inputs, self.world) if said and all(one.said_by(word) for word in said)]
        return named[0].ref if len(named) == 1 else None

    def _with(self, steps: Sequence[Step]) -> Changed:
        """The plan with these steps; a doubt where one that is locked would be another."""
        after = {step.id: step for step in steps}
        touched = [step.id for step in self.plan.steps if step.id in self.locked and after.get(step.id) != step]
        if touched:
            told = (
                f"{', '.join(touched)} is locked, and {self.words!r} would change it; unlock it, or say something else"
            )
            return Changed(doubt=Doubt(kind="refuse", message=f"{told}.", said=self.words))
        goal = together(self.plan.goal, self.words)
        return Changed(self.plan.model_copy(update={"steps": tuple(steps), "goal": goal}))

    def _unclear(self, what: str) -> Changed:
        names = ", ".join(step.id for step in self.plan.steps if step.tool in self.world.doings)
        told = f"it is not understood {what}; the steps that change something are {names or 'none'}"
        return Changed(doubt=Doubt(kind="clarify", message=f"{told}.", said=self.words))

    def _free(self, id: str) -> str:
        taken = {step.id for step in self.plan.steps}
        return next(one for n in range(1, 99) if (one := id if n == 1 else f"{id}_{n}") not in taken)


def together(goal: str, words: str) -> str:
    """A task, and what was said beside it."""
    return f"{goal.rstrip(' .')}. {words.strip()}" if goal.strip() else words.strip()


def among(one: Token, name: str) -> bool:
    """Whether a word stands in a list of words of changes."""
    text = one.text.lower()
    return text in _lists()[name] or any(key in _lists()[name] for key in one.keys)


def _needed(steps: Sequence[Step], gone: Step) -> list[Step]:
    """Without the reads that only a step which is gone was made of."""
    kept = list(steps)
    loose = [*gone.needs]
    while loose:
        id = loose.pop()
        step = next((one for one in kept if one.id == id), None)
        if step is not None and not any(id in one.needs for one in kept):
            kept.remove(step)
            loose += step.needs
    return kept


def _made(step: Step) -> dict[str, Any]:
    more = {"when": step.when, "each": step.each, "needs": step.needs}
    kept = {name: value for name, value in more.items() if value}
    return {"id": step.id, "tool": step.tool, "args": dict(step.args), **kept, "why": step.why}


def _step(step: Mapping[str, Any]) -> Step:
    return Step.model_validate({name: value for name, value in step.items() if value is not None})
