"""Chains against a question: some twenty plain figures for each, none of which knows the domain."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from groundplan.packs.knowledge.reading.around_topic import AroundTopic
from groundplan.packs.knowledge.reading.chains import LONGEST, Chains
from groundplan.packs.knowledge.reading.question_words import Word
from groundplan.packs.knowledge.reading.schema_index import Floats, SchemaIndex, Slot

COMPOUND = 0.9
NEAR, FAR = 0.7, 0.28
"""Cosines between a word and a phrase that say everything and nothing."""
VECTOR = 0.52
"""What a vector alone can say, beside a word of the schema itself."""
UNNAMED = 0.3
"""What any word may say of a type that has no words of its own."""
SHARP, SHARPER, SURE = 0.5, 0.75, 0.8
"""A word speaks of the slots that are within this share of its best; of fewer where it is surely one of their words."""


def matched(schema: SchemaIndex, words: Sequence[Word]) -> tuple[Floats, Floats]:
    """One row a word, one column a slot, from 0 to 1: by words and vectors, and by words alone."""
    if not words:
        nothing = np.zeros((0, len(schema.slots)), dtype=np.float32)
        return nothing, nothing
    said = np.array([[_said(word, slot) for slot in schema.slots] for word in words], dtype=np.float32)
    found = np.maximum(said, _near(schema, words))
    found[:, schema.unnamed] = np.maximum(found[:, schema.unnamed], UNNAMED)
    best = found.max(axis=1, keepdims=True)
    sharp = np.where(said.max(axis=1, keepdims=True) >= SURE, SHARPER, SHARP)
    kept = (found >= sharp * best) | schema.unnamed[None, :]
    return np.where(kept, found, 0.0).astype(np.float32), said


def _said(word: Word, slot: Slot) -> float:
    best = max((slot.keys[key] for key in word.keys if key in slot.keys), default=0.0)
    if best or len(word.said) < 7:
        return best
    plain = [key for key in word.keys if key[0] not in "#~"]
    if any(key.endswith(tail) and len(key) - len(tail) > 2 for key in plain for tail in slot.tails):
        return COMPOUND
    return 0.0


def _near(schema: SchemaIndex, words: Sequence[Word]) -> Floats:
    rows, owners = schema.vectors
    cosines = np.asarray(schema.embedder.embed([word.english for word in words])) @ rows.T
    told = np.unique(owners)  # a type of numbers alone may have no phrase
    best = np.full((len(words), len(schema.slots)), -1.0, dtype=np.float32)
    for slot in told:
        best[:, slot] = cosines[:, owners == slot].max(axis=1)
    level = np.clip((best - FAR) / (NEAR - FAR), 0.0, 1.0)
    above = np.clip(0.4 + (best - best[:, told].mean(axis=1, keepdims=True)) / 0.35, 0.0, 1.0)
    return np.asarray(VECTOR * level * above, dtype=np.float32)


NAMES = (
    "aligned", "aligned_run", "covered", "said", "stray", "stray_said", "bare", "guessed", "typed", "weakest",
    "two", "three",
    "back_marked", "back_bare", "back_twice", "back_near", "back_late", "mark_lost",
    "focus", "focus_miss", "asks", "asks_miss", "agent", "nearest", "last", "excess", "lack", "direction",
    "link_words", "link_case", "link_small", "link_left", "link_low", "link_score",
)  # fmt: skip
CLEAR = 0.5
"""From here on a word is taken to speak of a slot."""
VERBS = ("by", "of", "to", "at", "in", "for", "with", "from", "on", "s", "ed")
"""Endings of relations that are said like verbs: the subject before, the object behind."""
KINDS = frozenset({"person", "time", "place", "number"})
ASKED = 0.6
"""What an asking word says of the last hop by the kind of answer it wants."""


def features(schema: SchemaIndex, ways: Chains, question: AroundTopic) -> Floats:
    """One row a chain, one column a feature of NAMES."""
    match, said = (_padded(one) for one in matched(schema, question.words))
    cells = match[:, ways.columns]  # words x chains x slots; column -1 is the padding
    count = max(len(question.words), 1)
    covered = cells.max(axis=2)
    rows = np.arange(len(ways.hops))
    asks = np.array([schema.kinds[one[-1]].get(question.asks, 0.5) for one in ways.hops], dtype=np.float32)
    hops, types = cells[:, :, 1::2].max(axis=0), cells[:, :, 2::2].max(axis=0)
    support = np.maximum(hops, types)
    if question.asks in KINDS:
        support[rows, ways.length - 1] = np.maximum(support[rows, ways.length - 1], ASKED * asks)
    real = np.arange(LONGEST)[None, :] < ways.length[:, None]
    clear, named = match.max(axis=1) >= CLEAR, said.max(axis=1) >= CLEAR
    spoken = int(clear.sum()) + (question.asks in KINDS)
    straight = _ordered(cells, question.order)
    run = np.max([straight, *(_ordered(cells, order) for order in question.run_orders)], axis=0)
    focus = _at_end(cells, ways, question.focus)
    words = said[:, ways.columns]
    told = words.max(axis=2)
    spelled = np.maximum(words[:, :, 1::2].max(axis=0), words[:, :, 2::2].max(axis=0))
    columns = [
        straight / count,
        (run - straight) / count,
        covered.sum(axis=0) / count,
        told.sum(axis=0) / count,
        (clear[:, None] & (covered < 0.35)).sum(axis=0),
        (named[:, None] & (told < 0.35)).sum(axis=0),
        np.where(real, 1.0 - support, 0.0).sum(axis=1),
        np.where(real, np.maximum(support - spelled, 0.0), 0.0).sum(axis=1),
        np.where(real, np.maximum(types - hops, 0), 0.0).sum(axis=1),
        np.where(real, support, 1.0).min(axis=1),
        ways.length == 2,
        ways.length == 3,
        *_returns(cells, ways, question),
        focus,
        (focus < 0.35) * float(bool(question.focus)),
        asks,
        asks < 0.25,
        _agent(schema, ways, question),
        _nearest(cells, question),
        support[rows, ways.length - 1],
        _excess(cells, ways),
        np.maximum(ways.length - spoken, 0),
        _direction(schema, match, ways, question),
    ]
    table = np.stack([np.asarray(column, dtype=np.float32) for column in columns], axis=1)
    link = np.tile(np.array(question.link, dtype=np.float32), (len(table), 1))
    return np.concatenate([table, link], axis=1)


def _agent(schema: SchemaIndex, ways: Chains, question: AroundTopic) -> Floats:
    """Where what is asked for are people by their noun, how much people are arrived at; else nothing."""
    nouns = [question.words[at] for at in question.focus]
    if question.asks or not schema.personal(nouns[-1:]):
        return np.zeros(len(ways.hops), dtype=np.float32)
    return np.array([schema.kinds[hops[-1]]["person"] - 0.5 for hops in ways.hops], dtype=np.float32)


def _padded(match: Floats) -> Floats:
    """With a column of nothing at the end, and a row of nothing where there is no word."""
    match = match if len(match) else np.zeros((1, match.shape[1]), dtype=np.float32)
    return np.concatenate([match, np.zeros((len(match), 1), dtype=np.float32)], axis=1)


def _ordered(cells: Floats, order: Sequence[int]) -> Floats:
    """The best sum over words that lead outwards: none speaks of an earlier slot than the one before it."""
    level = np.zeros(cells.shape[1:], dtype=np.float32)
    for word in order:
        level = np.maximum(level, np.maximum.accumulate(level, axis=1) + cells[word])
    return np.asarray(level.max(axis=1))


def _returns(cells: Floats, ways: Chains, question: AroundTopic) -> list[Floats]:
    """Ways there and back: hinted at or not, said by two words or near the hint; and hints without one."""
    backs = ways.returns > 0  # chains x hops: the hop goes back over the one before it
    hops = cells[:, :, 1::2]
    twice = ((hops >= CLEAR).sum(axis=0) >= 2) & backs
    near = hops[list(question.hinted)].max(axis=0) * backs if question.hinted else np.zeros(backs.shape)
    count = backs.sum(axis=1)
    return [
        count * question.marked,
        count * (not question.marked),
        twice.sum(axis=1),
        near.sum(axis=1),
        backs[:, 2],
        (count == 0) * question.marked,
    ]


def _direction(schema: SchemaIndex, match: Floats, ways: Chains, question: AroundTopic) -> Floats:
    """For a first hop between nodes of one type: whether the question says it in this direction, or the other."""
    told = {hop: _told(schema, hop, match, question) for hop in {hops[0] for hops in ways.hops} & schema.mirrored}
    return np.array([told.get(hops[0], 0.0) for hops in ways.hops], dtype=np.float32)


def _told(schema: SchemaIndex, hop: str, match: Floats, question: AroundTopic) -> float:
    """`mother of [X]` goes along `mother`, `manages [X]` against `manages`; a passive turns that round."""
    at = int(match[:, schema.column[hop]].argmax())
    if not question.words or match[at, schema.column[hop]] < CLEAR:
        return 0.0
    name = hop.removeprefix("-").lower()
    verb = name.endswith(VERBS)
    along = (at in question.before) != verb
    if verb and (at in question.passive) != name.endswith("by"):
        along = not along
    return 1.0 if along != hop.startswith("-") else -1.0


def _excess(cells: Floats, ways: Chains) -> Floats:
    """How many words speak of a hop that others have spoken of already; a way back has room for a second."""
    counts = (cells[:, :, 1::2] >= CLEAR).sum(axis=0)
    room = np.ones(counts.shape, dtype=np.intp)
    room[:, 1:] += ways.returns[:, 1:]
    room[:, :-1] += ways.returns[:, 1:]
    return np.asarray(np.maximum(counts - room, 0).max(axis=1))


def _at_end(cells: Floats, ways: Chains, focus: Sequence[int]) -> Floats:
    """How well the words in focus speak of the last hop or of what it arrives at."""
    if not focus:
        return np.full(len(ways.hops), 0.5, dtype=np.float32)
    rows = np.arange(len(ways.hops))
    chosen = cells[list(focus)].max(axis=0)
    return np.asarray(np.maximum(chosen[rows, 2 * ways.length - 1], chosen[rows, 2 * ways.length]))


def _nearest(cells: Floats, question: AroundTopic) -> Floats:
    """How well the word nearest to the topic speaks of its type or of the first hop."""
    firsts = [cells[order[0], :, :2].max(axis=1) for order in (question.order, *question.run_orders) if order]
    return np.max(firsts, axis=0) if firsts else np.zeros(cells.shape[1], dtype=np.float32)
