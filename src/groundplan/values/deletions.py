"""Misspellings by deletion: two words a few edits apart are the same once a few letters of each are left out.

Only the first letters count, so that long words cost no more than short ones; what is found is compared in full later.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
import numpy.typing as npt

HEAD = 7
SHORTEST = 5
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_POWERS = np.array([pow(0x100000001B3, power, 1 << 64) for power in range(1, HEAD + 1)], np.uint64)

Hashes = npt.NDArray[np.uint64]


def edits(shorter: int) -> int:
    """How many typing errors are forgiven, by the length of the shorter word."""
    return 2 if shorter >= 8 else 1 if shorter >= 5 else 0


def spelled(word: str) -> bool:
    """Whether misspellings of a word are looked for: codes and short words have none."""
    return len(word) >= SHORTEST and word.isalpha()


def deletions(words: Sequence[str]) -> Iterator[tuple[npt.NDArray[np.intp], Hashes]]:
    """Places of words, and for each the hash of its head with some letters left out; many such pairs of arrays."""
    sizes = np.array([len(word) for word in words], np.intp)
    letters = _letters(words)
    for size in range(SHORTEST, HEAD + 1):
        for long in (False, True) if size == HEAD else (False,):
            chosen = np.flatnonzero(sizes > HEAD if long else sizes == size)
            if len(chosen):
                heads = letters[chosen]
                for kept in _kept(size, edits(HEAD + 1 if long else size)):
                    yield chosen, _hashed(heads[:, kept])


def _kept(size: int, left_out: int) -> Iterator[list[int]]:
    for count in range(size - left_out, size + 1):
        yield from map(list, combinations(range(size), count))


def _letters(words: Sequence[str]) -> Hashes:
    """The code points of the heads, filled up with zeros."""
    joined = "".join([word[:HEAD].ljust(HEAD, "\0") for word in words])
    return np.frombuffer(joined.encode("utf-32-le"), np.uint32).reshape(-1, HEAD).astype(np.uint64)


def _hashed(letters: Hashes) -> Hashes:
    mixed: Hashes = (letters * _POWERS[: letters.shape[1]]).sum(axis=1, dtype=np.uint64)
    mixed = (mixed ^ (mixed >> np.uint64(29))) * _FACTOR
    return mixed ^ (mixed >> np.uint64(32))


def slots(hashes: Hashes, bits: int) -> npt.NDArray[np.uint32]:
    """Hashes cut to a number of bits."""
    return (hashes >> np.uint64(64 - bits)).astype(np.uint32)


def table(
    words: Sequence[str], places: npt.NDArray[np.uint32]
) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.uint32]]:
    """Where each slot begins, and the places of the words in each; the places are those of a whole vocabulary."""
    pairs = list(deletions(words))
    total = sum(len(chosen) for chosen, _ in pairs)
    bits = max(8, int(total // 2).bit_length())
    packed = np.empty(total, np.uint64)
    at = 0
    while pairs:
        chosen, hashes = pairs.pop()
        packed[at : at + len(chosen)] = slots(hashes, bits).astype(np.uint64) << np.uint64(32) | places[chosen]
        at += len(chosen)
    packed.sort()
    if total:
        packed = packed[np.concatenate([[True], packed[1:] != packed[:-1]])]  # `aab` loses either `a`: once is enough
    starts = np.zeros((1 << bits) + 1, np.uint32)
    np.cumsum(np.bincount((packed >> np.uint64(32)).astype(np.intp), minlength=1 << bits), out=starts[1:])
    return starts, packed.astype(np.uint32)
