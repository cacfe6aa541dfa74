"""Questions that no intent fits and that are clear without one: for all nodes of a type, or a bare name."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as Location

from groundplan.packs.knowledge.nouns import Domain, NodeType, Said
from groundplan.packs.knowledge.reading import Interpretation, Path
from groundplan.packs.knowledge.registry import EntityRegistry
from groundplan.packs.knowledge.render.quote import content
from groundplan.packs.knowledge.schema import CHAIN
from groundplan.packs.knowledge.tools import EVERY
from groundplan.plan.folder import load

LONGEST = 12
"""Words of a name."""
MOST_OF_IT = 0.5
"""Share of the text that is the name; in a sentence it is less."""
FIRST = 5
"""Nodes that a name may mean and that are still told of."""
FILE = Location(__file__).with_name("asking.yaml")


def listed(text: str, meant: Interpretation, domain: Domain) -> Interpretation:
    """The interpretation; where it found no way and every word is one for a type or its category, all nodes of it."""
    if meant.paths or meant.links or (meant.doubt and meant.doubt.kind == "clarify"):
        return meant
    asked = content(text) - asking()
    found = [(name, where) for name, kind in domain.types.items() if (where := _explained(asked, kind)) is not None]
    if len(found) != 1 or not asked:
        return meant
    (name, where) = found[0]
    path = Path(intent=CHAIN, start=(f"{name}{EVERY}",), where=where)
    need = meant.info_need if meant.info_need == "count" else "list"
    return replace(meant, paths=(path,), intents=((CHAIN, 1.0),), info_need=need, doubt=None, unknown=())


def looked_up(text: str, meant: Interpretation, registry: EntityRegistry) -> Interpretation:
    """The interpretation; where it found no way and the text is no sentence, what the text names, the best first."""
    if meant.paths or meant.doubt or "?" in text or len(text.split()) > LONGEST:
        return meant
    found = registry.lookup(text)[:FIRST]
    if not found or found[0].end - found[0].start < MOST_OF_IT * len(text.strip()):
        return meant
    path = Path(intent=CHAIN, start=(found[0].node,))
    return replace(meant, links=found, paths=(path,), intents=((CHAIN, found[0].score),), info_need="details")


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
