"""Whether a follow-up asks for what the answer before left out, and the way that was gone then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.language.russian import lemma, russian
from groundplan.packs.knowledge.nouns import Link, language_of
from groundplan.packs.knowledge.reading.atlas import Atlas
from groundplan.packs.knowledge.reading.kin import data
from groundplan.packs.knowledge.reading.prior import prior_links
from groundplan.packs.knowledge.reading.shape import Condition, Path, Reading
from groundplan.packs.knowledge.reading.words import Word

KEPT = 0.8
"""How far what is taken over from the question before is trusted."""


def the_rest(
    atlas: Atlas, text: str, spoken: Sequence[Word], links: Sequence[Link], prior: Mapping[str, Any]
) -> Reading | None:
    """The reading before, with its rest wanted; nothing where the question asks for anything else."""
    if links or not wants_rest(spoken):
        return None
    paths = tuple(_path(call) for call in prior.get("tool_calls", ()) if call.get("args", {}).get("entity_id"))
    if not paths:
        return None
    kind = atlas.domain.intents.get(paths[0].intent)
    return Reading(
        tuple((name, KEPT) for name in dict.fromkeys(path.intent for path in paths)),
        prior_links(atlas, prior, len(text)), paths, prior.get("category"), prior.get("scope"), "list",
        kind.style if kind else "BULLETS", language_of(text), rest=True,
    )  # fmt: skip


def wants_rest(spoken: Sequence[Word]) -> bool:
    """Whether nothing is said but that more is wanted: `покажи остальные`, `what else is there`."""
    wanted = set(" ".join(data("words.yaml")["rest"].values()).split())
    said = [lemma(word.said) if russian(word.said) else word.said.lower() for word in spoken]
    more = [word in wanted for word in said]
    return any(more) and all(known or word.small for known, word in zip(more, spoken, strict=True))


def _path(call: Mapping[str, Any]) -> Path:
    args = call["args"]
    start = args["entity_id"]
    return Path(
        str(args.get("intent", "")),
        tuple(start) if isinstance(start, list | tuple) else (str(start),),
        tuple(args.get("path", ())),
        tuple(args.get("where", {}).items()),
        tuple(Condition(one["at"], one["hop"], one["node"]) for one in args.get("conditions", ())),
        group="group" if args.get("group") else None,
        confidence=KEPT,
        fields=tuple(args.get("fields", ())),
    )
