"""A model's answers, recorded once and played back: a cassette is a JSONL file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from groundplan.errors import ModelError
from groundplan.llm.base import LLM, Filled, Prompt


class Replay:
    """Plays the cassette; asks and records the model, where one is given, for what the cassette lacks."""

    def __init__(self, cassette: Path, llm: LLM | None = None) -> None:
        self.cassette = cassette
        self.llm = llm
        self._tape: dict[str, Filled] | None = None

    async def fill(self, prompt: Prompt, schema: Mapping[str, Any]) -> Filled:
        """The recorded answer to this very prompt and schema, with the usage of the recording."""
        tape = self._loaded()
        key = _key(prompt, schema)
        if key not in tape:
            tape[key] = await self._recorded(key, prompt, schema)
        return tape[key]

    def _loaded(self) -> dict[str, Filled]:
        if self._tape is None:
            lines = self.cassette.read_text("utf-8").splitlines() if self.cassette.exists() else []
            self._tape = dict(_parsed(self.cassette, number, line) for number, line in enumerate(lines, start=1))
        return self._tape

    async def _recorded(self, key: str, prompt: Prompt, schema: Mapping[str, Any]) -> Filled:
        if self.llm is None:
            raise ModelError(
                f"{self.cassette} holds no answer to this prompt (key {key[:12]}); "
                "a prompt or a contract has changed: record it again with a model"
            )
        filled = await self.llm.fill(prompt, schema)
        self.cassette.parent.mkdir(parents=True, exist_ok=True)
        with self.cassette.open("a", encoding="utf-8") as file:
            file.write(json.dumps({"key": key, **filled.model_dump()}, ensure_ascii=False) + "\n")
        return filled


def _key(prompt: Prompt, schema: Mapping[str, Any]) -> str:
    asked = json.dumps([prompt.system, prompt.user, schema], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(asked.encode()).hexdigest()


def _parsed(cassette: Path, number: int, line: str) -> tuple[str, Filled]:
    try:
        record = json.loads(line)
        return record.pop("key"), Filled(**record)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ModelError(f"line {number} of {cassette} is no recorded answer ({error}); delete the line") from None
