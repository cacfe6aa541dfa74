"""What a knowledge base is made of: nodes, edges, passages, and the declared domain they belong to."""

from __future__ import annotations

import re
from typing import Any, Literal

from groundplan.contracts import Noun

Language = Literal["ru", "en"]
_CYRILLIC, _LATIN = re.compile("[а-яёА-ЯЁ]"), re.compile("[a-zA-Z]")
Said = dict[str, tuple[str, ...]]
"""Words by language: `{"en": ("project", "projects"), "ru": ("проект", "проекты")}`."""


def language_of(text: str) -> Language:
    """Russian where Cyrillic letters outnumber Latin ones."""
    return "ru" if len(_CYRILLIC.findall(text)) > len(_LATIN.findall(text)) else "en"


class Node(Noun):
    """A thing the graph knows: a person, a company, a film."""

    id: str
    """Canonical, `type:slug`; never shown to a person."""
    type: str
    name: str
    names: dict[str, str] = {}
    """The name by language, where it differs from `name`."""
    aliases: tuple[str, ...] = ()
    fields: dict[str, Any] = {}
    """What else is declared of it: texts by language (`{"ru": ..., "en": ...}`), dates, categories, flags."""
    document: str = ""
    """The file it came from; removed with it."""

    def called(self, language: str) -> str:
        """Its name in that language."""
        return self.names.get(language) or self.name

    def field(self, name: str, language: str) -> Any:
        """A field, in that language where it has several."""
        value = self.fields.get(name)
        if isinstance(value, dict) and set(value) <= {"ru", "en"}:
            return value.get(language) or next(iter(value.values()), None)
        return value


class Edge(Noun):
    """One typed relation between two nodes, with what is said of it: dates, a role, whether it is current."""

    source: str
    relation: str
    target: str
    fields: dict[str, Any] = {}
    document: str = ""


class Passage(Noun):
    """A stretch of a document that is found and quoted as a whole."""

    id: str
    document: str
    title: str
    text: str
    kind: str = "text"
    """What it is: `text`, `bullet`, `record`, or whatever type the document declares."""
    nodes: tuple[str, ...] = ()
    """Nodes it speaks of, where that is known."""
    language: str = "en"


class NodeType(Noun):
    """A declared type of node."""

    called: Said = {}
    """First word: the name; Russian: forms for 1, 2, 5 (`проект, проекта, проектов`); English: one, many."""
    says: Said = {}
    """Other words people use for it."""
    fields: dict[str, Said] = {}
    """Declared fields, each with how people name it."""
    category: str | None = None
    """The field that holds its category, if it has one."""
    categories: dict[str, Said] = {}
    """Each category with how people name it: `database: {ru: (база данных, БД), en: (database, db)}`."""
    single: bool = False
    """There is one node of it, which a question need not name: the person a portfolio is about."""


class Relation(Noun):
    """A declared relation."""

    source: str
    target: str
    says: Said = {}
    """How people speak of it from source to target: `uses`, `built with`, `применял`."""
    inverse: Said = {}
    """The same from target to source: `used in`."""


class Pattern(Noun):
    """Where an intent leads from a node of one type: hops such as `uses`, `-uses` (against the arrow)."""

    start: str
    path: tuple[str, ...] = ()
    where: dict[str, Any] = {}
    """Conditions on the last edge or node: `{current: true}`."""
    group: str | None = None
    """Type along the path by which items are grouped; none: one list."""


class IntentKind(Noun):
    """What people ask for, as data: patterns through the graph, style, limit, example phrasings."""

    about: str = ""
    patterns: tuple[Pattern, ...] = ()
    """None: answered by document search."""
    style: str = "BULLETS"
    limit: int = 10
    fields: tuple[str, ...] = ()
    """Fields of the found nodes that the answer shows beside the name, in this order."""
    examples: Said = {}
    """Phrasings with `{project}`, `{technology}` and so on where a node is named."""


class Domain(Noun):
    """A declared or derived schema: types, relations, intents. Another domain is another file, not other code."""

    name: str = "graph"
    types: dict[str, NodeType] = {}
    relations: dict[str, Relation] = {}
    intents: dict[str, IntentKind] = {}
    offers: Said = {}
    """What may be asked, in a sentence, told to somebody who asks for something else."""


class Link(Noun):
    """Words of a question that name a node."""

    node: str
    type: str
    name: str
    start: int
    end: int
    said: str
    score: float
    how: Literal["exact", "lemma", "translit", "fuzzy", "kin", "part"]
    rivals: tuple[str, ...] = ()
    """Ids of other nodes the same words name as well: ambiguous, to be asked about."""
