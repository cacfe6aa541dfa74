"""Value linking: words of a question that are, or nearly are, values of some column; a million values at once."""
