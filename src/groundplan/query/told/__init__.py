"""Queries and what they found, in words that people read; the words themselves are data."""
