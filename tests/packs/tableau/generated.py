"""Queries by chance: some with SQL of their own beside them, some spoiled in one place."""

from __future__ import annotations

import json
from random import Random
from typing import Any

DIMENSIONS = {
    "Region": '"Region"',
    "Segment": '"Segment"',
    "Category": '"Category"',
    "Sub-Category": '"Sub-Category"',
    "Ship Mode": '"Ship Mode"',
    "City": '"City"',
    "Order ID": '"Order ID"',
    "Order Size": """case when "Sales" >= 1000 then 'Large' else 'Small' end""",
}
DATES = ("Order Date", "Ship Date")
PARTS = {
    "YEAR": "year({0})",
    "QUARTER": "quarter({0})",
    "MONTH": "month({0})",
    "DAY": "day({0})",
    "TRUNC_YEAR": "date_trunc('year', {0})::date",
    "TRUNC_QUARTER": "date_trunc('quarter', {0})::date",
    "TRUNC_MONTH": "date_trunc('month', {0})::date",
    "TRUNC_DAY": "{0}::date",
}
MEASURES = {
    "Sales": '"Sales"',
    "Profit": '"Profit"',
    "Quantity": '"Quantity"',
    "Discount": '"Discount"',
    "Days to Ship": '("Ship Date" - "Order Date")',
}
FUNCTIONS = {
    "SUM": "sum({0})",
    "AVG": "avg({0})",
    "MEDIAN": "median({0})",
    "COUNT": "count({0})",
    "COUNTD": "count(distinct {0})",
    "MIN": "min({0})",
    "MAX": "max({0})",
    "STDEV": "stddev_samp({0})",
    "VAR": "var_samp({0})",
}
VALUES = {
    "Region": ("West", "East", "South", "Central"),
    "Segment": ("Consumer", "Corporate", "Home Office"),
    "Category": ("Furniture", "Technology", "Office Supplies"),
    "Ship Mode": ("First Class", "Same Day"),
    "City": ("Tampa", "Boston", "Denver", "Mobile"),
}
FORMULAS = {
    "SUM([Profit]) / SUM([Sales])": 'sum("Profit") / nullif(sum("Sales"), 0)',
    "AVG(ZN([Discount]))": 'avg(coalesce("Discount", 0))',
    "COUNTD(IF [Sales] > 500 THEN [Order ID] END)": 'count(distinct case when "Sales" > 500 then "Order ID" end)',
    "SUM([Sales]) - MIN({ FIXED : SUM([Profit]) })": 'sum("Sales") - (select sum("Profit") from o)',
    "MAX(LEN([City])) + MIN(DATEDIFF('month', [Order Date], #2025-01-01#))": """max(length("City"))
        + min(date_diff('month', "Order Date", date '2025-01-01'))""",
    "AVG(CASE [Segment] WHEN 'Consumer' THEN 1 ELSE 0 END)": """avg(case when "Segment" = 'Consumer'
        then 1 else 0 end)""",
}


def query(chance: Random) -> tuple[dict[str, Any], str]:
    """A query that can be answered, and the same in SQL."""
    fields: list[dict[str, Any]] = []
    keys: list[str] = []
    listed: list[str] = []
    for name in chance.sample(list(DIMENSIONS), chance.randint(0, 2)):
        fields.append({"fieldCaption": name})
        listed.append(DIMENSIONS[name])
        keys.append(DIMENSIONS[name])
    if chance.random() < 0.4:
        name, part = chance.choice(DATES), chance.choice(list(PARTS))
        fields.append({"fieldCaption": name, "function": part})
        listed.append(PARTS[part].format(f'"{name}"'))
        keys.append(listed[-1])
    if chance.random() < 0.1:
        size = chance.choice((1, 50, 1000))
        fields.append({"fieldCaption": "Profit", "binSize": size, "fieldAlias": "step"})
        listed.append(f'floor("Profit" / {size}) * {size}')
        keys.append(listed[-1])
    for name, function in {
        (chance.choice(list(MEASURES)), chance.choice(list(FUNCTIONS))) for _ in range(chance.randint(1, 3))
    }:
        fields.append({"fieldCaption": name, "function": function})
        listed.append(FUNCTIONS[function].format(MEASURES[name]))
    if chance.random() < 0.3:
        formula = chance.choice(list(FORMULAS))
        fields.append({"fieldCaption": "made", "calculation": formula})
        listed.append(FORMULAS[formula])
    order = chance.sample(range(len(fields)), len(fields))
    fields, listed = [fields[place] for place in order], [listed[place] for place in order]
    filters, where, having = _filters(chance)
    sql = f"select {', '.join(listed)} from o"
    sql += f" where {' and '.join(where)}" if where else ""
    sql += f" group by {', '.join(keys)}" if keys else ""
    sql += f" having {' and '.join(having)}" if having else ""
    made: dict[str, Any] = {"fields": fields}
    if filters or chance.random() < 0.5:
        made["filters"] = filters
    return made, sql


def _filters(chance: Random) -> tuple[list[dict[str, Any]], list[str], list[str]]:
    """The members that are ranked or tested see rows that context filters keep."""
    filters: list[dict[str, Any]] = []
    early: list[str] = []
    late: list[str] = []
    having: list[str] = []
    for name in chance.sample(list(VALUES), chance.choice((0, 0, 1, 1, 2))):
        values = chance.sample(VALUES[name], chance.randint(1, len(VALUES[name]) - 1))
        exclude, context = chance.random() < 0.3, chance.random() < 0.3
        filters.append(
            {
                "field": {"fieldCaption": name},
                "filterType": "SET",
                "values": values,
                "exclude": exclude,
                "context": context,
            }
        )
        quoted = ", ".join(f"'{value}'" for value in values)
        (early if context else late).append(f'"{name}" {"not in" if exclude else "in"} ({quoted})')
    if chance.random() < 0.3:
        low = chance.choice((-50, 0, 10, 200.5))
        filters.append(
            {
                "field": {"fieldCaption": "Profit"},
                "filterType": "QUANTITATIVE_NUMERICAL",
                "quantitativeFilterType": "MIN",
                "min": low,
            }
        )
        late.append(f'"Profit" >= {low}')
    if chance.random() < 0.3:
        year = chance.randint(2021, 2024)
        filters.append(
            {
                "field": {"fieldCaption": "Order Date"},
                "filterType": "QUANTITATIVE_DATE",
                "quantitativeFilterType": "RANGE",
                "minDate": f"{year}-02-01",
                "maxDate": f"{year + 1}-01-31",
            }
        )
        late.append(f"""date_trunc('day', "Order Date") between '{year}-02-01' and '{year + 1}-01-31'""")
    if chance.random() < 0.25:
        letter = chance.choice("aeo")
        filters.append({"field": {"fieldCaption": "Product Name"}, "filterType": "MATCH", "contains": letter})
        late.append(f"\"Product Name\" ilike '%{letter}%'")
    if chance.random() < 0.25:
        many, down = chance.randint(1, 6), chance.random() < 0.7
        filters.append(
            {
                "field": {"fieldCaption": "Customer Name"},
                "filterType": "TOP",
                "howMany": many,
                "direction": "TOP" if down else "BOTTOM",
                "fieldToMeasure": {"fieldCaption": "Sales", "function": "SUM"},
            }
        )
        kept = f" where {' and '.join(early)}" if early else ""
        late.append(f"""\"Customer Name" in (select "Customer Name" from o{kept} group by 1
            order by sum("Sales") {"desc" if down else "asc"} limit {many})""")
    if chance.random() < 0.2:
        low = chance.choice((100, 5000, 40000))
        filters.append(
            {
                "field": {"fieldCaption": "Sales", "function": "SUM"},
                "filterType": "QUANTITATIVE_NUMERICAL",
                "quantitativeFilterType": "MIN",
                "min": low,
            }
        )
        having.append(f'sum("Sales") >= {low}')
    chance.shuffle(filters)
    return filters, [*early, *late], having


def free_of_levels(query: dict[str, Any]) -> bool:
    """Whether no level of detail stands in it, which context filters would change."""
    return "FIXED" not in json.dumps(query) or not any(one.get("context") for one in query.get("filters", ()))


JUNK = (
    None,
    True,
    -1,
    0,
    10**30,
    1.5,
    "",
    "Sales",
    "SUM",
    "[",
    "{",
    "SUM([Sales",
    [],
    {},
    [None],
    {"fieldCaption": "Sales"},
    "\u0000",
    "DROP TABLE o",
    "'; --",
    {"calculation": "1/0"},
    "2024-13-45",
    "RUNNING_SUM(SUM([Sales]))",
    "{ FIXED [Region] : [Sales] }",
    "DATEADD('month', 999999999, [Order Date])",
    "INT('x') + LOG(-1) ^ 9999",
)


def spoiled(query: dict[str, Any], chance: Random) -> Any:
    """One place of it is something else, is missing, or has something beside it."""
    made = json.loads(json.dumps(query))
    for _ in range(chance.randint(1, 2)):
        held = made
        while isinstance(held, dict | list) and held:
            key = chance.choice(list(held) if isinstance(held, dict) else range(len(held)))
            inner = held[key]
            if isinstance(inner, dict | list) and inner and chance.random() < 0.8:
                held = inner
                continue
            what = chance.random()
            if what < 0.6:
                held[key] = chance.choice(JUNK)
            elif what < 0.8 and isinstance(held, dict):
                held[chance.choice(("function", "calculation", "binSize", "values", "context", "min", "Min", "x"))] = (
                    chance.choice(JUNK)
                )
            else:
                del held[key]
            break
    return made
