"""The part that each word of a question plays in a query, whoever wrote it: cues give the next thing its part."""
