"""An Apache Ossie document -> the semantic model; an illegal one is refused with the code of its fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from groundplan.errors import QueryError, SourceError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.ossie.legal import held_legal, plain_name
from groundplan.query.ossie.model import Named, Relationship, Semantic, SemanticModel
from groundplan.sources.model.lined import Lined, read_lined
from groundplan.sources.model.ossie_read import ansi, is_model

DESCRIBED = ("description", "ai_context", "custom_extensions")
KEYS = {
    "a model": ("name", "datasets", "relationships", "metrics", "version", "dialect", *DESCRIBED),
    "a dataset": ("name", "source", "primary_key", "unique_keys", "fields", "metrics", *DESCRIBED),
    "a field": ("name", "expression", "dimension", "label", "datatype", *DESCRIBED),
    "a relationship": ("name", "from", "to", "from_columns", "to_columns", "ai_context", "custom_extensions"),
    "a metric": ("name", "expression", "datatype", *DESCRIBED),
}
"""All that the Foundation has; what it puts off for later is refused, as it would change answers."""


def read_semantic(text: str, label: str = "the model") -> SemanticModel:
    """The model of a document in YAML or JSON."""
    document = read_lined(text, label)
    models = document.get("semantic_model", document) if is_model(document) else None
    entry = models[0] if isinstance(models, list) and models else models
    if not isinstance(entry, Lined):
        raise SourceError(f"{label} is no Ossie model: it has no 'semantic_model' with 'datasets'; write one.")
    _known(entry, "a model", label)
    model = SemanticModel(
        name=str(entry.get("name") or ""),
        datasets=tuple(_dataset(one, label) for one in _listed(entry, "datasets", label)),
        relationships=tuple(_relationship(one, label) for one in _listed(entry, "relationships", label)),
        metrics=tuple(_named(one, "a metric", label) for one in _listed(entry, "metrics", label)),
    )
    held_legal(model)
    return model


def _dataset(entry: Lined, label: str) -> Semantic:
    _known(entry, "a dataset", label)
    keys = [entry.get("primary_key"), *(entry.get("unique_keys") or ())]
    return Semantic(
        name=plain_name(entry["name"]),
        source=str(entry.get("source") or ""),
        keys=tuple(_names(key) for key in keys if key),
        fields=tuple(_named(one, "a field", label) for one in _listed(entry, "fields", label)),
        metrics=tuple(_named(one, "a metric", label) for one in _listed(entry, "metrics", label)),
    )


def _named(entry: Lined, kind: str, label: str) -> Named:
    _known(entry, kind, label)
    return Named(name=plain_name(entry["name"]), expression=ansi(entry.get("expression")))


def _relationship(entry: Lined, label: str) -> Relationship:
    _known(entry, "a relationship", label)
    columns, others = _names(entry.get("from_columns")), _names(entry.get("to_columns"))
    if not columns or len(columns) != len(others):
        raise SourceError(
            f"{label} line {entry.line}: relationship {entry['name']!r} pairs {len(columns)} columns with"
            f" {len(others)}; give 'from_columns' and 'to_columns' as many."
        )
    start, to = str(entry.get("from") or ""), str(entry.get("to") or "")
    return Relationship(name=plain_name(entry["name"]), start=start, to=to, columns=columns, others=others)


def _names(held: Any) -> tuple[str, ...]:
    return tuple(map(str, held)) if isinstance(held, list) else (str(held),) if held else ()


def _listed(entry: Lined, key: str, label: str) -> Iterator[Lined]:
    for one in entry.get(key) or ():
        if not isinstance(one, Lined) or one.get("name") in (None, ""):
            raise SourceError(f"{label} line {entry.lines.get(key, entry.line)}: each of {key!r} needs a name.")
        yield one


def _known(entry: Lined, kind: str, label: str) -> None:
    for key in entry:
        if key not in KEYS[kind]:
            raise QueryError(
                f"{label} line {entry.lines.get(key, entry.line)}: {key!r} of {kind} is deferred, or no key of Ossie's"
                f" Foundation; {did_you_mean(str(key), KEYS[kind])}, or put it under custom_extensions.",
                "E_DEFERRED_KEY_REJECTED",
            )
