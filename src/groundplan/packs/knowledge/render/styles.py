"""QueryPlan, Facts -> what an answer shows; and that as lines of markdown, one function a style."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from groundplan.contracts import Facts, Item
from groundplan.packs.knowledge.render.item_text import counted, entries, line, parts, run, wordings
from groundplan.packs.knowledge.schema import QueryPlan

PASSAGE = "passage"
Groups = tuple[tuple[str, tuple[Item, ...]], ...]


@dataclass(frozen=True)
class Shown:
    """Items in the order they are told; grouped ones stand in groups only."""

    items: tuple[Item, ...]
    groups: Groups
    passages: tuple[Item, ...]
    total: int
    """How many items were found, passages left out."""
    hidden: int

    @property
    def told(self) -> tuple[Item, ...]:
        """Every item that the answer names, once."""
        return tuple(dict.fromkeys([*(item for _, held in self.groups for item in held), *self.items]))


def choose(plan: QueryPlan, facts: Facts) -> Shown:
    """The first items up to the limits; nothing is filtered here."""
    passages = tuple(item for item in facts.items if item.type == PASSAGE)
    found = tuple(dict.fromkeys(item for item in facts.items if item.type != PASSAGE))
    groups = _groups(plan, facts)
    grouped = {item for _, held in facts.groups for item in held} if groups else set()
    skip = plan.limits.skip
    items = tuple(item for item in found if item not in grouped)[skip : skip + plan.limits.max_items]
    shown = Shown(items, groups, passages, total=len(found), hidden=0)
    return Shown(items, groups, passages, total=len(found), hidden=max(0, len(found) - skip - len(shown.told)))


def _groups(plan: QueryPlan, facts: Facts) -> Groups:
    """The first groups, up to the limit of items over all of them; a count or a yes needs none."""
    if plan.render_style != "GROUPED_BULLETS" or plan.info_need not in ("list", "details"):
        return ()
    groups, left = [], plan.limits.max_items
    for title, held in facts.groups[: plan.limits.max_groups]:
        shown = tuple(dict.fromkeys(held))[:left]
        left -= len(shown)
        groups += [(title, shown)] if shown else []
    return tuple(groups)


PARAGRAPHS = 3
"""The most that a short answer has."""


@dataclass(frozen=True)
class Told:
    """What the styles need to know of one answer."""

    plan: QueryPlan
    shown: Shown

    @property
    def words(self) -> Mapping[str, Any]:
        """The wordings of the answer's language."""
        return wordings(self.plan.language)

    @property
    def subject(self) -> str:
        """What the question names and the list does not, by name; "" where it names nothing."""
        listed = {item.name for item in self.shown.told}
        names = dict.fromkeys(entity.name for entity in self.plan.entities if entity.name not in listed)
        return ", ".join(names)

    @property
    def count(self) -> str:
        """How many were found, with their noun; "" where there is no noun for them."""
        types = [item.type for item in self.shown.told]
        return counted(self.shown.total, types, self.plan.language, self.plan.called)

    def said(self, wording: str, **more: Any) -> str:
        """A wording, in its variant for what is known: with a noun or plain, with a subject or alone."""
        name = wording + ("" if self.count else "_plain") + ("" if self.subject else "_alone")
        big = self.count[:1].upper() + self.count[1:]
        return str(
            self.words[name].format(subject=self.subject, count=self.count, Count=big, n=self.shown.total, **more)
        )

    def more(self) -> list[str]:
        """The line that says how many are left out."""
        return [self.words["more"].format(x=self.shown.hidden)] if self.shown.hidden else []


def bullets(told: Told) -> list[str]:
    """A lead-in and a bullet an item; one item needs no list."""
    items = told.shown.items
    if len(items) == 1 and not told.shown.hidden:
        return list(_single(items[0], told))
    return [told.said("lead"), "", *_bullets(items, told.words), *_last(told)]


def grouped(told: Told) -> list[str]:
    """A bullet a group, its items beneath it; what is in no group comes after."""
    lines = [told.said("lead"), ""]
    for title, held in told.shown.groups:
        lines += [f"- {title}:", *_bullets(held, told.words, "  ")]
    return [*lines, *_bullets(told.shown.items, told.words), *_last(told)]


def short(told: Told) -> list[str]:
    """A paragraph an item; where they are many, one paragraph with their names."""
    items = told.shown.items
    if len(items) > min(PARAGRAPHS, told.plan.limits.max_paragraphs) or told.shown.hidden:
        names = ", ".join(item.name for item in items)
        return [told.said("counted", names=names), *(["", *told.more()] if told.shown.hidden else [])]
    return [text for item in items for text in (*_single(item, told), "")][:-1]


def table(told: Told) -> list[str]:
    """A row an item; facts stand in columns of their own where all items have as many."""
    rows = [_cells(item) for item in told.shown.items]
    widths = {len(row) for row in rows}
    if len(widths) != 1 or widths == {1}:
        rows = [[row[0], "; ".join(row[1:])] for row in rows]
    wide = len(rows[0])
    head = [told.words["name"], told.words["details"], *([""] * (wide - 2))]
    lines = [head, ["---"] * wide, *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    drawn = ["| " + " | ".join(row) + " |" for row in lines]
    return [told.said("lead"), "", *drawn, *(["", *told.more()] if told.shown.hidden else [])]


def _cells(item: Item) -> list[str]:
    facts, listed = parts(item)
    return [item.name, *facts, *(["; ".join(listed)] if listed else [])]


def _single(item: Item, told: Told) -> Iterator[str]:
    """One item as a sentence, its lists beneath it: `Aston — руководитель группы; с сентября 2023`."""
    said = line(item, told.words)
    listed = entries(item)
    end = "" if said.endswith((".", "!", "?")) else ":" if listed else "."
    yield f"{said}{end}"
    if listed:
        yield from ("", *(f"- {entry}" for entry in listed))


def _bullets(items: Sequence[Item], words: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    for item in items:
        listed = entries(item)
        yield f"{indent}- {line(item, words)}{':' if listed and not run(parts(item)[0]).endswith('.') else ''}"
        yield from (f"{indent}  - {entry}" for entry in listed)


def _last(told: Told) -> list[str]:
    return [f"- {line}" for line in told.more()]
