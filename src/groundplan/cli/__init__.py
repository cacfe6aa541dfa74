"""The command line: one file a command. stdout is the answer, stderr the talk."""

from groundplan.cli.app import command, main

__all__ = ["command", "main"]
