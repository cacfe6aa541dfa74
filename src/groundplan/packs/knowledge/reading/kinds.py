"""What kind of thing a hop arrives at: people, times, numbers, places, by names first, then by the schema's words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from groundplan.packs.knowledge.reading.question_words import small

_MOST = 0.5
_YEAR = re.compile(r"(1[0-9]|20)\d\d")
_DATE = re.compile(r"\d{4}-\d\d(-\d\d)?|\d\d?[./]\d\d?[./]\d{2,4}")


def by_kind(near: Any, anchors: dict[str, list[str]]) -> dict[str, float]:
    at, found = 0, {}
    for kind, said in anchors.items():
        found[kind] = float(near[at : at + len(said)].max())
        at += len(said)
    return found


def kinds_of(names: Sequence[str], near: dict[str, float], named: bool) -> dict[str, float]:
    """Names decide where they can: years, dates, numbers, given names that recur; else words, where they are clear."""
    total = max(len(names), 1)
    times = sum(bool(_YEAR.fullmatch(name) or _DATE.fullmatch(name)) for name in names) / total
    numbers = sum(name.replace(".", "", 1).replace(",", "").isdigit() for name in names) / total
    persons = _personal(names)
    if max(times, numbers) > _MOST:
        number = times <= _MOST
        return {"time": float(not number), "number": float(number), "person": 0.0, "place": 0.0, "thing": 0.4}
    lead = {kind: value - max(other for key, other in near.items() if key != kind) for kind, value in near.items()}
    soft = {kind: float(np.clip(0.4 + 3 * value, 0.2, 0.8)) for kind, value in lead.items()}
    doubtful = named and lead["person"] < -0.1
    return {
        "time": 0.6 if lead["time"] > 0.1 else 0.0,
        "number": 0.1,
        "person": max(persons * (0.5 if doubtful else 1.0), soft["person"] if persons > 0.2 else 0.3),
        "place": soft["place"] * (1 - 0.8 * (persons > _MOST)),
        "thing": 1.0 - 0.7 * persons,
    }


def _personal(names: Sequence[str]) -> float:
    """The share of names of two or three capitalised words whose first word other names begin with as well."""
    parts = [name.split() for name in names]
    fit = [p for p in parts if 2 <= len(p) <= 4 and all(w[:1].isupper() for w in (p[0], p[-1])) and "," not in p[0]]
    fit = [
        p for p in fit if not any(w.lower() in small().small for w in p) and not any(c.isdigit() for w in p for c in w)
    ]
    firsts = Counter(p[0] for p in fit)
    again = sum(count for count in firsts.values() if count > 1) / max(len(fit), 1)
    return len(fit) / max(len(names), 1) * (0.6 + 0.4 * min(1.0, again * 3))
