"""Settings -> a warm planner: one question, from the means it is answered with to its run."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from groundplan.checks import check_plan
from groundplan.contracts import Drafts, Event, Finding, Plan, Question, Requirement, Understanding, run_id
from groundplan.execute import Executor, LocalExecutor
from groundplan.installed import Packs
from groundplan.llm.base import LLM, Metered
from groundplan.llm.chain import chain
from groundplan.pack import Aids, Form, Pack, Source
from groundplan.pipeline import FIRST, finish, travel
from groundplan.repairs import repair_plan
from groundplan.road import Means, Road
from groundplan.settings import Settings
from groundplan.shown import Run
from groundplan.stages.understand import understand
from groundplan.warm import Warm

Watch = Callable[[Event], None]
Approve = Callable[[Plan], bool] | bool
"""Asked with the plan before it runs, or the answer beforehand. What is approved may change the outside world."""


@dataclass
class Answered:
    """A run, and the results that its files are made of."""

    run: Run
    results: dict[str, Any]
    pack: Pack
    source: Source | None = None
    """What was asked, opened."""
    approved: bool = True
    """False where somebody was asked and did not approve: the plan stands, and was not run."""


@dataclass
class Planner:
    """Answers questions with one set of settings; sources and models stay warm between them."""

    settings: Settings = field(default_factory=Settings.from_environment)
    packs: Sequence[Pack] = ()
    """Packs beside those that are installed."""
    executor: Executor = field(default_factory=LocalExecutor)

    def __post_init__(self) -> None:
        self.known = Packs(self.packs)
        self.warm = Warm(self.settings.cache)

    async def ask(
        self, question: Question, *, prior: Form | None = None, watch: Watch | None = None,
        approve: Approve | None = None,
    ) -> Answered:  # fmt: skip
        """The question, answered; where it is given, `approve` is asked before anything runs."""
        with self.warm.using(question.sources):
            means = self.means(question, prior, approved=bool(approve))
            road, approved = await _travelled({"question": question}, means, FIRST, watch, approve)
        return _answered(road, means, approved, question)

    async def answer(self, question: Question) -> Run:
        """The run alone, for many questions in a row."""
        return (await self.ask(question)).run

    async def check(self, plan: Plan, question: Question) -> tuple[Finding, ...]:
        """A written plan, held against what the question asks for and what the sources have."""
        with self.warm.using(question.sources):
            means = self.means(question)
            planning = means.pack.planning
            understood, _ = await understand(question, None, means.readers, planning, means.source.model)
        return check_plan(plan, means.brief(plan.goal, understood), planning.checks)

    async def replay(
        self, plan: Plan, understood: Understanding | None, question: Question, *, approve: Approve | None = None,
        watch: Watch | None = None,
    ) -> Answered:  # fmt: skip
        """A saved plan on new sources, as it stands but for safe repairs: it enters the road where plans are checked.

        Without its run it is not known what the plan was made for; then it is held against the sources alone.
        """
        with self.warm.using(question.sources):
            means = self.means(question, approved=bool(approve), runs=True)
            planning = means.pack.planning
            known = understood if understood is not None else Understanding()
            if known.form:
                form = planning.settle(known.form, means.source.model)
                required = planning.requirements(form, means.source.model)
                plan = _citing(plan, known.requirements, required)
                known = known.model_copy(update={"form": form, "requirements": required, "doubt": None})
            plan, repairs = repair_plan(plan, means.brief(plan.goal, known), planning.repairs)
            road: Road = {"question": question, "understanding": known, "plan": plan, "repairs": repairs}
            road |= {"tools": tuple(means.catalogue.tools), "drafts": Drafts(final=plan)}
            road |= {"asked": understood is not None}
            road, approved = await _travelled(road, means, "check", watch, approve)
        return _answered(road, means, approved, question)

    def means(
        self, question: Question, prior: Form | None = None, *, approved: bool = False, runs: bool | None = None
    ) -> Means:
        """Everything the question is answered with; `runs`: plans are carried out, whatever the pack says."""
        pack, s = self.pack(question), self.settings
        aids = Aids(self.warm.embedder, s.of_pack(pack), s.cache)
        pack.reading.wake(aids)
        source = self.warm.source(pack, question.sources, aids.settings)
        mind, catalogue = pack.reading.mind(source, aids), pack.catalogue(source)
        llm = _metered(self._model(s.model, s.planner_temperature, s.max_tokens))
        return Means(
            pack=pack,
            source=source,
            catalogue=catalogue,
            readers=(mind.modelled(llm), mind.reader) if llm else (mind.reader,),
            gate=mind.gate,
            executor=self.executor,
            index=self.warm.index(pack, catalogue),
            llm=llm,
            answer_llm=_metered(self._model(s.answer_model, s.answer_temperature, s.answer_max_tokens)),
            prior=prior,
            cap=s.tool_cap,
            approved=approved,
            runs=pack.planning.runs if runs is None else runs,
            inputs=question.inputs,
        )

    def means_of(self, approved: bool = False) -> Callable[[Road], Means]:
        """What each road is travelled with, by its question; a few are kept, since every stage asks for them."""

        @lru_cache(maxsize=8)
        def made(text: str) -> Means:
            return self.means(Question.model_validate_json(text), approved=approved)

        return lambda road: made(road["question"].model_dump_json())

    def pack(self, question: Question) -> Pack:
        """The pack that answers: the one that is named, or the one whose sources these are."""
        return self.known.find(question.pack) if question.pack else self.known.of(question.sources)

    def close(self) -> None:
        """Every source, given back."""
        self.warm.close()

    def _model(self, names: str, temperature: float, max_tokens: int) -> LLM | None:
        s, options = self.settings, {"temperature": temperature}
        return chain(
            names, s.model_url, key=s.api_key or None, timeout=s.timeout, max_tokens=max_tokens, options=options
        )


def _answered(road: Road, means: Means, approved: bool, question: Question) -> Answered:
    run = Run.of(finish(road, means, run_id(question)))
    return Answered(run, means.results, means.pack, means.source, approved)


def _citing(plan: Plan, before: tuple[Requirement, ...], now: tuple[Requirement, ...]) -> Plan:
    """The plan with its requirements called as they are now: the new sources may spell what they name another way."""
    if [r.label for r in before] != [r.label for r in now]:
        return plan
    called = {old.id: new.id for old, new in zip(before, now, strict=True)}
    steps = [s.model_copy(update={"satisfies": tuple(called.get(id, id) for id in s.satisfies)}) for s in plan.steps]
    return plan.model_copy(update={"steps": tuple(steps)})


def _metered(llm: LLM | None) -> Metered | None:
    return Metered(llm) if llm else None


async def _travelled(
    road: Road, means: Means, start: str, watch: Watch | None, approve: Approve | None
) -> tuple[Road, bool]:
    """The whole road, and whether what was asked for approval was approved."""
    async for reached, ahead in travel(road, means, start):
        road = reached
        if watch:
            watch(road["events"][-1])
        if ahead == "run" and means.runs and callable(approve) and not approve(road["plan"]):
            return road, False
    return road, True
