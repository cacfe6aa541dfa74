"""The follow-up gate: whether a question stands alone or changes the one before it."""

from __future__ import annotations

from collections.abc import Sequence

from groundplan.embed import Embedder
from groundplan.reading.blank import Blank
from groundplan.reading.similarity.lexicon import lexicon
from groundplan.reading.similarity.marks import Marks, mark
from groundplan.reading.similarity.meaning import Meaning
from groundplan.reading.similarity.phrases import Match, phrasebook

_SHORT = 4
"""So few words rarely hold a whole question."""
_CLEAR = 2
_ASKING = ("agg", "superlative", "limit", "analysis")


def follow_up(text: str, previous: str, blank: Blank, embedder: Embedder) -> tuple[bool, str]:
    """Whether the text follows up on the previous one, and why in one sentence; independent unless it is clear."""
    if not previous.strip():
        return False, "there is no question before it"
    marks = mark(text, blank, phrasebook(blank.labels))
    found = _evidence(marks)
    against = _own_subject(marks)
    weight = sum(weight for weight, _ in found) - (2 if against else 0)
    if weight >= _CLEAR:
        return True, max(found)[1]
    if (
        weight == _CLEAR - 1
        and (not marks.tables or _bare(marks))
        and _sounds_like_one(marks, blank, Meaning(embedder))
    ):
        return True, "it sounds like a change to the question before"
    return False, against or "nothing in it points back to the question before"


def _evidence(marks: Marks) -> list[tuple[int, str]]:
    """What speaks for a follow-up, weighed."""
    found: list[tuple[int, str]] = []
    labels = marks.labels("follow_up")
    pronoun = next((m for m in labels if m.label == "pronoun" and _points_back(marks, m)), None)
    if pronoun:
        found.append((2 if marks.tables else 3, f"{_said(marks, pronoun)!r} points back to the question before"))
    opening = next((m for m in labels if m.label == "opening" and m.start == 0), None)
    if opening and (opening.size > 1 or _count(marks) <= 2 * _SHORT):
        found.append((2, f"it opens with {_said(marks, opening)!r}, which continues the question before"))
    closing = next((m for m in labels if m.label in ("closing", "other")), None)
    if closing:
        found.append(
            (2 if closing.label == "other" else 1, f"{_said(marks, closing)!r} compares it with the question before")
        )
    if marks.tables and _bare(marks):
        found.append((2, "it has no subject of its own"))
    if _count(marks) <= _SHORT:
        found.append((1, "it is too short to stand alone"))
    return found


def _bare(marks: Marks) -> bool:
    """Every word is a label, a value or a filler: `stacked bars`, `in percent`, `without Berlin`."""
    explained = {at for match in marks.matches for at in range(match.start, match.end)} | set(marks.numbers)
    explained |= marks.claimed
    open_words = [
        w for at, w in enumerate(marks.words) if at not in explained and w.is_word and w.lower not in lexicon().fillers
    ]
    measured = any(link.column.role == "numeric" for link in marks.links)
    counted = any(m.label == "count" for m in marks.labels("agg"))
    return not open_words and not measured and not counted and len(marks.links) <= 1 and _count(marks) <= 2 * _SHORT


def _own_subject(marks: Marks) -> str:
    """What shows that the question stands alone: a figure of its own, or names of its own."""
    asked = [
        m for m in marks.labels(*_ASKING) if not any(f.start <= m.start < f.end for f in marks.labels("follow_up"))
    ]
    numbers = [link for link in marks.links if link.column.role == "numeric"]
    if asked and (numbers or len(marks.links) >= 2 or (marks.links and _count(marks) > _SHORT)):
        return "it names a figure and a column of its own"
    if len(marks.links) >= 2 and _count(marks) > _SHORT:
        return "it names columns of its own"
    if not marks.tables and _proper_names(marks) >= 1:
        return "it names what it asks about"
    return ""


def _points_back(marks: Marks, match: Match) -> bool:
    """Words like `this` and `there` point back only by themselves: not in `this year`, not in `are there`."""
    word = marks.words[match.start].lower
    before = marks.words[match.start - 1].lower if match.start else ""
    if word == "there":
        return (
            before not in ("are", "is", "were", "was", "been") and match.start > 0 and not _followed_by_be(marks, match)
        )
    if word == "that":
        return (
            before in ("does", "is", "do", "of", "in", "with", "about", "like", "did", "by")
            or match.end >= len(marks.words) - 1
        )
    return not (word == "this" and match.size == 1 and match.end < len(marks.words) and _dated(marks, match.end))


def _followed_by_be(marks: Marks, match: Match) -> bool:
    return match.end < len(marks.words) and marks.words[match.end].lower in ("is", "are", "was", "were")


def _dated(marks: Marks, at: int) -> bool:
    return marks.words[at].lower in ("year", "month", "week", "quarter", "day", "season")


def _proper_names(marks: Marks) -> int:
    """Words written with a capital letter inside the sentence."""
    return sum(word.text[0].isupper() and word.text != "I" for word in marks.words[1:] if word.is_word)


def _count(marks: Marks) -> int:
    return sum(word.is_word for word in marks.words)


def _said(marks: Marks, match: Match) -> str:
    return marks.said(range(match.start, match.end))


def _sounds_like_one(marks: Marks, blank: Blank, meaning: Meaning) -> bool:
    """Closer to an example of a follow-up than to any example of a whole question."""
    following = list(blank.labels.get("follow_up", {}).get("example", ()))
    whole: Sequence[str] = [example for examples in blank.intents.values() for example in examples]
    if not following or not whole:
        return False
    cosines: list[float] = meaning.compare([marks.text[:200]], [*following, *whole])[0].tolist()
    return max(cosines[: len(following)]) > max(cosines[len(following) :])
