"""A declared node as passages, one a language, so that a search finds what its fields and relations say."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from groundplan.packs.knowledge.nouns import Domain, Edge, Node, Passage, language_of

_LANGUAGES = ("ru", "en")


def record_passages(
    nodes: Iterable[Node], edges: Iterable[Edge], domain: Domain, documents: Collection[str]
) -> Iterator[Passage]:
    """A passage for each node of the documents that has more than a name, in each language it speaks."""
    known = {node.id: node for node in nodes}
    out: dict[str, dict[str, list[str]]] = {}
    for edge in edges:
        out.setdefault(edge.source, {}).setdefault(edge.relation, []).append(edge.target)
    for node in (node for node in known.values() if node.document in documents):
        for language in _spoken(node):
            lines = [*_fields(node, domain, language), *_relations(out.get(node.id, {}), known, domain, language)]
            if lines:
                yield Passage(
                    id=f"{node.id}@{language}", document=node.document, title=node.called(language),
                    text="\n".join(lines), kind="record", nodes=(node.id,), language=language,
                )  # fmt: skip


def _spoken(node: Node) -> tuple[str, ...]:
    """The languages a node has any text in; without a choice, the one it is written in."""
    said = set(node.names).union(*(value for value in node.fields.values() if _by_language(value)))
    found = tuple(language for language in _LANGUAGES if language in said)
    return found or (language_of(" ".join([node.name, *map(str, node.fields.values())])),)


def _fields(node: Node, domain: Domain, language: str) -> Iterator[str]:
    declared = domain.types[node.type].fields if node.type in domain.types else {}
    for name in node.fields:
        value = node.field(name, language)
        label = (declared.get(name, {}).get(language) or (name.replace("_", " "),))[0]
        if isinstance(value, list):
            yield "\n".join([f"{label}:", *(f"- {one}" for one in value)])
        elif value is not None and not isinstance(value, bool | Mapping):
            yield f"{label}: {value}"


def _relations(out: Mapping[str, list[str]], known: Mapping[str, Node], domain: Domain, language: str) -> Iterator[str]:
    for relation, targets in out.items():
        words = domain.relations[relation].says.get(language) or (relation.replace("_", " "),)
        yield f"{words[0]}: {', '.join(known[id].called(language) for id in targets if id in known)}"


def _by_language(value: Any) -> bool:
    return isinstance(value, dict) and bool(value) and set(value) <= set(_LANGUAGES)
