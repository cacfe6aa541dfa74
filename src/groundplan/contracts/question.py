"""What was asked, of what, and after what."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import AliasChoices, Field

from groundplan.contracts.noun import Noun


class Turn(Noun):
    """One earlier utterance of the conversation."""

    role: Literal["user", "assistant"]
    text: str = Field(validation_alias=AliasChoices("text", "content"))


class Question(Noun):
    """One question over some sources."""

    text: str = Field(validation_alias=AliasChoices("text", "question"))
    query: str = ""
    """The question in the question language, where somebody asks so: nothing has to be read then."""
    id: str = ""
    pack: str = ""
    """Who answers; empty: the pack whose sources these are."""
    session: str | None = None
    history: tuple[Turn, ...] = ()
    sources: tuple[str, ...] = ()
    inputs: dict[str, Any] = {}
    """Values that the caller hands over, by name."""


class Recall(Noun):
    """Whether the question stands alone or changes the one before it."""

    decision: Literal["independent", "follow_up"] = "independent"
    reason: str = ""
    prior: dict[str, object] | None = None
    """The form of the question before, which a follow-up changes."""
