"""Slots that pick a list of phrases by a part of the draft, and slots that let only some drafts through."""

from __future__ import annotations

import random
from functools import partial
from typing import TYPE_CHECKING

from .forms import Metric
from .grammar import Filler
from .numbers import say_number
from .parts import usual
from .spans import mark

if TYPE_CHECKING:
    from .sentence import Sentence

LIMIT, HAVING = 4000, 4001


def list_slots(sentence: Sentence) -> dict[str, Filler]:
    """The slots of order, chart, grain, numbers and conditions."""
    draft = sentence.draft
    order = draft.sort[1] if draft.sort else "desc"
    found: dict[str, Filler] = {
        name: sentence.from_list(f"{name}.{order}") for name in ("most", "many", "top", "newest", "rank_word")
    }
    found.update(
        chart=sentence.from_list(f"chart.{draft.chart}"),
        grain_noun=sentence.from_list(f"grain.{draft.grain}.noun"),
        grain_over=sentence.from_list(f"grain_over_words.{draft.grain}"),
        next_words=sentence.from_list("next_span"),
        next_n=lambda _: sentence.rng.choice(sentence.phrases.words("next_numbers") or ["3"]),
        sorted=sentence.sorted,
        grain_by=sentence.grain_by,
        grain_adj=sentence.grain_adj,
        grain2=sentence.from_list(f"grain.{draft.across}.noun"),
        in_period=sentence.from_list(f"in_period.{draft.grain}"),
        period_adj=sentence.from_list(f"period_adj.{draft.grain}"),
        named_values=lambda _: sentence.named_values(),
        **{f"gap_{how}": partial(_gap, sentence, how) for how in ("more", "higher", "apart")},
    )
    found[f"only_{order}"] = ""
    if draft.limit:
        found["n"] = lambda _: mark(LIMIT, say_number(draft.limit or 1, sentence.rng, sentence.table.lang))
    if draft.having:
        found["having"] = sentence.having
    if draft.window:
        found["window"] = str(draft.window)
    if draft.group and draft.group[0].who:
        found["whoever"] = ""
    if "derived" in draft.extra:
        found["derived_name"] = partial(_one_of, sentence.rng, draft.extra["derived"].says)
        if draft.extra["derived"].asks:
            found["derived_ask"] = partial(_one_of, sentence.rng, draft.extra["derived"].asks)
    found.update(_metric_slots(sentence))
    return found


def _gap(sentence: Sentence, how: str, _: str) -> str:
    return sentence.named_values(how)


def _metric_slots(sentence: Sentence) -> dict[str, Filler]:
    """What hangs on the first metric: its aggregate, its `asks`, its adjectives."""
    if not sentence.draft.metrics:
        return {}
    first, rng = sentence.draft.metrics[0], sentence.rng
    kind = "column" if first.column else "count"
    found: dict[str, Filler] = {
        f"only_{first.agg}": "",
        "agg": sentence.from_list(f"agg.{first.agg}"),
        "cs_y": sentence.from_list(f"cs_measure.{kind}"),
    }
    if first.agg == "count" and len(sentence.draft.metrics) == 1:
        found["count_only"] = ""
    for name in _counting(sentence, first):
        found[name] = ""
    for place, each in enumerate(sentence.draft.metrics[1:], 2):
        found[f"agg{place}"] = sentence.from_list(f"agg.{each.agg}")
    if first.column is None or len(sentence.draft.metrics) > 1:
        return found
    spec = first.column.spec
    if spec.asks and first.agg == usual(first.column):
        found["ask_words"] = lambda _: rng.choice(spec.asks)
    if spec.high:
        found["high_word"] = lambda _: rng.choice(spec.high)
    for slot, words in _implied(sentence, first).items():
        if words:
            found[slot] = partial(_one_of, rng, words)
    return found


def _counting(sentence: Sentence, first: Metric) -> list[str]:
    """`tallied`: the figure is a number of things, which `how many` asks for; `plainly`: so is the number of values."""
    column = first.column
    if column is None or len(sentence.draft.metrics) > 1:
        return []
    rows = {word for each in (*sentence.table.domain.row, *sentence.table.domain.rows) for word in each.lower().split()}
    named = any(rows & set(each.lower().split()) for each in column.spec.says)
    if first.agg == "count_distinct":
        return [] if named else ["plainly"]
    whole = column.type == "integer" and column.kind == "sum" and not column.spec.unit
    return ["tallied"] if whole and first.agg == "sum" and not named else []


def _implied(sentence: Sentence, first: Metric) -> dict[str, tuple[str, ...]]:
    """Words that mean the figure without naming it, for the order or the aggregate that is asked for."""
    if first.column is None:
        return {}
    means, order = first.column.spec.means, sentence.draft.sort[1] if sentence.draft.sort else ""
    usually = first.agg == usual(first.column)
    return {
        "superlative": {"desc": means.most, "asc": means.least}.get(order, ()),
        "tops": {"desc": means.tops, "asc": means.bottoms}.get(order, ()) if usually else (),
        "extreme": {"max": means.most, "min": means.least}.get(first.agg, ()),
    }


def _one_of(rng: random.Random, words: tuple[str, ...], _: str) -> str:
    return rng.choice(words)
