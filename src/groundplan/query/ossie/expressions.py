"""Expressions of semantic queries, those of figures and windows beside them, and what the names in them mean.

After it a field is a Column of its dataset, and a column of the source one whose name begins with a colon.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from sqlglot import exp

from groundplan.errors import QueryError, SourceError
from groundplan.plan import folder
from groundplan.plan.nearest import did_you_mean
from groundplan.sources.model import expressions as p
from groundplan.sources.model.expression_functions import FUNCTIONS
from groundplan.sources.model.expression_text import tree
from groundplan.sources.model.expression_window_text import WindowReading, Windows

if TYPE_CHECKING:
    from groundplan.query.ossie.documents import Named, Semantic, SemanticModel

EXISTS_IN = "EXISTS_IN"
"""Whether a value stands in a field of another dataset."""
DEFERRED = ("FIXED", "INCLUDE", "EXCLUDE", "GRAIN", "FILTER", "QUERY_FILTER")


def told() -> dict[str, str]:
    """What is told of each kind of refusal, and the words that are reserved."""
    return dict(folder.load(Path(__file__).with_name("refusals.yaml")))


def refused(kind: str, /, **said: Any) -> QueryError:
    """The refusal of a kind, which begins with its code."""
    return QueryError(told()[kind].format(**said), kind.split()[0])


def not_found(name: str, known: Sequence[str], what: str) -> NoReturn:
    """Tells that `what` asks for a name that is not among those that are known."""
    raise refused("E_NAME_NOT_FOUND", what=what, said=name, move=did_you_mean(name, known))


def named(name: str, known: Sequence[Any]) -> Any:
    """The one of that name, or None; capitals do not matter."""
    return next((one for one in known if one.name.casefold() == name.casefold()), None)


def label(column: p.Column) -> str:
    """What the column of a frame is called that holds it."""
    return f"{column.dataset}.{column.name}"


def aggregates(part: p.Part) -> list[p.Call]:
    """The outermost aggregates."""
    return [one for one in p.outside(part) if isinstance(one, p.Call) and one.name in p.AGGREGATES]


def fields_of(*parts: p.Part) -> list[p.Column]:
    """The fields of datasets that parts are made of, each once."""
    return list(dict.fromkeys(one for part in parts for one in p.columns(part) if one.dataset))


def datasets(*parts: p.Part) -> list[str]:
    """The datasets whose fields parts are made of."""
    return list(dict.fromkeys(one.dataset for one in fields_of(*parts)))


def read(text: str, parameters: Mapping[str, Any] | None = None) -> tuple[p.Part, str]:
    """The parts of the text, with values in the place of parameters, and the name behind AS, if one is there."""
    try:
        found = tree(text, Windows)
        name = found.alias if isinstance(found, exp.Alias) else ""
        return _Reading(text, parameters or {}).part(found.this if name else found, 0), name
    except SourceError as error:
        raise QueryError(str(error)) from None


class _Reading(WindowReading):
    """One text; what the Foundation puts off for later is told apart from what no expression may have."""

    def __init__(self, text: str, parameters: Mapping[str, Any]) -> None:
        super().__init__(text)
        self._parameters = parameters
        self.kinds |= {exp.Placeholder: self._parameter, exp.Parameter: self._parameter}

    def _parameter(self, node: Any, depth: int) -> p.Part:
        if node.name not in self._parameters:
            not_found(node.name, [*self._parameters], f"a parameter of {self.text!r}")
        return p.Literal(value=self._parameters[node.name])

    def function(self, said: str, given: Any, depth: int, among: Any = FUNCTIONS) -> p.Call:
        if said.upper() in DEFERRED:
            raise refused("E_DEFERRED_KEY_REJECTED", text=self.text, said=said)
        if said.upper() == EXISTS_IN and len(given) == 2:
            return self.call(EXISTS_IN, given, depth)
        return super().function(said, given, depth, among)

    def refused(self, node: Any) -> Any:
        kind = f"E_DEFERRED_KEY_REJECTED {type(node).__name__}"
        return refused(kind, text=self.text) if kind in told() else super().refused(node)

    def no_frame(self, what: str, said: Any) -> QueryError:
        return refused(f"E_DEFERRED_FRAME_{what.upper()}", text=self.text, said=said)


class Names:
    """The names of one model over its data; `columns`: what the data of each dataset have."""

    def __init__(self, model: SemanticModel, columns: Mapping[str, Sequence[str]], given: Mapping[str, Any]) -> None:
        self._model, self._columns, self._parameters = model, columns, given
        self._fields: dict[p.Column, p.Part] = {}
        self._made: dict[tuple[str, p.Part], p.Column] = {}
        self.among: dict[p.Part, p.Column] = {}
        """Fields that values are held against, by what stands for them, as their datasets are not joined."""
        self.homes: dict[p.Part, str] = {}
        """Aggregates of aggregates that a dataset declares: they are first taken of each of its rows."""

    def dataset(self, name: str) -> Semantic:
        """The dataset of that name."""
        known = self._model.datasets
        found: Semantic = named(name, known) or not_found(name, [one.name for one in known], "the query")
        return found

    def source_column(self, name: str, dataset: Semantic) -> p.Column | None:
        """The column of the source that is called so."""
        known = self._columns[dataset.name]
        alike = [one for one in known if one.casefold() == name.casefold()]
        one = name if name in known else alike[0] if len(alike) == 1 else None
        return p.Column(name=f":{one}", dataset=dataset.name) if one else None

    def meant(self, said: p.Part | str, also: Mapping[str, p.Part] | None = None) -> p.Part:
        """A part of a query with its fields and metrics; `also`: what the query itself names."""
        part = read(said, self._parameters)[0] if isinstance(said, str) else said
        own = {name.casefold(): one for name, one in (also or {}).items()}

        def change(one: p.Part) -> p.Part | None:
            if isinstance(one, p.Call) and one.name == EXISTS_IN:
                return one.model_copy(update={"args": (p.changed(one.args[0], change), self._held_in(one.args[1]))})
            if not isinstance(one, p.Column):
                return None
            return (None if one.dataset else own.get(one.name.casefold())) or self._resolved(one)

        return sound(p.changed(part, change), "the query")

    def _held_in(self, said: p.Part) -> p.Literal:
        field, name = self.meant(said), p.Literal(value=f"field {len(self.among)}")
        if not isinstance(field, p.Column):
            raise refused("unreadable-query exists")
        self.among[name] = field
        return name

    def _resolved(self, said: p.Column, scope: Any = None, field: Any = None, within: tuple[str, ...] = ()) -> p.Part:
        """What a name stands for; in a field or a metric of a dataset a bare one is a column of the source first."""
        other = self.dataset(said.dataset) if said.dataset else scope
        known = named(said.name, other.fields) if other else None
        own = self.source_column(said.name, scope) if scope and other is scope else None
        if own and (not said.dataset or (field and known in (None, field))):
            return own
        if known:
            return p.Column(name=known.name, dataset=other.name)
        owner, what = other if said.dataset else None, f"field {scope.name}.{field.name}" if field else "the query"
        metric = named(said.name, (owner or self._model).metrics)
        if metric is None:
            owners = [f"{one.name}.{said.name}" for one in self._model.datasets if named(said.name, one.fields)]
            names = [one.name for one in (other.fields if other else self._model.metrics)]
            not_found(said.name, names if other else owners or names, what)
        if field:
            raise refused("E_AGGREGATE_IN_FIELD", field=what, said=said.name)
        return self._metric(metric, owner, (*within, metric.name))

    def _metric(self, metric: Named, dataset: Semantic | None, inside: tuple[str, ...]) -> p.Part:
        if metric.name in inside[:-1]:
            raise refused("E_NAME_NOT_FOUND circle", said=f"metric {metric.name!r}", told=" > ".join(inside))
        made = self._body(metric, lambda one: self._resolved(one, dataset, within=inside))
        nested = [one for one in aggregates(made) if any(map(aggregates, one.args))]
        self.homes |= {one: dataset.name for one in nested if dataset}
        return made

    def _body(self, of: Named, resolve: Callable[[p.Column], p.Part]) -> p.Part:
        """The parts of what a field or a metric is."""
        if not of.expression:
            raise refused("unreadable-query body", said=of.name)
        part, _ = read(of.expression, self._parameters)
        made = p.changed(part, lambda one: resolve(one) if isinstance(one, p.Column) else None)
        return sound(made, of.expression, part)

    def make(self, part: p.Part, dataset: str) -> p.Column:
        """A value of each row of a dataset as a field of it."""
        column = p.Column(name=f"::{len(self._made)}", dataset=dataset)
        column = self._made.setdefault((dataset, part), column)
        self._fields[column] = part
        return column

    def definition(self, column: p.Column, within: tuple[p.Column, ...] = ()) -> p.Part:
        """What a field is made of, columns of its source and other fields; a column of the source of nothing."""
        if column in within:
            circle = " > ".join(map(label, (*within, column)))
            raise refused("E_NAME_NOT_FOUND circle", said=f"field {label(column)}", told=circle)
        dataset = self.dataset(column.dataset)
        field = named(column.name, dataset.fields)
        if field and column not in self._fields:
            made = self._body(field, lambda one: self._resolved(one, dataset, field))
            for one in p.columns(made):
                self.definition(one, (*within, column))
            self._fields[column] = made
        return self._fields.get(column, p.Literal(value=None))


def sound(made: p.Part, text: str, said: p.Part | None = None) -> p.Part:
    """What was made of a text, or of the parts that are said, if no window is inside another, or made part of more."""
    if any(len(p.windows(window)) > 1 for window in p.windows(made)):
        raise refused("E_NESTED_WINDOW", text=text)
    if said and not isinstance(said, p.Column) and len(p.windows(made)) > len(p.windows(said)):
        raise refused("E_WINDOWED_METRIC_COMPOSITION", text=text)
    return made
