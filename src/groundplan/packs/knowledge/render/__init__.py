"""Brief, Facts -> Answer: complete and grounded by construction; no ids, no scores, no references."""

from __future__ import annotations

from groundplan.contracts import Answer, Brief, Facts
from groundplan.packs.knowledge.render import needs, styles
from groundplan.packs.knowledge.render.quote import quote
from groundplan.packs.knowledge.render.styles import Told, choose
from groundplan.packs.knowledge.schema import QueryPlan

__all__ = ["render"]

STYLES = {"BULLETS": styles.bullets, "GROUPED_BULLETS": styles.grouped, "SHORT": styles.short, "TABLE": styles.table}
NEEDS = {"count": needs.count, "yes_no": needs.yes_no, "when": needs.when, "how_long": needs.how_long}


def render(brief: Brief, facts: Facts) -> Answer:
    """Every item up to the limit, then how many more there are; one plain sentence where nothing was found."""
    plan = QueryPlan.model_validate(brief.form)
    told = Told(plan, choose(plan, facts))
    if not facts.found or not (told.shown.told or told.shown.passages):
        return Answer(text=_nothing(told), style="SHORT")
    if not told.shown.told:
        return Answer(text="\n\n".join(_quoted(brief, told)), style="SHORT")
    lines = _items(told)
    beside = _quoted(brief, told)[:1]  # the graph had too little, so documents were searched as well
    lines += ["", told.words["documents"].format(text=beside[0])] if beside else []
    return Answer(text="\n".join(lines), style=_style(told))


def _items(told: Told) -> list[str]:
    need = NEEDS.get(told.plan.info_need)
    found = need(told) if need else None
    return found or STYLES[_style(told)](told)


def _style(told: Told) -> str:
    style = told.plan.render_style
    return "BULLETS" if style == "GROUPED_BULLETS" and not told.shown.groups else style


def _quoted(brief: Brief, told: Told) -> list[str]:
    question = brief.goal or told.plan.query
    return quote(question, told.shown.passages, told.plan.language, told.plan.limits.max_paragraphs)


def _nothing(told: Told) -> str:
    """One sentence: a name nobody knows, a no, or plainly nothing."""
    plan = told.plan
    wording = "nothing_about" if told.subject else "nothing"
    if plan.unknown:
        wording = "unknown"
    elif plan.info_need == "yes_no" and any(call.args.get("conditions") for call in plan.tool_calls):
        wording = "no"
    return str(told.words[wording].format(subject=told.subject, names=", ".join(plan.unknown)))
