"""For every word of the vocabulary the words that are nearest to it in meaning, as a large sentence encoder sees it.

python -m training.reader.near --base LARGE --tokenizer .train/tokenizer.json --out near.npz

LARGE is the folder with the model.safetensors of all-mpnet-base-v2. `teach` swaps words of examples for these.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional as F

from groundplan.readers.similarity.lexicon import lexicon
from groundplan.readers.similarity.words import stem
from groundplan.readers.trained.tokens import Tokens
from training.reader.bases import with_base
from training.reader.model import WORDS, ReaderNet

NEAREST, LEAST = 6, 0.5
"""So many words at most, and none that is less alike."""
BATCH = 512


def main() -> None:
    """Writes `near`, for each word the numbers of others, or zeros, and `inner`, the numbers of parts of words."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", type=Path, required=True)
    parser.add_argument("--tokenizer", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    arguments = parser.parse_args()
    words, inner = whole_words(arguments.tokenizer)
    net = with_base(ReaderNet(0.0, "large"), arguments.base / "model.safetensors").to(arguments.device)
    ends = Tokens(arguments.tokenizer)
    near = nearest(words, vectors(net, list(words.values()), (ends.cls, ends.sep), arguments.device))
    np.savez_compressed(arguments.out, near=near, inner=np.array(inner))
    print(f"{int((near[:, 0] > 0).sum())} of {len(words)} words have others near them", file=sys.stderr)


def whole_words(tokenizer: Path) -> tuple[dict[str, int], list[int]]:
    """The words of the vocabulary that mean something by themselves, with their numbers; those of parts of words."""
    from tokenizers import Tokenizer

    every, known = Tokenizer.from_file(str(tokenizer)).get_vocab(), lexicon()
    small = {*known.fillers, *known.idle, *known.questioning}
    words = {word: number for word, number in every.items() if re.fullmatch("[a-z]{3,}", word) and word not in small}
    return words, [number for word, number in every.items() if word.startswith("##")]


@torch.no_grad()
def vectors(net: ReaderNet, words: Sequence[int], ends: tuple[int, int], device: str) -> Tensor:
    """What a sentence of one word means: the mean over its tokens, at length one."""
    for table in (net.kinds, net.matches, net.priors):
        table.weight.zero_()
    first, last = ends
    every = torch.tensor([[first, word, last] for word in words], device=device)
    none = torch.zeros_like(every)
    parts = [
        net.eval().trunk(net.words(ids), None, none[: len(ids)], none[: len(ids)], none[: len(ids)]).mean(1)
        for ids in every.split(BATCH)
    ]
    return F.normalize(torch.cat(parts), dim=1)


def nearest(words: dict[str, int], vectors: Tensor) -> np.ndarray:
    """Forms of the same word are not other words."""
    said, numbers = list(words), list(words.values())
    stems = [stem(word) for word in said]
    near = np.zeros((WORDS, NEAREST), np.uint16)
    for start in range(0, len(said), BATCH):
        alike, places = (vectors[start : start + BATCH] @ vectors.T).topk(min(4 * NEAREST, len(said)))
        for at, (likeness, others) in enumerate(zip(alike.tolist(), places.tolist(), strict=True), start):
            kept = [
                numbers[other]
                for much, other in zip(likeness, others, strict=True)
                if much >= LEAST and stems[other] != stems[at]
            ]
            near[numbers[at], : len(kept[:NEAREST])] = kept[:NEAREST]
    return near


if __name__ == "__main__":
    main()
