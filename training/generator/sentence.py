"""One wording of a draft: slots filled, filters placed around the core, a frame."""

from __future__ import annotations

import random
from collections.abc import Callable

from .forms import Draft, Metric
from .grammar import Filler, Phrases, Unsayable
from .numbers import say_number
from .parts import usual
from .say_filters import FilterWords
from .slots import HAVING, list_slots
from .spans import mark, take_out
from .tables import Table
from .words import column_words, row_slots

PRE_OPS = ("=", "in", "!=")


class Sentence:
    """One attempt at a wording: the slots, and which filters still wait for a place."""

    def __init__(self, draft: Draft, table: Table, rng: random.Random, phrases: Phrases) -> None:
        self.draft, self.table, self.rng, self.phrases = draft, table, rng, phrases
        self.rows = row_slots(table.domain, rng)
        self.filters = FilterWords(table, rng, phrases, self.rows)
        self.header = 0.6 if draft.family.startswith("cs_") else 0.1
        self.filters.header = self.header
        self.front: list[int] = []
        self.tail: list[int] = []
        self.rest: list[int] = []
        self._place()
        self.slots = self._slots()

    def text(self) -> str:
        """The whole question, marked."""
        family = f"family.{self.draft.family}"
        if self.draft.chart and f"{family}_chart" in self.phrases.styles:
            family = f"{family}_chart"
        styles = self.phrases.styles.get(family)
        if not styles:
            raise Unsayable(family)
        style = self.rng.choice(styles)
        frame = self._frame(style)
        self.slots[style] = lambda _: self.phrases.render(f"{family}.{style}", self.rng, self.slots)
        return self.phrases.render(frame, self.rng, self.slots)

    def _frame(self, style: str) -> str:
        kind = "chart" if self.draft.chart else "plot" if "chart" in self.draft.outputs else ""
        kind = kind or ("table" if "table" in self.draft.outputs else "")
        if style == "say" and kind and self.draft.family.startswith("cs_"):
            return "frame.say"
        name = f"frame.{style}_{kind}" if kind else f"frame.{style}"
        return name if self.phrases.has(name) else "none"

    def _place(self) -> None:
        """Shares the filters out: before the sentence, behind it, or with the noun."""
        if self.draft.family.startswith("cs_") or self.draft.family == "share_metric":
            self.rest = list(range(len(self.draft.filters)))
            return
        numbers = [number for number in range(len(self.draft.filters)) if number != self.draft.extra.get("pred")]
        for number in numbers:
            roll = 1.0 if self.draft.join == "or" else self.rng.random()
            if roll < 0.13 and not self.front:
                self.front.append(number)
            elif roll < 0.3 and len(self.tail) < 2:
                self.tail.append(number)
            else:
                self.rest.append(number)

    def _slots(self) -> dict[str, Filler]:
        draft = self.draft
        slots: dict[str, Filler] = dict(self.rows)
        for name, column in zip(("group", "group2", "group3"), draft.group, strict=False):
            slots[name] = column_words(column, self.rng, self.phrases, self.header)
        for name, found in zip(("value", "value2", "value3"), draft.metrics, strict=False):
            if found.column:
                slots[name] = column_words(found.column, self.rng, self.phrases, self.header)
        for name, column in zip(("from", "to"), draft.of if draft.derive == "duration" else (), strict=False):
            slots[name] = column_words(column, self.rng, self.phrases, self.header)
        if draft.per:
            slots["thing"] = column_words(draft.per, self.rng, self.phrases, self.header)
        if draft.time:
            slots["time"] = column_words(draft.time, self.rng, self.phrases, self.header)
        slots.update(self._parts())
        return slots

    def _parts(self) -> dict[str, Filler]:
        parts: dict[str, Filler] = {
            "metric": self._metric(0),
            "metric2": self._metric(1),
            "metric3": self._metric(2),
            "base": self._base,
            "subject": self._subject,
            "where": self._where,
            "front": lambda _: " ".join(self._say(number, "front") for number in self.front),
            "tail": self._tail,
            "pre": self._pre,
            "post": self._post,
            "pred": lambda _: self._say(self.draft.extra.get("pred", -1), "pred"),
            "all_pred": self._all_pred,
            "subject_front": self._subject_front,
        }
        parts.update(list_slots(self))
        return parts

    def from_list(self, name: str) -> Callable[[str], str]:
        return lambda form: self.phrases.render(f"{name}_{form}" if form else name, self.rng, self.slots)

    def _metric(self, place: int) -> Callable[[str], str]:
        def words(form: str) -> str:
            if place >= len(self.draft.metrics):
                raise Unsayable("metric")
            found = self.draft.metrics[place]
            suffix = f"_{form}" if form else ""
            slots = {**self.slots, "value": self.slots.get(("value", "value2", "value3")[place], "")}
            name = "bare" if self._bare(found) and self.rng.random() < 0.5 else found.agg
            return self.phrases.render(f"metric{suffix}.{name}", self.rng, slots)

        return words

    def _bare(self, found: Metric) -> bool:
        """Whether the name of the column alone means the aggregate."""
        if found.column is None or found.agg != usual(found.column):
            return False
        alone = found.agg == "avg" and any(each.column.kind in ("name", "code") for each in self.draft.filters)
        return not alone

    def _base(self, form: str) -> str:
        metrics = self.draft.metrics
        suffix = f"_{form}" if form else ""
        kind = "column" if metrics[0].column else "count"
        if metrics[0].agg == "count_distinct":
            kind = "distinct"
        if len(metrics) > 1 and len({each.column for each in metrics}) == 1:
            kind = "aggs" if len(metrics) == 2 else "three_aggs"
        elif len(metrics) > 1:
            kind = "three" if len(metrics) == 3 else "two" if metrics[0].column else "count_two"
        return self.phrases.render(f"base{suffix}.{kind}", self.rng, self.slots)

    def _subject(self, form: str) -> str:
        if form == "bare":
            return self.phrases.render("subject.none", self.rng, self.slots)
        suffix = f"_{form}" if form else ""
        return self.phrases.render(f"subject{suffix}.{'some' if self.rest else 'none'}", self.rng, self.slots)

    def _where(self, form: str) -> str:
        suffix = f"_{form}" if form else ""
        return self.phrases.render(f"where{suffix}.{'some' if self.rest else 'none'}", self.rng, self.slots)

    def _say(self, number: int, place: str) -> str:
        if number < 0:
            raise Unsayable(place)
        return self.filters.say(self.draft.filters[number], number, place)

    def _pre(self, _: str) -> str:
        """Filters before the noun: at most two, the rest is left to `post`."""
        found: list[str] = []
        for number in list(self.rest):
            condition = self.draft.filters[number]
            if len(found) < 2 and condition.op in PRE_OPS and self.draft.join == "and" and self.rng.random() < 0.6:
                try:
                    found.append(self._say(number, "pre"))
                except Unsayable:
                    continue
                self.rest.remove(number)
        return " ".join(found)

    def _post(self, _: str) -> str:
        """All filters that are left, as phrases after a noun."""
        said = [self._say(number, "post") for number in self.rest]
        self.rest = []
        if not said:
            return ""
        clauses = tuple(self.phrases.words("clause_words"))
        said.sort(key=lambda text: self._leads(text, clauses))
        joined = said[0]
        for text in said[1:]:
            joined += self._joint(joined, text, clauses) + text
        return joined

    def _leads(self, text: str, clauses: tuple[str, ...]) -> bool:
        return take_out(text)[0].startswith(clauses)

    def _joint(self, before: str, after: str, clauses: tuple[str, ...]) -> str:
        if self.draft.join == "or":
            return self.rng.choice(self.phrases.words("joins.or"))
        if self._leads(before, clauses) or (self._leads(after, clauses) and self.rng.random() < 0.6):
            return self.rng.choice(self.phrases.words("joins.and"))
        return self.rng.choice([" ", *self.phrases.words("joins.and")])

    def _all_pred(self, _: str) -> str:
        said = [self._say(number, "pred") for number in self.rest]
        if not said:
            raise Unsayable("pred")
        self.rest = []
        return self.rng.choice(self.phrases.words("joins.or" if self.draft.join == "or" else "joins.and")).join(said)

    def _subject_front(self, form: str) -> str:
        return self.phrases.render(f"subject_front.{'some' if self.rest else 'none'}", self.rng, self.slots)

    def _tail(self, _: str) -> str:
        said = [self._say(number, "tail") for number in self.tail]
        if self.draft.sort and not self.draft.limit and not self.draft.extra.get("sorted"):
            said.insert(self.rng.choice((0, len(said))), self.sorted(""))
        return " ".join(said)

    def sorted(self, _: str) -> str:
        by, order = self.draft.sort or ("metric", "desc")
        style = "cs_sort" if self.draft.family.startswith("cs_") else "sort"
        return self.phrases.render(f"{style}.{by}.{order}", self.rng, self.slots)

    def grain_by(self, form: str) -> str:
        draft = self.draft
        if draft.time is None:
            raise Unsayable("grain")
        if draft.time.kind == "year":
            alone = not self.table.kinds("time", "date") and len(self.table.kinds("year")) == 1
            return self.phrases.render("grain.year_column.by", self.rng, self.slots, "" if alone else "time")
        if draft.time.kind != "time" or form == "named":
            name = "grain.unknown.named" if draft.grain == "unknown" else "grain.named"
            return self.phrases.render(name, self.rng, self.slots)
        return self.phrases.render(f"grain.{draft.grain}.by", self.rng, self.slots)

    def grain_adj(self, _: str) -> str:
        if self.draft.time is None or self.draft.time.kind != "time":
            raise Unsayable("grain")
        return self.phrases.render(f"grain.{self.draft.grain}.adj", self.rng, self.slots)

    def having(self, _: str) -> str:
        op, value = self.draft.having or (">", 0)
        words = mark(HAVING, say_number(value, self.rng, self.table.lang))
        return self.phrases.render(f"having.{op}", self.rng, {"n": words})

    def named_values(self, place: str = "named") -> str:
        """The values of the first filter with "vs" or "and" between them, or as another place has them."""
        self.rest = [number for number in self.rest if number != 0]
        return self.filters.say(self.draft.filters[0], 0, place or "named")
