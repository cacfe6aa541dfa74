"""artefacts: ids, references, scores, names of tools and intents, JSON; found and told, never cut out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from groundplan.packs.knowledge.schema import ALIASES, CHAIN, GENERAL, GRAPH, SEARCH
from groundplan.packs.knowledge.verify.known import Known, Said
from groundplan.packs.knowledge.verify.word_forms import data, split

_REFERENCE = re.compile(r"(?<!\w)(?:\[\^?\d+(?:\s*[,;–-]\s*\d+)*\]|【[^】]*】)")
_SNAKE = re.compile(r"(?<![\w@/.])[A-Za-z]\w*_\w+")
_JSON = re.compile(r"\{[^{}]*[\"“][^{}]*\}|[\"“]\w+[\"”]\s*:\s*[\[{\"\d]")
_SHARE = re.compile(r"(?<![\d.,])(?:[01][.,]\d+|\d{1,3}\s?%)")
_NEAR = 24
"""Characters between a word for confidence and the score."""


def artefacts(said: Said, known: Known) -> Iterator[str]:
    """Each stretch that means nothing to a person."""
    for found in dict.fromkeys((*_ids(said.text, known), *_tools(said.text, known))):
        yield f"{found!r} is an internal name; leave it out"
    for found in dict.fromkeys(_REFERENCE.findall(said.text)):
        yield f"{found!r} is a reference mark; leave it out"
    for found in _scores(said.text, known):
        yield f"{found!r} is a confidence score; leave it out"
    if (json := _JSON.search(said.text)) and json.group().casefold() not in known.texts:
        yield f"{json.group()[:40]!r} is JSON; write plain sentences"


def _ids(text: str, known: Known) -> Iterator[str]:
    spaces = "|".join(map(re.escape, known.source.domain.types))
    if spaces:
        yield from (m.group() for m in re.finditer(rf"(?<!\w)(?:{spaces}):[\w.~#+-]+", text))
    ids = {*known.facts.sources, *(entity.id for entity in known.plan.entities)}
    slugs = {id.partition(":")[2] for id in ids} - {""}
    for id in sorted(ids | {slug for slug in slugs if re.search(r"[-_~#]", slug)}):
        if _stands(id, text) and not _is_said(id, known):
            yield id


def _stands(id: str, text: str) -> bool:
    at = text.find(id)
    return at >= 0 and not (text[at - 1 : at].isalnum() or text[at + len(id) : at + len(id) + 1].isalnum())


def _is_said(id: str, known: Known) -> bool:
    """Whether the facts themselves say it: a slug may be the very name."""
    return id.casefold() in known.texts or f" {_plain(id.casefold())} " in f" {_plain(known.texts)} "


def _plain(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", text))


def _tools(text: str, known: Known) -> Iterator[str]:
    """Names of tools and intents, and any other name with `_` that the facts do not hold."""
    names = {GRAPH, SEARCH, GENERAL, CHAIN, *ALIASES, *known.brief.catalogue, *known.source.domain.intents}
    for found in _SNAKE.findall(text):
        if found in names or found.casefold() not in known.texts:
            yield found


def _scores(text: str, known: Known) -> Iterator[str]:
    wanted = {*data("forbidden")["scores"]}
    for word in split(text):
        if word.forms & wanted and not word.forms & known.words:
            before, after = max(word.start - _NEAR, 0), word.end + _NEAR
            if share := _SHARE.search(text, before, after):
                yield text[min(word.start, share.start()) : max(word.end, share.end())]
