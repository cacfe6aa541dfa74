"""Answers semantic queries over Ossie models, and scores the answers.

    python -m evals.ossie CASES OUT     writes one {"id", "columns", "rows"} or {"id", "error", "message"} a line

A case has an id, a model, a folder of CSV files called as its datasets, a query, and what is expected of it: rows (as a
multiset, in order only where `ordered`; any `choose` of them where that is said; numbers within 0.005), or an error of
a family. One of `also_accept` will do as well. Models and folders are relative to the file of cases.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import ibis

from groundplan.errors import QueryError, SourceError
from groundplan.query.ossie import answer, read_semantic
from groundplan.sources.model.lined import read_lined

FAMILIES = {
    "shape": "E_MIXED_QUERY_SHAPE E_EMPTY_AGGREGATION_QUERY E_EMPTY_SCALAR_QUERY",
    "level": "E_AGGREGATE_IN_SCALAR_QUERY E_AGGREGATE_IN_WHERE E_NON_AGGREGATE_IN_HAVING E_MIXED_PREDICATE_LEVEL "
    "E_WINDOW_IN_WHERE",
    "name": "E_NAME_NOT_FOUND E_NAME_COLLISION E_RESERVED_NAME",
    "path": "E_AMBIGUOUS_PATH E_NO_PATH",
    "many": "E3011_MN_AGGREGATION_REJECTED E3012_MN_NO_SAFE_REWRITE E3013_NO_STITCHING_DIMENSION",
    "grain": "E_FAN_OUT_IN_SCALAR_QUERY E_UNAGGREGATED_FINER_GRAIN_REFERENCE E_UNSAFE_REAGGREGATION "
    "E_AMBIGUOUS_MEASURE_GRAIN E_PRIMARY_KEY_REQUIRED",
    "window": "E_NESTED_WINDOW E_WINDOWED_METRIC_COMPOSITION E_WINDOW_OVER_FANOUT_REWRITE E_DEFERRED_FRAME_MODE "
    "E_DEFERRED_FRAME_BOUND",
    "deferred": "E_DEFERRED_KEY_REJECTED E_NESTED_AGGREGATION_DEFERRED E_AGGREGATE_IN_FIELD",
}
TYPES = {
    "Integer": "BIGINT", "Decimal": "DECIMAL(18,6)", "Float": "DOUBLE", "String": "VARCHAR", "Boolean": "BOOLEAN",
    "Date": "DATE", "DateTime": "TIMESTAMP", "Time": "TIME",
}  # fmt: skip
NEAR = 0.005


def answered(case: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """The rows of a case, or its refusal."""
    text = (folder / case["model"]).read_text("utf-8")
    try:
        model = read_semantic(text, case["model"])
        found = answer(model, frames(folder / case["data"], types(text, case["model"])), case["query"])
        rows = [[plain(value) for value in row] for row in found.rows]
        return {"id": case["id"], "columns": list(found.columns), "rows": rows}
    except (QueryError, SourceError) as error:
        return {"id": case["id"], "error": getattr(error, "code", ""), "message": str(error)}


def types(text: str, label: str) -> dict[str, dict[str, str]]:
    """What the model says of the types of columns, by dataset."""
    models = read_lined(text, label)["semantic_model"]
    return {
        dataset["name"]: {
            field["name"]: TYPES[field["datatype"]]
            for field in dataset.get("fields") or ()
            if field.get("datatype") in TYPES
        }
        for dataset in models[0]["datasets"]
    }


def frames(folder: Path, known: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The files of a folder as tables."""
    backend = ibis.duckdb.connect()
    made = {}
    for path in sorted(folder.glob("*.csv")):
        head = path.read_text("utf-8").splitlines()[0].split(",")
        said = {name: kind for name, kind in known.get(path.stem, {}).items() if name in head}
        made[path.stem] = backend.read_csv(path, table_name=path.stem, types=said, nullstr="", header=True)
    return made


def plain(value: Any) -> Any:
    """A cell as JSON has it."""
    if isinstance(value, Decimal):
        return float(value)
    return value.isoformat() if isinstance(value, date | datetime) else value


def same_value(one: Any, other: Any) -> bool:
    """Whether two cells are equal: numbers by value, all else as it stands."""
    if one is None or other is None or isinstance(one, str) or isinstance(other, str):
        return bool(one == other)
    return abs(float(one) - float(other)) <= NEAR


def same_row(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two rows are equal, cell by cell."""
    return len(one) == len(other) and all(map(same_value, one, other))


def same_rows(wanted: Sequence[Any], found: Sequence[Any], ordered: bool, choose: int | None) -> bool:
    """Whether the rows found are those wanted, or as many of them as may be chosen."""
    if len(found) != (len(wanted) if choose is None else choose):
        return False
    if ordered:
        return all(map(same_row, wanted, found))
    left = list(wanted)
    for row in found:
        place = next((n for n, one in enumerate(left) if same_row(one, row)), None)
        if place is None:
            return False
        left.pop(place)
    return True


def fits(expected: Mapping[str, Any], found: Mapping[str, Any]) -> bool:
    """Whether an answer is the expected one, a refusal by its family."""
    if "error" in expected:
        return found.get("error") in FAMILIES[expected["family"]].split()
    if "rows" not in found:
        return False
    return same_rows(expected["rows"], found["rows"], expected["ordered"], expected.get("choose"))


def scored(cases: Sequence[Mapping[str, Any]], found: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """How many answers are right, and which are not."""
    pairs = list(zip(cases, found, strict=True))
    right = [any(fits(one, got) for one in (case["expected"], *case.get("also_accept", ()))) for case, got in pairs]
    errors = [(case["expected"], got) for case, got in pairs if "error" in case["expected"]]
    rows = [good for (case, _), good in zip(pairs, right, strict=True) if "rows" in case["expected"]]
    words = [
        all(word.casefold() in got.get("message", "").casefold() for word in wanted["must_contain"])
        for wanted, got in errors
    ]
    return {
        "right": sum(right), "of": len(cases), "rows_right": sum(rows), "rows": len(rows),
        "refused": sum("error" in got for _, got in errors), "errors": len(errors),
        "family_right": sum(fits(wanted, got) for wanted, got in errors),
        "exact_code": sum(got.get("error") == wanted["error"] for wanted, got in errors), "must_contain": sum(words),
        "rows_where_an_error_is_due": sum("rows" in got for _, got in errors),
        "wrong": [case["id"] for (case, _), good in zip(pairs, right, strict=True) if not good],
    }  # fmt: skip


def main(path: str, out: str) -> None:
    """Answers the cases, writes the answers, prints the score."""
    cases = [json.loads(line) for line in Path(path).read_text("utf-8").splitlines() if line.strip()]
    found = [answered(case, Path(path).parent) for case in cases]
    Path(out).write_text("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in found), "utf-8")
    print(json.dumps(scored(cases, found)))


if __name__ == "__main__":
    main(*sys.argv[1:])
