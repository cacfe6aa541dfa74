"""The verbs: one stage a file, each a typed function of what it needs; `road.py` calls them."""
