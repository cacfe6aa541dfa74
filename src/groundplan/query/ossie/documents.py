"""What a person writes: an Ossie document, which is the model, and a query over it. Illegal ones are refused.

Fields and metrics keep the text of their expressions: these are read when a query asks for them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import BeforeValidator, Field, ValidationError, ValidationInfo, model_validator

from groundplan.contracts.noun import Noun
from groundplan.errors import QueryError, SourceError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.ossie.expressions import aggregates, named, not_found, read, refused, told
from groundplan.sources.model.lined import read_lined
from groundplan.sources.model.ossie_read import ansi, is_model

PASSED = ("description", "ai_context", "custom_extensions", "label", "dimension", "datatype", "version", "dialect")
"""Keys that describe, and change no answer."""


def _plain_name(said: object) -> str:
    """A name without the quotes around it; a word that is reserved needs them."""
    name = str(said)
    if name.startswith('"') and name.endswith('"') and len(name) > 2:
        return name[1:-1].replace('""', '"')
    if name.upper() in told()["reserved"].split():
        raise refused("E_RESERVED_NAME", name=name)
    return name


Name = Annotated[str, BeforeValidator(_plain_name)]
List = BeforeValidator(lambda held: [held] if isinstance(held, str | Mapping) else held)
Texts = Annotated[tuple[Annotated[str, BeforeValidator(str)], ...], List]


class Said(Noun):
    """An entry; a text stands for the first thing it has. What the Foundation puts off would change answers."""

    @model_validator(mode="before")
    @classmethod
    def _known(cls, said: Any, info: ValidationInfo) -> Any:
        known = [field.alias or name for name, field in cls.model_fields.items()]
        entry = said if isinstance(said, Mapping) else {known[0]: said}
        for key in entry:
            if key not in (*known, *PASSED):
                line = f" line {said.lines.get(key, said.line)}" if hasattr(said, "lines") else ""
                where, of, move = f"{info.context}{line}", cls.__name__.lower(), did_you_mean(str(key), known)
                raise refused("E_DEFERRED_KEY_REJECTED key", where=where, key=key, of=of, move=move)
        return {key: held for key, held in entry.items() if key in known and held is not None}


class Named(Said):
    name: Name
    expression: Annotated[str, BeforeValidator(ansi)] = ""


class Relationship(Said):
    name: Name
    start: str = Field(alias="from")
    to: str
    from_columns: Texts = ()
    to_columns: Texts = ()


class Semantic(Said):
    """A dataset."""

    name: Name
    source: str = ""
    primary_key: Texts = ()
    unique_keys: Annotated[tuple[Texts, ...], List] = ()
    fields: Annotated[tuple[Named, ...], List] = ()
    metrics: Annotated[tuple[Named, ...], List] = ()


class SemanticModel(Said):
    name: str = ""
    datasets: Annotated[tuple[Semantic, ...], List] = ()
    relationships: Annotated[tuple[Relationship, ...], List] = ()
    metrics: Annotated[tuple[Named, ...], List] = ()


class Entry(Said):
    expression: str = ""
    name: str = ""


class Order(Said):
    field: str = ""
    expression: str = ""
    direction: str = ""
    nulls: str = ""


class Asked(Said):
    """The clauses of one query: an aggregation query or a scalar one, never both."""

    dimensions: Annotated[tuple[Entry, ...], List] = ()
    measures: Annotated[tuple[Entry, ...], List] = ()
    fields: Annotated[tuple[Entry, ...], List] = ()
    where: Texts = ()
    having: Texts = ()
    order_by: Annotated[tuple[Order, ...], List] = ()
    limit: Annotated[int | None, Field(strict=True)] = None
    parameters: Mapping[str, bool | int | float | str | None] = {}


def read_query(query: Mapping[str, Any]) -> Asked:
    """The clauses; a QueryError where they make no query."""
    asked: Asked = _read(Asked, query, "the query", QueryError)
    others = [key for key in ("dimensions", "measures", "having") if getattr(asked, key)]
    if asked.fields and others:
        raise refused("E_MIXED_QUERY_SHAPE", others=" and ".join(others))
    if not (asked.fields or asked.dimensions or asked.measures):
        raise refused("E_EMPTY_SCALAR_QUERY" if "fields" in query else "E_EMPTY_AGGREGATION_QUERY")
    if (asked.limit or 0) < 0:
        raise refused("unreadable-query limit", said=asked.limit)
    _told_apart([*asked.dimensions, *asked.measures, *asked.fields], "the columns of the query")
    return asked


def read_model(text: str, label: str) -> SemanticModel:
    """The model of a document in YAML or JSON; a QueryError where names are taken twice, or lead nowhere."""
    document = read_lined(text, label)
    models: Any = document.get("semantic_model", document) if is_model(document) else None
    entry = models[0] if isinstance(models, list) and models else models
    if not isinstance(entry, Mapping):
        raise SourceError(f"{label} is no Ossie model: it has no 'semantic_model' with 'datasets'; write one.")
    model: SemanticModel = _read(SemanticModel, entry, label, SourceError)
    _told_apart([*model.datasets, *model.relationships, *model.metrics], "datasets, relationships and metrics")
    for dataset in model.datasets:
        _told_apart([*dataset.fields, *dataset.metrics], f"the fields and metrics of {dataset.name!r}")
        for field in dataset.fields:
            _held_to_rows(field.expression, f"field {dataset.name}.{field.name}")
    known = [one.name for one in model.datasets]
    for one in model.relationships:
        if not one.from_columns or len(one.from_columns) != len(one.to_columns):
            many = f"pairs {len(one.from_columns)} columns with {len(one.to_columns)}"
            raise SourceError(f"relationship {one.name!r} {many}; give 'from_columns' and 'to_columns' as many.")
        for name in (one.start, one.to):
            named(name, model.datasets) or not_found(name, known, f"relationship {one.name!r}")
    return model


def _read(noun: type[Said], said: Any, label: str, fault: type[Exception]) -> Any:
    try:
        return noun.model_validate(said, context=label)
    except ValidationError as error:
        first = error.errors()[0]
        key, wanted = ".".join(map(str, first["loc"])), first["msg"].lower()
        raise fault(f"{label} cannot be followed: {key} is {first['input']!r}, and {wanted}; write it so.") from None


def _told_apart(entries: Sequence[Any], where: str) -> None:
    names = [one.name.casefold() for one in entries]
    for one in reversed(entries):
        if one.name and names.count(one.name.casefold()) > 1:
            raise refused("E_NAME_COLLISION", name=one.name, where=where)


def _held_to_rows(text: str, what: str) -> None:
    try:
        if aggregates(read(text)[0]):
            raise refused("E_AGGREGATE_IN_FIELD", field=what, said=text)
    except QueryError as error:
        if error.code.startswith("E"):  # words of another dialect are told when a query asks for them
            raise
