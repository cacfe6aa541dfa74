"""The trained reader: our own encoder, and decoding bound to what exists."""

from groundplan.readers.trained.reader import TrainedReader
from groundplan.readers.trained.runtime import Encoder

__all__ = ["Encoder", "TrainedReader"]
