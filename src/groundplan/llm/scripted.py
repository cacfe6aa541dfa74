"""A model that says what it is told to: for tests, demos and dry runs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from groundplan.errors import ModelError
from groundplan.llm.base import Filled, Prompt
from groundplan.llm.settle import Message, Said, estimate, settle

Line = str | dict[str, Any] | Exception
"""Text as a model would write it, values, or an error to raise."""


class Scripted:
    """Answers from a list, one for each call, or from a function of prompt and schema."""

    def __init__(self, lines: Iterable[Line] | Callable[[Prompt, Mapping[str, Any]], Line]) -> None:
        self._lines = lines if callable(lines) else iter(lines)
        self.prompts: list[Prompt] = []
        """Every prompt that was given, for tests to read."""

    async def fill(self, prompt: Prompt, schema: Mapping[str, Any]) -> Filled:
        """The scripted values, judged like any model's: a misfit takes the next line as its repair."""
        self.prompts.append(prompt)

        async def ask(messages: Sequence[Message]) -> Said:
            line = self._line(prompt, schema)
            if isinstance(line, Exception):
                raise line
            text = line if isinstance(line, str) else json.dumps(line, ensure_ascii=False)
            return Said(text=text, model="scripted", usage=estimate(messages, text), estimated=True)

        return await settle(ask, prompt, schema)

    def _line(self, prompt: Prompt, schema: Mapping[str, Any]) -> Line:
        if callable(self._lines):
            return self._lines(prompt, schema)
        try:
            return next(self._lines)
        except StopIteration:
            raise ModelError("the script has no line left; give it one for every call, repairs included") from None
