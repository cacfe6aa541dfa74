"""Plain data of a YAML or JSON file -> records, by the declared schema."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any

from groundplan.packs.knowledge.domain.relation_words import plural
from groundplan.packs.knowledge.graph.builder import Record, Reference, slug
from groundplan.packs.knowledge.nouns import Domain, Node
from groundplan.plan.nearest import did_you_mean, nearest

_OWN = {"id", "slug", "type", "name", "names", "title", "aliases", "alias", "fields", "relations"}


@dataclass
class Records:
    """Reads the records of one document; `notes` tells what was odd."""

    domain: Domain
    document: str
    notes: list[str] = field(default_factory=list)

    def read(self, data: Any) -> Iterator[Record]:
        """Every record, nested ones before the record they stand in."""
        for type, one, key in self._sections(data):
            yield from self._record(one, type, key)

    def _sections(self, data: Any) -> Iterator[tuple[str, Mapping[str, Any], str]]:
        """Each record with its type and the key it stands under."""
        if isinstance(data, Mapping) and not _is_record(data):
            if not self.domain.types:
                self.notes.append("it holds records, but no schema.yaml beside it says what they are; nothing was read")
                return
            for key, part in data.items():
                type = _type_named(key, self.domain)
                if type is None:
                    self.notes.append(f"no type is called {key!r}: {did_you_mean(key, self.domain.types)}")
                    continue
                yield from ((type, one, id) for one, id in self._listed(part, key))
            return
        for one, id in self._listed(data, "the list"):
            type = self._type_of(one)
            if type:
                yield type, one, id

    def _listed(self, part: Any, where: str) -> Iterator[tuple[Mapping[str, Any], str]]:
        """The records of a list, of a mapping by id, or the one record there is."""
        if isinstance(part, Mapping):
            by_id = not _is_record(part) and part and all(isinstance(one, Mapping) for one in part.values())
            part = [{"id": id, **one} for id, one in part.items()] if by_id else [part]
        for number, one in enumerate(part if isinstance(part, list) else [part], start=1):
            if isinstance(one, str):
                one = {"name": one}
            if isinstance(one, Mapping):
                yield one, f"record {number} of {where}"
            elif one is not None:
                self.notes.append(f"entry {number} of {where} is no record: {str(one)[:40]!r}")

    def _type_of(self, one: Mapping[str, Any]) -> str | None:
        """What the record says, else what the file or its folder is called; a registry may leave it out."""
        path = PurePosixPath(self.document)
        if isinstance(said := one.get("type"), str):
            known = _type_named(said, self.domain)
            if known is None and (near := nearest(said, self.domain.types, 0.85)):
                self.notes.append(f"no type is called {said!r}, so it was made one; did you mean {near!r}?")
            return known or said
        for name in (path.stem, path.parent.name):
            if type := _type_named(name, self.domain):
                return type
        if self.domain.types:
            said = one.get("id") or one.get("name")
            self.notes.append(f"{said!r} says no type; give it `type:`, or put it under one of the schema's types")
            return None
        return "entity"

    def _record(self, one: Mapping[str, Any], type: str, where: str) -> Iterator[Record]:
        names, name = _names(one)
        key = one.get("id") or one.get("slug") or name
        if not key:
            self.notes.append(f"{where} has neither an id nor a name and was left out")
            return
        id = self._id(str(key), type)
        fields: dict[str, Any] = {}
        references: list[Reference] = []
        for said, value in self._parts(one, name):
            relation = self._relation(said, type)
            if relation is None:
                self._check(said, type, id)
                fields[said] = value
                continue
            for target in value if isinstance(value, list) else [value]:
                yield from self._refer(relation, target, type, references)
        node = Node(
            id=id, type=type, name=name or str(key), names=names, aliases=_aliases(one), fields=fields,
            document=self.document,
        )  # fmt: skip
        yield Record(node, tuple(references))

    def _parts(self, one: Mapping[str, Any], name: str) -> Iterator[tuple[str, Any]]:
        """Fields and relations, whether they stand by themselves or under `fields` and `relations`."""
        for key, value in one.items():
            if key in ("fields", "relations") and isinstance(value, Mapping):
                yield from value.items()
            elif value is not None and (key not in _OWN or (key == "title" and "name" in one)):
                yield key, value

    def _id(self, key: str, type: str) -> str:
        """`type:slug`; a registry of undeclared types keeps its own ids."""
        if type not in self.domain.types or key.startswith(f"{type}:"):
            return key
        return f"{type}:{slug(key)}"

    def _relation(self, said: str, type: str) -> tuple[str, bool] | None:
        """The relation meant and whether it is followed backwards from here; None for a field."""
        name = said.removeprefix("-")
        relation = self.domain.relations.get(name)
        if relation is None or (said in self.domain.types[type].fields if type in self.domain.types else False):
            return None
        if said.startswith("-") or relation.source != type:
            return (name, True) if relation.target == type else None
        return name, False

    def _refer(
        self, relation: tuple[str, bool], target: Any, type: str, references: list[Reference]
    ) -> Iterator[Record]:
        """A reference to a named record; one written out in place becomes a record of its own."""
        name, against = relation
        if not isinstance(target, Mapping):
            if target is not None:
                references.append(Reference(name, str(target), {}, against))
            return
        to = target.get("to") or (target.get("id") if not ({"name", "names", "text"} & set(target)) else None)
        if to is not None:
            said = {key: value for key, value in target.items() if key not in ("to", "id", "fields")}
            references.append(Reference(name, str(to), {**said, **(target.get("fields") or {})}, against))
            return
        end = self.domain.relations[name].source if against else self.domain.relations[name].target
        made = list(self._record(target, end, f"a record under {name!r}"))
        yield from made
        if made:
            references.append(Reference(name, made[-1].node.id, {}, against))

    def _check(self, said: str, type: str, id: str) -> None:
        """A key that the schema does not know is kept, and told of."""
        declared = self.domain.types.get(type)
        if declared is None or not declared.fields or said in declared.fields:
            return
        near = nearest(said, [*declared.fields, *self.domain.relations])
        hint = f"; did you mean {near!r}?" if near else ""
        self.notes.append(f"{id!r} has {said!r}, which the schema does not declare for {type}{hint}")


def _is_record(data: Mapping[str, Any]) -> bool:
    return bool({"id", "slug", "name"} & set(data)) and not isinstance(data.get("name"), list)


def _type_named(said: str, domain: Domain) -> str | None:
    """The type a key or a file name means: `project`, `projects`, `focus_areas`, `проекты`."""
    plain = said.casefold().replace("-", "_").replace(" ", "_")
    for type, about in domain.types.items():
        words = [type, plural(type), *(word for said in about.called.values() for word in said)]
        if plain in {word.casefold().replace("-", "_").replace(" ", "_") for word in words}:
            return type
    return None


def _names(one: Mapping[str, Any]) -> tuple[dict[str, str], str]:
    """The name by language, and the one that stands for all."""
    said = one.get("name") if one.get("name") is not None else one.get("names", one.get("title", one.get("text")))
    if isinstance(said, Mapping):
        names = {str(key): str(value) for key, value in said.items() if value}
        return names, names.get("en") or next(iter(names.values()), "")
    return {}, "" if said is None else str(said)


def _aliases(one: Mapping[str, Any]) -> tuple[str, ...]:
    said = one.get("aliases", one.get("alias")) or ()
    if isinstance(said, Mapping):
        said = [word for words in said.values() for word in (words if isinstance(words, list) else [words])]
    return tuple(dict.fromkeys(str(word) for word in ([said] if isinstance(said, str) else said) if word))
