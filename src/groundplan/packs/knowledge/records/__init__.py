"""Types of a base as datasets, and its links as relations: what a typed query asks."""
