"""The five parts of the `tableau` pack."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundplan.contracts import Brief, Facts, Limits, Plan, Requirement
from groundplan.pack import (
    Aids,
    Catalogue,
    Extras,
    Form,
    Mind,
    Pack,
    Planning,
    Reading,
    Source,
    Sources,
    Telling,
    setting,
)
from groundplan.packs.tableau.asking.source import DataSource, open_source, queries_of, vizql
from groundplan.packs.tableau.checks import bad_vizql, other_steps
from groundplan.packs.tableau.claims import claims
from groundplan.plan import folder
from groundplan.query import typed
from groundplan.query.checks.unused_step import unused_step
from groundplan.reading.over_tables import trained
from groundplan.tabular import collect, files
from groundplan.tabular.drawing_process import DrawingProcess
from groundplan.tabular.instead import instead
from groundplan.tabular.query_drawn import chart_of
from groundplan.tabular.report import draw, save, sketch
from groundplan.tabular.telling import told
from groundplan.tabular.tools import IMPLEMENTATIONS

FOLDER = Path(__file__).parent
TEMPLATE = files.drawn().model_copy(update={"tools": (*files.drawn().tools, "vizql")})
SHARED = {name: tool for name, tool in folder.tools(files.FOLDER).items() if name in (*files.PLOTS, *files.AFTER)}
UNDRAFTED = {"drafted": False}
"""A plan follows from its query alone; no draft takes these."""
PLAIN = {name: tool.model_copy(update=UNDRAFTED) for name, tool in {**typed.TOOLS, **SHARED}.items()}
TOOLS = {**PLAIN, **folder.tools(FOLDER)}


@dataclass(frozen=True)
class TableauSettings:
    """What can be set of this pack alone."""

    reader: str = setting("trained", "reader of questions over data sources: trained, or the folder of another one")


def _wake(aids: Aids) -> None:
    trained(aids.settings.reader, aids.cache, aids.encoder)


def _mind(source: Source, aids: Aids) -> Mind:
    from groundplan.packs.tableau.asking.reading import mind_of

    assert isinstance(source, DataSource)
    return mind_of(source, aids)


def _required(form: Form, model: Any) -> tuple[Requirement, ...]:
    from groundplan.packs.tableau.asking.pushed import made
    from groundplan.query import asked

    if not form:
        return ()
    done = made(form, model)
    return (*asked.requirements(form, model.understood, done), *chart_of(form, model.understood, done))


def _settled(form: Form, opened: Any) -> dict[str, Any]:
    from groundplan.query import asked

    return asked.settled(form, opened)


def _compiled(_template: Any, brief: Brief) -> Plan:
    from groundplan.packs.tableau.asking.pushed import compiled

    return compiled(brief)


def _facts(plan: Plan, results: Mapping[str, Any], source: Source) -> Facts:
    assert isinstance(source, DataSource)
    return collect.facts(plan, results, source, source.sized(plan))


def _limits(_form: Form) -> Limits:
    return Limits(steps=typed.STEPS)


pack = Pack(
    name="tableau",
    summary="charts and answers from a Tableau data source, by a validated VizQL query: .tds, .twb, .tdsx, .twbx",
    folder=FOLDER,
    sources=Sources(open=open_source, claims=claims, settings=TableauSettings),
    reading=Reading(intents={}, mind=_mind, wake=_wake),
    planning=Planning(
        catalogue=Catalogue(TOOLS, typed.Later({**{name: IMPLEMENTATIONS[name] for name in SHARED}, "vizql": vizql})),
        coverage=typed.with_queries(folder.coverage(FOLDER)),
        templates={typed.INTENT: TEMPLATE},
        settle=_settled,
        requirements=_required,
        compile=_compiled,
        safety=("save_dataframe",),
        limits=_limits,
        checks=(other_steps, unused_step, bad_vizql),
    ),
    telling=Telling(
        facts=_facts,
        render=told,
        instead=instead,
        ran=queries_of,
        save=save,
        wake=DrawingProcess,
        sketch=sketch,
        draw=draw,
    ),
    extras=Extras(),
)
