"""Intents: likeness of the masked question to example questions, weighed with what the form holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from groundplan.contracts import Intent
from groundplan.query.form import Form
from groundplan.reading.similarity.marks import Marks
from groundplan.reading.similarity.meaning import Meaning

_BY_FORM, _BY_WORDS = 0.7, 0.3
_CLEAR = 0.1
_LABELLED = {
    "anomaly": "anomaly", "correlation": "correlation", "distribution": "distribution", "share": "composition",
    "summary": "summary", "rank": "ranking", "forecast": "time_series", "change": "time_series",
}  # fmt: skip
_DRAWN = {"arc": "composition", "histogram": "distribution", "box": "distribution"}


def read_intents(
    marks: Marks, form: Form, examples: Mapping[str, Sequence[str]], meaning: Meaning
) -> tuple[Intent, ...]:
    """The intents, best first; what the form says outweighs how the question sounds."""
    names = list(examples)
    if not names:
        return ()
    fitting = _fitting(form)
    likeness = {} if _decided(fitting) else _likeness(masked(marks), examples, meaning)
    scores = {
        name: _BY_FORM * fitting.get(name, 0.0) + _BY_WORDS * max(likeness.get(name, fitting.get(name, 0.0)), 0.0)
        for name in names
    }
    ranked = sorted(names, key=lambda name: -scores[name])
    return tuple(Intent(type=name, confidence=round(min(scores[name], 1.0), 3)) for name in ranked[:3])


def fitting_intents(form: Form, examples: Mapping[str, Sequence[str]]) -> tuple[Intent, ...]:
    """The intents by what the form holds alone, best first."""
    fitting = {name: score for name, score in _fitting(form).items() if name in examples}
    ranked = sorted(fitting, key=lambda name: -fitting[name])
    return tuple(Intent(type=name, confidence=fitting[name]) for name in ranked[:3])


def _decided(fitting: Mapping[str, float]) -> bool:
    """One intent stands clear of the others, so that no vector is needed."""
    ranked = sorted(fitting.values(), reverse=True)
    return bool(ranked) and (len(ranked) == 1 or ranked[0] - ranked[1] >= _CLEAR)


def _likeness(text: str, examples: Mapping[str, Sequence[str]], meaning: Meaning) -> dict[str, float]:
    """The closest example question of each intent."""
    pairs = [(name, example) for name, listed in examples.items() for example in listed]
    cosines = meaning.compare([text], [example for _, example in pairs])[0].tolist()
    best: dict[str, float] = {}
    for (name, _), cosine in zip(pairs, cosines, strict=True):
        best[name] = max(cosine, best.get(name, 0.0))
    return best


def masked(marks: Marks) -> str:
    """The question with its columns and values taken out, so that only the asking is left."""
    out: list[str] = []
    hidden = {at: "metric" if c.column.role == "numeric" else "group" for c in marks.links for at in c.span}
    hidden |= {at: "value" for v in marks.values for at in v.span}
    for at, word in enumerate(marks.words[:60]):
        text = hidden.get(at, word.lower)
        if not out or out[-1] != text:
            out.append(text)
    return " ".join(out)


def _fitting(form: Form) -> dict[str, float]:
    """How well each intent fits the form: a label said is surest, the shape comes after."""
    found = {_LABELLED[label]: 1.0 for label in form.analysis if label in _LABELLED}
    if form.chart in _DRAWN:
        found.setdefault(_DRAWN[form.chart], 0.85)
    aggregated = any(metric.agg != "none" for metric in form.metrics)
    if form.time:
        found.setdefault("time_series", 0.9)
    if form.group_by and aggregated:
        found.setdefault("comparative", 0.75)
    if not form.time and not (form.group_by and aggregated):
        found.setdefault("lookup", 0.75)
    return found
