"""A question around one topic: its content words in the order in which they lead away from it, and what it asks for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from groundplan.packs.knowledge.nouns import Link
from groundplan.packs.knowledge.reading.question_words import Word, small


@dataclass(frozen=True)
class AroundTopic:
    """A question with one topic taken out."""

    words: tuple[Word, ...]
    order: tuple[int, ...]
    """What stands before the topic, from it to the beginning, then what stands behind it, then what is asked for."""
    run_orders: tuple[tuple[int, ...], ...]
    """The same, but the words that follow the topic at once come first: `[X] written films`."""
    focus: tuple[int, ...]
    """The words that name what is asked for."""
    asks: str
    """The kind of answer the asking word wants, or nothing."""
    marked: bool
    """Whether a word hints at a way there and back: same, share, also."""
    hinted: tuple[int, ...]
    """The content words right behind such hints."""
    before: frozenset[int]
    """The content words that stand before the topic."""
    passive: frozenset[int]
    """The content words that `by` follows."""
    link: tuple[float, ...]


def around_topic(all_words: Sequence[Word], topic: Link, links: Sequence[Link]) -> AroundTopic:
    """The question with this topic taken out."""
    kept = [word for word in all_words if word.end <= topic.start or word.start >= topic.end]
    content = tuple(word for word in kept if not word.small)
    index = {word.start: at for at, word in enumerate(content)}
    left = [index[word.start] for word in reversed(kept) if word.end <= topic.start and word.start in index]
    after = [word for word in kept if word.start >= topic.end]
    right = [index[word.start] for word in after if word.start in index]
    focus, asks = _focus(kept, index, topic)
    run = _run(kept, after, index, right)
    ordered = [_orders(left, right, run[:size], focus) for size in (0, 1, len(run))]
    return AroundTopic(
        content, ordered[0], tuple(dict.fromkeys(ordered[1:])), focus, asks,
        any(word.marker for word in kept), _hinted(kept, index), frozenset(left), _passive(all_words, index),
        _link(topic, links, all_words),
    )  # fmt: skip


def _passive(words: Sequence[Word], index: dict[int, int]) -> frozenset[int]:
    return frozenset(
        index[word.start] for word, then in pairwise(words) if then.said.lower() == "by" and word.start in index
    )


def _orders(left: Sequence[int], right: Sequence[int], run: Sequence[int], focus: Sequence[int]) -> tuple[int, ...]:
    order = [*run, *left, *(at for at in right if at not in run)]
    return (*(at for at in order if at not in focus), *focus)


def _run(kept: Sequence[Word], after: Sequence[Word], index: dict[int, int], right: Sequence[int]) -> tuple[int, ...]:
    """The content words that follow the topic at once, without the main verb of `did ... release`."""
    run = _first(after, index, 9, skip=False)
    if len(run) < len(after) and after[len(run)].asks:  # `[X] starred who`
        return ()
    early = [word.said.lower() for word in kept[:4]]
    verb = right[-1] if right and any(word in small().auxiliaries for word in early) else None
    return tuple(at for at in run if at != verb)


def _first(words: Sequence[Word], index: dict[int, int], most: int, skip: bool = True) -> tuple[int, ...]:
    """The first content words that stand together; with `skip`, small words before them are passed over."""
    found: list[int] = []
    for word in words:
        if word.start in index:
            found.append(index[word.start])
        elif found or not skip:
            break
    return tuple(found[:most])


def _hinted(kept: Sequence[Word], index: dict[int, int]) -> tuple[int, ...]:
    return tuple(at for place, word in enumerate(kept) if word.marker for at in _first(kept[place + 1 :], index, 1))


def _focus(kept: Sequence[Word], index: dict[int, int], topic: Link) -> tuple[tuple[int, ...], str]:
    """What is asked for: the noun behind the asking word, else the kind that word says, else the first noun."""
    for at, word in enumerate(kept):
        begins = not any(one.start in index for one in kept[:at])
        if not word.asks or not (begins or word.start >= topic.end):
            continue
        behind = _first(kept[at + 1 :], index, 2)
        then = kept[at + 1].asks if at + 1 < len(kept) else ""  # `which person`
        if word.asks != "thing" or then not in ("", "thing"):
            return (), word.asks if word.asks != "thing" else then
        if behind and not _verb(kept, at, behind, index, topic):
            behind = _noun(kept, behind, index)
            return behind, _kind(kept, behind, index)
        return (), "thing"
    first = _first(kept, index, 2)
    return first, _kind(kept, first, index)


def _verb(kept: Sequence[Word], at: int, behind: Sequence[int], index: dict[int, int], topic: Link) -> bool:
    """Whether the topic stands between the asking word and the next content word: `what did [X] direct`."""
    word = next(one for one in kept if index.get(one.start) == behind[0])
    return kept[at].end <= topic.start < word.start


def _noun(kept: Sequence[Word], behind: tuple[int, ...], index: dict[int, int]) -> tuple[int, ...]:
    """Both words of `which movie genres are`, the first of `which company employs [X]`."""
    at = next(place for place, word in enumerate(kept) if index.get(word.start) == behind[-1])
    then = kept[at + 1].said.lower() if at + 1 < len(kept) else ""
    return behind if then in small().helpers else behind[:1]


def _kind(kept: Sequence[Word], focus: Sequence[int], index: dict[int, int]) -> str:
    nouns = small().nouns
    chosen = [word for word in kept if index.get(word.start) in focus]
    return next((nouns[key] for word in chosen for key in sorted(word.keys) if key in nouns), "")


def _link(topic: Link, links: Sequence[Link], words: Sequence[Word]) -> tuple[float, ...]:
    """How much the topic looks like a name, and how many other names would be left unused."""
    inside = [word for word in words if word.start < topic.end and word.end > topic.start]
    others = [link for link in links if link is not topic and (link.end <= topic.start or link.start >= topic.end)]
    return (
        min(len(inside), 4) / 4,
        proper(topic),
        float(all(word.small for word in inside)) if inside else 1.0,
        float(sum(proper(link) for link in others)),
        float(low(topic)),
        topic.score,
    )


def proper(link: Link) -> float:
    """Whether the words look like a name: capitals or digits."""
    return float(any(c.isupper() or c.isdigit() for c in link.said) and link.said.lower() not in small().small)


def low(link: Link) -> bool:
    """Whether a name is written in small letters where it has capitals: `creator`, by chance also a title."""
    return link.name[:1].isupper() and link.said == link.said.lower()
