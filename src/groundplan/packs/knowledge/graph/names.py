"""Which node a document means by a name or an id."""

from __future__ import annotations

import re
from collections.abc import Iterable

from groundplan.packs.knowledge.nouns import Node


def slug(name: str) -> str:
    """A name as the part of an id: lower case, words joined by `-`; letters of any language stay."""
    plain = re.sub(r"[^\w.+#]+", "-", name.casefold()).strip("-")
    return plain if re.search(r"\w", plain) else "u" + name.encode().hex()


class Names:
    """Nodes by id and by every name they have, within their type."""

    def __init__(self, nodes: Iterable[Node] = ()) -> None:
        self._types: dict[str, str] = {}
        self._exact: dict[tuple[str, str], list[str]] = {}
        self._loose: dict[tuple[str, str], list[str]] = {}
        for node in nodes:
            self.add(node)

    def add(self, node: Node) -> None:
        """A further node."""
        self._types[node.id] = node.type
        more = (*node.names.values(), *node.aliases)
        for name in {node.name, *more} if more else (node.name,):
            self._exact.setdefault((node.type, name), []).append(node.id)
            self._loose.setdefault((node.type, name.casefold()), []).append(node.id)

    def find(self, said: str, type: str, exactly: bool = False) -> list[str]:
        """Ids of the nodes of a type that are meant: by name, by id or its own part, then by name without case."""
        found = self._exact.get((type, said))
        if found or exactly:
            return found or ([said] if self._types.get(said) == type else [])
        for id in (said, f"{type}:{said}", f"{type}:{slug(said)}"):
            if self._types.get(id) == type:
                return [id]
        return self._loose.get((type, said.casefold()), [])

    def anywhere(self, said: str) -> list[str]:
        """Ids of the nodes of any type that are meant."""
        if said in self._types:
            return [said]
        return [id for type in dict.fromkeys(self._types.values()) for id in self.find(said, type)]

    def ids(self, type: str) -> list[str]:
        """Every id of a type, without the type."""
        return [id.removeprefix(f"{type}:") for id, of in self._types.items() if of == type]

    def spoken(self, type: str) -> list[str]:
        """Every name of a type."""
        return [name for of, name in self._exact if of == type]
