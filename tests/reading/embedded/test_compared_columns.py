"""Two columns of a row held against each other: what the words say, and what the reader makes of the whole question."""

from __future__ import annotations

import asyncio

import pytest

from groundplan.contracts import Question, Understanding
from groundplan.embed import best_embedder
from groundplan.language.phrases import phrasebook
from groundplan.packs.tables import pack
from groundplan.reading.blank import Blank
from groundplan.reading.embedded import Encoder, TrainedReader
from groundplan.reading.embedded.columns import Field
from groundplan.reading.embedded.compared_columns import Comparison, said_comparison, with_comparison
from groundplan.reading.formed.form import Filter, Form
from groundplan.reading.over_tables import LABELS
from groundplan.sources.shape import Column, Table


def number(name: str, high: float = 900.0) -> Column:
    return Column(name=name, type="number", role="numeric", distinct=50, low=1.5, high=high)


def day(name: str) -> Column:
    return Column(name=name, type="date", role="temporal", distinct=50, low="2024-01-01", high="2025-03-01")


def text(name: str, *values: str) -> Column:
    return Column(name=name, type="text", role="categorical", distinct=len(values), values=values, samples=values)


PROJECTS = (
    text("project", "Bridge", "Harbour", "Station"), text("team", "Alpha", "Beta"),
    day("deadline"), day("finished_on"), day("due"),
    number("budget_eur"), number("actual_cost_eur"), number("planned_hours"), number("actual_hours"), number("year"),
)  # fmt: skip
STOCK = (text("item", "nails"), number("stock"), number("reorder_level"), number("sold"))


def read(question: str, columns: tuple[Column, ...] = PROJECTS) -> Comparison | None:
    return said_comparison(question, [Field(column.name, column, "") for column in columns], phrasebook(LABELS))


@pytest.mark.parametrize(
    ("question", "rest", "filter"),
    [
        ("projects where the actual cost is above the budget", "projects", "actual_cost_eur > budget_eur"),
        (
            "how many projects went over budget by team",
            "how many projects went by team",
            "actual_cost_eur > budget_eur",
        ),
        ("projects that were not over budget", "projects that", "actual_cost_eur <= budget_eur"),
        (
            "count of projects finished after the deadline in 2024",
            "count of projects in 2024",
            "finished_on > deadline",
        ),
        ("projects finished after they were due", "projects", "finished_on > due"),
        ("projects finished before the deadline date", "projects", "finished_on < deadline"),
        ("teams with actual hours below planned hours", "teams", "actual_hours < planned_hours"),
        ("projects whose actual hours exceeded planned hours", "projects", "actual_hours > planned_hours"),
        ("projects with more actual hours than planned hours", "projects", "actual_hours > planned_hours"),
        ("projects whose actual cost is at least the budget", "projects", "actual_cost_eur >= budget_eur"),
        ("projects where actual hours equal planned hours", "projects", "actual_hours = planned_hours"),
        ("projects whose actual hours are the same as planned hours", "projects", "actual_hours = planned_hours"),
        ("projects where actual hours are not equal to planned hours", "projects", "actual_hours != planned_hours"),
        ("сколько проектов превысили бюджет", "сколько проектов", "actual_cost_eur > budget_eur"),
    ],
)
def test_what_compares_is_read_and_the_rest_is_left(question: str, rest: str, filter: str) -> None:
    found = read(question)
    assert found is not None and found.filter is not None
    assert (found.rest, f"{found.filter.column} {found.filter.op} {found.filter.other}") == (rest, filter)


@pytest.mark.parametrize(
    "question",
    [
        "projects with a budget over 20000",
        "projects over budget 300",
        "actual cost over budget by team",  # a ratio
        "actual cost and budget by team",
        "actual cost of the budget by team",
        "team and actual cost of the budget",
        "the average of budget by team",
        "minimum of budget by team",
        "actual hours over the years",
        "cost over time",
        "projects that cost more than planned",  # euros and hours
        "days from deadline till finished",
        "over budget",  # nothing else is said
        "total budget above average",
        "how long till they finished after the deadline",
        "выше бюджет — больше часов",
    ],
)
def test_what_says_something_else_is_left_alone(question: str) -> None:
    assert read(question) is None


def test_a_comparison_holds_for_every_alternative() -> None:
    alpha, beta = (Filter(column="team", op="=", value=name) for name in ("Alpha", "Beta"))
    limit = Filter(column="actual_hours", op=">", other="planned_hours")
    form = with_comparison(Form(filters=(alpha, beta), join="or"), Comparison("said", "rest", limit))
    assert form.alternatives == ((alpha, limit), (beta.model_copy(update={"join": "or"}), limit))
    assert with_comparison(Form(), Comparison("said", "rest", limit)).filters == (limit,)
    assert with_comparison(form, None) is form


@pytest.fixture(scope="module")
def reader() -> TrainedReader:
    return TrainedReader(Encoder(), best_embedder())


def understood(reader: TrainedReader, question: str, prior: Form | None = None) -> Understanding:
    table = Table(name="projects", columns=PROJECTS, rows=100)
    kept = prior.model_dump(mode="json") if prior else None
    blank = Blank(intents=pack.reading.intents, labels=LABELS, tables=(table,), prior=kept)
    return asyncio.run(reader.read(Question(text=question), blank))


LATE = {"column": "finished_on", "op": ">", "value": None, "other": "deadline"}


@pytest.mark.parametrize(
    ("question", "filters", "groups"),
    [
        ("how many projects finished after the deadline", [LATE], []),
        ("number of projects finished after the deadline by team", [LATE], ["team"]),
        ("projects finished after the deadline", [LATE], []),
    ],
)
def test_the_bundled_reader_answers_the_rest(
    reader: TrainedReader, question: str, filters: list[object], groups: list[str]
) -> None:
    found = understood(reader, question)
    assert found.doubt is None and found.form is not None
    assert (found.form["filters"], found.form["group_by"]) == (filters, groups)
    assert {"finished_on", "deadline"} <= {entity.id for entity in found.entities}


@pytest.mark.parametrize("request_", ["delete the projects that", "email every team whose project"])
def test_what_is_no_question_stays_none(reader: TrainedReader, request_: str) -> None:
    found = understood(reader, f"{request_} finished after the deadline")
    assert found.doubt is not None and found.doubt.kind == "refuse"


def test_a_follow_up_keeps_the_comparison(reader: TrainedReader) -> None:
    first = understood(reader, "how many projects finished after the deadline")
    assert first.form is not None
    then = understood(reader, "by team", Form.model_validate(first.form))
    assert then.form is not None and (then.form["filters"], then.form["group_by"]) == ([LATE], ["team"])
