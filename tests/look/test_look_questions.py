"""Questions to begin with are asked before they are shown: each is answered with the figure taken from the model."""

from __future__ import annotations

import csv
from collections import defaultdict
from pathlib import Path

import pytest

from command_line import Cli
from groundplan.contracts import Answer, Facts, Question, Rows, Run
from groundplan.contracts.source_model import SourceModel
from groundplan.looked import look_at
from groundplan.looking.candidates import Figure, candidates
from groundplan.looking.expected import answers, expected
from groundplan.looking.tried import ASKED, questions
from groundplan.looking.wordings import wordings
from groundplan.settings import Settings
from groundplan.sources.opened import Tables, open_sources
from looked_at import hire

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def shop(tmp_path: Path) -> Tables:
    return open_sources((str(EXAMPLES / "shop"),), tmp_path / "cache")


def _rows(name: str) -> list[dict[str, str]]:
    with (EXAMPLES / "shop" / name).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def _run(*rows: tuple[object, ...]) -> Run:
    columns = tuple(f"c{n}" for n in range(len(rows[0]))) if rows else ()
    facts = Facts(found=True, tables=(Rows(name="result", columns=columns, rows=rows),))
    return Run(
        id="r", status="answered", pack="tables", question=Question(text="q"), facts=facts, answer=Answer(text="a")
    )


def test_the_figure_is_that_of_the_files(shop: Tables) -> None:
    joined = candidates(shop.understood)[0][0]
    assert (joined.dataset, joined.measure, joined.group) == ("orders", "total", "country")
    country = {row["customer_id"]: row["country"] for row in _rows("customers.csv")}
    totals: dict[str, float] = defaultdict(float)
    for row in _rows("orders.csv"):
        totals[country[row["customer_id"]]] += float(row["total"])
    assert expected(joined, shop.get) == pytest.approx(dict(totals))


def test_an_answer_that_differs_is_none(shop: Tables) -> None:
    grouped = Figure("category", "products", "price", "average", "category")
    wanted = expected(grouped, shop.get)
    right = [*wanted.items()]
    said = {
        "right": Rows(name="r", columns=("a", "b"), rows=tuple(right)),
        "a group less": Rows(name="r", columns=("a", "b"), rows=tuple(right[1:])),
        "a figure off": Rows(name="r", columns=("a", "b"), rows=((right[0][0], right[0][1] + 1), *right[1:])),
        "another column": Rows(name="r", columns=("a", "b", "c"), rows=tuple((*row, 1) for row in right)),
        "nothing": Rows(name="r", columns=("a", "b"), rows=()),
    }
    assert [name for name, rows in said.items() if answers(grouped, rows, wanted)] == ["right"]
    assert not answers(grouped, None, wanted)


def test_periods_are_compared_as_periods() -> None:
    monthly = Figure("time", "d", "m", "sum", "on", "M")
    rows = Rows(name="r", columns=("on", "m"), rows=(("2023-01-01", 3), ("2023-02-01", None)))
    assert answers(monthly, rows, {"2023-01": 3.0, "2023-02": None})
    assert not answers(monthly, rows, {"2023-01": 3.0, "2023-02": 0.0})


def test_what_is_answered_wrong_or_refused_is_not_shown(shop: Tables) -> None:
    asked: list[str] = []

    def wrong(text: str) -> Run:
        asked.append(text)
        return _run((1,)) if "how many" in text else _run(("Spain", 1), ("Poland", 2))

    assert questions(shop.understood, shop.get, wrong) == ()
    assert 0 < len(asked) <= ASKED


def test_nothing_to_ask_of_nothing(shop: Tables) -> None:
    def never(_text: str) -> Run:
        raise AssertionError

    assert questions(SourceModel(), shop.get, never) == ()


def test_russian_names_are_asked_for_in_russian(tmp_path: Path) -> None:
    rows = "".join(f"{n},{('Казань', 'Пермь', 'Самара')[n % 3]},2024-{1 + n % 9:02}-05,{n * 7}\n" for n in range(1, 40))
    (tmp_path / "заказы.csv").write_text(f"номер,город,дата,сумма\n{rows}", "utf-8")
    opened = open_sources((str(tmp_path / "заказы.csv"),), tmp_path / "cache")
    said = [wordings(kind[0], opened.understood)[0] for kind in candidates(opened.understood) if kind]
    assert said[-1] == "сколько заказов" and "по городу" in said[1] and "по месяцам" in said[0]


# ------------------------------------------------------------------ the whole way


def test_the_questions_really_run(tmp_path: Path, cli: Cli) -> None:
    for source in (EXAMPLES / "shop", EXAMPLES / "sales.csv", hire(tmp_path)):
        found = look_at((str(source),), Settings(cache=tmp_path / "cache"), questions=True)
        assert len(found.questions) == 3, source
        said = cli("ask", found.questions[0], str(source), "--out", "run")
        assert said.code == 0 and said.out, found.questions[0]
