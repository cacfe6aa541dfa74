"""What names mean in a semantic query: fields by their datasets, metrics by their expressions.

After it a field is a Column of its dataset, and a column of the source one whose name begins with a colon.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.errors import QueryError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.ossie.expressions import read_expression, without_nested_windows
from groundplan.query.ossie.levels import aggregates, changed
from groundplan.query.ossie.model import Named, Semantic, SemanticModel
from groundplan.sources.model.expressions import Column, Part, Window, walked

SOURCE = ":"
"""Before the name of a column that is the source's own, not a field."""


class Names:
    """The names of one model over its data; `columns`: what the data of each dataset have."""

    def __init__(
        self, model: SemanticModel, columns: Mapping[str, Sequence[str]], parameters: Mapping[str, Any]
    ) -> None:
        self.model = model
        self._columns = columns
        self._parameters = parameters
        self.homes: dict[Part, str] = {}
        """Aggregates of aggregates that a dataset declares: they are first taken of each of its rows."""

    def dataset(self, name: str) -> Semantic:
        """The dataset of that name."""
        found = next((one for one in self.model.datasets if one.name.casefold() == name.casefold()), None)
        if found is None:
            known = [one.name for one in self.model.datasets]
            raise QueryError(f"dataset {name!r} is not found; {did_you_mean(name, known)}.", "E_NAME_NOT_FOUND")
        return found

    def physical(self, name: str, dataset: Semantic) -> str | None:
        """The column of the source that is called so, or None."""
        columns = self._columns[dataset.name]
        alike = [one for one in columns if one.casefold() == name.casefold()]
        return name if name in columns else alike[0] if len(alike) == 1 else None

    def read(self, text: str) -> Part:
        """The parts of an expression, with the values of parameters."""
        return read_expression(text, self._parameters)

    def body(self, of: Named, where: str = "") -> Part:
        """The parts of what a field or a metric is."""
        if not of.expression:
            raise QueryError(
                f"{where}{of.name} has no expression in ANSI_SQL, so that it cannot be computed; write one."
            )
        return self.read(of.expression)

    def meant(self, part: Part, also: Mapping[str, Part] | None = None, composed: bool = True) -> Part:
        """A part of a query with its fields and metrics; `also`: what the query itself names.

        `composed`: a metric that is a window may stand only by itself.
        """
        own = {name.casefold(): one for name, one in (also or {}).items()}

        def change(one: Part) -> Part | None:
            if not isinstance(one, Column):
                return None
            known = None if one.dataset else own.get(one.name.casefold())
            return known or self._field_or_metric(one, alone=one is part or not composed, within=())

        return without_nested_windows(changed(part, change), "the query")

    def metric(self, part: Part) -> str:
        """The name of the first metric in a part as it is written, if there is one."""
        for one in walked(part):
            if isinstance(one, Column):
                known = self.dataset(one.dataset).metrics if one.dataset else self.model.metrics
                if named(one.name, known):
                    return one.name
        return ""

    def _field_or_metric(self, said: Column, alone: bool, within: tuple[str, ...]) -> Part:
        if not said.dataset:
            found = named(said.name, self.model.metrics)
            if found is None:
                raise self._not_found(said)
            return self._metric(found, None, alone, within)
        dataset = self.dataset(said.dataset)
        field = named(said.name, dataset.fields)
        if field:
            return Column(name=field.name, dataset=dataset.name)
        found = named(said.name, dataset.metrics)
        if found is None:
            raise QueryError(
                f"{said.dataset}.{said.name} is not found: dataset {dataset.name!r} has no such field;"
                f" {did_you_mean(said.name, [one.name for one in dataset.fields])}.", "E_NAME_NOT_FOUND",
            )  # fmt: skip
        return self._metric(found, dataset, alone, within)

    def _not_found(self, said: Column) -> QueryError:
        owners = [one.name for one in self.model.datasets if named(said.name, one.fields)]
        known = [one.name for one in self.model.metrics]
        move = (
            f"a field is written with its dataset, as in {owners[0]}.{said.name}"
            if owners
            else f"a field is written with its dataset, a metric bare, and {did_you_mean(said.name, known)}"
        )
        return QueryError(f"the name {said.name!r} is not found: no metric is called so; {move}.", "E_NAME_NOT_FOUND")

    def _metric(self, metric: Named, dataset: Semantic | None, alone: bool, within: tuple[str, ...]) -> Part:
        inside = (*within, metric.name)
        if metric.name in within:
            raise QueryError(f"metric {metric.name!r} is made of itself: {' > '.join(inside)}; break the circle.",
                             "E_NAME_NOT_FOUND")  # fmt: skip

        def change(one: Part) -> Part | None:
            if not isinstance(one, Column):
                return None
            own = self._own_column(one, dataset) if dataset and not one.dataset else None
            return own or self._field_or_metric(one, False, inside)

        found = changed(self.body(metric, f"{dataset.name}." if dataset else ""), change)
        if not alone and any(isinstance(one, Window) for one in walked(found)):
            raise QueryError(
                f"metric {metric.name!r} is a window, and composition of windowed metrics is deferred (§10): ask for it"
                " as a measure by itself, or make the window a derived field of its dataset and use that.",
                "E_WINDOWED_METRIC_COMPOSITION",
            )
        if dataset:
            nested = [one for one in aggregates(found) if any(map(aggregates, one.args))]
            self.homes |= {one: dataset.name for one in nested}
        return found

    def _own_column(self, said: Column, dataset: Semantic) -> Column | None:
        """A column of the source, or a field, that a dataset's own metric calls bare."""
        physical, field = self.physical(said.name, dataset), named(said.name, dataset.fields)
        if field and (physical is None or self.read(field.expression) == Column(name=physical)):
            return Column(name=field.name, dataset=dataset.name)
        return Column(name=f"{SOURCE}{physical}", dataset=dataset.name) if physical else None


def named(name: str, known: Sequence[Named]) -> Named | None:
    """The one of that name; capitals do not matter."""
    return next((one for one in known if one.name.casefold() == name.casefold()), None)


def label(column: Column) -> str:
    """What the column of a frame is called that holds it."""
    return f"{column.dataset}.{column.name}"
