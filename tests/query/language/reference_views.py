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
class Grain:
    """The rows that a figure is taken over: those at a relation to many, or those of the dataset."""

    many: Hops
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
    operand: bool = False
    """Whether values of a figure are taken here, where a test leads one way to many, bound or not."""

    def free(self) -> RowView:
        """The same row, of whose relations none is bound."""
        return replace(self, bound=frozenset(), operand=False)

    def walk(self, path: p.Path) -> Walked:
        """Where a path leads from this row."""
        return self.world.walk(self.dataset, path.steps)

    def opened(self, parts: tuple[Any, ...]) -> tuple[RowView, Hops]:
        """One row along the relation to many that the parts pass, and that relation."""
        manys = [many_of(path, self) for part in parts for path in value_paths(part)]
        if self.operand:
            the_longest([many for many in manys if many] or [()])
        free = [many for many in manys if many and names(many) not in self.bound]
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


def value_paths(part: Any) -> Iterator[p.Path]:
    """The paths from which a part takes its values; tests, also in a choice, and figures choose no rows."""
    if isinstance(part, p.Path):
        yield part
    elif not isinstance(part, (p.Figure, p.Choice, *TESTS)):
        for each in p.inner(part):
            if not isinstance(each, p.Query):
                yield from value_paths(each)


def stands(part: Any, view: RowView, many: Hops) -> Iterator[Hops]:
    """The rows on the way to many of which the part, and the tests in it, are told."""
    if isinstance(part, p.Path):
        yield _shared(many_of(part, view), many)
    elif isinstance(part, (p.Figure, p.Some)):
        yield ()
    elif not isinstance(part, p.Query):
        for each in p.inner(part):
            yield from stands(each, view, many)


def _shared(one: Hops, other: Hops) -> Hops:
    """The way to many that both begin with."""
    alike = 0
    while alike < min(len(one), len(other)) and one[alike].name == other[alike].name:
        alike += 1
    while alike and not one[alike - 1].many:
        alike -= 1
    return one[:alike]


def many_of(path: p.Path, view: RowView) -> Hops:
    """The hops of a path as far as the last relation to many."""
    walked = view.walk(path)
    return walked.hops[: len(walked.many)]


def is_test(part: Any, view: RowView) -> bool:
    """Whether the part is a condition: a test, a field that is true or false, or a named test."""
    if not isinstance(part, p.Path):
        return isinstance(part, TESTS)
    walked = view.walk(part)
    return bool(walked.test) or (walked.field is not None and walked.field.type == "boolean")


def as_asked(part: Any, view: RowView) -> Any:
    """What `missing` asks of: of a relation, the row before it."""
    walked = view.walk(part) if isinstance(part, p.Path) else None
    return p.Path(steps=names(walked.hops[:-1]) or (p.THIS,)) if walked and walked.thing and walked.hops else part


def grain_of(figure: p.Figure, view: RowView) -> Grain:
    """The rows that a figure is taken over: at the last relation to many that a path of its values passes."""
    parts = operands(figure, view)
    along = [*parts, *([figure.by] if figure.by else [])]
    many = the_longest([many_of(path, view) for part in parts for path in value_paths(part)] or [()])
    stand = {names(far): far for part in along for far in stands(part, view, many)}
    stand[names(many)] = many
    return Grain(many, tuple(stand[name] for name in sorted(stand)))


def operands(figure: p.Figure, view: RowView) -> list[Any]:
    """The operands of a figure, those that are conditions written as tests."""
    tested = figure.fn in ("rate", "longest_run", "count")
    return [
        p.Holds(path=part) if tested and isinstance(part, p.Path) and is_test(part, view) else part
        for part in figure.of
    ]  # fmt: skip


def coarse(path: p.Path, view: RowView) -> bool:
    """Whether several rows have their value of the path from one row, behind the last relation to many."""
    return not all(hop.alone for hop in view.walk(path).hops[len(many_of(path, view)) :])


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
