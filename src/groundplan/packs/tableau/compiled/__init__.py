"""A VizQL query -> one statement of DuckDB, in Tableau's order of operations."""
