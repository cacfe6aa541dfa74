"""What a query found, in a sentence: one value with its unit, groups and lists by name, and what to know with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from groundplan.contracts import Answer, Brief, Facts, Rows
from groundplan.contracts.source_model import SourceModel
from groundplan.query.asked import DAY, KEY
from groundplan.query.language import parts as p
from groundplan.query.language.read import read
from groundplan.query.scope import Scope
from groundplan.query.told.cells import cell, figure, language_of, lists, number, taken
from groundplan.query.told.empty import empty_period
from groundplan.query.told.in_words import Saying
from groundplan.query.told.unknown_value import unknown_values
from groundplan.query.tools.values import title_of

TOLD = 10
"""Rows and groups that are told; the table holds all."""
NAMES = 40
"""Names that are told of a list that has nothing else."""


def query_told(brief: Brief, facts: Facts) -> Answer:
    """One sentence, and what should be known with it."""
    language = brief.form.get("language") or language_of(brief.goal)
    model = brief.model.understood
    said, notes = answered(brief.form, model, facts, language)
    tables = brief.model if isinstance(brief.model, tuple) else ()  # a base of records has no values of its own
    unknown = unknown_values(read(brief.form[KEY]), model, tables, language)
    notes += [one.message for one in unknown]
    words = lists()[language]["said"]
    if (brief.form.get("chart") or "chart" in brief.form.get("outputs", ())) and not facts.charts:
        notes.append(words["no_chart"])
    told = [words["note"].format(note=one.rstrip(".")) for one in (*notes, *facts.meta.notes)]
    return Answer(text="\n".join([said, *told]), style="SHORT")


def answered(form: Mapping[str, Any], model: SourceModel, facts: Facts, language: str) -> tuple[str, list[str]]:
    """The sentence, and notes to it."""
    query = read(form[KEY])
    told = _Telling(query, Saying.of(query, Scope(model), language), facts)
    empty = empty_period(query, model, date.fromisoformat(form[DAY]), language) if told.nothing else None
    return told.sentence(), [*([empty.message] if empty else []), *map(str, form.get("notes", ()))]


@dataclass(frozen=True)
class _Telling:
    query: p.Query
    saying: Saying
    facts: Facts

    @property
    def rows(self) -> Rows:
        return self.facts.tables[0] if self.facts.tables else Rows(name="result", columns=(), rows=())

    @property
    def nothing(self) -> bool:
        """Whether no row was met: nothing is listed, or all that is told is nothing, too."""
        return not any(held for row in self.rows.rows for held in row)

    def sentence(self) -> str:
        """What was asked, then what was found."""
        said, query = self.saying.words["said"], _capital(self.saying.whole(self.query))
        rows = self.rows.rows
        if not rows:
            limits = self.saying.conditions(self.query)
            return str(said["nothing"].format(rows=self.saying.rows_named, conditions=limits))
        if self.query.columns and not self.query.by:
            return self._figures(query)
        listed = "; ".join(map(self._line, rows[: self._most]))
        kind = "groups" if self.query.by or self.query.keep or len(rows) == 1 else "rows"
        return str(said[kind].format(query=query, count=number(len(rows)), listed=listed, rest=self._rest()))

    @property
    def _most(self) -> int:
        return NAMES if len(self.rows.columns) == 1 and not self.query.columns else TOLD

    def _figures(self, query: str) -> str:
        """The figures of all rows, each by its name where there are several."""
        said, row = self.saying.words["said"], self.rows.rows[0]
        if len(row) > 1:
            named = [
                f"{self.saying.column(one)} {self._cell(place, row[place])}" for place, one in enumerate(self._columns)
            ]
            return _capital(", ".join(named) + self.saying.conditions(self.query)) + "."
        if row[0] is None:
            return str(said["none_of"].format(query=query, basis=self._basis()))
        return str(said["one"].format(query=query, value=self._cell(0, row[0]), basis=self._basis()))

    def _basis(self) -> str:
        """Of how many rows, and what is missing in how many others."""
        meta, said, column = self.facts.meta, self.saying.words["said"], self.query.columns[0].of
        if meta.figured is None or not isinstance(column, p.Figure) or not (meta.figured or meta.blank):
            return ""
        what = self.saying.operands(column)
        told = {
            "rows": number(meta.figured),
            "of": self.saying.rows_of(column),
            "blank": number(meta.blank),
            "what": what,
        }
        blank = "basis_unknown" if column.fn == "rate" else "basis_blank"
        return str(said[blank if meta.blank else "basis"].format(**told))

    @property
    def _columns(self) -> Sequence[p.Column]:
        """The columns of the table, with the parts that they hold."""
        query, at = self.query, self.saying.at
        kept = [p.Column(of=query.keep.by)] if query.keep and query.keep.by else []
        held = {one.name or title_of(one.of): one for one in (*kept, *query.by, *query.columns, *query.show)}
        name = " ".join(at.name_field)
        return [held.get(title) or p.Column(of=p.Path(steps=(p.THIS if title == name else title,)))
                for title in self.rows.columns]  # fmt: skip

    def _line(self, row: Sequence[Any]) -> str:
        """A group or a row: what it is called, then its figures, each by its name where there are several."""
        told = [self._cell(place, held) for place, held in enumerate(row)]
        keys = len(self.query.by) or 1
        if len(self.query.columns) > 1:
            told[keys:] = [
                f"{self.saying.column(one)} {held}" for one, held in zip(self.query.columns, told[keys:], strict=False)
            ]
        return " / ".join(told[:keys]) + (f" ({', '.join(told[keys:])})" if told[keys:] else "")

    def _rest(self) -> str:
        """How many are not told; of groups in no order of their figure, the highest and the lowest."""
        rows, words = self.rows.rows, self.saying.words["said"]
        if len(rows) <= self._most:
            return ""
        rest, keys = number(len(rows) - self._most), len(self.query.by)
        filled = [row for row in rows if keys and isinstance(row[-1], (int, float))]
        if len(self.query.columns) != 1 or self.query.keep or self.query.order or not filled:
            return str(words["more"].format(rest=rest))
        ends = (max(filled, key=lambda row: row[-1]), min(filled, key=lambda row: row[-1]))
        names = [" / ".join(self._cell(place, held) for place, held in enumerate(row[:keys])) for row in ends]
        high, low = (self._cell(keys, row[-1]) for row in ends)
        return str(words["more_of"].format(rest=rest, top=names[0], bottom=names[1], high=high, low=low))

    def _cell(self, place: int, held: Any) -> str:
        """A cell by what its column holds."""
        part, saying = self._columns[place].of, self.saying
        if isinstance(part, p.Taken) and part.part not in (*p.UNITS, "abs"):
            return taken(held, part, saying.words)
        walked = None if saying.known(part) else _walked(saying, part)
        if walked is not None and walked.years:
            return cell(held, saying.words)
        if walked is not None and str(held) in walked.codes:
            return str(walked.codes[str(held)])
        if saying.counted(part):
            return figure(held, saying.unit(part), saying.words)
        return cell(held, saying.words)


def _walked(saying: Saying, part: Any) -> Any:
    """The field at the end of a path."""
    walked = saying.walked(part)
    return walked.field if walked else None


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
