"""What can be wrong only with a plan over tables: its figures or its rows are not those the question asks for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from groundplan.contracts import Brief, Finding, Plan, Step
from groundplan.packs.tables.bind import bind
from groundplan.query.form import alternatives

_FIGURES = {
    "aggregate": ("metrics", "agg_func", "group_by", "time_column", "grain", "across", "figures"),
    "average_per": ("per", "metrics", "agg_func", "group_by", "time_column", "grain", "figures"),
    "share_of_rows": ("where", "match", "metric", "agg_func", "group_by", "time_column", "grain"),
}
"""What decides the figures of a tool."""
_KEPT = {
    "best_groups": ("group", "metric", "agg_func", "figures", "order", "n", "first", "percent"),
    "filter_groups": ("op", "value"),
    "top_n": ("order", "n", "first", "within", "percent"),
    "sort_rows": ("order",),
}
"""What decides which rows a tool keeps, or in which order."""
_UNSAID = {"first": 1, "percent": False}


def wrong_figure(plan: Plan, brief: Brief) -> Iterator[Finding]:
    """tables/wrong-figure: an aggregate computes another metric, grouping or grain than the question asks for.

    Why it matters: the answer would be right about a question nobody asked.

    Instead: keep `metrics`, `agg_func`, `figures`, `group_by`, `grain` and `across`, `where` of a share of rows, and
    `per` of an average, as the requirements have them.
    """
    if not brief.asked:
        return
    for tool, names in _FIGURES.items():
        for expected in bind(tool, brief):
            for step in (s for s in plan.steps if s.tool == tool):
                for name in names:
                    given, asked = _part(step.args, name), _part(expected, name)
                    if not _same(given, asked):
                        yield _finding("tables/wrong-figure", step.id, name, given, asked)
    if not bind("share_of_rows", brief):
        yield from (_no_part(step.id) for step in plan.steps if step.tool == "share_of_rows")
    yield from _wrong_average(plan, brief)


def wrong_rows(plan: Plan, brief: Brief) -> Iterator[Finding]:
    """tables/wrong-rows: rows or groups are kept by another condition, order or number than the question asks for.

    Why it matters: each figure would be right, and be about other rows than those asked about.

    Instead: keep `where` and `match` of a filter, `op` and `value` of a condition on groups, `order`, `n`, `first`,
    `percent` and `within` of a ranking, `group`, `metric` and `agg_func` of the best groups as the requirements have
    them.
    """
    if not brief.asked:
        return
    for tool, names in _KEPT.items():
        for expected in bind(tool, brief):
            for step in (s for s in plan.steps if s.tool == tool):
                for name in names:
                    given, asked = (args.get(name, _UNSAID.get(name)) for args in (step.args, expected))
                    if not _same(given, asked):
                        yield _finding("tables/wrong-rows", step.id, name, given, asked)
    yield from _wrong_filters(plan, brief)
    yield from (_no_hundredth(step) for step in plan.steps if step.tool in _KEPT and not _hundredth(step.args))


def nothing_to_rank(plan: Plan, brief: Brief) -> Iterator[Finding]:
    """tables/nothing-to-rank: the best is asked for, and one figure over everything is all there is.

    Why it matters: "which month was best" would be answered with the total of all months.

    Instead: group by what is to be ranked.
    """
    asked = [r for r in brief.requirements if r.kind == "limit" or r.id == "analysis.rank"]
    totals = [s for s in plan.steps if s.tool in _FIGURES and not s.args.get("group_by")]
    if asked and totals:
        message = "a ranking is asked for, and nothing is named that could be ranked"
        help = 'say what to rank, such as "top 3 regions by revenue"'
        yield Finding(code="tables/nothing-to-rank", step=totals[0].id, message=message, help=help)


def _wrong_filters(plan: Plan, brief: Brief) -> Iterator[Finding]:
    """Filters may be split over several steps, as long as these keep all that the question says and no more.

    Alternatives stand in one step: a second step would limit them all.
    """
    steps = [s for s in plan.steps if s.tool == "filter_rows"]
    for expected in bind("filter_rows", brief) if steps else ():
        where = [test for step in steps for test in _list(step.args.get("where"))]
        either, given = _parts(expected), _parts({"where": where, "match": expected["match"]})
        torn = len(either) > 1 and (len(steps) > 1 or given != either)
        if torn or not _same(where, expected["where"]):
            yield _finding("tables/wrong-rows", steps[0].id, "where", where, expected["where"])
        for step in steps:
            match = step.args.get("match", "all")
            if len(_list(step.args.get("where"))) > 1 and match != expected["match"]:
                yield _finding("tables/wrong-rows", step.id, "match", match, expected["match"])


def _wrong_average(plan: Plan, brief: Brief) -> Iterator[Finding]:
    """Figures that are averaged over nothing where they should be, and over something where nobody asks for it."""
    asked = [r.value for r in brief.requirements if r.kind == "per"]
    plain, averaged = ([s for s in plan.steps if s.tool == tool] for tool in ("aggregate", "average_per"))
    for step in plain if asked else averaged:
        said = f"the question asks for the average per {asked[0]!r}" if asked else "the question asks for no average"
        message = f"{step.tool} gives a figure {'over all rows' if asked else 'averaged over others'}, and {said}"
        help = f"use {'average_per' if asked else 'aggregate'}"
        yield Finding(code="tables/wrong-figure", step=step.id, message=message, help=help)


def _hundredth(args: Mapping[str, Any]) -> bool:
    """Whether a part of a hundred, where one is taken, is one, and begins at the first row."""
    n, first = args.get("n"), args.get("first", 1)
    return not args.get("percent") or (isinstance(n, int) and 1 <= n <= 100 and first == 1)


def _no_hundredth(step: Step) -> Finding:
    message = f"{step.args.get('n')} % from place {step.args.get('first', 1)} on is no part of the rows"
    help = "take 1 to 100 per cent from the first place on, or a number of rows"
    return Finding(code="tables/wrong-rows", step=step.id, message=message, help=help)


def _no_part(step: str) -> Finding:
    message = "share_of_rows takes a part of the rows, and the question names none"
    help = "use aggregate, and share_of_total where shares of groups are asked for"
    return Finding(code="tables/wrong-figure", step=step, message=message, help=help)


def _parts(args: Mapping[str, Any]) -> list[list[str]]:
    """The alternatives of a filter, in an order of their own: conditions may be swapped within one, not between."""
    tests = [test for test in _list(args.get("where")) if isinstance(test, Mapping)]
    usual = "or" if args.get("match") == "any" else "and"
    bare = [_key({name: test.get(name) for name in ("column", "op", "value", "part", "other")}) for test in tests]
    return sorted(sorted(part) for part in alternatives(bare, [test.get("join") or usual for test in tests]))


def _part(args: Mapping[str, Any], name: str) -> Any:
    """An argument; functions in the order of the metrics they belong to, so that a swap is a difference."""
    if name == "where" and any(isinstance(test, Mapping) and test.get("join") for test in _list(args.get(name))):
        return _parts(args)
    metrics, functions = args.get("metrics"), args.get("agg_func")
    if name == "agg_func" and isinstance(metrics, list) and len(metrics) == len(_list(functions)) > 1:
        return [f"{function} {metric}" for metric, function in zip(metrics, _list(functions), strict=True)]
    return args.get(name)


def _same(given: Any, expected: Any) -> bool:
    if isinstance(given, (list, tuple)) and isinstance(expected, (list, tuple)):
        return len(given) == len(expected) and sorted(given, key=_key) == sorted(expected, key=_key)
    return bool(given == expected)


def _key(value: Any) -> str:
    return json.dumps(value, sort_keys=True, default=str)


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (list, tuple)) else []


def _finding(code: str, step: str, name: str, given: Any, expected: Any) -> Finding:
    message = f"{name} is {given!r}, the question asks for {expected!r}"
    return Finding(code=code, step=step, message=message, help=f"keep {name} as the question has it")


CHECKS = (wrong_figure, wrong_rows, nothing_to_rank)
