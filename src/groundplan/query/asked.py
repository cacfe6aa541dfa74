"""A query as the form of a question: its requirements, and the plan that it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from groundplan.contracts import Brief, Doubt, Intent, Plan, Requirement, Step, Understanding
from groundplan.contracts.source_model import SourceModel
from groundplan.errors import QueryError
from groundplan.query.compiled.steps import Made, steps_of
from groundplan.query.language.read import read
from groundplan.query.language.show import show
from groundplan.query.typed import DAY, FOLDER, INTENT, KEY, STEPS, TOOLS, is_query

__all__ = [
    "DAY", "FOLDER", "INTENT", "KEY", "STEPS", "TOOLS", "is_query", "made", "plan", "requirements", "settled",
    "understood",
]  # fmt: skip

THEN = "then"
"""Of the form: the analysis, tool and arguments of what is done with the rows of the query."""
CHART = "outputs.chart"
"""The requirement of a chart: its value is the tool that draws it, with its arguments."""


def understood(text: str, model: SourceModel, today: date) -> Understanding:
    """What a typed query asks; a doubt where it cannot be read, or not be answered safely."""
    try:
        query = read(text)
        steps_of(query, model, today)
    except QueryError as error:
        return Understanding(doubt=Doubt(kind="refuse", message=f"{error.code}: {error}"))
    form = {KEY: show(query), DAY: today.isoformat()}
    return Understanding(intents=(Intent(type=INTENT),), form=form)


def settled(form: Mapping[str, Any], opened: Any) -> dict[str, Any]:
    """A saved form over what was opened now: where there is one dataset, it is the one that is meant."""
    if not is_query(form):
        return dict(form)
    query, names = read(form[KEY]), [dataset.name for dataset in opened.understood.datasets]
    if isinstance(query.of, str) and query.of not in names and len(names) == 1:
        return {**form, KEY: show(query.model_copy(update={"of": names[0]}))}
    return dict(form)


def made(form: Mapping[str, Any], model: SourceModel) -> Made:
    """The steps of a form's query."""
    return steps_of(read(form[KEY]), model, date.fromisoformat(form[DAY]))


def requirements(form: Mapping[str, Any], model: SourceModel, done: Made | None = None) -> tuple[Requirement, ...]:
    """Everything that has to be done for the query, each with the part that asks for it; `done`: in other steps."""
    asked = (
        Requirement(id=_id(step), kind=step.satisfies[0], value=_value(step), label=f"query.{step.tool}")
        for step in (done or made(form, model)).steps
    )
    more = _analysis(form["then"]["analysis"]) if THEN in form else None
    table = Requirement(id="outputs.table", kind="outputs", value="table", label="outputs.table")
    return (*asked, *([more] if more else []), table)


def plan(brief: Brief, done: Made | None = None) -> Plan:
    """The steps of the query, its rows saved as the result; `done`: other steps that it becomes."""
    done = done or made(brief.form, brief.model.understood)
    steps = [step.model_copy(update={"satisfies": (_id(step),), "why": f"for {_for(step)}"}) for step in done.steps]
    ref = dict(done.ref)
    if then := brief.form.get(THEN):
        asked = _analysis(then["analysis"]).id
        args = {"df": ref, **then["args"]}
        steps.append(Step(id="then", tool=then["tool"], args=args, satisfies=(asked,), why=f"for {asked}"))
        ref = {"$ref": "then.df"}
    table = Step(id="table", tool="save_dataframe", args={"df": ref}, satisfies=("outputs.table",))
    return Plan(goal=brief.goal, pack=brief.pack, steps=(*steps, table, *_drawn(brief, done)), limits=brief.limits)


def _analysis(label: str) -> Requirement:
    """More than the query says is to be done with its rows."""
    return Requirement(id=f"analysis.{label}", kind="analysis", value=label, label=f"analysis.{label}")


def _drawn(brief: Brief, done: Made) -> tuple[Step, ...]:
    """The step that draws the chart which the pack has found to fit, if it has found one."""
    wanted = next((one for one in brief.requirements if one.id == CHART), None)
    if wanted is None:
        return ()
    serves = tuple(one.id for one in brief.requirements if one.id == CHART or one.kind == "chart")
    args = wanted.value["args"]
    if brief.form.get(THEN) and args["df"] == dict(done.ref):
        args = {**args, "df": {"$ref": "then.df"}}
        if brief.form[THEN]["analysis"] == "forecast":
            args["color"] = "kind"  # what is known, and what is expected
    return (Step(id="chart", tool=wanted.value["tool"], args=args, satisfies=serves, why="for the eye"),)


def _id(step: Step) -> str:
    return f"{step.satisfies[0]}.{step.id}"


def _for(step: Step) -> str:
    return ", ".join(step.satisfies)


def _value(step: Step) -> Any:
    """What the step is asked to do, without the frames it does it to."""
    return {name: held for name, held in step.args.items() if not (isinstance(held, dict) and "$ref" in held)}
