"""The `tableau` pack: a data source, asked by a validated VizQL query. Its five parts are joined in `parts.py`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from groundplan.packs.tableau.parts import pack

__all__ = ["pack"]


def __getattr__(name: str) -> Any:
    """The pack, joined when it is first asked for: its service and its validator need nothing of it."""
    if name != "pack":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from groundplan.packs.tableau import parts

    return parts.pack
