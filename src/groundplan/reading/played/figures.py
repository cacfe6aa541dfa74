"""What a query counts and measures, against the cues that say so: how many X, the average of X."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import dropwhile
from typing import Any

from groundplan.query.language.parts import CYCLES, GRAINS, Compare, Computed, Figure, Query, Taken, walked
from groundplan.query.language.show import show
from groundplan.query.scope import Scope
from groundplan.reading.constructions.marks import Mark, Marked
from groundplan.reading.constructions.page import is_amount
from groundplan.reading.constructions.roles import COUNTS
from groundplan.reading.constructions.things import Thing
from groundplan.reading.played.ends import ahead, behind, says
from groundplan.reading.played.played import NAMES, Played, says_names
from groundplan.reading.quotes import CUES

_COUNTED = ("count", "distinct")
_DEFAULT = {"sum": "sum", "average": "average", "last": "last", "no": "average", None: "sum"}
_TOP = ("high", "top", "max")


def misfigured(query: Query, asked: Marked, scope: Scope) -> Iterator[str]:
    """Figures that the words do not say, or say otherwise."""
    held = _Figures(query, asked, scope)
    for way in (held.counting, held.measuring, held.columns, held.computed):
        yield from way()


class _Figures(Played):
    def counting(self) -> Iterator[str]:
        """`how many X`: X is what is counted."""
        for cue in self.cues("figure"):
            if cue.label not in COUNTS:
                continue
            mark = self._counted_thing(behind(self.asked, cue))
            counted = [one for one in self.figures if one.fn in _COUNTED or (one.fn == "sum" and self._summed(mark))]
            shown = mark is not None and self.amount(mark) and says(mark, self.ends(*self.query.show, self.query.keep))
            if not counted and not shown:
                yield f"{self.asked.said(cue)!r} asks how many, and nothing is counted"
            elif mark and mark.kind == "thing" and not shown and not self._counts(mark, counted):
                yield f"{self.asked.said(mark)!r} is what is counted, and the query counts something else"

    def _counted_thing(self, mark: Mark | None) -> Mark | None:
        """What follows how many: behind values of it the rows that are said, as in how many Corvo or Alder repairs."""
        if mark is None or not _of_values(mark):
            return mark
        after = self.asked.marks[self.asked.marks.index(mark) :]
        for one in dropwhile(lambda each: _of_values(each) or each.kind in ("or", "and"), after):
            return one if any(thing.kind == "dataset" for thing in one.things) else mark
        return mark

    def _summed(self, mark: Mark | None) -> bool:
        """Whether how many is a sum: crates, where each row has so many; not where rows are called so, too."""
        rows = (
            any(thing.kind == "dataset" and thing.dataset == self.base.name for thing in mark.things) if mark else False
        )
        return self.amount(mark) is not None and not rows

    def _counts(self, mark: Mark, counted: Sequence[Figure]) -> bool:
        if not any(thing.kind in NAMES for thing in mark.things):
            return True  # how many unpaid ones
        rows = any(thing.dataset == self.base.name and self._calls_rows(thing) for thing in mark.things)
        plain = rows and any(one.fn == "count" and not one.of for one in counted)
        return plain or any(says(mark, self.ends(one), *NAMES) for one in counted if one.of)

    def _calls_rows(self, thing: Thing) -> bool:
        """Whether rows are called so: by their dataset, or by what each has of its own."""
        field = self.base.field(thing.name) if thing.kind == "field" else None
        own = field is not None and (field.role == "name" or self.base.primary_key == (field.name,))
        return thing.kind == "dataset" or own

    def measuring(self) -> Iterator[str]:
        """`average price`: that figure of that amount."""
        for cue in self.cues("figure"):
            mark = behind(self.asked, cue)
            fn = CUES.get(cue.label)
            if fn is None or mark is None or mark.kind != "thing" or not says_names(mark):
                continue
            fitting = [one for one in self.figures if one.fn == fn or (fn == "sum" and one.fn == "count")]
            picked = self.query.keep if fn in ("min", "max") else self.query.show if fn == "sum" else ()
            if not any(says(mark, self.ends(one)) for one in (*fitting, *_several(picked))) and not self._only(mark):
                yield f"{self.asked.said(mark)!r} is what the {fn} is of, and no {fn} of it is taken"

    def _only(self, mark: Mark) -> bool:
        """Whether the mark says rows whose one amount is meant: total orders."""
        return self.amount(mark) is None and not any(thing.kind == "field" for thing in mark.things)

    def columns(self) -> Iterator[str]:
        """Each figure has words of its own."""
        for columns in (self.query.columns, self.query.by):
            if len({show(one.of) for one in columns}) < len(columns):
                yield "the same column stands there twice"
        yield from self._inside_another()
        for figure in self.figures:
            if figure.fn in _COUNTED and not self._count_said(figure):
                yield f"`{show(figure)}` counts, and the question asks for another figure"
            if figure.fn in CUES.values() and (wrong := self._misnamed(figure)):
                yield wrong

    def _inside_another(self) -> Iterator[str]:
        """Figures that are shown by themselves and in another, though the words say their amount once."""
        inside = {show(part) for one in self.query.columns for part in walked(one.of) if part is not one.of}
        for figure in [one.of for one in self.query.columns if isinstance(one.of, Figure) and one.of.of]:
            said = [mark for mark in self.cues("thing") if says(mark, self.ends(figure), *NAMES)]
            if show(figure) in inside and len(said) < 2:
                yield f"`{show(figure)}` is shown beside what it is part of, and the question says it once"

    def _count_said(self, figure: Figure) -> bool:
        """Counted are rows and names, no amounts; beside other figures only where a word says so."""
        labels = {cue.label for cue in self.cues("figure")}
        amounts = [mark for mark in self.cues("thing") if self.amount(mark) and says(mark, self.ends(figure))]
        if figure.fn == "count" and figure.of and self._at_a_field(figure):
            return False
        if figure.of and (amounts or (figure.fn == "distinct" and not labels & set(COUNTS))):
            return figure.fn == "distinct" and "count_distinct" in labels
        around = _around(figure, self.query)
        others = [one for one in self.figures if one.fn not in _COUNTED and one not in around]
        counted = [cue for cue in self.cues("figure") if self._adds_rows(cue)]
        beside = len([one.of for one in self.query.columns if _counts(one.of)])
        if len(around) > 1 or (self.query.keep and figure is self.query.keep.by and not others):
            return True
        return len(counted) >= beside if counted else not others and beside <= 1

    def _at_a_field(self, figure: Figure) -> bool:
        """Whether it counts filled cells, of which nobody speaks; rows and names are counted."""
        fields = [self.scope.dataset(d).field(name) for d, name in self.ends(figure) if name]
        many = any(name == "" and d != self.base.name for d, name in self.ends(figure))
        return not many and any(field is not None and field.role not in ("key", "name", "list") for field in fields)

    def _adds_rows(self, cue: Mark) -> bool:
        """Whether a cue counts: how many, and the total where it is of no amount."""
        return cue.label in (*COUNTS, "sum") and self.amount(behind(self.asked, cue)) is None

    def _misnamed(self, figure: Figure) -> str:
        """A figure of an amount by a cue that says another, or by none where it is not the usual one."""
        marks = [mark for mark in self.asked.marks if mark.kind == "thing" and says(mark, self.ends(figure), *NAMES)]
        near_cues = [cue for cue in self.cues("figure", "order", "limit") if behind(self.asked, cue) in marks]
        near_cues += [cue for mark in marks if (cue := ahead(self.asked, mark)) and cue.kind in ("figure", "order")]
        if any(cue.kind == "figure" for cue in near_cues):
            near_cues = [cue for cue in near_cues if cue.kind == "figure"]
        if not near_cues and marks and len(self.query.columns) > 1 and not any(map(self._goes_on, marks)):
            return f"`{show(figure)}` is shown, and the question names it for something else"
        loose = [cue for cue in self.cues("figure", "order", "share", "ratio") if behind(self.asked, cue) is None]
        meant = {fn for cue in (near_cues or loose) for fn in self._fns(cue)}
        if not meant and not marks and len(self.figures) > 1 and figure in [one.of for one in self.query.columns]:
            return f"`{show(figure)}` is shown, and the question asks for another figure"
        usual = self._usual(figure)
        if figure.fn in (meant or {usual}) or (figure.fn == usual and self._kept_only(near_cues)):
            return ""
        return f"`{show(figure)}` is not the figure that the question asks for"

    def _kept_only(self, cues: Sequence[Mark]) -> bool:
        """Whether the words say by what the first ones are kept, and no figure: the most kilos."""
        return self.query.keep is not None and all(cue.kind != "figure" for cue in cues)

    def _goes_on(self, mark: Mark) -> bool:
        """Whether nothing gives the words another part, and they begin a question or go on from another amount."""
        at = self.asked.marks.index(mark)
        beside = [one.kind for one in (*self.asked.marks[max(0, at - 1) : at], *self.asked.marks[at + 1 : at + 2])]
        counted = any(cue.label in COUNTS for cue in self.cues("figure"))
        return "compare" not in beside and not counted

    def _fns(self, cue: Mark) -> tuple[str, ...]:
        if cue.kind in ("order", "limit"):
            return ("max" if cue.label in _TOP else "min",)
        return tuple(fn for fn in (CUES.get(cue.label), "sum" if cue.label in COUNTS else None) if fn)

    def _usual(self, figure: Figure) -> str:
        """How the amount comes together where no word says it."""
        for dataset, name in self.ends(figure):
            field = self.scope.dataset(dataset).field(name) if name else None
            if field is not None and is_amount(field):
                return _DEFAULT[field.adds_up]
        return "sum"

    def computed(self) -> Iterator[str]:
        """Arithmetic that is asked for."""
        kinds = {mark.kind for mark in self.asked.marks}
        parts = [part for part in walked(self.query) if getattr(part, "fn", "") in ("share", "rate")]
        ratios = [part for part in walked(self.query) if isinstance(part, Computed) and part.op == "/"]
        if "share" in kinds and not parts and not ratios:
            yield "the question asks for a share, and none is taken"
        for part in walked(self.query):
            if isinstance(part, Computed) and part.left is not None:
                averaged = any(cue.label == "avg" for cue in self.cues("figure"))
                said = kinds & {"ratio", "share", "key"} or averaged if part.op == "/" else kinds & {"difference"}
                if part.op in "/-" and not said and not any(part is one.of for one in _spans(self.query)):
                    yield f"`{show(part)}` is computed, and the question does not ask for that"


def _around(figure: Figure, query: Query) -> list[Any]:
    """The figures and the arithmetic that a figure stands in, itself among them."""
    whole = [part for part in walked(query, into_queries=True) if isinstance(part, (Figure, Computed, Compare))]
    return [one for one in whole if any(part is figure for part in walked(one))]


def _of_values(mark: Mark) -> bool:
    """Whether the words are values of fields, and no names."""
    return mark.kind == "thing" and all(thing.kind == "value" for thing in mark.things)


def _counts(part: Any) -> bool:
    return isinstance(part, Figure) and part.fn in _COUNTED


def _several(part: Any) -> tuple[Any, ...]:
    return part if isinstance(part, tuple) else (part,)


def _spans(query: Query) -> list[Taken]:
    """Times that are told as how long they take."""
    return [part for part in walked(query) if isinstance(part, Taken) and part.part not in (*GRAINS, *CYCLES)]
