"""A scalar query: fields of each row of one home dataset, with what other datasets have one value of beside them."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.errors import QueryError
from groundplan.query.ossie.asked import Asked
from groundplan.query.ossie.branches import kept
from groundplan.query.ossie.conditions import held_to_rows
from groundplan.query.ossie.ground import Answered, Ground
from groundplan.query.ossie.levels import aggregates, fields_of, key_changed
from groundplan.query.ossie.paths import no_path
from groundplan.query.ossie.shown import keys_of, shown, titled
from groundplan.query.ossie.windows import on_own_rows
from groundplan.sources.model.expressions import Part


def scalar(asked: Asked, ground: Ground) -> Answered:
    """The rows of the home dataset that the conditions keep."""
    columns = [_field(*titled(entry, asked), ground) for entry in asked.fields]
    where = [held_to_rows(ground.names.meant(ground.names.read(text)), text) for text in asked.where]
    order = keys_of(asked, dict(columns), ground)
    for key in order:
        _of_each_row(key.of, "what it is ordered by")
    home = _home([part for _, part in columns], [*where, *(key.of for key in order)], ground)

    def own(part: Part) -> Part:
        return on_own_rows(part, home, ground, filtered=bool(where))

    columns = [(title, own(part)) for title, part in columns]
    order = [key_changed(key, own) for key in order]
    rows = ground.data.rows(home, [*(part for _, part in columns), *where, *(key.of for key in order)])
    return shown(kept(rows, where, ground), columns, order, asked.limit)


def _field(title: str, part: Part, ground: Ground) -> tuple[str, Part]:
    metric = ground.names.metric(part)
    if metric:
        raise _in_scalar(metric)
    meant = ground.names.meant(part)
    _of_each_row(meant, title)
    return title, meant


def _of_each_row(part: Part, title: str) -> None:
    if aggregates(part):
        raise _in_scalar(title)


def _in_scalar(said: str) -> QueryError:
    return QueryError(
        f"{said!r} is an aggregate, and a scalar query tells rows as they are; ask for it in an aggregation query, as a"
        " measure, with the other fields as dimensions.", "E_AGGREGATE_IN_SCALAR_QUERY",
    )  # fmt: skip


def _home(parts: Sequence[Part], others: Sequence[Part], ground: Ground) -> str:
    """The dataset whose rows are told: all that the query looks at has one value for each of them."""
    graph = ground.graph
    of = _datasets(parts) or _datasets(others)
    if not of:
        raise QueryError("the query names no field of any dataset; name one.", "E_EMPTY_SCALAR_QUERY")
    home = graph.finest(of)
    if home is None:
        raise _two_homes([one for one in of if not any(graph.ups(other, one) for other in of if other != one)], ground)
    for other in _datasets(others):
        if other != home and not graph.ups(home, other):
            raise _two_homes([home, other], ground)
    return home


def _two_homes(homes: Sequence[str], ground: Ground) -> QueryError:
    apart = next((one for one in homes if not ground.graph.connected(homes[0], one)), None)
    if apart:
        return no_path(homes[0], apart)
    told = " and ".join(map(repr, homes))
    return QueryError(
        f"the rows of {told} would repeat each other (fan-out): a scalar query has a single home dataset; choose one of"
        " them, or ask an aggregation query with measures of each.", "E_FAN_OUT_IN_SCALAR_QUERY",
    )  # fmt: skip


def _datasets(parts: Sequence[Part]) -> list[str]:
    return list(dict.fromkeys(column.dataset for part in parts for column in fields_of(part)))
