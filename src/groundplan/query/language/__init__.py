"""The question language: its parts, and its text read and shown."""
