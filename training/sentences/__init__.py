"""The sentence encoder, tuned to tell which tools a request needs."""
