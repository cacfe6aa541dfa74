"""Words that neither the schema nor its examples have: names of nothing known, or what only documents tell of."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from groundplan.language.russian import russian
from groundplan.language.russian.lemmas import parses
from groundplan.packs.knowledge.nouns import Domain, Link, language_of
from groundplan.packs.knowledge.reading.intents import examples, with_slots
from groundplan.packs.knowledge.reading.question_words import Word, small, words
from groundplan.packs.knowledge.reading.schema_index import SchemaIndex
from groundplan.packs.knowledge.reading.word_keys import keys

Knows = Callable[[str], bool]
"""Whether any passage has a word."""
IN_PLACE = 0.75
"""So near by its words to an example with a name in that place, a word stands where a name does."""
_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_QUOTED = re.compile(r"[«\"“]([^»\"”]+)[»\"”]")
_SLOT = re.compile(r"\{\w+\}")


def documented(schema: SchemaIndex, said: Sequence[Word], links: Sequence[Link], knows: Knows | None) -> float:
    """The share of content words that no way through the graph is asked by, but that documents have."""
    content = [word for word in said if not word.small and not _taken(word.start, word.end, links)]
    unheard = [word for word in content if not _plain(word) & _vocabulary(schema.domain)]
    if not unheard or knows is None:
        return 0.0
    telling = [word for word in unheard if not any(map(str.isdigit, word.said))]
    return sum(all(map(knows, word.said.split())) for word in telling) / len(content)


def unknown_names(schema: SchemaIndex, text: str, links: Sequence[Link], knows: Knows | None) -> tuple[str, ...]:
    """The names that a question asks about and that no node has; in the order in which they are said."""
    sentences = _SENTENCE.split(text)
    asking = [one for one in sentences if one.endswith("?")] or sentences
    found: dict[str, None] = {}
    for one in asking:
        inside = within(one, text.find(one), links)
        found |= dict.fromkeys((*written(one, inside, schema.domain), *_placed(schema, one, inside, knows)))
    return tuple(name for name in found if not any(name != other and name in other for other in found))


def within(part: str, start: int, links: Sequence[Link]) -> list[Link]:
    """The links of a part of a text, counted from its start."""
    inside = [link for link in links if start <= link.start and link.end <= start + len(part)]
    return [link.model_copy(update={"start": link.start - start, "end": link.end - start}) for link in inside]


def _taken(start: int, end: int, links: Sequence[Link]) -> bool:
    return any(link.start < end and start < link.end for link in links)


def _plain(word: Word) -> frozenset[str]:
    return frozenset(key for key in word.keys if key[0] not in "#~")


def written(text: str, links: Sequence[Link], domain: Domain) -> Iterator[str]:
    """What looks like a name: quotes, capitals inside the sentence, Latin letters in a Russian one."""
    for match in _QUOTED.finditer(text):
        if not _taken(match.start(1), match.end(1), links):
            yield match.group(1)
    run: list[Word] = []
    for word in words(text):
        if run and (not _looks(text, word, links, domain) or text[run[-1].end : word.start].strip()):
            yield text[run[0].start : run[-1].end]
            run = []
        if _looks(text, word, links, domain):
            run.append(word)
    if run:
        yield text[run[0].start : run[-1].end]


def _looks(text: str, word: Word, links: Sequence[Link], domain: Domain) -> bool:
    lead = text[: word.start].rstrip()
    capital = word.said[:1].isupper() and bool(lead) and not lead.endswith((".", "?", "!", "«", '"', "“"))
    foreign = language_of(text) == "ru" and word.said.isascii() and word.said[:1].isalpha()
    odd = capital or foreign
    return odd and not _taken(word.start, word.end, links) and not word.small and not _plain(word) & schema_keys(domain)


def _placed(schema: SchemaIndex, text: str, links: Sequence[Link], knows: Knows | None) -> Iterator[str]:
    """Words that nothing here has, where an example has a name: `does he know cobol`."""
    told = examples(schema)
    types = {slot[1:-1] for texts in _slotted(schema.domain) for slot in _SLOT.findall(texts)}
    for word in words(text):
        if word.small or _taken(word.start, word.end, links) or _plain(word) & _every(schema.domain) or _verb(word):
            continue
        if knows is None or any(map(knows, word.said.split())):
            continue
        masked = [with_slots(text, [*links, _as_link(word, type)], schema.domain) for type in sorted(types)]
        if max(map(told.closest, masked), default=0.0) >= IN_PLACE:
            yield word.said


def _verb(word: Word) -> bool:
    """Whether a Russian word is of a kind that no name is."""
    return russian(word.said) and parses(word.said)[0].known and parses(word.said)[0].part != "NOUN"


def _as_link(word: Word, type: str) -> Link:
    return Link(node="", type=type, name="", start=word.start, end=word.end, said=word.said, score=1.0, how="exact")


def _slotted(domain: Domain) -> list[str]:
    return [text for kind in domain.intents.values() for texts in kind.examples.values() for text in texts]


@lru_cache(maxsize=16)
def _keys(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(
        key for text in texts for word in words(_SLOT.sub("", text)) if not word.small for key in _plain(word)
    )


def _vocabulary(domain: Domain) -> frozenset[str]:
    """What ways through the graph are asked by: the words of the schema, and of the examples that have a way."""
    kinds = [kind for kind in domain.intents.values() if kind.patterns]
    return schema_keys(domain) | _keys(tuple(t for kind in kinds for texts in kind.examples.values() for t in texts))


def _every(domain: Domain) -> frozenset[str]:
    """The words of the schema and of all examples."""
    return schema_keys(domain) | _keys(tuple(_slotted(domain)))


def schema_keys(domain: Domain) -> frozenset[str]:
    """The keys of every word the domain itself uses for its types, categories, fields and relations."""
    lists = [said for kind in domain.types.values() for said in (kind.called, kind.says)]
    lists += [said for kind in domain.types.values() for said in (*kind.categories.values(), *kind.fields.values())]
    lists += [said for one in domain.relations.values() for said in (one.says, one.inverse)]
    return _schema(tuple(phrase for said in lists for phrases in said.values() for phrase in phrases))


@lru_cache(maxsize=16)
def _schema(phrases: tuple[str, ...]) -> frozenset[str]:
    plain = {word.strip("?,.") for phrase in phrases for word in phrase.split()}
    return frozenset(key for word in plain if word not in small().small for key in keys(word) if key[0] not in "#~")
