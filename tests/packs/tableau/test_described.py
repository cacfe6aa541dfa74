"""Descriptions of sources: what a .tds says, packed files, joins, files alone, and what is refused."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from rows import asked

from conftest import SHOP
from groundplan.errors import SourceError
from groundplan.packs.tableau.described.opened import Opened, open_sources
from groundplan.packs.tableau.described.tableau_file import read_tableau
from workbooks import workbook

JOINED = """<?xml version='1.0' encoding='utf-8' ?>
<workbook><datasources>
<datasource name='Parameters'><column caption='Kind' datatype='string' name='[Parameter 1]' param-domain-type='list'
 value='&quot;b&quot;'><members><member value='&quot;a&quot;'/>
 <member value='&quot;b&quot;'/></members></column></datasource>
<datasource caption='Rides' name='federated.1'>
<connection class='federated'><named-connections>
 <named-connection name='c.1'><connection class='textscan' directory='.' filename='rides.csv'/></named-connection>
 <named-connection name='c.2'><connection class='textscan' directory='.' filename='stops.csv'/></named-connection>
</named-connections>
<_.fcp.ObjectModelEncapsulateLegacy.false...relation name='old' type='table'/>
<_.fcp.ObjectModelEncapsulateLegacy.true...relation join='left' type='join'>
 <clause type='join'><expression op='='><expression op='[rides.csv].[stop]'/>
  <expression op='[stops.csv].[id]'/></expression></clause>
 <relation connection='c.1' name='rides.csv' type='table'/><relation connection='c.2' name='stops.csv' type='table'/>
</_.fcp.ObjectModelEncapsulateLegacy.true...relation>
<cols><map key='[ride]' value='[rides.csv].[ride]'/><map key='[day]' value='[rides.csv].[day]'/>
 <map key='[km]' value='[rides.csv].[km]'/><map key='[town]' value='[stops.csv].[town]'/></cols></connection>
<column caption='Ride' datatype='string' name='[ride]' role='dimension' type='nominal'/>
<column caption='Day' datatype='date' name='[day]' role='dimension' type='ordinal'/>
<column aggregation='Avg' caption='Kilometres' datatype='real' name='[km]' role='measure' type='quantitative'/>
<column caption='Town' datatype='string' name='[town]' role='dimension' type='nominal'>
 <aliases><alias key='&quot;B&quot;' value='Bern'/><alias key='%null%' value='nowhere'/></aliases></column>
<column caption='Gone' datatype='string' name='[gone]' role='dimension' type='nominal'/>
<date-options start-of-week='monday' fiscal-year-start='april'/>
</datasource></datasources></workbook>"""


@pytest.fixture
def rides(tmp_path: Path) -> Path:
    (tmp_path / "rides.twb").write_text(JOINED, "utf-8")
    (tmp_path / "rides.csv").write_text(
        "ride,stop,day,km\n007,1,3/31/2024,2.5\n008,2,4/1/2024,x\n009,9,4/1/2024,4\n", "utf-8"
    )
    (tmp_path / "stops.csv").write_text("id,town\n1,B\n2,Z\n", "utf-8")
    return tmp_path


def _opened(path: Path, keep: Callable[[Opened], None], data: dict[str, str] | None = None) -> Opened:
    source = open_sources(str(path), path.parent / "cache", data)[0]
    keep(source)
    return source


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> Callable[[Opened], None]:
    return lambda source: request.addfinalizer(source.close)


def test_a_tds_says_what_its_fields_are(shop: Opened) -> None:
    held = {one.caption: one for one in shop.description.fields}
    assert (
        held["Discount"].aggregation == "AVG" and held["Sales"].role == "MEASURE" and held["City"].role == "DIMENSION"
    )
    assert held["Row ID"].hidden and held["Order Size"].formula.startswith("IF [Sales]")
    assert held["Manufacturer"].group and held["Manufacturer"].group.of == "Product Name"
    assert held["Profit (bin)"].bin and held["Profit (bin)"].bin.parameter == "Parameter 2"
    assert [(one.member, one.value) for one in held["Returned"].aliases] == [("Yes", "Came back")]
    assert shop.description.hierarchies[0] == ("Location", ("Region", "State/Province", "City"))
    assert [one.value for one in shop.description.parameters] == [5, 200, 1000]
    assert [(one.first_unique, one.second_unique) for one in shop.description.relationships] == [(False, True)] * 2


def test_a_join_its_aliases_its_calendar_and_what_is_lost(rides: Path, keep: Callable[[Opened], None]) -> None:
    source = _opened(rides / "rides.twb", keep)
    assert source.description.name == "Rides" and source.description.week_start == 1
    rows = asked(
        source, {"fields": [{"fieldCaption": "Ride"}, {"fieldCaption": "Town"}, {"fieldCaption": "Kilometres"}]}
    ).rows
    assert sorted(rows) == [("007", "Bern", 2.5), ("008", "Z", None), ("009", "nowhere", 4.0)]
    year = {"fieldCaption": "Day", "function": "YEAR"}
    assert asked(source, {"fields": [{"fieldCaption": "Ride"}, year]}).rows[0] == ("007", 2024)
    assert asked(source, {"fields": [{"fieldCaption": "Ride"}, year]}).rows[1] == ("008", 2025)
    notes = " ".join(source.description.notes)
    assert "1 cells of 'Kilometres' are no real" in notes and "field 'Gone' is left out" in notes
    assert source.description.parameter("Kind").kind == "LIST"  # type: ignore[union-attr]


@pytest.mark.parametrize("ending", [".twbx", ".tdsx"])
def test_packed_files_carry_their_data(rides: Path, keep: Callable[[Opened], None], ending: str) -> None:
    inner = "rides.twb" if ending == ".twbx" else "rides.tds"
    text = JOINED if ending == ".twbx" else JOINED[JOINED.index("<datasource caption") : JOINED.index("</datasources>")]
    with zipfile.ZipFile(rides / f"packed{ending}", "w") as packed:
        packed.writestr(inner, text)
        for name in ("rides.csv", "stops.csv"):
            packed.write(rides / name, name)
    for name in ("rides.csv", "stops.csv"):
        (rides / name).unlink()
    source = _opened(rides / f"packed{ending}", keep)
    assert asked(source, {"fields": [{"fieldCaption": "Kilometres", "function": "SUM"}]}).rows == [(6.5,)]


def test_files_may_be_given_for_tables(rides: Path, keep: Callable[[Opened], None]) -> None:
    (rides / "rides.csv").rename(rides / "other.csv")
    source = _opened(rides / "rides.twb", keep, {"rides.csv": str(rides / "other.csv")})
    assert asked(source, {"fields": [{"fieldCaption": "Ride", "function": "COUNT"}]}).rows == [(3,)]


def test_a_file_elsewhere_is_not_read_unless_it_is_given(rides: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    elsewhere = tmp_path_factory.mktemp("elsewhere") / "rides.csv"
    (rides / "rides.csv").rename(elsewhere)
    text = JOINED.replace("directory='.' filename='rides.csv'", f"directory='{elsewhere.parent}' filename='rides.csv'")
    (rides / "rides.twb").write_text(text, "utf-8")
    with pytest.raises(SourceError, match="not all have a file"):
        open_sources(str(rides / "rides.twb"), rides / "cache")
    open_sources(str(rides / "rides.twb"), rides / "cache", {"rides.csv": str(elsewhere)})[0].close()


def test_sheets_of_a_workbook_are_tables(keep: Callable[[Opened], None], tmp_path: Path) -> None:
    lines = [["order", "customer", "amount"], *([n, n % 3 + 1, 10.5 * n] for n in range(1, 13))]
    people = [["customer", "town"], [1, "Bern"], [2, "Basel"], [3, "Chur"]]
    source = open_sources(str(workbook(tmp_path / "two.xlsx", {"orders": lines, "customers": people})), tmp_path)[0]
    keep(source)
    assert len(source.description.relationships) == 1
    town = asked(source, {"fields": [{"fieldCaption": "town"}, {"fieldCaption": "amount", "function": "SUM"}]}).rows
    assert town == [("Basel", 231.0), ("Bern", 315.0), ("Chur", 273.0)]


def test_files_alone_are_a_source(keep: Callable[[Opened], None], tmp_path: Path) -> None:
    source = open_sources(str(SHOP), tmp_path)[0]
    keep(source)
    held = {one.caption: one for one in source.description.fields}
    assert held["Sales"].role == "MEASURE" and held["Order Date"].type == "DATE" and held["City"].role == "DIMENSION"
    assert {"Region", "Region (people)"} <= set(held) and len(source.description.tables) == 3
    found = asked(
        source, {"fields": [{"fieldCaption": "Regional Manager"}, {"fieldCaption": "Sales", "function": "SUM"}]}
    )
    assert len(found.rows) == 4 and all(row[0] for row in found.rows)


def test_entities_are_refused(tmp_path: Path) -> None:
    bomb = "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'aaaa'>]><datasource name='&a;'/>"
    (tmp_path / "bad.tds").write_text(bomb, "utf-8")
    with pytest.raises(SourceError, match="declares entities"):
        read_tableau(tmp_path / "bad.tds", tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("a.tds", b"<datasource", "is no XML"),
        ("a.twb", b"<workbook/>", "holds no data source"),
        ("a.twbx", b"no zip", "cannot be unpacked"),
    ],
)
def test_what_is_no_source_is_told(tmp_path: Path, name: str, content: bytes, told: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match=told):
        open_sources(str(tmp_path / name), tmp_path)
