"""Russian for a reader of English: words glossed one by one, lemmas, names in Latin letters."""

from __future__ import annotations

from groundplan.language.russian.gloss import Piece, english, gloss
from groundplan.language.russian.heading import heading
from groundplan.language.russian.lemmas import lemma, lemmas
from groundplan.language.russian.translit import keys, russian, transliterate

__all__ = ["Piece", "english", "gloss", "heading", "keys", "lemma", "lemmas", "russian", "transliterate"]
