"""Python functions and plain lists of tools as catalogues."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, Literal

import pytest

from groundplan.errors import SourceError, StepError
from groundplan.packs.workflows.catalogue import claims, open_catalogue
from groundplan.packs.workflows.catalogue.functions import hold, reads


@dataclass
class Guest:
    """Somebody who stays."""

    name: str
    until: date
    nights: int = 1


@reads
def guests(floor: Literal["first", "second"], most: int = 5) -> list[Guest]:
    """Who stays on a floor.

    Args:
        floor: which one
        most (int): how many at most
    """
    return [Guest(f"Guest {n}", date(2025, 3, n), n) for n in range(1, most + 1)]


def wake(name: str, *, gently: bool = False, note: str | None = None) -> dict[str, Any]:
    """Wake a guest."""
    if name == "Bear":
        raise RuntimeError("it bites")
    return {"woken": name, "gently": gently}


def test_functions_are_operations(tmp_path: Path) -> None:
    catalogue = open_catalogue((hold(guests, wake),), tmp_path)
    found, woken = catalogue.operations["guests"], catalogue.operations["wake"]
    assert (found.told, found.writes, woken.writes) == ("Who stays on a floor.", False, True)
    assert found.params["floor"].choices == ("first", "second") and found.params["floor"].about == "which one"
    assert found.params["most"].about == "how many at most" and not found.params["most"].required
    assert found.returns.items and found.returns.items.fields["until"].format == "date"
    assert woken.arguments["note"].shape.nullable and not woken.arguments["gently"].required
    rows = catalogue.implementations["guests"](floor="first", most=3)
    assert rows[1] == {"name": "Guest 2", "until": "2025-03-02", "nights": 2}
    asked = {"of": "guests", "query": "guests: sum(nights) where until > 2025-03-01"}
    assert catalogue.implementations["select"](rows=rows, **asked)["value"] == 5
    assert catalogue.implementations["wake"](name="Ada", note=None)["woken"] == "Ada"
    with pytest.raises(StepError, match="wake failed: RuntimeError: it bites"):
        catalogue.implementations["wake"](name="Bear")


def test_functions_are_named_by_their_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "desk_functions.py").write_text(
        "def ring(times: int = 1) -> str:\n    return 'ring ' * times\n\ndef _own(): ...\n", "utf-8"
    )
    monkeypatch.syspath_prepend(tmp_path)
    for source in ("python:desk_functions:ring", "python:desk_functions"):
        assert claims(source) == 2
        catalogue = open_catalogue((source,), tmp_path)
        assert list(catalogue.operations) == ["ring"] and catalogue.implementations["ring"](times=2) == "ring ring "
    for wrong in ("python:desk_functions:gone", "python:no_such_module", "python:"):
        with pytest.raises(SourceError, match="write python:module:function"):
            open_catalogue((wrong,), tmp_path)


def test_a_list_of_tools_tells_what_there_is_and_does_nothing(tmp_path: Path) -> None:
    rooms = {"type": "array", "items": {"type": "object", "properties": {"seats": {"type": "integer"}}}}
    taken = {"seats": {"type": "integer"}, "day": {"type": "string", "format": "date"}}
    room = {"type": "object", "properties": {"room": {"type": "string"}}, "required": ["room"]}
    find = {"name": "find", "description": "Find a room.", "params": taken, "required": ["day"], "returns": rooms}
    call = {"name": "call", "description": "Call.", "parameters": {"properties": {"who": {"$ref": "#/gone"}}}}
    book = {"name": "book", "description": "Book a room.", "inputSchema": room}
    entries = [{**find, "writes": False}, book, {"type": "function", "function": call}]
    (tmp_path / "tools.json").write_text(json.dumps(entries), "utf-8")
    assert claims(str(tmp_path / "tools.json")) == 2
    catalogue = open_catalogue((str(tmp_path / "tools.json"),), tmp_path)
    find, book, call = catalogue.operations.values()
    assert (find.writes, book.writes, find.params["day"].required, book.params["room"].required) == (
        False,
        True,
        True,
        True,
    )
    assert find.returns.items and find.returns.items.fields["seats"].type == "integer"
    assert call.arguments["who"].shape.type == "any" and "#/gone" in catalogue.notes[0]
    with pytest.raises(StepError, match=r"tools\.json only lists find; give the document of its service"):
        catalogue.implementations["find"](day="2025-03-01")


def test_what_is_no_catalogue_is_not_claimed(tmp_path: Path) -> None:
    (tmp_path / "rows.json").write_text('[{"name": "Ada", "age": 7}]', "utf-8")
    (tmp_path / "notes.yaml").write_text("title: openapi and other words\n", "utf-8")
    assert [claims(str(tmp_path / name)) for name in ("rows.json", "notes.yaml", "gone.json")] == [0, 0, 0]
    assert claims("postgres://host/db") == 0
    (tmp_path / "late.json").write_text(json.dumps({"components": {}, "openapi": "3.1.0", "paths": {}}), "utf-8")
    assert claims(str(tmp_path / "late.json")) == 2
