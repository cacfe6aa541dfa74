"""Faults of the values that a query names: of parameters by what they may be, of filters by the data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from groundplan.packs.tableau.compiled.conditions import typed
from groundplan.packs.tableau.described.description import Described, DescribedParameter
from groundplan.packs.tableau.faults import BadFormula, Fault, Fix
from groundplan.packs.tableau.validate.fields import value_of
from groundplan.packs.tableau.validate.held import Held
from groundplan.packs.tableau.vizql import query as nouns
from groundplan.packs.tableau.vizql.read import alike

NEAR = 3
MOST = 5
_PYTHON = {
    "INTEGER": (int,),
    "REAL": (int, float),
    "STRING": (str,),
    "BOOLEAN": (bool,),
    "DATE": (str,),
    "DATETIME": (str,),
}


def bad_parameter(held: Held) -> Iterator[Fault]:
    """A parameter that the source does not have, or a value that it does not take."""
    seen: set[str] = set()
    for place, one in enumerate(held.query.parameters or ()):
        where = f"query.parameters.{place}"
        if one.parameter_caption in seen:
            told = f"the parameter {one.parameter_caption!r} is set twice"
            yield Fault(code="repeated-parameter", where=where, message=told, suggestion="set it once")
        seen.add(one.parameter_caption)
        if held.description is None:
            continue
        known = held.description.parameter(one.parameter_caption)
        if known is None:
            captions = [each.caption for each in held.description.parameters]
            near = alike(one.parameter_caption, captions)
            there = f"there is {', '.join(captions)}" if captions else "this data source has none"
            fix = Fix(op="replace", where=f"{where}.parameterCaption", value=near) if near else None
            yield Fault(
                code="unknown-parameter", where=f"{where}.parameterCaption",
                message=f"Unknown Parameter: {one.parameter_caption}.",
                suggestion=f"did you mean {near!r}?" if near else there, fix=fix,
            )  # fmt: skip
        elif unfit := _unfit(known, one.value):
            yield Fault(code="unfit-parameter", where=f"{where}.value", message=unfit[0], suggestion=unfit[1])


def _unfit(known: DescribedParameter, value: Any) -> tuple[str, str] | None:
    """Why a value is none for this parameter, and what would be one."""
    wanted = _PYTHON.get(known.type, (str,))
    if not isinstance(value, wanted) or (isinstance(value, bool) and known.type != "BOOLEAN"):
        return (
            f"the parameter {known.caption!r} is of type {known.type}, and {value!r} is not",
            f"such as {known.value!r}",
        )
    if known.type in ("DATE", "DATETIME") and not _dated(str(value)):
        return f"{value!r} is no date", "write it as YYYY-MM-DD"
    if known.kind == "LIST" and value not in [one.member for one in known.members]:
        told = f"the parameter {known.caption!r} does not take {value!r}"
        return told, f"one of {', '.join(str(one.member) for one in known.members)}"
    low, high, step = _bounds(known)
    if (low is not None and value < low) or (high is not None and value > high):
        ends = f"from {low}" if high is None else f"to {high}" if low is None else f"from {low} to {high}"
        return f"{value!r} is outside of the parameter {known.caption!r}", f"take a value {ends}"
    if step and low is not None and isinstance(value, int | float) and isinstance(low, int | float):
        count = (value - low) / step
        if abs(count - round(count)) > 1e-9:
            right = low + round(count) * step
            return (
                f"{value!r} is no step of the parameter {known.caption!r}",
                f"such as {right:g}; each step is {step:g}",
            )
    return None


def _bounds(known: DescribedParameter) -> tuple[Any, Any, float | None]:
    """Of the type of its values."""
    return known.low, known.high, known.step


def _dated(value: str) -> bool:
    try:
        return bool(datetime.fromisoformat(value.replace("Z", "+00:00")))
    except ValueError:
        return False


def wrong_value_type(held: Held) -> Iterator[Fault]:
    """A value of a filter that is not of the type of its field."""
    if held.description is None:
        return
    for where, one in held.filters():
        if not isinstance(one, nouns.OneOf) or isinstance(one.field, nouns.OnCalculation):
            continue
        field, value = held.field(one.field.field_caption), value_of(held, one.field.field_caption)
        if field is None or value is None or not isinstance(one.field, nouns.OnField):
            continue
        names = {each.value for each in field.aliases}
        for place, said in enumerate(one.values):
            if said is None or said in names:
                continue
            try:
                typed(said, value.type)
            except BadFormula as error:
                fix = _as_type(said, value.type, f"{where}.values.{place}")
                suggestion = error.suggestion or (f"write {fix.value!r}" if fix else f"give a {value.type.lower()}")
                yield Fault(
                    code="wrong-value-type",
                    where=f"{where}.values.{place}",
                    message=str(error),
                    suggestion=suggestion,
                    fix=fix,
                )


def _as_type(said: Any, type: str, where: str) -> Fix | None:
    if type == "STRING":
        return Fix(op="replace", where=where, value=str(said))
    if type in ("INTEGER", "REAL") and isinstance(said, str) and re.fullmatch(r"-?\d+(\.\d+)?", said):
        return Fix(op="replace", where=where, value=float(said) if "." in said else int(said))
    return None


def unknown_value(held: Held) -> Iterator[Fault]:
    """A member that the data do not have, or a part of a text that none has."""
    if held.members is None:
        return
    for where, one in held.filters():
        field = held.field(one.field.field_caption) if isinstance(one.field, nouns.OnField) else None
        known = _shown(held, field) if field is not None and isinstance(one, nouns.OneOf | nouns.Match) else None
        if known is None or field is None:
            continue
        if isinstance(one, nouns.OneOf):
            yield from _unknown_members(one, field, known, where)
        elif isinstance(one, nouns.Match) and field.type == "STRING" and not any(_matches(one, each) for each in known):
            near = _near(one.contains or one.starts_with or one.ends_with or "", known)
            told = f"no value of {field.caption!r} matches"
            yield Fault(code="unknown-value", where=where, message=told, suggestion=_listed(near, known))


def _shown(held: Held, field: Described) -> dict[Any, Any] | None:
    """What members are called and what they are, each with the member as people see it."""
    found = held.members(field) if held.members else None
    if found is None:
        return None
    names = {each.member: each.value for each in field.aliases}
    shown = {(value.isoformat() if isinstance(value, date) else value): names.get(value, value) for value in found}
    return {**shown, **{name: name for name in shown.values()}}


def _unknown_members(one: nouns.OneOf, field: Described, known: dict[Any, Any], where: str) -> Iterator[Fault]:
    for place, value in enumerate(one.values):
        if value is None or value in known or not isinstance(value, str) or field.type != "STRING":
            continue
        near = _near(value, known)
        fix = Fix(op="replace", where=f"{where}.values.{place}", value=near[0]) if near else None
        told = f"{field.caption!r} has no value {value!r}"
        yield Fault(
            code="unknown-value",
            where=f"{where}.values.{place}",
            message=told,
            suggestion=_listed(near, known),
            fix=fix,
        )


def _near(value: str, known: dict[Any, Any]) -> list[str]:
    """The same without capitals, then by few changes of letters, then what holds it."""
    texts = {str(one).casefold(): str(shown) for one, shown in known.items()}
    said = value.casefold()
    far = min(NEAR, max(1, len(said) // 2))
    found = process.extract(said, list(texts), scorer=Levenshtein.distance, score_cutoff=far, limit=MOST)
    near = [texts[one] for one, _, _ in found]
    near += [shown for text, shown in texts.items() if len(said) > 2 and (said in text or text in said)]
    return list(dict.fromkeys(near))[:MOST]


def _listed(near: list[str], known: dict[Any, Any]) -> str:
    if near:
        return f"did you mean {', '.join(map(repr, near))}?"
    shown = list(dict.fromkeys(map(str, known.values())))
    return f"there is {', '.join(shown[:MOST])}{f' and {len(shown) - MOST} more' if len(shown) > MOST else ''}"


def _matches(one: nouns.Match, value: Any) -> bool:
    text = str(value).casefold()
    return (
        (one.contains or "").casefold() in text
        and text.startswith((one.starts_with or "").casefold())
        and text.endswith((one.ends_with or "").casefold())
    )


VALUE_CHECKS = (bad_parameter, wrong_value_type, unknown_value)
