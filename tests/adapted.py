"""The tables pack with plans that a model may adapt, held to the schema of requirements: for tests of that road."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from briefs import required
from column_contracts import definitions
from groundplan.pack import Pack
from groundplan.packs.tables import pack
from groundplan.plan import read


def adapted(plan: str, columns: Iterable[str]) -> Pack:
    """The pack whose compiler gives this plan."""
    named = tuple(columns)
    planning = replace(
        pack.planning,
        compile=lambda template, brief: read(plan),
        definitions=lambda plan, brief: definitions(named),
        requirements=lambda form, model: tuple(required(form, model)),
    )
    return replace(pack, planning=planning)
