"""A graph drawn: as Mermaid text, and as SVG."""

from __future__ import annotations

import re
from collections.abc import Mapping
from xml.etree import ElementTree

from groundplan.packs.workflows.graph.contract import Edge, Executor, Graph, Router
from groundplan.packs.workflows.graph.walk import Walk

WIDE, HIGH, BETWEEN, ABOVE, AROUND = 210, 48, 70, 28, 20
"""Pixels: a node, the room between columns and rows, and around all."""
MOST = 400
"""Nodes in one picture."""
STYLE = """
.gp-back { fill: #fff } .gp-node { fill: #f6f8fa; stroke: #57606a } .gp-choice { fill: #fff8c5; stroke: #9a6700 }
.gp-shown { stroke-dasharray: 5 4 } .gp-line { fill: none; stroke: #57606a }
.gp-name { fill: #1f2328; font-weight: 600 }
.gp-told { fill: #57606a; font-size: 11px }
@media (prefers-color-scheme: dark) {
.gp-back { fill: #0d1117 } .gp-node { fill: #161b22; stroke: #8b949e } .gp-choice { fill: #272115; stroke: #bb8009 }
.gp-line { stroke: #8b949e } .gp-name { fill: #e6edf3 } .gp-told { fill: #9da7b3 }
}
"""


def told(node: object) -> str:
    """What a node does, in a few words."""
    if isinstance(node, Executor):
        what = [call.tool for call in node.calls] or [node.model.name or "" if node.model else ""]
        return " ".join([node.mode, ", ".join(one for one in what if one)]).strip()
    return f"router, {node.mode}" if isinstance(node, Router) else getattr(node, "type", "")


def way(edge: Edge) -> str:
    """What stands on the line of an edge."""
    return edge.condition or edge.label


def mermaid(graph: Graph) -> str:
    """The graph as a Mermaid flowchart; text in it is never markup."""
    numbers = {node.id: f"n{number}" for number, node in enumerate(graph.nodes)}
    lines = ["flowchart TD"]
    for node in graph.nodes:
        opening, closing = (
            ("{", "}") if isinstance(node, Router) else ("[", "]") if isinstance(node, Executor) else ("([", "])")
        )
        lines.append(f'    {numbers[node.id]}{opening}"{_safe(node.id)}<br/>{_safe(told(node))}"{closing}')
    for edge in Walk(graph).links:
        said = f'|"{_safe(way(edge))}"| ' if way(edge) else ""
        lines.append(f"    {numbers[edge.source]} -->{said or ' '}{numbers[edge.target]}")
    return "\n".join(lines) + "\n"


def svg(graph: Graph) -> str:
    """The graph as SVG, what comes first on the left; text in it is never markup."""
    walk = Walk(graph)
    shown = walk.ordered()[:MOST]
    places = _placed(walk, shown)
    width = max((x for x, _ in places.values()), default=0) + WIDE + AROUND
    height = max((y for _, y in places.values()), default=0) + HIGH + 2 * AROUND
    size = {"width": str(width), "height": str(height), "viewBox": f"0 0 {width} {height}"}
    font = {"font-family": "system-ui, sans-serif", "font-size": "12"}
    root = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", **size, **font})
    ElementTree.SubElement(root, "title").text = graph.name or graph.description or graph.id
    ElementTree.SubElement(root, "style").text = STYLE
    ElementTree.SubElement(root, "rect", {"class": "gp-back", "width": str(width), "height": str(height), "rx": "8"})
    for edge in walk.links:
        if edge.source in places and edge.target in places:
            _line(root, edge, places)
    for node in graph.nodes:
        if node.id in places:
            _box(root, node, places[node.id])
    if len(walk.ids) > len(shown):
        _text(root, AROUND, height - 6, f"and {len(walk.ids) - len(shown)} more nodes", "gp-told")
    return ElementTree.tostring(root, encoding="unicode") + "\n"


def _placed(walk: Walk, shown: tuple[str, ...]) -> dict[str, tuple[int, int]]:
    """Each node in a column by the longest way to it; ways back are not counted."""
    level: dict[str, int] = {}
    for id in shown:
        level[id] = max((level[before] + 1 for before in walk.before.get(id, ()) if before in level), default=0)
    rows: dict[int, int] = {}
    places = {}
    for id in shown:
        row = rows.setdefault(level[id], 0)
        rows[level[id]] += 1
        places[id] = (AROUND + level[id] * (WIDE + BETWEEN), AROUND + row * (HIGH + ABOVE))
    return places


def _box(root: ElementTree.Element, node: object, place: tuple[int, int]) -> None:
    x, y = place
    kind = "gp-choice" if isinstance(node, Router) else "gp-node"
    shown = " gp-shown" if isinstance(node, Executor) and node.mode in ("python", "bash", "custom") else ""
    size = {"x": str(x), "y": str(y), "width": str(WIDE), "height": str(HIGH), "rx": "6"}
    ElementTree.SubElement(root, "rect", {"class": f"{kind}{shown}", **size})
    _text(root, x + 10, y + 20, _cut(getattr(node, "id", "")), "gp-name")
    _text(root, x + 10, y + 37, _cut(told(node)), "gp-told")


def _line(root: ElementTree.Element, edge: Edge, places: Mapping[str, tuple[int, int]]) -> None:
    (x, y), (to_x, to_y) = places[edge.source], places[edge.target]
    x, y, to_y = x + WIDE, y + HIGH // 2, to_y + HIGH // 2
    swing = max(35, abs(to_x - x) // 2)
    curve = f"M {x} {y} C {x + swing} {y}, {to_x - swing} {to_y}, {to_x} {to_y}"
    path = ElementTree.SubElement(root, "path", {"class": "gp-line", "d": curve})
    tip = f"M {to_x - 7} {to_y - 4} L {to_x} {to_y} L {to_x - 7} {to_y + 4}"
    ElementTree.SubElement(root, "path", {"class": "gp-line", "d": tip})
    ElementTree.SubElement(path, "title").text = f"{edge.source} \u2192 {edge.target} {way(edge)}".strip()
    if way(edge):
        _text(root, to_x - BETWEEN + 6, to_y - 6, _cut(way(edge), 11), "gp-told")


def _text(root: ElementTree.Element, x: int, y: int, text: str, kind: str) -> None:
    ElementTree.SubElement(root, "text", {"class": kind, "x": str(x), "y": str(y)}).text = text


def _cut(text: str, most: int = 28) -> str:
    plain = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", "", text)
    return plain if len(plain) <= most else plain[: most - 1] + "\u2026"


def _safe(text: str) -> str:
    """A text inside the quotes of Mermaid: its own signs and those of markup by number."""
    plain = " ".join(text.split())[:80]
    return re.sub(r"[^\w .,:()=!/-]", lambda found: f"#{ord(found[0])};", plain)
