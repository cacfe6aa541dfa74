"""A Domain from bare triples: which subjects and objects are of one type, told by the nodes they share."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

from groundplan.packs.knowledge.domain.relation_words import content, named, singular, spoken
from groundplan.packs.knowledge.nouns import Domain, NodeType, Relation

Role = tuple[str, str]
"""A relation and its end: `("directed_by", "source")`."""
Triple = tuple[str, str, str]

ALIKE = 0.07
"""Shared nodes over the geometric mean of both sets: actors and directors reach 0.09, films and years 0.005."""
INSIDE = 0.5
"""The share of the smaller set that lies in the larger: the few rated films among all films."""
FEW = 3
_VALUE = re.compile(r"[\d\s.,:/%+\-–—$€₽]*\d[\d\s.,:/%+\-–—$€₽]*")


@dataclass(frozen=True)
class Shape:
    """The types at both ends of each relation, and the domain they make."""

    domain: Domain
    source: Mapping[str, str]
    target: Mapping[str, str]


def derive(triples: Iterable[Triple]) -> Domain:
    """The domain of a graph that declares none."""
    return derive_shape(triples).domain


def derive_shape(triples: Iterable[Triple], declared: Domain | None = None) -> Shape:
    """Types and relations of the triples; what is declared stands as declared."""
    declared = declared or Domain()
    roles = _roles(triples)
    families = _families(roles)
    names: dict[Role, str] = {}
    types: dict[str, NodeType] = dict(declared.types)
    for family in families:
        name, about = _told(family, declared)
        if name not in declared.types:
            name = _free(name, types)
        types.setdefault(name, about)
        names |= dict.fromkeys(family, name)
    relations = {name: _relation(name, names, declared) for name, end in roles if end == "source"}
    domain = Domain(
        name=declared.name, types=types, relations={**declared.relations, **relations},
        intents=declared.intents, offers=declared.offers,
    )  # fmt: skip
    return Shape(
        domain,
        {name: relation.source for name, relation in relations.items()},
        {name: relation.target for name, relation in relations.items()},
    )


def _relation(name: str, names: Mapping[Role, str], declared: Domain) -> Relation:
    return declared.relations.get(name) or spoken(name, names[name, "source"], names[name, "target"])


def _roles(triples: Iterable[Triple]) -> dict[Role, set[str]]:
    """Every relation's subjects and objects, in the order the relations came."""
    pairs: dict[str, tuple[set[str], set[str]]] = {}
    for subject, relation, object in triples:
        ends = pairs.get(relation)
        if ends is None:
            ends = pairs[relation] = (set(), set())
        ends[0].add(subject)
        ends[1].add(object)
    return {(name, end): nodes for name, both in pairs.items() for end, nodes in zip(_ENDS, both, strict=True)}


_ENDS = ("source", "target")


def _families(roles: Mapping[Role, set[str]]) -> list[list[Role]]:
    """Roles that are of one type, joined from pair to pair."""
    head = {role: role for role in roles}

    def top(role: Role) -> Role:
        while head[role] != role:
            role = head[role]
        return role

    values = {role for role, nodes in roles.items() if are_values(nodes)}
    for one, other in sorted(combinations(roles, 2), key=_order):
        if top(one) == top(other) or not _comparable(one, other, values):
            continue
        loop = one[1] != other[1] and top((one[0], "source")) == top((other[0], "source"))
        if one in values or _same(roles[one], roles[other], loop):
            head[top(other)] = top(one)
    found: dict[Role, list[Role]] = {}
    for role in roles:
        found.setdefault(top(role), []).append(role)
    return list(found.values())


def _order(pair: tuple[Role, Role]) -> int:
    """Subjects with subjects, then objects with objects: only then it is known what would lead back to itself."""
    ends = {role[1] for role in pair}
    return 0 if ends == {"source"} else 1 if ends == {"target"} else 2


def _comparable(one: Role, other: Role, values: set[Role]) -> bool:
    """Whether two roles may be of one type; numbers and dates only with what is named alike."""
    if one in values and other in values:
        return one[1] == other[1] and singular(content(one[0])[-1]) == singular(content(other[0])[-1])
    return one not in values and other not in values


def _same(one: set[str], other: set[str], loop: bool) -> bool:
    """Whether two sets of nodes are of one type. `loop`: a relation would then join a type with itself."""
    small, large = sorted((one, other), key=len)
    shared = len(small & large)
    alike = shared >= ALIKE * sqrt(len(small) * len(large)) > 0
    inside = shared >= INSIDE * len(small)
    if loop and shared < FEW:  # a film called as its genre is more likely than films that are genres
        return alike and inside
    return alike or (inside and shared >= FEW)


def are_values(nodes: set[str]) -> bool:
    """Numbers, years, dates, amounts: nearly all of them."""
    return sum(bool(_VALUE.fullmatch(name)) for name in nodes) >= 0.9 * len(nodes)


def _told(family: list[Role], declared: Domain) -> tuple[str, NodeType]:
    """The declared type of a family, if any of its relations is declared; else one named from its relations."""
    for name, end in family:
        if name in declared.relations:
            type = str(getattr(declared.relations[name], end))
            return type, declared.types.get(type, NodeType())
    return named((name for name, end in family if end == "source"), (name for name, end in family if end == "target"))


def _free(name: str, taken: Mapping[str, NodeType]) -> str:
    """The name, with a number when another type has it."""
    number, free = 2, name
    while free in taken:
        free, number = f"{name}_{number}", number + 1
    return free
