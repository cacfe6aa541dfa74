"""Arbitrary plans for hypothesis: any text, any nesting, references that may lead nowhere."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from groundplan.contracts import Limits, Plan, Step
from groundplan.packs.tables import pack

HEADERS = ("goal", "pack", "limits", "style", "confidence", "satisfies", "because", "when", "after", "else", "priority")

texts = st.text(max_size=12) | st.sampled_from(
    [
        "",
        " ",
        ",",
        '"',
        "'",
        "\\",
        "\n",
        "\r\n",
        "\u2028",
        " = ",
        "a = b(c)",
        "$a.df",
        "$source.x",
        "выручка",
        "売上",
        "a, b",
    ]
)
ids = st.sampled_from(HEADERS) | st.from_regex(r"[a-z][a-z0-9_]{0,5}", fullmatch=True)
references = st.fixed_dictionaries(
    {"$ref": st.builds("{}.{}".format, ids, st.sampled_from(["df", "a b", "é", ""])) | texts}
)
scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts
values = st.recursive(
    scalars | references,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
params = sorted({name for tool in pack.planning.catalogue.tools.values() for name in (*tool.inputs, *tool.params)})


def steps(tools: st.SearchStrategy[str], names: st.SearchStrategy[str]) -> st.SearchStrategy[Step]:
    """Steps of these tools with arguments of these names and any value."""
    fields: dict[str, st.SearchStrategy[Any]] = {
        "id": ids,
        "tool": tools,
        "args": st.dictionaries(names, values, max_size=5),
        "needs": st.lists(ids | texts, max_size=2).map(tuple),
        "when": st.none() | texts,
        "satisfies": st.lists(
            st.sampled_from(["analysis.total", "group_by.region", "having.>="]) | texts, max_size=3
        ).map(tuple),
        "why": texts,
        "priority": st.integers(-9, 9),
        "fallback": st.none() | ids | texts,
    }
    return st.fixed_dictionaries(fields).map(lambda given: Step(**given))


def plans(tools: st.SearchStrategy[str] = texts, names: st.SearchStrategy[str] = texts) -> st.SearchStrategy[Plan]:
    """Plans of such steps; two steps may share a name."""
    return st.builds(
        Plan,
        goal=texts,
        pack=texts,
        steps=st.lists(steps(tools, names), max_size=4).map(tuple),
        limits=st.builds(Limits, steps=st.integers(0, 20), rows=st.integers(0, 20)) | st.just(Limits()),
        style=st.none() | texts,
        confidence=st.floats(0, 1),
    )


likely = plans(st.sampled_from([*pack.planning.catalogue.tools, "no_such_tool"]), st.sampled_from([*params, "where"]))
"""Plans of real tools with arguments of real names, and any value in them."""
