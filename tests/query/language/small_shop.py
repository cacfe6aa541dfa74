"""A tiny shop, a film list and a payroll, small enough to compute by hand what is asked of them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

from groundplan.contracts.source_model import Dataset, Field, Relation, SourceModel

TODAY = date(2024, 3, 5)


def field(name: str, kind: Any = "text", **more: Any) -> Field:
    return Field(name=name, type=kind, role="text", **more)


def dataset(name: str, *fields: Field, key: str = "", **more: Any) -> Dataset:
    return Dataset(name=name, fields=fields, primary_key=(key,) if key else (), **more)


def relation(many: str, column: str, one: str, other: str, path: str, back: str, **more: Any) -> Relation:
    return Relation(
        name=f"{many}_{path}", many=many, columns=(column,), one=one, others=(other,), path=path, back=back, **more
    )


def table(names: str, *rows: tuple[Any, ...]) -> list[dict[str, Any]]:
    return [dict(zip(names.split(), row, strict=True)) for row in rows]


MODEL = SourceModel(
    datasets=(
        dataset(
            "customers", field("id", "integer"), field("name"), field("also", separator="/"), field("region"),
            field("credit", "number"), field("joined", "date"), field("referrer_id", "integer"),
            key="id", name_field=("name",), aliases=("also",),
        ),
        dataset(
            "orders", field("id", "integer"), field("customer_id", "integer"), field("at", "datetime"),
            field("due", "date"), field("amount", "number"), field("paid", "boolean"), field("status"),
            field("tags", separator=";"), field("ship"), field("bill"),
            key="id", main_time="at", tests={"big": "amount >= 8"},
        ),
        dataset(
            "lines", field("id", "integer"), field("order_id", "integer"), field("product_id"),
            field("quantity", "integer"), key="id",
        ),
        dataset(
            "products", field("id"), field("name"), field("price", "number"), field("making", "integer", unit="min"),
            key="id", name_field=("name",),
        ),
        dataset("cities", field("code"), field("name"), field("people", "number"), key="code", name_field=("name",)),
        dataset(
            "titles", field("id", "integer"), field("title"), field("made", "integer"),
            field("director_ids", separator=","), field("genres", separator=";"), key="id", name_field=("title",),
        ),
        dataset(
            "people", field("id", "integer"), field("name"), field("age", "integer"), key="id", name_field=("name",),
        ),
        dataset("ratings", field("title_id", "integer"), field("score", "number")),
        dataset(
            "employees", field("id"), field("first"), field("last_name"), field("department"), field("left_on", "date"),
            key="id", name_field=("first", "last_name"), tests={"current": "missing(left_on)"},
        ),
        dataset("salaries", field("employee_id"), field("since", "date"), field("pay", "number"), main_time="since"),
    ),
    relations=(
        relation("orders", "customer_id", "customers", "id", "customer", "orders"),
        relation("customers", "referrer_id", "customers", "id", "referrer", "referred"),
        relation("orders", "ship", "cities", "code", "ship_city", "ships"),
        relation("orders", "bill", "cities", "code", "bill_city", "bills"),
        relation("lines", "order_id", "orders", "id", "order", "lines"),
        relation("lines", "product_id", "products", "id", "product", "lines"),
        relation("titles", "director_ids", "people", "id", "directors", "titles"),
        relation("ratings", "title_id", "titles", "id", "title", "rating", single=True),
        relation("salaries", "employee_id", "employees", "id", "employee", "salaries"),
    ),
)  # fmt: skip

ROWS: dict[str, list[dict[str, Any]]] = {
    "customers": table(
        "id name also region credit joined referrer_id",
        (1, "Ann", "Annie/Nan", "North", 10, date(2023, 1, 15), None),
        (2, "Bob", None, "South", 4, date(2023, 6, 30), 1),
        (3, "Cy", None, "North", None, None, 1),
        (4, "Dee", None, None, 6, date(2024, 2, 29), 9),
        (5, "Ann", None, "South", 0, date(2024, 3, 5), 2),
    ),
    "orders": table(
        "id customer_id at due amount paid status tags ship bill",
        (1, 1, datetime(2024, 1, 5, 9, 30), date(2024, 1, 10), 10, True, "sent", "gift;rush", "B", "P"),
        (2, 1, datetime(2024, 1, 20, 23, 59), date(2024, 1, 18), 4, False, "back", "gift", "B", "B"),
        (3, 2, datetime(2024, 2, 1), date(2024, 2, 6), 6, None, "sent", None, "P", None),
        (4, 2, None, None, 8, True, None, "rush; rush", "X", "P"),
        (5, 9, datetime(2024, 3, 5, 10), date(2024, 3, 5), None, False, "sent", "", "B", "P"),
        (6, None, datetime(2024, 3, 5, 10), date(2024, 3, 12), 2, True, "new", "gift", None, None),
        (7, 5, datetime(2023, 12, 31, 8, 15), date(2024, 1, 1), 20, True, "sent", None, "P", "P"),
    ),
    "lines": table(
        "id order_id product_id quantity",
        (1, 1, "p1", 2), (2, 1, "p2", 1), (3, 2, "p1", 1), (4, 3, "p3", 5), (5, 7, "p1", None), (6, 7, "p9", 3),
        (7, None, "p2", 4),
    ),
    "products": table(
        "id name price making",
        ("p1", "Cup", 3, 30), ("p2", "Mug", 3, 90), ("p3", "Pen", 1, None), ("p4", "Hat", None, 60),
    ),
    "cities": table("code name people", ("B", "Berlin", 4), ("P", "Paris", 2)),
    "titles": table(
        "id title made director_ids genres",
        (1, "Alpha", 2000, "10,11", "Drama;Comedy"), (2, "Beta", 2001, "11", "Drama"),
        (3, "Gamma", 2001, "12, 10", None), (4, "Delta", 2002, None, "Comedy; Comedy"),
    ),
    "people": table("id name age", (10, "Kim", 40), (11, "Lou", 50), (13, "Max", None)),
    "ratings": table("title_id score", (1, 8), (2, 6), (4, None)),
    "employees": table(
        "id first last_name department left_on",
        ("E1", "Zoe", "Ash", "A", None), ("E2", "Yan", None, "A", date(2024, 1, 31)), ("E3", None, None, "B", None),
    ),
    "salaries": table(
        "employee_id since pay",
        ("E1", date(2022, 1, 1), 100), ("E1", date(2023, 1, 1), 120), ("E2", date(2022, 6, 1), 80),
        ("E2", date(2021, 6, 1), 60), ("E1", date(2024, 1, 1), None), ("E9", date(2024, 2, 1), 50),
    ),
}  # fmt: skip
