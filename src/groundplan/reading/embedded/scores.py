"""The model's outputs as probabilities, by the label maps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from groundplan.reading.embedded.heads import AGGS, ANALYSES, CHOICES, OPS, OUTPUTS, ROLES, slices
from groundplan.reading.embedded.sheet import Sheet

Array = np.ndarray[Any, np.dtype[np.float32]]


@dataclass(frozen=True)
class Scores:
    """Calibrated probabilities of everything that may be said of a question."""

    choices: dict[str, Array]
    analysis: Array
    outputs: Array
    aggs: Array
    """Columns by aggregates; the first column is the rows."""
    roles: Array
    ops: Array
    cells: Array
    numbers: Array
    """Tokens of the question by kinds of number."""
    tags: Array
    """Columns by tokens by tags."""

    def role(self, name: str) -> Array:
        """The probability of a role, for every column."""
        return self.roles[:, ROLES.index(name)]

    @property
    def doubt(self) -> float:
        """The chance of the likeliest decision that was not taken, over all of them."""
        return max(self.split, _other(self.roles), _other(self.cells))

    @property
    def split(self) -> float:
        """The same without roles and cells, of which another network knows no better."""
        chosen = [1 - float(odds.max()) for odds in (*self.choices.values(), *self.ops)]
        return max(*chosen, _other(self.analysis), _other(self.aggs))

    def best(self, name: str) -> tuple[str, float]:
        """The likeliest label of a choice."""
        at = int(self.choices[name].argmax())
        return CHOICES[name][at], float(self.choices[name][at])


def scores(outputs: Sequence[Array], sheet: Sheet, heat: Mapping[str, float]) -> Scores:
    """Outputs of a batch of one; `heat` holds the temperature of each head."""
    question, columns, cells, numbers, tags = (output[0] for output in outputs)
    where, asked, marks = slices(), len(sheet.spans) + 1, len(AGGS) + len(ROLES)
    return Scores(
        choices={name: softmax(question[where[name]] / heat.get(name, 1.0)) for name in CHOICES},
        analysis=sigmoid(question[where["analysis"]] / heat.get("analysis", 1.0))[: len(ANALYSES)],
        outputs=sigmoid(question[where["outputs"]])[: len(OUTPUTS)],
        aggs=sigmoid(columns[:, : len(AGGS)] / heat.get("aggs", 1.0)),
        roles=sigmoid(columns[:, len(AGGS) : marks] / heat.get("roles", 1.0)),
        ops=softmax(columns[:, marks : marks + len(OPS)] / heat.get("ops", 1.0)),
        cells=sigmoid(cells[: len(sheet.cells)] / heat.get("cells", 1.0)),
        numbers=sigmoid(numbers[:asked]),
        tags=softmax(tags[:, :asked]),
    )


def _other(odds: Array) -> float:
    """The chance of the likeliest that is said against each."""
    return float(np.minimum(odds, 1 - odds).max(initial=0.0))


def softmax(scores: Array) -> Array:
    """Along the last axis."""
    powers = np.exp(scores - scores.max(-1, keepdims=True))
    return np.asarray(powers / powers.sum(-1, keepdims=True), dtype=np.float32)


def sigmoid(scores: Array) -> Array:
    """Each by itself."""
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(scores, -30, 30))), dtype=np.float32)
