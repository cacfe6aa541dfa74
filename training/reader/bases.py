"""Networks that start from the weights of a sentence encoder."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from torch import Tensor

from training.reader.model import WORDS, ReaderNet
from training.reader.words import coded

MINILM = {
    "query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
    "out": "attention.output.dense", "norm": "attention.output.LayerNorm", "up": "intermediate.dense",
    "down": "output.dense", "after": "output.LayerNorm",
}  # fmt: skip
MPNET = MINILM | {
    "query": "attention.attn.q", "key": "attention.attn.k", "value": "attention.attn.v", "out": "attention.attn.o",
    "norm": "attention.LayerNorm",
}  # fmt: skip
PADDING, UNKNOWN, START, END, HIDDEN_WORD = 0, 100, 101, 102, 103
SHIFT, OURS_IN_MPNET = 4, {UNKNOWN: 3, START: 0, END: 2, HIDDEN_WORD: 30526}
"""MPNet has the words of BERT four places later, and words of its own for these."""


def with_base(net: ReaderNet, weights: Path, device: str = "cpu") -> ReaderNet:
    """The trunk started from the model.safetensors of all-MiniLM-L6-v2 or from layers of that of all-mpnet-base-v2."""
    from safetensors.torch import load_file

    base = {name.removeprefix("bert.").removeprefix("mpnet."): part for name, part in load_file(str(weights)).items()}
    taken = net.shape.taken or tuple(range(net.shape.layers))
    state = _narrowed(_mpnet(base, taken) if net.shape.distances else _minilm(base, taken), net.shape.inner)
    state |= {f"words.{name}": part for name, part in coded(state.pop("words"), device).items()}
    missing = net.load_state_dict(state, strict=False).missing_keys
    assert not any(name.startswith(("layers", "words", "places", "norm", "distances")) for name in missing)
    return net


def _minilm(base: Mapping[str, Tensor], taken: Sequence[int]) -> dict[str, Tensor]:
    words = base["embeddings.word_embeddings.weight"] + base["embeddings.token_type_embeddings.weight"][0]
    words[PADDING] = 0.0
    return _layers(base, taken, MINILM) | {
        "words": words,
        "places.weight": base["embeddings.position_embeddings.weight"],
    }


def _mpnet(base: Mapping[str, Tensor], taken: Sequence[int]) -> dict[str, Tensor]:
    theirs = base["embeddings.word_embeddings.weight"]
    words = theirs[SHIFT : SHIFT + WORDS].clone()
    for ours, place in OURS_IN_MPNET.items():
        words[ours] = theirs[place]
    words[PADDING] = 0.0
    return _layers(base, taken, MPNET) | {
        "words": words,
        "places.weight": base["embeddings.position_embeddings.weight"][2:],
        "distances.weight": base["encoder.relative_attention_bias.weight"],
    }


def _layers(base: Mapping[str, Tensor], taken: Sequence[int], parts: Mapping[str, str]) -> dict[str, Tensor]:
    named = {f"norm.{end}": f"embeddings.LayerNorm.{end}" for end in ("weight", "bias")}
    for number, place in enumerate(taken):
        for ours, theirs in parts.items():
            for end in ("weight", "bias"):
                named[f"layers.{number}.{ours}.{end}"] = f"encoder.layer.{place}.{theirs}.{end}"
    return {ours: base[theirs] for ours, theirs in named.items()}


def _narrowed(state: dict[str, Tensor], inner: int) -> dict[str, Tensor]:
    """Of the parts inside every feed-forward layer those that weigh most."""
    for name in [name for name in state if name.endswith("up.weight") and len(state[name]) > inner]:
        layer = name.removesuffix("up.weight")
        weights = state[name].norm(dim=1) * state[f"{layer}down.weight"].norm(dim=0)
        best = weights.topk(inner).indices.sort().values
        state |= {name: state[name][best], f"{layer}up.bias": state[f"{layer}up.bias"][best]}
        state[f"{layer}down.weight"] = state[f"{layer}down.weight"][:, best]
    return state
