"""The model file: written, and read back as the same model."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from command_line import Cli
from groundplan.contracts.source_model import Dataset, Field, Figure, LeftOut, Note, Relation, SourceModel
from groundplan.errors import SourceError
from groundplan.sources.model.model_file import read_model, write_model
from groundplan.sources.opened import open_sources
from model_sources import again, opened, staff

# ibis 12 calls what DuckDB 2.0 has renamed
pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")
EXAMPLES = Path(__file__).parents[3] / "examples"


@pytest.mark.parametrize("source", ["sales.csv", "weather.csv", "shop"])
def test_a_model_that_was_written_is_read_back(source: str, tmp_path: Path) -> None:
    tables = open_sources((str(EXAMPLES / source),), tmp_path)
    tables.close()
    assert again(tables.understood) == tables.understood


def test_missing_marks_lists_scales_and_what_was_left_out_are_read_back(tmp_path: Path) -> None:
    model = opened(tmp_path, staff=staff() + "Total,,,,,,45678,\n").understood
    (dataset,) = model.datasets
    assert any(field.missing_marks for field in dataset.fields) and any(field.separator for field in dataset.fields)
    assert again(model) == model


NAMES = st.text(min_size=1, max_size=12).filter(lambda name: name.strip() == name and name.isprintable())
BOUND = st.none() | st.integers(-(10**15), 10**15) | st.floats(allow_nan=False, allow_infinity=False) | NAMES
FIELDS = st.builds(
    Field, name=NAMES, type=st.sampled_from(["text", "integer", "number", "boolean", "date", "datetime"]),
    role=st.sampled_from(["key", "name", "category", "measure", "time", "flag", "text", "list"]), unit=NAMES,
    adds_up=st.sampled_from([None, "sum", "average", "last", "no"]), signed=st.booleans(), missing=st.integers(0, 9),
    missing_marks=st.tuples(NAMES), odd=st.dictionaries(NAMES, st.integers(1, 9), max_size=2), low=BOUND, high=BOUND,
    ordered=st.tuples(NAMES, NAMES), separator=st.sampled_from(["", ";", "json"]), distinct=st.integers(0, 99),
    codes=st.dictionaries(NAMES, NAMES, max_size=2), description=NAMES, synonyms=st.tuples(NAMES),
    column=st.sampled_from(["", "a column called otherwise", 'a "quoted" one', "gefüllt"]),
)  # fmt: skip
DATASETS = st.builds(
    Dataset, name=NAMES, source=NAMES, row_is=NAMES, rows=st.integers(0, 99), fields=st.tuples(FIELDS, FIELDS),
    primary_key=st.tuples(NAMES), unique_keys=st.tuples(st.tuples(NAMES, NAMES)), main_time=NAMES, ended=NAMES,
    name_field=st.one_of(st.tuples(NAMES), st.tuples(NAMES, NAMES)), latest_of=NAMES, description=NAMES,
    left_out=st.tuples(st.builds(LeftOut, what=NAMES, rows=st.integers(1, 9))), synonyms=st.tuples(NAMES),
    tests=st.dictionaries(NAMES, NAMES, max_size=2), aliases=st.tuples(NAMES),
)  # fmt: skip
RELATIONS = st.builds(
    Relation, name=NAMES, many=NAMES, columns=st.tuples(NAMES), one=NAMES, others=st.tuples(NAMES),
    found=st.floats(0, 1), single=st.booleans(), declared=st.booleans(), path=NAMES, back=NAMES,
)  # fmt: skip
NOTES = st.builds(Note, about=NAMES, text=NAMES, share=st.none() | st.floats(0, 1), declared=st.booleans())
MODELS = st.builds(
    SourceModel, datasets=st.tuples(DATASETS), relations=st.tuples(RELATIONS),
    figures=st.tuples(st.builds(Figure, name=NAMES, expression=NAMES, description=NAMES, synonyms=st.tuples(NAMES))),
    notes=st.tuples(NOTES),
)  # fmt: skip


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(model=MODELS)
def test_any_model_is_read_back(model: SourceModel) -> None:
    assert again(model) == model


def test_what_is_written_is_ossie(tmp_path: Path) -> None:
    write_model(opened(tmp_path, staff=staff()).understood, "staff", tmp_path / "model.yaml")
    document = yaml.safe_load((tmp_path / "model.yaml").read_text("utf-8"))
    (model,) = document["semantic_model"]
    (dataset,) = model["datasets"]
    assert document["version"] == "0.2.0.dev0"
    assert set(dataset) <= {
        "name", "source", "primary_key", "unique_keys", "description", "ai_context", "fields", "custom_extensions",
    }  # fmt: skip
    assert all(isinstance(one["data"], str) for one in dataset["custom_extensions"])


def test_a_file_that_is_no_model_is_not_overwritten(tmp_path: Path) -> None:
    model = opened(tmp_path, staff=staff()).understood
    (tmp_path / "notes.yaml").write_text("buy: milk\n", "utf-8")
    with pytest.raises(SourceError, match="no model that groundplan wrote"):
        write_model(model, "staff", tmp_path / "notes.yaml")
    write_model(model, "staff", tmp_path / "model.yaml")
    assert write_model(model, "staff", tmp_path / "model.yaml").endswith("1 dataset, 8 fields and 0 relations")
    assert read_model((tmp_path / "model.yaml").read_text("utf-8"), "model.yaml") == model


def test_look_writes_the_model(cli: Cli, tmp_path: Path) -> None:
    said = cli("look", str(EXAMPLES / "shop"), "--model", "shop.yaml")
    assert (said.code, said.out) == (0, "")
    assert said.err == "shop.yaml: the model of 3 datasets, 15 fields and 2 relations\n"
    assert len(read_model((tmp_path / "shop.yaml").read_text("utf-8"), "shop.yaml").relations) == 2
