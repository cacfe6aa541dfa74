"""Parts over groups: what makes the groups, and the figures of each, by the columns of a frame that hold them.

A window over groups adds up what they have: SUM(x) OVER is the sum of the groups' sums.
"""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.errors import QueryError
from groundplan.query.ossie.ground import Ground
from groundplan.query.ossie.levels import all_changed, changed, fields_of, key_changed
from groundplan.query.ossie.names import label
from groundplan.sources.model.expressions import AGGREGATES, Call, Column, Part, Window, walked

_ALIKE = {"SUM": "SUM", "COUNT": "SUM", "MIN": "MIN", "MAX": "MAX"}
"""What puts an aggregate together from those of parts of the rows."""


class Figures:
    """The keys of the groups of one query, and the figures that it needs of them."""

    def __init__(self, keys: Sequence[Part], ground: Ground) -> None:
        self.keys = list(keys)
        self.found: dict[Call, str] = {}
        """Aggregates with the columns that hold them."""
        self.added: set[str] = set()
        """Figures of which a window adds up those of several groups."""
        self._ground = ground

    def key(self, place: int) -> str:
        """The column of a key."""
        return f"key {place}"

    def __call__(self, part: Part) -> Part:
        """The part over the columns of groups."""
        return changed(part, self._change)

    def _change(self, part: Part) -> Part | None:
        if part in self.keys:
            return Column(name=self.key(self.keys.index(part)))
        if isinstance(part, Window):
            return self._window(part)
        if isinstance(part, Call) and part.name in AGGREGATES:
            return self._figure(part)
        return self._beside(part) if isinstance(part, Column) else None

    def _figure(self, part: Call) -> Column:
        return Column(name=self.found.setdefault(part, f"figure {len(self.found)}"))

    def _beside(self, column: Column) -> Column:
        """A field beside aggregates has one value for each group where the key of its dataset is among the keys."""
        if not self._one_each(column):
            raise QueryError(
                f"{label(column)} stands outside of any aggregate, at a finer grain than the groups of the query; put"
                f" it into an aggregate such as MAX, or add it to the dimensions ({column.dataset} has no key there).",
                "E_UNAGGREGATED_FINER_GRAIN_REFERENCE",
            )
        self.keys.append(column)
        return Column(name=self.key(len(self.keys) - 1))

    def _one_each(self, column: Column) -> bool:
        fields, graph = self._ground.fields, self._ground.graph
        held: dict[str, set[str]] = {}
        for one in (key for key in self.keys if isinstance(key, Column)):
            held.setdefault(one.dataset, set()).add(fields.source_column(one).casefold())
        return any(
            {name.casefold() for name in key} <= names
            for dataset, names in held.items()
            if dataset == column.dataset or graph.ups(dataset, column.dataset)
            for key in self._ground.names.dataset(dataset).keys
        )

    # ------------------------------------------------------------------ windows over groups

    def _window(self, part: Window) -> Part:
        around = {
            "partition": all_changed(part.partition, self._change),
            "order": tuple(key_changed(one, self) for one in part.order),
        }
        of = part.of
        if of.name not in AGGREGATES or not self._of_rows(of):
            inside = all_changed(of.args, self._change)
            self._adds_up(of.name, inside)
            return part.model_copy(update={**around, "of": of.model_copy(update={"args": inside})})

        def over(figure: Call, name: str) -> Window:
            column = self._figure(figure)
            self._adds_up(name, (column,))
            return part.model_copy(update={**around, "of": Call(name=name, args=(column,))})

        if of.name == "AVG" and not of.distinct:
            return Call(name="/", args=(over(Call(name="SUM", args=of.args), "SUM"),
                                        over(Call(name="COUNT", args=of.args), "SUM")))  # fmt: skip
        if of.name not in _ALIKE or (of.distinct and of.name not in ("MIN", "MAX")):
            raise QueryError(
                f"{of.name} over a window of groups would be put together from its values in each group, which"
                f" {of.name}{'(DISTINCT)' if of.distinct else ''} does not survive (it is holistic, or algebraic); make"
                " the window a field of its dataset, or take SUM, COUNT, MIN, MAX or AVG.", "E_UNSAFE_REAGGREGATION",
            )  # fmt: skip
        return over(of, _ALIKE[of.name])

    def _of_rows(self, of: Call) -> bool:
        """Whether an aggregate over a window is of fields that the groups do not have."""
        over_keys = all_changed(of.args, lambda one: Column(name="key") if one in self.keys else None)
        inside = [one for arg in over_keys for one in walked(arg)]
        aggregated = any(isinstance(one, Call) and one.name in AGGREGATES for one in inside)
        return not aggregated and any(column.dataset for arg in over_keys for column in fields_of(arg))

    def _adds_up(self, name: str, parts: Sequence[Part]) -> None:
        if name in AGGREGATES and name not in ("MIN", "MAX"):
            self.added |= {one.name for part in parts for one in fields_of(part)}
