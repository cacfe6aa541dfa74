"""What the steps of a query do to frames: names of columns are the texts of what stands in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from groundplan.query.results import save_dataframe
from groundplan.query.tools.groups import along, group, keep_first, present
from groundplan.query.tools.rows import add_values, attach, follow, keep_where, once, rows_of, split_parts

IMPLEMENTATIONS: Mapping[str, Callable[..., Any]] = {
    tool.__name__: tool
    for tool in (
        # the order of tools.yaml
        save_dataframe,
        rows_of,
        follow,
        split_parts,
        add_values,
        keep_where,
        once,
        attach,
        group,
        along,
        keep_first,
        present,
    )
}
