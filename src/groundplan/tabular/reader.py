"""Questions over tables, with their rows to try conditions on."""

from __future__ import annotations

from functools import partial

from groundplan.reading import over_tables
from groundplan.tabular.meeting import meeting

BLANKS = over_tables.Blanks(meeting)
OverTables = partial(over_tables.OverTables, BLANKS)
blank = BLANKS.over
