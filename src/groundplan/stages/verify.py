"""Answer, Answer -> violations: what a wording says that the facts do not, or leaves out."""

from __future__ import annotations

import re

from groundplan.contracts import Answer
from groundplan.language.turned import turned

_NUMBER = re.compile(r"(?:(?<![\w)])[-−])?\d[\d,]*(?:\.\d+)?")
"""With its sign; a hyphen after a digit, as in a date, is none."""
_SENTENCE = re.compile(r"(?:^|[.!?]\s+|\n\s*[-*]?\s*)\S")
_CLAUSE = re.compile(r"(?:^|[.!?:]\s+|\n\s*[-*]?\s*)\S")
"""As above, a colon included: a wording may begin anew after it, the facts' own text lists names there."""
_NAME = re.compile(r"[^\W\d_][\w'-]*")


def verify(answer: Answer, rendered: Answer, question: str) -> tuple[str, ...]:
    """Each number and each name of the facts' own text must be there, no others, and nothing may be turned round."""
    said, known = _numbers(answer.text), _numbers(rendered.text)
    asked = _numbers(question)
    lost = [f"the figure {n} is missing" for n in sorted(known - said)]
    new = [f"the figure {n} is not in the facts" for n in sorted(said - known - asked)]
    names = [
        f"the name {n!r} is not in the facts"
        for n in sorted(_names(answer.text, _CLAUSE) - _words(rendered.text, question))
    ]
    dropped = [f"the name {n!r} is missing" for n in sorted(_names(rendered.text, _SENTENCE) - _words(answer.text))]
    return (*lost, *new, *names, *dropped, *turned(answer.text, rendered.text, question))


def _numbers(text: str) -> set[str]:
    found = (match.group().replace(",", "").replace("−", "-").rstrip(".") for match in _NUMBER.finditer(text))
    return {n.rstrip("0").rstrip(".") if "." in n else n for n in found}


def _words(*texts: str) -> set[str]:
    return {word.casefold() for text in texts for word in _NAME.findall(text)}


def _names(text: str, start: re.Pattern[str]) -> set[str]:
    """Capitalised words that do not stand at a start."""
    starts = {match.end() - 1 for match in start.finditer(text)}
    return {m.group().casefold() for m in _NAME.finditer(text) if m.group()[0].isupper() and m.start() not in starts}
