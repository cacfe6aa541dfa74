"""The five parts of the `activity` pack."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from groundplan.contracts import Answer, Brief, Coverage, Facts, Limits, Plan, Requirement, Run
from groundplan.pack import Aids, Catalogue, Extras, Form, Mind, Pack, Planning, Reading, Source, Sources, Telling
from groundplan.packs.activity import shape
from groundplan.packs.activity.claims import claims
from groundplan.packs.activity.client import Activity, open_sources
from groundplan.packs.activity.settings import ActivitySettings
from groundplan.query import found as rows
from groundplan.query import typed
from groundplan.query.checks.other_steps import other_steps
from groundplan.query.checks.unused_step import unused_step

TOOLS = {name: tool.model_copy(update={"drafted": False}) for name, tool in typed.TOOLS.items()}
"""A plan follows from its query alone; no draft takes these."""


def _open(sources: tuple[str, ...], cache: Path, settings: Any) -> Source:
    return open_sources(sources, cache, settings)


def _mind(source: Source, _: Aids) -> Mind:
    from groundplan.packs.activity.names import Names
    from groundplan.packs.activity.reading import Asked, gate, modelled

    assert isinstance(source, Activity)
    if source.reader is None:
        source.reader = Asked(source, Names.of(source.tables))
    reader = source.reader
    return Mind(reader=reader, gate=gate(reader), modelled=modelled(reader))


def _required(form: Form, model: Any) -> tuple[Requirement, ...]:
    from groundplan.query import asked

    return asked.requirements(form, model.understood)


def _compiled(_template: Any, brief: Brief) -> Plan:
    from groundplan.query import asked

    return asked.plan(brief)


def _facts(plan: Plan, results: Mapping[str, Any], source: Source) -> Facts:
    """The rows, with how much each source was read for them."""
    assert isinstance(source, Activity)
    from groundplan.packs.activity.certified import certificates

    told = rows.facts(plan, rows.outputs_of(plan, results), source.understood.datasets, ())
    notes = certificates(source, told.sources)
    told = told.model_copy(update={"meta": told.meta.model_copy(update={"notes": notes})})
    return rows.with_basis(told, plan, results)


def _told(brief: Brief, held: Facts) -> Answer:
    from groundplan.packs.activity.certified import elsewhere
    from groundplan.query.told.answer import query_told

    answer = query_told(brief, held)
    more = elsewhere(brief.form, brief.model.opened, held.sources)
    return answer.model_copy(update={"text": "\n".join([answer.text, *more])})


def _save(run: Run, results: Mapping[str, Any], folder: Path, awake: Any = None) -> None:
    from groundplan.query.results import save_results

    save_results(results, folder)


def _sql(results: Mapping[str, Any]) -> str:
    from groundplan.query.results import sql_of

    return sql_of(results)


def _limits(_form: Form) -> Limits:
    return Limits(steps=typed.STEPS)


pack = Pack(
    name="activity",
    summary="counts, lists and times of commits, reviews, pipelines and issues: a clone, GitLab, YouTrack, GitHub",
    folder=shape.FOLDER,
    sources=Sources(open=_open, claims=claims, settings=ActivitySettings),
    reading=Reading(intents={}, mind=_mind),
    planning=Planning(
        catalogue=Catalogue(TOOLS, typed.Later({})),
        coverage=typed.with_queries(Coverage(version=1, needs={})),
        templates={typed.INTENT: typed.TEMPLATE},
        settle=lambda form, _model: dict(form),
        requirements=_required,
        compile=_compiled,
        safety=("save_dataframe",),
        limits=_limits,
        checks=(other_steps, unused_step),
    ),
    telling=Telling(facts=_facts, render=_told, save=_save, ran=_sql),
    extras=Extras(),
)
