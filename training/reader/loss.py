"""What the reader's network is trained against: all heads together."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional as F

from groundplan.reading.embedded.scores import AGGS, CHOICES, ROLES, slices
from training.reader.model import ReaderNet

Batch = dict[str, Tensor]
SLICES = slices()
MARKS = len(AGGS) + len(ROLES)


def loss(net: ReaderNet, batch: Batch, smooth: float = 0.02) -> Tensor:
    """All heads together."""
    inputs = [batch[name].long() for name in ("ids", "kinds", "matches", "priors", "columns", "cells", "owners")]
    question, columns, cells, numbers, pairs = (part.float() for part in net(*inputs))
    scored = batch["scored"].float()
    real = batch["column_mask"].float()
    total = question.new_zeros(())
    for place, name in enumerate(CHOICES):
        each = F.cross_entropy(
            question[:, SLICES[name]], batch["choices"][:, place].long(), reduction="none", label_smoothing=smooth
        )
        total = total + (each if name == "status" else each * scored).mean()
    bits = torch.cat((question[:, SLICES["analysis"]], question[:, SLICES["outputs"]]), 1)
    total = total + (binary(bits, batch["labels"]).sum(1) * scored).mean()
    counted = real * torch.maximum(scored, (batch["choices"][:, 0] == 1).float())[:, None]
    total = total + (binary(columns[..., :MARKS], batch["marks"]).sum(2) * counted).sum(1).mean()
    total = total + _rivals(columns, batch, real, scored)
    ops = F.cross_entropy(
        columns[..., MARKS:].flatten(0, 1), batch["ops"].flatten().long(), reduction="none", label_smoothing=smooth
    )
    total = total + (ops.view_as(real) * real * scored[:, None]).sum(1).mean()
    total = total + (binary(cells, batch["chosen"]) * batch["cell_mask"].float() * scored[:, None]).sum(1).mean()
    return total + _said(numbers, pairs, batch, scored)


def _rivals(columns: Tensor, batch: Batch, real: Tensor, scored: Tensor) -> Tensor:
    """Columns compete for each role: the wanted ones must stand above all others, not only above one half."""
    blocked = (real == 0)[:, :, None]
    wanted = batch["marks"].float()
    figures = listwise(
        columns[..., : len(AGGS)].masked_fill(blocked, -1e4).flatten(1), wanted[..., : len(AGGS)].flatten(1)
    )
    total = (figures * scored).mean()
    for place, role in enumerate(ROLES, len(AGGS)):
        if role in ("group", "time", "of_first", "of_second", "choice"):
            total = total + listwise(columns[..., place].masked_fill(blocked[..., 0], -1e4), wanted[..., place]).mean()
    limited = torch.logsumexp(columns[..., MARKS + 1 :], -1) - columns[..., MARKS]
    return total + (listwise(limited.masked_fill(blocked[..., 0], -1e4), (batch["ops"] > 0).float()) * scored).mean()


def listwise(scores: Tensor, wanted: Tensor) -> Tensor:
    """How far the wanted entries are from having all of the probability; nothing where none is wanted."""
    count = wanted.sum(1)
    return -(F.log_softmax(scores, 1) * wanted).sum(1) / count.clamp(min=1)


def _said(numbers: Tensor, pairs: Tensor, batch: Batch, scored: Tensor) -> Tensor:
    """Which tokens say a number or a value."""
    width = numbers.shape[1]
    places = torch.arange(width, device=numbers.device)
    inside = (places[None, :] < batch["asked"].long()[:, None]).float() * scored[:, None]
    total = (binary(numbers, batch["numbers"][:, :width]).sum(2) * inside).sum(1).mean()
    tags = batch["tags"][:, :, :width]
    each = F.cross_entropy(pairs.flatten(0, 2), tags.flatten().long(), reduction="none").view(tags.shape)
    known = batch["column_mask"].float() * (1 - batch["open"].float())
    limited = (batch["ops"] > 0).float()
    weight = known * (0.3 + 0.7 * limited)  # columns without a condition have nothing but outside
    return total + (each * inside[:, None, :] * weight[:, :, None]).sum((1, 2)).mean()


def binary(scores: Tensor, wanted: Tensor) -> Tensor:
    """Each yes or no by itself."""
    return F.binary_cross_entropy_with_logits(scores, wanted.float(), reduction="none")
