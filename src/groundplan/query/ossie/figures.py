"""Parts over groups: what makes the groups, and the figures of each, by the columns of a frame that hold them.

A window over groups adds up what they have: SUM(x) OVER is the sum of the groups' sums.
"""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.errors import QueryError
from groundplan.query.ossie.ground import Ground
from groundplan.query.ossie.levels import aggregates, all_changed, changed, fields_of, key_changed
from groundplan.query.ossie.names import label
from groundplan.query.ossie.windows import over_fanout
from groundplan.sources.model.expressions import AGGREGATES, Call, Column, Part, Window

_ALIKE = {"SUM": "SUM", "COUNT": "SUM", "MIN": "MIN", "MAX": "MAX"}
"""What puts an aggregate together from those of parts of the rows."""


class Figures:
    """The keys of the groups of one query, and the figures that it needs of them."""

    def __init__(self, keys: Sequence[Part], ground: Ground) -> None:
        self.keys = list(keys)
        self.found: dict[Call, str] = {}
        """Aggregates with the columns that hold them."""
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
        of = part.of
        if of.name in AGGREGATES and of.name not in ("MIN", "MAX"):
            self._held_to_one_group(of)
        around = {
            "partition": all_changed(part.partition, self._change),
            "order": tuple(key_changed(one, self) for one in part.order),
        }
        if of.name not in AGGREGATES or not self._of_rows(of):
            inside = of.model_copy(update={"args": all_changed(of.args, self._change)})
            return part.model_copy(update={**around, "of": inside})

        def over(figure: Call, name: str) -> Window:
            return part.model_copy(update={**around, "of": Call(name=name, args=(self._figure(figure),))})

        if of.name == "AVG" and not of.distinct:
            parts = (over(Call(name=name, args=of.args), "SUM") for name in ("SUM", "COUNT"))
            return Call(name="/", args=tuple(parts))
        if of.name not in _ALIKE or (of.distinct and of.name not in ("MIN", "MAX")):
            raise QueryError(
                f"{of.name} over a window of groups would be put together from its values in each group, which"
                f" {of.name}{'(DISTINCT)' if of.distinct else ''} does not survive (it is holistic, or algebraic); make"
                " the window a field of its dataset, or take SUM, COUNT, MIN, MAX or AVG.", "E_UNSAFE_REAGGREGATION",
            )  # fmt: skip
        return over(of, _ALIKE[of.name])

    def _of_rows(self, of: Call) -> bool:
        """Whether an aggregate over a window is of fields that the groups do not have."""
        loose = [arg for arg in self._over_keys(of) if any(column.dataset for column in fields_of(arg))]
        return bool(loose) and not any(map(aggregates, loose))

    def _over_keys(self, of: Call) -> tuple[Part, ...]:
        return all_changed(of.args, lambda one: Column(name="key") if one in self.keys else None)

    def _held_to_one_group(self, of: Call) -> None:
        """What a window adds up over groups may stand in one of them only."""
        looked_at = [column.dataset for arg in self._over_keys(of) for column in fields_of(arg) if column.dataset]
        home = self._ground.graph.finest(list(dict.fromkeys(looked_at)))
        for key in dict.fromkeys(column.dataset for one in self.keys for column in fields_of(one)):
            if home and key != home and self._ground.graph.way(home, key).down:
                raise over_fanout(of.name, home, f"several groups by {key} may have it")
