"""What is wrong with a query before it is run: by the schema, by the source, by its data."""
