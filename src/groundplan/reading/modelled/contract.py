"""A source model -> the JSON Schema of the queries that can be asked of it; every name of the model is an enum.

The flat one says what most questions need: conditions joined by AND, plain keys, figures of fields. What fits it fits
the whole one as well, in which parts stand in parts as deep as the question language goes.
"""

from __future__ import annotations

from collections.abc import Iterable

from groundplan.contracts.source_model import SourceModel
from groundplan.llm.schema import NULL, NUMBER, SCALAR, TEXT, Schema, closed, defined, just, one_of, optional, several
from groundplan.query.language import parts as p
from groundplan.query.scope import PARTS, Scope
from groundplan.reading.modelled.written import SAID

_TRUTH: Schema = {"type": "boolean"}
_WHOLE: Schema = {"type": "integer"}
_SIGNS = one_of("+-*/")
_OPS = one_of(("=", "!=", "<", "<=", ">", ">=", "has", "starts"))
_VALUES = ("path", "value", "period", "now", "called", "part", "computed", "choice", "figure", "one")
_TESTS = ("and", "or", "not", "compare", "between", "among", "among_rows", "missing", "some")
_FIELD = ("path", "part", "computed")
_PLAIN = ("compare", "between", "among", "missing")
"""Tests that hold no others."""
_CONDITIONS = ("path", *_PLAIN, "some", "not")
_FIGURES = ("figure", "along", "ratio")
_ADDED_UP = tuple(fn for fn in p.FIGURES if fn not in (*p.ALONG, "correlation"))
_ALONG = ("share", "rank", "running")


def query_contract(model: SourceModel, flat: bool) -> Schema:
    """What a query of this model may be: flat, or all that the question language can say."""
    held = _flat() if flat else _whole()
    return {**held.pop("query"), "$defs": {**_leaves(model), **held}}


def _leaves(model: SourceModel) -> dict[str, Schema]:
    """Datasets, names, and the parts that hold no others."""
    scope = Scope(model)
    names = [name for dataset in scope.datasets for name in scope.names(dataset)]
    name = defined("name")
    return {
        "dataset": one_of(dataset.name for dataset in scope.datasets),
        "name": one_of([*names, PARTS, p.THIS, p.ROW]),
        SAID: several(TEXT, 6),
        "path": _said(path={"anyOf": [name, {**several(name, 6), "minItems": 2}]}),
        "value": _said(value=SCALAR),
        "period": _said(period=TEXT),
        "now": _said(now=one_of(p.GRAINS), start=_WHOLE, end=optional(_WHOLE)),
        "called": _said(called=TEXT),
    }


def _whole() -> dict[str, Schema]:
    """Parts in parts. The query itself is written out at the top, too: not every server takes a reference there."""
    x, test, column = defined("x"), defined("test"), defined("column")
    inner, either = defined("whole"), defined("any")
    whole = _query(_any(("dataset", "whole")), column, column, test, test, x, x)
    return {
        "query": whole,
        "whole": whole,
        "x": _any(_VALUES),
        "test": _any(("path", "called", *_TESTS)),
        "any": _any((*_VALUES, *_TESTS)),
        "column": _column(either),
        "part": _part("part", part=one_of(p.TAKEN), of=x, size=optional(NUMBER)),
        "computed": _part("computed", op=_SIGNS, left=optional(x), right=x),
        "choice": _part(
            "choice",
            cases=several(closed(value=defined("value"), test=test), 12),
            otherwise=optional(defined("value")),
        ),
        "figure": _figure(p.FIGURES, either, 3, test, optional(several(either, 3)), optional(x)),
        "one": _part("one", query=inner),
        **{name: _part(name, tests=several(test, 12)) for name in ("and", "or")},
        "not": _part("not", test=test),
        "compare": _part("compare", left=x, op=_OPS, right=x),
        "between": _part("between", left=x, low=x, high=x),
        "among": _part("among", left=x, values=several(x, 40)),
        "among_rows": _part("among_rows", left=x, query=inner),
        "missing": _part("missing", of=x),
        "some": _part("some", path=defined("path"), where=optional(test), every=_TRUTH),
    }


def _flat() -> dict[str, Schema]:
    """Parts that hold leaves, and lists of them: none holds another of its kind."""
    field, literal, condition, plainly = map(defined, ("field", "literal", "condition", "plainly"))
    path, figure, arranged = defined("path"), defined("figure"), defined("arranged")
    value, fields = defined("value"), _any(("path", "value"))
    return {
        "query": _query(
            defined("dataset"), _column(_any(_FIGURES)), _column(field), _any((*_CONDITIONS, "and")),
            _any(("held", "all_held")), arranged, field,
        ),
        "field": _any(_FIELD),
        "literal": _any(("value", "period", "now")),
        "plainly": _any(("path", *_PLAIN, "both")),
        "condition": _any(_CONDITIONS),
        "arranged": _any((*_FIGURES, *_FIELD, "called")),
        "part": _part("part", part=one_of(p.TAKEN), of=_any(("path", "computed")), size=optional(NUMBER)),
        "computed": _part("computed", op=_SIGNS, left=optional(fields), right=fields),
        "compare": _part("compare", left=field, op=_OPS, right=_any(("value", "period", "now", *_FIELD))),
        "between": _part("between", left=field, low=literal, high=literal),
        "among": _part("among", left=field, values=several(value, 40)),
        "missing": _part("missing", of=path),
        "some": _part("some", path=path, where=optional(plainly), every=_TRUTH),
        "not": _part("not", test=_any(_CONDITIONS[:-1])),
        "and": _part("and", tests=several(condition, 12)),
        "both": _part("and", tests=several(_any(("path", *_PLAIN)), 6)),
        "figure": _figure(_ADDED_UP, _any((*_FIELD, *_PLAIN)), 1, plainly, NULL, NULL),
        "along": _figure(_ALONG, figure, 1, NULL, NULL, NULL),
        "ratio": _part("computed", op=_SIGNS, left=_any(("figure", "value")), right=_any(("figure", "value"))),
        "held": _part("compare", left=_any((*_FIGURES, "called")), op=_OPS, right=value),
        "all_held": _part("and", tests=several(defined("held"), 4)),
    }  # fmt: skip


def _query(of: Schema, figure: Schema, key: Schema, where: Schema, having: Schema, by: Schema, each: Schema) -> Schema:
    keep = _said(n=NUMBER, place=_TRUTH, percent=_TRUTH, each=optional(each), by=optional(by), lowest=_TRUTH)
    return _said(
        of=of,
        columns=several(figure, 12),
        by=several(key, 6),
        where=optional(where),
        having=optional(having),
        keep=optional(keep),
        order=optional(_said(by=by, descending=_TRUTH)),
        show=several(key, 12),
    )


def _figure(fns: Iterable[str], of: Schema, most: int, where: Schema, within: Schema, by: Schema) -> Schema:
    where = where if where is NULL else optional(where)
    return _part("figure", fn=one_of(fns), of=several(of, most), n=optional(NUMBER), where=where, within=within, by=by)


def _column(of: Schema) -> Schema:
    return closed(of=of, name=TEXT)


def _part(tag: str, **held: Schema) -> Schema:
    return closed(**{"is": just(tag), **held, SAID: defined(SAID)})


def _said(**held: Schema) -> Schema:
    return closed(**{**held, SAID: defined(SAID)})


def _any(names: Iterable[str]) -> Schema:
    """One of these, told apart by what each `is`: a union in a union would be tried whole."""
    return {"anyOf": [defined(name) for name in names]}
