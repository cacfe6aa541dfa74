"""How the rows of each table are drawn."""
