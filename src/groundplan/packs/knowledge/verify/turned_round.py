"""turned-round: a wording that denies what was found, or tells it of another kind, in another unit or language."""

from __future__ import annotations

from collections.abc import Iterator

from groundplan.language.turned import turned
from groundplan.packs.knowledge.render import render
from groundplan.packs.knowledge.verify.amounts import amounts
from groundplan.packs.knowledge.verify.known import Known, Said


def turned_round(said: Said, known: Known) -> Iterator[str]:
    """Beside the text that is rendered, and all that the items tell."""
    rendered = render(known.brief, known.facts).text
    told = [text for held in known.held for text in (held.item.text, *held.names)]
    yield from turned(
        said.text, "\n".join([rendered, *told]), known.brief.goal or known.plan.query or rendered, whole=False
    )
    yield from _of_other_things(said.text, known)


def _of_other_things(text: str, known: Known) -> Iterator[str]:
    """So many projects where the facts tell of so many users."""
    found = {held.item.type for held in known.held}
    others = {
        word: name
        for name, kind in known.source.domain.types.items()
        for words in kind.called.values()
        for word in words
        if name not in found and not known.told_words & {word}
    }
    for amount in amounts(text):
        if amount.value is not None and (wrong := amount.after & {*others}):
            yield f"{amount.said!r} is no number of {min(wrong)}"
