"""JSON -> a query, or what of it is not in the schema: the service's own words, and what would be right."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeVar, get_args

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from groundplan.packs.tableau.faults import NOT_BY_SCHEMA, Fault, Fix, Refused
from groundplan.packs.tableau.vizql import query as nouns
from groundplan.packs.tableau.vizql.wire import Wire
from groundplan.plan.nearest import nearest

Noun = TypeVar("Noun", bound=Wire)
Place = tuple[int | str, ...]


def read(noun: type[Noun], data: Any, root: str = "query") -> Noun:
    """The noun, or a `Refused` with every place that is not in the schema."""
    try:
        return noun.model_validate(data)
    except ValidationError as error:
        raise Refused(_told(error.errors(include_url=False), data, root, noun)) from error


def _told(found: Sequence[ErrorDetails], data: Any, root: str, noun: type[Wire]) -> list[Fault]:
    once: dict[tuple[str, str], Fault] = {}
    lacking = [one for one in found if one["type"] == "missing"]
    for one in found:
        beside = [str(each["loc"][-1]) for each in lacking if each["loc"][:-1] == one["loc"][:-1]]
        fault = _fault(one, data, root, _Around(noun, beside))
        once.setdefault((fault.where, fault.message), fault)
    renamed = {
        (fault.where.rpartition(".")[0], fault.fix.value)
        for fault in once.values()
        if fault.fix is not None and fault.fix.op == "rename"
    }
    return [fault for fault in once.values() if (fault.where, _lacking(fault)) not in renamed]


@dataclass(frozen=True)
class _Around:
    """What else is known where a fault stands."""

    noun: type[Wire]
    """What the whole JSON is."""
    lacking: Sequence[str]
    """The properties that are missing beside it."""


def _lacking(fault: Fault) -> str:
    """The property that is missing: it is told once, where it stands under another name."""
    return fault.message.split("'")[-2] if fault.code == "missing-property" else ""


def _fault(found: ErrorDetails, data: Any, root: str, around: _Around) -> Fault:
    place, last = _place(found["loc"], data), str(found["loc"][-1]) if found["loc"] else ""
    kind, value = found["type"], found["input"]
    if kind == "extra_forbidden":
        return _additional(place[:-1], last, data, root, around)
    if kind == "missing":
        told = f"Missing required property '{last}'"
        return _made(place, root, "missing-property", told, f"add {last!r}{_example(last)}")
    if kind == "union_tag_not_found":
        told = f"Missing required property {_tagged(found)!r}"
        return _made(place, root, "missing-property", told, f"add {_tagged(found)!r}")
    if kind == "union_tag_invalid":
        return _unknown_kind(place, _tagged(found), value, root)
    if kind in ("literal_error", "enum"):
        return _unknown_value(place, str(value), re.findall(r"'([^']*)'", found["ctx"]["expected"]), root)
    return _made(place, root, "wrong-type", f"{found['msg']}, not {value!r}", _typed(found), _converted(found, place))


def _made(
    place: Place, root: str, code: str, told: str, suggestion: str, fix: tuple[Any, ...] = (), at: Place | None = None
) -> Fault:
    where = path(place if at is None else at, root)
    mended = Fix(op=fix[0], where=path(place, root), value=fix[1]) if fix else None
    message = f"Error at '{path(place, root)}': {told}" if at is None else f"Error at '{where}': {told}"
    return Fault(
        code=code, where=path(place, root), message=message, suggestion=suggestion, fix=mended, error_code=NOT_BY_SCHEMA
    )


def path(place: Sequence[int | str], root: str = "query") -> str:
    """`("filters", 0, "filterType")` as `query.filters.0.filterType`."""
    return ".".join([root, *map(str, place)]) if root else ".".join(map(str, place))


def _place(loc: Sequence[int | str], data: Any) -> Place:
    """The place in the JSON: a kind that the schema chose on the way is no part of it."""
    steps: list[int | str] = []
    for step in loc:
        inside = isinstance(data, Mapping) and step in data
        if inside or (isinstance(step, int) and isinstance(data, list) and step < len(data)):
            data = _step(data, step)
            steps.append(step)
    return tuple(steps)


def _step(data: Any, step: int | str) -> Any:
    return data[step]


# ------------------------------------------------------------------ one kind of fault each


def _additional(parent: Place, name: str, data: Any, root: str, around: _Around) -> Fault:
    held = data
    for step in parent:
        held = held[step]
    allowed = _properties(held, parent) if parent else names_of(around.noun)
    free = [one for one in allowed if one not in held]
    right = alike(name, free) or (around.lacking[0] if len(around.lacking) == 1 else None)
    fix: tuple[Any, ...] = ("rename", right) if right else ("remove", None)
    if right:
        suggestion = f"did you mean {right!r}?"
    elif homes := [home for home, names in _homes().items() if name in names]:
        suggestion = f"{name!r} is a property of {' and of '.join(homes)}; move it there"
    else:
        suggestion = f"leave {name!r} out; there is {', '.join(free or allowed)}"
    told = f"Additional property '{name}' is not allowed"
    return _made((*parent, name), root, "additional-property", told, suggestion, fix, at=parent)


def _unknown_kind(place: Place, tag: str, value: Any, root: str) -> Fault:
    """Of the kinds that there are the one that takes the most of these properties."""
    kinds = _kinds(tag)
    said = value.get(tag) if isinstance(value, Mapping) else None
    keys = set(value) - {tag} if isinstance(value, Mapping) else set()
    fitting = {kind: len(keys & set(names)) for kind, names in kinds.items()}
    best = max(fitting.values(), default=0)
    right = alike(str(said), [kind for kind, count in fitting.items() if count == best]) or alike(str(said), kinds)
    told = f"Value '{said}' is not defined in the schema"
    suggestion = f"did you mean {right!r}?" if right else f"there is {', '.join(kinds)}"
    return _made((*place, tag), root, "unknown-value", told, suggestion, ("replace", right) if right else ())


def _unknown_value(place: Place, said: str, known: Sequence[str], root: str) -> Fault:
    right = alike(said, known)
    suggestion = f"did you mean {right!r}?" if right else f"there is {', '.join(known)}"
    told = f"Value '{said}' is not defined in the schema"
    return _made(place, root, "unknown-value", told, suggestion, ("replace", right) if right else ())


def _typed(found: ErrorDetails) -> str:
    if found["type"] == "too_short":
        return "name at least one field"
    if found["type"].startswith("date"):
        return "write the date as YYYY-MM-DD"
    converted = _converted(found, ())
    return f"write {str(converted[1]).lower() if isinstance(converted[1], bool) else converted[1]}" if converted else ""


def _converted(found: ErrorDetails, _place: Place) -> tuple[Any, ...]:
    """A number or a truth that stands in quotes."""
    value, kind = found["input"], found["type"]
    if kind.startswith("bool") and str(value).lower() in ("true", "false"):
        return ("replace", str(value).lower() == "true")
    if kind.startswith(("int", "float")) and isinstance(value, str) and re.fullmatch(r"-?\d+(\.\d+)?", value.strip()):
        return ("replace", float(value) if "." in value else int(value))
    return ()


def _example(name: str) -> str:
    return {"fieldCaption": ", the caption of a field", "fields": ", a list of fields"}.get(name, "")


# ------------------------------------------------------------------ what the schema has


def alike(name: str, known: Iterable[str]) -> str | None:
    """The nearest name; else the one with most words of it, which `columnAlias` and `fieldAlias` have in common."""
    choices = list(known)
    said = _words(name)
    shared = {one: len(said & _words(one)) / len(said | _words(one)) for one in choices if said & _words(one)}
    return nearest(name, choices, 0.85) or max(shared, key=lambda one: shared[one], default=None)


def _words(name: str) -> set[str]:
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+", name.replace("_", " "))}


def _tagged(found: ErrorDetails) -> str:
    named = str(found["ctx"]["discriminator"]).strip("'").split("|")[0].strip().strip("'")
    head, *rest = named.split("_")
    return head + "".join(word.title() for word in rest)


def names_of(noun: type[Wire]) -> list[str]:
    """The properties of a noun as JSON has them."""
    noun.model_rebuild()
    return [field.alias or name for name, field in noun.model_fields.items()]


@cache
def _kinds(tag: str) -> dict[str, list[str]]:
    """By the value of a discriminator: the properties that go with it."""
    found: dict[str, list[str]] = {}
    for noun in _members(nouns.Filter if tag == "filterType" else nouns.TableCalculation):
        field = next(field for name, field in noun.model_fields.items() if name in ("filter_type", "table_calc_type"))
        found |= dict.fromkeys(get_args(field.annotation), names_of(noun))
    return found


def _members(union: Any) -> list[type[Wire]]:
    return list(get_args(get_args(union)[0]))


@cache
def _homes() -> dict[str, list[str]]:
    """What may stand elsewhere in a query."""
    return {
        "a field": names_of(nouns.Shown),
        "a filter": sorted({name for names in _kinds("filterType").values() for name in names}),
        "a query": names_of(nouns.Query),
    }


def _properties(held: Mapping[str, Any], place: Place) -> list[str]:
    """What may stand in this object."""
    if "filterType" in held:
        return _kinds("filterType").get(str(held["filterType"]), [])
    if "tableCalcType" in held:
        return _kinds("tableCalcType").get(str(held["tableCalcType"]), [])
    last = next((step for step in reversed(place) if isinstance(step, str)), "")
    if last == "fields":
        kinds: dict[str, type[Wire]] = {
            "dimension": nouns.Dimension,
            "measure": nouns.Measure,
            "calculated": nouns.Calculated,
            "bin": nouns.Bin,
            "table": nouns.TableCalculated,
        }
        return names_of(kinds[nouns.kind_of_field(held)])
    fixed: dict[str, type[Wire]] = {
        "parameters": nouns.SetParameter, "condition": nouns.Condition, "customSort": nouns.CustomSort,
        "field": nouns.OnMeasure, "fieldToMeasure": nouns.OnMeasure,
    }  # fmt: skip
    return names_of(fixed.get(last, nouns.FieldReference))
