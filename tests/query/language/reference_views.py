"""What a part of a query stands on before any row is seen: which rows it passes, and which of them are one row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from reference_rows import World

from groundplan.contracts.source_model import Dataset
from groundplan.errors import QueryError
from groundplan.query.language import parts as p
from groundplan.query.language.show import show
from groundplan.query.scope import Hop, Walked

Names = tuple[str, ...]
Hops = tuple[Hop, ...]
TESTS = (p.All, p.AnyOf, p.Not, p.Compare, p.Between, p.Among, p.AmongRows, p.Missing, p.Some, p.Holds)


def names(hops: Hops) -> Names:
    """What hops are called."""
    return tuple(hop.name for hop in hops)


@dataclass(frozen=True)
class Read:
    """From where a path takes its value: the relations passed, and as far as the last to many."""

    hops: Hops
    many: Hops


@dataclass(frozen=True)
class Grain:
    """The rows that a figure is taken over."""

    many: Hops
    rows: Hops
    stand: tuple[Hops, ...]
    """The rows that together count once."""


@dataclass(frozen=True)
class RowView:
    """A row of a dataset. `bound` are the relations to many that lead to one row here."""

    world: World
    dataset: Dataset
    bound: frozenset[Names] = frozenset()
    fellows: bool = False
    plain: str = "needs-within"
    """What a figure without `within` and without a relation to many is refused as."""

    def free(self) -> RowView:
        """The same row, of whose relations none is bound."""
        return replace(self, bound=frozenset())

    def walk(self, path: p.Path) -> Walked:
        """Where a path leads from this row."""
        return self.world.walk(self.dataset, path.steps)

    def opened(self, parts: tuple[Any, ...]) -> tuple[RowView, Hops]:
        """One row along the relation to many that the parts pass, and that relation."""
        manys = {names(read.many): read.many for part in parts for read in reads(part, self)}
        free = [many for name, many in manys.items() if name not in self.bound and many]
        if not free:
            return self, ()
        longest = the_longest(free)
        return replace(self, bound=self.bound | prefixes(longest)), longest


@dataclass(frozen=True)
class GroupView:
    """A group of rows: its keys have kinds, its figures see rows."""

    row: RowView
    keys: Mapping[str, str]


def prefixes(hops: Hops) -> frozenset[Names]:
    """Every beginning of the hops."""
    return frozenset(names(hops[:at]) for at in range(1, len(hops) + 1))


def the_longest(manys: list[Hops]) -> Hops:
    """The longest relation to many, on the way of which all others lie."""
    longest = max(manys, key=len)
    for many in manys:
        if names(longest[: len(many)]) != names(many):
            ways = " and ".join(sorted({".".join(names(one)) for one in (longest, many)}))
            raise QueryError(
                f"{ways} lead to many rows each, and together each would count the other.", "counted-twice"
            )
    return longest


def reads(part: Any, view: RowView, into_tests: bool = False) -> Iterator[Read]:
    """From where a part takes its values; tests mean rows of their own unless `into_tests`."""
    if isinstance(part, p.Path):
        yield _read(part, view)
    elif isinstance(part, (p.Figure, p.Some)):
        yield Read((), ())
    elif isinstance(part, p.Missing):
        yield from reads(as_asked(part.of, view), view, into_tests)
    else:
        for each in p.inner(part):
            if isinstance(each, p.Query) or (isinstance(part, p.Choice) and not into_tests):
                continue
            yield from reads(each, view, into_tests)


def _read(path: p.Path, view: RowView) -> Read:
    if path.steps in ((p.THIS,), (p.ROW,)):
        return Read((), ())
    walked = view.walk(path)
    many = walked.hops[: len(walked.many)]
    thing = walked.field is None and not walked.test
    return Read(walked.hops[:-1] if thing and not walked.hops[-1].many else walked.hops, many)


def as_asked(part: Any, view: RowView) -> Any:
    """What `missing` asks of: of a relation, the row before it."""
    if isinstance(part, p.Path) and part.steps not in ((p.THIS,), (p.ROW,)):
        walked = view.walk(part)
        if walked.field is None and not walked.test:
            return p.Path(steps=part.steps[:-1]) if len(part.steps) > 1 else p.Path(steps=(p.THIS,))
    return part


def grain_of(figure: p.Figure, view: RowView) -> Grain:
    """The rows that a figure is taken over."""
    parts = [*figure.of, *([figure.by] if figure.by else [])]
    found = [read for part in parts for read in reads(part, view, True)]
    if not found:
        return Grain((), (), ((),))
    many = the_longest([read.many for read in found])
    common = found[0].hops
    for read in found:
        common = common[: _alike(common, read.hops)]
    rows = max(common, many, key=len)
    stand = {names(hops): hops for hops in (rows, *(read.hops for read in found))}
    return Grain(many, rows, tuple(stand[name] for name in sorted(stand)))


def _alike(one: Hops, other: Hops) -> int:
    same = [left.name == right.name for left, right in zip(one, other, strict=False)]
    return same.index(False) if False in same else len(same)


def needs_fellows(part: Any) -> bool:
    """Whether the part holds a figure of a row among its fellows."""
    figures = [one for one in p.walked(part) if isinstance(one, p.Figure)]
    return any(one.within is not None or (one.fn in p.ALONG and len(one.of) < 3) for one in figures)


def holds_figure(part: Any) -> bool:
    """Whether a figure stands in the part."""
    return any(isinstance(one, p.Figure) for one in p.walked(part))


def held_to(part: Any, test: Any) -> Any:
    """The same figures, each of the rows for which the test holds, too."""
    if isinstance(part, p.Figure):
        both = p.All(tests=(part.where, test)) if part.where else test
        return p.replaced(part, {"where": both})
    return changed(part, lambda each: held_to(each, test))


def changed(part: Any, change: Any) -> Any:
    """The part with a change made to each part that it is made of; queries inside stay."""

    def made(held: Any) -> Any:
        return change(held) if isinstance(held, p.Noun) and not isinstance(held, p.Query) else held

    fields = {name: getattr(part, name) for name in type(part).model_fields}
    return part.model_copy(update={  # a name may stand for a condition where only a value can be typed
        name: tuple(map(made, held)) if isinstance(held, tuple) else made(held) for name, held in fields.items()
    })  # fmt: skip


def with_names(part: Any, called: Mapping[str, Any]) -> Any:
    """The part with columns called by their `as` name put in its place; a figure of rows sees no such names."""
    if isinstance(part, p.Path) and len(part.steps) == 1 and part.steps[0] in called:
        return called[part.steps[0]]
    if isinstance(part, p.Holds) and len(part.path.steps) == 1 and part.path.steps[0] in called:
        found = called[part.path.steps[0]]
        return p.Holds(path=found) if isinstance(found, p.Path) else found
    if isinstance(part, p.Figure) and part.fn not in p.ALONG:
        return part
    return changed(part, lambda each: with_names(each, called))


def text_of(part: Any) -> str:
    """The text by which parts are known to be the same."""
    return show(part)
