"""What the reader's network is trained against: all heads together, by the gold and by what a teacher says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional as F

from groundplan.readers.trained.heads import AGGS, CHOICES, ROLES, slices
from training.reader.model import ReaderNet

Batch = dict[str, Tensor]
INPUTS = ("ids", "kinds", "matches", "priors", "columns", "cells", "owners")
TAUGHT = ("question", "columns", "cells")
"""The heads that a teacher has a say in; numbers and words for columns are learnt from the gold alone."""
SLICES = slices()
MARKS = len(AGGS) + len(ROLES)
RIVALS = ("group", "time", "of_first", "of_second", "choice")
SMOOTH = 0.02


@dataclass(frozen=True)
class Said:
    """Scores of the network and, where there is one, of its teacher, who counts for a share in each row."""

    ours: Tensor
    told: Tensor | None = None
    share: Tensor | None = None

    def part(self, cut: Callable[[Tensor], Tensor]) -> Said:
        """The same part of both."""
        return Said(cut(self.ours), None if self.told is None else cut(self.told), self.share)

    def mixed(self, gold: Tensor, taught: Tensor) -> Tensor:
        """Both by the shares of their rows; rows may have been made of one each."""
        assert self.share is not None
        share = self.share.repeat_interleave(len(gold) // len(self.share)).view(-1, *(1,) * (gold.dim() - 1))
        return (1 - share) * gold + share * taught


def inputs(batch: Batch) -> list[Tensor]:
    """What the network reads."""
    return [batch[name].long() for name in INPUTS]


def loss(net: ReaderNet, batch: Batch, share: float = 0.0) -> Tensor:
    """All heads together; with a share the batch holds what a teacher told, who alone knows what other words mean."""
    *heads, numbers, pairs = (part.float() for part in net(*inputs(batch)))
    scored = batch["scored"].float()
    if share:
        shares = torch.full_like(scored, share)
        shares = shares.masked_fill(batch["swapped"] > 0, 1.0) if "swapped" in batch else shares
        said = [Said(ours, batch[f"told_{name}"].float(), shares) for name, ours in zip(TAUGHT, heads, strict=True)]
    else:
        said = [Said(ours) for ours in heads]
    question, columns, cells = said
    real = batch["column_mask"].float()
    total = _asked(question, batch, scored)
    counted = real * torch.maximum(scored, (batch["choices"][:, 0] == 1).float())[:, None]
    marks = yes_or_no(columns.part(lambda c: c[..., :MARKS]), batch["marks"])
    total = total + (marks.sum(2) * counted).sum(1).mean()
    total = total + _rivals(columns, batch, real, scored)
    ops = one_of(columns.part(lambda c: c[..., MARKS:].flatten(0, 1)), batch["ops"].flatten())
    total = total + (ops.view_as(real) * real * scored[:, None]).sum(1).mean()
    chosen = yes_or_no(cells, batch["chosen"]) * batch["cell_mask"].float()
    total = total + (chosen * scored[:, None]).sum(1).mean()
    return total + _said(numbers, pairs, batch, scored)


def _asked(question: Said, batch: Batch, scored: Tensor) -> Tensor:
    """Labels of the whole question."""
    total = question.ours.new_zeros(())
    for place, name in enumerate(CHOICES):
        each = one_of(question.part(lambda q, own=SLICES[name]: q[:, own]), batch["choices"][:, place])
        total = total + (each if name == "status" else each * scored).mean()
    bits = question.part(lambda q: torch.cat((q[:, SLICES["analysis"]], q[:, SLICES["outputs"]]), 1))
    return total + (yes_or_no(bits, batch["labels"]).sum(1) * scored).mean()


def _rivals(columns: Said, batch: Batch, real: Tensor, scored: Tensor) -> Tensor:
    """Columns compete for each role: the wanted ones must stand above all others, not only above one half."""
    blocked = (real == 0)[:, :, None]
    wanted = batch["marks"].float()
    figures = columns.part(lambda c: c[..., : len(AGGS)].masked_fill(blocked, -1e4).flatten(1))
    total = (above(figures, wanted[..., : len(AGGS)].flatten(1)) * scored).mean()
    for role in RIVALS:
        place = len(AGGS) + ROLES.index(role)
        own = columns.part(lambda c, at=place: c[..., at].masked_fill(blocked[..., 0], -1e4))
        total = total + above(own, wanted[..., place]).mean()
    limited = columns.part(lambda c: _limited(c).masked_fill(blocked[..., 0], -1e4))
    return total + (above(limited, (batch["ops"] > 0).float()) * scored).mean()


def _limited(columns: Tensor) -> Tensor:
    """How much likelier any operator is than none."""
    return torch.logsumexp(columns[..., MARKS + 1 :], -1) - columns[..., MARKS]


def _said(numbers: Tensor, pairs: Tensor, batch: Batch, scored: Tensor) -> Tensor:
    """Which tokens say a number or a value."""
    width = numbers.shape[1]
    places = torch.arange(width, device=numbers.device)
    inside = (places[None, :] < batch["asked"].long()[:, None]).float() * scored[:, None]
    total = (yes_or_no(Said(numbers), batch["numbers"][:, :width]).sum(2) * inside).sum(1).mean()
    tags = batch["tags"][:, :, :width]
    each = F.cross_entropy(pairs.flatten(0, 2), tags.flatten().long(), reduction="none").view(tags.shape)
    known = batch["column_mask"].float() * (1 - batch["open"].float())
    limited = (batch["ops"] > 0).float()
    weight = known * (0.3 + 0.7 * limited)  # columns without a condition have nothing but outside
    return total + (each * inside[:, None, :] * weight[:, :, None]).sum((1, 2)).mean()


def one_of(said: Said, gold: Tensor) -> Tensor:
    """One of several labels."""
    plain = F.cross_entropy(said.ours, gold.long(), reduction="none", label_smoothing=SMOOTH)
    if said.told is None:
        return plain
    taught = -(F.softmax(said.told, -1) * F.log_softmax(said.ours, -1)).sum(-1)
    return said.mixed(plain, taught)


def above(said: Said, wanted: Tensor) -> Tensor:
    """How far the wanted entries are from having all of the probability; nothing where none is wanted."""
    count = wanted.sum(1, keepdim=True)
    aim = wanted / count.clamp(min=1)
    if said.told is not None:
        aim = said.mixed(aim, F.softmax(said.told, 1)) * (count > 0).float()
    return -(F.log_softmax(said.ours, 1) * aim).sum(1)


def yes_or_no(said: Said, wanted: Tensor) -> Tensor:
    """Each by itself."""
    aim = wanted.float()
    if said.told is not None:
        aim = said.mixed(aim, torch.sigmoid(said.told))
    return F.binary_cross_entropy_with_logits(said.ours, aim, reduction="none")
