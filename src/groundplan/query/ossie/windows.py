"""Windows over the rows of a dataset: each sees a row of its own dataset once, whatever is joined to it."""

from __future__ import annotations

from groundplan.errors import QueryError
from groundplan.query.ossie.ground import Ground
from groundplan.query.ossie.levels import changed, fields_of
from groundplan.sources.model.expressions import Part, Window


def on_own_rows(part: Part, home: str, ground: Ground, filtered: bool, spread: bool = False) -> Part:
    """The part with windows over coarser rows than those of `home` made fields of their own dataset.

    `filtered`: a condition is asked before, which such a field would not see. `spread`: rows of `home` stand there
    several times.
    """

    def change(one: Part) -> Part | None:
        if not isinstance(one, Window):
            return None
        of = dict.fromkeys(column.dataset for column in fields_of(one))
        finest = ground.graph.finest(list(of)) if fields_of(one.of) else home
        if finest in (home, None) and not spread:
            return one
        if filtered:
            raise over_fanout(one.of.name, finest or home, "a condition is asked before")
        return ground.fields.make(one, finest or home)

    return changed(part, change)


def over_fanout(function: str, dataset: str, why: str) -> QueryError:
    """What is told where a window would see rows of its dataset several times."""
    return QueryError(
        f"the window of {function} is over rows of {dataset!r}, each of which may stand several times among those of"
        f" the query (fan-out), and {why}; make the window a field of {dataset},"
        f" where it is computed before, or ask by {dataset} alone.",
        "E_WINDOW_OVER_FANOUT_REWRITE",
    )
