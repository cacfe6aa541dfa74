"""The generator of training examples: deterministic, complete, true to what it says."""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from training.generator import derived, examples, make, meanings
from training.generator.check import faults
from training.generator.domains import FOLDER, KEPT, domain
from training.generator.domains import load as load_domains
from training.generator.forms import ANALYSES, CHARTS, DERIVES, GRAINS, OPS, empty_form
from training.generator.grammar import Phrases, load, parse
from training.generator.headers import parts, shortened
from training.generator.lost import without
from training.generator.mutate import written
from training.generator.numbers import number_in
from training.generator.spans import mark, take_out, tidy
from training.generator.tables import make_table
from training.generator.written import Fault, read

COUNT = 1200


@pytest.fixture(scope="module")
def made() -> list[dict[str, Any]]:
    return list(examples(7, COUNT, ("en",)))


def test_the_same_seed_gives_the_same_examples() -> None:
    assert json.dumps(list(examples(3, 60))) == json.dumps(list(examples(3, 60)))


def test_every_example_has_the_keys_of_the_interface(made: list[dict[str, Any]]) -> None:
    keys = {"table", "question", "lang", "status", "form", "history", "said", "family"}
    for example in made:
        assert set(example) - {"choices"} == keys
        assert example["question"].strip()
        assert (example["form"] is not None) == (example["status"] == "answered")


def test_forms_use_known_words_and_columns_of_the_table(made: list[dict[str, Any]]) -> None:
    for example in made:
        names = {column["name"] for column in example["table"]["columns"]}
        assert len(names) == len(example["table"]["columns"])
        assert set(example.get("choices", ())) <= names
        for form in (example["form"], (example["history"] or {}).get("form")):
            if form is not None:
                _sound(form, names)


def _sound(form: dict[str, Any], names: set[str]) -> None:
    assert set(form) == set(empty_form())
    assert form["analysis"] and set(form["analysis"]) <= set(ANALYSES)
    used = {each["column"] for each in form["metrics"] + form["filters"]} | set(form["group_by"])
    used |= set((form["derive"] or {}).get("of", ())) | ({form["time"]["column"]} if form["time"] else set())
    assert used - {None} <= names
    assert {each["op"] for each in form["filters"]} <= set(OPS)
    assert form["chart"] in (None, *CHARTS)
    assert form["time"] is None or form["time"]["grain"] in GRAINS
    assert form["derive"] is None or form["derive"]["kind"] in DERIVES


def test_what_is_said_stands_in_the_question(made: list[dict[str, Any]]) -> None:
    for example in made:
        said = example["said"]
        words = [word for each in said["filters"] for word in each] + [said["limit"], said["having"]]
        assert all(word in example["question"] for word in words if word is not None), example["question"]


def test_filters_of_a_fresh_question_are_all_said(made: list[dict[str, Any]]) -> None:
    for example in made:
        if example["form"] is None or example["history"] is not None:
            continue
        for condition, words in zip(example["form"]["filters"], example["said"]["filters"], strict=True):
            value = condition["value"]
            wanted = 0 if condition["op"] in ("is_null", "not_null") else len(value) if isinstance(value, list) else 1
            assert len(words) == wanted and None not in words, example["question"]


def test_the_mix_is_near_what_was_planned(made: list[dict[str, Any]]) -> None:
    status = Counter(example["status"] for example in made)
    answered = [example["form"] for example in made if example["form"]]
    filtered = sum(bool(form["filters"]) for form in answered) / len(answered)
    several = sum(len(form["filters"]) > 1 for form in answered) / len(answered)
    assert 0.07 < status["refused"] / COUNT < 0.15
    assert 0.05 < status["clarify"] / COUNT < 0.12
    assert 0.52 < filtered < 0.74
    assert 0.16 < several < 0.36
    assert 0.04 < sum(example["history"] is not None for example in made) / COUNT < 0.14


def test_a_group_that_the_table_has_lost_is_refused() -> None:
    lost = [example for example in examples(6, 3000) if example["family"] == "refused_lost"]
    assert len(lost) > 20
    assert {example["status"] for example in lost} == {"refused"}


def test_a_column_is_lost_where_the_question_names_it_and_no_other_is_called_alike() -> None:
    election = next(
        each for each in load_domains(FOLDER) if (each.file, each.name) == ("wiki_places.yaml", "election_results")
    )
    table = make_table(election, random.Random(1), (), tuple(column.name for column in election.columns))
    party = next(column for column in table.columns if column.spec.name == "Party")
    left = without(table, party, "total votes by party")
    assert left is not None and party not in left.columns and len(left.columns) == len(table.columns) - 1
    assert without(table, party, "total votes") is None
    candidate = next(column for column in table.columns if column.spec.name == "Candidate")
    assert without(table, candidate, "votes by candidate") is None, "rows are candidates"


def test_some_conditions_are_joined_by_and_and_or_in_the_order_of_their_words() -> None:
    every = [example for example in examples(5, 3000) if example["form"]]
    found = [example for example in every if any("join" in f for f in example["form"]["filters"])]
    assert 0.008 < len(found) / 3000 < 0.05
    for example in found:
        joins = [condition.get("join") for condition in example["form"]["filters"]]
        assert joins[0] is None and joins.count("or") == 1 and len(joins) > 2 and example["form"]["join"] == "and"
        at = 0
        for words in example["said"]["filters"]:
            at = example["question"].index(words[0], at) if words else at


def test_every_analysis_operator_grain_chart_and_derivation_occurs() -> None:
    forms = [example["form"] for example in examples(1, 4500, ("en",)) if example["form"]]
    assert {each for form in forms for each in form["analysis"]} == set(ANALYSES)
    assert {each["op"] for form in forms for each in form["filters"]} == set(OPS)
    assert {form["time"]["grain"] for form in forms if form["time"]} == set(GRAINS)
    assert {form["chart"] for form in forms} == {None, *CHARTS}
    assert {form["derive"]["kind"] for form in forms if form["derive"]} == set(DERIVES)


def test_no_mark_or_bracket_is_left_in_a_question(made: list[dict[str, Any]]) -> None:
    for example in made:
        assert not any(0xE000 <= ord(letter) <= 0xF8FF for letter in example["question"])
        assert "{" not in example["question"] and "  " not in example["question"]


def test_the_domain_files_have_no_faults() -> None:
    assert list(faults()) == []


def test_a_template_fills_slots_choices_and_options() -> None:
    phrases = Phrases({"top": ["(a|a) {x}[]", "{y.gen}"]})
    assert phrases.render("top", random.Random(1), {"x": "b"}) == "a b"
    with pytest.raises(ValueError, match="left open"):
        parse("(a|b")


def test_every_english_family_has_a_frame() -> None:
    phrases = load("en")
    assert phrases is not None
    styles = {style for name, found in phrases.styles.items() if name.startswith("family.") for style in found}
    assert styles <= set(phrases.styles["frame"])


def test_marks_survive_tidying() -> None:
    text = tidy(f"orders  in {mark(1, 'Berlin')} , {mark(9, '2023')} ,")
    assert take_out(text) == ("orders in Berlin, 2023", {1: "Berlin", 9: "2023"})


@pytest.mark.parametrize(
    ("value", "text", "said"),
    [(5000, "over 5k", "5k"), (1200, "over 1,200 now", "1,200"), (5, "top five", "five"), (3, "30 days", None)],
)
def test_numbers_are_found_as_typed(value: float, text: str, said: str | None) -> None:
    assert number_in(value, text) == said


def test_headers_are_cut_into_words() -> None:
    assert parts("NetSales_usd") == ("net", "sales", "usd")
    assert shortened("quantity") == "qty"


TABLE = {
    "table": "orders",
    "title": "Orders",
    "row": ["order"],
    "rows": ["orders"],
    "columns": [
        {"name": "amount", "says": ["amount"], "type": "number", "kind": "sum", "values": [1, 2]},
        {"name": "city", "says": ["city"], "type": "text", "kind": "group", "values": ["Oslo", "Bern"]},
    ],
}


def test_a_written_question_becomes_a_form() -> None:
    raw = {"q": "amount in oslo over 5k", "a": ["total"], "m": ["sum amount"], "f": [["city", "=", "Oslo"]]}
    found = read({**raw, "h": [">", 5000]}, domain(TABLE, "x.yaml"))
    assert found.form is not None and found.form["having"] == {"op": ">", "value": 5000}
    assert found.said == {"filters": [["oslo"]], "limit": None, "having": "5k"}


def test_a_written_question_may_mix_and_and_or() -> None:
    conditions = [["city", "=", "Oslo"], ["amount", ">", 5], "or", ["city", "=", "Bern"]]
    raw = {"q": "oslo over 5, or else bern", "a": ["count"], "m": ["count"], "f": conditions}
    found = read(raw, domain(TABLE, "x.yaml"))
    assert found.form is not None and found.form["join"] == "and"
    assert [(f["value"], f.get("join")) for f in found.form["filters"]] == [("Oslo", None), (5, None), ("Bern", "or")]
    assert found.said["filters"] == [["oslo"], ["5"], ["bern"]]


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ({"f": ["or", ["city", "=", "Oslo"]]}, "begins with `or`"),
        ({"f": [["city", "=", "Oslo"], "or"]}, "between two filters"),
        ({"f": [["town", "=", "Oslo"]]}, "no column named 'town'"),
        ({"f": [["city", "=", "Rome"]]}, "not among its values"),
        ({"f": [["city", "=", "Bern"]]}, "does not say 'Bern'"),
        ({"m": ["mean amount"]}, "does not begin with an aggregate"),
        ({"a": ["sum"]}, "unknown analysis"),
        ({"status": "clarify", "choices": ["city", "amount"], "then": [{"q": "city"}]}, "only an answered question"),
    ],
)
def test_a_faulty_written_question_says_what_is_wrong(part: dict[str, Any], message: str) -> None:
    raw = {"q": "amount in oslo", "a": ["total"], "m": ["sum amount"], **part}
    with pytest.raises(Fault, match=message):
        read(raw, domain(TABLE, "x.yaml"))


def test_the_phrase_folder_explains_itself() -> None:
    readme = Path(__file__).parents[2] / "training" / "generator" / "phrases" / "README.md"
    assert "family.<family>.<style>" in readme.read_text(encoding="utf-8")


def test_what_a_column_means_is_said_only_where_one_column_means_it() -> None:
    columns = [
        {"name": "dur_min", "says": ["duration"], "values": [1]},
        {"name": "wait_min", "says": ["wait"], "values": [1]},
        {"name": "state", "says": ["state"], "values": ["Lost"], "value_says": {"Lost": ["gone"]}},
    ]
    said: dict[str, dict[str, Any]] = {
        "dur_min": {"nouns": ["time taken", "wait"], "most": ["longest"], "gt": ["longer than N", "slow"]},
        "wait_min": {"most": ["longest", "most patient"], "asks": ["how long do they queue"]},
        "state": {"values": {"Lost": ["that never came"], "Found": ["back"]}, "links": ["marked as"]},
    }
    first, second, third = meanings.with_meanings(columns, said)
    assert first["means"] == meanings.Meaning(nouns=("time taken",), gt=("longer than N",))
    assert (second["means"].most, second["asks"]) == (("most patient",), ["how long do they queue"])
    assert (third["means"].links, third["value_says"]) == (("marked as",), {"Lost": ["gone", "that never came"]})


def test_faults_of_meanings_and_of_derived_figures_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for room, text in (
        (meanings, "jobs: {dur: {gt: [slow], most_of_all: [x], values: {Lost: [gone]}}, no: {}}"),
        (derived, "jobs: [{kind: product, of: [dur, end], says: [x]}]\nother: []"),
    ):
        monkeypatch.setattr(room, "FOLDER", tmp_path / room.__name__)
        (tmp_path / room.__name__).mkdir()
        (tmp_path / room.__name__ / "bad.yaml").write_text(text, encoding="utf-8")
    tables = {"jobs": {"dur": {"name": "dur", "values": [1]}}}
    assert len(list(meanings.faults("bad.yaml", tables))) == 4
    assert len(list(derived.faults("bad.yaml", tables))) == 3


def test_implied_words_bring_the_form_that_they_mean() -> None:
    """In questions of the grammar superlatives stand for most or least, and conditions without a number for zero."""
    maker = make.Maker("en")
    maker.written_odds = 0.0
    rng, found = random.Random(8), Counter[str]()
    for _ in range(4000):
        example = maker.example(rng)
        if example is None or not example["form"]:
            continue
        form, said = example["form"], example["said"]["filters"]
        zero = [each for each in form["filters"] if each["op"] in (">", "=") and each["value"] == 0]
        found["unsaid"] += bool(zero and any(words and not re.search(r"\d", words[0] or "") for words in said))
        found["named"] += example["family"].startswith("derived")
        found["three"] += len(form["metrics"]) == 3
    assert all(found[each] > 5 for each in ("unsaid", "named", "three")), found


def test_columns_of_another_table_never_share_a_name_with_those_that_are_there() -> None:
    domains, rng = tuple(each for each in load_domains(FOLDER) if each.lang == "en"), random.Random(2)
    for _ in range(600):
        names = [column.spec.name for column in make_table(rng.choice(domains), rng, domains).columns]
        assert len(set(names)) == len(names)


def test_no_table_that_is_kept_out_is_learnt_from() -> None:
    learnt, kept = {each.name for each in load_domains(FOLDER)}, {each.name for each in load_domains(KEPT)}
    assert len(kept) >= 20 and not learnt & kept
    asked = {one.question.lower() for _, one in written("en")}
    again = [one.question for _, one in written("en", KEPT) if one.question.lower() in asked and len(one.question) > 25]
    assert again == []


def test_lists_name_things_and_no_records() -> None:
    """Dams are shown by their name; visits are not shown by who came."""
    dam = {"name": "dam_nm", "says": ["dam"], "type": "text", "kind": "name", "values": ["Orin", "Vey"]}
    guest = {"name": "guest", "says": ["visitor"], "type": "text", "kind": "name", "values": ["Ann Lee", "Bo Ek"]}
    sizes = [
        {"name": n, "says": [n], "type": "number", "kind": "avg", "values": [1.5, 9.0]} for n in ("a", "b", "c", "d")
    ]
    for rows, column, called in ((["dams"], dam, "dam_nm"), (["visits"], guest, None)):
        raw = {"table": "one", "title": "One", "row": [rows[0][:-1]], "rows": rows, "columns": [column, *sizes]}
        found = make_table(domain(raw, "one.yaml"), random.Random(1), keep=("dam_nm", "guest")).called()
        assert (found.spec.name if found else None) == called
