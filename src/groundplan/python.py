"""The door for Python: a question in, a run out; in a script, in a notebook, in any running loop."""

from __future__ import annotations

import asyncio
import atexit
import os
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable, Mapping
from concurrent.futures import Future
from functools import cache
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar

from groundplan.contracts import Question, Run, Turn
from groundplan.errors import UsageError
from groundplan.planner import Approve, Planner, Watch
from groundplan.settings import Settings

WARM = 4
"""Planners kept, one for each set of settings; the least recently used is closed first."""

Result = TypeVar("Result")
Said = str | Mapping[str, str] | Turn
"""One earlier utterance: a question of the user, or who said what."""

_planners: OrderedDict[Any, Planner] = OrderedDict()


def ask(
    question: str,
    *sources: str | os.PathLike[str],
    pack: str | None = None,
    model: str | None = None,
    history: Iterable[Said] = (),
    approve: Approve | None = None,
    watch: Watch | None = None,
) -> Run:
    """The question answered from the sources: files, folders, database URLs.

    `history` holds what was said before, which the question may change. `approve` is asked with the plan before it
    runs; `watch` is told of every stage.
    """
    future = _begun(lambda: _answered(question, sources, pack, model, history, approve, watch))
    try:
        return future.result()
    except KeyboardInterrupt:
        future.cancel()
        raise


async def aask(
    question: str,
    *sources: str | os.PathLike[str],
    pack: str | None = None,
    model: str | None = None,
    history: Iterable[Said] = (),
    approve: Approve | None = None,
    watch: Watch | None = None,
) -> Run:
    """`ask`, to be awaited; cancelling it ends the run at its next step."""
    future = _begun(lambda: _answered(question, sources, pack, model, history, approve, watch))
    return await asyncio.wrap_future(future)


async def _answered(
    text: str,
    sources: Iterable[str | os.PathLike[str]],
    pack: str | None,
    model: str | None,
    history: Iterable[Said],
    approve: Approve | None,
    watch: Watch | None,
) -> Run:
    asked = Question(
        text=text, pack=pack or "", sources=tuple(map(os.fspath, sources)), history=tuple(map(_turn, history))
    )
    return (await _planner(model).ask(asked, approve=approve, watch=watch)).run


def _turn(said: Said) -> Turn:
    if isinstance(said, Turn):
        return said
    if isinstance(said, str):
        return Turn(role="user", text=said)
    try:
        return Turn.model_validate({"role": said["role"], "text": said.get("text") or said["content"]})
    except (KeyError, ValueError):
        raise UsageError(f'{said!r} is no turn; write {{"role": "user", "text": "…"}}, or the question alone') from None


def _planner(model: str | None) -> Planner:
    """One warm planner for each set of settings: environment variables count as they are now."""
    settings = Settings.from_environment(model=model)
    key = (model, tuple(sorted(settings.variables.items())), Path.cwd())
    if key not in _planners:
        _planners[key] = Planner(settings)
        while len(_planners) > WARM:
            _planners.popitem(last=False)[1].close()
    _planners.move_to_end(key)
    return _planners[key]


def _begun(made: Callable[[], Coroutine[Any, Any, Result]]) -> Future[Result]:
    """Begun on a loop of our own, so that it does not matter whether one is running here."""
    return asyncio.run_coroutine_threadsafe(made(), _loop())


@cache
def _loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    Thread(target=loop.run_forever, name="groundplan", daemon=True).start()
    atexit.register(_end)
    return loop


def _end() -> None:
    while _planners:
        _planners.popitem()[1].close()


def as_langgraph(planner: Planner | None = None, *, checkpointer: Any = None, approve: bool = False) -> Any:
    """The road as a compiled LangGraph graph, to stand in a graph of your own: `{"question": Question(...)}` goes in.

    With a checkpointer it can be resumed; with `approve` it is interrupted before a plan is run, and going on approves.
    """
    from groundplan.pipeline import graph

    used = planner or Planner()
    return graph(used.means_of(approved=approve), checkpointer, approve)
