"""Short forms among the tokens: codes and initials become labels, abbreviations take their full stop."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.language.russian.dictionary import abbreviated
from groundplan.language.russian.tokens import Token

_LETTER_WORDS = frozenset("авикосуя")
_LONGEST = 4


def settled(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with labels (`ГР-1187`, `7Б`, `Н.П.`) told apart, and `тыс.` as one token."""
    found: list[Token] = []
    for at, token in enumerate(tokens):
        last = found[-1] if found else None
        if last and token.said == "." and last.end == token.start and _abbreviation(last, found[:-1]):
            found[-1] = last._replace(end=token.end)
        else:
            found.append(token._replace(kind="label") if _label(tokens, at) else token)
    return found


def _abbreviation(token: Token, before: Sequence[Token]) -> bool:
    if token.kind != "word" or token.key not in abbreviated() or token.said[0].isupper():
        return False
    return len(token.said) > 1 or _measures(before)


def _measures(before: Sequence[Token]) -> bool:
    """Whether a number or another short form stands before, as in `5 тыс. р.`."""
    return bool(before) and (before[-1].kind == "number" or before[-1].key in abbreviated())


def _label(tokens: Sequence[Token], at: int) -> bool:
    token = tokens[at]
    if token.kind != "word" or len(token.said) > _LONGEST:
        return False
    after = tokens[at + 1].said if at + 1 < len(tokens) and tokens[at + 1].start == token.end else ""
    if len(token.said) == 1 and after == "." and not _measures(tokens[:at]):
        return True
    if not token.said.isupper():
        return False
    touched = bool(at) and tokens[at - 1].kind == "number" and tokens[at - 1].end == token.start
    if touched or after in ("-", "/") or after.isdigit():
        return True
    return len(token.said) == 1 and token.key not in _LETTER_WORDS
