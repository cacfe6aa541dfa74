"""What a network starts from: layers of a sentence encoder, and its words in codes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch: Any = pytest.importorskip("torch", reason="torch is for training only; see training/requirements.txt")


@pytest.fixture(autouse=True)
def exact(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes that lose nothing of few different words, without the search for the best."""
    from training.reader import bases

    def coded(table: Any, device: str) -> dict[str, Any]:
        rows, codes = table.unique(dim=0, return_inverse=True)
        book = torch.zeros(table.shape[1] // 4, 256, 4)
        book[:, : len(rows)] = rows.view(len(rows), -1, 4).transpose(0, 1)
        return {"codes": codes[:, None].expand(-1, len(book)).to(torch.uint8), "book": book.flatten(0, 1)}

    monkeypatch.setattr(bases, "coded", coded)


@pytest.mark.parametrize("size", ["small", "deep"])
def test_a_network_starts_as_the_encoder_that_it_is_made_of(
    tmp_path: Path, size: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from training.reader.bases import with_base
    from training.reader.model import SIZES, ReaderNet

    whole = replace(SIZES[size], layers=2, inner=32, taken=(0, 1))
    monkeypatch.setitem(SIZES, size, whole)
    theirs = _encoder(whole)
    theirs.save_pretrained(tmp_path)
    net = with_base(ReaderNet(0.0, size), tmp_path / "model.safetensors").eval()
    for table in (net.kinds, net.matches, net.priors):
        torch.nn.init.zeros_(table.weight)
    ids = torch.randint(104, 30000, (2, 300), generator=torch.Generator().manual_seed(5))
    ids[:, 0], ids[:, 7], ids[:, 9], ids[:, 11] = 101, 102, 100, 103
    ids[1, 200:] = 0
    real, none = ids != 0, torch.zeros_like(ids)
    ours = net.trunk(ids, real[:, None, None, :], none, none, none)
    asked = _theirs(ids) if whole.distances else ids
    known = theirs(input_ids=asked, attention_mask=real.long()).last_hidden_state
    assert torch.allclose(ours[real], known[real], atol=2e-5)


def _encoder(shape: Any) -> Any:
    """Of the shape, with random weights and few different words."""
    from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel

    torch.manual_seed(1)
    given = {"hidden_size": shape.hidden, "num_hidden_layers": shape.layers, "num_attention_heads": 12,
             "intermediate_size": shape.inner, "layer_norm_eps": shape.tiny, "initializer_range": 0.1}  # fmt: skip
    if shape.distances:
        model: Any = MPNetModel(MPNetConfig(**given, vocab_size=30527, max_position_embeddings=514)).eval()
    else:
        model = BertModel(BertConfig(**given, vocab_size=30522)).eval()
    table = model.embeddings.word_embeddings.weight
    table.data = table.data[torch.arange(len(table)) % 12].clone()
    return model


def _theirs(ids: Any) -> Any:
    out = ids + 4
    for ours, other in ((0, 1), (100, 3), (101, 0), (102, 2), (103, 30526)):
        out[ids == ours] = other
    return out


def test_of_a_base_the_named_layers_are_taken_and_what_weighs_most_in_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from training.reader.bases import with_base
    from training.reader.model import SIZES, ReaderNet

    monkeypatch.setitem(SIZES, "deep", replace(SIZES["deep"], layers=2, inner=20, taken=(0, 2)))
    theirs = _encoder(replace(SIZES["deep"], layers=3, inner=32))
    idle = torch.randperm(32)[:12]
    for layer in theirs.encoder.layer:
        layer.output.dense.weight.data[:, idle] = 0.0
    theirs.save_pretrained(tmp_path)
    net = with_base(ReaderNet(0.0, "deep"), tmp_path / "model.safetensors").eval()
    x = torch.randn(1, 5, 768)
    for own, place in zip(net.layers, (0, 2), strict=True):
        other = theirs.encoder.layer[place]
        assert torch.equal(own.query.weight, other.attention.attn.q.weight)
        ours, known = (down(torch.relu(up(x))) for up, down in (
            (own.up, own.down), (other.intermediate.dense, other.output.dense)))  # fmt: skip
        assert torch.allclose(ours, known, atol=1e-5)


def test_codes_say_a_table_nearly_and_the_same_each_time() -> None:
    from training.reader.words import Words, coded

    torch.manual_seed(3)
    table = torch.randn(3000, 16)
    words = Words(3000, 16)
    words.load_state_dict(coded(table))
    ids = torch.arange(3000)[None]
    lost = (words(ids)[0] - table).square().mean() / table.square().mean()
    assert 0.01 < lost < 0.12
    again = coded(table)
    assert torch.equal(words.codes, again["codes"]) and torch.equal(words.book, again["book"])
    assert not list(words.parameters()), "words are never trained"
