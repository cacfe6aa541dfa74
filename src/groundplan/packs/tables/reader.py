"""Questions over tables as this pack reads them: with its rows to try conditions on."""

from __future__ import annotations

from functools import partial

from groundplan.packs.tables.meeting import meeting
from groundplan.reading import over_tables

BLANKS = over_tables.Blanks(meeting)
OverTables = partial(over_tables.OverTables, BLANKS)
blank = BLANKS.over
