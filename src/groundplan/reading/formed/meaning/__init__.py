"""What the source model says of a form: which rows count, what figures mean, how things are called."""
