"""The picture: well-formed whatever stands in names, every dataset and relation in it, no box over another."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from groundplan.contracts.source_model import Dataset, Field, Relation, SourceModel
from groundplan.looking.html import source_part
from groundplan.looking.layout import placed
from groundplan.looking.picture import picture
from looked_at import hire, look_of, many

SVG = "{http://www.w3.org/2000/svg}"
UGLY = """<script>alert("&'")</script>\x00\x1b[31m"""


def parsed(model: SourceModel, *only: str) -> ElementTree.Element:
    return ElementTree.fromstring(picture(model, only))


def texts(svg: ElementTree.Element, kind: str) -> list[str]:
    return [one.text or "" for one in svg.iter(f"{SVG}text") if kind in one.attrib["class"].split()]


def lines(svg: ElementTree.Element) -> list[str]:
    return [one.findtext(f"{SVG}title") or "" for one in svg.iter(f"{SVG}path")]


def test_every_dataset_has_a_box_and_every_relation_a_line(tmp_path: Path) -> None:
    model = look_of(hire(tmp_path), tmp_path / "cache").model
    svg = parsed(model)
    assert texts(svg, "gp-name") == ["hires", "boats", "piers"]
    assert texts(svg, "gp-size") == ["100 rows", "12 rows", "6 rows"]
    assert texts(svg, "gp-key") == ["hire", "boat_no", "pier"]
    assert lines(svg) == [
        "hires.boat_no → boats.boat_no (90 % found)",
        "hires.from_pier → piers.pier",
        "hires.to_pier → piers.pier",
    ]
    assert texts(svg, "gp-end") == ["n", "1"] * 3
    assert [one.attrib["class"] for one in svg.iter(f"{SVG}path")] == ["gp-line gp-lost", "gp-line", "gp-line"]


def test_a_part_of_the_model_is_drawn_alone(tmp_path: Path) -> None:
    svg = parsed(look_of(hire(tmp_path), tmp_path / "cache").model, "hires", "piers")
    assert texts(svg, "gp-name") == ["hires", "piers"] and len(lines(svg)) == 2


def _circle() -> SourceModel:
    names = ["a", "b", "c", "alone", UGLY]
    fields = (Field(name="id", type="integer", role="key"), Field(name=UGLY, type="integer", role="key"))
    ways = [("a", "b"), ("b", "c"), ("c", "a"), ("a", "a"), (UGLY, "c"), ("a", "c")]
    return SourceModel(
        datasets=tuple(Dataset(name=name, rows=3, fields=fields, primary_key=("id",)) for name in names),
        relations=tuple(Relation(name="r", many=x, columns=(UGLY,), one=y, others=("id",)) for x, y in ways),
    )


def test_names_are_text_and_circles_end() -> None:
    svg = parsed(_circle())
    assert len(lines(svg)) == 6 and len(texts(svg, "gp-name")) == 5
    assert not list(svg.iter(f"{SVG}script")) and any("<script>" in text for text in texts(svg, "gp-name"))


@pytest.mark.parametrize("made", ["circle", "many"])
def test_no_box_lies_over_another_and_all_lie_in_the_picture(made: str, tmp_path: Path) -> None:
    model = _circle() if made == "circle" else look_of(many(tmp_path), tmp_path / "cache").model
    boxes = list(placed(model.datasets, model.relations).values())
    assert len(boxes) == len(model.datasets)
    svg = parsed(model)
    for at, one in enumerate(boxes):
        assert one.x + one.width <= int(svg.attrib["width"]) and one.y + one.height <= int(svg.attrib["height"])
        for other in boxes[at + 1 :]:
            apart = one.x + one.width <= other.x or other.x + other.width <= one.x
            assert apart or one.y + one.height <= other.y or other.y + other.height <= one.y


def test_it_can_be_read_in_light_and_dark() -> None:
    svg = parsed(_circle())
    style = svg.findtext(f"{SVG}style") or ""
    light, _, dark = style.partition("@media (prefers-color-scheme: dark)")
    for kind in (".gp-back", ".gp-box", ".gp-line", ".gp-name", ".gp-size"):
        assert kind in light and kind in dark
    first = next(svg.iter(f"{SVG}rect"))
    assert first.attrib["class"] == "gp-back" and first.attrib["width"] == svg.attrib["width"], "a ground of its own"


def test_the_source_of_a_run_is_what_it_read(tmp_path: Path) -> None:
    model = look_of(hire(tmp_path), tmp_path / "cache").model
    part = source_part(model, ("boats",))
    assert part == "<ul><li><b>boats</b>: each row is a boat, 12 rows</li></ul>"
    assert "<svg" in source_part(model, ("hires",)) and source_part(model, ()) == ""
    assert "<script>" not in source_part(_circle(), (UGLY, "a"))
