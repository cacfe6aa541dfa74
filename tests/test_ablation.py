"""What a rule brings is measured by leaving it out, so every rule can be."""

from __future__ import annotations

from functools import partial
from io import StringIO
from pathlib import Path

import pytest
from benchmarks import ablation
from rich.console import Console

from groundplan.reading.embedded.rules import RULES


def test_every_rule_has_a_name_of_its_own() -> None:
    assert len(set(ablation.names())) == len(ablation.names())
    assert len(ablation.names()) == sum(len(getattr(RULES, each)) for each in ablation.PLACES)


@pytest.mark.parametrize("name", ablation.names())
def test_a_rule_can_be_left_out(name: str) -> None:
    kept = ablation._rules(partial(ablation._left_out, names=frozenset((name,))))
    places = {place: getattr(kept.reading, place) for place in ablation.PLACES}
    left = [ablation._name(place, rule) for place, rules in places.items() for rule in rules]
    assert sorted([*left, name]) == sorted(ablation.names())


def test_it_says_that_the_suites_are_not_there(tmp_path: Path) -> None:
    out = StringIO()
    assert ablation.show(Console(file=out, width=200), tmp_path, None, None) == 1
    assert out.getvalue() == (
        "the suites are not there; name the folder that holds their `data` and `evals`: --suites FOLDER\n"
    )
