"""What a plan answers to: the requirements, the tools, and what the source gives."""

from __future__ import annotations

from typing import Any

from groundplan.contracts.noun import Noun
from groundplan.contracts.plan import Limits
from groundplan.contracts.tool import Tool
from groundplan.contracts.understanding import Requirement


class Need(Noun):
    """What covers a requirement label: of each group, one capability at least."""

    all_of: tuple[tuple[str, ...], ...]
    holding: tuple[str, ...] = ()
    """Params one of which must hold the requirement's value; empty where the label alone says all."""


class Coverage(Noun):
    """The versioned mapping from requirement labels to capabilities."""

    version: int
    needs: dict[str, Need]
    aliases: dict[str, str] = {}
    """Other names of a capability, so that drift of names breaks nothing."""
    core: tuple[str, ...] = ()
    """Capabilities without which no plan of the pack can be made."""
    extra: tuple[str, ...] = ()
    """Capabilities that no requirement asks for: kept for search and for people, each of them on purpose."""

    def canonical(self, capability: str) -> str:
        """The capability behind an alias."""
        return self.aliases.get(capability, capability)


class Brief(Noun):
    """One question's terms: drafts are compiled from it, checks hold plans against it."""

    goal: str
    pack: str = ""
    form: dict[str, Any] = {}
    requirements: tuple[Requirement, ...] = ()
    tools: dict[str, Tool] = {}
    """The narrowed tools: those a plan may use."""
    catalogue: dict[str, Tool] = {}
    """Every tool there is."""
    coverage: Coverage
    model: Any = None
    """What the source holds, as the pack knows it; opaque to everything outside the packs."""
    given: tuple[str, ...] = ()
    """The names behind which a plan finds what the source gives: `source.<name>`."""
    inputs: tuple[str, ...] = ()
    """The names of what the caller hands over: `inputs.<name>`."""
    asked: bool = True
    """Whether it is known what was asked; a plan that runs again without its run is held against the source alone."""
    limits: Limits = Limits()
