"""Typed queries over a base: its types are datasets, its links relations, asked as tables are."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from climbing_club import written

import groundplan
from command_line import Cli
from groundplan.contracts import Question
from groundplan.packs.knowledge.client import KnowledgeSource, open_sources
from groundplan.planner import Planner

FILMS = """\
Heron\tdirected_by\tMay Ash
Otter\tdirected_by\tIvo Birch
Badger\tdirected_by\tMay Ash
Heron\trelease_year\t1995
Otter\trelease_year\t1998
Badger\trelease_year\t2004
Heron\thas_genre\tcrime
Otter\thas_genre\tdrama
Otter\thas_genre\tcrime
Badger\thas_genre\tdrama
"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="module")
def opened(club: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[KnowledgeSource]:
    source = open_sources((str(club),), tmp_path_factory.mktemp("cache"))
    yield source
    source.close()


def rows(planner: Planner, base: Path, query: str) -> list[tuple[Any, ...]]:
    asked = Question(text=query, query=query, pack="knowledge", sources=(str(base),))
    run = asyncio.run(planner.ask(asked)).run
    assert run.status == "answered", run.answer
    return list(run.facts.tables[0].rows)


# ------------------------------------------------------------------ the model


def test_types_are_datasets_with_typed_fields(opened: KnowledgeSource) -> None:
    model = opened.model.understood
    assert [dataset.name for dataset in model.datasets] == ["routes", "climbers", "crags", "climbed_links"]
    routes = model.dataset("routes")
    assert routes is not None
    assert {field.name: field.type for field in routes.fields} == {
        "id": "text", "name": "text", "aliases": "text", "metres": "number", "bolted": "boolean", "opened": "date",
        "gear": "text", "warning": "text", "warning_en": "text", "set_by": "text", "crags": "text",
    }  # fmt: skip
    assert (routes.primary_key, routes.name_field, routes.aliases) == (("id",), ("name",), ("aliases",))
    assert (routes.main_time, routes.row_is, routes.rows) == ("opened", "route", 4)
    assert "climb" in routes.synonyms and "маршрут" in routes.synonyms
    metres = routes.field("metres")
    assert metres is not None and metres.synonyms == ("длина", "length", "how long")


def test_links_are_relations_called_both_ways(opened: KnowledgeSource) -> None:
    ways = {(one.many, one.path, one.one, one.back) for one in opened.model.understood.relations}
    assert ways == {
        ("climbers", "climbed", "routes", "climbed_by"),  # two lead from a route to climbers
        ("routes", "set_by", "climbers", "routes_by_set_by"),
        ("routes", "crags", "crags", "contains"),  # a route is at one crag, so that is its key
        ("climbed_links", "climber", "climbers", "climbed_links"),
        ("climbed_links", "route", "routes", "climbed_links"),
    }


def test_nothing_is_made_before_a_query_asks(club: Path, tmp_path: Path) -> None:
    source = open_sources((str(club),), tmp_path)
    assert source.names == ("graph", "documents")
    assert source.model.domain.name == "club" and "_records" not in vars(source)
    assert source.model.understood.datasets and source.get("routes").columns[:2] == ("id", "name")
    assert source.names == ("graph", "documents", "routes", "climbers", "crags", "climbed_links")
    source.close()
    assert "_records" not in vars(source)


# ------------------------------------------------------------------ queries


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("routes: count", [(4,)]),
        ("routes: count where bolted", [(2,)]),
        ("routes: sum(metres) by crags", [("North Face", 67.5), ("Old Quarry", 18.0)]),
        ("crags: where count(contains) > 1", [("North Face",)]),
        ("routes: where not some(climbed_by)", [("Крыша",)]),
        ("climbers: where not some(climbed)", [("Вера Мох",)]),
        ("routes: where missing(set_by)", [("Крыша",)]),  # what leads to nobody is no link
        ("climbers: where climbed = 'Игла' and not climbed = 'Slab'".replace("'", '"'), [("Анна Лис",)]),
        ("routes: keep 1 by metres show name, metres", [("Камин", 31.0)]),
        ("climbers: keep 1 by count(climbed) show name, count(climbed)", [("Анна Лис", 2), ("Борис Вяз", 2)]),
        ("routes: where opened in 2021..2023", [("Камин",), ("Плита",)]),
        ("climbers: where joined > 2022-04-01", [("Вера Мох",)]),
        ('routes: where gear = "rope"', [("Игла",), ("Камин",)]),
        ('routes: where gear = "cams; small"', [("Камин",)]),
        ('routes: where warning_en has "loose" show name, warning', [("Игла", "осыпается")]),
        ('climbed_links: where style = "lead" and day >= 2022 show climber, route', [("Борис Вяз", "Игла")]),
        ('climbed_links: count by climber where route = "The Needle"', [("Анна Лис", 1), ("Борис Вяз", 1)]),
    ],
)
def test_queries(knowing: Planner, club: Path, query: str, found: list[tuple[Any, ...]]) -> None:
    assert rows(knowing, club, query) == found


@pytest.mark.parametrize("name", ["Камин", "Chimney", "The Stove", "chimney"])
def test_a_thing_is_known_by_its_names_in_each_language_and_by_its_key(knowing: Planner, club: Path, name: str) -> None:
    assert rows(knowing, club, f'routes: where this = "{name}" show name, set_by') == [("Камин", "Анна Лис")]


def test_figures_of_triples_are_fields(knowing: Planner, tmp_path: Path) -> None:
    (tmp_path / "films.tsv").write_text(FILMS, "utf-8")
    asked = 'films: where release_year > 1996 and has_genre = "drama" show name, release_year, directed_by'
    assert rows(knowing, tmp_path, asked) == [("Otter", 1998, "Ivo Birch"), ("Badger", 2004, "May Ash")]


def test_figures_of_which_something_has_two_are_things_with_a_value(knowing: Planner, tmp_path: Path) -> None:
    (tmp_path / "films.tsv").write_text(FILMS + "Heron\trelease_year\t2011\n", "utf-8")
    assert rows(knowing, tmp_path, "films: where release_year.value > 2004") == [("Heron",)]


# ------------------------------------------------------------------ the doors


def test_at_the_command_line(cli: Cli, club: Path) -> None:
    said = cli("ask", "--query", "climbers: where born < 1995 show name, born", "--sql", str(club))
    assert (said.code, said.err.count("SELECT") > 0) == (0, True)
    assert "Анна Лис (1990); Вера Мох (1985)" in said.out
    told = json.loads(cli("ask", "--query", "climbers: count", "--json", str(club)).out)
    assert told["facts"]["meta"]["read"] == 3
    assert [step["tool"] for step in told["plan"]["steps"]] == ["rows_of", "group", "present", "save_dataframe"]


def test_rows_are_saved(cli: Cli, club: Path) -> None:
    cli("ask", "--query", "crags: show name, count(contains)", "-o", "run", str(club))
    assert Path("run/result.csv").read_text("utf-8") == "name,count(contains)\nNorth Face,3\nOld Quarry,1\n"


def test_in_python(club: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GROUNDPLAN_CACHE", str(tmp_path))
    run = groundplan.query("routes: count by set_by", str(club))
    assert run.facts.tables[0].rows == (("Анна Лис", 2), ("Борис Вяз", 1), (None, 1))


def test_what_is_not_there_is_refused_with_what_is(cli: Cli, club: Path) -> None:
    said = cli("ask", "--query", "route: count", str(club))
    assert said.code == 1 and "'route' is no dataset; did you mean 'routes'?" in said.out
    assert (
        "unknown-name: 'climb' is no field or relation of 'climbers'"
        in cli("ask", "--query", "climbers: where some(climb)", str(club)).out
    )


def test_documents_alone_have_nothing_that_a_query_asks(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "rules.md").write_text("# Rules\n\nNobody climbs alone after dark.\n", "utf-8")
    said = cli("ask", "--pack", "knowledge", "--query", "routes: count", str(tmp_path / "notes"))
    assert said.code == 2 and "no records or links that a query could ask" in said.err


def test_remarks_on_files_that_are_asked_are_told_and_no_others(cli: Cli, club: Path) -> None:
    orphan = "Note: routes.yaml: 'route:roof' set_by 'nobody-knows': unknown, so this edge was left out"
    assert orphan in cli("ask", "--query", "routes: count", str(club)).out
    assert "Note" not in cli("ask", "--query", "crags: show name", str(club)).out


def test_a_thing_that_is_linked_twice_is_one_thing(knowing: Planner, tmp_path: Path) -> None:
    again = "{to: slab, day: 2024-05-05}, {to: slab, day: 2024-05-06}, {to: roof, day: 2024-06-01}"
    base = written(tmp_path / "club")
    (base / "more.yaml").write_text(f"climbers:\n  - {{id: gleb, name: Gleb, climbed: [{again}]}}\n", "utf-8")
    assert rows(knowing, base, 'climbers: where name = "Gleb" show count(climbed), count(climbed_links)') == [(2, 3)]


def test_a_question_in_words_loads_nothing_that_computes_queries(club: Path, tmp_path: Path) -> None:
    code = f"""
import sys, groundplan
run = groundplan.ask("Who set The Needle?", {str(club)!r})
print(run.status, *sorted({{"duckdb", "ibis", "groundplan.query.language.parts"}} & set(sys.modules)))
"""
    env = {**os.environ, "GROUNDPLAN_CACHE": str(tmp_path)}
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.stdout.split() == ["answered"], done.stderr


def test_words_after_a_query_are_read_as_if_it_had_not_been(cli: Cli, club: Path) -> None:
    assert cli("ask", "--session", "s", "--query", 'routes: where set_by = "Anna Lis"', str(club)).code == 0
    assert "Анна" in cli("ask", "--session", "s", "Who set The Needle?", str(club)).out.replace("Anna", "Анна")
