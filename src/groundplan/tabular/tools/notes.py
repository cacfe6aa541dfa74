"""What a person should know of a result: a grain that was chosen, values that could not be read.

Kept beside the frame for as long as it lives, since the frame itself is only its rows.
"""

from __future__ import annotations

from weakref import WeakKeyDictionary

from groundplan.sources.frame import Frame

_NOTES: WeakKeyDictionary[Frame, tuple[str, ...]] = WeakKeyDictionary()


def noted(df: Frame, *notes: str) -> Frame:
    """The frame, with something said about it."""
    _NOTES[df] = (*notes_of(df), *notes)
    return df


def notes_of(df: Frame) -> tuple[str, ...]:
    """What was said about the frame by the tool that made it."""
    return _NOTES.get(df, ())
