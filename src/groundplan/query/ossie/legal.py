"""What makes a semantic model illegal before any query is asked of it: names, and aggregates in fields."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files

from groundplan.errors import QueryError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.ossie.expressions import read_expression
from groundplan.query.ossie.levels import aggregates
from groundplan.query.ossie.model import Named, Relationship, Semantic, SemanticModel


def held_legal(model: SemanticModel) -> None:
    """A QueryError where names are taken twice or lead nowhere, or a field is an aggregate."""
    kinds = [("dataset", one.name) for one in model.datasets]
    kinds += [("relationship", one.name) for one in model.relationships]
    kinds += [("metric", one.name) for one in model.metrics]
    _told_apart(kinds, "datasets, relationships and metrics share one namespace")
    for dataset in model.datasets:
        own = [("field", one.name) for one in dataset.fields] + [("metric", one.name) for one in dataset.metrics]
        _told_apart(own, f"the fields and metrics of {dataset.name!r} share one namespace")
        for field in dataset.fields:
            _no_aggregate(field, dataset)
    for relationship in model.relationships:
        _leads_somewhere(relationship, model)


def _told_apart(names: Iterable[tuple[str, str]], why: str) -> None:
    seen: dict[str, str] = {}
    for kind, name in names:
        if name.casefold() in seen:
            raise QueryError(
                f"name collision: {kind} {name!r} is called as {seen[name.casefold()]} is; {why}, and capitals do not"
                " matter: rename one of them.", "E_NAME_COLLISION",
            )  # fmt: skip
        seen[name.casefold()] = f"{kind} {name!r}"


def plain_name(said: object) -> str:
    """A name without the quotes around it; a word that is reserved needs them."""
    name = str(said)
    if name.startswith('"') and name.endswith('"') and len(name) > 2:
        return name[1:-1].replace('""', '"')
    if name.upper() in reserved():
        raise QueryError(
            f"{name!r} is a reserved word of SQL or of Ossie and cannot be a name; rename it, or quote it"
            f" ('\"{name}\"').", "E_RESERVED_NAME",
        )  # fmt: skip
    return name


@lru_cache(maxsize=1)
def reserved() -> frozenset[str]:
    """The words that no name may be."""
    lines = files("groundplan.query.ossie").joinpath("reserved.txt").read_text("utf-8").splitlines()
    return frozenset(word for line in lines if not line.startswith("#") for word in line.split())


def _no_aggregate(field: Named, dataset: Semantic) -> None:
    try:
        found = aggregates(read_expression(field.expression))
    except QueryError as error:
        if error.code.startswith("E"):
            raise
        return  # in words of another dialect: told when a query asks for it
    if found:
        raise QueryError(
            f"field {dataset.name}.{field.name} is an aggregate ({field.expression}), and fields are of each row;"
            " write it as a metric of the model (`metrics:`) and ask for it as a measure.", "E_AGGREGATE_IN_FIELD",
        )  # fmt: skip


def _leads_somewhere(relationship: Relationship, model: SemanticModel) -> None:
    known = {one.name.casefold() for one in model.datasets}
    for name in (relationship.start, relationship.to):
        if name.casefold() not in known:
            raise QueryError(
                f"relationship {relationship.name!r} names dataset {name!r}, which is not found;"
                f" {did_you_mean(name, [one.name for one in model.datasets])}.", "E_NAME_NOT_FOUND",
            )  # fmt: skip
