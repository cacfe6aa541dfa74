"""Filters in words: which list of phrases a condition uses, and the phrase for a place in the sentence."""

from __future__ import annotations

import random

from .forms import Filter, Mixed, single
from .grammar import Filler, Phrases, Unsayable
from .meanings import NUMBER
from .numbers import plain_number, say_number
from .periods import Period
from .spans import mark
from .tables import Col, Table
from .words import IMPLIED, column_words, flag_words, value_words

TEXT_SORTS = {
    "=": "is",
    "!=": "not",
    "in": "in",
    "not_in": "not_in",
    "contains": "contains",
    "not_contains": "not_contains",
    "starts_with": "starts",
    "ends_with": "ends",
}
NUMBER_SORTS = {">": "gt", ">=": "ge", "<": "lt", "<=": "le", "between": "between", "=": "is", "!=": "not", "in": "in"}
COMPARED = (">", ">=", "<", "<=", "=")
MANY = 8  # keys a filter may use: one for the phrase, the others for its values


class FilterWords:
    """Says the filters of one question; keys of marks are `place * MANY` for the phrase, one more for each value."""

    def __init__(self, table: Table, rng: random.Random, phrases: Phrases, rows: dict[str, Filler]) -> None:
        self.table, self.rng, self.phrases, self.rows = table, rng, phrases, rows
        self.header = 0.1
        self.before = 0  # values said of the same stretch already

    def say(self, condition: Filter, number: int, place: str) -> str:
        """The phrase for a place (`pre`, `post`, `front`, `tail`, `pred`), marked."""
        if isinstance(condition, Mixed):
            return mark(number * MANY, self._mixed(condition, number, place))
        return mark(number * MANY, self._phrase(condition, number, place))

    def _mixed(self, condition: Mixed, number: int, place: str) -> str:
        """Alternatives, by words that leave no doubt about what belongs together."""
        if place not in ("post", "pred"):
            raise Unsayable(place)
        joint = self.rng.choice(self.phrases.words("mixed.joint") or [""])
        said = []
        try:
            for part in condition.parts:
                said.append(joint.join(self._counted(one, number, place) for one in part))
        finally:
            self.before = 0
        return self.phrases.render("mixed.parts", self.rng, {"first": said[0], "second": said[1]})

    def _counted(self, one: Filter, number: int, place: str) -> str:
        text = self._phrase(one, number, place)
        self.before += len(one.values)
        return text

    def _key(self, number: int, place: int = 0) -> int:
        """The mark of a value."""
        return number * MANY + 1 + self.before + place

    def _phrase(self, condition: Filter, number: int, place: str) -> str:
        words = self._implied(condition, number) if self.rng.random() < IMPLIED else ""
        if words and self.phrases.has(f"filter.implied.{place}"):
            return self.phrases.render(f"filter.implied.{place}", self.rng, {"words": words, **self.rows})
        sort, slots = self._sort(condition, number)
        column = condition.column
        slots["column"] = column_words(column, self.rng, self.phrases, self.header)
        slots["a"] = "" if any(word.endswith("s") for word in column.says) else "a"
        if self.rows_are_people():
            slots["only_people"] = ""
        if column.spec.verbs:
            slots["verb"] = self.rng.choice(column.spec.verbs)
        slots.update(self.rows)
        need = "column" if self._doubtful(condition, sort) else ""
        for name in self._lists(sort, column, place):
            if self.phrases.has(name):
                return self.phrases.render(name, self.rng, slots, need)
        raise Unsayable(f"filter.{sort}.{place}")

    def _implied(self, condition: Filter, number: int) -> str:
        """The condition in words that mean its column without naming it; empty where none are known."""
        means, op, values = condition.column.spec.means, condition.op, condition.values
        if means.links and op in ("=", "!=", "in"):
            said = [mark(self._key(number, place), str(each)) for place, each in enumerate(values)]
            return f"{'not ' if op == '!=' else ''}{self.rng.choice(means.links)} {self._joined(said, 'or')}"
        if condition.column.kind not in ("sum", "avg") or op not in COMPARED:
            return ""
        if values == [0] and op in (">", "="):
            found = means.some if op == ">" else means.zero
            return mark(self._key(number), self.rng.choice(found)) if found else ""
        found = getattr(means, NUMBER_SORTS[op], ())
        if not found:
            return ""
        words, key = say_number(values[0], self.rng, self.table.lang), self._key(number)
        said_number = self._with_unit(condition.column, words, key) if self.rng.random() < 0.7 else mark(key, words)
        return NUMBER.sub(lambda _: said_number, self.rng.choice(found))

    def _lists(self, sort: str, column: Col, place: str) -> list[str]:
        """The lists to try, the special one first in part of the cases."""
        found = [f"filter.{sort}.{place}"]
        kind = self.kind(column)
        if kind and self.rng.random() < 0.7:
            found.insert(0, f"filter.{sort}_{kind}.{place}")
        return found

    def kind(self, column: Col) -> str:
        """`who` for persons, `place` for places, else nothing."""
        if column.who:
            return "who"
        places = self.phrases.classes.get("place", frozenset())
        return "place" if any(word in places for word in column.spec.says) else ""

    def rows_are_people(self) -> bool:
        """Whether a row is a person, by `classes.person`."""
        return any(word in self.phrases.classes.get("person", ()) for word in self.table.domain.row)

    def _doubtful(self, condition: Filter, sort: str) -> bool:
        """Whether the value alone would not tell the column."""
        if sort in ("is", "not", "in", "not_in"):
            return condition.column.kind in ("code",) or any(
                self.table.owners(each) > 1 or str(each).replace(".", "").isdigit() for each in condition.values
            )
        return False

    def _sort(self, condition: Filter, number: int) -> tuple[str, dict[str, Filler]]:
        column, op = condition.column, condition.op
        if column.kind == "flag":
            return self._flag(condition, number)
        if op in ("is_null", "not_null"):
            verb = op == "is_null" and column.spec.verbs and column.spec.dated and self.rng.random() < 0.5
            return "null_verb" if verb else "null" if op == "is_null" else "not_null", {}
        if op == "period":
            return self._period(condition, number)
        if column.spec.dated:
            return f"date_{NUMBER_SORTS[op].replace('is', 'on')}", self._plain(condition, number)
        if column.spec.numeric and column.kind != "code":
            return self._number(condition, number)
        return self._text(condition, number)

    def _flag(self, condition: Filter, number: int) -> tuple[str, dict[str, Filler]]:
        words = flag_words(condition.column, condition.value, self.rng)
        slots: dict[str, Filler] = {"value": mark(self._key(number), words)}
        if words.startswith(self.phrases.leading):
            return "ready", slots
        denied = words.startswith(tuple(f"{each} " for each in self.phrases.words("denials")))
        return "flag_not" if denied else "flag", slots

    def _period(self, condition: Filter, number: int) -> tuple[str, dict[str, Filler]]:
        words = condition.value
        sort = words.sort if isinstance(words, Period) else "at"
        named = "" if condition.column.kind == "time" else "_named"
        return f"period_{sort}{named}", {"words": mark(self._key(number), str(words))}

    def _plain(self, condition: Filter, number: int) -> dict[str, Filler]:
        said = [mark(self._key(number, place), str(each)) for place, each in enumerate(condition.values)]
        return {"date": said[0], "low": said[0], "high": said[-1]}

    def _number(self, condition: Filter, number: int) -> tuple[str, dict[str, Filler]]:
        year = condition.column.kind == "year"
        said, units = [], []
        for place, each in enumerate(condition.values):
            words = plain_number(each) if year else say_number(each, self.rng, self.table.lang)
            said.append(mark(self._key(number, place), words))
            units.append(self._with_unit(condition.column, words, self._key(number, place)))
        bare = dict.fromkeys(("number", "low", "high", "number.bare", "low.bare", "high.bare"), "")
        slots: dict[str, Filler] = dict(bare)
        for name, where in (("number", 0), ("low", 0), ("high", -1)):
            slots[name] = units[where] if self.rng.random() < 0.4 else said[where]
            slots[f"{name}.bare"] = said[where]
        slots["values.or"] = self._joined(said, "or")
        if condition.values[0] >= 0:
            slots["low.dash"] = said[0]
        prefix = "year" if year and self.phrases.has(f"filter.year_{NUMBER_SORTS[condition.op]}.post") else "num"
        return f"{prefix}_{NUMBER_SORTS[condition.op]}", slots

    def _with_unit(self, column: Col, words: str, key: int) -> str:
        """The number with its unit: $5,000, 20%, 30 minutes."""
        unit = column.spec.unit
        templates = f"unit.{unit.replace(' ', '_')}"
        if not unit or not self.phrases.has(templates):
            return mark(key, words)
        text = self.phrases.render(templates, self.rng, {"n": words})
        return mark(key, text) if len(text) <= len(words) + 3 else text.replace(words, mark(key, words), 1)

    def _text(self, condition: Filter, number: int) -> tuple[str, dict[str, Filler]]:
        column, op = condition.column, condition.op
        sort = TEXT_SORTS[op]
        more = 0.4 if op in ("=", "in") else 0.25 if op in ("!=", "not_in") else 0.0
        words = [value_words(column, each, self.rng, more) for each in condition.values]
        leading = [each.startswith(self.phrases.leading) for each in words]
        if any(leading) and op != "=":
            words = [str(each) for each in condition.values]
        said = [mark(self._key(number, place), each) for place, each in enumerate(words)]
        slots: dict[str, Filler] = {"value": said[0]}
        for how in ("and", "or", "comma", "nor", "vs", "more", "higher"):
            slots[f"values.{how}"] = self._joined(said, how)
        return ("ready" if any(leading) and op == "=" else sort), slots

    def _joined(self, said: list[str], how: str) -> str:
        last = self.rng.choice(self.phrases.words(f"joins.{how}") or [", "])
        return ", ".join(said[:-1]) + last + said[-1] if len(said) > 1 else said[0]


def said_words(filters: tuple[Filter, ...], found: dict[int, str]) -> list[list[str | None]]:
    """For each filter the words of its values; none for a filter that a follow-up carries over."""
    said: list[list[str | None]] = []
    for place, each in enumerate(filters):
        key = place * MANY + 1
        for one, _ in single(each):
            words = [found.get(key + number) for number in range(len(one.values))]
            said.append(words if any(words) else [])
            key += len(one.values)
    return said
