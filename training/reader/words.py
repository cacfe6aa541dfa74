"""A word table in codes: every four numbers of a word are one of 256 such fours that a book has for their place.

Two bits a number instead of four, and networks are trained over what the codes say, so that nothing differs later.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F

FOUR, BOOK, ROUNDS, TOGETHER = 4, 256, 25, 16


class Words(nn.Module):
    """The vectors of words; they are never trained, so that words not seen in training keep their meaning."""

    codes: Tensor
    book: Tensor

    def __init__(self, words: int, hidden: int) -> None:
        super().__init__()
        places = hidden // FOUR
        self.register_buffer("codes", torch.randint(BOOK, (words, places)).to(torch.uint8))
        self.register_buffer("book", 0.05 * torch.randn(places * BOOK, FOUR))

    def forward(self, ids: Tensor) -> Tensor:
        codes = F.embedding(ids, self.codes)
        pages = torch.arange(codes.shape[-1], device=ids.device) * BOOK
        return F.embedding(codes.long() + pages, self.book).flatten(-2)


def coded(table: Tensor, device: str = "cpu") -> dict[str, Tensor]:
    """Codes and book of a table, by the means of like fours; the same for the same table."""
    places = table.shape[1] // FOUR
    fours = table.float().view(-1, places, FOUR).transpose(0, 1).contiguous().to(device)
    chance = torch.Generator().manual_seed(1)
    first = torch.stack([torch.randperm(len(table), generator=chance)[:BOOK] for _ in range(places)]).to(device)
    book = torch.gather(fours, 1, first[..., None].expand(-1, -1, FOUR))
    codes = _nearest(fours, book)
    for _ in range(ROUNDS):
        book, before = _means(fours, codes, book), codes
        codes = _nearest(fours, book)
        if torch.equal(codes, before):
            break
    return {"codes": codes.T.to("cpu", torch.uint8), "book": book.flatten(0, 1).cpu()}


def _nearest(fours: Tensor, book: Tensor) -> Tensor:
    """For every place and word the entry that is nearest to its four."""
    parts = zip(fours.split(TOGETHER), book.split(TOGETHER), strict=True)
    return torch.cat([torch.cdist(own, page).argmin(2) for own, page in parts])


def _means(fours: Tensor, codes: Tensor, before: Tensor) -> Tensor:
    """Of the fours that have the same code; an entry without any stays."""
    at = codes[..., None].expand(-1, -1, FOUR)
    sums = torch.zeros_like(before).scatter_add_(1, at, fours)
    counts = torch.zeros_like(before).scatter_add_(1, at, torch.ones_like(fours))
    return torch.where(counts > 0, sums / counts.clamp(min=1), before)
