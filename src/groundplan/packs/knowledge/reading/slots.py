"""What a question says besides its intents: what is needed, which category, which names that nothing has."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from groundplan.packs.knowledge.nouns import Domain, Link, language_of
from groundplan.packs.knowledge.reading.interpretation import InfoNeed
from groundplan.packs.knowledge.reading.question_words import Word, small, words
from groundplan.packs.knowledge.reading.word_keys import data, keys


def info_need(text: str, words: Sequence[Word], details: bool) -> InfoNeed:
    """What kind of answer is wanted; `details` where the path ends at the node itself."""
    raw, language, low = data("question_words.yaml"), language_of(text), f" {' '.join(text.lower().split())} "
    for need in ("how_long", "count"):
        if any(f" {phrase} " in low.replace("?", " ") for phrase in raw[need][language]):
            return need
    if _yes_no(words, raw["yes_no"], language):
        return "yes_no"
    if any(word.asks == "time" for word in words):
        return "when"
    return "details" if details else "list"


def _yes_no(words: Sequence[Word], raw: dict[str, str], language: str) -> bool:
    """A verb first, or `ли`, and no word that asks for something before it."""
    if not words or any(word.asks for word in words[:3]):
        return False
    if language == "en":
        return words[0].said.lower() in raw["en"].split()
    return any(word.said.lower() in raw["ru"] for word in words[:4])


def categories(domain: Domain, type: str, words: Sequence[Word], links: Sequence[Link]) -> tuple[str, ...]:
    """The categories of a type that the question speaks of, the longest phrases first where they overlap."""
    kind = domain.types.get(type)
    if kind is None or not kind.category:
        return ()
    language = language_of(" ".join(word.said for word in words))
    free = [word for word in words if not any(link.start < word.end and word.start < link.end for link in links)]
    found: list[tuple[int, int, str]] = []
    for name, said in kind.categories.items():
        for phrase in said.get(language) or (*(one for ones in said.values() for one in ones), name.replace("_", " ")):
            found += [(-size, at, name) for at, size in _places(phrase, free)]
    taken: set[int] = set()
    chosen: dict[int, str] = {}
    for size, at, name in sorted(found):
        span = set(range(at, at - size))
        if not span & taken:
            taken |= span
            chosen[at] = name
    return tuple(dict.fromkeys(chosen[at] for at in sorted(chosen)))


def _places(phrase: str, words: Sequence[Word]) -> list[tuple[int, int]]:
    """Where the words of a phrase stand one behind the other, and over how many words."""
    parts = _parts(phrase)
    found = []
    for at in range(len(words) - len(parts) + 1):
        window = words[at : at + len(parts)]
        if all(part & _plain(word.keys) for part, word in zip(parts, window, strict=True)):
            found.append((at, len(parts)))
    joined = frozenset(key for part in parts for key in part)
    found += [(at, 1) for at, word in enumerate(words) if len(parts) > 1 and " " in word.said and joined <= word.keys]
    return found


@lru_cache(maxsize=4_096)
def _parts(phrase: str) -> tuple[frozenset[str], ...]:
    return tuple(_plain(keys(part)) for part in phrase.split())


@lru_cache(maxsize=16_384)
def _plain(known: frozenset[str]) -> frozenset[str]:
    return frozenset(key for key in known if key[0] not in "#~")


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


def _own(word: Word) -> frozenset[str]:
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
    return odd and not _taken(word.start, word.end, links) and not word.small and not _own(word) & schema_keys(domain)


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
