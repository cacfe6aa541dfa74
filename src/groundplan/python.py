"""The door for Python: a question in, a run out; in a script, in a notebook, in any running loop."""

from __future__ import annotations

import asyncio
import atexit
import os
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Iterator, Mapping
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from threading import Lock, Thread, current_thread
from typing import Any, TypeVar

from groundplan.contracts import Question, Turn, run_id
from groundplan.errors import UsageError
from groundplan.looking.shape import Look
from groundplan.planner import Approve, Planner, Watch
from groundplan.settings import Settings
from groundplan.shown import Run
from groundplan.sources import frames
from groundplan.sources.names import table_name
from groundplan.store import folder as saved

WARM = 4
"""Planners kept, one for each set of settings; the least recently used is closed first."""
LAST_STEP = 10.0
"""Seconds that the step at work is waited for when the process ends."""

Result = TypeVar("Result")
Data = str | os.PathLike[str] | Any
"""A path, the URL of a database, or a table of pandas, polars, Arrow or ibis."""
Said = str | Mapping[str, str] | Turn
"""One earlier utterance: a question of the user, or who said what."""

_STARTING = Lock()  # the first questions may come from several threads
_planners: OrderedDict[Any, Planner] = OrderedDict()


def ask(
    question: str,
    *sources: Data | Mapping[str, Data],
    pack: str | None = None,
    model: str | None = None,
    history: Iterable[Said] = (),
    approve: Approve | None = None,
    watch: Watch | None = None,
) -> Run:
    """The question answered from the sources: paths, folders, database URLs, frames, or any of these by name.

    >>> ask("total revenue by region", "sales.csv")
    >>> ask("total revenue by country", {"orders": frame, "customers": "customers.csv"})

    A frame without a name is called `data`, and is read anew with every question. `history` holds what was said before,
    which the question may change. `approve` is asked with the plan before it runs; `watch` is told of every stage.
    """
    future = _begun(lambda: _answered(question, sources, pack, model, history, approve, watch))
    try:
        return future.result()
    except KeyboardInterrupt:
        future.cancel()
        raise


def query(
    text: str,
    *sources: Data | Mapping[str, Data],
    pack: str | None = None,
    approve: Approve | None = None,
    watch: Watch | None = None,
) -> Run:
    """A query in the question language, run on the sources as `ask` runs a question; nothing has to be read.

    >>> query("sales: sum(revenue) by region order sum(revenue) desc", "sales.csv")
    """
    future = _begun(lambda: _answered(text, sources, pack, None, (), approve, watch, query=text))
    try:
        return future.result()
    except KeyboardInterrupt:
        future.cancel()
        raise


async def aask(
    question: str,
    *sources: Data | Mapping[str, Data],
    pack: str | None = None,
    model: str | None = None,
    history: Iterable[Said] = (),
    approve: Approve | None = None,
    watch: Watch | None = None,
) -> Run:
    """`ask`, to be awaited, several at once if you like; cancelling it ends the run at its next step.

    >>> await asyncio.gather(*(aask("total revenue", path) for path in paths))
    """
    future = _begun(lambda: _answered(question, sources, pack, model, history, approve, watch))
    return await asyncio.wrap_future(future)


def load(folder: str | os.PathLike[str]) -> Run:
    """A run that was saved: its folder, or the file of its `model_dump_json()`.

    >>> load("groundplan-runs/total-revenue-by-region-8632a664")
    """
    return Run.of(saved.load(Path(folder)))


def look(*sources: Data | Mapping[str, Data], questions: bool = True) -> Look:
    """What the sources hold: datasets, fields, keys, relations, what was left out, and questions to begin with.

    >>> print(look("sales.csv"))
    >>> look({"orders": frame, "customers": "customers.csv"}).model.relations

    `questions` that it shows were asked and answered right, which takes a second; `.model` has everything.
    """
    return _begun(lambda: asyncio.to_thread(_looked, sources, questions)).result()


def _looked(sources: Iterable[Data | Mapping[str, Data]], questions: bool) -> Look:
    from groundplan.looked import look_at

    given: list[str] = []
    try:
        _give(sources, given)
        return look_at(tuple(given), Settings.from_environment(), questions)
    finally:
        frames.release(given)


def _give(sources: Iterable[Data | Mapping[str, Data]], given: list[str]) -> None:
    """Each source as a question names it; what was given before one that cannot be is released, too."""
    for name, source in _by_name(sources):
        given.append(_address(name, source))
    if not given:
        raise UsageError("no source was given; give a path, a URL, or a table of pandas, polars, Arrow or ibis")


async def _answered(
    text: str,
    sources: Iterable[Data | Mapping[str, Data]],
    pack: str | None,
    model: str | None,
    history: Iterable[Said],
    approve: Approve | None,
    watch: Watch | None,
    query: str = "",
) -> Run:
    if not isinstance(text, str):
        raise UsageError(f"the question is a text and comes first, not a {type(text).__name__}; the sources follow it")
    said = [history] if isinstance(history, str | Mapping | Turn) else history
    asked = Question(text=text, query=query, pack=pack or "", history=tuple(map(_turn, said)))
    planner, given = _planner(model), list[str]()
    try:
        _give(sources, given)
        named = asked.model_copy(update={"sources": tuple(map(frames.called, given))})  # the same with every call
        asked = asked.model_copy(update={"sources": tuple(given), "id": run_id(named)})
        answered = await planner.ask(asked, approve=approve, watch=watch)
    finally:
        frames.release(given)
        await asyncio.to_thread(planner.warm.forget, [one for one in given if frames.called(one) != one])
    notes = () if answered.approved else ("the plan was not approved, and was not run",)
    return answered.run.model_copy(update={"question": named, "notes": (*answered.run.notes, *notes)})


def _by_name(sources: Iterable[Data | Mapping[str, Data]]) -> Iterator[tuple[str, Data]]:
    for source in sources:
        yield from source.items() if isinstance(source, Mapping) else [("", source)]


def _address(name: str, source: Data) -> str:
    """A source as a question names it; folders and databases leave their tables the names they have."""
    if not isinstance(name, str):
        raise UsageError(f"{name!r} is no name of a table; name each with a text: {{'orders': …}}")
    if not isinstance(source, str | os.PathLike):
        return frames.hold(source, name or "data")
    path = os.fsdecode(source)
    return path if not name or "://" in path or os.path.isdir(path) else f"{table_name(name, ())}={path}"


def _turn(said: Said) -> Turn:
    if isinstance(said, Turn):
        return said
    if isinstance(said, str):
        return Turn(role="user", text=said)
    try:
        return Turn.model_validate({"role": said["role"], "text": said.get("text") or said["content"]})
    except (AttributeError, KeyError, TypeError, ValueError):
        raise UsageError(f'{said!r} is no turn; write {{"role": "user", "text": "…"}}, or the question alone') from None


def _planner(model: str | None) -> Planner:
    """One warm planner for each set of settings: environment variables count as they are now."""
    settings = Settings.from_environment(model=model)
    key = (model, tuple(sorted(settings.variables.items())), Path.cwd())
    if key not in _planners:
        idle = [other for other, planner in _planners.items() if not planner.warm.busy]
        for other in idle[: max(0, len(_planners) + 1 - WARM)]:
            _planners.pop(other).close()
        _planners[key] = Planner(settings)
    _planners.move_to_end(key)
    return _planners[key]


def _begun(made: Callable[[], Coroutine[Any, Any, Result]]) -> Future[Result]:
    """Begun on a loop of our own, so that it does not matter whether one is running here."""
    with _STARTING:
        loop, thread = _loop()
    if current_thread() is thread:
        raise UsageError("`watch` and `approve` cannot ask: they would wait for themselves; ask before or after")
    return asyncio.run_coroutine_threadsafe(made(), loop)


@cache
def _loop() -> tuple[asyncio.AbstractEventLoop, Thread]:
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, name="groundplan", daemon=True)
    thread.start()
    atexit.register(_end)
    if hasattr(os, "register_at_fork"):  # a fork has no thread but its own
        os.register_at_fork(after_in_child=_begin_anew)
    return loop, thread


def _begin_anew() -> None:
    _loop.cache_clear()
    _planners.clear()


def _end() -> None:
    """The loop ends at its next step, so that no native code is torn off; then everything is given back."""
    loop, thread = _loop()
    loop.call_soon_threadsafe(loop.stop)
    thread.join(LAST_STEP)
    while _planners:
        _planners.popitem()[1].close()


def as_langgraph(planner: Planner | None = None, *, checkpointer: Any = None, approve: bool = False) -> Any:
    """The road as a compiled LangGraph graph, to stand in a graph of your own: `{"question": Question(...)}` goes in.

    With a checkpointer it can be resumed; with `approve` it is interrupted before a plan is run, and going on approves.
    """
    from groundplan.pipeline import graph

    used = planner or Planner()
    return graph(used.means_of(approved=approve), checkpointer, approve)
