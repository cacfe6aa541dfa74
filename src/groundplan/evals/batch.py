"""Questions in a file -> runs in a file: in order, flushed as they come, resumable."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from groundplan.contracts import Finding, Question, Run
from groundplan.errors import GroundplanError, UsageError
from groundplan.evals.lines import read_lines

if TYPE_CHECKING:
    from rich.console import Console

_ADDRESS = re.compile(r"\w[\w+.-]+:")
"""What a path does not begin with: a scheme of more letters than the name of a disk."""
Answer = Callable[[Question], Awaitable[Run]]


async def answer_all(
    questions: Path, out: Path, answer: Answer, *, pack: str, jobs: int, progress: Console | None = None
) -> Counter[str]:
    """Every question answered into one line; a question that fails is a line, too. Counts by status."""
    asked = [question_of(line, questions.parent, pack, number) for number, line in read_lines(questions)]
    done = _resumed(out, asked)
    counts: Counter[str] = Counter()
    gate = asyncio.Semaphore(jobs)

    async def one(question: Question | Run) -> Run:
        async with gate:
            return question if isinstance(question, Run) else await guarded(question, answer)

    with out.open("a", encoding="utf-8") as file, Bar(progress, len(asked), done, "questions") as advance:
        for start in range(done, len(asked), jobs):
            for run in await asyncio.gather(*(one(question) for question in asked[start : start + jobs])):
                file.write(run.model_dump_json() + "\n")
                file.flush()
                counts[run.status] += 1
                advance()
    return counts


async def guarded(question: Question, answer: Answer) -> Run:
    """The run; a fault is a failed run with its finding, never a crash."""
    try:
        return await answer(question)
    except GroundplanError as fault:
        return _failed(question, type(fault).__name__, str(fault))
    except Exception as fault:
        return _failed(question, "fault", f"{type(fault).__name__}: {fault}")


def _failed(question: Question, code: str, message: str) -> Run:
    finding = Finding(code=code, message=message)
    return Run(id=question.id, status="failed", pack=question.pack, question=question, findings=(finding,))


def question_of(line: dict[str, Any], folder: Path, pack: str, number: int) -> Question | Run:
    """One input line as a question: unknown keys are ignored, sources are found beside the file.

    A line that is no question is a failed run, so that nothing is lost.
    """
    id = str(line.get("id", number))
    try:
        return Question(
            id=id,
            text=line.get("question") or line.get("text") or "",
            pack=line.get("pack") or pack,
            session=line.get("session"),
            history=line.get("history") or (),
            sources=tuple(resolve(str(source), folder) for source in line.get("sources") or ()),
            inputs=line.get("inputs") or {},
        )
    except (ValueError, TypeError) as fault:
        told = " ".join(str(fault).split())[:200]
        return _failed(Question(id=id, text="", pack=pack), "bad-line", f"line {number} is no question: {told}")


def resolve(source: str, folder: Path) -> str:
    """A relative path against a folder; a URL, or another address such as `mcp:server`, as it is."""
    return source if _ADDRESS.match(source) or Path(source).is_absolute() else str(folder / source)


def _resumed(out: Path, asked: Sequence[Question | Run]) -> int:
    """How many questions are answered already; a last line cut off by a stop is taken away."""
    if not out.exists():
        return 0
    whole = out.read_bytes()
    kept = whole[: whole.rfind(b"\n") + 1]
    if kept != whole:
        out.write_bytes(kept)
    ids = [json.loads(line)["id"] for line in kept.splitlines() if line.strip()]
    if ids != [question.id for question in asked[: len(ids)]]:
        raise UsageError(f"{str(out)!r} holds runs of other questions; name another output file, or remove it")
    return len(ids)


class Bar:
    """A progress bar on stderr, or nothing."""

    def __init__(self, console: Console | None, total: int, done: int, what: str) -> None:
        self._console, self._total, self._done, self._what = console, total, done, what
        self._progress: Any = None

    def __enter__(self) -> Callable[[], None]:
        if self._console is None or not self._console.is_terminal:
            return lambda: None
        from rich.progress import Progress

        self._progress = Progress(console=self._console).__enter__()
        task = self._progress.add_task(self._what, total=self._total, completed=self._done)
        return lambda: self._progress.advance(task)

    def __exit__(self, *_: object) -> None:
        if self._progress:
            self._progress.__exit__(None, None, None)


def read_runs(file: Path) -> Iterator[dict[str, Any]]:
    """The runs of a file, as plain data."""
    yield from (line for _, line in read_lines(file))
