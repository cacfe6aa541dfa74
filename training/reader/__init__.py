"""Training of the reader: examples, labels, model, training, export, evaluation; each a command.

python -m training.reader.build | train | export | evaluate --help
"""
