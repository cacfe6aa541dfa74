"""One step of the training; on a GPU in sixteen bits, and each shape of batch is recorded once and replayed."""

from __future__ import annotations

import copy

import torch
from torch import Tensor

from training.reader.loss import Batch, loss
from training.reader.model import ReaderNet

TRUNK = ("layers", "places", "norm")
Recorded = tuple[torch.cuda.CUDAGraph, Batch, Tensor]
"""What is replayed, the batch that it reads from memory, and where it leaves the loss."""


class Steps:
    """A net and what moves its weights."""

    def __init__(self, net: ReaderNet, rate: float, device: str) -> None:
        self.net = net
        self._cuda = device == "cuda"
        self._optimizer = torch.optim.AdamW(
            groups(net, rate, self._cuda), weight_decay=0.01, betas=(0.9, 0.98), fused=self._cuda, capturable=self._cuda
        )
        self._half = Half(net) if self._cuda else None
        self._recorded: dict[tuple[int, ...], Recorded] = {}
        self._aside = torch.cuda.Stream() if self._cuda else None

    def take(self, batch: Batch, share: float) -> Tensor:
        """The loss over a batch, after a step of so large a share of the rate; to be looked at before the next."""
        self._slow(share)
        if self._aside is None:
            return self._step(batch)
        shape = tuple(batch["ids"].shape)
        if shape not in self._recorded:
            value = self._first(batch, self._aside)
            self._recorded[shape] = self._record(batch)
            return value
        graph, given, value = self._recorded[shape]
        for name, tensor in given.items():
            tensor.copy_(batch[name])
        graph.replay()
        return value

    def _slow(self, share: float) -> None:
        for group in self._optimizer.param_groups:
            if self._cuda:
                group["lr"].fill_(group["rate"] * share)
            else:
                group["lr"] = group["rate"] * share

    def _step(self, batch: Batch) -> Tensor:
        value = loss(self._half.net if self._half else self.net, batch)
        value.backward()
        if self._half:
            self._half.give_gradients()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 1.0)
        self._optimizer.step()
        self._optimizer.zero_grad(set_to_none=True)
        if self._half:
            self._half.take_weights()
        return value.detach()

    def _first(self, batch: Batch, aside: torch.cuda.Stream) -> Tensor:
        """The first batch of a shape is taken as it comes: what is recorded must have run before, on another stream."""
        aside.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(aside):
            value = self._step(batch)
        torch.cuda.current_stream().wait_stream(aside)
        return value

    def _record(self, batch: Batch) -> Recorded:
        given = {name: tensor.clone() for name, tensor in batch.items()}
        pool = next((graph.pool() for graph, _, _ in self._recorded.values()), None)
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph, pool=pool):
            value = self._step(given)
        return graph, given, value


class Half:
    """A net in sixteen bits, its layers compiled; the weights that are moved, and what moves them, keep thirty-two."""

    def __init__(self, whole: ReaderNet, compiled: bool = True) -> None:
        self.net = copy.deepcopy(whole).to(torch.bfloat16)
        for layer in self.net.layers if compiled else ():
            layer.compile(dynamic=True)
        self._moved = [p for p in whole.parameters() if p.requires_grad]
        self._read = [p for p in self.net.parameters() if p.requires_grad]

    def give_gradients(self) -> None:
        """To the weights that are moved."""
        for moved, read in zip(self._moved, self._read, strict=True):
            moved.grad, read.grad = None if read.grad is None else read.grad.float(), None

    @torch.no_grad()
    def take_weights(self) -> None:
        """As they are now."""
        for moved, read in zip(self._moved, self._read, strict=True):
            read.copy_(moved)


def groups(net: ReaderNet, rate: float, cuda: bool) -> list[dict[str, object]]:
    """Heads learn faster than what is below them."""
    trunk = [p for n, p in net.named_parameters() if n.startswith(TRUNK) and p.requires_grad]
    heads = [p for n, p in net.named_parameters() if not n.startswith(TRUNK) and p.requires_grad]
    return [
        {"params": params, "rate": own, "lr": torch.tensor(own, device="cuda") if cuda else own}
        for params, own in ((trunk, rate), (heads, 4 * rate))
    ]
