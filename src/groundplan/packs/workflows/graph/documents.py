"""A file that holds a workflow graph, for `groundplan check`."""

from __future__ import annotations

import re

from groundplan.pack import Checked

_BEGUN = re.compile(r"[\"']?\b(?:nodes|edges|States|StartAt|document)\b[\"']?\s*:")


def checked(text: str, model: str | None) -> Checked | None:
    """What is wrong with the graph in a text; None where it holds none."""
    if not _BEGUN.search(text):  # whatever it is, it costs nothing more to know that
        return None
    from groundplan.packs.workflows.graph.contract import Constraints
    from groundplan.packs.workflows.graph.reading import read

    found = read(text, Constraints(model=model))
    if not found.dialect:
        return Checked("a graph that cannot be read", found.errors)
    count = f"{len(found.graph.nodes)} nodes, {len(list(found.graph.links()))} edges"
    return Checked(f"a workflow graph ({found.dialect}): {count}", found.errors, found.warnings)
