"""A picture of a model as SVG: a box for each dataset with its keys, a line for each relation with its cardinality."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from xml.etree import ElementTree

from groundplan.contracts.source_model import Relation, SourceModel
from groundplan.looking.layout import AROUND, EDGE, HEAD, LINE, NAME, Box, placed
from groundplan.looking.words import counted, cut, share

BOXES = 60
"""Datasets in one picture."""
STYLE = """
.gp-back { fill: #fff } .gp-box { fill: #f6f8fa; stroke: #57606a } .gp-line { fill: none; stroke: #57606a }
.gp-name { font-weight: 600 } .gp-name, .gp-field { fill: #1f2328 } .gp-size, .gp-end { fill: #57606a }
.gp-key { font-weight: 600 } .gp-lost { stroke-dasharray: 5 4 }
@media (prefers-color-scheme: dark) {
.gp-back { fill: #0d1117 } .gp-box { fill: #161b22; stroke: #8b949e } .gp-line { stroke: #8b949e }
.gp-name, .gp-field { fill: #e6edf3 } .gp-size, .gp-end { fill: #9da7b3 }
}
"""
"""On a ground of its own, so that it can be read on a page of any colour."""


def picture(model: SourceModel, only: Collection[str] = ()) -> str:
    """All of the model, or what is named of it and the relations between; text in it is never markup."""
    datasets = [one for one in model.datasets if not only or one.name in only]
    shown, left = datasets[:BOXES], len(datasets) - BOXES
    names = {one.name for one in shown}
    relations = [one for one in model.relations if {one.many, one.one} <= names]
    boxes = placed(shown, relations)
    svg = _canvas(boxes, room=LINE if left > 0 else 0)
    for relation in relations:
        _line(svg, relation, boxes, several=model.listed(relation) is not None)
    for box in boxes.values():
        _box(svg, box)
    if left > 0:
        _text(svg, AROUND, int(svg.get("height", "0")) - AROUND // 2, counted(left, "more_datasets"), "gp-size")
    return ElementTree.tostring(svg, encoding="unicode") + "\n"


def _canvas(boxes: Mapping[str, Box], room: int) -> ElementTree.Element:
    width = max((box.x + box.width for box in boxes.values()), default=0) + AROUND + 30  # a line to itself swings out
    height = max((box.y + box.height for box in boxes.values()), default=0) + AROUND + room
    size = {"width": str(width), "height": str(height), "viewBox": f"0 0 {width} {height}"}
    font = {"font-family": "system-ui, sans-serif", "font-size": "12"}
    svg = ElementTree.Element("svg", {"xmlns": "http://www.w3.org/2000/svg", "role": "img", **size, **font})
    ElementTree.SubElement(svg, "title").text = ", ".join(cut(name) for name in boxes)
    ElementTree.SubElement(svg, "style").text = STYLE
    ElementTree.SubElement(svg, "rect", {"class": "gp-back", "width": str(width), "height": str(height), "rx": "8"})
    return svg


def _box(svg: ElementTree.Element, box: Box) -> None:
    place = {"x": str(box.x), "y": str(box.y), "width": str(box.width), "height": str(box.height), "rx": "6"}
    ElementTree.SubElement(svg, "rect", {"class": "gp-box", **place})
    _text(svg, box.x + EDGE, box.y + 19, cut(box.name, NAME), "gp-name")
    _text(svg, box.x + EDGE, box.y + 35, box.size, "gp-size")
    for place_in_box, (name, key) in enumerate(box.fields):
        y = box.y + HEAD + LINE * place_in_box + 13
        _text(svg, box.x + EDGE, y, cut(name, NAME), "gp-field gp-key" if key else "gp-field")


def _line(svg: ElementTree.Element, relation: Relation, boxes: Mapping[str, Box], several: bool) -> None:
    """From the field that points to the key that it names; dashed where not all is found."""
    many, one = boxes[relation.many], boxes[relation.one]
    leaves, comes = (-1 if one.level < many.level else 1), (-1 if one.level > many.level else 1)  # left or right
    x, y = many.x + (many.width if leaves > 0 else 0), many.row(relation.columns[0])
    to_x, to_y = one.x + (one.width if comes > 0 else 0), one.row(relation.others[0])
    swing = max(40, abs(to_x - x) // 2)
    bend, to_bend = _bends(y, to_y, [box for box in boxes.values() if _between(box, many, one)])
    curve = f"M {x} {y} C {x + leaves * swing} {bend}, {to_x + comes * swing} {to_bend}, {to_x} {to_y}"
    lost = " gp-lost" if relation.found < 1 else ""
    path = ElementTree.SubElement(svg, "path", {"class": f"gp-line{lost}", "d": curve})
    ElementTree.SubElement(path, "title").text = _told(relation)
    _text(svg, x + 6 * leaves, y - 4, "1" if relation.single else "n", "gp-end", leaves)
    _text(svg, to_x + 6 * comes, to_y - 4, "n" if several else "1", "gp-end", comes)


def _between(box: Box, many: Box, one: Box) -> bool:
    return min(many.level, one.level) < box.level < max(many.level, one.level)


def _bends(y: int, to_y: int, between: Sequence[Box]) -> tuple[int, int]:
    """Straight across, or below the boxes that stand between: the middle of such a curve is six eighths bend."""
    if not between:
        return y, to_y
    low = max(box.y + box.height for box in between) + AROUND // 2
    bend = (8 * low - y - to_y) // 6
    return bend, bend


def _told(relation: Relation) -> str:
    found = f" ({share(relation.found)} found)" if relation.found < 1 else ""
    columns, others = ", ".join(relation.columns), ", ".join(relation.others)
    return cut(f"{relation.many}.{columns} \u2192 {relation.one}.{others}{found}", 120)


def _text(svg: ElementTree.Element, x: int, y: int, text: str, kind: str, side: int = 1) -> None:
    anchor = {} if side > 0 else {"text-anchor": "end"}
    ElementTree.SubElement(svg, "text", {"class": kind, "x": str(x), "y": str(y), **anchor}).text = text
