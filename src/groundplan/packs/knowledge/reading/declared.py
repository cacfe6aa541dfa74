"""A question to a domain with declared intents: by example first, by the words of the schema where that fits better."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from groundplan.packs.knowledge.nouns import Link, language_of
from groundplan.packs.knowledge.reading import doubts, fields
from groundplan.packs.knowledge.reading.around_topic import proper
from groundplan.packs.knowledge.reading.choose import Read, best, end, others_than_whole
from groundplan.packs.knowledge.reading.follow_up import KEPT, prior_intents, prior_links, the_rest
from groundplan.packs.knowledge.reading.intents import OFF_TOPIC, Scores, examples, with_slots
from groundplan.packs.knowledge.reading.interpretation import Interpretation, Path
from groundplan.packs.knowledge.reading.narrow import narrowed
from groundplan.packs.knowledge.reading.orders import ordered
from groundplan.packs.knowledge.reading.paths import Named, path_of, settled
from groundplan.packs.knowledge.reading.question_words import Word, words
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex
from groundplan.packs.knowledge.reading.slots import categories, info_need, unknown_names, within
from groundplan.packs.knowledge.schema import CHAIN, GENERAL

SURELY_OFF, FAR_OFF = 0.31, 0.12
"""How near an off-topic request must be, or how much nearer than any intent, for a question to be one."""
_BREAK = re.compile(r"[.?!;]+\s+|,?\s+(?:и|а также|and|as well as)\s+", re.IGNORECASE)
ASIDE = 0.32
"""An intent that is so much farther from the whole question is not asked for beside the best."""
SURE = 0.6
"""How far a way between two names is trusted at least, where whether there is one is asked."""
FIELD = 0.6
"""How well the words of a field must be those of the question."""


def read(
    schema: SchemaIndex,
    text: str,
    links: Sequence[Link],
    prior: Mapping[str, Any],
    threshold: float,
) -> Interpretation:
    """The intents of a question with their ways, slots and doubts."""
    language, spoken = language_of(text), words(text)
    if prior and (rest := the_rest(schema, text, spoken, links, prior)):
        return rest
    elliptic = bool(prior) and _elliptic(spoken, links)
    if prior and not others_than_whole(schema, links):
        links = (*links, *prior_links(schema, prior, len(text)))
    named = settled(schema, links, spoken, text)
    if ordered(schema, text, named.links):
        return _refused(schema, named, language)
    if elliptic:
        return _told(schema, text, named, _kept(schema, named, prior), threshold, ())
    scores = _scores(schema, text, named.links)
    if field := _field(schema, named, scores):
        return _interpretation(schema, text, named, [field], ())
    if _out_of_place(scores):
        return _refused(schema, named, language)
    found = _closed(schema, text, named, _parts(schema, text, named, scores, threshold))
    return _told(schema, text, named, found, threshold, unknown_names(schema.domain, text, named.links))


def _refused(schema: SchemaIndex, named: Named, language: Literal["ru", "en"]) -> Interpretation:
    return Interpretation(((GENERAL, 0.0),), named.links, language=language, doubt=doubts.refuse(schema, language))


def _told(
    schema: SchemaIndex, text: str, named: Named, found: Sequence[Read], threshold: float, unknown: tuple[str, ...]
) -> Interpretation:
    """What was found as a reading; a question back where a name is ambiguous, the documents where nothing is sure."""
    language = language_of(text)
    unsure = [one.unsure for one in found if one.unsure]
    if unsure:
        doubt = doubts.clarify(schema, unsure[0], language)
        return Interpretation(_intents(found), named.links, language=language, doubt=doubt)
    closed = info_need(text, named.words, details=False) == "yes_no"
    nobody = unknown and (closed or not others_than_whole(schema, named.links))
    if not found or found[0].confidence < threshold or nobody:
        return Interpretation(
            ((GENERAL, 0.6),), named.links, info_need="details", style="SHORT", language=language, unknown=unknown
        )
    return _interpretation(schema, text, named, found, unknown)


def _closed(schema: SchemaIndex, text: str, named: Named, found: list[Read]) -> list[Read]:
    """The way from one of two names to the other, where the question is whether there is one and no intent tells."""
    links = others_than_whole(schema, named.links)
    if len(links) != 2 or info_need(text, named.words, details=False) != "yes_no":
        return found
    met = [{*one.path.start, *(c.node for c in one.path.conditions)} for one in found if one.path]
    if any(all(nodes & {link.node, *link.rivals} for link in links) for nodes in met):
        return found
    way = narrowed(schema, named.words, links, closed=True)
    return [Read(CHAIN, max(SURE, way[0].confidence), way[0])] if way else found


def _field(schema: SchemaIndex, named: Named, scores: Scores) -> Read | None:
    """A field that the question asks for by its words, where these are nearer than any intent's examples."""
    found = fields.asked(schema, named)
    if found is None or found.score < max(FIELD, *scores.values()):
        return None
    return Read(found.path.intent, min(found.score, 0.99), found.path)


def _interpretation(
    schema: SchemaIndex, text: str, named: Named, found: Sequence[Read], unknown: tuple[str, ...]
) -> Interpretation:
    spoken = named.words
    paths = tuple(replace(one.path, confidence=one.confidence) for one in found if one.path)
    category, paths = _categorised(schema, spoken, named, paths)
    kind = schema.domain.intents.get(found[0].intent)
    return Interpretation(
        _intents(found), _used(schema, named, paths), paths, category,
        info_need(text, spoken, bool(paths) and not paths[0].hops),
        kind.style if kind else "BULLETS", language_of(text), unknown=unknown,
    )  # fmt: skip


def _scores(schema: SchemaIndex, text: str, links: Sequence[Link]) -> Scores:
    """Nearness to each intent, names masked; with common nouns that are names (`email`) also as they stand."""
    told = examples(schema)
    found = told.scores(with_slots(text, links, schema.domain))
    plain = [link for link in links if link.said and not proper(link)]
    if not plain:
        return found
    again = told.scores(with_slots(text, [link for link in links if link not in plain], schema.domain))
    return {intent: max(score, again[intent]) for intent, score in found.items()}


def _intents(found: Sequence[Read]) -> tuple[tuple[str, float], ...]:
    return tuple((one.intent, round(one.confidence, 3)) for one in found)


def _used(schema: SchemaIndex, named: Named, paths: Sequence[Path]) -> tuple[Link, ...]:
    """The links as the paths took them, rivals settled."""
    taken = {node for path in paths for node in (*path.start, *(c.node for c in path.conditions))}
    return tuple(
        next((one for type in {link.type, *_types(link)} for one in named.of(type)
              if one.node in taken and one.start == link.start), link)
        for link in named.links
    )  # fmt: skip


def _types(link: Link) -> set[str]:
    return {rival.partition(":")[0] for rival in link.rivals}


def _elliptic(spoken: Sequence[Word], links: Sequence[Link]) -> bool:
    """Whether a question only names something else: `а в Aston?`."""
    return not any(not w.small and not any(li.start < w.end and w.start < li.end for li in links) for w in spoken)


def _kept(schema: SchemaIndex, named: Named, prior: Mapping[str, Any]) -> list[Read]:
    """The intents of the question before, from what is named now."""
    found = []
    for intent in prior_intents(prior):
        if intent in schema.domain.intents and (drawn := path_of(schema, intent, named)):
            found.append(Read(intent, KEPT, *drawn))
    return found


def _out_of_place(scores: Scores) -> bool:
    """Nearer to what no base is asked than to any intent, and not near to one."""
    off = scores[OFF_TOPIC]
    near = max(score for intent, score in scores.items() if intent != OFF_TOPIC)
    return off > max(near, SURELY_OFF) or off > near + FAR_OFF


def _parts(schema: SchemaIndex, text: str, named: Named, whole: Scores, threshold: float) -> list[Read]:
    """The intents of each part where the parts ask for different things, else of the whole."""
    first = best(schema, text, named, whole)
    pieces = stretches(text, named.links)
    if len(pieces) == 1 or first is None:
        return [first] if first else []
    found: dict[str, Read] = {}
    for start, stop in pieces:
        one = _part(schema, text[start:stop], start, named)
        if one and one.confidence >= threshold:
            found.setdefault(one.intent, one)
    least = whole.get(first.intent, 0.0) - ASIDE
    near = [one for one in found.values() if one.intent == CHAIN or whole[one.intent] > least]
    return near if len(near) > 1 and first.intent in found and GENERAL not in found else [first]


def _part(schema: SchemaIndex, part: str, start: int, named: Named) -> Read | None:
    """The intent of a part; where it names nothing itself, of what the question names elsewhere."""
    own = within(part, start, named.links)
    scores = _scores(schema, part, own)
    if scores[OFF_TOPIC] >= max(scores.values()):
        return None
    links = tuple(own) if others_than_whole(schema, own) else _moved(named, len(part))
    return best(schema, part, Named(links, words(part), named.either), scores)


def _moved(named: Named, at: int) -> tuple[Link, ...]:
    """The links of the whole question, for a part that names nothing itself."""
    return tuple(link.model_copy(update={"start": at, "end": at, "said": ""}) for link in named.links)


def _categorised(
    schema: SchemaIndex, spoken: Sequence[Word], named: Named, paths: tuple[Path, ...]
) -> tuple[str | None, tuple[Path, ...]]:
    """The category asked for; several go into the conditions of the path itself."""
    if not paths:
        return None, paths
    type = end(schema, paths[0])
    found = categories(schema.domain, type, spoken, named.links) if paths[0].hops else ()
    if len(found) < 2:
        return (found[0] if found else None), paths
    field = schema.domain.types[type].category or ""
    return None, (replace(paths[0], where=(*paths[0].where, (field, list(found)))), *paths[1:])


def stretches(text: str, links: Sequence[Link]) -> tuple[tuple[int, int], ...]:
    """Stretches that could each be a question; one where the text is one."""
    cuts = [0]
    for match in _BREAK.finditer(text):
        inside = any(link.start < match.end() and match.start() < link.end for link in links)
        if (
            not inside
            and _says(text[cuts[-1] : match.start()], links, cuts[-1])
            and _says(text[match.end() :], links, match.end())
        ):
            cuts.append(match.end())
    ends = [*cuts[1:], len(text)]
    return tuple((start, end) for start, end in zip(cuts, ends, strict=True) if text[start:end].strip())


def _says(text: str, links: Sequence[Link], offset: int) -> bool:
    """Whether a stretch says something of its own: a content word that is no name, or a name that is asked for."""
    asking = False
    for word in words(text):
        start, end = word.start + offset, word.end + offset
        named = any(link.start < end and start < link.end for link in links)
        if not word.small and (asking or not named):
            return True
        asking = asking or bool(word.asks)
    return False
