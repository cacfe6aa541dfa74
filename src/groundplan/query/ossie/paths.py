"""The ways between datasets: how many rows a relationship leads to, and the one path that a query takes.

A step up leads to at most one row, a step down to several. From the rows that are counted a path may lead up, or down
to finer rows, or down to a bridge and up from there; up and then down would set two facts against each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from groundplan.errors import QueryError
from groundplan.query.ossie.model import Relationship, Semantic, SemanticModel


@dataclass(frozen=True)
class Step:
    """A relationship as it is passed from one of its datasets to the other."""

    relationship: str
    at: str
    to: str
    here: tuple[str, ...]
    there: tuple[str, ...]
    one: bool
    """Whether it leads to at most one row."""


@dataclass(frozen=True)
class Way:
    """The path from the rows that are counted to another dataset."""

    steps: tuple[Step, ...]
    kind: Literal["up", "down", "bridge"]

    @property
    def down(self) -> tuple[Step, ...]:
        """The steps that may lead to several rows each."""
        return tuple(step for step in self.steps if not step.one)


Path = tuple[Step, ...]


class Graph:
    """The datasets of a model and the relationships between them."""

    def __init__(self, model: SemanticModel) -> None:
        self._datasets = {one.name.casefold(): one for one in model.datasets}
        self.names = [one.name for one in model.datasets]
        self._steps: dict[str, list[Step]] = {name: [] for name in self.names}
        self._back: dict[Step, Step] = {}
        for relationship in model.relationships:
            there, back = self._both(relationship)
            self._steps[there.at].append(there)
            self._steps[back.at].append(back)
            self._back |= {there: back, back: there}

    def _both(self, of: Relationship) -> tuple[Step, Step]:
        start, to = self._datasets[of.start.casefold()], self._datasets[of.to.casefold()]
        one, single = _is_key(of.others, to), _is_key(of.columns, start)
        return (
            Step(of.name, start.name, to.name, of.columns, of.others, one),
            Step(of.name, to.name, start.name, of.others, of.columns, single),
        )

    # ------------------------------------------------------------------ paths

    def ups(self, start: str, to: str) -> list[Path]:
        """The paths that lead to at most one row."""
        return [path for path in self._simple(start, to, (start,)) if all(step.one for step in path)]

    def _simple(self, at: str, to: str, passed: tuple[str, ...]) -> Iterator[Path]:
        if at == to:
            yield ()
            return
        for step in self._steps[at]:
            if step.one and step.to not in passed:
                yield from ((step, *rest) for rest in self._simple(step.to, to, (*passed, step.to)))

    def _turned(self, path: Path) -> Path:
        return tuple(self._back[step] for step in reversed(path))

    def _over_bridges(self, start: str, to: str) -> Iterator[Path]:
        for bridge in self.names:
            if bridge in (start, to):
                continue
            for first in self.ups(bridge, start):
                met = {step.to for step in first}
                for second in self.ups(bridge, to):
                    if not met & {step.to for step in second}:
                        yield (*self._turned(first), *second)

    def way(self, start: str, to: str) -> Way:
        """The one path that a query may take; a QueryError where there are several, or none that is safe."""
        downs = (self._turned(path) for path in self.ups(to, start))
        kinds: tuple[tuple[Literal["up", "down", "bridge"], Iterable[Path]], ...] = (
            ("up", self.ups(start, to)), ("down", downs), ("bridge", self._over_bridges(start, to)),
        )  # fmt: skip
        for kind, paths in kinds:
            found = list(dict.fromkeys(paths))
            if len(found) > 1:
                raise ambiguous(start, to, found)
            if found:
                return Way(found[0], kind)
        raise self._no_way(start, to)

    def _no_way(self, start: str, to: str) -> QueryError:
        if not self.connected(start, to):
            return no_path(start, to)
        return QueryError(
            f"{start!r} and {to!r} are many to many (N:N), and no safe rewrite is there: neither a bridge dataset, with"
            " many-to-one relationships to both, nor a shared dimension; add one to the model, or declare the keys of"
            f" the datasets between them, or ask by a dimension that {start!r} has.", "E3012_MN_NO_SAFE_REWRITE",
        )  # fmt: skip

    def connected(self, start: str, to: str) -> bool:
        """Whether any relationships lead from one to the other."""
        met, left = {start}, [start]
        while left:
            near = {step.to for step in self._steps[left.pop()]} - met
            met |= near
            left += near
        return to in met

    # ------------------------------------------------------------------ grains

    def finest(self, datasets: Sequence[str]) -> str | None:
        """The dataset from whose rows each of the others is reached at most once, or None."""
        for one in datasets:
            paths = [(other, self.ups(one, other)) for other in datasets if other != one]
            if all(found for _, found in paths):
                several = next(((other, found) for other, found in paths if len(found) > 1), None)
                if several:
                    raise ambiguous(one, *several)
                return one
        return None

    def bridge(self, datasets: Sequence[str]) -> str | None:
        """The coarsest other dataset from whose rows each of these is reached at most once, or None."""
        able = [
            name for name in self.names if name not in datasets and all(self.ups(name, other) for other in datasets)
        ]
        coarsest = [name for name in able if not any(other != name and self.ups(name, other) for other in able)]
        if len(coarsest) > 1:
            paths = [path for name in coarsest for path in self.ups(name, datasets[0])]
            raise ambiguous(datasets[0], datasets[-1], paths)
        return coarsest[0] if coarsest else None


def _is_key(columns: Sequence[str], dataset: Semantic) -> bool:
    """Whether the columns have a declared key among them."""
    held = {name.casefold() for name in columns}
    return any({name.casefold() for name in key} <= held for key in dataset.keys)


def ambiguous(start: str, to: str, paths: Sequence[Path]) -> QueryError:
    """What is told where several paths lead from one dataset to another."""
    told = "; ".join(" > ".join(step.relationship for step in path) for path in paths)
    return QueryError(
        f"{len(paths)} paths lead from {start!r} to {to!r}, and none is preferred: {told}; leave one in the model, or"
        " make two datasets of what plays two parts.", "E_AMBIGUOUS_PATH",
    )  # fmt: skip


def no_path(start: str, to: str) -> QueryError:
    """What is told where no relationships connect two datasets."""
    return QueryError(
        f"no relationship path connects {start!r} and {to!r}; declare a relationship between them in the model, or ask"
        " for them apart.", "E_NO_PATH",
    )  # fmt: skip
