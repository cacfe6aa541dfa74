"""Tuning the sentence encoder: the parts without torch, then all of it on a tiny encoder with random weights."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from training.sentences.evaluate import best, drift, make_exam
from training.sentences.pairs import general_sentences, left_out, read_suites

from groundplan.contracts import Tool
from groundplan.embed import BundledEmbedder, clauses, open_index

THINGS = ("flight", "hotel", "parcel", "invoice", "garden", "recipe", "concert", "ticket", "lesson", "doctor")
VERBS = {"book": "Reserves a place.", "cancel": "Calls off what was reserved.", "find": "Looks up what is on offer."}


@pytest.fixture(scope="module")
def suites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tool_search")
    tools = [
        {"name": f"{verb}_{thing}", "description": f"{does} For a {thing}."}
        for verb, does in VERBS.items()
        for thing in THINGS
    ]
    (folder / "catalog.json").write_text(json.dumps(tools), encoding="utf-8")
    for name in ("metatool_single", "sealtools_dev"):
        lines = [line(f"{name}-{number}", tool["name"]) for number, tool in enumerate(tools * 2)]
        (folder / f"{name}.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return folder


def line(id: str, tool: str) -> dict[str, Any]:
    question = f"I would like to {tool.replace('_', ' a ')}. Thank you very much."
    return {"id": id, "question": question, "sources": ["catalog.json"], "gold": {"tools": [tool]}}


def test_no_request_is_both_learned_and_measured(suites: Path) -> None:
    trained, measured_only = read_suites(suites)
    learned = {request.id for request in trained.training}
    assert learned
    assert not learned & {request.id for request in trained.held_out(1000)}
    assert len(learned) + len(trained.held_out(1000)) == 60
    assert measured_only.training == []
    assert len(measured_only.held_out(25)) == 25


def test_a_tool_left_out_is_in_no_request_that_is_learned(suites: Path) -> None:
    suite = read_suites(suites)[0]
    wanted = {suite.catalogue.names[place] for request in suite.training for place in request.wanted}
    assert wanted
    assert not any(map(left_out, wanted))


def test_a_folder_without_suites_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="holds none of metatool_single"):
        read_suites(tmp_path)


def test_general_sentences_are_english_and_come_in_one_order() -> None:
    sentences = general_sentences(500)
    assert len(set(sentences)) == len(sentences) == 500
    assert all(sentence.isascii() for sentence in sentences)
    assert sentences == general_sentences(500)


def test_the_measure_ranks_as_the_index_does(suites: Path, tmp_path: Path) -> None:
    embedder = BundledEmbedder()
    suite = read_suites(suites)[0]
    tools = {tool["name"]: Tool(**tool) for tool in json.loads((suites / "catalog.json").read_text(encoding="utf-8"))}
    index = open_index(tools, embedder, tmp_path)
    exam = make_exam(suite, 3)
    vectors = index._shelf.vectors
    for request, parts, words in zip(exam.requests, exam.parts, exam.words, strict=True):
        assert parts == [request.text, *clauses(request.text)]
        ranked = [suite.catalogue.names[place] for place in best(embedder.embed(parts) @ vectors.T, words)]
        assert ranked[:3] == [name for name, _ in index.together(parts, 3)]
    assert exam.comp(embedder.embed)["choosing"] >= 0


def test_drift_is_none_for_the_same_vectors_and_seen_for_others() -> None:
    noise = np.random.default_rng(3).standard_normal((2, 50, 8)).astype(np.float32)
    one, two = noise / np.linalg.norm(noise, axis=2, keepdims=True)
    assert drift(one, one) == {"near": 0.0, "any": 0.0}
    assert drift(one, two)["near"] > 0.1


def write_base(folder: Path) -> None:
    """A base of two narrow layers with random weights; its table is as long as the real vocabulary."""
    from safetensors.torch import save_file
    from transformers import BertConfig, BertModel

    config = BertConfig(
        hidden_size=32, num_hidden_layers=2, num_attention_heads=1, intermediate_size=64, max_position_embeddings=128
    )
    folder.mkdir()
    save_file(BertModel(config, add_pooling_layer=False).state_dict(), folder / "model.safetensors")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_tiny_tuning_writes_weights_and_figures(
    suites: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("torch", reason="torch is for training only; see training/requirements.txt")
    pytest.importorskip("transformers", reason="transformers is for training only; see training/requirements.txt")
    from training.sentences import finetune

    write_base(tmp_path / "base")
    given = ["--data", suites, "--base", tmp_path / "base", "--out", tmp_path / "out", "--device", "cpu", "--tiny"]
    monkeypatch.setattr(sys, "argv", ["finetune", *map(str, given)])
    finetune.main()
    report = json.loads((tmp_path / "out" / "figures.json").read_text(encoding="utf-8"))
    assert set(report["before"]["comp"]) == {"metatool_single", "sealtools_dev"}
    assert report["before"]["drift"] == {"near": 0.0, "any": 0.0}
    assert bool(report["chosen"]) == any((tmp_path / "out").glob("model-*.safetensors"))


def figures(single: float, other: float, moved: float) -> dict[str, Any]:
    comp = {"one": {"choosing": single}, "two": {"choosing": other}}
    return {"comp": comp, "drift": {"near": moved, "any": 0.0}}


def test_what_harms_nothing_is_chosen() -> None:
    pytest.importorskip("torch", reason="torch is for training only; see training/requirements.txt")
    pytest.importorskip("transformers", reason="transformers is for training only; see training/requirements.txt")
    from training.sentences.finetune import choose

    base = figures(80, 90, 0.0)
    assert choose({0.0: base, 0.5: figures(84, 90, 0.01), 1.0: figures(90, 91, 0.2)}) == 0.5
    assert choose({0.0: base, 0.5: figures(84, 89.8, 0.01), 1.0: figures(99, 88, 0.01)}) == 0.5
    assert choose({0.0: base, 1.0: figures(80, 90, 0.01)}) == 0.0


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_weights_between_base_and_tuned_are_a_share_of_the_way(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="torch is for training only; see training/requirements.txt")
    pytest.importorskip("transformers", reason="transformers is for training only; see training/requirements.txt")
    from safetensors.torch import save_file
    from training.sentences.mix import mix

    base, tuned = tmp_path / "model.safetensors", tmp_path / "model-1.safetensors"
    save_file({"bert.encoder.a": torch.zeros(3), "bert.embeddings.b": torch.ones(2)}, base)
    save_file({"encoder.a": torch.full((3,), 4.0).half()}, tuned)
    mixed = mix(base, [tuned], 0.25)
    assert set(mixed) == {"encoder.a"}
    assert mixed["encoder.a"].tolist() == [1.0, 1.0, 1.0]
