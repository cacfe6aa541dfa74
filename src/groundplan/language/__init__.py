"""Words, numbers, dates and names of questions, for every reader and every pack."""
