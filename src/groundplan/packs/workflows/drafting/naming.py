"""The name of an operation -> its words, the verb that it is called by first."""

from __future__ import annotations

from groundplan.language.names import spoken
from groundplan.packs.workflows.drafting.words import Token, tokens


def verb_first(name: str, nouns: frozenset[str]) -> tuple[Token, ...]:
    """The words of an operation's name, its verb first: of `books_update`, too."""
    said = tokens(spoken(name))
    at = next((n for n, one in enumerate(said) if one.own_verbs and not one.keys & nouns), 0)
    return (said[at], *said[:at], *said[at + 1 :]) if said[0].keys & nouns or said[0].plural else said


def called_by(name: str, nouns: frozenset[str]) -> str:
    """The word that an operation is called by; empty for a verb of two: `check in`."""
    first = verb_first(name, nouns)[0].text.lower()
    return first if first in spoken(name).split() else ""
