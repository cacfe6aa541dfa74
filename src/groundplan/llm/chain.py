"""Names of models -> one model: a chain of fallbacks where there are several."""

from __future__ import annotations

from typing import Any

from groundplan.errors import SetupError
from groundplan.llm.base import LLM


def chain(names: str, url: str, **options: Any) -> LLM | None:
    """The models of the endpoint by these comma-separated names; None where none is named."""
    asked = [name.strip() for name in names.split(",") if name.strip()]
    if not asked:
        return None
    if not url:
        raise SetupError("a model is named but no endpoint; set GROUNDPLAN_MODEL_URL to its base URL")
    from groundplan.llm.fallback import Fallback  # httpx, which no answer without a model needs
    from groundplan.llm.openai import Endpoint

    models = [Endpoint(url, name, **options) for name in asked]
    return models[0] if len(models) == 1 else Fallback(tuple(models))
