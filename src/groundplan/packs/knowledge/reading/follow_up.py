"""The plan before -> what a follow-up takes over from it, and whether all it asks for is what was left out then."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from groundplan.language.russian import lemma, russian
from groundplan.packs.knowledge.nouns import Link, language_of
from groundplan.packs.knowledge.reading.interpretation import Condition, Interpretation, Path
from groundplan.packs.knowledge.reading.question_words import Word
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex
from groundplan.packs.knowledge.reading.word_keys import data

KEPT = 0.8
"""How far what is taken over from the question before is trusted."""


def prior_links(schema: SchemaIndex, prior: Mapping[str, Any], at: int) -> tuple[Link, ...]:
    """The nodes of the plan before, as if named at the end of the question."""
    found = []
    for entity in prior.get("entities", ()):
        node = schema.graph.node(str(entity.get("id", "")))
        if node:
            found.append(
                Link(node=node.id, type=node.type, name=node.name, start=at, end=at, said="", score=0.8, how="exact")
            )
    return tuple(found)


def prior_intents(prior: Mapping[str, Any]) -> tuple[str, ...]:
    """The intents of the plan before."""
    return tuple(str(intent) for intent in prior.get("intents", ()))


def the_rest(
    schema: SchemaIndex, text: str, spoken: Sequence[Word], links: Sequence[Link], prior: Mapping[str, Any]
) -> Interpretation | None:
    """The interpretation before, with its rest wanted; nothing where the question asks for anything else."""
    if links or not wants_rest(spoken):
        return None
    paths = tuple(_path(call) for call in prior.get("tool_calls", ()) if call.get("args", {}).get("entity_id"))
    if not paths:
        return None
    kind = schema.domain.intents.get(paths[0].intent)
    return Interpretation(
        tuple((name, KEPT) for name in dict.fromkeys(path.intent for path in paths)),
        prior_links(schema, prior, len(text)), paths, prior.get("category"), "list",
        kind.style if kind else "BULLETS", language_of(text), rest=True,
    )  # fmt: skip


def wants_rest(spoken: Sequence[Word]) -> bool:
    """Whether nothing is said but that more is wanted: `покажи остальные`, `what else is there`."""
    wanted = set(" ".join(data("question_words.yaml")["rest"].values()).split())
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
