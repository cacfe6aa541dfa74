"""Brief, Facts -> Answer: the renderer's text, or a model's wording of it."""

from __future__ import annotations

from groundplan.contracts import Answer, Brief, Facts
from groundplan.errors import FillError, ModelError
from groundplan.llm.base import LLM
from groundplan.llm.contracts import answer_contract
from groundplan.llm.prompts import fenced, prompt
from groundplan.pack import Pack


async def answer(brief: Brief, facts: Facts, pack: Pack, llm: LLM | None, violations: tuple[str, ...]) -> Answer:
    """Complete and grounded by construction; a model may only rephrase it."""
    rendered = pack.telling.render(brief, facts)
    if llm is None or not facts.found:  # where nothing was found there is nothing to reword
        return rendered
    told = "\n".join(violations) or "none"
    asked = prompt(pack.telling.wording, text=fenced(rendered.text), violations=told, question=fenced(brief.goal))
    try:
        filled = await llm.fill(asked, answer_contract())
    except (FillError, ModelError):
        return rendered
    return rendered.model_copy(update={"text": str(filled.values["text"]).strip() or rendered.text})
