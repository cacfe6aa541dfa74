"""Russian for a reader of English: words glossed one by one, lemmas, names in Latin letters."""

from __future__ import annotations

from groundplan.russian.gloss import Piece, english, gloss
from groundplan.russian.heading import heading
from groundplan.russian.lemmas import lemma, lemmas
from groundplan.russian.translit import keys, russian, transliterate

__all__ = ["Piece", "english", "gloss", "heading", "keys", "lemma", "lemmas", "russian", "transliterate"]
