"""Every stretch of a question that bears meaning is found: measured on questions marked by hand."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import yaml

from groundplan.contracts import Span
from groundplan.language.spans import spans

CASES = yaml.safe_load(Path(__file__).with_name("spans.yaml").read_text("utf-8"))
MARK = re.compile(r"\[(\w+):([^\]]*)\]")
FLOOR = 0.97
"""Of the spans marked by hand, those that are found with their very place and kind; no meaning may be missed at all."""


def unmarked(marked: str) -> tuple[str, tuple[Span, ...]]:
    """The question without its marks, and the spans that they stand for."""
    plain, found, at = "", [], 0
    for match in MARK.finditer(marked):
        plain += marked[at : match.start()]
        found.append(Span(start=len(plain), end=len(plain) + len(match[2]), kind=match[1], said=match[2]))
        plain, at = plain + match[2], match.end()
    return plain + marked[at:], tuple(found)


def score(cases: list[dict]) -> dict[str, object]:
    """Precision and recall by kind, and the letters that were missed or are none of the meaning's."""
    right: Counter[str] = Counter()
    marked: Counter[str] = Counter()
    given: Counter[str] = Counter()
    missed, idle, wrong = [], [], []
    for case in cases:
        question, gold = unmarked(case["question"])
        found = spans(question, case.get("names", ()))
        marked.update(span.kind for span in gold)
        given.update(span.kind for span in found)
        right.update(span.kind for span in found if span in gold)
        missed += [(question, span.said) for span in gold if not _covered(span, found)]
        idle += [(question, span.said) for span in found if not any(_overlap(span, other) for other in gold)]
        if set(found) != set(gold):
            wrong.append((question, sorted({(s.kind, s.said) for s in gold} ^ {(s.kind, s.said) for s in found})))
    by_kind = {kind: (right[kind], given[kind], marked[kind]) for kind in sorted(marked | given)}
    return {"kinds": by_kind, "missed": missed, "idle": idle, "wrong": wrong}


def _covered(span: Span, found: tuple[Span, ...]) -> bool:
    letters = {at for each in found for at in range(each.start, each.end)}
    return all(at in letters or not span.said[at - span.start].isalnum() for at in range(span.start, span.end))


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


@pytest.mark.parametrize("language", CASES)
def test_the_spans_marked_by_hand_are_found(language: str):
    told = score(CASES[language])
    right, given, marked = (sum(column) for column in zip(*told["kinds"].values(), strict=True))
    assert not told["missed"]
    assert right / marked >= FLOOR, told["wrong"]
    assert right / given >= FLOOR, told["wrong"]


def test_any_letters_give_spans_in_order_that_say_what_stands_there():
    letters, chance = "abc 123 -–.,:'\"«»%$до5топ после из 2020 Q4 top over than not n't\n", Random(0)
    for _ in range(300):
        question = "".join(chance.choice(letters) for _ in range(chance.randint(0, 60)))
        found = spans(question, ("a", "b c", "5", "-"))
        assert all(one.end <= other.start for one, other in pairwise(found))
        assert all(question[each.start : each.end] == each.said != "" for each in found)


def test_a_known_name_is_found_in_any_form_and_a_filler_only_as_it_is_written():
    found = spans("unit prices in the us and in US, net_weight", ("UnitPrice", "US", "net weight"))
    assert [span.said for span in found if span.kind == "name"] == ["unit prices", "US", "net_weight"]


if __name__ == "__main__":
    for language, cases in CASES.items():
        told = score(cases)
        print(language)
        for kind, (right, given, marked) in told["kinds"].items():
            print(f"  {kind:11} precision {right}/{given}  recall {right}/{marked}")
        for part in ("missed", "idle", "wrong"):
            print(f"  {part} {len(told[part])}", *(f"    {each}" for each in told[part]), sep="\n")
