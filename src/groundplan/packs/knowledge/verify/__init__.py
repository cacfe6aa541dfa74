"""Answer, Brief, Facts, source -> violations: what a wording says that the facts do not, or leaves out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from groundplan.contracts import Answer, Brief, Facts
from groundplan.packs.knowledge.render import render
from groundplan.packs.knowledge.verify.artefacts import artefacts
from groundplan.packs.knowledge.verify.completeness import completeness
from groundplan.packs.knowledge.verify.figures import figures
from groundplan.packs.knowledge.verify.forbidden import forbidden
from groundplan.packs.knowledge.verify.known import Known, Said
from groundplan.packs.knowledge.verify.names import names
from groundplan.packs.knowledge.verify.pairs import pairs
from groundplan.packs.knowledge.verify.support import support
from groundplan.packs.knowledge.verify.turned_round import turned_round

__all__ = ["CHECKS", "Check", "verify"]

Check = Callable[[Said, Known], Iterable[str]]

CHECKS: tuple[Check, ...] = (
    artefacts,  # first, as ids would be read as names by all that follow
    forbidden,  # a guess may be made of the right words
    figures,  # precision: what is said must be there ...
    names,
    completeness,  # ... and recall: what is there must be said
    support,  # the words between names and figures
    pairs,  # only right names can stand in a wrong relation
    turned_round,  # last: the right words, and what they say of each other
)


def verify(answer: Answer, brief: Brief, facts: Facts, source: Any) -> tuple[str, ...]:
    """Every violation as a sentence, in the order of the checks; without facts there is one answer only."""
    known = Known(brief, facts, source)
    said = Said(answer.text, known)
    if not facts.found:  # the renderer's one sentence is the answer; anything else would be an invention
        sentence = render(brief, facts).text
        wrong = f"nothing was found, so the answer must be exactly this: {sentence}"
        return () if answer.text.strip() == sentence else (wrong,)
    return tuple(dict.fromkeys(wrong for check in CHECKS for wrong in check(said, known)))
