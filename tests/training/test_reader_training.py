"""The training of the reader on a processor: a shallow net with random weights, a few steps, export, one question."""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from training.generator import examples
from training.reader.examples import of_line
from training.reader.featurise import packed, sheet_of
from training.reader.pack import stack

from groundplan.reading.embedded import Encoder
from groundplan.reading.embedded.scores import AGGS, ANALYSES, CHOICES, NUMBERS, OPS, OUTPUTS, ROLES, TAGS

torch: Any = pytest.importorskip("torch", reason="torch is for training only; see training/requirements.txt")
pytest.importorskip("onnxscript", reason="onnxscript is for training only; see training/requirements.txt")

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")

TABLES: list[dict[str, Any]] = [
    {"id": "shops", "name": "shops", "columns": [
        {"name": "town", "type": "text", "values": ["Oslo", "Rome", "Bern"]},
        {"name": "takings", "type": "number", "values": [10.5, 99.0]},
        {"name": "opened", "type": "date", "values": ["2020-01-01", "2024-02-03"]},
    ]},
    {"id": "trees", "name": "trees", "columns": [
        {"name": "kind", "type": "text", "values": ["oak", "elm"]},
        {"name": "height", "type": "integer", "values": [3, 30]},
    ]},
]  # fmt: skip
EMPTY: dict[str, Any] = {
    "analysis": ["total"], "metrics": [], "group_by": [], "time": None, "filters": [], "join": "and", "having": None,
    "sort": None, "limit": None, "chart": None, "outputs": [], "derive": None,
}  # fmt: skip


@pytest.fixture(autouse=True)
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    """One layer of six or twelve: the same code, a few seconds."""
    from training.reader.model import SIZES

    for name, size in SIZES.items():
        monkeypatch.setitem(SIZES, name, replace(size, layers=1))


@pytest.fixture(autouse=True)
def one_thread() -> Iterator[None]:
    """Several wait for each other where the machine has other work."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


def write_data(folder: Path) -> None:
    """Two tables with lines written by hand, and generated lines with their own tables."""
    tables = list(TABLES)
    takings = {"metrics": [{"column": "takings", "agg": "sum"}]}
    lines: list[dict[str, Any]] = [
        _line("shops", "total takings", "charts", takings),
        _line("shops", "takings by town", "charts",
              {**takings, "group_by": ["town"], "analysis": ["total", "compare"]}),
        _line("shops", "takings in Rome", "everyday",
              {**takings, "filters": [{"column": "town", "op": "=", "value": "Rome"}]}),
        _line("trees", "how many oak trees", "everyday",
              {"analysis": ["count"], "metrics": [{"column": None, "agg": "count"}],
               "filters": [{"column": "kind", "op": "=", "value": "oak"}]}),
    ]  # fmt: skip
    for number, made in enumerate(examples(4, 24, ("en",))):
        tables.append({"id": f"g{number}", **made["table"]})
        lines.append({**made, "table": f"g{number}", "source": "generator", "split": "train"})
    for name, rows in (("tables", tables), ("lines", lines)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    (folder / "tokenizer.json").write_bytes((Encoder().folder / "tokenizer.json").read_bytes())


def _line(table: str, question: str, source: str, form: dict[str, Any]) -> dict[str, Any]:
    whole = {**EMPTY, **form}
    return {"table": table, "question": question, "status": "answered", "form": whole, "source": source,
            "split": "train"}  # fmt: skip


def test_the_loss_falls_on_a_batch_that_is_seen_again() -> None:
    from training.reader.loss import loss
    from training.reader.model import ReaderNet
    from training.reader.sets import on_device
    from training.reader.train import fit

    torch.manual_seed(1)
    tokens = Encoder().tokens
    made = [p for one in examples(4, 24, ("en",)) if (p := packed({**one, "source": "generator"}, tokens))]
    widest = max(stack(made).items(), key=lambda bucket: len(bucket[1]["scored"]))
    data = on_device(dict([widest]), "cpu")
    (batch,) = data.values()
    net = ReaderNet().eval()
    first = float(loss(net, batch).detach())
    arguments = argparse.Namespace(seed=1, tokens=100_000, epochs=12, rate=1e-3, device="cpu")
    trained = fit(net, [data] * arguments.epochs, arguments)
    assert np.isfinite(first)
    assert float(loss(trained, batch).detach()) < 0.7 * first
    assert not trained.training


def test_a_training_that_is_lost_turns_back_and_goes_on_slower(capfd: pytest.CaptureFixture[str]) -> None:
    from training.reader.loss import loss
    from training.reader.model import ReaderNet
    from training.reader.sets import on_device
    from training.reader.train import fit

    torch.manual_seed(1)
    tokens = Encoder().tokens
    made = [p for one in examples(4, 24, ("en",)) if (p := packed({**one, "source": "generator"}, tokens))]
    data = on_device(dict([max(stack(made).items(), key=lambda bucket: len(bucket[1]["scored"]))]), "cpu")
    heavy = {width: {**batch, "scored": batch["scored"] * 1e6} for width, batch in data.items()}  # so the loss rises
    assert any(batch["scored"].any() for batch in data.values())
    arguments = argparse.Namespace(seed=1, tokens=100_000, epochs=24, rate=1e-3, device="cpu")
    trained = fit(ReaderNet().eval(), [data] * 8 + [heavy] * 16, arguments)
    assert capfd.readouterr().err.count("lost, back at a rate of 0.0005") == 1
    assert np.isfinite(float(loss(trained, next(iter(data.values()))).detach()))


def test_a_course_is_lost_far_above_its_lowest_or_without_a_number() -> None:
    from training.reader.course import Course

    course = Course()
    assert not course.lost()
    for value in [60.0] * 5 + [8.0] * 200 + [14.0] * 200:
        course.saw(torch.tensor(value))
        assert not course.lost()
    for _ in range(60):
        course.saw(torch.tensor(40.0))
    assert course.lost()
    broken = Course()
    broken.saw(torch.tensor(float("nan")))
    assert broken.lost()


def test_sixteen_bits_give_the_gradients_of_thirty_two() -> None:
    from training.reader.loss import loss
    from training.reader.model import ReaderNet
    from training.reader.sets import on_device
    from training.reader.step import Half

    torch.manual_seed(2)
    tokens = Encoder().tokens
    made = [p for one in examples(5, 12, ("en",)) if (p := packed({**one, "source": "generator"}, tokens))]
    batch = next(iter(on_device(stack(made), "cpu").values()))
    net = ReaderNet(0.0)
    half = Half(net, compiled=False)
    loss(net, batch).backward()
    wanted = torch.cat([p.grad.flatten().clone() for p in net.parameters() if p.requires_grad])
    loss(half.net, batch).backward()
    half.give_gradients()
    given = torch.cat([p.grad.flatten() for p in net.parameters() if p.requires_grad])
    assert given.dtype == torch.float32
    assert torch.cosine_similarity(wanted, given, dim=0) > 0.99
    with torch.no_grad():
        net.norm.bias.add_(3.0)
    half.take_weights()
    assert torch.equal(half.net.norm.bias, net.norm.bias.bfloat16())


def test_batches_are_whole_and_hold_no_example_twice() -> None:
    from training.reader.sets import batches

    data = {64: {"ids": torch.arange(21)[:, None], "scored": torch.ones(21)},
            96: {"ids": 100 + torch.arange(5)[:, None], "scored": torch.ones(5)}}  # fmt: skip
    seen = sorted([sorted(batch["ids"][:, 0].tolist()) for batch in batches(data, 640, random.Random(3))], key=len)
    assert seen[0] == [*range(100, 105)], "fewer than a batch are one"
    assert [len(batch) for batch in seen[1:]] == [10, 10]
    assert len({*seen[1], *seen[2]} & {*range(21)}) == 20


def test_a_file_of_examples_that_never_comes_is_named(tmp_path: Path) -> None:
    from training.reader.sets import sets

    arguments = argparse.Namespace(arrays=[tmp_path / "a.pkl"], epochs=1, patience=1)
    with pytest.raises(SystemExit, match=r"a\.pkl is not there after 1 seconds"):
        next(sets(arguments))


@pytest.mark.parametrize("size", ["small", "deep"])
def test_a_sheet_reads_the_same_without_the_mask(size: str) -> None:
    from training.reader.export import Plain
    from training.reader.model import ReaderNet

    torch.manual_seed(2)
    net, tokens = ReaderNet(size=size).eval(), Encoder().tokens
    plain = Plain(net)
    for table, question in ((TABLES[0], "takings by town in Rome"), (TABLES[1], "how many oak trees")):
        line = {"table": table, "question": question, "status": "answered", "form": None}
        given = [torch.from_numpy(array) for array in sheet_of(of_line(line), tokens).arrays().values()]
        for masked, one in zip(net(*given), plain(*given), strict=True):
            assert torch.allclose(masked, one, atol=1e-5)
    padded = [torch.nn.functional.pad(one, (0, 9)) for one in given]
    assert not torch.allclose(net(*padded)[0], plain(*padded)[0], atol=1e-3), "with padding the mask does matter"


def test_a_tiny_run_trains_exports_and_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from training.reader import export, mean, train

    data, weights, model = tmp_path / "data", tmp_path / "weights", tmp_path / "model"
    data.mkdir()
    write_data(data)
    given = ["--data", data, "--out", weights, "--sources", "charts,everyday,generator", "--generated", 0, "--seed", 3]
    given += ["--charts-copies", 2, "--everyday-copies", 2, "--epochs", 2, "--tokens", 2000, "--device", "cpu"]
    kept = [tmp_path / "first.pkl", tmp_path / "second.pkl"]
    for number, path in enumerate(kept):
        with monkeypatch.context() as patch:
            patch.setattr(
                sys, "argv", ["train", *map(str, [*given, "--arrays", path, "--only-arrays", "--seed", number])]
            )
            train.main()
    assert not weights.exists()
    monkeypatch.setattr(sys, "argv", ["train", *map(str, [*given, "--arrays", *kept])])
    train.main()
    assert "epoch 2: " in capfd.readouterr().err
    assert json.loads((weights / "reader-3.json").read_text(encoding="utf-8"))["seed"] == 3
    monkeypatch.setattr(sys, "argv", ["train", *map(str, [*given, "--arrays", *kept, "--size", "deep", "--seed", 4])])
    train.main()
    first = weights / "reader-3.pt"
    further = [*given, "--arrays", *kept, "--start", first, "--seed", 5]
    monkeypatch.setattr(sys, "argv", ["train", *map(str, further)])
    train.main()
    monkeypatch.setattr(sys, "argv", ["mean", *map(str, [first, weights / "reader-5.pt", "--out", weights / "m.pt"])])
    mean.main()
    given = ["--first", weights / "m.pt", "--second", weights / "reader-4.pt"]
    given += ["--tokenizer", data / "tokenizer.json", "--out", model]
    monkeypatch.setattr(sys, "argv", ["export", *map(str, given)])
    export.main()
    facts = json.loads((model / "model.json").read_text(encoding="utf-8"))
    assert facts["labels"]["choices"].keys() == CHOICES.keys()
    assert list(facts["sha256"]) == ["model.onnx", "model.npz", "second.onnx", "second.npz"]
    told = capfd.readouterr().out
    assert all(digest in told for digest in facts["sha256"].values())
    _reads(Encoder(model))
    _reopens(model, {"first.pt": weights / "m.pt", "second.pt": weights / "reader-4.pt"}, tmp_path / "again")
    del facts["sha256"]["second.onnx"], facts["sha256"]["second.npz"]
    (model / "model.json").write_text(json.dumps(facts), encoding="utf-8")
    (model / "second.onnx").unlink()
    _reads(Encoder(model))


def _reopens(model: Path, given: dict[str, Path], out: Path) -> None:
    """What was exported has the weights that it was made of, within the steps of four bits."""
    from training.reader import reopen

    out.mkdir()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["reopen", "--model", str(model), "--out", str(out)])
        reopen.main()
    for name, path in given.items():
        before, after = (torch.load(file, weights_only=True) for file in (path, out / name))
        assert before.keys() == after.keys()
        for part, tensor in after.items():
            away = (before[part].float() - tensor.float()).abs()
            step = before[part].float().abs().max() / 7
            assert away.mean() <= 0.5 * step and away.max() <= 1.2 * step, part


def test_weights_are_averaged_where_they_are_of_one_size(tmp_path: Path) -> None:
    from training.reader.mean import mean

    made = {
        "a": {"floats": torch.tensor([1.0, 4.0]).half(), "codes": torch.tensor([7])},
        "b": {"floats": torch.tensor([3.0, 0.0]).half(), "codes": torch.tensor([7])},
        "wide": {"floats": torch.zeros(3).half(), "codes": torch.tensor([7])},
    }
    for name, state in made.items():
        torch.save(state, tmp_path / name)
    both = mean([tmp_path / "a", tmp_path / "b"])
    assert both["floats"].tolist() == [2.0, 2.0] and both["floats"].dtype == torch.float16
    assert both["codes"].tolist() == [7]
    with pytest.raises(SystemExit, match="not networks of one size"):
        mean([tmp_path / "a", tmp_path / "wide"])


def _reads(encoder: Encoder) -> None:
    """Finite scores of the right shapes, for sheets of several sizes."""
    bare = {"name": "bare", "columns": [{"name": "height", "type": "number", "values": [3.5]}]}
    asked_of = ((TABLES[0], "takings by town in Rome"), (TABLES[1], ""), (TABLES[0], "all " * 150), (bare, "tallest"))
    for table, question in asked_of:
        line = {"table": table, "question": question, "status": "answered", "form": None}
        sheet = sheet_of(of_line(line), encoder.tokens)
        scores = encoder.read(sheet)
        columns, asked = len(sheet.columns), len(sheet.spans) + 1
        assert {name: odds.shape for name, odds in scores.choices.items()} == {
            name: (len(labels),) for name, labels in CHOICES.items()
        }
        shapes = {"analysis": (len(ANALYSES),), "outputs": (len(OUTPUTS),), "aggs": (columns, len(AGGS)),
                  "roles": (columns, len(ROLES)), "ops": (columns, len(OPS)), "cells": (len(sheet.cells),),
                  "numbers": (asked, len(NUMBERS)), "tags": (columns, asked, len(TAGS))}  # fmt: skip
        assert {name: getattr(scores, name).shape for name in shapes} == shapes
        assert all(np.isfinite(getattr(scores, name)).all() for name in shapes)
