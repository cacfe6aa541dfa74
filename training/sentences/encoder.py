"""The encoder in torch: read from plain weights, run over texts, written in pieces."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn import functional as F
from transformers import BertConfig, BertModel

ROOT = Path(__file__).parents[2]
BUNDLED_TOKENIZER = ROOT / "src/groundplan/models/sentences/tokenizer.json"
MAX_TOKENS = 128
"""Fewer than the 256 of the exported graph: no request and no tool text here is longer."""

HEAD_WIDTH = 32
PIECE_BYTES = 15_000_000
TUNED = "encoder."
"""What is tuned: the layers. Word and place tables stay as they are, and with them words never met in training."""


class Encoder(torch.nn.Module):
    """Texts to unit vectors: BERT, the mean over the tokens, L2 norm."""

    def __init__(self, base: Path, device: str) -> None:
        super().__init__()
        weights = {name.removeprefix("bert."): tensor for name, tensor in load_file(base / "model.safetensors").items()}
        self.bert = BertModel(_config(weights), add_pooling_layer=False)
        known = self.bert.state_dict()
        self.bert.load_state_dict({name: tensor.float() for name, tensor in weights.items() if name in known})
        self.bert.embeddings.requires_grad_(False)
        own = base / "tokenizer.json"
        self.tokenizer = Tokenizer.from_file(str(own if own.is_file() else BUNDLED_TOKENIZER))
        self.tokenizer.enable_truncation(MAX_TOKENS)
        self.tokenizer.no_padding()
        self._known: dict[str, list[int]] = {}
        self.to(device)

    def tokens(self, texts: Sequence[str]) -> list[list[int]]:
        """The token ids of each text; the same texts come again with every measure, so they are kept."""
        for text in texts:
            if text not in self._known:
                self._known[text] = self.tokenizer.encode(text).ids
        return [self._known[text] for text in texts]

    def forward(self, tokens: Sequence[Sequence[int]]) -> Tensor:
        """One unit vector for each list of tokens."""
        width = max(map(len, tokens))
        rows = torch.tensor([[*row, *[0] * (width - len(row))] for row in tokens])
        lengths = torch.tensor([len(row) for row in tokens])
        device = next(self.parameters()).device
        mask = (torch.arange(width)[None] < lengths[:, None]).long().to(device)
        hidden = self.bert(input_ids=rows.to(device), attention_mask=mask).last_hidden_state
        weights = mask[..., None].to(hidden.dtype)
        return F.normalize(((hidden * weights).sum(1) / weights.sum(1)).float(), dim=1)

    @torch.no_grad()
    def vectors(self, texts: Sequence[str], batch: int = 256) -> npt.NDArray[np.float32]:
        """Embed many texts, those of like length together, without dropout."""
        self.eval()
        tokens = self.tokens(texts)
        order = sorted(range(len(tokens)), key=lambda place: len(tokens[place]))
        out = np.empty((len(texts), self.bert.config.hidden_size), dtype=np.float32)
        for start in range(0, len(order), batch):
            some = order[start : start + batch]
            out[some] = self([tokens[place] for place in some]).cpu().numpy()
        return out


def tuned_state(encoder: Encoder) -> dict[str, Tensor]:
    """A copy of the tensors that training moves, named as in the source weights."""
    return {k: t.detach().cpu().clone() for k, t in encoder.bert.state_dict().items() if k.startswith(TUNED)}


def load_between(encoder: Encoder, base: dict[str, Tensor], tuned: dict[str, Tensor], share: float) -> None:
    """Set the weights between the base and the tuned ones: 0 is the base, 1 what training reached."""
    encoder.bert.load_state_dict({name: torch.lerp(base[name], tuned[name], share) for name in base}, strict=False)


def save_pieces(state: dict[str, Tensor], folder: Path) -> list[Path]:
    """Write half-precision tensors into files of 15 MB at most."""
    pieces: list[dict[str, Tensor]] = [{}]
    room = PIECE_BYTES
    for name, tensor in state.items():
        small = tensor.half().contiguous()
        if small.nbytes > room and pieces[-1]:
            pieces.append({})
            room = PIECE_BYTES
        pieces[-1][name] = small
        room -= small.nbytes
    paths = [folder / f"model-{number}.safetensors" for number in range(1, len(pieces) + 1)]
    for path, piece in zip(paths, pieces, strict=True):
        save_file(piece, path)
    return paths


def _config(weights: dict[str, Tensor]) -> BertConfig:
    """Read the sizes off the weights, so that no further file is needed."""
    words, width = weights["embeddings.word_embeddings.weight"].shape
    layers = {name.split(".")[2] for name in weights if name.startswith("encoder.layer.")}
    return BertConfig(
        vocab_size=words,
        hidden_size=width,
        num_hidden_layers=len(layers),
        num_attention_heads=width // HEAD_WIDTH,
        intermediate_size=len(weights["encoder.layer.0.intermediate.dense.bias"]),
        max_position_embeddings=len(weights["embeddings.position_embeddings.weight"]),
        type_vocab_size=len(weights["embeddings.token_type_embeddings.weight"]),
    )
