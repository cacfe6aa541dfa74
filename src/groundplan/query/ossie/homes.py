"""Of which dataset's rows a figure is: its starting grain, each by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from groundplan.errors import QueryError
from groundplan.query.ossie.branches import Branch
from groundplan.query.ossie.ground import Ground
from groundplan.query.ossie.levels import aggregates, fields_of
from groundplan.query.ossie.paths import no_path
from groundplan.sources.model.expressions import Call, Part


def branches(figures: Mapping[Call, str], keys: Sequence[Part], where: Sequence[Part], ground: Ground) -> list[Branch]:
    """The figures by the rows that they are of."""
    homes = {figure: _home(figure, ground) for figure in figures if fields_of(figure)}
    rows = {figure: homes.get(figure) or _of_rows([*keys, *where], homes.values(), ground) for figure in figures}
    made: dict[tuple[str, str], Branch] = {}
    for figure, name in figures.items():
        first = _first(figure, rows[figure], keys, ground) if any(map(aggregates, figure.args)) else ""
        made.setdefault((rows[figure], first), Branch(rows[figure], first)).figures[name] = figure
    found = list(made.values())
    _held_together(list(dict.fromkeys(one.home for one in found)), keys, ground)
    return found


def datasets(parts: Sequence[Part]) -> list[str]:
    """The datasets whose fields the parts are computed of."""
    return list(dict.fromkeys(column.dataset for part in parts for column in fields_of(part)))


def home_of_keys(keys: Sequence[Part], ground: Ground) -> str:
    """The dataset whose rows have the values of all keys, where there are no figures."""
    of = datasets(keys)
    home = ground.graph.finest(of) or ground.graph.bridge(of)
    if home is None:
        raise _apart(of, ground) or QueryError(
            f"{' and '.join(map(repr, of))} are many to many, and no safe rewrite lists their values side by side; ask"
            " for them apart, or add a bridge dataset with relationships to both.", "E3012_MN_NO_SAFE_REWRITE",
        )  # fmt: skip
    return home


def _home(figure: Call, ground: Ground) -> str:
    """The finest dataset that an aggregate is made of, or the bridge between them."""
    of = datasets([figure])
    home = ground.graph.finest(of) or ground.graph.bridge(of)
    if home is None:
        if _apart(of, ground):
            raise _unrelated(of)
        raise _several_grains(figure.name, of)
    return home


def _of_rows(parts: Sequence[Part], homes: object, ground: Ground) -> str:
    """Whose rows COUNT(*) counts: the finest of all that the query looks at."""
    of = list(dict.fromkeys([*datasets(parts), *homes])) or ground.graph.names  # type: ignore[misc]
    home = ground.graph.finest(of) if datasets(parts) or homes or len(of) == 1 else None
    if home is None:
        raise _several_grains("COUNT(*)", of)
    return home


def _several_grains(said: str, of: Sequence[str]) -> QueryError:
    return QueryError(
        f"{said} has several incompatible starting grains: the rows of {' or of '.join(map(repr, of))}; make it a"
        " measure of fields of one of them, such as COUNT of its key.", "E_AMBIGUOUS_MEASURE_GRAIN",
    )  # fmt: skip


def _first(figure: Call, home: str, keys: Sequence[Part], ground: Ground) -> str:
    """Of whose rows an aggregate of aggregates is taken first: the dataset that has it, or that the groups are of."""
    if figure in ground.names.homes:
        return ground.names.homes[figure]
    beyond = [one for one in datasets(keys) if one != home and ground.graph.way(home, one).kind != "down"]
    first = ground.graph.finest(beyond) if beyond else None
    if first is None:
        raise QueryError(
            f"{figure.name} of an aggregate is nested aggregation, which the Foundation defers (§10): nothing says of"
            f" whose rows the inner one is taken; ask by a dataset that rows of {home!r} belong to, or take one"
            " aggregate.", "E_NESTED_AGGREGATION_DEFERRED",
        )  # fmt: skip
    return first


def _held_together(homes: Sequence[str], keys: Sequence[Part], ground: Ground) -> None:
    """Figures of several facts are set side by side on what they share."""
    for home in homes[1:]:
        if not ground.graph.connected(homes[0], home):
            raise _unrelated([homes[0], home])
    for key in datasets(keys):
        lacking = [home for home in homes if not ground.graph.connected(home, key)]
        if lacking:
            raise no_path(lacking[0], key)


def _unrelated(of: Sequence[str]) -> QueryError:
    return QueryError(
        f"{' and '.join(map(repr, of))} have no relationship path and no shared dimension to stitch them on, so that"
        " each row of one would stand beside each of the other (a Cartesian product); add a shared dimension to the"
        " model, or ask for them apart.", "E3013_NO_STITCHING_DIMENSION",
    )  # fmt: skip


def _apart(of: Sequence[str], ground: Ground) -> QueryError | None:
    apart = next((one for one in of if not ground.graph.connected(of[0], one)), None)
    return no_path(of[0], apart) if apart else None
