"""Tasks in plain words over catalogues of operations: a plan that calls them, checked before it runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from groundplan.packs.workflows.parts import pack

__all__ = ["pack"]


def __getattr__(name: str) -> Any:
    """The pack, joined when it is first asked for: the modules of a pack can be used without all of it."""
    if name != "pack":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from groundplan.packs.workflows import parts

    return parts.pack
