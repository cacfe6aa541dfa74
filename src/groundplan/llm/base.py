"""The seam to a language model: a prompt and a schema in, values that fit out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from groundplan.contracts import Noun, Usage
from groundplan.errors import FillError


class Prompt(Noun):
    """What a model is told: the rules, which stay the same, and the case at hand."""

    system: str
    user: str
    taken: dict[str, Any] | None = None
    """A looser schema, for whoever mends answers: what fits it is taken, and what does not is not asked for again."""
    budget: int | None = None
    """Tokens that the answer may have; None: as the model is set."""


class Filled(Noun):
    """Values that fit the schema, and what they cost."""

    values: dict[str, Any]
    usage: Usage
    model: str
    raw: str
    estimated: bool = False
    """The server counted no tokens; a quarter of the characters stands for them."""


class LLM(Protocol):
    """Anything that can fill a form."""

    async def fill(self, prompt: Prompt, schema: Mapping[str, Any]) -> Filled:
        """Values that fit the schema; `FillError` when they never fit, `ModelError` when no model can be reached."""


class UnfilledError(FillError):
    """A `FillError` that remembers what the attempts cost."""

    def __init__(self, message: str, usage: Usage) -> None:
        super().__init__(message)
        self.usage = usage


class Metered:
    """Any model, with a count of what it was given and gave; make one for each run."""

    def __init__(self, llm: LLM) -> None:
        self.llm = llm
        self.usage = Usage()
        self.estimated = False

    async def fill(self, prompt: Prompt, schema: Mapping[str, Any]) -> Filled:
        """The model's own answer, counted; a failed attempt is counted, too."""
        try:
            filled = await self.llm.fill(prompt, schema)
        except UnfilledError as error:
            self.usage += error.usage
            raise
        self.usage += filled.usage
        self.estimated |= filled.estimated
        return filled
