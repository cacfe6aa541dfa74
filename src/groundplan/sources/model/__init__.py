"""What an analyst understands of a source before the first question, one file for each kind of statement."""
