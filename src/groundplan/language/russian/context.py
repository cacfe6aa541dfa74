"""Small words whose English depends on what stands beside them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from groundplan.language.russian.dictionary import listed
from groundplan.language.russian.lemmas import parses
from groundplan.language.russian.tokens import Token

_NAMES = frozenset({"Geox", "Name", "Surn", "Patr", "Orgn", "Trad"})
Rule = Callable[[Sequence[Token], int], str]


def small_word(tokens: Sequence[Token], at: int) -> str:
    """The English of a preposition or a comparison at its place, or "" where the dictionary knows better."""
    rule = RULES.get(tokens[at].key)
    return rule(tokens, at) if rule else ""


def measured(tokens: Sequence[Token], at: int) -> bool:
    """Whether an amount follows, so that `больше` is `more than`."""
    after = _after(tokens, at)
    if after is None or after.kind != "word":
        return after is not None and after.kind == "number"
    return any(one.lemma in listed("amount") or one.part == "NUMR" for one in parses(after.said))


def _after(tokens: Sequence[Token], at: int) -> Token | None:
    return tokens[at + 1] if at + 1 < len(tokens) else None


def _when(token: Token | None) -> bool:
    if token is None or token.kind != "word":
        return token is not None and token.kind in ("number", "ordinal")
    return any(one.lemma in listed("when") for one in parses(token.said)[:2])


def _named(token: Token | None) -> bool:
    if token is None or token.kind != "word":
        return token is not None and token.kind == "latin"
    first = parses(token.said)[0]
    return bool(_NAMES & first.marks) if first.known else token.said[0].isupper()


def _said_before(tokens: Sequence[Token], at: int, *keys: str) -> bool:
    return any(token.key in keys and _when(_after(tokens, place)) for place, token in enumerate(tokens[:at]))


def _by(tokens: Sequence[Token], at: int) -> str:
    after = _after(tokens, at)
    if _when(after) and _said_before(tokens, at, "с", "со"):
        return "to"
    header = after is not None and after.said.isascii() and after.said.islower()  # `по region`: a column's own name
    return "in" if _named(after) and not header else "by"


def _with(tokens: Sequence[Token], at: int) -> str:
    after = _after(tokens, at)
    if after is not None and after.kind == "number":
        after = _after(tokens, at + 1) if not _year(after) else None
        return "with" if after and after.kind == "word" and "ablt" in _cases(after) else "from"
    if after is None or after.kind != "word":
        return "from" if _when(after) else "with"
    return "from" if "gent" in _cases(after) and "ablt" not in _cases(after) else "with"


def _cases(token: Token) -> frozenset[str]:
    return frozenset().union(*(one.marks for one in parses(token.said)[:3]))


def _to(tokens: Sequence[Token], at: int) -> str:
    after = _after(tokens, at)
    if _named(after) or _said_before(tokens, at, "с", "со", "от"):
        return "to"
    return "before" if _when(after) and after is not None and _year(after) else "up to"


def _year(token: Token) -> bool:
    return token.kind == "word" or (len(token.said) == 4 and token.said[:2] in ("19", "20"))


def _that(tokens: Sequence[Token], at: int) -> str:
    return "that" if at and tokens[at - 1].said == "," else "what"


def _beside_time(before: str, plain: str) -> Rule:
    return lambda tokens, at: before if _when(_after(tokens, at)) else plain


RULES: dict[str, Rule] = {
    "по": _by,
    "с": _with,
    "со": _with,
    "до": _to,
    "что": _that,
    "раньше": _beside_time("before", "earlier"),
    "позже": _beside_time("after", "later"),
}
