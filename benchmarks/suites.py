"""Questions that were not written for our rules, as suites: each line is read, answered and judged by itself."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Protocol

from groundplan.contracts import Question, Run, Understanding
from groundplan.evals.batch import guarded, question_of
from groundplan.pack import Form
from groundplan.planner import Planner
from groundplan.reading.embedded import Encoder, TrainedReader
from groundplan.reading.embedded.rules import RULES, Rules
from groundplan.reading.embedded.scores import Scores
from groundplan.reading.embedded.sheet import Sheet
from groundplan.road import Means
from groundplan.stages.normalize import normalize
from groundplan.stages.recall import recall
from groundplan.stages.understand import understand
from groundplan.tabular.reader import OverTables

EVERYDAY = Path(__file__).parent.parent / "evals" / "everyday"
Line = dict[str, Any]


@dataclass(frozen=True)
class Kept:
    """The rules that stay in force."""

    reading: Rules = RULES


class Suite(Protocol):
    """Lines, what is made of one under some rules, and whether that is right."""

    name: str
    lines: list[Line]

    async def read(self, line: Line, kept: Kept) -> object:
        """What was understood; equal where it leads to the same answer."""

    async def judged(self, line: Line, kept: Kept) -> str:
        """`right`, `wrong` or `asked`: right or not, or not answered."""


class Remembering(Encoder):
    """The encoder, which reads every sheet once."""

    def __init__(self) -> None:
        super().__init__()
        self._read: dict[bytes, Scores] = {}

    def read(self, sheet: Sheet) -> Scores:
        """The scores, computed or remembered."""
        key = b"|".join(each.tobytes() for each in sheet.arrays().values())
        if key not in self._read:
            self._read[key] = super().read(sheet)
        return self._read[key]


@dataclass
class Asker(Planner):
    """A planner that reads by the rules it was given last."""

    encoder: Encoder = field(default_factory=Remembering)
    kept: Kept = field(default_factory=Kept)

    def means(self, question: Question, prior: Form | None = None, *, approved: bool = False) -> Means:
        """What the question is answered with, under these rules."""
        usual = super().means(question, prior, approved=approved)
        trained = TrainedReader(self.encoder, self.warm.embedder, self.kept.reading)
        reader = OverTables(usual.source, trained, self.warm.embedder)
        return replace(usual, readers=(reader,))

    async def understood(self, question: Question) -> Understanding:
        """What the road makes of the question before it plans."""
        means = self.means(question)
        question, readers = normalize(question), means.readers
        before = await recall(question, None, means.gate, readers[-1])
        model = means.source.model
        return (await understand(question, before.prior, readers, means.pack.planning, model))[0]


@dataclass
class Answered:
    """A suite whose answers are executed and scored."""

    name: str
    file: Path
    asker: Asker
    right: Callable[[Line, Line], str]
    """Gold and run -> the verdict."""
    lines: list[Line] = field(init=False)

    def __post_init__(self) -> None:
        self.lines = [json.loads(line) for line in self.file.read_text("utf-8").splitlines() if line.strip()]

    async def read(self, line: Line, kept: Kept) -> object:
        """Form and doubt; None where it cannot be read at all."""
        self.asker.kept, question = kept, question_of(line, self.file.parent, "tables", 0)
        if isinstance(question, Run):
            return None
        try:
            found = await self.asker.understood(question)
        except Exception as fault:  # the run fails as well, and says the same
            return str(fault)
        return found.form, found.doubt, found.intents, found.requirements

    async def judged(self, line: Line, kept: Kept) -> str:
        """The answer, executed and scored."""
        self.asker.kept, question = kept, question_of(line, self.file.parent, "tables", 0)
        run = question if isinstance(question, Run) else await guarded(question, self.asker.answer)
        return self.right(line, json.loads(run.model_dump_json()))


@dataclass
class Forms:
    """Whole forms over tables of which a few values are known: nothing is executed."""

    folder: Path
    encoder: Encoder
    name: str = "forms"
    lines: list[Line] = field(init=False)

    def __post_init__(self) -> None:
        from training.reader.build import everyday
        from training.reader.featurise import with_tables

        tables: dict[str, Line] = {}
        lines = list(everyday(self.folder, tables))
        self.lines = [line for line in with_tables(lines, tables) if line["split"] == "test"]

    async def read(self, line: Line, kept: Kept) -> object:
        """The form."""
        return self._measured(line, kept)["ours"]

    async def judged(self, line: Line, kept: Kept) -> str:
        """Whether every slot is right."""
        return "right" if self._measured(line, kept)["exact"] else "wrong"

    def _measured(self, line: Line, kept: Kept) -> Line:
        from training.reader.evaluate import measured

        return measured(line, self.encoder, rules=kept.reading)


def suites(folder: Path) -> Iterator[Suite]:
    """Every suite, by the scorers that stand in the folder."""
    asker = Asker()
    scored, tried = _script(folder / "evals/score.py"), _script(folder / "evals/score_trial.py")
    sys.path.insert(0, str(EVERYDAY))  # its scorer stands beside what it imports
    asked = _script(EVERYDAY / "score.py")
    charts, answers, trial = folder / "data/tables_charts", folder / "data/tables_answers", folder / "data/trial_tables"
    yield Answered(
        "charts", charts / "dev.jsonl", asker,
        lambda line, run: _said(run, scored.score_chart(line["gold"], run, str(charts))["overall"]),
    )  # fmt: skip
    yield Forms(folder / "data/tables_forms", asker.encoder)
    yield Answered(
        "everyday", EVERYDAY / "questions.jsonl", asker,
        lambda line, run: _said(run, not asked.verdict(line["gold"], run)),
    )  # fmt: skip
    yield Answered(
        "wtq", answers / "wikitablequestions_dev.jsonl", asker,
        lambda line, run: _said(run, bool(scored.tables_answers([line], {line["id"]: run}, "")["accuracy"])),
    )  # fmt: skip
    yield Answered(
        "trial", trial / "cases.jsonl", asker, lambda line, run: _tried(tried.verdict("tables", line["gold"], run))
    )  # fmt: skip


def _said(run: Line, right: bool) -> str:
    return "right" if right else "wrong" if run["status"] == "answered" else "asked"


def _tried(verdict: str) -> str:
    """A refusal that is fair is as good as a right answer."""
    return {"right": "right", "asked": "right", "wrong": "wrong"}.get(verdict, "asked")


def _script(file: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"suite_{file.stem}_{file.parent.name}", file)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
