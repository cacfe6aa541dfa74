"""Figures of the groups of a query, brought into the columns of one frame with a row for each group."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from groundplan.contracts.noun import Noun
from groundplan.contracts.source_model import Dataset
from groundplan.errors import QueryError
from groundplan.plan.nearest import did_you_mean
from groundplan.query.compiled.flow import Flow
from groundplan.query.compiled.grain import grain
from groundplan.query.compiled.plain import Plain
from groundplan.query.compiled.ready import EMPTY, Ready, named
from groundplan.query.language import parts as p
from groundplan.query.language.show import show
from groundplan.query.tools.values import column_of, title_of


@dataclass
class Groups:
    """The rows of a query with its keys, and a frame with a row for each group that grows by its figures."""

    rows: Flow
    keys: tuple[str, ...]
    """The columns that tell groups apart."""
    shown: tuple[str, ...]
    """Of these, the columns by which they are called."""
    ready: Ready
    plain: Plain
    ref: Mapping[str, str] = field(default_factory=dict)
    columns: set[str] = field(default_factory=set)
    names: dict[str, Any] = field(default_factory=dict)
    """Parts by what the query calls them."""
    steps: Mapping[str, Sequence[Any]] = field(default_factory=dict)
    """The order of the values of keys which is not their own, by what the keys are called."""

    def begin(self, parts: Sequence[Any]) -> None:
        """One pass over the rows for all the groups, with every figure that is of these rows."""
        steps, rows = self.ready.steps, self.rows
        figures = {column_of(one): one for part in parts for one in self._plain_figures(part)}
        for one in figures.values():
            rows = self.ready(rows, *one.of, one.where, one.by)
        made = steps.add("once", df=rows.ref, of=[*self.keys, p.PLACE]) if rows.spread else rows.ref
        self.ref = steps.add(
            "group", df=made, by=list(self.keys), figures={name: show(one) for name, one in figures.items()},
            along=self.ready.places(rows),
        )  # fmt: skip
        self.columns |= {*self.keys, *figures}

    def _plain_figures(self, part: Any) -> list[p.Figure]:
        """The figures in a part that are of the rows themselves."""
        found: list[p.Figure] = []
        for one in self._figures(part):
            plain = self.plain(one, self.at)
            inside = [plain] if isinstance(plain, p.Figure) else self._figures(plain)
            found += [each for each in inside if _of_rows(each) and not self._grain(each)]
        return found

    @property
    def at(self) -> Dataset:
        """The dataset whose rows are grouped."""
        return self.rows.at

    def _figures(self, part: Any) -> list[p.Figure]:
        """The outermost figures of a part as they were asked for."""
        if isinstance(part, p.Figure):
            if part.fn in p.ALONG and part.of and not (part.fn == "change" and len(part.of) == 3):
                return [each for inside in part.of for each in self._figures(inside)]
            return [part]
        if isinstance(part, p.Query):
            return []
        return [each for inside in p.inner(part) for each in self._figures(inside)]

    def _grain(self, figure: p.Figure) -> tuple[str, ...]:
        self.ready.held_coarse(self.rows, figure)
        return grain(figure.of, self.at, self.ready.frames.scope)

    # ------------------------------------------------------------------ parts over groups

    def __call__(self, part: Any) -> str:
        """The part over groups as a text that their columns can be asked for."""
        return show(self._part(part))

    def as_column(self, part: Any) -> str:
        """The name of a column with the part; it is added if there is none."""
        ready = self._part(part)
        name = column_of(ready)
        if name not in self.columns:
            self._then(self.ready.steps.add("add_values", df=self.ref, values={name: show(ready)}), name)
        return name

    def _then(self, ref: Mapping[str, str], *names: str) -> None:
        self.ref = ref
        self.columns |= set(names)

    def called(self, part: Any, name: str) -> None:
        """Gives a part a name, by which other parts may speak of it."""
        if name and name != title_of(part):
            self.names[name] = part

    def _part(self, part: Any) -> Any:
        if isinstance(part, p.Holds) and (title_of(part.path) in self.names or self._known(part.path)):
            return p.Compare(left=self._part(part.path), op="=", right=p.Value(value=True))
        if not isinstance(part, (p.Value, p.Case)) and title_of(part) in self.names:
            return self._part(self.names[title_of(part)])
        if self._known(part):
            return part
        if isinstance(part, p.Figure):
            return self._figure(part)
        if isinstance(part, p.Case):
            return part.model_copy(update={"test": self._part(part.test)})
        if isinstance(part, (p.Path, p.Some, p.Holds)):
            known = [*self.shown, *sorted(self.columns - set(self.keys))]
            raise QueryError(
                f"{show(part)!r} is neither a key nor a figure of the groups; {did_you_mean(show(part), known)}.",
                "ungrouped",
            )
        if isinstance(part, p.One):
            return self._other_query(part)
        if isinstance(part, p.Compare) and part.op == "!=":
            return p.Not(test=self._part(p.replaced(part, {"op": "="})))
        if isinstance(part, (p.AmongRows, p.Query)):
            raise QueryError(f"{show(part)!r} cannot be asked of groups; ask it in `where`.", "ungrouped")
        return part.model_copy(update=self._inside(part))

    def _inside(self, part: Any) -> dict[str, Any]:
        """Everything one level below a part, over groups."""
        made: dict[str, Any] = {}
        for name in type(part).model_fields:
            held = getattr(part, name)
            if isinstance(held, Noun):
                made[name] = self._part(held)
            elif isinstance(held, tuple) and any(isinstance(each, Noun) for each in held):
                made[name] = tuple(self._part(each) for each in held)
        return made

    def _known(self, part: Any) -> bool:
        return not isinstance(part, (p.Value, p.Case)) and column_of(part) in self.columns

    def _figure(self, part: p.Figure) -> Any:
        if part.fn in p.ALONG and part.of and not (part.fn == "change" and len(part.of) == 3):
            return self._along(part)
        if part.within is not None:
            within = self._within(part)
            plain = self.plain(p.replaced(part, {"within": None}), self.at)
            self._whole(plain, within, show(part))
            return part
        plain = self.plain(part, self.at)
        if not isinstance(plain, p.Figure):
            return self._inside_plain(plain)
        return self._column(plain)

    def _inside_plain(self, part: Any) -> Any:
        """A plain part whose figures are brought into columns."""
        if isinstance(part, p.Figure):
            return self._column(part)
        made = {name: self._inside_plain(held) for name in type(part).model_fields
                if isinstance(held := getattr(part, name), Noun)}  # fmt: skip
        return part.model_copy(update=made)

    def _column(self, plain: p.Figure) -> p.Figure:
        """The column of a plain figure, brought from far rows where it is of such."""
        name = column_of(plain)
        if name not in self.columns:
            made = self._of(plain, self.keys)
            empty = {name: EMPTY[plain.fn]} if plain.fn in EMPTY else {}
            self._then(
                self.ready.steps.add("attach", df=self.ref, other=made, on=list(self.keys), values=[name], empty=empty),
                name,
            )
        return plain

    def _of(self, plain: p.Figure, keys: Sequence[str]) -> Mapping[str, str]:
        """A figure by some of the keys."""
        if self._grain(plain):
            return self.ready.grouped_far(self.rows, keys, plain)
        rows = self.ready(self.rows, *plain.of, plain.where, plain.by)
        made = self.ready.steps.add("once", df=rows.ref, of=[*keys, p.PLACE]) if rows.spread else rows.ref
        return self.ready.steps.add(
            "group", df=made, by=list(keys), figures={column_of(plain): show(plain)}, along=self.ready.places(rows)
        )

    def _along(self, part: p.Figure) -> p.Figure:
        """A figure of each group among the others."""
        name = show(part)
        if part.where is not None:
            raise QueryError(f"{name!r}: the condition belongs into the figure inside.", "not-of-groups")
        within = self._within(part)
        if part.fn == "share":
            return self._share(part, within)
        of = self._part(part.of[0])
        first = self.as_column(part.by) if part.by else next(iter(self.shown), "")
        others = [one for one in self.keys if one not in self.with_key(first)]
        each = within if part.fn == "rank" else list(dict.fromkeys([*others, *within]))
        plain = p.replaced(part, {"of": (of,), "within": None, "by": None})
        by = list(self.with_key(first)) if first else []
        made = self.ready.steps.add(
            "along", df=self.ref, values={name: show(plain)}, by=by, each=each, steps=list(self.steps.get(first, ()))
        )
        self._then(made, name)
        return part

    def _within(self, part: p.Figure) -> list[str]:
        """The columns of the keys that a group shares with its fellows, each of them once."""
        names = [one for key in part.within or () for one in self.with_key(self.as_column(key))]
        return list(dict.fromkeys(names))

    def with_key(self, shown: str) -> tuple[str, ...]:
        """The columns of a key: by what it is called, and what tells it apart."""
        if shown not in self.keys:
            return (shown,)
        at = self.keys.index(shown)
        rest = self.keys[at + 1 :]
        own = [place for place, name in enumerate(rest) if name in self.shown]
        return (shown, *rest[: own[0] if own else len(rest)])

    def _share(self, part: p.Figure, within: Sequence[str]) -> p.Figure:
        """The figure by the same one over all groups together."""
        name, inside = show(part), part.of[0]
        plain = self.plain(inside, self.at)
        if not isinstance(plain, p.Figure):
            raise QueryError(f"{name!r} is of no single figure; take the share of one.", "not-of-groups")
        whole, own = f"whole {len(self.ready.steps.made)}", show(self._column(plain))
        self._whole(plain, within, whole)
        share = {name: f"{own} / `{whole}`"}
        self._then(self.ready.steps.add("add_values", df=self.ref, values=share), name)
        return part

    def _whole(self, plain: p.Figure, within: Sequence[str], name: str) -> None:
        """A column with the figure of all rows, or of all that share some keys."""
        columns = {key: named(key) for key in within} | {name: show(plain)}
        made = self.ready.steps.add("present", df=self._of(plain, within), columns=columns)
        self._then(self.ready.steps.add("attach", df=self.ref, other=made, on=list(within), values=[name]), name)

    def _other_query(self, part: p.One) -> p.One:
        made = self.ready.one_value(part)
        self._then(self.ready.steps.add("attach", df=self.ref, other=made, values=[show(part)]), show(part))
        return part


def _of_rows(figure: p.Figure) -> bool:
    """Whether it is one figure of a group's rows."""
    return figure.fn not in p.ALONG and figure.within is None
