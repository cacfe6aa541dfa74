"""An Ossie document, ours or another's, or the few lines of one that a person wrote -> what it says, line by line.

What cannot be read is told and passed over; the rest of the document stands.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import TypeAdapter, ValidationError

from groundplan.contracts.noun import Noun
from groundplan.contracts.source_model import Dataset, Field, Figure, Note, Relation
from groundplan.errors import SourceError
from groundplan.plan.nearest import nearest
from groundplan.sources.model.lined import Lined, read_lined
from groundplan.sources.model.ossie import TYPES, VENDOR

DATATYPES = {ossie: own for own, ossie in TYPES.items()} | {
    "Decimal": "number", "DateTimeTz": "datetime", "Time": "text", "Opaque": "text"
}  # fmt: skip
ATTRIBUTES = {"from": "many", "to": "one", "from_columns": "columns", "to_columns": "others", "values": "codes"}
"""Keys that our contracts call otherwise."""
OWN = {
    Dataset: (
        "rows", "row_is", "left_out", "main_time", "name_field", "ended", "latest_of", "tests", "aliases", "synonyms",
    ),
    Field: (
        "role", "unit", "adds_up", "signed", "missing", "missing_marks", "odd", "ordered", "separator", "values",
        "distinct", "low", "high", "column", "synonyms",
    ),
    Relation: ("found", "single", "declared", "path", "back", "remove"),
    Figure: ("offered", "adds_up", "average_of", "synonyms"),
}  # fmt: skip
"""Keys that Ossie has not: they stand under our name, or where a person writes them, beside the others."""
OSSIE = {
    Dataset: ("name", "source", "primary_key", "unique_keys", "description"),
    Field: ("name", "description"),
    Relation: ("name", "from", "to", "from_columns", "to_columns"),
    Figure: ("name", "description"),
}
ELSE = {
    Dataset: ("fields", "metrics"),
    Field: ("expression", "datatype", "dimension", "label"),
    Figure: ("expression", "datatype"),
}
"""Read apart, or passed over as nothing that we ask for."""
LISTED = ("synonyms", "name_field", "aliases", "primary_key", "columns", "others")
"""Of which one may stand for a list of one."""
DIALECTS = ("ANSI_SQL", "Ossie_SQL_2026")
COLUMN = re.compile(r'[^\W\d]\w*|"(?:[^"]|"")+"')


@dataclass(frozen=True)
class Mistake:
    """What cannot be followed, and where it stands."""

    line: int
    text: str


@dataclass
class Said:
    """What is said of one dataset, field, relation or figure, by the attributes of its contract."""

    name: str
    line: int
    values: dict[str, Any] = field(default_factory=dict)
    lines: dict[str, int] = field(default_factory=dict)
    fields: list[Said] = field(default_factory=list)
    column: str = ""
    """Of a field: the column that it is, where that is called otherwise."""
    standing: tuple[str, ...] = ()
    """Of a field in a lock: the values that stood there."""


@dataclass
class Declared:
    """What a whole document says."""

    label: str
    name: str = ""
    datasets: list[Said] = field(default_factory=list)
    relations: list[Said] = field(default_factory=list)
    figures: list[Said] = field(default_factory=list)
    notes: tuple[Note, ...] = ()
    mistakes: list[Mistake] = field(default_factory=list)
    without_data: list[str] = field(default_factory=list)
    """Datasets that no data were found for, which was told."""


def is_model(document: Any) -> bool:
    """Whether it is an Ossie document at all."""
    return isinstance(document, dict) and bool(
        {"semantic_model", "datasets", "relationships", "metrics"} & set(document)
    )


def declared(text: str, label: str) -> Declared:
    """What the document says, whole or in part."""
    document = read_lined(text, label)
    if document is None:
        return Declared(label)
    if not is_model(document):
        raise SourceError(
            f"{label!r} is no Ossie model: it has neither 'semantic_model' nor 'datasets'; "
            "write `datasets:` and under it `- name: ...`, or see `groundplan look SOURCE --model FILE`."
        )
    made = Declared(label)
    models = document.get("semantic_model", document)
    for model in models if isinstance(models, list) else [models]:
        if isinstance(model, Lined):
            _Reader(made).model(model)
    return made


class _Reader:
    """Reads what is there, and keeps a list of what is not understood."""

    def __init__(self, made: Declared) -> None:
        self._made = made

    def model(self, model: Lined) -> None:
        made = self._made
        known = ("name", "description", "datasets", "relationships", "metrics", "version", "ai_context")
        self._unknown(model, (*known, "custom_extensions"), "a model")
        made.name = made.name or str(model.get("name") or "")
        made.datasets += [self._dataset(one) for one in self._listed(model, "datasets")]
        made.relations += [self._of(one, Relation) for one in self._listed(model, "relationships")]
        made.figures += [self._figure(one) for one in self._listed(model, "metrics")]
        for data, line in self._extensions(model):
            try:
                made.notes += TypeAdapter(tuple[Note, ...]).validate_python(data.get("notes", ()))
            except ValidationError:
                self._mistakes(line, "the notes are not as groundplan writes them")

    def _dataset(self, entry: Lined) -> Said:
        said = self._of(entry, Dataset)
        said.fields = [one for one in map(self._field, self._listed(entry, "fields")) if one]
        self._made.figures += [self._figure(one) for one in self._listed(entry, "metrics")]
        return said

    def _field(self, entry: Lined) -> Said | None:
        said = self._of(entry, Field)
        text = ansi(entry.get("expression"))
        bare = text[1:-1].replace('""', '"') if text.startswith('"') else text
        if COLUMN.fullmatch(text) and bare != said.name:
            said.column = bare
        elif text and not COLUMN.fullmatch(text):
            self._mistake(entry, "expression", f"field {said.name!r} is computed ({text}), which is not read yet")
            return None
        said.column = said.values.pop("column", said.column)
        if "datatype" in entry:
            self._take(
                said, Field, "type", DATATYPES.get(str(entry["datatype"]), entry["datatype"]), entry.lines["datatype"]
            )
        return said

    def _figure(self, entry: Lined) -> Said:
        said = self._of(entry, Figure)
        text = ansi(entry.get("expression"))
        if text:
            said.values["expression"] = text
        else:
            self._mistake(entry, "expression", f"figure {said.name!r} has no expression in ANSI_SQL")
        return said

    def _of(self, entry: Lined, noun: type[Noun]) -> Said:
        """What stands there in the noun's own terms."""
        said = Said(str(entry.get("name") or ""), entry.lines.get("name", entry.line))
        plain = (*OSSIE[noun], *OWN[noun])
        self._unknown(entry, (*plain, *ELSE.get(noun, ()), "ai_context", "custom_extensions"), _called(noun))
        for key in (key for key in plain if key in entry and key != "name"):
            self._take(said, noun, key, entry[key], entry.lines[key])
        context = entry.get("ai_context")
        if isinstance(context, dict) and "synonyms" in context:
            self._take(said, noun, "synonyms", context["synonyms"], entry.lines["ai_context"])
        for data, line in self._extensions(entry):
            for key in data if isinstance(data, dict) else ():
                if key in OWN[noun]:
                    self._take(said, noun, key, data[key], line)
                else:
                    self._mistakes(line, _unknown(key, OWN[noun], f"{_called(noun)} under {VENDOR}"))
        return said

    def _take(self, said: Said, noun: type[Noun], key: str, value: Any, line: int) -> None:
        """A value of the contract's own type, or a mistake."""
        if key == "remove":
            said.values[key] = bool(value)
            return
        if key == "values" and isinstance(value, list):
            said.standing = tuple(map(_written, value))
            return
        attribute = ATTRIBUTES.get(key, key)
        try:
            said.values[attribute] = _typed(noun, attribute, value)
            said.lines[attribute] = line
        except ValidationError as error:
            self._mistakes(
                line, f"{key!r} of {said.name!r} is {_shown(value)}; {_wanted(noun, attribute, value, error)}"
            )

    def _extensions(self, entry: Lined) -> Iterator[tuple[dict[str, Any], int]]:
        """What stands under our own name, as JSON or written out."""
        for one in _list(entry.get("custom_extensions")):
            if not isinstance(one, Lined) or one.get("vendor_name") != VENDOR:
                continue
            data, line = one.get("data"), one.lines.get("data", one.line)
            try:
                data = json.loads(data) if isinstance(data, str) else data
            except ValueError:
                self._mistakes(line, "the data is no JSON; check the quotes and commas")
            if isinstance(data, dict):
                yield data, line

    def _listed(self, entry: Lined, key: str) -> list[Lined]:
        """The entries under a key; each has a name, but for relations."""
        held = entry.get(key)
        if held is None:
            return []
        entries = [one for one in held if isinstance(one, Lined)] if isinstance(held, list) else []
        named = [one for one in entries if key == "relationships" or one.get("name") not in (None, "")]
        if not isinstance(held, list) or len(named) < len(held):
            self._mistake(entry, key, f"each of {key!r} is an entry that begins with `- name:`")
        return named

    def _unknown(self, entry: Lined, known: Sequence[str], where: str) -> None:
        for key in entry:
            if key not in known:
                self._mistake(entry, key, _unknown(key, known, where))

    def _mistake(self, entry: Lined, key: str, text: str) -> None:
        self._mistakes(entry.lines.get(key, entry.line), text)

    def _mistakes(self, line: int, text: str) -> None:
        self._made.mistakes.append(Mistake(line, text))


def _typed(noun: type[Noun], attribute: str, value: Any) -> Any:
    """One name may stand for a list of one; codes are texts."""
    if attribute == "codes" and isinstance(value, Mapping):
        value = {str(code): _written(meaning) for code, meaning in value.items()}
    if attribute in LISTED and isinstance(value, str):
        value = [value]
    if attribute == "tests" and isinstance(value, Mapping):
        value = dict(value)
    if attribute == "unique_keys" and isinstance(value, list):
        value = [[key] if isinstance(key, str) else key for key in value]
    kind: Any = noun.model_fields[attribute].annotation
    return TypeAdapter(kind).validate_python(value)


def _written(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _wanted(noun: type[Noun], attribute: str, value: Any, error: ValidationError) -> str:
    """What would be right."""
    found = error.errors()[0]
    if found["type"] != "literal_error":
        return f"expected is: {found['msg'].lower().removeprefix('input should be ')}"
    choices = re.findall(r"'(\w+)'", found["ctx"]["expected"])
    near = nearest(str(value), choices)
    return f"did you mean {near!r}?" if near else f"there is {', '.join(choices)}"


def _unknown(key: str, known: Sequence[str], where: str) -> str:
    near = nearest(key, known)
    return f"no key {key!r} in {where}; {f'did you mean {near!r}?' if near else 'there is ' + ', '.join(known)}"


def _called(noun: type[Noun]) -> str:
    return f"a {noun.__name__.lower()}"


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:37] + "..."


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def ansi(held: Any) -> str:
    """An expression in ANSI SQL, or as it stands."""
    if isinstance(held, dict):
        dialects = [one for one in _list(held.get("dialects")) if isinstance(one, dict)]
        held = next((one.get("expression") for one in dialects if one.get("dialect") in DIALECTS), "")
    return str(held or "").strip()
