"""Figures of groups: each by itself over the rows of its own dataset, then side by side where the keys are equal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from operator import and_
from typing import Any

from groundplan.query.ossie.expressions import aggregates, datasets, fields_of, label, refused
from groundplan.query.ossie.joins import Joins, by_columns, computed
from groundplan.sources.model.expressions import AGGREGATES, Call, Column, Part, Window, changed, inner, windows

_ALIKE = {"SUM": "SUM", "COUNT": "SUM", "MIN": "MIN", "MAX": "MAX"}
"""What puts an aggregate together from those of parts of the rows."""
_ROW = Window(of=Call(name="ROW_NUMBER"))
"""What tells the rows of a dataset apart."""


class Groups:
    """The keys of the groups of one query, and the figures that it needs of them, by columns of a frame.

    A window over groups adds up what they have: SUM(x) OVER is the sum of the groups' sums.
    """

    def __init__(self, keys: Sequence[Part], where: Sequence[Part], joins: Joins) -> None:
        self.keys, self._where, self._joins = list(keys), where, joins
        self.figures: dict[Call, str] = {}

    @property
    def names(self) -> list[str]:
        """The columns of the keys."""
        return [f"key {place}" for place in range(len(self.keys))]

    def __call__(self, part: Part) -> Part | None:
        """What holds a key, a figure, a window or a field among groups; None: look at what it is made of."""
        if part in self.keys:
            return Column(name=self.names[self.keys.index(part)])
        if isinstance(part, Window):
            return self._window(part)
        if isinstance(part, Call) and part.name in AGGREGATES:
            return Column(name=self.figures.setdefault(part, f"figure {len(self.figures)}"))
        return self._beside(part) if isinstance(part, Column) else None

    def _beside(self, column: Column) -> Part | None:
        """A field beside aggregates has one value for each group where the key of its dataset is among the keys."""
        held = [(one.dataset, self._joins.names.definition(one)) for one in self.keys if isinstance(one, Column)]
        for at in (one for one in datasets(*self.keys) if self._joins.ups(one, column.dataset)):
            own = {part.name[1:].casefold() for name, part in held if name == at and isinstance(part, Column)}
            if any(key <= own for key in self._joins.keys(at)):
                self.keys.append(column)
                return self(column)
        raise refused("E_UNAGGREGATED_FINER_GRAIN_REFERENCE", field=label(column), dataset=column.dataset)

    def _window(self, part: Window) -> Part:
        of, joins = part.of, self._joins
        looked = [changed(one, lambda each: Column(name="") if each in self.keys else None) for one in of.args]
        home = joins.finest(datasets(*looked)) if of.name in AGGREGATES else None
        for key in joins.finer(home, datasets(*self.keys)) if home and of.name not in ("MIN", "MAX") else ():
            joins.below(home or "", [key])
            why = f"several groups by {key} may have it"
            raise refused("E_WINDOW_OVER_FANOUT_REWRITE", said=of.name, dataset=home, why=why)
        if of.name not in AGGREGATES or not datasets(*looked) or any(map(aggregates, looked)):
            return self._over_groups(part)
        parts = [Call(name=name, args=of.args) for name in ("SUM", "COUNT")] if of.name == "AVG" else [of]
        if of.name not in ("MIN", "MAX") and (of.distinct or parts[0].name not in _ALIKE):
            raise refused("E_UNSAFE_REAGGREGATION window", said=of.name + "(DISTINCT)" * of.distinct)
        made = [part.model_copy(update={"of": Call(name=_ALIKE[one.name], args=(one,))}) for one in parts]
        over = tuple(map(self._over_groups, made))
        return Call(name="/", args=over) if of.name == "AVG" else over[0]

    def _over_groups(self, window: Window) -> Part:
        return changed(window, lambda one: None if one is window else self(one))

    def table(self, shown: set[str]) -> Any:
        """The groups with all their figures; those of none that is `shown` make no groups."""
        made = [(names, self._grouped(*of, names)) for of, names in self._by_homes().items()]
        telling = [table for names, table in made if shown & set(names.values())]
        if len(made) == 1 and telling:
            return telling[0]
        if self.keys:
            telling = telling or [self._grouped(self._home("", datasets(*self.keys)), "", {})]
            lists = [one.select(*self.names).distinct() for one in telling]
            made.insert(0, ({}, reduce(lambda one, other: one.union(other, distinct=True), lists)))
        found = reduce(self._beside_each_other, (table for _, table in made))
        counts = {name: found[name].fill_null(0) for one, name in self.figures.items() if one.name == "COUNT"}
        return found.mutate(**counts)

    def _beside_each_other(self, groups: Any, table: Any) -> Any:
        if not self.keys:
            return groups.cross_join(table)
        other = table.rename({f"other {key}": key for key in self.names})
        same = reduce(and_, (groups[key].identical_to(other[f"other {key}"]) for key in self.names))
        return groups.left_join(other, same).drop(*(f"other {key}" for key in self.names))

    def _by_homes(self) -> dict[tuple[str, str], dict[Call, str]]:
        """The figures by the dataset whose rows they are of, and by the one of whose rows they are taken first."""
        joins, of_keys = self._joins, datasets(*self.keys)
        homes = {figure: self._home(figure.name, datasets(figure)) for figure in self.figures if datasets(figure)}
        looked = list(dict.fromkeys([*of_keys, *datasets(*self._where), *homes.values()]))
        made: dict[tuple[str, str], dict[Call, str]] = {}
        for figure, name in self.figures.items():
            home, first = homes.get(figure) or self._home("COUNT(*)", looked), ""
            if any(map(aggregates, figure.args)):
                beyond = [one for one in of_keys if not joins.ups(one, home)]
                first = joins.names.homes.get(figure) or joins.finest(beyond) or ""
                if not first:
                    raise refused("E_NESTED_AGGREGATION_DEFERRED", said=figure.name, home=home)
            made.setdefault((home, first), {})[figure] = name
        for home, _ in made:
            start = next(iter(made))[0]
            if joins.apart(start, [home]):
                raise refused("E3013_NO_STITCHING_DIMENSION", told=f"{start!r} and {home!r}")
            if joins.apart(home, of_keys):
                joins.below(home, of_keys)
        return made

    def _home(self, said: str, of: Sequence[str]) -> str:
        """The finest of the datasets, or the bridge between them; COUNT(*) counts rows of the finest."""
        of = of or self._joins.all
        home = self._joins.finest(of) or (self._joins.bridge(of) if said != "COUNT(*)" else None)
        if home or not said:
            return home or self._joins.below(of[0], of)
        apart = self._joins.apart(of[0], of) and said != "COUNT(*)"
        code = "E3013_NO_STITCHING_DIMENSION" if apart else "E_AMBIGUOUS_MEASURE_GRAIN"
        raise refused(code, said=said, told=" and ".join(map(repr, of)))

    def _grouped(self, home: str, first: str, figures: dict[Call, str]) -> Any:
        """A row for each group with the figures of one home."""
        joins, told = self._joins, [first] if first else []
        spread = bool(joins.finer(home, [*datasets(*self.keys, *self._where, *figures), *told]))
        parts = [on_own_rows(one, home, joins, bool(self._where), spread) for one in figures]
        rows = [joins.names.make(_ROW, one) for one in (home, *told)]
        table = joins.kept(joins.rows(home, [*self.keys, *self._where, *parts, *rows]), self._where)
        self._held_safe(home, figures)
        table = table.mutate(**{name: computed(key, table) for name, key in zip(self.names, self.keys, strict=True)})
        if spread:  # each row once in each group, however often it is reached
            table = table.select(*dict.fromkeys([*map(label, [*rows, *fields_of(*parts)]), *self.names])).distinct()
        names, parts = by_columns(parts, [one for part in parts for one in windows(part)])
        table = table.mutate(**{name: computed(one, table) for one, name in names.items()})
        if first:
            names, parts = by_columns(parts, [one for part in parts for arg in inner(part) for one in aggregates(arg)])
            inside = {name: computed(one, table) for one, name in names.items()}
            table = table.aggregate(by=[label(rows[1]), *self.names], **inside)
        made = {name: computed(one, table) for name, one in zip(figures.values(), parts, strict=True)}
        return table.aggregate(by=self.names, **made)

    def _held_safe(self, home: str, figures: dict[Call, str]) -> None:
        """Figures that need all values at once are refused where a row of their home may stand in several groups."""
        finer = [one for one in self._joins.finer(home, datasets(*self.keys)) if self._joins.ups(one, home)]
        for figure in figures if finer else ():
            if figure.name[:6] in ("MEDIAN", "PERCEN") or (figure.distinct and figure.name not in ("MIN", "MAX")):
                said = figure.name + "(DISTINCT)" * figure.distinct
                raise refused("E_UNSAFE_REAGGREGATION", said=said, home=home, finer=finer[0])


def on_own_rows(part: Part, home: str, joins: Joins, filtered: bool, spread: bool = False) -> Part:
    """The part with windows over coarser rows, or such as stand there several times, made fields of their dataset.

    `filtered`: a condition is asked before, which such a field would not see.
    """

    def change(one: Part) -> Part | None:
        if not isinstance(one, Window):
            return None
        finest = (joins.finest(datasets(one)) if fields_of(one.of) else None) or home
        if finest == home and not spread:
            return one
        if filtered:
            why = "a condition is asked before"
            raise refused("E_WINDOW_OVER_FANOUT_REWRITE", said=one.of.name, dataset=finest, why=why)
        return joins.names.make(one, finest)

    return changed(part, change)
