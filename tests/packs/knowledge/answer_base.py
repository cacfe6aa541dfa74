"""A small studio: people, projects and tools, opened as far as an answer needs it; briefs and facts over it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from groundplan.contracts import Brief, Coverage, Facts, Item
from groundplan.packs.knowledge.graph import DictGraphStore
from groundplan.packs.knowledge.nouns import Domain, Edge, Node, NodeType, Relation
from groundplan.packs.knowledge.registry import EntityRegistry

DOMAIN = Domain(
    name="studio",
    types={
        "project": NodeType(called={"en": ("project", "projects"), "ru": ("проект", "проекта", "проектов")}),
        "technology": NodeType(
            called={"en": ("technology", "technologies"), "ru": ("технология", "технологии", "технологий")}
        ),
        "result": NodeType(called={"en": ("result", "results"), "ru": ("результат", "результата", "результатов")}),
    },
    relations={
        "uses": Relation(source="project", target="technology", says={"en": ("uses",), "ru": ("использует",)}),
        "gave": Relation(source="project", target="result", says={"en": ("gave",), "ru": ("дал",)}),
    },
)
NODES = (
    Node(id="project:lantern-app", type="project", name="Lantern", names={"ru": "Фонарь"}),
    Node(id="project:harbor", type="project", name="Harbor", names={"ru": "Гавань"}),
    Node(id="technology:java", type="technology", name="Java"),
    Node(id="technology:javascript", type="technology", name="JavaScript", aliases=("JS",)),
    Node(id="technology:postgresql", type="technology", name="PostgreSQL", aliases=("Постгрес",)),
    Node(id="technology:redis", type="technology", name="Redis"),
    Node(id="technology:kafka", type="technology", name="Kafka"),
    Node(id="result:speed", type="result", name="Page load time was cut from 9 to 2 seconds"),
    Node(id="result:users", type="result", name="25 thousand users joined in the first year"),
)
EDGES = tuple(
    Edge(source=source, relation=relation, target=target)
    for source, relation, target in (
        ("project:lantern-app", "uses", "technology:java"),
        ("project:lantern-app", "uses", "technology:postgresql"),
        ("project:harbor", "uses", "technology:javascript"),
        ("project:harbor", "uses", "technology:kafka"),
        ("project:lantern-app", "gave", "result:speed"),
        ("project:harbor", "gave", "result:users"),
    )
)
GRAPH = DictGraphStore(NODES, EDGES)
SOURCE = SimpleNamespace(domain=DOMAIN, graph=GRAPH, registry=EntityRegistry(NODES), notes=())


def found(*told: tuple[str, str], language: str = "en", groups: dict[str, list[int]] | None = None) -> Facts:
    """Facts of nodes by id, each with its text."""
    nodes = [GRAPH.node(id) for id, _ in told]
    texts = [text for _, text in told]
    items = tuple(
        Item(type=node.type, name=node.called(language), text=text)
        for node, text in zip(nodes, texts, strict=True) if node
    )  # fmt: skip
    grouped = tuple((title, tuple(items[at] for at in held)) for title, held in (groups or {}).items())
    return Facts(found=bool(items), items=items, groups=grouped, sources=tuple(id for id, _ in told))


def things(number: int, type: str = "project", text: str = "") -> Facts:
    """So many items that are no nodes."""
    items = tuple(Item(type=type, name=f"Thing {chr(65 + at)}", text=text) for at in range(number))
    return Facts(found=bool(items), items=items)


def asked(goal: str = "", language: str = "en", start: tuple[str, ...] = (), **form: Any) -> Brief:
    """A brief whose form starts from these nodes."""
    nodes = [node for id in start if (node := GRAPH.node(id))]
    whole = {
        "intents": ["FOUND"],
        "entities": [{"type": node.type, "id": node.id, "name": node.called(language)} for node in nodes],
        "tool_calls": [{"tool": "graph_query_tool", "args": {"intent": "FOUND"}}],
        "answer_style": f"NATURAL_{language.upper()}",
        "query": goal,
        **form,
    }
    return Brief(goal=goal, pack="knowledge", form=whole, coverage=Coverage(version=1, needs={}))
