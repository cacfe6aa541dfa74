"""The `activity` pack: commits, reviews, pipelines and issues, asked where they are kept or from the clone at hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from groundplan.packs.activity.parts import pack

__all__ = ["pack"]


def __getattr__(name: str) -> Any:
    """The pack, joined when it is first asked for: the planner by contract needs nothing of it."""
    if name != "pack":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from groundplan.packs.activity import parts

    return parts.pack
