"""The model of an allotment, its plots with their gardeners and harvests, and queries over it that are refused."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from groundplan.contracts.source_model import Dataset, Field, Relation, SourceModel
from groundplan.errors import QueryError
from groundplan.query.kinds import held_to_kinds
from groundplan.query.language.read import read
from groundplan.query.scope import Scope

TODAY = date(2024, 6, 11)


def _field(name: str, kind: Any = "text", role: Any = "text", **more: Any) -> Field:
    return Field(name=name, type=kind, role=role, **more)


def _relation(many: str, column: str, one: str, path: str) -> Relation:
    return Relation(name=path, many=many, columns=(column,), one=one, others=("id",), path=path, back=many)


MODEL = SourceModel(
    datasets=(
        Dataset(
            name="plots", primary_key=("id",), name_field=("label",),
            fields=(
                _field("id", "integer", "key"), _field("label"), _field("area", "number"), _field("soil"),
                _field("sunny", "boolean"), _field("rented", "date"), _field("gardener_id", "integer", "key"),
                _field("watering", "integer", unit="minutes"), _field("crops", separator=";"),
            ),
        ),
        Dataset(
            name="gardeners", primary_key=("id",), name_field=("name",),
            fields=(_field("id", "integer", "key"), _field("name"), _field("town"), _field("born", "integer"),
                    _field("joined", "date")),
            tests={"early": "joined < 2020", "circular": "not circular", "stray": "born"},
        ),
        Dataset(
            name="harvests", primary_key=("id",), main_time="at",
            fields=(_field("id", "integer", "key"), _field("plot_id", "integer", "key"), _field("at", "datetime"),
                    _field("kilos", "number"), _field("grade"), _field("checked", "boolean")),
            tests={"heavy": "kilos > average(kilos within all)"},
        ),
    ),
    relations=(_relation("plots", "gardener_id", "gardeners", "gardener"),
               _relation("harvests", "plot_id", "plots", "plot")),
)  # fmt: skip


def held(text: str) -> None:
    """The query is held to its kinds, on a day in June."""
    held_to_kinds(read(text), Scope(MODEL), TODAY)


def check_refused(code: str, text: str, message: str) -> None:
    """The query is refused by this code, with this sentence."""
    with pytest.raises(QueryError) as refused:
        held(text)
    assert (refused.value.code, str(refused.value)) == (code, message)


def refused(*cases: tuple[str, str, str]) -> Any:
    """Queries with the code and the sentence by which they are refused."""
    return pytest.mark.parametrize(("code", "text", "message"), cases, ids=[text for _, text, _ in cases])
