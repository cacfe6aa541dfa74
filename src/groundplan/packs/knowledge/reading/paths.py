"""Intents and links -> paths: where a pattern starts, and how the other names narrow what is found."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from groundplan.language.russian import russian
from groundplan.language.russian.lemmas import parses
from groundplan.packs.knowledge.nouns import Link, Pattern
from groundplan.packs.knowledge.reading.chains import Hops, reached
from groundplan.packs.knowledge.reading.interpretation import Condition, Path
from groundplan.packs.knowledge.reading.question_words import Word
from groundplan.packs.knowledge.reading.rank import apart
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex, inverse
from groundplan.packs.knowledge.reading.word_keys import data, keys


@dataclass(frozen=True)
class Named:
    """The links of a question, each settled as far as its neighbours and types can settle it."""

    links: tuple[Link, ...]
    words: tuple[Word, ...]
    either: bool
    """Whether several names are meant one or the other, rather than together."""

    def of(self, type: str) -> list[Link]:
        """The links to a node of that type, also where the words name another as well."""
        return [one for link in self.links for one in apart(link) if one.type == type]


def settled(schema: SchemaIndex, links: Sequence[Link], words: Sequence[Word], text: str) -> Named:
    """Links whose rivals are fewer where the type is said beside the name: `на проекте АЛОР`."""
    said = {word.said.lower() for word in words}
    found = tuple(_by_neighbour(schema, link, words) for link in links)
    return Named(found, tuple(words), bool(said & set(data("question_words.yaml")["or"])))


def _by_neighbour(schema: SchemaIndex, link: Link, words: Sequence[Word]) -> Link:
    options = list(apart(link))
    if len(options) == 1:
        return link
    before = [word for word in words if word.end <= link.start][-2:]
    after = [word for word in words if word.start >= link.end][:1]
    fit = [one for one in options if any(_speaks(schema, word, one.type) for word in (*before, *after))]
    if not fit:
        return link
    return fit[0].model_copy(update={"rivals": tuple(one.node for one in fit[1:])})


def _speaks(schema: SchemaIndex, word: Word, type: str) -> bool:
    """Whether a word is a word for the type."""
    kind = schema.domain.types.get(type)
    said = [phrase for phrases in kind.called.values() for phrase in phrases] if kind else []
    known = {key for phrase in said if " " not in phrase for key in keys(phrase) if key[0] not in "#~"}
    return bool(known & word.keys) and not _several(word.said)


def _several(said: str) -> bool:
    """Whether a noun is in the plural: `ALOR projects` are projects of ALOR, not the project of that name."""
    return "plur" in parses(said)[0].marks if russian(said) else said.lower().endswith("s")


def path_of(schema: SchemaIndex, intent: str, named: Named) -> tuple[Path, tuple[Link, ...]] | None:
    """The way of an intent from what is named, and the links that are ambiguous on it."""
    patterns = schema.domain.intents[intent].patterns
    for pattern in patterns:
        if _single(schema, pattern.start):
            continue
        if starts := named.of(pattern.start):
            drawn, unsure = _started(schema, intent, pattern, starts, named)
            return _from_whole(schema, intent, drawn, patterns) or drawn, unsure
    for pattern in patterns:
        node = single_node(schema, pattern.start)
        if node:
            path = _drawn(intent, pattern, (node,))
            beside = [link for link in named.links if not _single(schema, link.type)]
            return replace(path, conditions=tuple(conditions(schema, path.hops, beside))), ()
    return None


def _from_whole(schema: SchemaIndex, intent: str, drawn: Path, patterns: Sequence[Pattern]) -> Path | None:
    """A way that stays at one node, as a hop to it from whom the base is about, where that edge tells of both."""
    if drawn.hops or drawn.conditions or len(drawn.start) > 1:
        return None
    node = schema.graph.node(drawn.start[0])
    for pattern in patterns:
        whole = single_node(schema, pattern.start) if len(pattern.path) == 1 else None
        if node and whole and schema.arrival(pattern.path[0]) == node.type and _tells(schema, intent, whole, pattern):
            return replace(_drawn(intent, pattern, (whole,)), conditions=(Condition(1, "", node.id),))
    return None


def _tells(schema: SchemaIndex, intent: str, whole: str, pattern: Pattern) -> bool:
    """Whether the edges of a hop have fields that the intent tells: how well, since when."""
    wanted = set(schema.domain.intents[intent].fields)
    return any(wanted & set(edge.fields) for edge in schema.graph.edges(whole, pattern.path[0]))


def _started(
    schema: SchemaIndex, intent: str, pattern: Pattern, starts: Sequence[Link], named: Named
) -> tuple[Path, tuple[Link, ...]]:
    first = starts[0]
    spans = {(link.start, link.end) for link in starts}
    unsure = tuple(link for link in starts if (link.start, link.end) == (first.start, first.end))
    others = [link for link in starts if (link.start, link.end) != (first.start, first.end)]
    beside = [link for link in named.links if (link.start, link.end) not in spans and not _single(schema, link.type)]
    path = _drawn(intent, pattern, (first.node,))
    narrowed = [*conditions(schema, path.hops, beside)]
    if others and not named.either and path.hops:
        together = [*narrowed, *conditions(schema, path.hops, others)]
        if _leads(schema, replace(path, conditions=tuple(together))):
            return replace(path, conditions=tuple(together)), unsure if len(unsure) > 1 else ()
    start = (first.node, *(link.node for link in others))
    return replace(path, start=start, conditions=tuple(narrowed)), unsure if len(unsure) > 1 else ()


def _drawn(intent: str, pattern: Pattern, start: tuple[str, ...]) -> Path:
    return Path(intent, start, tuple(pattern.path), tuple(pattern.where.items()), group=pattern.group)


def _single(schema: SchemaIndex, type: str) -> bool:
    kind = schema.domain.types.get(type)
    return bool(kind and kind.single)


def single_node(schema: SchemaIndex, type: str) -> str | None:
    """The one node of a type that a question need not name."""
    if not _single(schema, type):
        return None
    return next((node.id for node in schema.graph.nodes(type)), None)


def conditions(schema: SchemaIndex, hops: Hops, beside: Sequence[Link]) -> Iterator[Condition]:
    """How each further name narrows a set on the way, from the last to the first."""
    for link in beside:
        options = [way for one in apart(link) for way in _ways(schema, hops, one)]
        if options:
            yield min(options, key=lambda way: not way.hop) if link.rivals else options[0]


def _ways(schema: SchemaIndex, hops: Hops, link: Link) -> Iterator[Condition]:
    for at in range(len(hops), 0, -1):
        if schema.arrival(hops[at - 1]) == link.type:
            yield Condition(at, "", link.node)
            continue
        for hop in schema.follows.get(hops[at - 1], ()):
            if schema.arrival(hop) == link.type and hop != inverse(hops[at - 1]):
                yield Condition(at, hop, link.node)
        back = inverse(hops[at - 1])
        if schema.arrival(back) == link.type:
            yield Condition(at, back, link.node)


def found(schema: SchemaIndex, path: Path) -> set[str]:
    """The nodes a path ends at, with its conditions."""
    level = set(path.start)
    for at, hop in enumerate(path.hops, start=1):
        level = reached(schema.graph, level, (hop,))
        if at > 1 and (len(path.hops) == 2 or at < len(path.hops)):
            level -= set(path.start)
        for condition in path.conditions:
            if condition.at == at:
                level = {id for id in level if _holds(schema, id, condition)}
    return level


def _holds(schema: SchemaIndex, id: str, condition: Condition) -> bool:
    if not condition.hop:
        return id == condition.node
    return condition.node in reached(schema.graph, [id], (condition.hop,))


def _leads(schema: SchemaIndex, path: Path) -> bool:
    return bool(found(schema, path))
