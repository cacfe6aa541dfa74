"""Semantic queries as Apache Ossie's Foundation means them: an Ossie model and its data answer a query, or refuse it.

The data are ibis tables by the names of the model's datasets or of their sources. What cannot be answered safely is a
`QueryError` whose `code` is the Foundation's (`E_AMBIGUOUS_PATH`), never a number that only looks right.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from groundplan.query.ossie.answers import Answered
    from groundplan.query.ossie.documents import SemanticModel


def read_semantic(text: str, label: str = "the model") -> SemanticModel:
    """The model of an Ossie document in YAML or JSON; a QueryError where it is illegal."""
    from groundplan.query.ossie.documents import read_model  # the grammar takes long to import

    return read_model(text, label)


def answer(model: SemanticModel, frames: Mapping[str, Any], query: Mapping[str, Any]) -> Answered:
    """What a query asks of a model: dimensions, measures and having, or fields; where, order_by and limit."""
    from groundplan.query.ossie.answers import answered  # ibis takes long to import

    return answered(model, frames, query)
