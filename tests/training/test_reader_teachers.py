"""Large networks that teach small ones: their trunk, parts of the tables, what is told, other words, learning."""

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
    for part, better in ((0.0, 0), (0.4, 0), (0.6, 1), (1.0, 1)):
        share = torch.tensor([part])
        costs = [float(one_of(Said(6.0 * torch.eye(3)[None, place], told, share), gold)) for place in range(3)]
        assert costs.index(min(costs)) == better
        wanted = torch.tensor([[1.0, 0.0, 0.0]])
        costs = [float(above(Said(6.0 * torch.eye(3)[None, place], told, share), wanted)) for place in range(3)]
        assert costs.index(min(costs)) == better
        yes, no = (
            float(yes_or_no(Said(torch.tensor([x]), torch.tensor([-8.0]), share), torch.ones(1))) for x in (4.0, -4.0)
        )
        assert (yes < no) == (better == 0)
    nothing = above(Said(told, told, torch.ones(1)), torch.zeros(1, 3))
    assert float(nothing) == 0, "where nothing is wanted there are no rivals"


def test_every_row_has_its_share_in_columns_too() -> None:
    from training.reader.loss import Said, one_of

    two = Said(torch.zeros(2, 3, 4), torch.zeros(2, 3, 4), torch.tensor([0.0, 1.0]))
    mixed = two.mixed(torch.zeros(2, 3, 4), torch.ones(2, 3, 4))
    assert torch.equal(mixed[0], torch.zeros(3, 4)) and torch.equal(mixed[1], torch.ones(3, 4))
    told = torch.tensor([[0.0, 8.0], [0.0, 8.0]])
    flat = Said(torch.tensor([[6.0, 0.0]]).expand(4, 2), told.repeat_interleave(2, 0), torch.tensor([0.0, 1.0]))
    costs = one_of(flat, torch.zeros(4))
    assert costs[:2].max() < 0.2 < 5 < costs[2:].min()


def test_other_words_are_near_in_meaning_and_no_forms_of_the_same_word() -> None:
    from training.reader.near import nearest

    said = {"income": 7, "incomes": 8, "earnings": 9, "river": 10}
    vectors = torch.nn.functional.normalize(torch.tensor([[1.0, 0.1], [1.0, 0.11], [1.0, 0.3], [0.0, 1.0]]), dim=1)
    near = nearest(said, vectors)
    assert near[7].tolist()[:2] == [9, 0] and near[8].tolist()[:2] == [9, 0]
    assert near[9].tolist()[:3] == [8, 7, 0], "the nearest first"
    assert not near[10].any(), "nothing is near it"


def test_swaps_spare_values_cells_parts_of_words_and_what_matches(made: dict[int, Arrays]) -> None:
    from training.reader.model import WORDS
    from training.reader.swap import Near, swapped

    other = np.full((WORDS, 2), 0, np.uint16)
    other[1000:30000, 0] = 999
    inner = np.zeros(WORDS, bool)
    inner[20000:] = True
    one = max(made.values(), key=lambda each: len(each["scored"]))
    new = swapped(one, Near(other, inner), np.random.default_rng(2))
    moved, rows = new["ids"] != one["ids"], new["swapped"] > 0
    assert moved.any() and 0 < rows.sum() < len(rows)
    assert not moved[~rows].any() and np.array_equal(new["matches"][~rows], one["matches"][~rows])
    assert (new["ids"][moved] == 999).all()
    assert (new["matches"][moved] == 0).all(), "a swapped word matches nothing"
    assert not np.isin(one["kinds"][moved], [1, 10]).any(), "neither the form before nor cells"
    assert not (moved[:, :-1] & inner[one["ids"][:, 1:]]).any(), "a word in several parts stays"
    said = one["tags"].any(1)
    width = min(said.shape[1], moved.shape[1])
    assert said.any() and not (moved[:, :width] & said[:, :width]).any(), "a value stays as it is said"


def test_only_the_teacher_says_what_other_words_mean(made: dict[int, Arrays]) -> None:
    from training.reader.loss import loss
    from training.reader.model import ReaderNet
    from training.reader.sets import on_device
    from training.reader.teach import taught

    torch.manual_seed(4)
    net = ReaderNet(0.0).eval()
    told = taught(next(iter(made.values())), [net], "cpu")
    batch = on_device({0: told | {"swapped": np.ones(len(told["scored"]), np.uint8)}}, "cpu")[0]
    ours = float(loss(net, batch, 0.5).detach())
    plain = float(loss(net, batch | {"swapped": torch.zeros_like(batch["swapped"])}, 0.5).detach())
    assert ours < plain, "a network that says what its teacher says has less to learn"


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
    np.savez(tmp_path / "near.npz", near=np.tile(np.arange(1, 7, dtype=np.uint16), (30522, 1)), inner=np.array([5]))
    words = ["--near", tmp_path / "near.npz", "--arrays", tmp_path / "S1", "--device", "cpu"]
    with pytest.raises(SystemExit):
        _run(monkeypatch, teach, ["--teachers", *teachers[:2], *words])
    assert "2 teachers: there must be one, or 3" in capfd.readouterr().err
    _run(monkeypatch, teach, ["--teachers", *teachers, *words])
    assert "taught 1/1" in capfd.readouterr().err
    told = pickle.loads((tmp_path / "S1.told").read_bytes())
    assert 0 < np.concatenate([one["swapped"] for one in told.values()]).mean() < 1
    assert all(np.isfinite(one["told_columns"]).all() for one in told.values())
    small = ["--seed", 60, "--epochs", 2, "--rate", 1e-4, "--share", 0.5, "--arrays", tmp_path / "S1.told"]
    _run(monkeypatch, train, [*common, *small])
    assert (tmp_path / "reader-60.pt").exists()


def _run(monkeypatch: pytest.MonkeyPatch, command: Any, given: list[Any]) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(sys, "argv", [command.__name__, *map(str, given)])
        command.main()
