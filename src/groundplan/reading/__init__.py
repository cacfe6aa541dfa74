"""Who reads a question over columns: the embedded network, a language model, and the gate for follow-ups."""
