"""What each column mention is for: measured, grouped by, set against, or only named."""

from __future__ import annotations

from dataclasses import dataclass

from groundplan.reading.similarity.columns import Link
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.periods import carries_time
from groundplan.reading.similarity.phrases import Match
from groundplan.reading.similarity.words import split, stems
from groundplan.sources.shape import Column

_WHOLE = 0.95
"""A key is measured only where its whole name is said: `average of employee_id`."""
_JOINERS = frozenset({"and", ",", "&", "/", "plus", "или", "и", "as", "well", "vs", "then"})


@dataclass(frozen=True)
class Mention:
    """A column named in the question, and the cue that says what for."""

    link: Link
    role: str
    """`agg`, `superlative`, `group`, `color`, `versus`, `metric`, or empty."""
    label: str = ""
    cue: int = -1
    others: tuple[str, ...] = ()
    """Further aggregates of the same column: `median, min and max score`."""

    @property
    def name(self) -> str:
        """The column's name."""
        return self.link.column.name

    @property
    def numeric(self) -> bool:
        """Whether it can be summed."""
        key = is_key(self.link.column) and self.link.score < _WHOLE
        return self.link.column.type in ("integer", "number") and not self.temporal and not key

    @property
    def temporal(self) -> bool:
        """Whether it carries time."""
        return carries_time(self.link.column)


def is_key(column: Column) -> bool:
    """A column that tells rows apart, by its role or its name."""
    words = [word.lower for word in split(column.name) if word.is_word]
    return column.role == "identifier" or bool(words and words[-1] in ("id", "ids", "key", "uuid"))


def measured(column: Column) -> bool:
    """Whether figures of the column make sense: a number that is neither time nor key."""
    return column.type in ("integer", "number") and not carries_time(column) and not is_key(column)


def mentions(marks: Marks) -> list[Mention]:
    """The mentions that no condition and no order has taken, each with its role."""
    out: list[Mention] = []
    for link in marks.links:
        if not marks.free(link.span):
            continue
        cue = _cue(marks, link) or _after_grain(marks, link)
        if cue is None and out and _continues(marks, out[-1].link, link):
            out.append(_inherited(out[-1], link))
            continue
        out.append(_mention(link, cue, _more_figures(marks, cue)))
    others = {m.name for m in out if not _entity(marks, m)}
    return [m for m in out if not (others and _entity(marks, m))]


def _after_grain(marks: Marks, link: Link) -> Match | None:
    """`by month and region`: what is listed after a grain is grouped by, too."""
    grains = [
        m for m in marks.labels("grain") if m.end < link.start and marks.words[m.start].lower in ("by", "per", "по")
    ]
    near = [m for m in grains if all(w.lower in ("and", ",", "и", "the") for w in marks.words[m.end : link.start])]
    return next((role for m in near for role in marks.labels("role") if role.start == m.start), None)


def _inherited(previous: Mention, link: Link) -> Mention:
    """`by region and product`: the second column has the role of the first; a figure passes on to numbers only."""
    figure = previous.role == "agg" and _numeric(link) and _numeric(previous.link)
    if previous.role in ("group", "color") or figure:
        return Mention(link, previous.role, previous.label, previous.cue)
    return Mention(link, "")


def _entity(marks: Marks, mention: Mention) -> bool:
    """`the results of all music festivals`: the rows themselves, though a column has the same name."""
    named = set(stems(mention.name)) <= marks.nouns
    before = marks.words[mention.link.start - 1].lower if mention.link.start else ""
    return named and ((before in ("all", "of", "for", "the") and mention.role in ("", "agg")) or mention.role == "")


def _more_figures(marks: Marks, cue: Match | None) -> tuple[str, ...]:
    """Aggregates listed before the last one, which all belong to the same column."""
    found: list[str] = []
    while cue is not None and cue.slot in ("agg", "superlative"):
        start = cue.start
        before = [
            m for m in marks.labels("agg", "superlative")
            if m.end <= start and marks.free(range(m.start, m.end)) and _listed(marks, m.end, start)
        ]  # fmt: skip
        cue = max(before, key=lambda m: (m.end, m.slot == "agg"), default=None)
        if cue:
            found.insert(0, {"high": "max", "low": "min"}.get(cue.label, cue.label))
    return tuple(found)


def _listed(marks: Marks, one: int, two: int) -> bool:
    between = [w.lower for w in marks.words[one:two]]
    return not between or (
        any(w in ("and", ",", "и") for w in between) and all(w in ("and", ",", "и", "the", "of") for w in between)
    )


def _numeric(link: Link) -> bool:
    return link.column.type in ("integer", "number") and link.column.role == "numeric"


def _mention(link: Link, cue: Match | None, others: tuple[str, ...]) -> Mention:
    if cue is None:
        return Mention(link, "")
    if cue.slot == "role":
        return Mention(link, cue.label, cue.label, cue.start)
    return Mention(link, cue.slot, cue.label, cue.start, others)


def _cue(marks: Marks, link: Link) -> Match | None:
    """The nearest cue before a mention with nothing but fillers between; a figure right after it otherwise."""
    before = [
        m for m in marks.labels("agg", "role", "superlative")
        if m.end <= link.start and marks.free(range(m.start, m.end)) and marks.near(m.end, link.start)
    ]  # fmt: skip
    if before:
        end = max(m.end for m in before)
        last = [m for m in before if m.end == end]
        return max(last, key=lambda m: (m.size, m.slot == "role" and m.label != "group", m.slot == "agg"))
    return next((m for m in marks.labels("agg") if m.start == link.end and _ends_here(marks, m)), None)


def _ends_here(marks: Marks, match: Match) -> bool:
    """`revenue totals by …`: the figure after a name belongs to it unless it opens a new one."""

    def opens(link: Link) -> bool:
        near = link.start >= match.end and marks.near(match.end, link.start)
        return near and not _role_between(marks, match.end, link.start)

    return not any(opens(link) for link in marks.links)


def _role_between(marks: Marks, start: int, end: int) -> bool:
    return any(start <= m.start and m.end <= end for m in marks.labels("role"))


def _continues(marks: Marks, previous: Link, link: Link) -> bool:
    between = marks.words[previous.end : link.start]
    joined = any(w.lower in _JOINERS for w in between)
    return joined and marks.near(previous.end, link.start, _JOINERS)
