"""Heals networks that are cuts of all-mpnet-base-v2: each layer learns to say what the layer it was taken from says.

python -m training.reader.heal --base L --arrays O/sets/S1 --sizes deep --out O

The sheets of a set are read by the whole encoder and by the cuts of it. In half of them many words are replaced by any
others, so that words that no question has keep their meaning, too. Writes O/healed-SIZE.pt for `train --start`.
"""

from __future__ import annotations

import argparse
import math
import pickle
import random
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn

from training.reader.bases import whole, with_base
from training.reader.model import SIZES, WORDS, Layer, ReaderNet, Size, with_distances
from training.reader.pack import Arrays
from training.reader.sets import batches, on_device

WORDS_FROM, REPLACED = 1996, 0.4
"""The first of the whole words among the tokens, and the part of the words that others stand for."""


class Whole(nn.Module):
    """The encoder that networks are cut from."""

    def __init__(self, state: dict[str, Tensor]) -> None:
        super().__init__()
        inner, hidden = state["layers.0.up.weight"].shape
        layers = sum(name.endswith("up.weight") for name in state)
        size = Size(hidden, layers, inner, 1e-5, distances=True)
        self.words, self.places, self.distances = (
            nn.Embedding(*state[f"{name}.weight"].shape) for name in ("words", "places", "distances")
        )
        self.norm = nn.LayerNorm(hidden, size.tiny)
        self.layers = nn.ModuleList(Layer(size, 0.0) for _ in range(layers))
        self.load_state_dict(state)


def said(net: Whole | ReaderNet, ids: Tensor) -> list[Tensor]:
    """What every layer says of the tokens."""
    places = torch.arange(ids.shape[1], device=ids.device)
    x = net.norm(net.words(ids) + net.places(places))
    assert net.distances is not None, "only cuts of all-mpnet-base-v2 can be healed"
    mask = with_distances(net.distances.weight.to(x.dtype), places, (ids != 0)[:, None, None, :])
    out = []
    for layer in net.layers:
        x = layer(x, mask)
        out.append(x)
    return out


def apart(cut: Sequence[Tensor], whole: Sequence[Tensor], real: Tensor) -> Tensor:
    """How far all layers are from those they were taken from, as a part of what these differ from their mean."""
    weights = real[..., None].float() / real.sum()
    total = weights.new_zeros(())
    for ours, theirs in zip(cut, whole, strict=True):
        wanted = theirs.float()
        spread = (weights * (wanted - (weights * wanted).sum((0, 1))) ** 2).sum()
        total = total + (weights * (ours.float() - wanted) ** 2).sum() / spread
    return total / len(cut)


def sheets(files: Sequence[Path], arguments: argparse.Namespace) -> Iterator[Tensor]:
    """Batches of tokens, without end."""
    chance = random.Random(arguments.seed)
    data = [on_device(_tokens(file), arguments.device) for file in files]
    while True:
        for one in data:
            for batch in batches(one, arguments.tokens, chance):
                yield replaced(batch["ids"].long())


def _tokens(file: Path) -> dict[int, Arrays]:
    return {
        width: {"ids": one["ids"], "scored": one["scored"]} for width, one in pickle.loads(file.read_bytes()).items()
    }


def replaced(ids: Tensor) -> Tensor:
    """In every second sheet many words are any others."""
    other = torch.randint(WORDS_FROM, WORDS, ids.shape, device=ids.device)
    chosen = (ids >= WORDS_FROM) & (torch.rand(ids.shape, device=ids.device) < REPLACED)
    chosen[::2] = False
    return torch.where(chosen, other, ids)


def heal(cuts: Sequence[ReaderNet], teacher: Whole, arguments: argparse.Namespace) -> None:
    """All cuts at once, so that the whole encoder reads every sheet once."""
    moved = [p for cut in cuts for p in cut.layers.parameters()]
    optimizer = torch.optim.AdamW(moved, lr=arguments.rate, weight_decay=0.01, betas=(0.9, 0.98))
    begun, half = time.time(), arguments.device == "cuda"
    for step, ids in enumerate(sheets(arguments.arrays, arguments)):
        share = min(1.0, max(step / arguments.steps, (time.time() - begun) / arguments.seconds))
        for group in optimizer.param_groups:
            group["lr"] = arguments.rate * min((step + 1) / 100, 0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * share)))
        with torch.autocast(arguments.device, torch.bfloat16, enabled=half):
            with torch.no_grad():
                wanted = said(teacher, ids)
            ways = [apart(said(cut, ids), [wanted[place] for place in cut.shape.taken], ids != 0) for cut in cuts]
        torch.stack(ways).sum().backward()
        torch.nn.utils.clip_grad_norm_(moved, 1.0)
        optimizer.step()
        optimizer.zero_grad(set_to_none=True)
        if step % 100 == 0 or share == 1.0:
            told = " ".join(f"{float(way):.3f}" for way in ways)
            print(f"step {step}: {told} apart at {time.time() - begun:.0f} s", file=sys.stderr)
        if share == 1.0:
            return


def main() -> None:
    """Cut, heal, write."""
    arguments = _arguments()
    torch.manual_seed(arguments.seed)
    torch.set_float32_matmul_precision("high")
    weights = arguments.base / "model.safetensors"
    cuts = [with_base(ReaderNet(size=size), weights, arguments.device) for size in arguments.sizes]
    cuts = [cut.to(arguments.device).eval() for cut in cuts]
    heal(cuts, Whole(whole(weights)).to(arguments.device).eval(), arguments)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for size, cut in zip(arguments.sizes, cuts, strict=True):
        state = {name: tensor.cpu() for name, tensor in cut.state_dict().items()}
        torch.save(state, arguments.out / f"healed-{size}.pt")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True, help="folder with all-mpnet-base-v2's model.safetensors")
    parser.add_argument("--arrays", type=Path, nargs="+", required=True, help="sets of examples: their sheets are read")
    parser.add_argument("--sizes", choices=[name for name in SIZES if SIZES[name].distances], nargs="+", required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--steps", type=int, default=10_000, help="at most")
    parser.add_argument("--seconds", type=float, default=150.0, help="at most")
    parser.add_argument("--tokens", type=int, default=24_000, help="tokens a batch")
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    return parser.parse_args()


if __name__ == "__main__":
    main()
