"""The five parts of the `tableau` pack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from groundplan.contracts import Answer, Brief, Facts, Finding, Limits, Plan, Requirement, Run
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
from groundplan.packs.tableau.asking.source import DataSource, open_source, vizql
from groundplan.packs.tableau.claims import claims
from groundplan.plan import folder
from groundplan.query import found as rows
from groundplan.query import typed
from groundplan.query.checks.unused_step import unused_step
from groundplan.reading.over_tables import INTENTS, trained

FOLDER = Path(__file__).parent
TEMPLATE = typed.TEMPLATE.model_copy(update={"tools": (*typed.TEMPLATE.tools, "vizql")})
TOOLS = {
    **{name: tool.model_copy(update={"drafted": False}) for name, tool in typed.TOOLS.items()},
    **folder.tools(FOLDER),
}


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

    return asked.requirements(form, model.understood, made(form, model)) if form else ()


def _settled(form: Form, opened: Any) -> dict[str, Any]:
    from groundplan.query import asked

    return asked.settled(form, opened)


def _compiled(_template: Any, brief: Brief) -> Plan:
    return _plan(brief)


def _plan(brief: Brief) -> Plan:
    from groundplan.packs.tableau.asking.pushed import made
    from groundplan.query import asked

    return asked.plan(brief, made(brief.form, brief.model))


def _other_steps(plan: Plan, brief: Brief) -> Iterator[Finding]:
    from groundplan.query.checks.other_steps import not_as

    return not_as(plan, brief, _plan)


def _facts(plan: Plan, results: Mapping[str, Any], source: Source) -> Facts:
    assert isinstance(source, DataSource)
    return rows.facts(plan, rows.outputs_of(plan, results), source.sized(plan), source.notes)


def _told(brief: Brief, held: Facts) -> Answer:
    from groundplan.query.told.answer import query_told

    return query_told(brief, held)


def _save(run: Run, results: Mapping[str, Any], folder: Path, awake: Any = None) -> None:
    from groundplan.query.results import save_results

    save_results(results, folder)


def _limits(_form: Form) -> Limits:
    return Limits(steps=typed.STEPS)


pack = Pack(
    name="tableau",
    summary="charts and answers from a Tableau data source, by a validated VizQL query: .tds, .twb, .tdsx, .twbx",
    folder=FOLDER,
    sources=Sources(open=open_source, claims=claims, settings=TableauSettings),
    reading=Reading(intents=INTENTS, mind=_mind, wake=_wake),
    planning=Planning(
        catalogue=Catalogue(TOOLS, typed.Later({"vizql": vizql})),
        coverage=typed.with_queries(folder.coverage(FOLDER)),
        templates={typed.INTENT: TEMPLATE},
        settle=_settled,
        requirements=_required,
        compile=_compiled,
        safety=("save_dataframe",),
        limits=_limits,
        checks=(_other_steps, unused_step),
    ),
    telling=Telling(facts=_facts, render=_told, save=_save),
    extras=Extras(),
)
