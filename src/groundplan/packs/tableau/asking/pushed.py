"""Steps of a query -> the same with VizQL in place of those that it can say; the rest goes over its rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from groundplan.contracts import SOURCE, Brief, Plan, Step, refs
from groundplan.contracts.source_model import Dataset
from groundplan.errors import QueryError
from groundplan.packs.tableau.asking.filtering import filters
from groundplan.packs.tableau.asking.formula import AGGREGATES, Formulas, Homes, Unsayable, named
from groundplan.packs.tableau.vizql.query import (
    Calculated,
    Dimension,
    Measure,
    Query,
    QueryField,
    SetParameter,
)
from groundplan.plan.walk import ref
from groundplan.query import asked
from groundplan.query.compiled.steps import Made
from groundplan.query.language import parts as p
from groundplan.query.language.read import read_expression
from groundplan.query.scope import Scope

DATA = "data_source"
"""What a plan calls the data source: `source.data_source`."""
_KEPT = ("rows_of", "once", "follow", "keep_where", "add_values")
"""Steps before a group that a VizQL query can stand for."""
_CUTS = {"year": "YEAR", "quarter": "TRUNC_QUARTER", "month": "TRUNC_MONTH", "day": "TRUNC_DAY"}


def made(form: Mapping[str, Any], model: Any) -> Made:
    """What the query of a form becomes over a data source."""
    done = asked.made(form, model.understood)
    steps = pushed(done.steps, Scope(model.understood), model.homes, form.get("parameters", {}))
    return replace(done, steps=tuple(steps))


def compiled(brief: Brief) -> Plan:
    """The plan of a query over a data source."""
    return asked.plan(brief, made(brief.form, brief.model))


def pushed(
    steps: Sequence[Step], scope: Scope, homes: Homes, parameters: Mapping[str, Any] | None = None
) -> list[Step]:
    """The steps with a VizQL query for each group that one can be asked for, and for rows that are still needed.

    Where rows are fetched beside groups, both have to tell things apart alike: by their places.
    """
    made = _pushed(steps, scope, homes, parameters or {}, things=True)
    if any(step.args.get("disaggregate") for step in made):
        made = _pushed(steps, scope, homes, parameters or {}, things=False)
    return made


def _pushed(
    steps: Sequence[Step], scope: Scope, homes: Homes, parameters: Mapping[str, Any], things: bool
) -> list[Step]:
    made = _Pushing({step.id: step for step in steps}, scope, homes, parameters, things)
    grouped = {step.id: asked for step in steps if (asked := made.group(step)) is not None}
    rest = [grouped.get(step.id, step) for step in steps]
    needed = _needed(rest)
    kept = [step for step in rest if step.id in needed]
    fetched = {name: made.rows(name, place, kept) for place, name in enumerate(_datasets(kept), 1)}
    served = _served(steps, kept)
    return [*fetched.values(), *(_over(served.get(step.id, step), fetched) for step in kept)]


@dataclass(frozen=True)
class _Pushing:
    steps: Mapping[str, Step]
    scope: Scope
    homes: Homes
    parameters: Mapping[str, Any]
    things: bool

    def group(self, step: Step) -> Step | None:
        """The VizQL query of a group; None where it cannot be one."""
        if step.tool != "group" or not step.args.get("figures"):
            return None
        try:
            chain = list(self._before(step))
            say = Formulas(self.scope, self._dataset(chain[-1]), self.homes, self.things)
            keys = [_key(say, name) for name in step.args.get("by", ())]
            figures = [_figure(say, text) for text in step.args["figures"].values()]
            tests = [read_expression(one.args["test"]) for one in reversed(chain) if one.tool == "keep_where"]
            fields = tuple(dict.fromkeys([*keys, *figures]))
            query = Query(fields=fields, filters=filters(say, tests) or None)
        except (Unsayable, QueryError):
            return None
        names = [*step.args.get("by", ()), *step.args["figures"]]
        columns = {name: fields.index(one) for name, one in zip(names, [*keys, *figures], strict=True)}
        return self._step(step.id, query, columns, step.satisfies)

    def _before(self, step: Step) -> Iterator[Step]:
        """The steps that its rows came through, the last first, as far as the rows of the dataset."""
        while step.tool != "rows_of":
            step = self.steps[_from(step)]
            if step.tool not in _KEPT or step.args.get("failing") or step.args.get("matching"):
                raise Unsayable(f"{step.tool} comes before it")
            if step.tool == "once" or (step.tool == "follow" and not self._to_one(step)):
                raise Unsayable("its rows were multiplied before")
            yield step

    def _to_one(self, step: Step) -> bool:
        """Whether each row meets at most one: of the other side each key was kept once, and nothing was left out."""
        other = self.steps[next(refs(step.args["other"])).split(".")[0]]
        return other.tool == "once" and self.steps[_from(other)].tool == "rows_of"

    def _dataset(self, rows: Step) -> Dataset:
        of, _, name = next(refs(rows.args["of"])).partition(".")
        if of != SOURCE:
            raise Unsayable("its rows are those of another query")
        return self.scope.dataset(name)

    def rows(self, name: str, place: int, kept: Sequence[Step]) -> Step:
        """The VizQL query of the rows of a dataset, with the fields that the steps speak of."""
        spoken = "\n".join(_texts([step.args for step in kept]))
        dataset = self.scope.dataset(name)
        listed = [one for one in dataset.fields if one.name in spoken or one.name in dataset.primary_key]
        listed = listed or list(dataset.fields[:1])
        query = Query(fields=tuple(Dimension(field_caption=self.homes[name, one.name].caption) for one in listed))
        serves = [id for step in kept if name in _datasets([step]) for id in step.satisfies]
        columns = {one.name: at for at, one in enumerate(listed)}
        return self._step(f"rows_{place}", query, columns, serves, disaggregate=True)

    def _step(
        self, id: str, query: Query, columns: Mapping[str, int], serves: Sequence[str], disaggregate: bool = False
    ) -> Step:
        held = tuple(SetParameter(parameter_caption=name, value=one) for name, one in self.parameters.items())
        query = query.model_copy(update={"parameters": held}) if held else query
        args: dict[str, Any] = {"of": ref(SOURCE, DATA), "query": query.as_json(), "columns": dict(columns)}
        if disaggregate:
            args["disaggregate"] = True
        why = "for the rows that the steps after it go over" if disaggregate else "for the groups with their figures"
        return Step(id=id, tool="vizql", args=args, satisfies=tuple(serves), why=why)


def _key(say: Formulas, name: str) -> QueryField:
    """What groups: a field, a part of a date, or a calculation."""
    part = _path(say, name) or read_expression(name)
    if isinstance(part, p.Path):
        say(part)  # not the place of a row
        one = say.field(part)
        if one.role == "DIMENSION":
            return Dimension(field_caption=one.caption)
        return Calculated(field_caption=name, calculation=named(one))
    if isinstance(part, p.Taken) and part.part in _CUTS and isinstance(part.of, p.Path):
        one = say.field(part.of)
        if one.type in ("DATE", "DATETIME") and one.role == "DIMENSION":
            return Measure(field_caption=one.caption, function=_CUTS[part.part])
    if isinstance(part, p.Path | p.Taken | p.Choice | p.Computed):
        return Calculated(field_caption=name, calculation=say(part))
    raise Unsayable("it is no key there")


def _path(say: Formulas, name: str) -> p.Path | None:
    """The path that a column is called by, however its field is spelt."""
    for last in (p.PLACE, p.CALLED, *(field for _, field in say.homes)):
        if name == last or name.endswith(f".{last}"):
            before = name[: -len(last)].rstrip(".")
            return p.Path(steps=(*before.split("."), last) if before else (last,))
    return None


def _figure(say: Formulas, text: str) -> QueryField:
    """A field under a function, or a calculation."""
    part = read_expression(text)
    if not isinstance(part, p.Figure):
        raise Unsayable("it is no figure")
    calculation = say(part)
    if part.fn in AGGREGATES and part.where is None and len(part.of) == 1 and isinstance(part.of[0], p.Path):
        return Measure(field_caption=say.field(part.of[0]).caption, function=AGGREGATES[part.fn])
    return Calculated(field_caption=text, calculation=calculation)


# ------------------------------------------------------------------ what is still needed


def _from(step: Step) -> str:
    """The step that gave its frame."""
    return next(refs(step.args["df"])).split(".")[0]


def _needed(steps: Sequence[Step]) -> set[str]:
    """The steps that what is shown rests on."""
    known = {step.id: step for step in steps}
    found: set[str] = set()
    ahead = [steps[-1].id]
    while ahead:
        id = ahead.pop()
        if id in known and id not in found:
            found.add(id)
            ahead += [one.split(".")[0] for one in refs(known[id].args)]
    return found


def _served(steps: Sequence[Step], kept: Sequence[Step]) -> dict[str, Step]:
    """The VizQL steps with what those serve that they stand for."""
    there = {step.id for step in kept}
    gone = {step.id: step for step in steps if step.id not in there}
    original = {step.id: step for step in steps}
    found = {}
    for step in (one for one in kept if one.tool == "vizql"):
        serves, ahead = list(step.satisfies), [*refs(original[step.id].args)]
        while ahead:
            id = ahead.pop().split(".")[0]
            if id in gone:
                serves += gone[id].satisfies
                ahead += refs(gone[id].args)
        found[step.id] = step.model_copy(update={"satisfies": tuple(dict.fromkeys(serves))})
    return found


def _datasets(steps: Sequence[Step]) -> list[str]:
    """The datasets whose rows are still asked for."""
    used = (one.split(".", 1) for step in steps for one in refs(step.args))
    return [name for name in dict.fromkeys(part[1] for part in used if part[0] == SOURCE) if name != DATA]


def _over(step: Step, fetched: Mapping[str, Step]) -> Step:
    """The step over the rows that were fetched."""
    if step.tool != "rows_of":
        return step
    of, _, name = next(refs(step.args["of"])).partition(".")
    if of != SOURCE:
        return step
    return step.model_copy(update={"args": {**step.args, "of": ref(fetched[name].id, "df")}})


def _texts(held: Any) -> Iterator[str]:
    """Every text in arguments, keys too."""
    if isinstance(held, str):
        yield held.replace("``", "`")
    elif isinstance(held, Mapping):
        for key, each in held.items():
            yield from _texts([key, each])
    elif isinstance(held, (list, tuple)):
        for each in held:
            yield from _texts(each)
