"""What is counted and measured, and figures that have a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from groundplan.packs.activity.heard.conditions import conditions
from groundplan.packs.activity.heard.keys import keys_of
from groundplan.packs.activity.heard.lexicon import said
from groundplan.packs.activity.heard.page import Page
from groundplan.packs.activity.heard.parts import all_of
from groundplan.packs.activity.heard.ranked import how_many
from groundplan.packs.activity.heard.spans import Span
from groundplan.reading.constructions.figures import FIGURES

COUNTS = ("count", "count_distinct")


def named_figure(page: Page) -> Mapping[str, Any] | None:
    for span in page.heard.spans:
        for meaning in span.of("figure"):
            if meaning.dataset == page.base:
                page.use(span)
                found: Mapping[str, Any] = next(one for one in said()["figures"] if one["name"] == meaning.name)
                return found
    return None


def of_figure(page: Page, figure: Mapping[str, Any]) -> str:
    """A figure that has a name, in the way that it is asked for."""
    what, page.moment = str(figure["figure"]), str(figure.get("when", ""))
    for span in page.cues("figure"):
        label = span.mark.label if span.mark else ""
        page.use(span)
        if label in FIGURES and "(" in what and not what.startswith(("rate", "share", "sum")):
            what = f"{FIGURES[label]}{what[what.index('(') :]}"
    what = _in_unit(page, what)
    longest = page.cues("longest", "shortest")
    keys = keys_of(page)
    page.use(*(span for span in page.heard.spans if page.base in {m.dataset for m in span.of("noun")}))
    page.use(*page.cues("share", "how_long"))
    of = [str(figure["where"])] if figure["where"] else []
    own = conditions(page)
    where = [*of, *(one for one in own if one not in of)]
    if longest:
        page.use(*longest)
        amount = what[what.index("(") + 1 : -1]
        low = "lowest " if longest[0].cue("shortest") else ""
        return f"{page.base}:{all_of(where)} keep {how_many(page)} by {low}{amount} show this, {amount}"
    held = any(one.startswith(f"{figure.get('by')} =") for one in where)
    default = [str(figure["by"])] if "by" in figure and not keys and not held else []
    by = f" by {', '.join(keys or default)}" if keys or default else ""
    page.use(*page.cues("idle", "compare", "which", "when"))
    keep = " keep 20 by share(count)" if what == "share(count)" else ""
    return f"{page.base}: {what}{by}{all_of(where)}{keep}"


def _in_unit(page: Page, what: str) -> str:
    """`in days`, of what is told in hours."""
    amounts = {one.name: one.unit for one in page.dataset.fields if one.role == "measure" and one.unit}
    name = what[what.index("(") + 1 : -1] if "(" in what else ""
    for span in page.heard.spans:
        unit = said()["units"].get(span.said.lower().removeprefix("in ").removeprefix("в "))
        if unit and name in amounts and span not in page.used:
            page.use(span)
            if unit != amounts[name]:
                return what.replace(name, f"{unit}({name})")
    return what


def figures_of(page: Page) -> tuple[str, str]:
    """What is counted, and what is measured."""
    counted, measured = "", ""
    for span in page.cues("figure"):
        label = span.mark.label if span.mark else ""
        amount = _amount(page, span)
        if label in COUNTS:
            people = _people_behind(page, span)
            if people:
                counted = f"distinct({people})"
            elif amount is not None and not counted:
                measured = measured or f"sum({amount})"
            else:
                counted = counted or "count"
            page.use(span)
        elif label == "sum" and amount is None and (counted or measured):
            page.use(span)  # how many in total
        elif label in FIGURES and (amount is not None or measured.startswith("sum(")):
            measured = f"{FIGURES[label]}({amount or measured[4:-1]})"
            page.use(span)
    if measured and not counted:
        return "", _in_unit(page, measured)
    if not counted and not measured:
        loose = [m for s in page.free("amount") for m in s.of("amount") if m.dataset == page.base and not s.of("noun")]
        keyed = page.cues("grain", "each", "key", "how_long")
        alone = not any(m.dataset == page.base for s in page.heard.spans for m in s.of("noun"))
        if loose and (keyed or alone):
            page.use(*(s for s in page.free("amount") if loose[0] in s.of("amount")))
            return "", _in_unit(page, f"{_usual(page, loose[0].name)}({loose[0].name})")
    return (counted, "") if counted else ("", measured)


def over_groups(page: Page) -> str:
    """`average commits per week`: a figure of what the groups come to."""
    for span in page.cues("figure"):
        label = span.mark.label if span.mark else ""
        if label in FIGURES and label != "sum":
            page.use(span)
            return FIGURES[label]
    return ""


def _usual(page: Page, name: str) -> str:
    """How amounts of a field come together where no word says it."""
    field = page.dataset.field(name)
    return "average" if field is not None and field.adds_up == "average" else "sum"


def _amount(page: Page, span: Span) -> str | None:
    """The amount that is named right behind a word for a figure, among idle words."""
    following = page.after(span)
    while following is not None and not any(m.dataset == page.base for m in following.of("amount")):
        if not following.cue("idle", "lines") and not any(m.dataset == page.base for m in following.of("noun")):
            break
        following = page.after(following)
    if following is None:
        return None
    own = [m for m in following.of("amount") if m.dataset == page.base]
    noun = [m for m in following.of("noun") if m.dataset == page.base]
    if not own or noun:
        return None
    page.use(following)
    return own[0].name


def _people_behind(page: Page, span: Span) -> str:
    following = page.after(span)
    if following is not None and following.of("people") and page.base not in {m.dataset for m in following.of("noun")}:
        page.use(following)
        own = next((m.name for m in following.of("people") if m.dataset == page.base and m.name), "")
        return own or page.person()
    return ""
