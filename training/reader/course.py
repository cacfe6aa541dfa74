"""How the loss goes, so that a training that has lost its way is seen at once and not at its end."""

from __future__ import annotations

import torch
from torch import Tensor

FARTHEST = 3.0
"""The smoothed loss is lost above so many times the lowest that it was."""


class Course:
    """The smoothed loss of a training."""

    def __init__(self) -> None:
        self._smooth: Tensor | None = None
        self._lowest = float("inf")

    def saw(self, value: Tensor) -> None:
        """One step's loss; it stays on the device."""
        value = value.detach().float()
        self._smooth = value.clone() if self._smooth is None else torch.lerp(self._smooth, value, 0.05)

    def lost(self) -> bool:
        """Far above the lowest, or no number any more."""
        if self._smooth is None:
            return False
        now = float(self._smooth)
        self._lowest = min(self._lowest, now)
        return not now <= FARTHEST * self._lowest
