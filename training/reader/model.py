"""The reader's network: the trunk of a sentence encoder with three more embeddings below and the heads above."""

from __future__ import annotations

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from groundplan.reading.embedded.question_words import MATCHES
from groundplan.reading.embedded.scores import COLUMN_WIDTH, NUMBERS, TAGS, WIDTH
from groundplan.reading.embedded.sheet import QUESTION
from training.reader.words import Words

HEADS, WORDS, PLACES = 12, 30522, 512
HEAD, PAIR = 384, 64
NEAR, FAR, BUCKETS = 8, 128, 16
"""Distances known one by one, the one from which all are alike, and how many kinds there are either way."""
Scored = tuple[Tensor, Tensor, Tensor, Tensor, Tensor]
"""Scores of the question, of every column, of every cell, of numbers among the words, of words for every column."""


@dataclass(frozen=True)
class Size:
    """Of a trunk."""

    hidden: int
    layers: int
    inner: int
    tiny: float
    """What the norms add to a variance."""
    distances: bool = False
    """Whether attention knows how far apart two tokens are."""
    taken: tuple[int, ...] = ()
    """Which of the layers of its base; the first ones where none are named."""


SIZES = {
    "small": Size(384, 6, 1536, 1e-12),
    "deep": Size(768, 6, 768, 1e-5, distances=True, taken=(0, 2, 4, 6, 8, 10)),
}
"""all-MiniLM-L6-v2, which reads in doubt and over wide tables, and a cut of all-mpnet-base-v2, which reads the rest."""


class Layer(nn.Module):
    """Attention and feed-forward, normalised after each, as in BERT."""

    def __init__(self, size: Size, dropout: float) -> None:
        super().__init__()
        hidden = size.hidden
        self.query, self.key, self.value, self.out = (nn.Linear(hidden, hidden) for _ in range(4))
        self.norm, self.after = nn.LayerNorm(hidden, size.tiny), nn.LayerNorm(hidden, size.tiny)
        self.up, self.down = nn.Linear(hidden, size.inner), nn.Linear(size.inner, hidden)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: Tensor, mask: Tensor | None) -> Tensor:
        batch, tokens, hidden = x.shape
        q, k, v = (
            head(x).view(batch, tokens, HEADS, hidden // HEADS).transpose(1, 2)
            for head in (self.query, self.key, self.value)
        )
        drop = self.dropout.p if self.training else 0.0
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=drop)
        x = self.norm(x + self.dropout(self.out(mixed.transpose(1, 2).reshape(batch, tokens, hidden))))
        return self.after(x + self.dropout(self.down(F.gelu(self.up(x)))))


def head(inputs: int, outputs: int, dropout: float) -> nn.Sequential:
    """Two layers."""
    return nn.Sequential(nn.Linear(inputs, HEAD), nn.GELU(), nn.Dropout(dropout), nn.Linear(HEAD, outputs))


class ReaderNet(nn.Module):
    """Sheet in; scores of the question, of every column, of every cell, of every token for every column out."""

    def __init__(self, dropout: float = 0.1, size: str = "small") -> None:
        super().__init__()
        shape = self.shape = SIZES[size]
        hidden = shape.hidden
        self.words, self.places = Words(WORDS, hidden), nn.Embedding(PLACES, hidden)
        self.distances = nn.Embedding(2 * BUCKETS, HEADS).requires_grad_(False) if shape.distances else None
        self.kinds, self.matches, self.priors = (nn.Embedding(count, hidden) for count in (16, MATCHES, 16))
        for table in (self.kinds, self.matches, self.priors):
            nn.init.normal_(table.weight, std=0.02)
        self.norm = nn.LayerNorm(hidden, shape.tiny)
        self.dropout = nn.Dropout(dropout)
        self.layers = nn.ModuleList(Layer(shape, dropout) for _ in range(shape.layers))
        self.question = head(hidden, WIDTH, dropout)
        self.column = head(2 * hidden, COLUMN_WIDTH, dropout)
        self.cell = head(3 * hidden, 1, dropout)
        self.number = nn.Linear(hidden, len(NUMBERS))
        self.owner = nn.Linear(hidden, PAIR * len(TAGS))
        self.token = nn.Linear(hidden, PAIR * len(TAGS))

    def trunk(self, ids: Tensor, mask: Tensor | None, kinds: Tensor, matches: Tensor, priors: Tensor) -> Tensor:
        """The vectors of all tokens; without a mask none of them is padding."""
        places = torch.arange(ids.shape[1], device=ids.device)
        x = self.words(ids) + self.places(places) + self.kinds(kinds) + self.matches(matches) + self.priors(priors)
        x = self.dropout(self.norm(x))
        if self.distances is not None:
            mask = _with_distances(self.distances.weight.to(x.dtype), places, mask)
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
        return self.scored(self.trunk(ids, mask, kinds, matches, priors), columns, cells, owners)

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


def _with_distances(weights: Tensor, places: Tensor, mask: Tensor | None) -> Tensor:
    """What every head adds to the score of two tokens by how far apart they are; nothing sees padding."""
    added = weights[apart(places)].permute(2, 0, 1)[None]
    return added if mask is None else added.masked_fill(~mask, -1e4)


def apart(places: Tensor) -> Tensor:
    """The kind of distance of every two places: near ones one by one, further ones by their logarithm."""
    steps = places[None, :] - places[:, None]
    size = steps.abs()
    grown = torch.log(size.clamp(min=1) / NEAR) / math.log(FAR / NEAR) * (BUCKETS - NEAR)
    kind = torch.where(size < NEAR, size, (NEAR + grown.long()).clamp(max=BUCKETS - 1))
    return kind + (steps > 0).long() * BUCKETS


def at(x: Tensor, places: Tensor) -> Tensor:
    """The vectors at places."""
    return torch.gather(x, 1, places[:, :, None].expand(-1, -1, x.shape[2]))
