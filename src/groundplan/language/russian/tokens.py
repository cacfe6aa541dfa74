"""Text -> its words, numbers and signs, with their places."""

from __future__ import annotations

import re
from typing import NamedTuple

_TOKEN = re.compile(
    r"(?P<ordinal>\d+-?(?:ый|ой|ая|ое|ого|ому|ом|ые|ых|ми|й|я|е|го|му|м|ю|х)(?![а-яё]))"
    r"|(?P<number>\d+(?:[.,:]\d+)*)"
    r"|(?P<word>[А-Яа-яЁё]+(?:-[А-Яа-яЁё]+)*)"
    r"|(?P<latin>[^\W\d_А-Яа-яЁё][^\W_А-Яа-яЁё]*)"
    r"|(?P<sign>\S)"
)
_CAMEL = re.compile(r"[А-ЯЁ]?[а-яё]+|[А-ЯЁ]+(?![а-яё])")


class Token(NamedTuple):
    start: int
    end: int
    said: str
    kind: str

    @property
    def key(self) -> str:
        """The word as dictionaries are keyed: small letters, ё as е."""
        return flat(self.said)


def flat(word: str) -> str:
    """A word in small letters with ё written as е: `Расчёт` -> `расчет`."""
    return word.lower().replace("ё", "е")


def split(text: str) -> list[Token]:
    """The tokens of a text in order; kind is word, latin, number, ordinal or sign (label: see `short`)."""
    return [Token(m.start(), m.end(), m.group(), m.lastgroup or "sign") for m in _TOKEN.finditer(text)]


def camel(word: str) -> list[str]:
    """The parts of a word written with humps: `ДатаОтгрузки` -> `Дата`, `Отгрузки`."""
    return _CAMEL.findall(word)
