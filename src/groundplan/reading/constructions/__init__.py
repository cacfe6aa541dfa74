"""A reader that writes queries: what the words name in the source, the part that each plays, and the query of these."""
