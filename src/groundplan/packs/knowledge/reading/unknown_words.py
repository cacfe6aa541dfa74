"""Words that neither the schema nor its examples have: names of nothing known, or what only documents tell of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from groundplan.packs.knowledge.nouns import Domain, Link, language_of
from groundplan.packs.knowledge.reading.question_words import Word, small, words
from groundplan.packs.knowledge.reading.word_keys import keys

_SENTENCE = re.compile(r"(?<=[.?!])\s+")
_QUOTED = re.compile(r"[«\"“]([^»\"”]+)[»\"”]")
_SLOT = re.compile(r"\{\w+\}")


def unknown_names(domain: Domain, text: str, links: Sequence[Link]) -> tuple[str, ...]:
    """The names that a question asks about and that no node has; in the order in which they are said."""
    sentences = _SENTENCE.split(text)
    asking = [one for one in sentences if one.endswith("?")] or sentences
    found: dict[str, None] = {}
    for one in asking:
        inside = within(one, text.find(one), links)
        found |= dict.fromkeys(_written(one, inside, domain))
    return tuple(name for name in found if not any(name != other and name in other for other in found))


def within(part: str, start: int, links: Sequence[Link]) -> list[Link]:
    """The links of a part of a text, counted from its start."""
    inside = [link for link in links if start <= link.start and link.end <= start + len(part)]
    return [link.model_copy(update={"start": link.start - start, "end": link.end - start}) for link in inside]


def _taken(start: int, end: int, links: Sequence[Link]) -> bool:
    return any(link.start < end and start < link.end for link in links)


def _plain(word: Word) -> frozenset[str]:
    return frozenset(key for key in word.keys if key[0] not in "#~")


def _written(text: str, links: Sequence[Link], domain: Domain) -> Iterator[str]:
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
