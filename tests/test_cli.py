"""The command line as a person meets it: answers on stdout, talk on stderr, exit codes, one-line errors."""

from __future__ import annotations

import json
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from command_line import Cli

EXAMPLES = Path(__file__).parent.parent / "examples"
SALES = str(EXAMPLES / "sales.csv")


def test_ask_answers_on_stdout_and_leaves_a_folder(cli: Cli, tmp_path: Path) -> None:
    said = cli("ask", "total revenue by region", SALES, "--out", "run")
    assert said.code == 0
    assert said.out.startswith("Total revenue of sales by region: ")
    assert "files: run" in said.err
    left = {file.name for file in (tmp_path / "run").iterdir()}
    assert left >= {
        "run.json", "plan.template.txt", "plan.compiled.txt", "plan.final.txt", "plan.diff", "report.md", "report.html",
        "chart.json", "chart.png", "chart.svg", "result.csv",
    }  # fmt: skip


def test_the_figures_are_those_of_the_data(cli: Cli, tmp_path: Path) -> None:
    import duckdb

    cli("ask", "total revenue by region", SALES, "--out", "run")
    rows = (tmp_path / "run" / "result.csv").read_text("utf-8").splitlines()[1:]
    want = duckdb.sql(f"SELECT region, sum(revenue) FROM '{SALES}' GROUP BY 1").fetchall()
    assert {line.split(",")[0]: float(line.split(",")[1]) for line in rows} == pytest.approx(dict(want))


def test_reruns_are_byte_identical(cli: Cli, tmp_path: Path) -> None:
    for name in ("one", "two"):
        cli("ask", "average revenue by product category", SALES, "--out", name)
    for file in ("chart.svg", "chart.png", "chart.json", "result.csv", "report.md", "report.html", "plan.final.txt"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes(), file


def test_json_is_the_whole_run_and_nothing_else(cli: Cli) -> None:
    said = cli("ask", "how many rows for each city", SALES, "--json", "--out", "run")
    run = json.loads(said.out)
    assert run["status"] == "answered"
    assert run["facts"]["charts"][0]["mark"] == "bar"
    assert said.err == ""


def test_a_refusal_tells_the_title_of_the_table(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("Visits to the museum\n\ntown,visitors\nRome,3\nOslo,4\nBonn,5\n", "utf-8")
    told = "table 'a' ('Visits to the museum') has the columns town, visitors"
    said = cli("ask", "average battery level", "a.csv", "--out", "run")
    assert said.code == 1 and told in said.out
    run = json.loads(cli("ask", "average battery level", "a.csv", "--json", "--out", "run").out)
    assert told in run["answer"]["text"]


def test_explain_shows_every_stage(cli: Cli) -> None:
    said = cli("ask", "get revenue totals by region and product type over time", SALES, "--explain", "--out", "run")
    for stage in ("normalize", "recall", "understand", "narrow", "draft", "check", "run", "answer", "verify"):
        assert f"\n{stage} " in f"\n{said.err}"
    assert "coverage 6/6" in said.err


def test_explain_shows_the_query_that_a_question_became(cli: Cli) -> None:
    query = "sales: sum(revenue) by region"
    said = cli("ask", "--query", query, SALES, "--explain", "--out", "run")
    assert f"\nquery: {query}\n" in said.err


def test_the_query_that_was_read_can_be_printed_alone_and_asked(cli: Cli) -> None:
    query = "sales: sum(revenue) by region"
    said = cli("ask", "--query", query, SALES, "--show-query", "--out", "run")
    assert said.err.splitlines()[-1] == query
    assert cli("ask", "--query", said.err.splitlines()[-1], SALES, "--out", "run").out == said.out


def test_a_question_that_is_read_as_no_query_says_so(cli: Cli) -> None:
    said = cli("ask", "hello", SALES, "--show-query", "--out", "run")
    assert said.err.splitlines()[-1] == "no query was read"


def test_the_walk_through_gives_exactly_its_plan(cli: Cli) -> None:
    said = cli("plan", "get revenue totals by region and product type over time", SALES, "--json")
    tools = [step["tool"] for step in json.loads(said.out)["steps"]]
    assert tools == ["rows_of", "add_values", "group", "present", "save_dataframe", "plot_line"]


def test_plan_check_and_run_go_round(cli: Cli, tmp_path: Path) -> None:
    assert cli("plan", "total revenue by region", SALES, "--out", "plan.txt").code == 0
    assert cli("check", "plan.txt", SALES).out == "sound: no findings\n"
    spoiled = (tmp_path / "plan.txt").read_text("utf-8").replace('x="region"', 'x="regoin"')
    (tmp_path / "spoiled.txt").write_text(spoiled, "utf-8")
    said = cli("check", "spoiled.txt", SALES)
    assert said.code == 1
    assert "error[other-steps]: step 'chart' is not what the query asks for" in said.out
    assert cli("run", "plan.txt", SALES, "--out", "again").code == 0


def test_a_saved_run_is_replayed_on_new_data_with_repairs_told(cli: Cli, tmp_path: Path) -> None:
    cli("ask", "total revenue by region", SALES, "--out", "run")
    (tmp_path / "new.csv").write_text("region,revenue\nNorth,1\nNorth,2\nSouth,5\n", "utf-8")
    said = cli("run", "run", "new.csv", "--out", "replayed")
    assert said.code == 0, said
    assert "missing-frame" in said.err
    assert (tmp_path / "replayed" / "result.csv").read_text("utf-8").splitlines()[1:] == ["North,3", "South,5"]


def test_a_replay_that_would_change_the_meaning_is_refused(cli: Cli, tmp_path: Path) -> None:
    cli("ask", "total revenue by region", SALES, "--out", "run")
    (tmp_path / "new.csv").write_text("district,revenue\nNorth,1\n", "utf-8")
    said = cli("run", "run", "new.csv", "--out", "replayed")
    assert said.code == 2
    assert "'region' is no field or relation of 'new'; there are district, revenue." in said.err


def test_a_session_remembers(cli: Cli, tmp_path: Path) -> None:
    cli("ask", "total revenue by region", SALES, "--session", "s", "--out", "one")
    said = cli("ask", "now only the north", SALES, "--session", "s", "--json", "--out", "two")
    run = json.loads(said.out)
    assert run["recall"]["decision"] == "follow_up"
    assert run["understanding"]["form"]["query"] == 'sales: sum(revenue) by region where region = "North"'


def test_chat_reads_questions_from_stdin(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO("total revenue by region\nas a pie chart\n\n"))
    said = cli("chat", SALES)
    assert said.code == 0
    assert said.out.count("Total revenue of sales by region: ") == 2


def test_a_question_back_takes_a_short_answer(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    (tmp_path / "accounts.csv").write_text("region,gross_revenue,net_revenue\nNorth,100,80\nSouth,90,70\n", "utf-8")
    typed = "total revenue by region\nthe net one\ntotal revenue by region\nhow many rows are there\nnet\n"
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    said = cli("chat", "accounts.csv")
    lines = [line for line in said.out.splitlines() if not line.startswith("- ")]
    assert "say which one is meant" in lines[0] and "say which one is meant" in lines[2]
    assert lines[1] == "Total net revenue of accounts by region: North (80); South (70)."
    assert lines[3] == "Number of accounts: 2."
    assert "read as: total revenue by region (net_revenue)" in said.err
    assert said.err.count("read as:") == 1, "after another question nothing is left to be settled"


def test_a_question_back_is_remembered_by_its_session(cli: Cli, tmp_path: Path) -> None:
    rows = "ticket,team,state\n1,Network,Open\n2,Accounts,Closed\n3,Network,On hold\n4,Accounts,Closed\n"
    (tmp_path / "tickets.csv").write_text(rows, "utf-8")
    asked = cli("ask", "finished tickets by team", "tickets.csv", "--session", "s")
    assert asked.code == 1 and "'finished' is no value of 'state'" in asked.out
    run = json.loads(cli("ask", "closed", "tickets.csv", "--session", "s", "--json").out)
    assert run["question"]["text"] == "Closed tickets by team"
    assert run["status"] == "answered"
    alone = json.loads(cli("ask", "closed", "tickets.csv", "--session", "other", "--json").out)
    assert alone["question"]["text"] == "closed"


def test_approve_without_a_terminal_is_a_setup_error(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    said = cli("ask", "total revenue by region", SALES, "--approve")
    assert said.code == 3
    assert said.err.splitlines()[-1].startswith("error: --approve asks before it runs")


@pytest.mark.parametrize("options", [["--approve", "yes"], ["--approve=no"], ["--no"]])
def test_approval_can_be_said_beforehand(cli: Cli, options: list[str]) -> None:
    said = cli("ask", "total revenue by region", SALES, *options, "--out", "run")
    assert (said.code, "North" in said.out) == (0, True)  # nothing here changes anything outside


def test_approval_is_said_once(cli: Cli) -> None:
    said = cli("ask", "total revenue by region", SALES, "--approve", "yes", "--approve", "no")
    assert said.code == 2 and "--yes approves, and --no does not" in said.err


def test_inputs_are_an_object_in_a_file(cli: Cli, tmp_path: Path) -> None:
    said = cli("ask", "total revenue by region", SALES, "--inputs", "gone.json")
    assert said.code == 2 and "cannot read the inputs 'gone.json'" in said.err
    (tmp_path / "in.json").write_text("{", "utf-8")
    assert "is no JSON" in cli("ask", "total revenue by region", SALES, "--inputs", "in.json").err
    (tmp_path / "in.json").write_text('{"day": "2025-03-01"}', "utf-8")
    said = cli("ask", "total revenue by region", SALES, "--inputs", "in.json", "--json")
    assert json.loads(said.out)["question"]["inputs"] == {"day": "2025-03-01"}


@pytest.mark.parametrize("typed, ran", [("y", True), ("n", False)])
def test_approve_asks_before_anything_runs(cli: Cli, monkeypatch: pytest.MonkeyPatch, typed: str, ran: bool) -> None:
    import io

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stdin", Terminal(f"{typed}\n"))
    said = cli("ask", "total revenue by region", SALES, "--approve", "--out", "run")
    assert ("Total revenue of sales by region: " in said.out) is ran
    assert (Path("run") / "result.csv").exists() is ran


def test_runs_are_listed_and_shown(cli: Cli) -> None:
    cli("ask", "total revenue by region", SALES)
    listed = json.loads(cli("runs", "list", "--json").out)
    assert [run["status"] for run in listed] == ["answered"]
    assert "rows_of" in cli("runs", "show", listed[0]["id"]).err
    missing = cli("runs", "show", "nothing")
    assert missing.code == 2 and missing.err.startswith("error: no run named 'nothing'")


def test_the_version_is_told(cli: Cli) -> None:
    assert cli("--version").out == f"groundplan {version('groundplan')}\n"


def test_tools_and_packs_are_listed(cli: Cli) -> None:
    assert {tool["name"] for tool in json.loads(cli("tools", "list", "--json").out)} >= {"aggregate", "plot_line"}
    assert [pack["name"] for pack in json.loads(cli("packs", "--json").out)] == [
        "activity", "knowledge", "tableau", "tables", "workflows",
    ]  # fmt: skip
    ranked = json.loads(cli("tools", "search", "draw a line over time", "--json", "--top", "3").out)
    assert ranked[0]["name"] == "plot_line"


def test_tools_search_takes_a_document_of_a_service(cli: Cli, tmp_path: Path) -> None:
    operations = {"sendLetter": "Send a letter to a customer", "listRooms": "List the rooms that are free"}
    paths = {f"/{id}": {"get": {"operationId": id, "summary": about}} for id, about in operations.items()}
    (tmp_path / "api.yaml").write_text(json.dumps({"openapi": "3.1.0", "paths": paths}), "utf-8")
    said = cli("tools", "search", "which rooms are there", "--catalog", "api.yaml", "--json")
    assert [one["name"] for one in json.loads(said.out)] == ["listRooms", "sendLetter"]
    assert cli("tools", "list", "--catalog", "api.yaml").out.splitlines()[1].startswith("sendLetter")
    many = {f"/{n}": {"get": {"operationId": f"op{n}", "summary": f"Do number {n}"}} for n in range(2_001)}
    (tmp_path / "large.json").write_text(json.dumps({"openapi": "3.1.0", "paths": many | paths}), "utf-8")
    said = cli("tools", "search", "list the rooms", "--catalog", "large.json", "--top", "1", "--json")
    assert json.loads(said.out)[0]["name"] == "listRooms" and "nearest by words" in said.err


def test_tools_search_ranks_any_catalogue_in_a_batch(cli: Cli, tmp_path: Path) -> None:
    catalogue = [
        {"name": "send_mail", "description": "Send an e-mail to somebody.", "params": {"to": {}, "text": {}}},
        {"name": "weather", "description": "The weather forecast of a city.", "params": ["city"]},
    ]
    (tmp_path / "tools.json").write_text(json.dumps(catalogue), "utf-8")
    (tmp_path / "q.jsonl").write_text('{"id": "a", "question": "will it rain in Paris"}\n', "utf-8")
    said = cli("tools", "search", "--catalog", "tools.json", "--batch", "q.jsonl", "out.jsonl", "--top", "1")
    assert said.code == 0, said
    assert json.loads((tmp_path / "out.jsonl").read_text("utf-8")) == {"id": "a", "tools": ["weather"]}


def test_batch_is_in_order_resumes_and_never_loses_a_line(cli: Cli, tmp_path: Path) -> None:
    lines = [
        {"id": "a", "question": "total revenue by region", "sources": [SALES], "gold": {"x": 1}},
        {"id": "b", "question": "anything", "sources": ["missing.csv"]},
        {"id": "c", "question": "average units", "sources": [SALES]},
        {"id": "d", "question": "", "sources": [SALES]},
        {"id": "e", "question": 7, "sources": [SALES]},
    ]
    (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    assert cli("batch", "in.jsonl", "out.jsonl").code == 0
    runs = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    statuses = {"a": "answered", "b": "failed", "c": "answered", "d": "failed", "e": "failed"}
    assert {run["id"]: run["status"] for run in runs} == statuses
    assert [run["id"] for run in runs] == list(statuses)
    assert "missing.csv" in runs[1]["findings"][0]["message"]
    whole = (tmp_path / "out.jsonl").read_text("utf-8").splitlines(keepends=True)
    (tmp_path / "out.jsonl").write_text(whole[0] + whole[1][:40], "utf-8")
    assert cli("batch", "in.jsonl", "out.jsonl", "--jobs", "2").code == 0
    again = [json.loads(line)["id"] for line in (tmp_path / "out.jsonl").read_text("utf-8").splitlines()]
    assert again == list(statuses)


def test_eval_scores_a_suite(cli: Cli, tmp_path: Path) -> None:
    gold = {"status": "answered", "tools": ["rows_of", "group", "present", "save_dataframe", "plot_bar"]}
    lines = [
        {"id": "right", "question": "total revenue by region", "sources": [SALES], "gold": gold},
        {"id": "wrong", "question": "total revenue by region", "sources": [SALES], "gold": {"tools": ["plot_pie"]}},
    ]
    (tmp_path / "suite.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    said = cli("eval", "suite.jsonl", "--json", "--wrong")
    figures = json.loads(said.out)
    assert figures["accuracy"] == 0.5
    assert figures["requirement_coverage"] == 1.0
    assert figures["unjustified_steps"] == 0.0
    assert figures["latency_ms"]["total"]["p50"] > 0
    assert said.err.startswith("wrong: tools")


def test_a_folder_says_whose_it_is(cli: Cli, tmp_path: Path) -> None:
    portfolio = str(EXAMPLES / "portfolio")
    told = cli("ask", "Where did he use RAG?", portfolio)
    assert (told.code, told.out.splitlines()[0]) == (0, "3 projects for RAG:")
    plan = cli("plan", "Where did he use RAG?", portfolio, "--out", str(tmp_path / "plan.txt"))
    assert 'pack "knowledge"' in plan.out
    assert cli("check", str(tmp_path / "plan.txt"), portfolio).code == 0
