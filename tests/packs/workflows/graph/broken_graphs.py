"""Graphs that are broken in every way a draw can think of: the strategy of the tests, and a long run by hand.

`python tests/packs/workflows/graph/broken_graphs.py 50000` draws that many, and says what they came to.
"""

from __future__ import annotations

import copy
import json
import random
import sys
from collections import Counter
from typing import Any

from graphs_seen import FOREIGN, OURS, SERVERLESS, WELCOME
from hypothesis import strategies as st

JUNK: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    3.5,
    10**30,
    "",
    " ",
    "a",
    "x y",
    "$.a.b",
    "{{a}}",
    "{{#1.q#}}",
    "${ .a }",
    "{% $a %}",
    "unknown",
    "\ud800",
    "a/b~c",
    [],
    [[]],
    {},
    [None],
    [1, "a"],
    {"a": 1},
    {"id": "a"},
    {"$ref": 3},
    {"$ref": "a"},
    "true",
    "agent",
    "((((",
    "a" * 3000,
]
NAMES = [
    "id",
    "type",
    "nodes",
    "edges",
    "config",
    "mode",
    "source",
    "target",
    "from",
    "to",
    "routes",
    "condition",
    "entry_point",
    "entry_node",
    "executor_type",
    "dependencies",
    "metadata",
    "groundplan",
    "tool_calls",
    "States",
    "StartAt",
    "Next",
    "do",
    "connections",
    "data",
    "workflow",
    "graph",
    "llm_config",
    "fallback",
    "Type",
    "End",
    "parameters",
    "main",
    "then",
]
WHOLE: list[Any] = [*OURS.values(), WELCOME, *(value for value in FOREIGN.values() if not isinstance(value, str))]
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=8), st.sampled_from(JUNK)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=12,
)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place of a document but the whole."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, one in inner for found in ((*path, key), *places(one, (*path, key)))]


def broken(document: Any, choice: random.Random, times: int) -> Any:
    """A document with some of its parts put, dropped, doubled, swapped or renamed."""
    document = copy.deepcopy(document)
    for _ in range(times):
        paths = places(document)
        if not paths:
            break
        *way, last = choice.choice(paths)
        here = document
        for key in way:
            here = here[key]
        match choice.randrange(6):
            case 0:
                here[last] = copy.deepcopy(choice.choice(JUNK))
            case 1:
                del here[last]
            case 2 if isinstance(here, list):
                here.append(copy.deepcopy(here[last]))
            case 3 if isinstance(here, dict):
                here[choice.choice(NAMES)] = here.pop(last)
            case 4:
                *other, end = choice.choice(paths)
                there = document
                try:
                    for key in other:
                        there = there[key]
                    here[last] = copy.deepcopy(there[end])
                except (KeyError, IndexError, TypeError):
                    pass
            case _ if isinstance(here[last], str):
                here[last] = choice.choice([here[last][::-1], here[last].upper(), here[last] + "!", here[last][:1]])
    return document


@st.composite
def documents(draw: st.DrawFn) -> Any:
    """A broken example, or values of any kind under the names of graphs."""
    if draw(st.booleans()):
        return draw(st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=6))
    seed, times = draw(st.integers(0, 2**32)), draw(st.integers(1, 5))
    return broken(draw(st.sampled_from(WHOLE)), random.Random(seed), times)


def judged(document: Any, *, drawn: bool = True) -> str:
    """Reads, mends and reads again; what it came to. Every finding has its place and its words."""
    from groundplan.packs.workflows.graph import mermaid, read, svg
    from groundplan.packs.workflows.graph.contract import Fault

    found, mended = read(document), read(document, mend=True)
    for one in (*found.faults, *mended.faults):
        assert isinstance(one, Fault) and one.message and one.code
        assert one.at == "" or one.at.startswith("/"), one
        assert one.warning or one.help, one
    for graph in (found.graph, mended.graph) if drawn else ():
        mermaid(graph)
        svg(graph)
    return "sound" if not found.errors else "mended" if not mended.errors else "faulty"


def long_run(count: int, seed: int) -> None:
    choice = random.Random(seed)
    told: Counter[str] = Counter()
    for number in range(count):
        whole = [*WHOLE, SERVERLESS]
        document = choice.choice(whole)
        if isinstance(document, str) or number % 10 == 0:
            text = document if isinstance(document, str) else json.dumps(broken(document, choice, 1))
            at = choice.randrange(len(text))
            told[
                judged(
                    text[:at]
                    + choice.choice(["", "{", "}", '"', "x", "\n", ":", "- "])
                    + text[at + choice.randrange(3) :]
                )
            ] += 1
        else:
            told[judged(broken(document, choice, choice.randint(1, 6)), drawn=number % 10 == 1)] += 1
        if number % 5_000 == 4_999:
            print(number + 1, dict(told), flush=True)


if __name__ == "__main__":
    long_run(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 7)
