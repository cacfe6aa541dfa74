"""Of which kind each value of a query is: a number, text, a date, a thing; and what is said where another is wanted.

The kinds, and what each part takes and gives, are a table: kinds.yaml.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from typing import Any

from groundplan.contracts.source_model import Dataset
from groundplan.errors import QueryError
from groundplan.plan import folder
from groundplan.plan.nearest import did_you_mean
from groundplan.query.compiled.plain import UNITS
from groundplan.query.language import parts as p
from groundplan.query.language.read import read_expression
from groundplan.query.language.show import show
from groundplan.query.periods import bounds, from_today
from groundplan.query.scope import Scope

TABLE: dict[str, Any] = folder.load(Path(__file__).with_name("kinds.yaml"))
SAID: Mapping[str, str] = TABLE["said"]
ANY = [kind for kind in SAID if kind not in ("span", "period")]
"""Kinds of values that can be shown, told apart and counted."""
ORDERED = [kind for kind, others in TABLE["ordered"].items() if kind in others]
_PARTS = {name: row for row in TABLE["parts"] for name in row["names"]}
_HINTED = 5


@dataclass(frozen=True)
class View:
    """From where a part of a query is looked at: a row of a dataset or, with keys, a group of rows."""

    scope: Scope
    at: Dataset
    today: date
    kinds: Mapping[type[Any], Callable[[Any, View], str]]
    """How the kind of each sort of part is found."""
    columns: Mapping[str, str] = field(default_factory=dict)
    """The kinds of the dataset's fields, where these are columns of another query."""
    named: Mapping[str, p.Expression] = field(default_factory=dict)
    """What the `as` names stand for, where they are known."""
    keys: Mapping[str, str] | None = None
    """The kinds of the keys of groups, by their text."""
    fellows: bool = True
    """Whether a row can be held against the others here."""
    inside: bool = False
    """Whether a figure is taken of what is looked at."""
    tests: tuple[str, ...] = ()
    """The named tests that it stands in."""

    def rows(self, **changes: Any) -> View:
        """The rows themselves, where no `as` names are known."""
        return replace(self, **{"keys": None, "named": {}, **changes})

    def groups(self, keys: Mapping[str, str]) -> View:
        """Groups of the rows; the kinds of their keys by their text."""
        return replace(self, keys={text.casefold(): kind for text, kind in keys.items()})

    def meant(self, part: Any) -> Any:
        """What an `as` name stands for; else the part itself."""
        single = isinstance(part, p.Path) and len(part.steps) == 1
        return self.named.get(part.steps[0].casefold(), part) if single else part

    def is_key(self, part: Any) -> bool:
        """Whether groups are told apart by it."""
        return self.keys is not None and show(self.meant(part)).casefold() in self.keys

    def kind(self, part: Any) -> str:
        """The kind of a part; a QueryError where something in it does not fit."""
        meant = self.meant(part)
        if meant is not part:
            return replace(self, named={}).kind(meant)
        if self.keys and self.is_key(part) and not isinstance(part, p.Holds):
            return self.keys[show(part).casefold()]
        return self.kinds[type(part)](part, self)

    def need(self, part: Any, kinds: Sequence[str], taker: str) -> str:
        """The kind of a part, which has to be one of these."""
        return self.fitting(part, self.kind(part), kinds, taker)

    def fitting(self, part: Any, found: str, kinds: Sequence[str], taker: str) -> str:
        """The kind of a part that was found, which has to be one of these."""
        if found not in kinds:
            raise wrong(f"{quoted(part)} is {SAID[found]}, and {taker} takes {_wanted(kinds)}; "
                        f"{instead(part, found, kinds, self)}.")  # fmt: skip
        return found

    def value(self, part: Any, taker: str) -> str:
        """The kind of something that can be shown."""
        return self.need(part, ANY, taker)

    def truth(self, part: Any, taker: str) -> str:
        """The kind of a test, of a field that is true or false, or of a named test."""
        return self.need(part, ["truth"], taker)


# ------------------------------------------------------------------ what is said


def wrong(message: str) -> QueryError:
    """A part that does not take what it is given."""
    return QueryError(message, "wrong-type")


def quoted(part: Any) -> str:
    """A part as it is written, in marks."""
    text = show(part)
    return f"'{text}'" if "`" in text else f"`{text}`"


def either(words: Sequence[str]) -> str:
    """`a, b or c`."""
    return " or ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _wanted(kinds: Sequence[str]) -> str:
    if list(kinds) == ["truth"]:
        return "a condition"
    return "a value" if set(kinds) >= set(ANY) else either([SAID[kind] for kind in kinds])


def instead(part: Any, found: str, wanted: Sequence[str], view: View | None = None) -> str:
    """The next move where another kind is wanted: a field there that fits, or what to make of the part."""
    fields = _fields(view.meant(part), wanted, view) if view and found in ("text", "thing", "number") else []
    if fields and "truth" not in wanted:
        return f"take a field that is one: {', '.join(fields[:_HINTED])}"
    moves = TABLE["instead"][found]
    return str(next((moves[kind] for kind in wanted if kind in moves), moves["any"])).format(part=show(part))


def _fields(part: Any, kinds: Sequence[str], view: View) -> list[str]:
    """Fields of these kinds where a path leads, keys last."""
    if not isinstance(part, p.Path) or view.keys is not None:
        return []
    walked = view.scope.walk(view.at, part.steps)
    own = {} if walked.hops else view.columns
    fits = [one for one in walked.at.fields if own.get(one.name, TABLE["fields"][one.type]) in kinds]
    fits.sort(key=lambda one: one.role == "key")
    return [show(p.Path(steps=(*walked.prefix, one.name))) for one in fits if not one.separator]


# ------------------------------------------------------------------ values


def _value(part: p.Value, view: View) -> str:
    return "truth" if isinstance(part.value, bool) else "text" if isinstance(part.value, str) else "number"


def _period(part: p.Period, view: View) -> str:
    bounds(part.text)
    return "period"


def _now(part: p.Now, view: View) -> str:
    from_today(part.unit, part.start, part.end, view.today)
    return "period"


def _path(part: p.Path, view: View) -> str:
    if view.keys is not None:
        raise no_figure(part, view)
    walked = view.scope.walk(view.at, part.steps)
    if walked.test:
        return _named_test(f"{walked.at.name}.{walked.test}", walked.at.tests[walked.test], view.rows(
            at=walked.at, fellows=view.fellows and not walked.hops, inside=False,
        ))  # fmt: skip
    if walked.field is None:
        return "text" if walked.in_list else "thing"
    own = {} if walked.hops else view.columns
    return str(own.get(walked.field.name, TABLE["fields"][walked.field.type]))


def _named_test(name: str, text: str, view: View) -> str:
    if name in view.tests:
        raise QueryError(f"the named test {name!r} is told by itself; correct it in the model file.")
    return replace(view, tests=(*view.tests, name)).truth(read_expression(text), f"the named test {name!r}")


def no_figure(part: Any, view: View) -> QueryError:
    """Something of a row where only keys and figures are seen."""
    known = [*(view.keys or ()), *view.named]
    return QueryError(
        f"{quoted(part)} is neither a key nor a figure of the groups; add it behind `by`, or take a figure of it, such"
        f" as `sum` or `count`; {did_you_mean(show(part), known)}.", "not-a-figure",
    )  # fmt: skip


def _taken(part: p.Taken, view: View) -> str:
    row, of = _PARTS[part.part], show(part.of)
    if part.part == "bin" and not (part.size and part.size > 0):
        raise wrong(f"{quoted(part)} needs a width above 0; write bin({of}, 10).")
    if part.part != "bin" and part.size is not None:
        raise wrong(f"{quoted(part)} has a number that {part.part} does not take; write {part.part}({of}).")
    if not (part.part in p.UNITS and _in_time(view.meant(part.of), view)):
        try:
            view.need(part.of, row["of"], f"`{part.part}`")
        except QueryError as error:
            if part.part in p.UNITS and view.kind(part.of) == "number":
                raise QueryError(str(error), "no-such-unit") from None
            raise
    return str(row["gives"])


def _in_time(part: Any, view: View) -> bool:
    """Whether it is a number that the model says is in a unit of time."""
    if not isinstance(part, p.Path) or view.kind(part) != "number":
        return False
    walked = view.scope.walk(view.at, part.steps)
    return bool(walked.field and walked.field.unit.casefold() in UNITS)


def _computed(part: p.Computed, view: View) -> str:
    sides = [side for side in (part.left, part.right) if side is not None]
    kinds = [view.kind(side) for side in sides]
    if len(sides) == 2 and part.op == "-" and {*kinds} <= {"date", "period"}:
        return "span"
    for side, kind in zip(sides, kinds, strict=True):
        view.fitting(side, kind, ["number"], f"`{part.op}`")
    return "number"


def _choice(part: p.Choice, view: View) -> str:
    if not part.cases:
        raise wrong(f"{quoted(part)} holds no test; write when each value holds, as in {{1: size > 5; else 0}}.")
    for case in part.cases:
        view.truth(case.test, "a choice")
    first, *others = [*(case.value for case in part.cases), *filter(None, [part.otherwise])]
    for other in others:
        one, another = view.kind(first), view.kind(other)
        if one != another:
            raise wrong(f"{quoted(first)} is {SAID[one]} and {quoted(other)} is {SAID[another]}, and a choice is of one"
                        " kind; write all of them in quotes, or none.")  # fmt: skip
    return view.kind(first)


VALUES: Mapping[type[Any], Callable[[Any, View], str]] = {
    p.Value: _value, p.Period: _period, p.Now: _now, p.Path: _path, p.Taken: _taken, p.Computed: _computed,
    p.Choice: _choice,
}  # fmt: skip
