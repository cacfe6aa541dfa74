"""Memory and disk give the same; what is not an index is told so."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from groundplan.errors import SourceError
from groundplan.values.build import build
from groundplan.values.index import ValueIndex
from groundplan.values.match import Match
from groundplan.values.speech import speech

LETTERS = st.sampled_from("aeiost nrlABCÉü'-.3я")
TEXTS = st.text(LETTERS, min_size=1, max_size=24) | st.text(min_size=1, max_size=12)
WORDS = st.sampled_from(
    [
        *("New", "York", "City", "Boston", "bosten", "marketing", "mktg", "Mktg", "engineering", "eng", "of", "the"),
        *("Curry", "Stephen", "currry", "golden", "state", "sales", "withdrawn", "withdrawing", "companies", "company"),
        *("HR", "human", "resources", "Zürich", "zurich", "line", "3", "A320", "accessories", "acessories"),
    ]
)
PHRASES = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)


def cells(values: list[str]) -> list[tuple[str, str, str]]:
    return [("t", f"c{at % 2}", value) for at, value in enumerate(values)]


def mapped(values: list[tuple[str, str, str]]) -> ValueIndex:
    with tempfile.TemporaryDirectory() as folder:
        ValueIndex.write(iter(values), Path(folder) / "index")
        return ValueIndex.open(Path(folder) / "index")  # what is mapped outlives its name


@settings(deadline=None, max_examples=150)
@given(st.lists(TEXTS, min_size=1, max_size=8), st.data())
def test_every_value_asked_as_it_stands_is_found(values, data):
    value = data.draw(st.sampled_from(values))
    found = ValueIndex.of(cells(values)).find(value)
    assert not value.strip() or any(m.value == value and m.how == "exact" and m.score == 1 for m in found)


@settings(deadline=None, max_examples=150)
@given(st.lists(PHRASES, min_size=1, max_size=8), PHRASES, PHRASES, st.data())
def test_every_value_inside_a_question_is_found(values, before, after, data):
    value = data.draw(st.sampled_from(values))
    found = ValueIndex.of(cells(values)).find(f"{before} {value} {after}", limit_per_span=99)
    assert any(m.value == value and m.how == "exact" for m in found)


@settings(deadline=None, max_examples=120)
@given(st.lists(TEXTS | PHRASES, max_size=30), st.lists(TEXTS | PHRASES, min_size=1, max_size=4))
def test_memory_and_disk_answer_alike(values, asked):
    question = " ".join(asked)
    assert mapped(cells(values)).find(question) == ValueIndex.of(cells(values)).find(question)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.text("абв ", min_size=1, max_size=8), max_size=10), st.text("абвabv ", max_size=12))
def test_they_do_with_a_lemma_and_a_transliteration_too(values, question):
    own = speech(_lemma, _latin)
    assert ValueIndex(build(cells(values), own), own).find(question) == ValueIndex.of(
        cells(values), _lemma, _latin
    ).find(question)


def _lemma(word: str) -> str:
    return word.rstrip("а") or word


def _latin(word: str) -> tuple[str, ...]:
    return (word.translate(str.maketrans("абв", "abv")),)


def test_many_values_in_memory_lie_in_arrays_and_answer_alike():
    many = [("t", "name", f"Name {n} of {'abcdefgh'[n % 8] * 6}") for n in range(2_500)]
    index = ValueIndex.of(many)
    assert index.find("who is name 77 of ffffff") == [
        Match("t", "name", "Name 77 of ffffff", 7, 24, 0.97, "case"),
    ]


def test_equal_cells_are_kept_once(tmp_path):
    ValueIndex.write([("t", "c", "Oslo")] * 3, tmp_path / "index")
    assert len(ValueIndex.open(tmp_path / "index").find("Oslo")) == 1
    assert len(ValueIndex.of([("t", "c", "Oslo")] * 3).find("Oslo")) == 1


def test_whole_values_without_case_by_column_and_value():
    index = ValueIndex.of([("t", "b", "Oslo"), ("t", "a", "OSLO"), ("t", "a", "New Oslo"), ("t", "a", "oslos")])
    assert index.same(["oslo", "nothing"]) == [("t", "b", "Oslo"), ("t", "a", "OSLO")]
    assert index.same([]) == [] and index.columns == [("t", "b"), ("t", "a")]


# ------------------------------------------------------------------ folders


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    ValueIndex.write([("t", "c", f"value {n}") for n in range(100)], tmp_path / "index")
    return tmp_path / "index"


def test_a_folder_written_again_holds_the_new_values_and_nothing_lies_beside_it(folder):
    ValueIndex.write([("t", "c", "other")], folder)
    assert [m.value for m in ValueIndex.open(folder).find("value 7 or other")] == ["other"]
    assert [path.name for path in folder.parent.iterdir()] == ["index"]


def test_a_build_that_fails_leaves_what_was_there(folder):
    def broken():
        yield ("t", "c", "new")
        raise RuntimeError("the source went away")

    with pytest.raises(RuntimeError):
        ValueIndex.write(broken(), folder)
    assert ValueIndex.open(folder).find("value 7")[0].value == "value 7"
    assert [path.name for path in folder.parent.iterdir()] == ["index"]


def test_a_foreign_folder_is_told(tmp_path):
    with pytest.raises(SourceError, match=r"holds no value index; write one there first\.$"):
        ValueIndex.open(tmp_path / "nowhere")
    (tmp_path / "values.json").write_text("[]")
    with pytest.raises(SourceError, match="holds no value index"):
        ValueIndex.open(tmp_path)


def test_a_damaged_folder_is_told(folder):
    data = (folder / "values.bin").read_bytes()
    (folder / "values.bin").write_bytes(data[:-8])
    with pytest.raises(SourceError, match=r"is damaged \(values\.bin has .* remove the folder"):
        ValueIndex.open(folder)
    (folder / "values.bin").write_bytes(b"\xff" * (len(data) // 2) + data[len(data) // 2 :])
    with pytest.raises(SourceError, match="is damaged"):
        ValueIndex.open(folder)
    (folder / "values.bin").unlink()
    with pytest.raises(SourceError, match="is damaged"):
        ValueIndex.open(folder)


@pytest.mark.parametrize(("key", "value"), [("version", 0), ("sections", {}), ("columns", []), ("lemma", True)])
def test_another_description_is_told(folder, key, value):
    about = json.loads((folder / "values.json").read_text())
    (folder / "values.json").write_text(json.dumps({**about, key: value}))
    with pytest.raises(SourceError, match=r"another version|is damaged|another lemma"):
        ValueIndex.open(folder)
