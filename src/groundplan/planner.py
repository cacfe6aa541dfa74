"""Settings -> a warm planner: what is slow to make is made once, then many questions are answered."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.checks import check_plan
from groundplan.contracts import Brief, Drafts, Event, Facts, Finding, Plan, Question, Run, Understanding
from groundplan.errors import SetupError, UsageError
from groundplan.execute import LocalExecutor
from groundplan.pack import Bounds, Mind, Pack, Source
from groundplan.pipeline import finish, stream
from groundplan.plan.nearest import did_you_mean
from groundplan.reading.blank import Blank
from groundplan.repairs import repair_plan
from groundplan.road import Means, Road
from groundplan.settings import Settings
from groundplan.stages.explain import explain
from groundplan.stages.run import Ran, run
from groundplan.stages.understand import understand

if TYPE_CHECKING:
    from groundplan.embed.base import Embedder
    from groundplan.llm.base import LLM
    from groundplan.pack import Reader

OPEN_SOURCES = 8
"""Sources kept open between questions; the least recently used is closed first, so that memory stays flat."""

MARKS = {"base.db": "knowledge", "schema.yaml": "knowledge"}
"""Files by which a folder says whose it is."""

Watch = Callable[[Event], None]


@dataclass
class Answered:
    """A run, and the results that its files are made of."""

    run: Run
    results: dict[str, Any]
    pack: Pack
    approved: bool = True


@dataclass
class Planner:
    """Answers questions with one set of settings."""

    settings: Settings = field(default_factory=Settings.from_environment)
    _sources: OrderedDict[tuple[str, tuple[str, ...]], Source] = field(default_factory=OrderedDict)
    _indexes: dict[str, Any] = field(default_factory=dict)
    _embedder: Any = None
    _embedded: Reader | None = None

    async def ask(
        self, question: Question, *, prior: dict[str, Any] | None = None, watch: Watch | None = None,
        approve: Callable[[Plan], bool] | None = None,
    ) -> Answered:  # fmt: skip
        """The question, answered; `approve` is asked before anything runs."""
        means = self.means(question, prior)
        id = run_id(question)
        if approve is None:
            road = await _watched(stream(question, means), watch)
            return Answered(finish(road, means, id), means.results, means.pack)
        return await self._approved(question, means, id, watch, approve)

    async def _approved(
        self, question: Question, means: Means, id: str, watch: Watch | None, approve: Callable[[Plan], bool]
    ) -> Answered:
        from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver  # 0.4 s, and only approval needs it here

        self.settings.cache.mkdir(parents=True, exist_ok=True)
        async with AsyncSqliteSaver.from_conn_string(str(self.settings.cache / "checkpoints.db")) as saver:
            await saver.setup()
            await saver.adelete_thread(id)  # the same question asked before is another road
            road = await _watched(stream(question, means, checkpointer=saver, thread=id, approve=True), watch)
            while "answer" not in road and approve(road["plan"]):  # drafted again, it is shown again
                onward = stream(None, means, checkpointer=saver, thread=id, approve=True)
                road = await _watched(onward, watch, len(road["events"]))
            await saver.adelete_thread(id)
        return Answered(finish(road, means, id), means.results, means.pack, approved="answer" in road)

    def means(self, question: Question, prior: dict[str, Any] | None = None) -> Means:
        """Everything the question is answered with."""
        from groundplan.llm.base import Metered

        pack = find_pack(question.pack)
        source = self.source(pack, question.sources)
        mind = self._mind(pack, source)
        llm = self._llm(self.settings.model, self.settings.planner_temperature, self.settings.max_tokens)
        meter = Metered(llm) if llm else None
        wording = self._llm(
            self.settings.answer_model, self.settings.answer_temperature, self.settings.answer_max_tokens
        )
        return Means(
            pack=pack,
            source=source,
            readers=(mind.modelled(meter), mind.reader) if meter else (mind.reader,),
            gate=mind.gate,
            executor=LocalExecutor(),
            index=self.index(pack),
            llm=meter,
            answer_llm=Metered(wording) if wording else None,
            prior=prior,
            cap=self.settings.tool_cap,
        )

    def _mind(self, pack: Pack, source: Source) -> Mind:
        """How the pack reads: in its own way, or by the readers of forms over columns."""
        if pack.mind:
            bounds = Bounds(self.settings.plan_confidence_threshold, self.settings.max_tool_calls)
            return pack.mind(source, self.embedder, bounds)
        from groundplan.reading.followup import follow_up
        from groundplan.reading.llm import LLMReader

        embedded = self._reader()

        def gate(question: Question, blank: Blank) -> tuple[bool, str]:
            asked = [turn.text for turn in question.history if turn.role == "user"]
            return follow_up(question.text, asked[-1] if asked else "", blank, self.embedder)

        return Mind(reader=embedded, gate=gate, modelled=lambda llm: LLMReader(llm, embedded))

    def _reader(self) -> Reader:
        """The reader that needs no model elsewhere: the trained one."""
        if self._embedded is None:
            from groundplan.reading.embedded import Encoder, TrainedReader

            folder = None if self.settings.reader == "trained" else Path(self.settings.reader)
            self._embedded = TrainedReader(Encoder(folder), self.embedder)
        return self._embedded

    def source(self, pack: Pack, sources: tuple[str, ...]) -> Source:
        """The sources, opened once and kept."""
        key = (pack.name, sources)
        if key not in self._sources:
            self._sources[key] = pack.open(sources, self.settings.cache)
            while len(self._sources) > OPEN_SOURCES:
                self._sources.popitem(last=False)[1].close()
        self._sources.move_to_end(key)
        return self._sources[key]

    def index(self, pack: Pack) -> Any:
        """The pack's tool index."""
        from groundplan.embed.index import open_index

        if pack.name not in self._indexes:
            self._indexes[pack.name] = open_index(pack.tools, self.embedder, self.settings.cache)
        return self._indexes[pack.name]

    @property
    def embedder(self) -> Embedder:
        """The sentence encoder: the best one that is on disk."""
        from groundplan.embed import best_embedder

        if self._embedder is None:
            self._embedder = best_embedder()
        return self._embedder  # type: ignore[no-any-return]

    async def answer(self, question: Question) -> Run:
        """The run alone, for many questions in a row."""
        return (await self.ask(question)).run

    async def check(self, plan: Plan, question: Question) -> tuple[Finding, ...]:
        """A written plan, held against what the question asks for and what the sources have."""
        means = self.means(question)
        blank = means.pack.blank(means.pack, means.source)
        understood, _ = await understand(question, blank, means.readers, means.pack)
        return check_plan(plan, _brief(plan.goal, means.pack, means.source, understood), means.pack.checks)

    async def replay(self, plan: Plan, understood: Understanding, sources: tuple[str, ...], pack_name: str) -> Answered:
        """A saved plan on new data, as it stands but for safe repairs; nothing is read or drafted anew.

        It was proved against its question when it was made; now it is held against the new data.
        """
        pack = find_pack(pack_name)
        source = self.source(pack, sources)
        form = pack.settle(understood.form, source.tables)
        brief = _brief(plan.goal, pack, source, Understanding(form=form))
        plan, repairs = repair_plan(plan, brief, pack.repairs)
        findings = tuple(finding for finding in check_plan(plan, brief) if finding.code != "unjustified-step")
        ran = Ran(Facts(), {}, findings) if findings else await run(plan, pack, source, LocalExecutor())
        question = Question(text=plan.goal, pack=pack_name, sources=sources)
        told = explain(understood, ran.findings, 1, source.tables) if ran.findings else pack.render(brief, ran.facts)
        record = Run(
            id=run_id(question), status="failed" if ran.findings else "answered", pack=pack_name, question=question,
            understanding=understood, plan=plan, drafts=Drafts(final=plan), findings=ran.findings, repairs=repairs,
            attempts=1, facts=ran.facts, answer=told,
        )  # fmt: skip
        return Answered(record, dict(ran.results), pack)

    def close(self) -> None:
        """Every source, given back."""
        while self._sources:
            self._sources.popitem()[1].close()

    def _llm(self, models: str, temperature: float, max_tokens: int) -> LLM | None:
        names = [name.strip() for name in models.split(",") if name.strip()]
        if not names:
            return None
        if not self.settings.model_url:
            raise SetupError("a model is named but no endpoint; set GROUNDPLAN_MODEL_URL to its base URL")
        from groundplan.llm.fallback import Fallback
        from groundplan.llm.openai import Endpoint

        s = self.settings
        options = {"temperature": temperature}
        chain = [
            Endpoint(s.model_url, name, s.api_key or None, s.timeout, max_tokens, options=options) for name in names
        ]
        return chain[0] if len(chain) == 1 else Fallback(tuple(chain))


async def _watched(roads: Any, watch: Watch | None, seen: int = 0) -> Road:
    road: Road = {}
    async for road in roads:
        for event in road.get("events", ())[seen:]:
            if watch:
                watch(event)
        seen = max(seen, len(road.get("events", ())))
    return road


def packs() -> dict[str, Any]:
    """Every pack that is installed, ours and others', not yet loaded."""
    return {entry.name: entry for entry in sorted(entry_points(group="groundplan.packs"), key=lambda e: e.name)}


def find_pack(name: str) -> Pack:
    """The pack of that name."""
    known = packs()
    if name not in known:
        raise UsageError(f"no pack named {name!r}; {did_you_mean(name, known)}")
    loaded: Pack = known[name].load()
    return loaded


def pack_of(sources: Sequence[str]) -> str:
    """The pack whose folder it is, by a file that stands in it; else the one for tables."""
    folders = [Path(source) for source in sources if Path(source).is_dir()]
    return next((pack for folder in folders for mark, pack in MARKS.items() if (folder / mark).is_file()), "tables")


def run_id(question: Question) -> str:
    """The same for the same question over the same sources."""
    if question.id:
        return question.id
    words = "-".join("".join(c if c.isalnum() else " " for c in question.text.casefold()).split()[:6])[:48]
    digest = hashlib.sha256("\0".join([question.text, *question.sources]).encode()).hexdigest()[:8]
    return f"{words or 'question'}-{digest}"


def _brief(goal: str, pack: Pack, source: Source, understood: Understanding) -> Brief:
    """What a written plan is held against: every tool may be used."""
    tools = dict(pack.tools)
    return Brief(
        goal=goal, pack=pack.name, form=understood.form, requirements=understood.requirements, tools=tools,
        catalogue=tools, coverage=pack.coverage, tables=source.tables,
    )  # fmt: skip
