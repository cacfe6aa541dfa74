"""What `ask`, `chat` and `run` share: a warm planner, progress, and how an answer is told and kept."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from groundplan.cli.show import event_line, say, show_events, show_plan, show_query, talk
from groundplan.contracts import SOURCE, Event, Plan, Question, run_id
from groundplan.errors import SetupError, UsageError
from groundplan.plan.text import show_step
from groundplan.planner import Answered, Approve, Planner, Watch
from groundplan.settings import Settings
from groundplan.stages.reply import replied
from groundplan.store import folder as run_folder
from groundplan.store.sessions import Sessions


@dataclass
class Asking:
    """Questions over the same data, one after another."""

    model: str | None
    pack: str | None
    data: tuple[str, ...]
    session: str | None = None
    inputs: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.settings = Settings.from_environment(model=self.model)
        self.planner = Planner(self.settings)
        self.sessions = Sessions(self.settings.cache / "sessions.db") if self.session else None
        self.answering = self.planner.pack(Question(text="", pack=self.pack or "", sources=self.data))
        telling = self.answering.telling
        self.awake = telling.wake() if telling.wake else None  # last: what fails before it has nothing to give back

    def ask(
        self,
        text: str,
        *,
        query: str = "",
        approve: Approve | None = None,
        explain: bool = False,
        quiet: bool = False,
    ) -> Answered:
        """One question, or a choice where the last one was asked back; what went before it in the session counts.

        `query`: the question as a query, which nobody has to read.
        """
        question, prior = self._question(text if query else self._meant(text), query)
        if question.text != text and not quiet:
            talk().print(f"read as: {question.text}", style="dim", markup=False)
        with progress(silent=quiet or explain) as watch:
            answered = asyncio.run(self.planner.ask(question, prior=prior, watch=watch, approve=approve))
        if explain:
            show_events(answered.run.events)
            show_query(answered.run.understanding.form)
            if answered.run.plan:
                show_plan(answered.run.plan)
        if self.sessions and self.session:
            self.sessions.add(self.session, answered.run)
        return answered

    def save(self, answered: Answered, out: Path | None = None) -> Path:
        """The run's folder, written."""
        target = out or self.settings.runs / answered.run.id
        run_folder.save(answered.run, target)
        write = answered.pack.telling.save
        if write and answered.run.status == "answered":
            write(answered.run, {SOURCE: answered.source, **answered.results}, target, self.awake)
        return target

    def tell(self, answered: Answered, folder: Path, *, json: bool = False) -> None:
        """The answer on stdout; chart, findings and where the files are on stderr."""
        run, sketch = answered.run, answered.pack.telling.sketch
        if json:
            say(run.model_dump_json())
            return
        if not answered.approved:
            talk().print(f"not run; the plan is in {folder}, and `groundplan run {folder} DATA` runs it", markup=False)
            return
        say(run.answer.text if run.answer else "no answer")
        for note in run.notes:
            talk().print(f"note: {note}", style="yellow", markup=False)
        if run.status == "answered" and sketch:
            for drawn in sketch(run.facts, talk().width, _colored()):
                sys.stderr.write(drawn + "\n")
        for step in left_undone(answered):
            talk().print(f"not done, as it was not approved: {step}", style="yellow", markup=False)
        talk().print(f"files: {folder}", style="dim", markup=False)

    def __enter__(self) -> Asking:
        return self

    def __exit__(self, *_: object) -> None:
        """Give the sources back, and what was woken."""
        self.planner.close()
        if self.awake:
            self.awake.close()

    def _meant(self, text: str) -> str:
        unclear = self.sessions.unclear(self.session) if self.sessions and self.session else None
        return (replied(*unclear, text) if unclear else None) or text

    def sql(self, answered: Answered) -> str:
        """The SQL that the rows of the answer came from."""
        ran = answered.pack.telling.ran
        return (ran(answered.results) if ran else "") or "no SQL was run"

    def _question(self, text: str, query: str) -> tuple[Question, dict[str, Any] | None]:
        history = self.sessions.history(self.session) if self.sessions and self.session else ()
        prior = self.sessions.prior(self.session) if self.sessions and self.session else None
        pack = self.answering.name
        question = Question(text=text, query=query, pack=pack, sources=self.data, session=self.session, history=history,
                            inputs=self.inputs)  # fmt: skip
        return question.model_copy(update={"id": run_id(question)}), prior


def left_undone(answered: Answered) -> list[str]:
    """The steps that would have changed something, where the run stopped as nobody had approved it."""
    run = answered.run
    if run.plan is None or not any(finding.code == "needs-approval" for finding in run.findings):
        return []
    tools = answered.pack.catalogue(answered.source).tools
    left = [step for step in run.plan.steps if step.id not in answered.results and step.tool in tools]
    return [show_step(step).splitlines()[0] for step in left if tools[step.tool].effect == "outside"]


@contextmanager
def progress(silent: bool) -> Iterator[Watch | None]:
    """A line on stderr that says which stage is at work; nothing when stderr is no terminal."""
    console = talk()
    if silent or not console.is_terminal:
        yield None
        return
    with console.status("reading the data") as status:

        def watch(event: Event) -> None:
            status.update(event_line(event)[: console.width - 4])

        yield watch


def approval(approve: bool, yes: bool, no: bool = False) -> Approve | None:
    """How a plan is approved: beforehand, by somebody at the terminal, or by nobody."""
    if yes and no:
        raise UsageError("--yes approves, and --no does not; give one of them")
    return False if no else True if yes else _confirm if approve else None


def _confirm(plan: Plan) -> bool:
    show_plan(plan)
    if not sys.stdin.isatty():
        raise SetupError(
            "--approve asks before it runs, and nobody is at the terminal; use --yes, or `groundplan plan`"
        )
    return input("run this plan? [y/N] ").strip().casefold() in ("y", "yes", "j", "ja", "д", "да")


def _colored() -> bool:
    import os

    return sys.stderr.isatty() and "NO_COLOR" not in os.environ
