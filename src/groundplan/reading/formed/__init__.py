"""What the trained heads say of a question, held to the source model and made a query."""
