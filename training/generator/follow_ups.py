"""Follow-ups: a change to the form of the question before, and the words for it."""

from __future__ import annotations

import random

from .changes import CHANGES, FAMILIES
from .forms import Draft
from .grammar import Filler, Phrases, Unsayable
from .say_filters import MANY
from .sentence import Sentence
from .spans import mark, tidy
from .tables import Table
from .words import column_words, value_words


def follow_up(draft: Draft, table: Table, rng: random.Random, phrases: Phrases) -> tuple[str, Draft, str] | None:
    """The marked words of a change, the draft after it, and the name of the change; None when none fits."""
    for _ in range(6):
        change = rng.choices([each for each, _ in CHANGES], [weight for _, weight in CHANGES])[0]
        changed = change(draft, table, rng)
        if changed is None:
            continue
        name, after = changed
        try:
            return _words(name, after, table, rng, phrases), after, name
        except Unsayable:
            continue
    return None


def _words(name: str, after: Draft, table: Table, rng: random.Random, phrases: Phrases) -> str:
    sentence = Sentence(after, table, rng, phrases)
    slots = sentence.slots
    if after.filters:
        slots.update(_new(sentence, after.extra.get("new", len(after.filters) - 1)))
    for key in ("gone", "old"):
        if after.extra.get(key):
            slots["column" if key == "gone" else "old_value"] = column_words(after.extra[key], rng, phrases)
    return tidy(phrases.render(f"follow.{name}", rng, slots))


def _new(sentence: Sentence, place: int) -> dict[str, Filler]:
    """Slots for the new condition: as a phrase, or its (last) value alone."""
    condition, rng = sentence.draft.filters[place], sentence.rng

    def said(form: str) -> str:
        if form == "plain":
            if condition.op != "=" or condition.column.type != "text" or condition.column.kind == "flag":
                raise Unsayable(form)
            return alone("")
        return sentence.filters.say(condition, place, form)

    def alone(_: str) -> str:
        if not condition.values:
            raise Unsayable("value_new")
        last = len(condition.values) - 1
        value = condition.values[last]
        words = str(value) if condition.op == "period" else value_words(condition.column, value, rng, 0.3)
        if words.startswith(sentence.phrases.leading) and condition.op != "period":
            words = str(value)
        return mark(place * MANY + 1 + last, words)

    return {"new": said, "value_new": alone}


__all__ = ["FAMILIES", "follow_up"]
