"""The trained reader: our own encoder, and decoding bound to what exists."""

from groundplan.reading.embedded.encoder import Encoder
from groundplan.reading.embedded.reader import TrainedReader

__all__ = ["Encoder", "TrainedReader"]
