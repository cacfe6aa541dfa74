"""What was tried, and what to ask instead."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from groundplan.contracts import Doubt, Finding, Understanding
from groundplan.sources.shape import Column, Table
from groundplan.stages.explain import explain
from groundplan.tabular.instead import instead


def there(*tables: Table) -> str:
    source: Any = SimpleNamespace(model=tables)
    return instead(source)


UNMET = Finding(code="unmet-requirement", message="Missing coverage: analysis.forecast", help="needs a forecast")
FAILED = Finding(code="failed-step", step="a", message="forecast failed: 2 values are too few")


def test_every_finding_is_told_once_with_its_help(sales: Table) -> None:
    told = explain(Understanding(), (UNMET, FAILED, UNMET), 3, there(sales))
    assert told.style == "EXPLAIN"
    assert told.text == (
        "No sound plan was found in 3 attempts.\n"
        "- unmet-requirement: Missing coverage: analysis.forecast; needs a forecast\n"
        "- failed-step: forecast failed: 2 values are too few\n"
        "There are the columns date, region, product_category, channel, city, units, revenue, returned. "
        'Ask, for example, for "total units by region".'
    )


def test_one_attempt_is_one() -> None:
    assert explain(Understanding(), (), 1, "").text == "No sound plan was found in 1 attempt."


def test_a_table_without_figures_is_asked_about_by_its_columns() -> None:
    table = Table(name="notes", rows=1, columns=(Column(name="title", type="text", role="text"),))
    assert explain(Understanding(), (), 2, there(table)).text.endswith("\nThere are the columns title.")


def test_a_wide_table_is_cut() -> None:
    columns = tuple(Column(name=f"c{n}", type="text", role="text") for n in range(20))
    told = explain(Understanding(), (), 1, there(Table(name="wide", rows=1, columns=columns)))
    assert told.text.endswith("c10, c11 and 8 more.")


def test_a_doubt_is_told_with_its_choices(sales: Table) -> None:
    doubt = Doubt(kind="clarify", message="Two columns are called price; which one?", choices=("net", "gross"))
    told = explain(Understanding(doubt=doubt), (UNMET,), 0, there(sales))
    assert told.text == "Two columns are called price; which one?\n- net\n- gross"


def test_what_ended_a_run_is_all_that_is_told() -> None:
    ended = Finding(code="needs-approval", message="stopped before step 'b'", help="approve it", final=True)
    assert explain(Understanding(), (UNMET, ended), 1, "Ask.").text == "Stopped before step 'b'; approve it."


def test_a_saved_plan_was_drafted_in_no_attempt() -> None:
    assert explain(Understanding(), (FAILED,), 0, "").text.startswith("The plan does not fit these sources.\n- failed")
