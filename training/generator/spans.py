"""Marks inside a text that remember which words say what, however the text is changed around them."""

from __future__ import annotations

import re

_FIRST, _START, _END = 0xE000, chr(0xE000), chr(0xF8FF)
MARK = re.compile(f"[{_START}-{_END}]")
_CUT = re.compile(f"([{_START}-{_END}])")
_SPACES = re.compile(r"\s+")
_AROUND = re.compile(rf"\s((?:{MARK.pattern})+)\s")
_BEFORE = re.compile(rf"\s+((?:{MARK.pattern})*[,.?!:;])")
_TWICE = re.compile(rf"([,:;])((?:{MARK.pattern}|\s)*)([,.?!:;])")
_HEAD = re.compile(rf"^((?:{MARK.pattern})*)[\s,.:;-]+")
_TAIL = re.compile(rf"[\s,:;-]+((?:{MARK.pattern})*)$")


def mark(key: int, text: str) -> str:
    """The text with invisible marks around it."""
    return f"{chr(_FIRST + key)}{text}{_END}"


def keys(text: str) -> list[int]:
    """The keys of all marks, in order."""
    return [ord(each) - _FIRST for each in MARK.findall(text) if each != _END]


def take_out(text: str) -> tuple[str, dict[int, str]]:
    """The text without marks, and the words that each key stood around."""
    plain = ""
    opened: list[tuple[int, int]] = []
    found: dict[int, str] = {}
    for part in _CUT.split(text):
        if part == _END and opened:
            key, start = opened.pop()
            found[key] = plain[start:].strip(" ,:;.")
        elif len(part) == 1 and part >= _START:
            opened.append((ord(part) - _FIRST, len(plain)))
        else:
            plain += part
    return plain, found


def tidy(text: str) -> str:
    """One space between words, none before punctuation, no stray punctuation at the ends."""
    text = _SPACES.sub(" ", text)
    text = _AROUND.sub(r"\1 ", text)
    text = _BEFORE.sub(r"\1", text)
    text = _TWICE.sub(r"\2\3", text)
    text = _HEAD.sub(r"\1", text.strip())
    return _TAIL.sub(r"\1", text)
