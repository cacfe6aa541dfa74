"""The screen: what it says of files that each have their trouble, and that it fits."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.cells import cell_len

from groundplan.contracts.source_model import Dataset, Field, Figure, Note, Relation, SourceModel
from groundplan.looking.drawing import drawn
from groundplan.looking.line import fitting, wrapped
from groundplan.looking.make import look
from groundplan.looking.page import page, short
from groundplan.looking.shape import Look
from groundplan.looking.words import article, bounds, share
from looked_at import hire, look_of, many, wide, workshop

GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = Path(__file__).parents[2] / "examples"
Make = Callable[[Path], Path]


def text(found: Look, width: int = 80, whole: bool = False) -> str:
    return "".join(f"{line.plain}\n" for line in page(found, width, whole))


@pytest.mark.parametrize("make", [hire, workshop], ids=lambda make: make.__name__)
def test_the_screen_says(make: Make, tmp_path: Path) -> None:
    told = text(look_of(make(tmp_path), tmp_path / "cache"))
    assert told == (GOLDEN / f"{make.__name__}.txt").read_text("utf-8")


@pytest.mark.parametrize("make", [hire, workshop, wide, many], ids=lambda make: make.__name__)
@pytest.mark.parametrize("whole", [False, True], ids=["screen", "whole"])
def test_no_line_is_wider_than_the_terminal(make: Make, whole: bool, tmp_path: Path) -> None:
    found = look_of(make(tmp_path), tmp_path / "cache")
    for width in (60, 80, 120):
        assert [line for line in text(found, width, whole).splitlines() if cell_len(line) > width] == []


@pytest.mark.parametrize("make", [wide, many], ids=lambda make: make.__name__)
def test_much_is_one_screen_and_all_of_it_only_when_asked(make: Make, tmp_path: Path) -> None:
    found = look_of(make(tmp_path), tmp_path / "cache")
    few, every = text(found).splitlines(), text(found, whole=True).splitlines()
    assert len(few) <= 50 and few[-1].endswith("--all shows everything")
    names = {field.name for dataset in found.datasets for field in dataset.fields}
    assert {line.split()[0] for line in every if line.split()} >= names, "each field has a line"


def test_examples_fit_and_name_what_there_is(tmp_path: Path) -> None:
    told = text(look_of(EXAMPLES / "shop", tmp_path))
    assert "  orders ─n:1→ customers\n         ─n:1→ products\n" in told
    assert "each row is an order · 600 rows" in told and "averaged, not summed: products.price" in told


def test_a_look_prints_itself_and_is_short_before_questions(tmp_path: Path) -> None:
    found = look_of(workshop(tmp_path), tmp_path / "cache").model_copy(update={"questions": ("total cost by site",)})
    assert str(found).endswith("Ask\n  total cost by site")
    lines = [line.plain for line in short(found, 80)]
    assert lines[0] == "workshop.csv: workshop (30 rows)" and "1 total row" in lines[1]
    assert lines[2] == "ask, for example: total cost by site"


# ------------------------------------------------------------------ what the model says


def test_what_is_no_field_of_the_files_is_said_of_the_model() -> None:
    orders = Dataset(
        name="orders",
        row_is="order",
        rows=10,
        fields=(Field(name="id", type="integer", role="key"), Field(name="left", type="date", role="time", missing=4)),
        ended="left",
    )
    model = SourceModel(
        datasets=(orders,),
        figures=(Figure(name="margin", expression="SUM(a) - SUM(b)"),),
        notes=(Note(about="orders.id", text="is a key", share=0.97, against="7"),),
    )
    told = text(look(model, ("not read: 'b.csv' is empty", "a note of no kind"), (), "shop"))
    assert "Figures with a name: margin\n" in told
    worth = told.partition("Worth a look\n")[2].splitlines()
    assert worth == [
        "  - not read: 'b.csv' is empty",
        "  - orders.id is a key (97 % of the rows, not 7)",
        "  - a note of no kind",
        "  - orders: where left is filled, the row has ended",
        "  - nothing tells the rows of orders apart",
    ]


def _way(many: str, column: str, one: str, other: str, **more: object) -> Relation:
    return Relation.model_validate(
        {"name": f"{many}_{column}", "many": many, "columns": (column,), "one": one, "others": (other,), **more}
    )


def test_relations_are_drawn_once_with_their_roles_and_circles() -> None:
    ways = [
        _way("lines", "order_id", "orders", "order_id"),
        _way("orders", "customer", "customers", "id", found=0.5),
        _way("orders", "sold_by", "staff", "badge"),
        _way("orders", "packed_by", "staff", "badge"),
        _way("staff", "boss", "staff", "badge"),
        _way("passes", "plate", "cars", "plate", single=True),
        _way("a", "b_id", "b", "b_id"),
        _way("b", "a_id", "a", "a_id"),
        _way("films", "genres", "genres", "genres"),
    ]
    genres = Field(name="genres", type="text", role="list", separator=",")
    films = Dataset(name="films", fields=(genres,))
    assert [line.plain for line in drawn(SourceModel(datasets=(films,), relations=tuple(ways)), 80)] == [
        "lines ─n:1→ orders ─n:1→ customers (50 % found)",
        "                   ─n:1→ staff (sold_by, packed_by) ─n:1→ staff (boss)",
        "passes ─1:1→ cars",
        "films ─n:n→ genres",
        "a ─n:1→ b ─n:1→ a",
    ]


def test_a_chain_without_room_goes_on_in_a_line_of_its_own() -> None:
    ways = [_way(f"dataset_{n}", f"dataset_{n + 1}_id", f"dataset_{n + 1}", "id") for n in range(5)]
    lines = [line.plain for line in drawn(SourceModel(relations=tuple(ways)), 50)]
    assert lines == [
        "dataset_0 ─n:1→ dataset_1 ─n:1→ dataset_2",
        "dataset_2 ─n:1→ dataset_3 ─n:1→ dataset_4",
        "dataset_4 ─n:1→ dataset_5",
    ]


# ------------------------------------------------------------------ words


@pytest.mark.parametrize(
    ("thing", "said"), [("order", "an"), ("sale", "a"), ("hour", "an"), ("unit", "a"), ("user", "a"), ("urn", "an")]
)
def test_the_article_goes_by_the_sound(thing: str, said: str) -> None:
    assert article(thing) == said


def test_shares_and_bounds() -> None:
    assert [share(part) for part in (0.002, 0.12, 0.999, 1.0)] == ["< 1 %", "12 %", "99 %", "100 %"]
    assert [bounds(1, 600), bounds(-4, 25.4), bounds(16.57, 3263.3)] == [
        "1 to 600",
        "-4.0 to 25.4",
        "16.57 to 3,263.30",
    ]


def test_values_fill_their_room_and_text_is_wrapped() -> None:
    assert fitting(["East", "North", "South"], 4, 22, "and {n} more") == "East, North and 5 more"
    assert fitting(["Krankenhausapotheke"], 0, 8, "and {n} more") == "Krankenh…"[:7] + "…"
    assert wrapped("one two three four", 12, "- ", "  ") == ["- one two", "  three four"]
