"""What every noun is: frozen, closed to unknown fields."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Noun(BaseModel):
    """A value that travels between stages and never changes on the way."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)  # built when first used: starts sooner
