"""What the reader learns from, without torch: queries to forms, lines made new, labels, packing."""

from __future__ import annotations

import copy
import random
from pathlib import Path
from typing import Any

import pytest
from training.generator import examples
from training.reader.augment import lengthened, used, varied
from training.reader.beside import MOST, beside
from training.reader.examples import of_line
from training.reader.featurise import load, packed, sheet_of
from training.reader.labels import align, labels
from training.reader.nvbench import form_of, merged, plain
from training.reader.pack import BUCKETS, CELLS, COLUMNS, fits, joined, stack

from groundplan.reading.embedded import Encoder
from groundplan.reading.embedded.question_words import Tokens
from groundplan.reading.embedded.scores import CHOICES, OPS

NAMES = ["Name", "Age", "City", "Hired", "Salary", "Team"]
TABLE: dict[str, Any] = {
    "name": "staff",
    "columns": [
        {"name": "Name", "type": "text", "values": ["Ada", "Bo", "Cleo"]},
        {"name": "Age", "type": "integer", "values": [21, 44, 60]},
        {"name": "City", "type": "text", "values": ["Oslo", "Rome", "New York"]},
        {"name": "Hired", "type": "date", "values": ["2019-01-02", "2024-05-06"]},
        {"name": "Salary", "type": "number", "values": [2100.5, 5400.0]},
        {"name": "Team", "type": "text", "values": ["Sales", "Legal"]},
    ],
}
EMPTY = form_of("Visualize BAR SELECT Team , COUNT(Team) FROM staff", NAMES)
ROWS = {"column": None, "agg": "count"}


@pytest.fixture(scope="module")
def tokens() -> Tokens:
    return Encoder().tokens


def line(question: str, source: str = "charts", **form: Any) -> dict[str, Any]:
    """An answered line over the staff table."""
    whole = {**EMPTY, "metrics": [], "group_by": [], "chart": None, "outputs": [], **form}
    return copy.deepcopy(
        {"table": TABLE, "question": question, "status": "answered", "form": whole, "source": source, "history": None}
    )


# ------------------------------------------------------------------ queries


@pytest.mark.parametrize(
    ("query", "slots"),
    [
        ("Visualize BAR SELECT Team , COUNT(Team) FROM staff GROUP BY Team",
         {"chart": "bar", "metrics": [ROWS], "group_by": ["Team"], "sort": None, "filters": []}),
        ("Visualize PIE SELECT City , SUM(Salary) FROM staff GROUP BY City",
         {"chart": "arc", "metrics": [{"column": "Salary", "agg": "sum"}], "group_by": ["City"]}),
        ("Visualize LINE SELECT Hired , AVG(Age) FROM staff BIN Hired BY YEAR",
         {"chart": "line", "time": {"column": "Hired", "grain": "year"}, "group_by": []}),
        ("Visualize BAR SELECT Hired , COUNT(Hired) FROM staff BIN Hired BY WEEKDAY",
         {"time": {"column": "Hired", "grain": "weekday"}, "metrics": [ROWS]}),
        ("Visualize SCATTER SELECT Age , Salary FROM staff",
         {"chart": "point", "metrics": [{"column": "Age", "agg": "none"}, {"column": "Salary", "agg": "none"}]}),
        ("Visualize STACKED BAR SELECT City , COUNT(City) , Team FROM staff GROUP BY Team , City",
         {"chart": "stacked_bar", "group_by": ["City", "Team"]}),
        ("Visualize BAR SELECT Team , COUNT(DISTINCT City) FROM staff GROUP BY Team ORDER BY COUNT(DISTINCT City) DESC",
         {"metrics": [{"column": "City", "agg": "count_distinct"}], "sort": {"by": "metric", "order": "desc"}}),
        ("Visualize BAR SELECT Name , Age FROM staff WHERE Salary BETWEEN 2000 AND 3000 ORDER BY Name ASC",
         {"filters": [{"column": "Salary", "op": "between", "value": [2000, 3000]}],
          "sort": {"by": "group", "order": "asc"}}),
        ("Visualize BAR SELECT Name , Age FROM staff WHERE City = 'New York' OR City = 'Rome'",
         {"filters": [{"column": "City", "op": "in", "value": ["New York", "Rome"]}], "join": "or"}),
        ("Visualize BAR SELECT Name , Age FROM staff WHERE Age >= 30 AND Name NOT LIKE '%a%' AND Team != 'null'",
         {"filters": [{"column": "Age", "op": ">=", "value": 30},
                      {"column": "Name", "op": "not_contains", "value": "a"},
                      {"column": "Team", "op": "not_null", "value": None}], "join": "and"}),
        ("Visualize BAR SELECT Name , Age FROM staff WHERE Salary BETWEEN 2 AND 3 AND Team != 'null' OR City != 'Rome'",
         {"filters": [{"column": "Salary", "op": "between", "value": [2, 3]},
                      {"column": "Team", "op": "not_null", "value": None},
                      {"column": "City", "op": "!=", "value": "Rome", "join": "or"}], "join": "and"}),
        ("Visualize BAR SELECT Name , Age FROM staff WHERE Age >= 30 AND Age <= 40 OR City = 'Rome'",
         {"filters": [{"column": "Age", "op": "between", "value": [30, 40]},
                      {"column": "City", "op": "=", "value": "Rome"}], "join": "or"}),
        ("Visualize BAR SELECT Name , Age FROM staff WHERE Name LIKE 'A%' AND staff.age > 20 AND AGE < 40",
         {"filters": [{"column": "Name", "op": "starts_with", "value": "A"},
                      {"column": "Age", "op": "between", "value": [20, 40]}]}),
    ],
)  # fmt: skip
def test_a_query_as_a_form(query: str, slots: dict[str, Any]) -> None:
    form = form_of(query, NAMES)
    assert {slot: form[slot] for slot in slots} == slots
    assert form["outputs"] == ["chart"]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT Age FROM staff",
        "Visualize BAR SELECT Town , COUNT(Town) FROM staff",
        "Visualize BAR SELECT Name , Age FROM staff WHERE Age = (SELECT MAX(Age) FROM staff)",
        "Visualize BAR SELECT Name , Age FROM staff WHERE Age = 3 AND Age = 4",
        "Visualize BAR SELECT Name , Age FROM staff WHERE Age > 3 AND City = 'Rome' OR Age < 2 AND City = 'Oslo'",
    ],
)
def test_a_query_that_no_form_can_say(query: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        form_of(query, NAMES)


def test_values_and_conditions_are_made_plain() -> None:
    assert [plain("'x y'"), plain("3"), plain('"3.0"'), plain("2.5")] == ["x y", 3, 3, 2.5]
    two = [{"column": "City", "op": "!=", "value": v} for v in ("Oslo", "Rome")]
    assert merged(two, "and") == [{"column": "City", "op": "not_in", "value": ["Oslo", "Rome"]}]


# ------------------------------------------------------------------ lines made new


def consistent(made: dict[str, Any]) -> None:
    """Columns of the forms exist, and so do the text values that they compare with."""
    columns = {c["name"]: c for c in made["table"]["columns"]}
    assert len(columns) == len(made["table"]["columns"])
    assert used(made) <= set(columns)
    for f in (made["form"] or {"filters": []})["filters"]:
        if f["op"] in ("=", "!=", "in", "not_in") and columns[f["column"]]["type"] == "text":
            for value in f["value"] if isinstance(f["value"], list) else [f["value"]]:
                assert str(value).lower() in {str(v).lower() for v in columns[f["column"]]["values"]}


def test_varied_lines_keep_their_meaning() -> None:
    filters = [{"column": "City", "op": "=", "value": "Rome"}, {"column": "Age", "op": ">", "value": 30}]
    said = line("Salary by Team in Rome for age over 30", group_by=["Team"], filters=filters,
                metrics=[{"column": "Salary", "agg": "sum"}])  # fmt: skip
    before, donors = copy.deepcopy(said), table_of_donors()
    for seed in range(120):
        made = varied(said, donors, random.Random(seed))
        consistent(made)
        (city,) = [f for f in made["form"]["filters"] if f["op"] == "="]
        hinted = (made.get("said") or {}).get("filters") or [[city["value"]]]
        assert hinted[0][0].lower() in made["question"].lower(), "its words, or those of the longer value it became"
        assert hinted[0][0].lower() in city["value"].lower()
        assert made["form"]["metrics"][0]["agg"] == "sum" and made["form"]["filters"][1]["value"] == 30
        renamed = made["form"]["group_by"][0]
        assert made["table"]["columns"] and renamed in {c["name"] for c in made["table"]["columns"]}
    assert said == before, "the line itself is left as it was"


def test_headers_and_values_grow_while_the_question_stays() -> None:
    filters = [{"column": "City", "op": "=", "value": "Rome"}]
    said = line("how many in rome", filters=filters, metrics=[{"column": None, "agg": "count"}])
    grown = [lengthened(said, random.Random(seed)) for seed in range(200)]
    for made in grown:
        consistent(made)
    values = [made for made in grown if made["form"]["filters"][0]["value"] != "Rome"]
    headers = [made for made in grown if made["form"]["filters"][0]["column"] != "City"]
    assert 10 < len(values) < 100 and 10 < len(headers) < 100
    assert all(made["said"]["filters"] == [["Rome"]] for made in values), "the words that say it are kept"


def table_of_donors() -> list[dict[str, Any]]:
    return [
        {"name": "depot", "type": "text", "values": ["Kyoto", "Quito"]},
        {"name": "fuel cost", "type": "number", "values": [1.5, 80.0]},
        {"name": "door_count", "type": "integer", "values": [2, 4]},
    ]


def test_generated_lines_stay_consistent_when_they_vary() -> None:
    chance = random.Random(5)
    for made in examples(11, 80):
        consistent(varied({**made, "source": "generator"}, table_of_donors(), chance))


# ------------------------------------------------------------------ labels


@pytest.mark.parametrize(
    ("question", "value", "hint", "op", "said"),
    [
        ("staff in New York", "New York", None, "=", "New York"),
        ("staff in new yrok", "New York", None, "=", "new yrok"),
        ("paid over 10k", 10000, None, ">", "10k"),
        ("top twenty", 20, None, "=", "twenty"),
        ("those up north", "North", "up north", "=", "up north"),
        ("since march 2024", "since March 2024", None, "period", "since march 2024"),
        ("staff in Bern", "Rome", None, "=", None),
        ("the retired ones", True, None, "=", None),
        ("Roma or Rome", "Rome", None, "=", "Rome"),
    ],
)
def test_where_a_value_is_said(question: str, value: Any, hint: str | None, op: str, said: str | None) -> None:
    span = align(question, value, hint, op)
    assert (span and question[span[0] : span[1]]) == said


def test_labels_point_at_what_they_mean(tokens: Tokens) -> None:
    asked = line("salary in Rome over 30", metrics=[{"column": "Salary", "agg": "avg"}], filters=[
        {"column": "City", "op": "=", "value": "Rome"}, {"column": "Age", "op": ">", "value": 30},
    ])  # fmt: skip
    example = of_line(asked)
    sheet = sheet_of(example, tokens)
    target = labels(example, sheet)
    assert target is not None and target["scored"] == 1
    assert [sheet.values[at] for at in target["cells"]] == ["Rome"]
    assert target["ops"] == {3: OPS.index("="), 2: OPS.index(">")}
    assert {(place, example.question[slice(*sheet.spans[token - 1])]) for place, token, _ in target["tags"]} == {
        (3, "Rome"),
        (2, "30"),
    }
    assert CHOICES["filters"][target["choices"]["filters"]] == "2"


def test_a_value_that_is_not_said_teaches_nothing_of_its_place(tokens: Tokens) -> None:
    asked = line("salary down south", filters=[{"column": "City", "op": "=", "value": "Rome"}])
    target = labels(of_line(asked), sheet_of(of_line(asked), tokens))
    assert target is not None and target["open"] == [3] and not target["tags"]


def test_what_cannot_be_learnt_is_left_out(tokens: Tokens) -> None:
    lost = line("salary by planet", group_by=["Planet"])
    assert labels(of_line(lost), sheet_of(of_line(lost), tokens)) is None
    refused = {**line("sing a song"), "status": "refused", "form": None}
    target = labels(of_line(refused), sheet_of(of_line(refused), tokens))
    assert target is not None and target["scored"] == 0
    assert CHOICES["status"][target["choices"]["status"]] == "refused"


def test_packed_examples_lie_in_their_buckets(tokens: Tokens) -> None:
    made = [p for one in examples(2, 40) if (p := packed({**one, "source": "generator"}, tokens))]
    stacked = stack(made)
    assert sum(len(a["scored"]) for a in stacked.values()) == len(made) > 30
    for width, arrays in stacked.items():
        assert width in BUCKETS
        assert arrays["ids"].shape[1] == width and arrays["columns"].shape[1] == COLUMNS
        assert arrays["cells"].shape[1] == CELLS
        assert ((arrays["ids"] > 0).sum(1) > arrays["asked"]).all()
    twice = joined([stacked, stacked])
    assert all(len(twice[width]["ids"]) == 2 * len(stacked[width]["ids"]) for width in stacked)
    wide = {"name": "wide", "columns": [{"name": f"c{n}", "type": "number", "values": []} for n in range(COLUMNS)]}
    assert not fits(sheet_of(of_line({**line("x"), "table": wide}), tokens))


def test_lines_are_loaded_with_their_tables(tmp_path: Path) -> None:
    import json

    (tmp_path / "tables.jsonl").write_text(json.dumps({"id": "t", **TABLE}) + "\n", encoding="utf-8")
    asked = [{**line("total salary"), "table": "t", "split": split} for split in ("train", "dev", "train")]
    (tmp_path / "lines.jsonl").write_text("\n".join(map(json.dumps, asked)), encoding="utf-8")
    loaded = load(tmp_path)
    assert {split: len(lines) for split, lines in loaded.items()} == {"train": 2, "dev": 1}
    assert loaded["dev"][0]["table"]["columns"] == TABLE["columns"]


# ------------------------------------------------------------------ two tables in one sheet

SHOP: dict[str, Any] = {
    "name": "shops",
    "columns": [
        {"name": "Shop", "type": "text", "values": ["Mill Lane", "Quay"]},
        {"name": "Rent", "type": "number", "values": [900.0, 1200.0]},
        {"name": "Opened", "type": "date", "values": ["2020-01-02", "2021-05-06"]},
        {"name": "Salary", "type": "number", "values": [1.0, 2.0]},
        {"name": "Salary paid", "type": "number", "values": [1.0, 2.0]},
    ],
}


def test_a_second_table_stands_beside_the_first(tokens: Tokens) -> None:
    mine = line("average salary by city", metrics=[{"column": "Salary", "agg": "avg"}], group_by=["City"])
    both = beside(mine, {**line("rent by shop"), "table": SHOP}, random.Random(1))
    owners = {column["name"]: column["table"] for column in both["table"]["columns"]}
    assert owners == {**dict.fromkeys(NAMES, "staff"), "Shop": "shops", "Rent": "shops", "Opened": "shops"}
    sheet = sheet_of(of_line(both), tokens)
    assert {shown.table for shown in sheet.fields} == {"staff", "shops"}
    assert packed(both, tokens) is not None


def test_like_columns_stay_where_the_question_says_its_table() -> None:
    mine = line("salary of the staff", metrics=[{"column": "Salary", "agg": "sum"}])
    both = beside(mine, {**line("rent"), "table": SHOP}, random.Random(1))
    assert "Salary paid" in {column["name"] for column in both["table"]["columns"]}


def test_a_line_stays_alone_where_nothing_may_stand_beside_it() -> None:
    mine = line("average salary", metrics=[{"column": "Salary", "agg": "avg"}])
    doubtful = {**mine, "status": "clarify"}
    crowded = copy.deepcopy(mine)
    crowded["table"]["columns"] += [{"name": f"c{n}", "type": "number", "values": [1.0]} for n in range(MOST)]
    other = {**line("rent"), "table": SHOP}
    assert beside(mine, line("by city"), random.Random(1)) is mine
    assert beside(doubtful, other, random.Random(1)) is doubtful
    assert beside(crowded, other, random.Random(1)) is crowded


def test_wide_tables_have_columns_of_others_and_all_of_their_own() -> None:
    from training.reader.widen import widened

    tables = [
        {"name": name, "columns": [{"name": f"{name}_{at}", "type": "number", "values": [at]} for at in range(4)]}
        for name in ("one", "two", "three")
    ]
    lines = [{"table": table, "question": f"total {table['name']}_2"} for table in tables]
    for line, wide in zip(lines, widened(lines, 9), strict=True):
        names = [column["name"] for column in wide["table"]["columns"]]
        assert len(names) == len(set(names)) == 9
        assert {column["name"] for column in line["table"]["columns"]} < set(names)
        assert wide["question"] == line["question"]
    assert widened(lines, 9) == widened(lines, 9)
