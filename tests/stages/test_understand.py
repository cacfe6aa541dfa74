"""What the reader made of a question becomes requirements."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from briefs import SALES, required
from groundplan.contracts import Coverage, Doubt, Question, Understanding
from groundplan.errors import FillError, ModelError
from groundplan.pack import Planning
from groundplan.packs.tables import pack
from groundplan.stages.understand import understand
from readers_told import ToldReader

TREND = {"metrics": [{"column": "revenue"}], "time": {"column": "date"}, "analysis": ["total", "trend"]}
TOTAL = {"metrics": [{"column": "revenue"}], "analysis": ["total"]}
PLANNING = replace(pack.planning, requirements=lambda form, model: tuple(required(form, model)))
# a mapping that does not know trends, as a pack's might after a label was added
NARROW = replace(
    PLANNING,
    coverage=Coverage(
        version=1, needs={k: v for k, v in pack.planning.coverage.needs.items() if k != "analysis.trend"}
    ),
)


def understood(*readers: ToldReader, chosen: Planning = PLANNING) -> tuple[Understanding, tuple[str, ...]]:
    return asyncio.run(understand(Question(text="?"), None, readers, chosen, (SALES,)))


def test_requirements_follow_from_the_form() -> None:
    reader = ToldReader([Understanding(form=TREND)])
    found, notes = understood(reader)
    assert [r.id for r in found.requirements] == ["analysis.total", "analysis.trend", "time.date"]
    assert len(reader.read_texts) == 1
    assert notes == ()


def test_a_label_outside_the_mapping_is_read_again_once() -> None:
    reader = ToldReader([Understanding(form=TREND), Understanding(form=TOTAL)])
    assert [r.id for r in understood(reader, chosen=NARROW)[0].requirements] == ["analysis.total"]
    assert len(reader.read_texts) == 2


def test_a_label_that_stays_outside_is_left_to_the_check() -> None:
    reader = ToldReader([Understanding(form=TREND), Understanding(form=TREND)])
    assert "analysis.trend" in [r.id for r in understood(reader, chosen=NARROW)[0].requirements]
    assert len(reader.read_texts) == 2


def test_a_doubt_asks_for_nothing() -> None:
    doubt = Doubt(kind="clarify", message="which price?", choices=("net", "gross"))
    assert understood(ToldReader([Understanding(form=TREND, doubt=doubt)]))[0].requirements == ()


@pytest.mark.parametrize("fault", [ModelError("no model"), FillError("no fit")])
def test_the_next_reader_reads_what_a_model_could_not(fault: Exception) -> None:
    found, notes = understood(ToldReader([fault]), ToldReader([Understanding(form=TOTAL)]))
    assert [r.id for r in found.requirements] == ["analysis.total"]
    assert notes == (f"the model could not read the question, so it was read without it: {fault}",)


def test_the_last_reader_has_nobody_behind_it() -> None:
    with pytest.raises(ModelError):
        understood(ToldReader([ModelError("no model")]))
