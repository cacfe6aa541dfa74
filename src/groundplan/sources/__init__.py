"""Anything that can be opened: files onto one DuckDB connection, databases through their own ibis backend."""
