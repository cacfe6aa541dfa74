"""Of which kind each figure of a query is, and which figures are refused by what they are taken of.

What each figure takes and gives is a table: kinds.yaml.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from groundplan.errors import QueryError
from groundplan.query.compiled.grain import own_paths
from groundplan.query.kinds_of_values import ANY, ORDERED, TABLE, View, either, quoted, wrong
from groundplan.query.language import parts as p
from groundplan.query.language.show import show

_FIGURES: dict[str, Any] = {name: row for row in TABLE["figures"] for name in row["names"]}
_OF_TESTS = ("count", "rate", "longest_run")
_BOUNDS = {"percentile": (0, 100), "moving": (1, float("inf"))}


def figure_kind(part: p.Figure, view: View) -> str:
    """The kind of a figure; a QueryError where it cannot be taken of what it is given."""
    row, along = _FIGURES[part.fn], part.fn in p.ALONG
    _check_shape(part, row)
    if len(part.of) == 3:
        return _change_between(part, view)
    inside = _looked_into(part, view)
    for key in part.within or ():
        (view if along else replace(view, named={})).value(key, "`within`")
    if part.where:
        _far(part, inside).truth(part.where, "`where`")
    if part.by and inside.keys is None:
        inside.need(part.by, ORDERED, f"`by` of `{part.fn}`")
    kinds = [inside.need(one, ANY if row["of"] == "any" else row["of"], f"`{part.fn}`") for one in part.of]
    return kinds[0] if row["gives"] == "same" else str(row["gives"])


def _looked_into(part: p.Figure, view: View) -> View:
    """From where the operands are looked at: groups by figures that go along them, else rows."""
    if view.keys is None:
        _check_of_rows(part, view)
        return replace(view, inside=True) if part.fn in p.ALONG else view.rows(inside=True)
    if part.fn not in p.ALONG:
        return view.rows(inside=True)
    _check_of_groups(part, view)
    return view


def _check_shape(part: p.Figure, row: Any) -> None:
    """How many operands there are, and what stands behind them."""
    fn, many, of = part.fn, row.get("operands", [1]), ", ".join(map(show, part.of))
    if len(part.of) not in many:
        takes = "1 operand" if many == [1] else f"{either([*map(str, many)])} operands"
        raise wrong(f"`{fn}` takes {takes}, and {quoted(part)} has {len(part.of)};"
                    f" write {fn}({', '.join('xyz'[: many[-1]])}).")  # fmt: skip
    if ("n" in row) != (part.n is not None):
        raise wrong(f"{quoted(part)} needs a number behind it; write {fn}({of}, {row['n']})." if "n" in row else
                    f"{quoted(part)} has a number that `{fn}` does not take; write {fn}({of}).")  # fmt: skip
    if part.n is not None:
        _check_number(part, part.n)
    if part.by and "by" not in row:
        raise wrong(f"{quoted(part)} has a `by`, and `{fn}` is the same in any order; leave it out.")
    if part.where and fn in p.ALONG:
        raise wrong(
            f"{quoted(part)} has a `where`, and `{fn}` takes none; write it in the figure inside, or in the query."
        )


def _check_number(part: p.Figure, n: float) -> None:
    low, high = _BOUNDS[part.fn]
    if not low <= n <= high or (part.fn == "moving" and not float(n).is_integer()):
        wanted = "a whole number from 1 on" if part.fn == "moving" else f"a number from {low} to {high}"
        raise wrong(f"{quoted(part)} has {n:g} where `{part.fn}` takes {wanted}.")


# ------------------------------------------------------------------ of rows


def _many(part: p.Figure, view: View) -> tuple[str, ...]:
    """The longest relation to many that values in the operands pass; tests are asked of the rows that are here."""
    values = [one for one in part.of if not (part.fn in _OF_TESTS and _is_test(one, view))]
    paths = (path for one in values for path in own_paths(one, values_only=True))
    return max((view.scope.walk(view.at, path.steps).many for path in paths), key=len, default=())


def _is_test(part: Any, view: View) -> bool:
    """Whether it is a field that is true or false, or a named test."""
    return isinstance(part, p.Path) and view.kind(part) == "truth"


def _far(part: p.Figure, view: View) -> View:
    """The rows that the figure's own `where` sees."""
    many = _many(part, view)
    if not many:
        return view.rows(inside=False)
    return view.rows(inside=False, at=view.scope.walk(view.at, many).at, columns={}, fellows=False)


def _check_of_rows(part: p.Figure, view: View) -> None:
    """Fellows are known at the rows of the query only; a figure of a figure needs one for each row."""
    if part.fn in p.ALONG or part.within is not None:
        if not view.fellows:
            raise QueryError(
                f"{quoted(part)} is of a row among its fellows, which are not known beyond a relation to many; ask"
                f" {view.at.name!r} itself, in a query of its own.", "no-fellows",
            )  # fmt: skip
    elif view.inside and not _many(part, view):
        raise QueryError(
            f"{quoted(part)} is one figure of all rows, and no figure of it can be taken; take it of a query in"
            f" brackets, as in ({view.at.name}: {show(part)} as x by ...): average(x).", "unsafe-average",
        )  # fmt: skip


# ------------------------------------------------------------------ of groups


def _figures(part: Any, view: View) -> list[p.Figure]:
    """All figures in a part, and in what its `as` names stand for."""
    walked = [*p.walked(part)]
    named = [meant for one in walked if (meant := view.meant(one)) is not one]
    return [one for whole in (walked, *map(p.walked, named)) for one in whole if isinstance(one, p.Figure)]


def _check_of_groups(part: p.Figure, view: View) -> None:
    """What goes along groups is a figure of them."""
    figures = _figures(part.of[0], view)
    if not figures:
        raise QueryError(
            f"{quoted(part)} goes along groups and holds no figure of them; write one inside, as in"
            f" {part.fn}(count).", "not-a-figure",
        )  # fmt: skip
    if part.fn == "share" and any(one.fn in p.ALONG for one in figures):
        raise QueryError(
            f"{quoted(part)} is a share of what is told of groups among others, which do not add up; take the share"
            " of the figure inside.", "unsafe-average",
        )  # fmt: skip
    if part.by and not view.is_key(part.by):
        raise QueryError(
            f"{quoted(part.by)} is no key of the groups, along which {quoted(part)} could go; add it behind `by`.",
            "not-a-figure",
        )  # fmt: skip


def _change_between(part: p.Figure, view: View) -> str:
    """A figure where one condition holds, by the same where another does."""
    of, *tests = part.of
    figures = _figures(of, view)
    if part.by or part.within is not None or not figures or any(one.fn in p.ALONG for one in figures):
        example = "change(count, year(at) = 2023, year(at) = 2024)"
        raise wrong(f"{quoted(part)} compares no figure of rows by two conditions alone; write it as {example}.")
    view.need(of, ["number"], "`change`")
    for figure in _outermost(view.meant(of)):
        for test in tests:
            far = _far(figure, view.rows())
            if not isinstance(test, (p.Path, p.Test)):
                raise wrong(f"{quoted(test)} is a value, and `change` takes a condition; compare it.")
            far.truth(test, "`change`")
    return "number"


def _outermost(part: Any) -> Iterator[p.Figure]:
    if isinstance(part, p.Figure):
        yield part
    elif not isinstance(part, p.Query):
        for each in p.inner(part):
            yield from _outermost(each)
