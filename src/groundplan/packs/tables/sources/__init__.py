"""How each kind of source is read: files onto one DuckDB connection, databases through their own ibis backend."""
