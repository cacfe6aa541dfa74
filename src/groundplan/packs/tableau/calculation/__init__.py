"""Tableau's calculation language: its parts, its grammar, its functions, and what it computes."""
