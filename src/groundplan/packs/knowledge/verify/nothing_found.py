"""nothing-found: where there are no facts, the renderer's one sentence is the answer."""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.packs.knowledge.render import render
from groundplan.packs.knowledge.verify.known import Known, Said


def nothing_found(said: Said, known: Known) -> Iterator[str]:
    """Anything else than that sentence would be an invention."""
    sentence = render(known.brief, known.facts).text
    if not known.facts.found and said.text.strip() != sentence:
        yield f"nothing was found, so the answer must be exactly this: {sentence}"
