"""The model in words, as a prompt shows it."""

from __future__ import annotations

from ferries import MODEL

from groundplan.contracts.source_model import Dataset, Field, SourceModel
from groundplan.reading.modelled.sheet import sheet

VALUES = {("sailings", "weather"): ("calm", "rough"), ("ports", "island"): tuple("abcdefg")}


def test_the_whole_sheet() -> None:
    assert (
        sheet(MODEL, VALUES)
        == """\
sailings: a row is sailing; main time departed
- id: integer key
- arrived: datetime time
- departed: datetime time, 2023-01-02 to 2024-05-30
- ferry_id: integer key
- from_id: integer key
- to_id: integer key
- delay: integer measure minutes, -10 to 240
- fare income: number measure EUR, 0 to 9000.5
- weather: text category, also sea, calm | rough
- cancelled: boolean flag
- ferry -> one row of ferries
- origin -> one row of ports
- destination -> one row of ports
- late: true where delay > 15
ferries: called by name
- id: integer key
- name: text name
- seats: integer measure
- built: date time
- size: text category, small < large
- fuel: text category, d = diesel | e = electric
- decks: list of parts, each with a `value`
- sailings -> rows of sailings
ports: called by name
- id: integer key
- name: text name
- island: text category, a | b | c | d | e | ...
- sailings_out -> rows of sailings
- sailings_in -> rows of sailings"""
    )


def test_it_is_short() -> None:
    """Twenty fields with all that is known of them: about 300 tokens, of four characters each."""
    assert 200 < len(sheet(MODEL, VALUES)) // 4 < 320


def test_many_fields_are_told_without_their_values() -> None:
    fields = tuple(Field(name=f"f{n}", type="text", role="category") for n in range(80))
    wide = SourceModel(datasets=(Dataset(name="wide", fields=fields),))
    assert sheet(wide, {("wide", "f0"): ("a", "b")}).splitlines()[:2] == ["wide:", "- f0: text category"]


def test_nothing_is_called_so() -> None:
    assert sheet(SourceModel()) == "none"
