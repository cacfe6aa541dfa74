"""Amounts whose sign says in or out: what was spent is told without the minus."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from groundplan.language.lexicon import lexicon
from groundplan.language.words import stems
from groundplan.reading.formed.form import Filter, Form
from groundplan.reading.formed.meaning.asked import Asked, Statement, with_filters


def _what_went_out_is_told_without_the_minus(form: Form, asked: Asked) -> Form:
    """`spent` is what went out, `income` what came in; both, each for itself."""
    words = (*(str(limit.value) for limit in form.filters), *form.group_by)
    out, into = (
        asked.says(phrases - _within(phrases, words)) for phrases in (lexicon().going_out, lexicon().coming_in)
    )
    sides = {
        id: {side.out: asked.names[(owner, side.name)] for side in asked.table(owner).sides if side.of == known.name}
        for id, (_, known) in asked.places.items()
        if known.signed and (owner := asked.owners[id])
    }
    if not (out or into) or not sides:
        return form
    metrics = [
        metric.model_copy(update={"column": sides[metric.column or ""][way]}) if metric.column in sides else metric
        for metric in form.metrics
        for way in (False, True)
        if (out if way else into) or metric.column not in sides
    ]
    form = form.model_copy(update={"metrics": tuple(dict.fromkeys(metrics))})
    return form if out and into else _limited_to_a_side(form, sides, out)


def _limited_to_a_side(form: Form, sides: Mapping[str, Mapping[bool, str]], out: bool) -> Form:
    """Rows of the other side do not count; a limit such as "over 500" is one on what went out."""
    used = {id for id, names in sides.items() if any(metric.column == names[out] for metric in form.metrics)}
    if len(form.alternatives) > 1:
        return form
    filters = [
        limit.model_copy(update={"column": sides[limit.column][out]}) if limit.column in sides else limit
        for limit in form.filters
    ]
    held = [Filter(column=sides[id][out], op=">", value=0) for id in sorted(used)]
    return with_filters(form, [*filters, *held])


def _within(phrases: frozenset[str], words: Sequence[str]) -> frozenset[str]:
    """The phrases that stand in a value or a column that is named already."""
    said = {stem for word in words for stem in stems(word)}
    return frozenset(phrase for phrase in phrases if said & set(stems(phrase)))


STATEMENTS: tuple[Statement, ...] = (_what_went_out_is_told_without_the_minus,)
