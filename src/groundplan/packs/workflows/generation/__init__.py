"""Graphs that a language model writes: what it is asked, how its answer is read, and what it is held to."""
