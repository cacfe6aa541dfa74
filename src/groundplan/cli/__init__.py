"""The command line: one file a command. stdout is the answer, stderr the talk."""

from groundplan.cli.app import main

__all__ = ["main"]
