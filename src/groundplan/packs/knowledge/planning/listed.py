"""A question for all nodes of a type, of a category perhaps: no name and no intent is needed to list them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as Location

from groundplan.packs.knowledge.nouns import Domain, NodeType, Said
from groundplan.packs.knowledge.reading import Path, Reading
from groundplan.packs.knowledge.render.quote import content
from groundplan.packs.knowledge.schema import CHAIN
from groundplan.packs.knowledge.tools import EVERY
from groundplan.plan.folder import load

FILE = Location(__file__).with_name("asking.yaml")


def listed(text: str, reading: Reading, domain: Domain) -> Reading:
    """The reading; where it found no way and every word is one for a type or its category, all nodes of it."""
    if reading.paths or reading.links or (reading.doubt and reading.doubt.kind == "clarify"):
        return reading
    asked = content(text) - asking()
    found = [(name, where) for name, kind in domain.types.items() if (where := _explained(asked, kind)) is not None]
    if len(found) != 1 or not asked:
        return reading
    (name, where) = found[0]
    path = Path(intent=CHAIN, start=(f"{name}{EVERY}",), where=where)
    need = reading.info_need if reading.info_need == "count" else "list"
    return replace(reading, paths=(path,), intents=((CHAIN, 1.0),), info_need=need, doubt=None, unknown=())


def asking() -> frozenset[str]:
    """Words that ask for a list or a number and say nothing of what it is of."""
    return content(" ".join(load(FILE)))


def _explained(asked: frozenset[str], kind: NodeType) -> tuple[tuple[str, str], ...] | None:
    """The condition on the category that the words say, if any; None where the words say something else."""
    names = _words(kind.called) | _words(kind.says)
    if asked and asked <= names:
        return ()
    if kind.category is None:
        return None
    for category, said in kind.categories.items():
        words = _words(said)
        if asked <= names | words and asked & words:
            return ((kind.category, category),)
    return None


def _words(said: Said) -> frozenset[str]:
    return frozenset(word for phrases in said.values() for phrase in phrases for word in content(phrase))
