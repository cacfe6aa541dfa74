"""Queries that a language model writes: the sheet it reads, the contract it fills, what its JSON means."""
