"""The trained reader: our own encoder, and decoding bound to what exists.

To be read in this order: `reader` (a question from start to end), `question_words`, `columns` and `sheet` (what the
encoder is shown), `encoder`, `network` and `scores` (what it says), `page` (all of that together), `values_said`,
`cells_named` and `conditions` (what limits the rows), `compared_columns`, `decode` (the form), `rules`, `doubts` and
`doubtful_parts`.
"""

from groundplan.reading.embedded.encoder import Encoder
from groundplan.reading.embedded.reader import TrainedReader

__all__ = ["Encoder", "TrainedReader"]
