"""All nodes of a type, asked for by the words of the schema alone; a name and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace

import pytest

from groundplan.contracts import Question, Run
from groundplan.planner import Planner
from groundplan.settings import Settings
from llm_server import WeakModel

SCHEMA = """
name: museum
types:
  exhibit:
    called: {en: [exhibit, exhibits], ru: [экспонат, экспоната, экспонатов]}
    category: kind
    categories:
      painting: {en: [painting, paintings], ru: [картина, картины]}
      map: {en: [map, maps], ru: [карта, карты]}
  keeper: {called: {en: [keeper, keepers], ru: [хранитель, хранителя, хранителей]}, says: {en: [curator]}}
relations:
  looks_after: {source: keeper, target: exhibit, says: {en: [looks after], ru: [отвечает за]}}
intents:
  KEEPING:
    about: What a keeper looks after.
    patterns: [{start: keeper, path: [looks_after]}]
    examples: {en: ["What does {keeper} look after?"], ru: ["За что отвечает {keeper}?"]}
offers: {en: ["Ask about exhibits and keepers."], ru: ["Спросите об экспонатах и хранителях."]}
"""
RECORDS = """
keepers:
  - {id: ann, name: Ann Quist, looks_after: [anchor, chart]}
  - {id: bo, name: Bo Lund, looks_after: [storm]}
exhibits:
  - {id: anchor, name: Golden Anchor, kind: painting}
  - {id: storm, name: Grey Storm, kind: painting}
  - {id: chart, name: Old Chart, kind: map}
"""


@pytest.fixture(scope="module")
def museum(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Planner, str]]:
    folder = tmp_path_factory.mktemp("museum")
    data = folder / "data"
    data.mkdir()
    (data / "schema.yaml").write_text(SCHEMA, "utf-8")
    (data / "records.yaml").write_text(RECORDS, "utf-8")
    planner = Planner(Settings(cache=folder / "cache"))
    yield planner, str(data)
    planner.close()


def asked(museum: tuple[Planner, str], text: str) -> Run:
    planner, data = museum
    return asyncio.run(planner.answer(Question(id="q", text=text, pack="knowledge", sources=(data,))))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("List the exhibits", ["Golden Anchor", "Grey Storm", "Old Chart"]),
        ("Which paintings are there?", ["Golden Anchor", "Grey Storm"]),
        ("who are the curators", ["Ann Quist", "Bo Lund"]),
        ("Какие карты есть в базе?", ["Old Chart"]),
        ("Сколько всего экспонатов?", ["Golden Anchor", "Grey Storm", "Old Chart"]),
        ("What does Ann Quist look after?", ["Golden Anchor", "Old Chart"]),
    ],
)
def test_a_list_is_complete(museum: tuple[Planner, str], text: str, names: list[str]) -> None:
    run = asked(museum, text)
    assert run.status == "answered"
    assert [item.name for item in run.facts.items] == names


def test_the_schemas_own_nouns_are_counted_with(museum: tuple[Planner, str]) -> None:
    answer = asked(museum, "Сколько всего экспонатов?").answer
    assert answer and "3 экспоната" in answer.text


def test_a_name_alone_is_told_of(museum: tuple[Planner, str]) -> None:
    run = asked(museum, "Golden Anchor")
    assert run.understanding.entities[0].id == "exhibit:anchor"
    assert [item.name for item in run.facts.items] == ["Golden Anchor"]


def test_a_real_model_too_weak_to_plan_changes_nothing(museum: tuple[Planner, str], weak_model: WeakModel) -> None:
    planner, data = museum
    weak = replace(planner.settings, model_url=weak_model.base_url, model=weak_model.name, max_tokens=48, timeout=120)
    asking = Planner(weak)
    question = Question(id="q", text="What does Ann Quist look after?", pack="knowledge", sources=(data,))
    run = asyncio.run(asking.answer(question))
    asking.close()
    assert run.status == "answered" and run.tokens.calls >= 1
    assert {"Golden Anchor", "Old Chart"} <= {item.name for item in run.facts.items}


def test_what_the_base_is_not_about_is_refused_with_what_it_is_about(museum: tuple[Planner, str]) -> None:
    run = asked(museum, "Write me a poem about the sea")
    assert run.status == "refused"
    assert run.answer and "exhibits and keepers" in run.answer.text
