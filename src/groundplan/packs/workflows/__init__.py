"""Tasks in plain words over catalogues of operations: a plan that calls them, checked before it runs."""
