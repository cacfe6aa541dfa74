"""A query -> the steps of a plan."""
