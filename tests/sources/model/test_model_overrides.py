"""`groundplan.yaml` beside the data: laid over what was inferred, and its mistakes told."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

import model_sources
from command_line import Cli
from groundplan.errors import SourceError
from groundplan.query.scope import Scope
from groundplan.sources.joinable import with_keys
from groundplan.sources.model.model_file import write_model
from groundplan.sources.model.ossie import in_yaml, written
from groundplan.sources.model.ossie_read import declared
from groundplan.sources.model.overrides import laid_over
from groundplan.sources.opened import open_sources
from model_sources import ORDERS, PEOPLE, RELATION, again, opened, said

# ibis 12 calls what DuckDB 2.0 has renamed
pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")
EXAMPLES = Path(__file__).parents[3] / "examples"
MISTAKES = Path(__file__).with_name("mistakes.yaml")


def test_a_relation_is_added_and_joined_along(tmp_path: Path) -> None:
    before = opened(tmp_path, orders=ORDERS, people=PEOPLE)
    assert not before.understood.relations
    tables = said(tmp_path, RELATION)
    (relation,) = tables.understood.relations
    assert (relation.many, relation.one, relation.declared, relation.found) == ("orders", "people", True, 1.0)
    orders = next(table for table in tables.model if table.name == "orders")
    assert [(key.column, key.table, key.other) for key in orders.keys] == [("buyer", "people", "number")]
    assert [note.text for note in tables.understood.notes if note.declared] == ["orders.buyer names a row of people"]
    assert tables.mistakes == () and tables.understood.dataset("orders").field("buyer").role == "key"


def test_an_inferred_relation_is_taken_away_or_replaced(tmp_path: Path) -> None:
    shop = {file.stem: file.read_text("utf-8") for file in (EXAMPLES / "shop").glob("*.csv")}
    (tmp_path / "groundplan.yaml").write_text("relationships:\n  - {name: orders_product, remove: true}\n", "utf-8")
    tables = opened(tmp_path, **shop)
    assert [one.name for one in tables.understood.relations] == ["orders_customer"]
    related = [note for note in tables.understood.notes if note.about.startswith("orders_")]
    assert [(note.about, note.text) for note in related] == [
        ("orders_customer", "orders.customer_id names a row of customers"),
        ("orders_product", "taken away"),
    ]
    (tmp_path / "groundplan.yaml").write_text(
        "relationships:\n"
        "- {name: bought, from: orders, to: products, from_columns: product_id, to_columns: product_id}\n"
        "- {name: again, from: orders, to: customers, from_columns: [product_id], to_columns: [customer_id]}\n",
        "utf-8",
    )
    tables = opened(tmp_path)
    assert [(one.name, one.one) for one in tables.understood.relations] == [
        ("orders_customer", "customers"),
        ("again", "customers"),
    ]


def test_fields_datasets_and_figures_are_as_they_are_said(tmp_path: Path) -> None:
    tables = said(
        tmp_path,
        """
        datasets:
          - name: orders
            primary_key: order
            main_time: ""
            synonyms: [purchases]
            fields:
              - {name: amount, unit: EUR, adds_up: average, ai_context: {synonyms: [turnover]}}
              - name: level
                custom_extensions:
                  - {vendor_name: GROUNDPLAN, data: '{"role": "category", "ordered": ["1", "2", "3", "4", "5"]}'}
              - {name: status, values: {paid: settled}}
          - name: People
            name_field: Label
            ended: since
        metrics:
          - {name: revenue, expression: sum(orders.amount), synonyms: [takings]}
        """,
    )
    model = tables.understood
    orders, people = model.dataset("orders"), model.dataset("people")
    amount, level, status = (orders.field(name) for name in ("amount", "level", "status"))
    assert tables.mistakes == ()
    assert (amount.unit, amount.adds_up, amount.synonyms) == ("EUR", "average", ("turnover",))
    assert (level.role, level.adds_up, level.ordered[0]) == ("category", None, "1")
    assert status.codes == {"paid": "settled"}
    assert (orders.synonyms, people.name_field, people.ended) == (("purchases",), ("label",), "since")
    assert next(table for table in tables.model if table.name == "people").called == ("label",)
    own = [(one.name, one.expression) for one in model.figures if not one.offered]
    assert own == [("revenue", "sum(orders.amount)")]
    assert {note.about for note in model.notes if note.declared} >= {"orders", "orders.amount", "people", "revenue"}
    assert again(model) == model


def test_ways_tests_and_aliases_are_as_they_are_said(tmp_path: Path) -> None:
    tables = said(
        tmp_path,
        """
        relationships:
          - {from: orders, from_columns: buyer, to: people, to_columns: number, path: customer, back: purchases}
        datasets:
          - name: orders
            tests: {large: amount > 400, "paid off": 'status = "paid"'}
          - {name: people, aliases: LABEL, ended: since, tests: {young: since > 2020-05}}
        """,
    )
    model = tables.understood
    orders, people = model.dataset("orders"), model.dataset("people")
    assert tables.mistakes == ()
    assert [(one.name, one.path, one.back) for one in model.relations] == [("orders_buyer", "customer", "purchases")]
    assert dict(orders.tests) == {"large": "amount > 400", "paid off": 'status = "paid"'}
    assert people.aliases == ("label",)
    assert dict(people.tests) == {"current": "missing(since)", "young": "since > 2020-05"}
    told = [note.text for note in model.notes if note.declared and note.about in ("people", "orders_buyer")]
    assert "tests: current is missing(since), young is since > 2020-05" in told
    assert again(model) == model


TRIPS = "trip,start_stop_id,end_stop_id,km\n" + "".join(
    f"{n},{100 + n % 8},{100 + n % 5},{n % 9 + 0.5}\n" for n in range(1, 60)
)
STOPS = "stop_id,name\n" + "".join(f"{100 + n},Stop {chr(65 + n)}\n" for n in range(8))


def relations(folder: Path, text: str) -> list[tuple[str, str, str]]:
    """What the relations of trips are called, and how they are passed."""
    (folder / "groundplan.yaml").write_text(text, "utf-8")
    tables = opened(folder, trips=TRIPS, stops=STOPS)
    assert tables.mistakes == ()
    names = {one.name for one in tables.understood.relations}
    assert all(note.about in names for note in tables.understood.notes if "names a row of" in note.text)
    return sorted((one.name, one.path, one.back) for one in tables.understood.relations)


def test_a_relation_that_was_found_is_called_otherwise(tmp_path: Path) -> None:
    end, start = (
        ("trips_end_stop", "end_stop", "trips_by_end_stop"),
        ("trips_start_stop", "start_stop", "trips_by_start_stop"),
    )
    assert relations(tmp_path, "relationships: []\n") == [end, start]
    short = "relationships:\n- {name: trips_end_stop, back: arrivals}\n"
    assert relations(tmp_path, short) == [("trips_end_stop", "end_stop", "arrivals"), start]
    by_column = "relationships:\n- {name: leaves, from: Trips, from_columns: START_STOP_ID, path: from}\n"
    assert relations(tmp_path, by_column) == [("leaves", "from", "trips_by_start_stop"), end]
    taken = "relationships:\n- {name: trips_end_stop, path: start_stop}\n"
    assert relations(tmp_path, taken) == [
        ("trips_end_stop", "start_stop", end[2]),
        ("trips_start_stop", "trips_start_stop", start[2]),
    ]
    gone = "relationships:\n- {name: trips_end_stop, remove: true}\n- {name: trips_start_stop, back: trips}\n"
    assert relations(tmp_path, gone) == [("trips_start_stop", "start_stop", "trips")]


def test_two_relations_of_one_name_are_told_apart_by_their_datasets(tmp_path: Path) -> None:
    text = """
        relationships:
          - {name: stop, from: trips, from_columns: start_stop_id}
          - {name: stop, from: visits, from_columns: place, to: stops, to_columns: stop_id}
    """
    visits = "day,place\n" + "".join(f"2024-03-{n:02},{100 + n % 8}\n" for n in range(1, 29))
    (tmp_path / "visits.csv").write_text(visits, "utf-8")
    assert [(name, path) for name, path, _ in relations(tmp_path, text)] == [
        ("stop", "place"),
        ("stop", "start_stop"),
        ("trips_end_stop", "end_stop"),
    ]


MENU = "dish,contains\n" + "".join(f"Dish {n},{n % 4}+{(n + 1) % 4}+9\n" for n in range(1, 12))
ALLERGENS = "number,label\n0,nuts\n1,milk\n2,eggs\n3,fish\n"
LISTS = """
datasets:
  - name: menu
    fields:
      - {name: contains, separator: +}
relationships:
  - {from: menu, from_columns: contains, to: allergens, to_columns: number}
"""


def test_lists_are_said_and_name_rows_of_another_dataset(tmp_path: Path) -> None:
    opened(tmp_path, menu=MENU, allergens=ALLERGENS)
    (tmp_path / "groundplan.yaml").write_text(LISTS, "utf-8")
    tables = opened(tmp_path)
    model = tables.understood
    (relation,) = model.relations
    contains = model.dataset("menu").field("contains")
    assert tables.mistakes == ()
    assert (contains.role, contains.separator) == ("list", "+")
    assert (relation.path, relation.back, relation.found, relation.single) == ("contains", "menu", 0.6667, False)
    assert model.listed(relation) == contains
    menu = next(table for table in tables.model if table.name == "menu")
    assert menu.keys == () and set(menu.column("contains").values) == set("01239")
    walked = Scope(model).walk(model.dataset("menu"), ["contains", "label"])
    assert (walked.many, walked.hops[0].split, walked.at.name) == (("contains",), "contains", "allergens")
    assert again(model) == model


def test_no_two_ways_are_said_to_have_one_name(tmp_path: Path) -> None:
    text = "relationships:\n- {name: trips_start_stop, back: trips}\n- {name: trips_end_stop, path: row, back: trips}\n"
    (tmp_path / "groundplan.yaml").write_text(text, "utf-8")
    tables = opened(tmp_path, trips=TRIPS, stops=STOPS)
    assert tables.mistakes == (
        "groundplan.yaml line 3: 'row' means something else from trips on already; say another path;"
        " it was left out of account",
        "groundplan.yaml line 3: 'trips' means something else from stops on already; say another back;"
        " it was left out of account",
    )
    assert {(one.path, one.back) for one in tables.understood.relations} == {
        ("start_stop", "trips"),
        ("end_stop", "trips_by_end_stop"),
    }


def test_what_was_read_as_a_list_is_none(tmp_path: Path) -> None:
    colours = model_sources.staff()
    text = "datasets:\n- {name: staff, fields: [{name: colours, separator: ''}]}\n"
    before = opened(tmp_path, staff=colours)
    (tmp_path / "groundplan.yaml").write_text(text, "utf-8")
    tables = opened(tmp_path)
    field = tables.understood.dataset("staff").field("colours")
    assert (field.role, field.separator, tables.mistakes) == ("category", "", ())
    column = tables.model[0].column("colours")
    assert column.separator == "" and any(";" in value for value in column.values)
    assert before.understood.dataset("staff").field("colours").separator == ";"


def test_an_edit_takes_effect_at_once_and_a_copy_of_the_model_changes_nothing(tmp_path: Path) -> None:
    before = opened(tmp_path, orders=ORDERS, people=PEOPLE).understood
    write_model(before, "all", tmp_path / "groundplan.yaml")
    copied = opened(tmp_path)
    assert (copied.understood, copied.mistakes) == (before, ())
    assert said(tmp_path, RELATION).understood.relations
    (tmp_path / "groundplan.yaml").unlink()
    assert opened(tmp_path).understood == before


@pytest.mark.parametrize("case", yaml.safe_load(MISTAKES.read_text("utf-8")), ids=lambda case: case["told"][:60])
def test_a_mistake_is_told_with_its_line_and_costs_nothing_else(tmp_path: Path, case: dict[str, str]) -> None:
    tables = said(tmp_path, case["said"])
    assert tables.mistakes == (case["told"],)
    assert tables.notes[0] == case["told"]
    (tmp_path / "groundplan.yaml").unlink()
    assert tables.understood == opened(tmp_path).understood


def test_of_one_file_opened_alone_the_others_may_be_spoken_of(tmp_path: Path) -> None:
    text = RELATION + "datasets:\n- {name: people, ended: since}\n- {name: orders, row_is: purchase}\n- name: ordrs\n"
    tables = said(tmp_path, text, "orders.csv")
    assert tables.understood.dataset("orders").row_is == "purchase"
    assert [one.split(": ", 1)[1] for one in tables.mistakes] == [
        "no dataset 'ordrs'; did you mean 'orders'? it was left out of account"
    ]


def test_look_shows_mistakes_and_ends_with_a_code(cli: Cli, tmp_path: Path) -> None:
    said(tmp_path, "datasets:\n- name: ordres\n")
    shown = cli("look", ".")
    assert shown.code == 1
    assert (
        shown.err
        == "error: groundplan.yaml line 2: no dataset 'ordres'; did you mean 'orders'? it was left out of account\n"
    )
    answered = cli("ask", "total amount", "orders.csv", "--out", "run")
    assert answered.code == 0 and "Note: groundplan.yaml line 2: no dataset 'ordres'" in answered.out


JUNK = (None, 1, 2.5, True, "x", [], {}, ["a"], [1], {"a": 1}, [["a"]], [{"name": "x"}], "orders", ["total"], "", "no")


def spoilt(value: Any, random: Random) -> Any:
    """The document with some of it replaced, left out or called otherwise."""
    if random.random() < 0.02:
        return random.choice(JUNK)
    if isinstance(value, list):
        return [spoilt(one, random) for one in value]
    if not isinstance(value, dict):
        return value
    keys = {
        key: random.choice(
            ["role", "values", "from", "remove", "path", "back", "tests", "separator", "latest_of", "zzz"]
        )
        for key in value
    }
    return {
        keys[key] if random.random() < 0.03 else key: spoilt(json.loads(one) if key == "data" else one, random)
        for key, one in value.items()
        if random.random() > 0.02
    }


def test_whatever_is_wrong_with_it_is_told(tmp_path: Path) -> None:
    tables = open_sources((str(EXAMPLES / "shop"),), tmp_path)
    try:
        document = written(tables.understood, "shop")
        for seed in range(200):
            text = in_yaml(spoilt(document, Random(seed)))
            with suppress(SourceError):
                model, mistakes = laid_over(tables.understood, declared(text, "a.yaml"), tables.found.evidence)
                assert all(one.text and one.line for one in mistakes)
                assert len(model.datasets) == 3 and with_keys(tables.model, model)
    finally:
        tables.close()
