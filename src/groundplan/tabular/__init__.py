"""What is done with rows for any pack that answers from them: tools, charts, sentences and the files of a run."""
