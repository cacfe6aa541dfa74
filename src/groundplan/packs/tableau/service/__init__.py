"""A VizQL Data Service of one's own: the same HTTP, over files."""
