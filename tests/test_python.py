"""`groundplan.ask` and `await groundplan.aask`: in a script, in a running loop, over frames; how a run shows."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import duckdb
import ibis
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pytest

import groundplan
from groundplan import python as door
from groundplan.contracts import Run as Saved
from groundplan.sources import frames
from groundplan.store import folder

SALES = str(Path(__file__).parents[1] / "examples/sales.csv")
SHOP = Path(__file__).parents[1] / "examples/shop"
QUESTION = "total revenue by region"
ANSWER = "Total revenue of sales by region: East (83,121.79); North (92,123); South (76,387.5); West (60,197.26)."


@pytest.fixture(autouse=True)
def warm(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """One cache for all tests, and nothing held after any of them."""
    monkeypatch.setenv("GROUNDPLAN_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))
    yield
    assert not frames._held


def small(**more: list[Any]) -> pd.DataFrame:
    return pd.DataFrame({"region": ["N", "S", "N", "E"], "revenue": [1.0, 2.0, 3.0, 4.0], **more})


def text(run: groundplan.Run) -> str:
    assert run.answer
    return run.answer.text


# ------------------------------------------------------------------ wherever it is called


def test_it_works_in_a_running_loop() -> None:
    async def cell() -> tuple[str, str]:
        return text(groundplan.ask(QUESTION, SALES)), text(await groundplan.aask(QUESTION, Path(SALES)))

    assert asyncio.run(cell()) == (ANSWER, ANSWER)


def test_a_script_ends_as_it_should_even_where_it_asked_for_nothing(tmp_path: Path) -> None:
    script = "import groundplan\ntry: groundplan.ask('total', 'no.csv')\nexcept groundplan.SourceError as e: print(e)"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("no file 'no.csv'")


def test_a_fork_begins_anew() -> None:
    script = """
import os, groundplan
groundplan.ask("total revenue", SALES)
child = os.fork()
if not child:
    run = groundplan.ask(QUESTION, SALES)
    os._exit(0 if run.status == "answered" else 1)
print(os.waitpid(child, 0)[1])
"""
    named = script.replace("SALES", repr(SALES)).replace("QUESTION", repr(QUESTION))
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", named], capture_output=True, text=True, timeout=180)
    assert done.stdout == "0\n", done.stderr


def test_the_planner_and_its_sources_stay_warm() -> None:
    groundplan.ask(QUESTION, SALES)
    planner = door._planner(None)
    source = planner.warm.source(planner.known.find("tables"), (SALES,), None)
    groundplan.ask("revenue by month", SALES)
    assert door._planner(None) is planner
    assert planner.warm.source(planner.known.find("tables"), (SALES,), None) is source


def test_more_questions_at_once_than_sources_are_kept(tmp_path: Path) -> None:
    paths = [tmp_path / f"t{number}.csv" for number in range(12)]
    for number, path in enumerate(paths):
        path.write_text(f"region,revenue\nN,{number}\nS,1\n", "utf-8")

    async def all_at_once() -> list[groundplan.Run]:
        return await asyncio.gather(*(groundplan.aask(QUESTION, path) for path in paths))

    found = asyncio.run(all_at_once())
    assert [text(run) for run in found] == [
        f"Total revenue of t{number} rows by region: N ({number}); S (1)." for number in range(12)
    ]


def test_cancelling_ends_the_work_at_the_next_step() -> None:
    stages: list[str] = []
    cancelled = threading.Event()

    def watch(event: groundplan.Event) -> None:
        stages.append(event.stage)
        if event.stage == "understand":
            began.set()
            cancelled.wait(30)

    async def cell() -> None:
        task = asyncio.create_task(groundplan.aask(QUESTION, SALES, watch=watch))
        await asyncio.to_thread(began.wait, 30)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        cancelled.set()

    began = threading.Event()
    asyncio.run(cell())
    groundplan.ask(QUESTION, SALES)  # the loop has gone on
    assert stages == ["normalize", "recall", "understand"]


def test_asking_from_within_an_ask_is_told_and_does_not_hang() -> None:
    with pytest.raises(groundplan.UsageError, match="`watch` and `approve` cannot ask"):
        groundplan.ask(QUESTION, SALES, watch=lambda event: text(groundplan.ask(QUESTION, SALES)))


# ------------------------------------------------------------------ history, approval, watching


@pytest.mark.parametrize(
    "history",
    [
        [QUESTION],
        [{"role": "user", "text": QUESTION}, {"role": "assistant", "content": ANSWER}],
        [groundplan.Turn(role="user", text=QUESTION)],
        QUESTION,
    ],
    ids=["strings", "dicts", "turns", "one string"],
)
def test_history_is_said_in_any_form(history: Any) -> None:
    run = groundplan.ask("only Electronics", SALES, history=history)
    assert run.recall.decision == "follow_up" and "Electronics" in text(run)


@pytest.mark.parametrize("turn", [{"said": "hello"}, 5, ("user", "hello")])
def test_what_is_no_turn_is_told(turn: Any) -> None:
    with pytest.raises(groundplan.UsageError, match="is no turn"):
        groundplan.ask(QUESTION, SALES, history=[turn])


def test_a_question_that_does_not_come_first_is_told() -> None:
    with pytest.raises(groundplan.UsageError, match="the question is a text and comes first, not a DataFrame"):
        groundplan.ask(small(), QUESTION)  # type: ignore[arg-type]


def test_a_plan_that_is_not_approved_is_not_run() -> None:
    shown: list[groundplan.Plan] = []
    stages: list[str] = []
    run = groundplan.ask(QUESTION, SALES, approve=shown.append, watch=lambda event: stages.append(event.stage))
    assert shown == [run.plan] and "run" not in stages
    assert run.answer is None and "the plan was not approved" in str(run)
    assert text(groundplan.ask(QUESTION, SALES, approve=lambda plan: True)) == ANSWER


# ------------------------------------------------------------------ frames


def expression(table: Any = None) -> Any:
    return ibis.duckdb.connect().create_table("elsewhere", pa.table(pd.read_csv(SALES)) if table is None else table)


KINDS: dict[str, Callable[[], Any]] = {
    "pandas": lambda: pd.read_csv(SALES),
    "pandas with dates": lambda: pd.read_csv(SALES, parse_dates=[0]),
    "pandas with an index": lambda: pd.read_csv(SALES).set_index(["region", "date"]),
    "pandas with categories": lambda: pd.read_csv(SALES, dtype={"region": "category"}),
    "polars": lambda: pl.read_csv(SALES),
    "polars, lazy": lambda: pl.scan_csv(SALES),
    "Arrow table": lambda: pa.Table.from_pandas(pd.read_csv(SALES)),
    "Arrow batch": lambda: pa.RecordBatch.from_pandas(pd.read_csv(SALES)),
    "Arrow reader": lambda: pa.Table.from_pandas(pd.read_csv(SALES)).to_reader(),
    "Arrow dataset": lambda: ds.dataset(SALES, format="csv"),
    "ibis": lambda: expression(pa.table(pd.read_csv(SALES, parse_dates=[0]))),
    "ibis in memory": lambda: ibis.memtable(pd.read_csv(SALES)),
    "DuckDB": lambda: duckdb.connect().sql(f"FROM '{SALES}'"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_frame_gives_the_same_answer(kind: str) -> None:
    run = groundplan.ask("revenue by month in Electronics", KINDS[kind]())
    wanted = text(groundplan.ask("revenue by month in Electronics", SALES))
    assert text(run) == wanted.replace("revenue of sales", "revenue of data rows")
    assert run.question.sources == ("frame:data",) and run.plan and "source.data" in run.plan.model_dump_json()


def test_a_frame_that_was_changed_is_read_anew() -> None:
    frame = small()
    assert text(groundplan.ask(QUESTION, frame)) == "Total revenue of data rows by region: E (4); N (4); S (2)."
    frame.loc[0, "revenue"] = 100
    assert text(groundplan.ask(QUESTION, frame)) == "Total revenue of data rows by region: E (4); N (103); S (2)."


def test_frames_of_one_name_do_not_meet() -> None:
    async def all_at_once() -> list[groundplan.Run]:
        asked = (groundplan.aask(QUESTION, small(revenue=[one, one, one, one])) for one in range(1, 11))
        return await asyncio.gather(*asked)

    runs = asyncio.run(all_at_once())
    assert [text(run) for run in runs] == [
        f"Total revenue of data rows by region: E ({n}); N ({n * 2}); S ({n})." for n in range(1, 11)
    ]
    assert len({run.id for run in runs}) == 1


def test_named_tables_are_joined_whatever_each_of_them_is() -> None:
    files = {name: SHOP / f"{name}.csv" for name in ("orders", "customers")}
    wanted = text(groundplan.ask("number of orders by country", {**files}))
    orders, customers = pd.read_csv(files["orders"]), pl.read_csv(files["customers"])
    backend = ibis.duckdb.connect()
    tables = [backend.create_table(name, pa.table(frame)) for name, frame in (("o", orders), ("c", customers))]
    for given in (
        {"orders": orders, "customers": files["customers"]},
        {"orders": pl.from_pandas(orders).lazy(), "customers": customers},
        {"orders": tables[0], "customers": tables[1]},
        {"orders": tables[0], "customers": files["customers"]},
    ):
        assert text(groundplan.ask("number of orders by country", given)) == wanted


def test_a_file_is_called_what_it_was_named(tmp_path: Path) -> None:
    (tmp_path / "export (3).csv").write_text("region,revenue\nN,1\nS,2\n", "utf-8")
    (tmp_path / "year=2023.csv").write_text("region,revenue\nN,1\nS,2\n", "utf-8")
    run = groundplan.ask(QUESTION, {"sales": tmp_path / "export (3).csv"})
    assert run.plan and "source.sales" in run.plan.model_dump_json()
    run = groundplan.ask(QUESTION, tmp_path / "year=2023.csv")
    assert run.plan and "source.year_2023" in run.plan.model_dump_json()


def test_an_expression_is_asked_where_it_lives_and_stays_open() -> None:
    table = expression()
    groundplan.ask(QUESTION, table)
    assert table.count().to_pyarrow().as_py() == pd.read_csv(SALES).shape[0]


def test_a_column_of_several_kinds_spoils_nothing() -> None:
    mixed = small(code=[1, "x", None, {"a": 1}], month=list(pd.period_range("2024-01", periods=4, freq="M")))
    mixed["at"] = pd.date_range("2024-01-01", periods=4, tz="Europe/Berlin")
    mixed["half"] = mixed.revenue.astype("float16")
    told = text(groundplan.ask(QUESTION, mixed))
    assert told.startswith("Total revenue of data rows by region: E (4); N (4); S (2).")
    assert "values of several kinds in 'code', 'month' are read as text" in told
    objects = pl.DataFrame({"region": ["N"], "revenue": [1], "code": pl.Series([object()], dtype=pl.Object)})
    assert text(groundplan.ask(QUESTION, objects)).startswith("Total revenue of data rows by region: N (1).")


def test_headers_need_not_be_texts_nor_unlike() -> None:
    sums = small().groupby("region").agg({"revenue": ["sum", "max"]})
    assert text(groundplan.ask("highest revenue_max", sums)).startswith("Highest revenue max of data rows: 4")
    twice = pd.DataFrame([["N", 1, 2]], columns=["region", "units", "Units"])
    assert "Units_2" in str(groundplan.ask("total Units_2", twice))


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ([small().head(0)], "'data' has no rows"),
        ([pd.DataFrame()], "'data' has no rows"),
        ([{"orders": pl.DataFrame()}], "'orders' has no rows"),
        ([expression().limit(0)], "'data' has no rows"),
        ([pl.LazyFrame({"a": [1]}).select("b")], "'data' cannot be read (unable to find column"),
        ([ibis.table({"a": "int"})], "'data' cannot be read (Expression contains unbound tables"),
        ([[{"region": "N"}]], "'data' is of type 'list', which cannot be asked; give a path, a URL, or a table"),
        ([{"region": ["N"]}], "'region' is of type 'list'"),
        ([{3: small()}], "3 is no name of a table"),
        ([], "no source was given; give a path"),
        (["frame:orders"], "no frame is held as 'frame:orders'"),
        ([expression(pa.table({"n": range(250_001)})), SALES], "holds more than the 250,000 rows"),
    ],
    ids=range(12),
)
def test_what_cannot_be_asked_is_told_in_one_sentence(given: list[Any], told: str) -> None:
    with pytest.raises(groundplan.UsageError) as caught:
        groundplan.ask(QUESTION, *given)
    assert told in str(caught.value) and ";" in str(caught.value) and "\n" not in str(caught.value)


def test_an_expression_bound_to_its_thread_says_what_to_give_instead() -> None:
    table = ibis.sqlite.connect().create_table("t", small())
    with pytest.raises(groundplan.SourceError, match="give the path or the URL of its database instead"):
        groundplan.ask(QUESTION, table)


# ------------------------------------------------------------------ as it shows


class Seen(HTMLParser):
    """What a browser would make of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_run_shows_its_answer_chart_rows_and_plan() -> None:
    run = groundplan.ask(QUESTION, SALES)
    page, marked = Seen(run._repr_html_()), run._repr_markdown_()
    assert {"p", "img", "table", "details", "pre"} <= page.tags
    assert ANSWER in page.text and "East" in page.text and 'by=["region"]' in page.text
    assert "data:image/svg+xml;base64," in marked and "\n| East | 83121\\.79 |\n" in marked.replace(
        "121.79", "121\\.79"
    )
    assert str(run).startswith(f"{ANSWER}\n\nregion  sum(revenue)\nEast    83121.79\n")
    assert str(run).endswith("\n\nplan: rows_of, group, present, save_dataframe, plot_bar")
    assert len(repr(run)) < 300 and ANSWER in repr(run)


def test_a_cell_is_never_markup() -> None:
    evil = ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "[a](javascript:b)", "$x$ | `y`"]
    run = groundplan.ask(QUESTION, small(region=evil))
    page = Seen(run._repr_html_())
    assert not page.tags & {"script", "a"} and all(cell in page.text for cell in evil)
    assert "onerror" not in run._repr_html_().replace(" onerror=alert(1)&gt;", "")
    marked = run._repr_markdown_()
    assert "<script" not in marked and "<img" not in marked and "](javascript" not in marked
    assert "\\$x\\$ \\| \\`y\\`" in marked


def test_a_run_that_was_saved_shows_the_same(tmp_path: Path) -> None:
    run = groundplan.ask(QUESTION, SALES)
    folder.save(run, tmp_path / "run")
    again = groundplan.load(tmp_path / "run")
    assert again == run and isinstance(again, groundplan.Run)
    assert (str(again), again._repr_html_(), again._repr_markdown_()) == (
        str(run), run._repr_html_(), run._repr_markdown_(),
    )  # fmt: skip
    of_no_pack = groundplan.Run.of(Saved(**dict(run)).model_copy(update={"pack": "elsewhere"}))
    assert "<table>" in of_no_pack._repr_html_() and "<img" not in of_no_pack._repr_html_()


def test_a_question_that_is_not_answered_shows_why() -> None:
    run = groundplan.ask("tell me a joke", SALES)
    assert run.status == "refused" and str(run).startswith(text(run).splitlines()[0])
