"""Follow-ups as edits of the query that was asked before."""
