"""The trained reader: our own encoder, and decoding bound to what exists."""

from groundplan.reading.embedded.reader import TrainedReader
from groundplan.reading.embedded.runtime import Encoder

__all__ = ["Encoder", "TrainedReader"]
