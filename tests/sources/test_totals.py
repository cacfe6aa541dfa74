"""Rows that sum up others are left out and counted, and nothing else is."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from files_seen import Look, seen

LEFT_OUT = {
    "a sum below": ("shop,sold\nA,3\nB,4\nC,5\nTotal,12\n", 3, 1, "the last row, 'Total', sums up the rows above it"),
    "a sum above": ("shop,sold\nTotal,12\nA,3\nB,4\nC,5\n", 3, 1, "row 1, 'Total', sums up others"),
    "a mean below": ("shop,sold\nA,3\nB,4\nC,5\nAverage,4\n", 3, 1, "'Average'"),
    "sums of groups and of all": (
        "area,shop,sold\nN,A,3\nN,B,4\nN total,,7\nS,C,5\nS,D,6\nS total,,11\nGrand total,,18\n",
        4, 3, "3 rows, such as 'N total', sum up others",
    ),
    "in German": ("Laden;Menge\nA;3\nB;4\nC;5\nSumme;12\n", 3, 1, "'Summe'"),
    "in Russian": ("магазин,продажи\nА,3\nБ,4\nВ,5\nИтого,12\n", 3, 1, "'Итого'"),
    "in French, with decimal commas": ("magasin;ventes\nA;3,5\nB;4,5\nC;5,0\nTotal général;13,0\n", 3, 1, "général"),
    "as people write amounts": ('shop,sold\nA,"$1,200"\nB,"$2,300"\nC,$500\nTotal,"$4,000"\n', 3, 1, "'Total'"),
    "without a word": ("shop,sold,cost\nA,1300,210\nB,1400,330\nC,1500,440\n,4200,980\n", 3, 1, "sums up the rows"),
    "rounded": ("shop,sold\nA,33.34\nB,33.33\nC,33.33\nTotal,100\n", 3, 1, "'Total'"),
}  # fmt: skip
KEPT = {
    "a sum that does not add up": "shop,sold\nA,3\nB,4\nC,5\nTotal,99\n",
    "names that begin as sums do": "shop,sold\nAll Saints,3\nTotally Tea,4\nMedia,5\nSum 41,12\n",
    "a total among the labels of a category": "kind,sold\nMedia,3\nAll,4\nMean,5\nOther,7\n",
    "a last row that is large": "shop,sold\nA,3\nB,4\nC,5\nD,12\n",
    "small numbers that add up by chance": "shop,rank,floor\nA,1,2\nB,2,1\nC,3,3\nD,6,6\n",
    "two rows, one the double": "shop,sold\nA,3\nB,3\n",
    "a column of totals": "shop,jan,feb,total\nA,1,2,3\nB,4,5,9\nC,2,2,4\n",
}


@pytest.mark.parametrize("case", LEFT_OUT)
def test_a_row_that_sums_up_others_is_left_out_and_told(look: Look, case: str) -> None:
    text, rows, sums, told = LEFT_OUT[case]
    found = look("a.csv", text)
    assert len(found.rows) == rows
    assert found.left_out == {"total": sums}
    assert any(told in note and "left out" in note for note in found.notes)


@pytest.mark.parametrize("case", KEPT)
def test_a_row_that_may_be_data_stays(look: Look, case: str) -> None:
    text = KEPT[case]
    found = look("a.csv", text)
    assert len(found.rows) == text.count("\n") - 1
    assert "total" not in found.left_out


SHOPS = st.lists(
    st.tuples(st.sampled_from(["North", "South", "West"]), st.integers(100, 9_999), st.integers(1_000, 99_999)),
    min_size=4, max_size=25,
)  # fmt: skip


@given(SHOPS, st.sampled_from(["", "Total", "Grand total", "Sum", "Всего"]), st.booleans())
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_sums_that_were_added_are_left_out_and_nothing_else_is(
    shops: list[tuple[str, int, int]], label: str, groups: bool
) -> None:
    body = sorted(shops)
    lines = []
    for at, (area, units, amount) in enumerate(body):
        lines.append(f"{area},shop {at},{units},{amount}")
        last = at + 1 == len(body) or body[at + 1][0] != area
        if label and groups and last:
            own = [row for row in body if row[0] == area]
            lines.append(f"{area} total,,{sum(row[1] for row in own)},{sum(row[2] for row in own)}")
    added = len(lines) - len(body)
    if label:
        lines.append(f"{label},,{sum(row[1] for row in body)},{sum(row[2] for row in body)}")
        added += 1
    with tempfile.TemporaryDirectory() as folder:
        found = seen(Path(folder), "a.csv", "area,shop,units,amount\n" + "\n".join(lines) + "\n")
    assert sum(len(rows) for rows in found.tables.values()) >= len(body)
    assert found.left_out.get("total", 0) == added
    lines_read = max(found.tables.values(), key=len)
    assert len(lines_read) == len(body)
