"""Large networks that teach small ones: their trunk, the parts of the tables, what is told, and learning from it."""

from __future__ import annotations

import pickle
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from training.generator import examples
from training.reader.featurise import FOLDS, fold, packed
from training.reader.pack import Arrays, stack

from groundplan.readers.trained import Encoder

torch: Any = pytest.importorskip("torch", reason="torch is for training only; see training/requirements.txt")


@pytest.fixture(autouse=True)
def shallow(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two layers, so that one stands on another."""
    from training.reader.model import SIZES

    for name, size in SIZES.items():
        monkeypatch.setitem(SIZES, name, replace(size, layers=2))


@pytest.fixture(scope="module")
def made() -> dict[int, Arrays]:
    """Examples over tables of all parts."""
    tokens = Encoder().tokens
    return stack([p for one in examples(4, 40, ("en",)) if (p := packed({**one, "source": "generator"}, tokens))])


@pytest.mark.parametrize("size", ["small", "large"])
def test_a_network_starts_as_the_encoder_that_it_is_made_of(tmp_path: Path, size: str) -> None:
    from training.reader.bases import with_base
    from training.reader.model import ReaderNet

    theirs = _encoder(size)
    theirs.save_pretrained(tmp_path)
    net = with_base(ReaderNet(0.0, size), tmp_path / "model.safetensors").eval()
    for table in (net.kinds, net.matches, net.priors):
        torch.nn.init.zeros_(table.weight)
    ids = torch.randint(104, 30000, (2, 300), generator=torch.Generator().manual_seed(5))
    ids[:, 0], ids[:, 7], ids[:, 9], ids[:, 11] = 101, 102, 100, 103
    ids[1, 200:] = 0
    real, none = ids != 0, torch.zeros_like(ids)
    ours = net.trunk(net.words(ids), real[:, None, None, :], none, none, none)
    known = theirs(input_ids=_theirs(ids) if size == "large" else ids, attention_mask=real.long()).last_hidden_state
    assert torch.allclose(ours[real], known[real], atol=2e-5)


def _encoder(size: str) -> Any:
    """Of the size, with random weights."""
    from training.reader.model import SIZES
    from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel

    torch.manual_seed(1)
    shape = SIZES[size]
    given = {"hidden_size": shape.hidden, "num_hidden_layers": shape.layers, "num_attention_heads": 12,
             "intermediate_size": shape.inner, "layer_norm_eps": shape.tiny, "initializer_range": 0.1}  # fmt: skip
    if size == "small":
        return BertModel(BertConfig(**given, vocab_size=30522)).eval()
    return MPNetModel(MPNetConfig(**given, vocab_size=30527, max_position_embeddings=514)).eval()


def _theirs(ids: Any) -> Any:
    out = ids + 4
    for ours, other in ((0, 1), (100, 3), (101, 0), (102, 2), (103, 30526)):
        out[ids == ours] = other
    return out


def test_tables_of_one_database_are_of_one_part_and_parts_are_of_a_size() -> None:
    assert fold({"id": "tables/shop/orders.csv"}) == fold({"id": "tables/shop/clients.csv"})
    assert fold({"title": "Clinic visits", "name": "a"}) == fold({"title": "Clinic visits", "name": "b"})
    counts = np.bincount([fold({"title": f"table {number}"}) for number in range(900)], minlength=FOLDS)
    assert min(counts) > 250


def test_what_is_left_out_is_left_out(made: dict[int, Arrays]) -> None:
    from training.reader.sets import left

    assert {int(part) for one in made.values() for part in one["fold"]} == set(range(FOLDS))
    rest = left(made, 1)
    assert {int(part) for one in rest.values() for part in one["fold"]} == {0, 2}
    assert all(len(array) == len(one["scored"]) for one in rest.values() for array in one.values())
    assert left(made, None) is made


def test_each_example_is_told_of_by_the_teacher_that_has_not_seen_its_table(made: dict[int, Arrays]) -> None:
    from training.reader.loss import TAUGHT, inputs
    from training.reader.model import ReaderNet
    from training.reader.sets import on_device
    from training.reader.teach import taught

    torch.manual_seed(3)
    teachers = [ReaderNet(0.0).eval() for _ in range(FOLDS)]
    width, one = max(made.items(), key=lambda bucket: len(bucket[1]["scored"]))
    told = taught(one, teachers, "cpu")
    batch = on_device({width: one}, "cpu")[width]
    for part, net in enumerate(teachers):
        rows = one["fold"] == part
        with torch.no_grad():
            said = net(*inputs(batch))
        for name, scores in zip(TAUGHT, said, strict=False):
            assert np.allclose(told[f"told_{name}"][rows], scores.numpy()[rows], atol=0.01)


def test_the_teacher_pulls_what_is_learnt_to_what_it_says() -> None:
    from training.reader.loss import Said, above, one_of, yes_or_no

    gold, told = torch.tensor([0]), torch.tensor([[0.0, 8.0, 0.0]])
    for share, better in ((0.0, 0), (0.4, 0), (0.6, 1), (1.0, 1)):
        costs = [float(one_of(Said(6.0 * torch.eye(3)[None, place], told, share), gold)) for place in range(3)]
        assert costs.index(min(costs)) == better
        wanted = torch.tensor([[1.0, 0.0, 0.0]])
        costs = [float(above(Said(6.0 * torch.eye(3)[None, place], told, share), wanted)) for place in range(3)]
        assert costs.index(min(costs)) == better
        yes, no = (
            float(yes_or_no(Said(torch.tensor([x]), torch.tensor([-8.0]), share), torch.ones(1))) for x in (4.0, -4.0)
        )
        assert (yes < no) == (better == 0)
    assert float(above(Said(told, told, 1.0), torch.zeros(1, 3))) == 0, "where nothing is wanted there are no rivals"


def test_a_large_network_teaches_and_a_small_one_learns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made: dict[int, Arrays], capfd: pytest.CaptureFixture[str]
) -> None:
    from training.reader import sets, teach, train

    sets.keep(made, tmp_path / "S1")
    common = ["--out", tmp_path, "--tokens", 2000, "--device", "cpu"]
    for part in range(FOLDS):
        large = ["--size", "large", "--without", part, "--seed", 50 + part, "--epochs", 1, "--rate", 1e-5]
        _run(monkeypatch, train, [*common, *large, "--arrays", tmp_path / "S1"])
    teachers = [tmp_path / f"reader-{50 + part}.pt" for part in range(FOLDS)]
    _run(monkeypatch, teach, ["--teachers", *teachers, "--arrays", tmp_path / "S1", "--device", "cpu"])
    assert "taught 1/1" in capfd.readouterr().err
    told = pickle.loads((tmp_path / "S1.told").read_bytes())
    assert all(np.isfinite(one["told_columns"]).all() for one in told.values())
    small = ["--seed", 60, "--epochs", 2, "--rate", 1e-4, "--share", 0.5, "--arrays", tmp_path / "S1.told"]
    _run(monkeypatch, train, [*common, *small])
    assert (tmp_path / "reader-60.pt").exists()


def _run(monkeypatch: pytest.MonkeyPatch, command: Any, given: list[Any]) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "argv", [command.__name__, *map(str, given)])
        command.main()
