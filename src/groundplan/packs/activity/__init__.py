"""The `activity` pack: commits, reviews, pipelines and issues, asked where they are kept or from the clone at hand."""
