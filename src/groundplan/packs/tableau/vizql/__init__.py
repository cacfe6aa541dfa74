"""The query language of the VizQL Data Service as contracts, JSON in and out."""
