"""Prompt, schema -> Filled: asks, extracts, and in case of a misfit asks once more with the faults listed."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from groundplan.contracts import Noun, Usage
from groundplan.llm.base import Filled, Prompt, UnfilledError
from groundplan.llm.extract import MisfitError, extract
from groundplan.llm.prompts import text

_SHOWN = 2_000
"""Characters of a bad answer that its repair turn repeats: a runaway answer must not fill the context."""

Message = dict[str, str]


class Said(Noun):
    """One answer of a model, as it came."""

    text: str
    model: str
    usage: Usage
    estimated: bool = False
    cut: bool = False
    """It hit the limit of tokens."""


Ask = Callable[[Sequence[Message]], Awaitable[Said]]


async def settle(ask: Ask, prompt: Prompt, schema: Mapping[str, Any]) -> Filled:
    """Values that fit, after one repair turn at most; else `UnfilledError`. None is made for whoever mends answers."""
    messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
    first = await ask(messages)
    try:
        return _filled(first, extract(first.text, schema if prompt.taken is None else prompt.taken), first.usage)
    except MisfitError as misfit:
        if prompt.taken is not None:
            raise UnfilledError("; ".join(_faults(first, misfit)), first.usage) from None
        messages += _repair_turn(first, misfit)
    second = await ask(messages)
    try:
        return _filled(second, extract(second.text, schema), first.usage + second.usage, first.estimated)
    except MisfitError as misfit:
        raise UnfilledError(_unfit(second, misfit), first.usage + second.usage) from None


def estimate(messages: Sequence[Message], answer: str) -> Usage:
    """Tokens by the rule of thumb, four characters each, for a server that counts none."""
    given = sum(len(message["content"]) for message in messages)
    return Usage(prompt=given // 4, completion=len(answer) // 4, calls=1)


def in_words(schema: Mapping[str, Any]) -> str:
    """The schema as a part of the prompt, for a server that cannot be bound by it."""
    return text("llm/schema.md", schema=json.dumps(schema, ensure_ascii=False, separators=(",", ":")))


def _filled(said: Said, values: dict[str, Any], usage: Usage, estimated: bool = False) -> Filled:
    return Filled(values=values, usage=usage, model=said.model, raw=said.text, estimated=said.estimated or estimated)


def _repair_turn(said: Said, misfit: MisfitError) -> list[Message]:
    faults = "\n".join(f"- {fault}" for fault in _faults(said, misfit))
    return [
        {"role": "assistant", "content": said.text[:_SHOWN]},
        {"role": "user", "content": text("llm/repair.md", faults=faults)},
    ]


def _faults(said: Said, misfit: MisfitError) -> list[str]:
    if said.cut:  # what is left of an answer misfits in ways that mean nothing
        return [f"the answer: was cut off after {said.usage.completion} tokens, be shorter"]
    return misfit.faults[:10]


def _unfit(said: Said, misfit: MisfitError) -> str:
    return (
        f"the answer of model {said.model!r} does not fit its contract, even after repair "
        f"({'; '.join(_faults(said, misfit))}); take a larger model, or a server that enforces `response_format`"
    )
