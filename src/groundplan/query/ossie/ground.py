"""All that a query over one model stands on: its names, its fields, the ways between its datasets, and its data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from groundplan.errors import QueryError, SourceError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.ossie.fields import Fields
from groundplan.query.ossie.model import SemanticModel
from groundplan.query.ossie.names import Names
from groundplan.query.ossie.paths import Graph
from groundplan.query.ossie.rows import Data


@dataclass(frozen=True)
class Ground:
    """What the clauses of a query are held against."""

    names: Names
    fields: Fields
    graph: Graph
    data: Data


@dataclass(frozen=True)
class Answered:
    """The result: a lazy ibis table, and what its columns are called; two of them may be called alike."""

    columns: tuple[str, ...]
    table: Any

    @property
    def rows(self) -> list[tuple[Any, ...]]:
        """Its rows, in their order."""
        import duckdb  # slow to import

        try:
            held = self.table.to_pyarrow()
        except duckdb.Error as error:
            told = str(error).splitlines()[0]
            raise QueryError(
                f"the data cannot be computed so ({told}); TRY_CAST leaves out what does not fit."
            ) from None
        return list(zip(*(column.to_pylist() for column in held.columns), strict=True)) if held.num_rows else []


def ground(model: SemanticModel, frames: Mapping[str, Any], parameters: Mapping[str, Any]) -> Ground:
    """The model over frames, which go by the names of its datasets or of their sources."""
    found = {one.name: _frame(one.name, one.source, frames) for one in model.datasets}
    names = Names(model, {name: tuple(frame.columns) for name, frame in found.items()}, parameters)
    fields, graph = Fields(names), Graph(model)
    return Ground(names, fields, graph, Data(found, graph, fields))


def _frame(name: str, source: str, frames: Mapping[str, Any]) -> Any:
    frame = frames.get(name, frames.get(source))
    if frame is None:
        raise SourceError(f"no data for dataset {name!r} (source {source!r}); {did_you_mean(name, frames)}.")
    return getattr(frame, "expr", frame)
