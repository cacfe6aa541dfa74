"""`groundplan.lock`: what changed since is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from command_line import Cli
from groundplan.sources.locked import write_lock
from model_sources import ORDERS, PEOPLE, RELATION, opened, said

# ibis 12 calls what DuckDB 2.0 has renamed
pytestmark = pytest.mark.filterwarnings("ignore:fetch_:DeprecationWarning")


def test_what_changed_since_it_was_locked_is_told(tmp_path: Path) -> None:
    write_lock(opened(tmp_path, orders=ORDERS, people=PEOPLE).found)
    lock = (tmp_path / "groundplan.lock").read_text("utf-8")
    assert "values: [open, paid]" in lock
    assert opened(tmp_path).changes == ()
    lines = ORDERS.splitlines()
    lines[0] = "order,buyer,amount,state,status,channel,place"
    changed = [f"{line},web,{at % 7}a" for at, line in enumerate(lines[1:])]
    changed[3], changed[5] = changed[3].replace("open", "paused").replace("paid", "paused"), changed[4]
    tables = opened(tmp_path, orders="\n".join([lines[0], *changed, changed[7]]))
    (told,) = tables.changes
    assert told == (
        "orders.csv changed since it was locked: 3 new columns (state, channel, place); 1 missing column (level); "
        "`status` has a new value 'paused'; `order` is a key no longer"
    )
    assert told in tables.notes


def test_types_and_datasets_that_changed(tmp_path: Path) -> None:
    write_lock(opened(tmp_path, orders=ORDERS, people=PEOPLE).found)
    (tmp_path / "people.csv").rename(tmp_path / "members.csv")
    orders = ORDERS.replace("paid", "1").replace("open", "2")
    assert opened(tmp_path, orders=orders).changes == (
        "orders.csv changed since it was locked: `status` was text and is integer",
        "the datasets changed since they were locked: 'people' is gone; 'members' is new",
    )


def test_one_file_is_locked_and_compared_alone(tmp_path: Path) -> None:
    write_lock(opened(tmp_path, "orders.csv", orders=ORDERS, people=PEOPLE).found)
    assert opened(tmp_path, "orders.csv").changes == ()
    assert opened(tmp_path).changes == ("the datasets changed since they were locked: 'people' is new",)
    write_lock(opened(tmp_path, "people.csv").found)
    assert opened(tmp_path).changes == ()


def test_what_is_declared_is_no_change(tmp_path: Path) -> None:
    write_lock(opened(tmp_path, orders=ORDERS, people=PEOPLE).found)
    assert said(tmp_path, RELATION + "datasets:\n- {name: orders, primary_key: buyer}\n").changes == ()


def test_look_locks_and_checks(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "orders.csv").write_text(ORDERS, "utf-8")
    locked = cli("look", "orders.csv", "--lock")
    assert locked.code == 0 and locked.err.endswith("groundplan.lock: locked 1 of 1 datasets\n")
    assert cli("look", "orders.csv", "--check").code == 0
    (tmp_path / "orders.csv").write_text(ORDERS.replace("level", "grade"), "utf-8")
    told = "orders.csv changed since it was locked: 1 new column (grade); 1 missing column (level)"
    looked, checked = cli("look", "orders.csv"), cli("look", "orders.csv", "--check")
    assert (looked.code, looked.err) == (0, "") and "  - orders.csv changed since it was locked" in looked.out
    assert (checked.code, checked.err) == (1, f"error: {told}\n")
    assert f"Note: {told}" in cli("ask", "total amount", "orders.csv", "--out", "run").out
