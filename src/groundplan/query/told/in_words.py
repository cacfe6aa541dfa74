"""A query in words: what is counted or figured, of which rows, by what, and what is kept of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from groundplan.contracts.source_model import Dataset, Field, SourceModel
from groundplan.query.compiled.grain import grain
from groundplan.query.language import parts as p
from groundplan.query.scope import Scope, Walked
from groundplan.query.told.cells import PER_CENT, Words, blanks, lists, number, spoken
from groundplan.query.tools.values import title_of
from groundplan.sources.model.naming import row_is

_SHORT = 2
"""Letters of an `as` name that says nothing."""
_MADE = (p.Computed, p.Choice, p.One)
"""Parts that have no words of their own."""


def in_words(query: p.Query, model: SourceModel, language: str) -> str:
    """The query as people would say it."""
    return Saying.of(query, Scope(model), language).whole(query)


@dataclass(frozen=True)
class Saying:
    """From where the parts of a query are looked at, and the words for them."""

    scope: Scope
    at: Dataset
    language: str
    words: Words
    rows_named: str
    named: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """What `as` names and columns of an inner query stand for, each with its unit."""

    @classmethod
    def of(cls, query: p.Query, scope: Scope, language: str) -> Saying:
        """The view of a query's rows."""
        words = lists()[language]
        if isinstance(query.of, str):
            at = scope.dataset(query.of)
            made = cls(scope, at, language, words, rows_said(at, language))
        else:
            inner = cls.of(query.of, scope, language)
            held = {one.name or title_of(one.of): one for one in query.of.by + query.of.columns + query.of.show}
            at = Dataset(name="groups", fields=tuple(Field(name=name, type="text", role="text") for name in held))
            named = {name.casefold(): (inner.column(one), inner.unit(one.of)) for name, one in held.items()}
            rows = words["inner"].format(query=inner.whole(query.of))
            made = cls(scope.with_dataset(at), at, language, words, rows, named)
        own = {one.name.casefold(): one for one in (*query.by, *query.columns, *query.show) if one.name}
        return replace(
            made, named={**{name: (made.column(one), made.unit(one.of)) for name, one in own.items()}, **made.named}
        )

    def whole(self, query: p.Query) -> str:
        """All of it; clauses stand one behind the other with commas."""
        shown = query.columns or tuple(one for one in query.show if not self._is_name(one.of))
        figures = self.words["of_several"].join(self.column(one) for one in shown)
        named = not shown or not any(self._says_rows(one.of) for one in query.columns)
        told = self.words["of_rows"].format(figures=figures, rows=self.rows_named) if named else figures
        told = told if shown else self.rows_named
        keys = self.words["and"].join(self.column(one) for one in query.by)
        by = self.words["by"].format(keys=keys) if keys else ""
        limits = self.conditions(query)
        rest = [self._having(query), *self._kept(query)]
        return "".join([told, limits, "," if "," in limits and by and not by.startswith(",") else "", by,
                        *(f", {one}" for one in rest if one)])  # fmt: skip

    def conditions(self, query: p.Query) -> str:
        """Its conditions, as they stand behind the rows; those that begin with a word such as `in` need no comma."""
        tests = query.where.tests if isinstance(query.where, p.All) else [query.where] if query.where else []
        told = ""
        for test in tests:
            told += f"{'' if self._leans(test) and ',' not in told else ','} {self.test(test)}"
        return told

    def _leans(self, test: Any) -> bool:
        """Whether a condition leans on the rows: in 2024, without orders."""
        while isinstance(test, p.Not):
            test = test.test
        timed = isinstance(test, (p.Compare, p.Between, p.Among)) and self.dated(test.left)
        return isinstance(test, (p.Some, p.Missing)) or (timed and not self.time(test.left))

    def time(self, part: Any) -> str:
        """The name of a time that is not the main one; of a month, the time that it is of."""
        while isinstance(part, p.Taken):
            part = part.of
        walked = self.walked(part)
        main = walked and not walked.hops and walked.field and walked.field.name == self.at.main_time
        return "" if main else self.value(part)

    def column(self, column: p.Column) -> str:
        """A column as it is called; the `as` name where its parts would say less."""
        told = len(column.name) > _SHORT and any(isinstance(one, _MADE) for one in p.walked(column.of))
        return self.words["name"].format(name=blanks(column.name)) if told else self.value(column.of)

    def _is_name(self, part: Any) -> bool:
        """Whether it is what the rows are called by."""
        own = isinstance(part, p.Path) and len(part.steps) == 1
        return own and part.steps[0] in (p.THIS, *self.at.name_field)

    def _says_rows(self, part: Any) -> bool:
        """Whether its words name rows already: a count says its own, a figure beyond a relation those there."""
        if not isinstance(part, p.Figure):
            return any(self._says_rows(one) for one in p.inner(part) if not isinstance(one, (p.Query, p.Some)))
        if part.fn in p.ALONG and part.of:
            return (part.fn == "change" and len(part.of) > 1) or self._says_rows(part.of[0])
        return part.fn == "rate" or not part.of or bool(grain(part.of, self.at, self.scope))

    def _having(self, query: p.Query) -> str:
        return str(self.words["having"].format(test=self.test(query.having))) if query.having else ""

    def _kept(self, query: p.Query) -> list[str]:
        keep, order, words = query.keep, query.order, self.words
        told = []
        if keep:
            kind = "percent" if keep.percent else "place" if keep.place else "one" if keep.n == 1 else "few"
            end = self._end(keep.by, not keep.lowest)
            said = words["keep"][kind if keep.by else "first"].format(n=number(keep.n), end=end)
            by = (
                words["keep"]["by"].format(by=self.value(keep.by)) if keep.by and not self._sole(keep.by, query) else ""
            )
            each = words["keep"]["each"].format(each=self.value(keep.each)) if keep.each else ""
            told.append(f"{said}{each}{by}")
        if order and self._sole(order.by, query):
            told.append(words["order"]["figure"].format(end=self._end(order.by, order.descending)))
        elif order:
            told.append(words["order"]["desc" if order.descending else "other"].format(by=self.value(order.by)))
        return told

    def _sole(self, part: Any, query: p.Query) -> bool:
        """Whether it is the one figure there is, which needs not be said again."""
        return len(query.columns) == 1 and title_of(part) in (query.columns[0].name, title_of(query.columns[0].of))

    def _end(self, part: Any, most: bool) -> str:
        names = ("late", "early") if part is not None and self.dated(part) else ("desc", "asc")
        return str(self.words["ends"][names[0] if most else names[1]])

    # ------------------------------------------------------------------ values

    def value(self, part: Any) -> str:
        """A value in words; a test, too."""
        from groundplan.query.told.values import said  # the two speak of each other

        return said(self, part)

    def test(self, part: Any) -> str:
        """A condition in words."""
        from groundplan.query.told.conditions import condition  # the two speak of each other

        return condition(self, part).strip()

    def walked(self, part: Any) -> Walked | None:
        """Where a path leads; None for what is no path."""
        return self.scope.walk(self.at, part.steps) if isinstance(part, p.Path) else None

    def known(self, part: Any) -> tuple[str, str] | None:
        """What an `as` name stands for."""
        return self.named.get(part.steps[0].casefold()) if isinstance(part, p.Path) and len(part.steps) == 1 else None

    def dated(self, part: Any) -> bool:
        """Whether it is a date or a moment."""
        if isinstance(part, p.Taken):
            return part.part in p.GRAINS
        if self.known(part):
            return False
        walked = self.walked(part)
        return bool(walked and walked.field and walked.field.type in ("date", "datetime"))

    def counted(self, part: Any) -> bool:
        """Whether it is a figure, which has thousands; no year and no key."""
        walked = None if self.known(part) else self.walked(part)
        figured = isinstance(part, (p.Figure, p.Computed, p.Taken, p.One)) and not self.dated(part)
        return figured or bool(self.unit(part)) or bool(walked and walked.field and walked.field.adds_up)

    def far(self, path: p.Path) -> Saying:
        """The view of the rows at the end of relations."""
        at = self.scope.walk(self.at, path.steps).at
        return replace(self, at=at, rows_named=rows_said(at, self.language), named={})

    def operands(self, part: p.Figure) -> str:
        """What a figure is taken of."""
        return str(self.words["and"].join(self.value(one) for one in part.of))

    def rows_of(self, part: p.Figure) -> str:
        """The rows that a figure is taken over."""
        many = grain(part.of, self.at, self.scope) if part.of else ()
        return rows_said(self.scope.walk(self.at, many).at, self.language) if many else self.rows_named

    def unit(self, part: Any) -> str:
        """In what a value is counted; of shares, that they are told as per cent."""
        if isinstance(part, p.Figure):
            carried = lists()["carries_unit"]
            return PER_CENT if part.fn in lists()["per_cent"] else self.unit(part.of[0]) if part.fn in carried else ""
        if isinstance(part, p.Taken):
            return str(self.words["units"][part.part]) if part.part in p.UNITS else self.unit(part.of)
        if isinstance(part, p.Computed):
            return self._unit_of_computed(part)
        if isinstance(part, p.One):
            return Saying.of(part.query, Scope(self.scope.model), self.language).unit(part.query.columns[0].of)
        if known := self.known(part):
            return known[1]
        walked = self.walked(part)
        return walked.field.unit if walked and walked.field else ""

    def _unit_of_computed(self, part: p.Computed) -> str:
        if p.part_of_itself(part):
            return PER_CENT
        units = [self.unit(side) for side in (part.left, part.right) if side is not None]
        told = list(dict.fromkeys(unit for unit in units if unit))
        plain = isinstance(part.right, p.Value) or isinstance(part.left, p.Value)
        if part.op == "/":
            return "/".join(told) if len(told) == len(units) else told[0] if told and units[0] and plain else ""
        return told[0] if len(told) == 1 and (part.op == "*" or plain or len(set(units)) == 1) else ""


def rows_said(at: Dataset, language: str) -> str:
    """The rows of a dataset: by its name where that is a plural, else by what one of them is."""
    words, name, own = lists()[language], spoken(at, language), row_is(at.name)
    if at.row_is and at.row_is.casefold() not in (own, name.casefold()):
        return str(words["rows_called"].format(name=at.row_is))
    return str(words["rows_called" if own == name.casefold() else "rows"].format(name=name))
