"""The ways between datasets, and rows of one with the fields of others beside them.

A relationship leads up to at most one row, where its columns are a declared key there, or down to several. From the
rows that are counted a path leads up, or down to finer rows, or down to a bridge and up from there; up and then down
would set two facts against each other. Every join keeps the rows it starts from. A field is computed of the rows of
its own dataset, so that it is missing where such a row is not found, and a window in it sees each row once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ibis.common.exceptions import IbisError

from groundplan.errors import SourceError
from groundplan.query.ossie.documents import Relationship, SemanticModel
from groundplan.query.ossie.expressions import EXISTS_IN, Names, datasets, fields_of, label, not_found, refused
from groundplan.query.tools.rows import same_key
from groundplan.sources.model.expression_values import value
from groundplan.sources.model.expressions import Call, Column, Part, changed, columns, walked


def back(step: Relationship) -> Relationship:
    """A step the other way."""
    here, there = step.from_columns, step.to_columns
    return step.model_copy(update={"start": step.to, "to": step.start, "from_columns": there, "to_columns": here})


class Joins:
    """The data of a model, and how they come together."""

    def __init__(self, model: SemanticModel, frames: Mapping[str, Any], names: Names) -> None:
        self.names, self._frames, self.all = names, frames, list(frames)
        self._near = {name: {name} for name in frames}
        self._up: dict[str, list[Relationship]] = {name: [] for name in frames}
        for of in model.relationships:
            start, to = names.dataset(of.start).name, names.dataset(of.to).name
            self._near |= dict.fromkeys(self._near[start] | self._near[to], self._near[start] | self._near[to])
            there = of.model_copy(update={"start": start, "to": to})
            for step in (there, back(there)):
                if any(key <= set(map(str.casefold, step.to_columns)) for key in self.keys(step.to)):
                    self._up[step.start].append(step)

    def keys(self, name: str) -> list[set[str]]:
        """What tells the rows of a dataset apart."""
        dataset = self.names.dataset(name)
        return [set(map(str.casefold, key)) for key in (dataset.primary_key, *dataset.unique_keys) if key]

    def ups(self, at: str, to: str, passed: tuple[str, ...] = ()) -> list[tuple[Relationship, ...]]:
        """The paths that lead to at most one row; to the dataset itself leads the empty one."""
        on = [step for step in self._up[at] if at != to and step.to not in passed]
        return [()] if at == to else [(one, *rest) for one in on for rest in self.ups(one.to, to, (*passed, at))]

    def up(self, start: str, to: str, others: Sequence[tuple[Relationship, ...]] = ()) -> tuple[Relationship, ...]:
        """The one path that leads to at most one row; a QueryError where there are others."""
        paths = [*self.ups(start, to), *others]
        if len(paths) > 1:
            told = "; ".join(" > ".join(step.name for step in path) for path in paths)
            raise refused("E_AMBIGUOUS_PATH", many=len(paths), start=start, to=to, told=told)
        return paths[0]

    def apart(self, start: str, others: Sequence[str]) -> str | None:
        """The first of the others that no relationships lead to."""
        return next((one for one in others if one not in self._near[start]), None)

    def finest(self, of: Sequence[str]) -> str | None:
        """The dataset from whose rows each of the others is reached at most once, or None."""
        return next((one for one in of if not self.finer(one, of)), None)

    def finer(self, home: str, of: Iterable[str]) -> list[str]:
        """Those of which a row of home may have several."""
        return [one for one in of if not self.ups(home, one)]

    def bridge(self, of: Sequence[str]) -> str | None:
        """The coarsest other dataset from whose rows each of these is reached at most once, or None."""
        able = [name for name in self.all if name not in of and not self.finer(name, of)]
        coarsest = [name for name in able if not any(other != name and self.ups(name, other) for other in able)]
        if coarsest:
            self.up(coarsest[0], of[0], [path for name in coarsest[1:] for path in self.ups(name, of[0])])
        return coarsest[0] if coarsest else None

    def below(self, home: str, beyond: Sequence[str]) -> str:
        """The dataset whose rows are joined next to those of home: the coarsest finer one, or a bridge."""
        apart = self.apart(home, beyond)
        if apart:
            raise refused("E_NO_PATH", start=home, to=apart)
        below = [one for one in beyond if self.ups(one, home)]
        first = next((one for one in below if all(self.ups(other, one) for other in below)), None)
        found = first if below else self.bridge([home, *beyond])
        if found is None:
            told = " and ".join(map(repr, below or [home, *beyond]))
            raise refused("E3012_MN_NO_SAFE_REWRITE", told=told, what=f"the rows of {home!r}")
        return found

    def rows(self, home: str, parts: Sequence[Part]) -> Any:
        """The rows of a dataset with all that the parts are made of; those of finer ones make it several."""
        wanted = fields_of(*parts)
        beyond = [one for one in wanted if not self.ups(home, one.dataset)]
        table = self._coarser(home, [one for one in wanted if one not in beyond])
        if not beyond:
            return table
        at = self.below(home, datasets(*beyond))
        step = back(self.up(at, home)[-1])
        return self._joined(table, step, self.rows(at, [*beyond, *self._keys(step.to, step.to_columns)]), beyond)

    def _coarser(self, at: str, wanted: Sequence[Column]) -> Any:
        """The rows of a dataset, each once, with fields of those that it belongs to."""
        needed = dict.fromkeys(each for one in wanted for each in (self._made_of(one) if one.dataset == at else [one]))
        steps: dict[Relationship, list[Column]] = {}
        for one in (each for each in needed if each.dataset != at):
            steps.setdefault(self.up(at, one.dataset)[0], []).append(one)
        frame = self._frames[at]
        table = frame.select(**{f"{at}.:{name}": frame[name] for name in frame.columns})
        for step, held in steps.items():
            table = self._joined(table, step, self._coarser(step.to, held), held)
        for one in (each for each in needed if each.dataset == at and label(each) not in table.columns):
            table = table.mutate(**{label(one): computed(self.names.definition(one), table)})
        return table

    def _made_of(self, column: Column) -> Iterator[Column]:
        """The fields that a field is made of, itself last; those of other datasets have one value for each row."""
        for one in columns(self.names.definition(column)):
            if one.dataset == column.dataset:
                yield from self._made_of(one)
            elif self.ups(column.dataset, one.dataset):
                yield one
            else:
                finer = self.below(column.dataset, [one.dataset]) == one.dataset
                code = "E_UNAGGREGATED_FINER_GRAIN_REFERENCE" if finer else "E3012_MN_NO_SAFE_REWRITE"
                raise refused(f"{code} field", field=label(column), read=label(one), dataset=column.dataset)
        yield column

    def _joined(self, table: Any, step: Relationship, side: Any, wanted: Sequence[Column]) -> Any:
        """The rows with what is wanted of those that a step leads to."""
        keys = {f"key {place}": side[label(one)] for place, one in enumerate(self._keys(step.to, step.to_columns))}
        side = side.select(**keys, **{label(one): side[label(one)] for one in wanted})
        here = [table[label(one)] for one in self._keys(step.start, step.from_columns)]
        same = [same_key(one, side[name]) for one, name in zip(here, keys, strict=True)]
        return table.left_join(side, same).drop(*keys)

    def _keys(self, name: str, held: Sequence[str]) -> Iterator[Column]:
        """The columns of the source that a relationship speaks of, by themselves or as fields."""
        for one in held:
            own = self.names.source_column(one, self.names.dataset(name))
            part, known = own or self.names.definition(Column(name=one, dataset=name)), self._frames[name].columns
            yield part if isinstance(part, Column) else not_found(one, known, f"a relationship of {name!r}")

    def kept(self, table: Any, where: Sequence[Part]) -> Any:
        """The rows for which every condition is true."""
        found = [one for test in where for one in walked(test) if isinstance(one, Call) and one.name == EXISTS_IN]
        names, tests = by_columns(where, found)
        for one in found:
            among = self.names.among[one.args[1]]
            values = self._coarser(among.dataset, [among])[label(among)]
            holds = computed(one.args[0], table).isin(values).fill_null(False)  # what is missing stands nowhere
            table = table.mutate(**{names[one]: holds})
        return table.filter(*(computed(test, table, is_test=True) for test in tests)) if tests else table


def by_columns(parts: Iterable[Part], found: Iterable[Part]) -> tuple[dict[Part, str], list[Part]]:
    """Names of columns for what is found in the parts, and the parts of these columns."""
    names = {one: f"part {place}" for place, one in enumerate(dict.fromkeys(found))}
    return names, [changed(part, lambda one: Column(name=names[one]) if one in names else None) for part in parts]


def computed(part: Part, table: Any, is_test: bool = False) -> Any:
    """The value of a part over a table; a test is true or false."""
    if any(isinstance(one, Call) and one.name == EXISTS_IN for one in walked(part)):
        raise refused("E_DEFERRED_KEY_REJECTED exists")
    try:
        found = value(part, table)
    except (SourceError, IbisError, TypeError, AttributeError, NotImplementedError) as error:
        raise refused("unreadable-query value", told=re.split(r"[;\n]", str(error))[0]) from None
    if is_test and not found.type().is_boolean():
        raise refused("unreadable-query test")
    return found
