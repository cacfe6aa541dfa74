"""A chain of models: the next one is asked when one fails."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from groundplan.contracts import Usage
from groundplan.errors import FillError, ModelError
from groundplan.llm.base import LLM, Filled, Prompt, UnfilledError


@dataclass(frozen=True)
class Fallback:
    """The first of the models that can fill the form."""

    models: tuple[LLM, ...]

    async def fill(self, prompt: Prompt, schema: Mapping[str, Any]) -> Filled:
        """The first answer that fits; its usage holds what the models before it spent."""
        spent = Usage()
        errors: list[FillError | ModelError] = []
        for model in self.models:
            try:
                filled = await model.fill(prompt, schema)
            except (FillError, ModelError) as error:
                errors.append(error)
                spent += error.usage if isinstance(error, UnfilledError) else Usage()
            else:
                return filled.model_copy(update={"usage": spent + filled.usage})
        raise _all_failed(errors, spent)


def _all_failed(errors: list[FillError | ModelError], spent: Usage) -> FillError | ModelError:
    if not errors:
        return ModelError("the chain holds no model; give it one at least")
    causes = " | ".join(str(error) for error in errors)
    message = f"none of {len(errors)} models could fill the form: {causes}"
    # A model that answered badly can be asked differently; servers that are all out of reach cannot.
    return UnfilledError(message, spent) if any(isinstance(e, FillError) for e in errors) else ModelError(message)
