"""The reader's network: the MiniLM trunk with three more embeddings below and the heads above."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from groundplan.readers.trained.heads import COLUMN_WIDTH, NUMBERS, OPS, TAGS, WIDTH
from groundplan.readers.trained.matches import MATCHES
from groundplan.readers.trained.sheet import QUESTION

HIDDEN, LAYERS, HEADS, INNER, WORDS, PLACES = 384, 6, 12, 1536, 30522, 512
PAIR = 64
Scored = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]
"""Scores of the question, of every column, of every cell, of numbers among the words, of words for every column."""


class Layer(nn.Module):
    """Attention and feed-forward, normalised after each, as in BERT."""

    def __init__(self, dropout: float) -> None:
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(HIDDEN, HIDDEN) for _ in range(4))
        self.norm, self.after = nn.LayerNorm(HIDDEN, 1e-12), nn.LayerNorm(HIDDEN, 1e-12)
        self.up, self.down = nn.Linear(HIDDEN, INNER), nn.Linear(INNER, HIDDEN)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        batch, tokens, _ = x.shape
        q, k, v = (
            head(x).view(batch, tokens, HEADS, HIDDEN // HEADS).transpose(1, 2)
            for head in (self.query, self.key, self.value)
        )
        drop = self.dropout.p if self.training else 0.0
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=drop)
        x = self.norm(x + self.dropout(self.out(mixed.transpose(1, 2).reshape(batch, tokens, HIDDEN))))
        return self.after(x + self.dropout(self.down(F.gelu(self.up(x)))))


def head(inputs: int, outputs: int, dropout: float) -> nn.Sequential:
    """Two layers."""
    return nn.Sequential(nn.Linear(inputs, HIDDEN), nn.GELU(), nn.Dropout(dropout), nn.Linear(HIDDEN, outputs))


class ReaderNet(nn.Module):
    """Sheet in; scores of the question, of every column, of every cell, of every token for every column out."""

    def __init__(self, dropout: float = 0.1) -> None:
        super().__init__()
        self.words = nn.Embedding(WORDS, HIDDEN, padding_idx=0)
        self.places = nn.Embedding(PLACES, HIDDEN)
        self.kinds, self.matches, self.priors = (nn.Embedding(size, HIDDEN) for size in (16, MATCHES, 16))
        for table in (self.kinds, self.matches, self.priors):
            nn.init.normal_(table.weight, std=0.02)
        self.norm = nn.LayerNorm(HIDDEN, 1e-12)
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.ModuleList(Layer(dropout) for _ in range(LAYERS))
        self.question = head(HIDDEN, WIDTH, dropout)
        self.column = head(2 * HIDDEN, COLUMN_WIDTH, dropout)
        self.cell = head(3 * HIDDEN, 1, dropout)
        self.number = nn.Linear(HIDDEN, len(NUMBERS))
        self.owner = nn.Linear(HIDDEN, PAIR * len(TAGS))
        self.token = nn.Linear(HIDDEN, PAIR * len(TAGS))
        self.register_load_state_dict_pre_hook(_with_later_roles)

    def trunk(self, words: Tensor, mask: Tensor | None, kinds: Tensor, matches: Tensor, priors: Tensor) -> Tensor:
        """The vectors of all tokens; without a mask none of them is padding."""
        places = torch.arange(words.shape[1], device=words.device)
        x = words + self.places(places) + self.kinds(kinds) + self.matches(matches) + self.priors(priors)
        x = self.dropout(self.norm(x))
        for layer in self.layers:
            x = layer(x, mask)
        return x

    def forward(
        self,
        ids: Tensor,
        kinds: Tensor,
        matches: Tensor,
        priors: Tensor,
        columns: Tensor,
        cells: Tensor,
        owners: Tensor,
    ) -> Scored:
        """A padded batch."""
        mask = (ids != 0)[:, None, None, :]
        return self.scored(self.trunk(self.words(ids), mask, kinds, matches, priors), columns, cells, owners)

    def scored(self, x: Tensor, columns: Tensor, cells: Tensor, owners: Tensor) -> Scored:
        """What the heads say of the tokens' vectors."""
        first = x[:, 0]
        marks = at(x, columns)
        heads = at(marks, owners)
        spread = first[:, None, :]
        scores = self.column(torch.cat((marks, spread.expand_as(marks)), -1))
        shown = at(x, cells)
        chosen = self.cell(torch.cat((shown, heads, spread.expand_as(shown)), -1))[..., 0]
        said = x[:, : QUESTION + 1]
        return self.question(first), scores, chosen, self.number(said), self._pairs(marks, said)

    def _pairs(self, marks: Tensor, said: Tensor) -> Tensor:
        """For every column and token: outside, begin or inside of the value that limits the column."""
        batch, columns, tags = marks.shape[0], marks.shape[1], len(TAGS)
        owners = self.owner(marks).view(batch, columns, tags, PAIR).permute(0, 2, 1, 3)
        tokens = self.token(said).view(batch, said.shape[1], tags, PAIR).permute(0, 2, 3, 1)
        return (owners @ tokens / PAIR**0.5).permute(0, 2, 3, 1)


def _with_later_roles(net: nn.Module, state: dict[str, Tensor], *_: object) -> None:
    """Weights from before a role was added get rows for it, which say no; operators stand after the roles."""
    for name in ("column.3.weight", "column.3.bias"):
        rows = state.get(name)
        if rows is not None and len(rows) < COLUMN_WIDTH:
            new = rows.new_full((COLUMN_WIDTH - len(rows), *rows.shape[1:]), -4.0 if name.endswith("bias") else 0.0)
            state[name] = torch.cat((rows[: -len(OPS)], new, rows[-len(OPS) :]))


def at(x: Tensor, places: Tensor) -> Tensor:
    """The vectors at places."""
    return torch.gather(x, 1, places[:, :, None].expand(-1, -1, x.shape[2]))


def with_base(net: ReaderNet, weights: Path) -> ReaderNet:
    """The trunk started from all-MiniLM-L6-v2."""
    from safetensors.torch import load_file

    base = {name.removeprefix("bert."): tensor for name, tensor in load_file(str(weights)).items()}
    named = {
        "words.weight": "embeddings.word_embeddings.weight", "places.weight": "embeddings.position_embeddings.weight",
        "norm.weight": "embeddings.LayerNorm.weight", "norm.bias": "embeddings.LayerNorm.bias",
    }  # fmt: skip
    parts = {"query": "attention.self.query", "key": "attention.self.key", "value": "attention.self.value",
             "out": "attention.output.dense", "norm": "attention.output.LayerNorm", "up": "intermediate.dense",
             "down": "output.dense", "after": "output.LayerNorm"}  # fmt: skip
    for number in range(LAYERS):
        for ours, theirs in parts.items():
            for end in ("weight", "bias"):
                named[f"layers.{number}.{ours}.{end}"] = f"encoder.layer.{number}.{theirs}.{end}"
    missing = net.load_state_dict({ours: base[theirs] for ours, theirs in named.items()}, strict=False).missing_keys
    with torch.no_grad():  # the words had a segment added to them
        net.words.weight += base["embeddings.token_type_embeddings.weight"][0]
        net.words.weight[0] = 0.0
    assert not any(name.startswith(("layers", "words", "places", "norm")) for name in missing)
    return net
