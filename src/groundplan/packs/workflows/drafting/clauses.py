"""Tokens -> clauses: actions, questions, conditions with what hangs on them, and what asks for no step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from groundplan.packs.workflows.drafting.words import Token, denials_apart, lists, tokens, with_verbs

ClauseKind = Literal["action", "question", "condition", "nothing", "granted", "approval", "background"]
_SUBJECT = 2
"""Words of a subject before what is granted: `the three need not wait for each other`."""
_ENDS = frozenset(".?!")
_SEPARATE = frozenset({",", ";", ":", "—", "–", "-", "(", ")"})


@dataclass(frozen=True)
class Clause:
    """A stretch of the task that asks for one thing, or sets a condition for others."""

    kind: ClauseKind
    tokens: tuple[Token, ...]
    under: int | None = None
    """Which clause is its condition."""
    turned: bool = False
    """Whether it is to happen where the condition does not hold; of a condition: `unless`."""

    then: bool = False
    """Whether a word before it says that it comes after what was told before: `then`, `finally`."""

    @property
    def start(self) -> int:
        """The first character."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Behind the last character."""
        return self.tokens[-1].end

    @property
    def words(self) -> tuple[Token, ...]:
        """Its tokens without signs."""
        return tuple(one for one in self.tokens if one.kind != "sign")


def clauses(text: str, verbs: frozenset[str] = frozenset(), known: frozenset[str] = frozenset()) -> tuple[Clause, ...]:
    """The clauses of a task in order, each under its condition; `verbs` are stems of more verbs, `known` all words."""
    made: list[Clause] = []
    for sentence in _sentences(with_verbs(denials_apart(tokens(text), known), verbs)):
        pieces = [
            replace(_clause(piece, asked=sentence[-1].text == "?"), then=_follows(sentence, piece))
            for piece in _pieces(sentence)
        ]
        _hung(made, _gathered(pieces))
    return tuple(_told_that(made))


def _gathered(pieces: Sequence[Clause]) -> list[Clause]:
    """Statements put to the action that they tell more of: `for each pupil, ...`, `the points are given`."""
    out: list[Clause] = []
    for piece in pieces:
        before = out[-1] if out else None
        whole = before and (before.kind, piece.kind) in (("action", "background"), ("question", "background"))
        led = before and before.kind == "background" and piece.kind == "action" and _for_each(before)
        if before and piece.kind == "granted" and before.kind == "background" and len(before.words) <= _SUBJECT:
            out[-1] = replace(piece, tokens=(*before.tokens, *piece.tokens))
        elif before and (whole or led) and not _otherwise(piece):
            out[-1] = replace(piece if led else before, tokens=(*before.tokens, *piece.tokens))
        else:
            out.append(piece)
    return out


def _for_each(clause: Clause) -> bool:
    return any(one.marks & {"every", "many_of"} for one in clause.tokens[:2])


def _otherwise(clause: Clause) -> bool:
    """`otherwise`, or `if not` that says no more."""
    alone = len(clause.tokens) == 1 and clause.tokens[0].among("if_not")
    return alone or "otherwise" in clause.tokens[0].marks


def _hung(made: list[Clause], sentence: Sequence[Clause]) -> None:
    """The clauses of one sentence, added under their conditions."""
    first = len(made)
    current: tuple[int, bool] | None = None
    for clause in sentence:
        if _otherwise(clause):
            last = next((at for at in range(len(made) - 1, -1, -1) if made[at].kind == "condition"), None)
            current = (last, not made[last].turned) if last is not None else None
            rest = clause.tokens[1:] if "otherwise" in clause.tokens[0].marks else ()
            if not any(one.kind != "sign" for one in rest):
                continue
            clause = replace(_clause(rest, asked=False))
            if clause.kind == "background" and last is not None:
                clause = Clause("action", _elliptic(made, last, rest))
        if clause.kind == "condition":
            made.append(clause)
            current = (len(made) - 1, clause.turned)
            before = made[-2] if len(made) - 1 > first else None
            if before and before.under is None and before.kind in ("action", "question"):
                made[-2] = replace(before, under=current[0], turned=clause.turned)
        elif current and clause.kind in ("action", "nothing", "question"):
            made.append(replace(clause, under=current[0], turned=current[1]))
        else:
            made.append(clause)


def _elliptic(made: Sequence[Clause], condition: int, rest: Sequence[Token]) -> tuple[Token, ...]:
    """`otherwise by template B`: the action under the condition, from where it says something else."""
    like = next((one for one in made if one.under == condition and one.kind == "action"), None)
    words = {key for one in rest if not one.idle for key in one.keys}
    if like is None:
        return tuple(rest)
    led = next((one.text.lower() for one in rest if one.kind == "word"), "")
    same = [at for at, one in enumerate(like.tokens) if at and one.text.lower() == led and one.idle]
    last = same[-1] if same else len(like.tokens)
    cut = next((at for at, one in enumerate(like.tokens) if not one.idle and one.keys & words), last)
    return (*like.tokens[:cut], *rest)


def _sentences(found: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    now: list[Token] = []
    for one in found:
        now.append(one)
        if (one.kind == "sign" and one.text in _ENDS) or (
            one.kind == "literal" and str(one.value)[-1:] in ".!?" and one is found[-1]
        ):
            yield tuple(now)
            now = []
    if now:
        yield tuple(now)


def _pieces(sentence: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """The sentence cut where a new clause begins."""
    starts = [0] + [at for at in range(1, len(sentence)) if _begins(sentence, at)]
    for start, end in zip(starts, [*starts[1:], len(sentence)], strict=True):
        piece = _stripped(sentence[start:end])
        if piece:
            yield piece


def _follows(sentence: Sequence[Token], piece: Sequence[Token]) -> bool:
    at = sentence.index(piece[0])
    while at and (sentence[at - 1].kind == "sign" or _joins(sentence[at - 1])):
        at -= 1
        if "then" in sentence[at].marks:
            return True
    return False


def _stripped(piece: Sequence[Token]) -> tuple[Token, ...]:
    """Without signs at either end, and without `and`, `then`, `please` before it."""
    start, end = 0, len(piece)
    while start < end and (piece[start].kind == "sign" or _joins(piece[start])):
        start += 1
    while end > start and (piece[end - 1].kind == "sign" or piece[end - 1].among("joining")):
        end -= 1
    return tuple(piece[start:end])


def _joins(one: Token) -> bool:
    return bool(one.marks & {"and", "then"} or one.among("polite")) and not one.verbs


def _begins(sentence: Sequence[Token], at: int) -> bool:
    one, before = sentence[at], sentence[at - 1]
    if one.marks & {"if", "unless", "otherwise", "whether", "granted", "nothing"}:
        return not ("if" in one.marks and before.verbs and before.among("checking"))
    if sentence[at - 1].marks & {"otherwise"}:
        return False
    if "after" in one.marks and any("approval" in later.marks for later in sentence[at:]):
        return True
    return _lead(sentence, at) and _commands(sentence, at)


def _lead(sentence: Sequence[Token], at: int) -> bool:
    """Whether what stands before a word lets a clause begin there."""
    back = at - 1
    while back >= 0 and _joins(sentence[back]):
        back -= 1
    return back < at - 1 or (sentence[back].kind == "sign" and sentence[back].text in _SEPARATE)


def _commands(sentence: Sequence[Token], at: int) -> bool:
    """Whether a word tells to do something."""
    one = sentence[at]
    if one.command:
        return True
    if not one.verbs or not one.text.isascii() or one.text.lower().endswith(("ed", "ing")):
        return False
    following = sentence[at + 1] if at + 1 < len(sentence) else None
    if following is None or _behind(sentence, at + 1):
        return False
    if following.kind == "literal" and str(one.text).lower() in lists()["texts"]:
        return False  # `..., text "See you soon"` tells what an action is given
    if one.among("nouns_too") and not following.among("articles", "objects"):
        return bool(following.marks & {"every", "definite"}) or following.kind in ("literal", "code")
    return (
        following.among("articles", "objects")
        or (following.among("toward") and "send" in one.verbs)
        or bool(following.marks & {"every", "definite", "pronouns", "persons"})
        or following.kind in ("literal", "code", "number")
        or not following.idle
    )


def _behind(sentence: Sequence[Token], at: int) -> bool:
    """`the name and e-mail given`: said of what stands before it."""
    after = sentence[at + 1] if at + 1 < len(sentence) else None
    return sentence[at].among("before_noun") and (after is None or after.kind == "sign" or after.idle)


def _clause(piece: tuple[Token, ...], *, asked: bool) -> Clause:
    marks = piece[0].marks
    every = {mark for one in piece for mark in one.marks}
    if "granted" in every:
        return Clause("granted", piece)
    beside = [one for one in piece if not one.idle and "approval" not in one.marks]
    about_it = len(beside) <= _SUBJECT + 1 and not any(one.kind == "number" for one in piece)
    if "approval" in every and (
        (every & {"after", "if"} and about_it) or any(one.among("beforehand") for one in piece)
    ):
        return Clause("approval", piece)
    if "nothing" in marks and not any(one.kind != "sign" and not one.idle for one in piece[1:]):
        return Clause("nothing", piece)
    if "unless" in marks:
        return Clause("condition", piece[1:] or piece, turned=True)
    if marks & {"if", "whether"}:
        return Clause("condition", piece[1:] or piece)
    if piece[0].verbs and len(piece) > 2 and piece[1].marks & {"if"} and piece[0].among("checking"):
        return Clause("condition", piece[2:])
    if asked or piece[0].among("asking") or (marks & {"how_many", "how_much"}):
        return Clause("question", piece)
    if _opens_action(piece):
        return Clause("question" if _reads(piece) else "action", piece)
    return Clause("background", piece)


def _reads(piece: tuple[Token, ...]) -> bool:
    """Whether the verb asks to look only."""
    first = next((one for one in piece if one.verbs), piece[0])
    kinds = {group["do"] for group in lists()["verbs"] if group["say"][0] in first.verbs}
    return kinds == {"read"}


def _opens_action(piece: tuple[Token, ...]) -> bool:
    if any(one.command for one in piece):
        return True
    first = next((one for one in piece if one.kind != "sign"), piece[0])
    if first.verbs and not first.finite and not first.text.lower().endswith(("ed", "ing")):
        return True
    led = "many_of" in first.marks or first.among("leading")
    if led and any(one.verbs and _commands(piece, at) for at, one in enumerate(piece) if at):
        return True
    return any(one.among("modal") for one in piece)


def _told_that(made: Sequence[Clause]) -> Iterator[Clause]:
    """`The fee is paid, please note that`: an action whose object is the statement before it holds its words."""
    kept: list[Clause] = []
    for clause in made:
        own = [one for one in clause.words if not one.verbs and not one.idle]
        if (
            clause.kind == "action"
            and not own
            and kept
            and kept[-1].kind == "background"
            and clause.words[-1].among("that")
        ):
            before = kept.pop()
            clause = replace(clause, tokens=(*before.tokens, *clause.tokens))
        kept.append(clause)
    # a condition keeps its number: nothing before it was taken away unless it was merged
    return iter(_renumbered(made, kept))


def _renumbered(made: Sequence[Clause], kept: Sequence[Clause]) -> list[Clause]:
    places = {id(made[at].tokens[0]): at for at in range(len(made))}
    now = {places[id(one.tokens[0])]: at for at, one in enumerate(kept) if id(one.tokens[0]) in places}
    return [replace(one, under=now.get(one.under, one.under)) if one.under is not None else one for one in kept]
