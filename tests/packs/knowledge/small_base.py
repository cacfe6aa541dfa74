"""A graph of a few films, small enough to see through; what the tools read of an opened base."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from groundplan.packs.knowledge.graph import DictGraphStore
from groundplan.packs.knowledge.nouns import Domain, Edge, IntentKind, Node, NodeType, Passage, Pattern, Relation

FILMS = {"heat": "Heat", "ronin": "Ronin", "casino": "Casino"}
PEOPLE = {"mann": "Michael Mann", "niro": "Robert De Niro", "reno": "Jean Reno"}
ACTED = [("heat", "niro"), ("ronin", "niro"), ("ronin", "reno"), ("casino", "niro")]

DOMAIN = Domain(
    name="films",
    types={
        "film": NodeType(called={"en": ("film", "films"), "ru": ("фильм", "фильма", "фильмов")}, category="genre",
                         categories={"crime": {"en": ("crime",), "ru": ("криминал",)}}),
        "person": NodeType(called={"en": ("person", "people"), "ru": ("человек", "человека", "человек")}),
    },
    relations={
        "acted": Relation(source="film", target="person", says={"en": ("stars",)}),
        "directed": Relation(source="film", target="person", says={"en": ("directed by",)}),
    },
    intents={
        "CAST": IntentKind(about="Who plays in a film.", patterns=(Pattern(start="film", path=("acted",)),),
                           fields=("role",), limit=12),
        "FILM_DETAILS": IntentKind(about="What a film is.", patterns=(Pattern(start="film"),),
                                   fields=("genre", "start_date")),
    },
)  # fmt: skip


def nodes() -> list[Node]:
    films = [
        Node(id=f"film:{id}", type="film", name=name, fields={"genre": "crime" if id != "ronin" else "thriller"})
        for id, name in FILMS.items()
    ]
    return [*films, *(Node(id=f"person:{id}", type="person", name=name) for id, name in PEOPLE.items())]


def edges() -> list[Edge]:
    lead = {"role": "lead"}
    acted = [Edge(source=f"film:{f}", relation="acted", target=f"person:{p}", fields=lead) for f, p in ACTED]
    return [*acted, Edge(source="film:heat", relation="directed", target="person:mann")]


@dataclass
class SmallBase:
    """What a tool reads."""

    graph: DictGraphStore = field(default_factory=lambda: DictGraphStore(nodes(), edges()))
    domain: Domain = DOMAIN
    found: Sequence[Passage] = ()

    def passages(
        self, query: str, top: int, kinds: Sequence[str] = (), nodes: Sequence[str] = ()
    ) -> Sequence[tuple[Passage, float]]:
        return [(passage, 1.0) for passage in self.found[:top]]
