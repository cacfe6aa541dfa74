"""The source model as Apache Ossie YAML, core spec 0.2; what it has no key for stands under our own vendor name."""

from __future__ import annotations

import json
import math
from typing import Any

import yaml

from groundplan.contracts.source_model import Dataset, Field, Figure, Note, Relation, SourceModel

VERSION = "0.2.0.dev0"
VENDOR = "GROUNDPLAN"
TYPES = {
    "text": "String",
    "integer": "Integer",
    "number": "Float",
    "boolean": "Boolean",
    "date": "Date",
    "datetime": "DateTime",
}


def written(model: SourceModel, name: str) -> dict[str, Any]:
    """The document, as plain values."""
    said: dict[str, Any] = {
        "name": name,
        "datasets": [_dataset(dataset) for dataset in model.datasets],
        "relationships": [_relation(relation) for relation in model.relations],
        "metrics": [_figure(figure) for figure in model.figures],
    }
    held = {key: value for key, value in said.items() if value}
    noted = _extension({"notes": [_note(note) for note in model.notes]})
    return {"version": VERSION, "semantic_model": [held | (noted if model.notes else {})]}


def in_yaml(document: dict[str, Any]) -> str:
    """The document as people read it: keys in their order, short lists on a line, nothing folded."""
    return yaml.dump(
        document, Dumper=_Spelt, sort_keys=False, allow_unicode=True, default_flow_style=None, width=math.inf
    )


class _Spelt(yaml.SafeDumper):
    """Writes what comes twice twice."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _note(note: Note) -> dict[str, Any]:
    share = {} if note.share is None else {"share": note.share}
    said = {"against": note.against, "declared": note.declared}
    return {"about": note.about, "text": note.text, **share, **{key: value for key, value in said.items() if value}}


def _dataset(dataset: Dataset) -> dict[str, Any]:
    own = {
        "rows": dataset.rows,
        "row_is": dataset.row_is,
        "left_out": [{"what": one.what, "rows": one.rows} for one in dataset.left_out],
        "main_time": dataset.main_time,
        "name_field": dataset.name_field[0] if len(dataset.name_field) == 1 else list(dataset.name_field),
        "ended": dataset.ended,
        "latest_of": dataset.latest_of,
        "tests": dict(dataset.tests),
        "aliases": list(dataset.aliases),
    }
    said = {
        "name": dataset.name,
        "source": dataset.source or dataset.name,
        "primary_key": list(dataset.primary_key),
        "unique_keys": [list(key) for key in dataset.unique_keys],
        **_described(dataset.description, dataset.synonyms),
        "fields": [_field(field) for field in dataset.fields],
    }
    return {key: value for key, value in said.items() if value} | _extension(own, keep=("rows",))


def _field(field: Field) -> dict[str, Any]:
    own = {
        "role": field.role,
        "unit": field.unit,
        "adds_up": field.adds_up,
        "signed": field.signed,
        "missing": field.missing,
        "missing_marks": list(field.missing_marks),
        "odd": dict(field.odd),
        "ordered": list(field.ordered),
        "separator": field.separator,
        "values": dict(field.codes),
        "distinct": field.distinct,
        "low": field.low,
        "high": field.high,
    }
    bounds = [name for name in ("low", "high") if own[name] is not None]
    said = {
        "name": field.name,
        "expression": _expression(_quoted(field.column or field.name)),
        "datatype": TYPES[field.type],
        **({"dimension": {"is_time": True}} if field.role == "time" else {}),
        **_described(field.description, field.synonyms),
    }
    return said | _extension(own, keep=("missing", *bounds))


def _relation(relation: Relation) -> dict[str, Any]:
    own = {
        "found": relation.found,
        "single": relation.single,
        "declared": relation.declared,
        "path": relation.path,
        "back": relation.back,
    }
    return {
        "name": relation.name,
        "from": relation.many,
        "to": relation.one,
        "from_columns": list(relation.columns),
        "to_columns": list(relation.others),
        **_extension(own, ("found",)),
    }


def _figure(figure: Figure) -> dict[str, Any]:
    said = {"name": figure.name, "expression": _expression(figure.expression)}
    own = {"offered": figure.offered, "adds_up": figure.adds_up, "average_of": figure.average_of}
    described = _described(figure.description, figure.synonyms)
    return said | described | (_extension(own) if any(own.values()) else {})


def _expression(text: str) -> dict[str, Any]:
    return {"dialects": [{"dialect": "ANSI_SQL", "expression": text}]}


def _quoted(name: str) -> str:
    return name if name.isidentifier() and name.isascii() else '"' + name.replace('"', '""') + '"'


def _described(description: str, synonyms: tuple[str, ...]) -> dict[str, Any]:
    said = {"description": description} if description else {}
    return said | ({"ai_context": {"synonyms": list(synonyms)}} if synonyms else {})


def _extension(own: dict[str, Any], keep: tuple[str, ...] = ()) -> dict[str, Any]:
    held = {key: value for key, value in own.items() if value or key in keep}
    return {"custom_extensions": [{"vendor_name": VENDOR, "data": json.dumps(held, ensure_ascii=False)}]}
