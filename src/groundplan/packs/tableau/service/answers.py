"""The endpoints of the VizQL Data Service: a request as JSON -> what comes back, or an error of the service."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from groundplan.packs.tableau.described.opened import Opened
from groundplan.packs.tableau.faults import Fault, Refused, errors, validation_suggestions
from groundplan.packs.tableau.run import Result, run
from groundplan.packs.tableau.service.published import Published, metadata, model, supported_functions
from groundplan.packs.tableau.validate.validate import validate
from groundplan.packs.tableau.vizql.query import Query
from groundplan.packs.tableau.vizql.read import read
from groundplan.packs.tableau.vizql.service import Datasource, Options, QueryOptions, TableauError

LARGEST_RESPONSE = 1_000_000_000
"""Bytes that the service gives at once."""
BATCH = 1_000
"""Rows of one event."""
CUT = "X-Row-Limit-Reached"


class Failed(Exception):
    """What the service answers in place of what was asked."""

    def __init__(
        self, status: int, code: str, message: str, *more: str, debug: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(message)
        self.status = status
        self.error = TableauError.of(code, message, *more, debug=dict(debug or {}))


@dataclass(frozen=True)
class Answer:
    """A body, or events one after another."""

    body: dict[str, Any] | list[Any] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)
    events: Iterator[tuple[str, Any]] | None = None


@dataclass(frozen=True)
class Service:
    """The data sources, and the version of the server that this one is like."""

    sources: tuple[Published, ...]
    version: str
    seconds: float = 60.0

    def answer(self, endpoint: str, body: bytes) -> Answer:
        """What an endpoint gives, or `Failed`."""
        try:
            if endpoint == "read-metadata":
                source, options = self._asked(_object(body), Options)
                return Answer(metadata(source.description, options))
            if endpoint == "get-datasource-model":
                return Answer(model(self._asked(_object(body), Options)[0].description))
            if endpoint == "list-supported-functions":
                self._asked(_object(body), Options)
                return Answer(supported_functions())
            if endpoint == "query-datasource":
                return self._query(_object(body))
        except Refused as refused:
            raise refusal(refused.faults) from refused
        raise Failed(404, "404950", f"There is no endpoint {endpoint!r}.")

    def _asked(self, data: dict[str, Any], options: type[Any]) -> tuple[Opened, Any]:
        """The data source that a request names, and its options."""
        for name in set(data) - {"datasource", "options", "query"}:
            raise Failed(400, "400802", f"Error at '': Additional property '{name}' is not allowed")
        if "datasource" not in data:
            raise Failed(400, "400802", "Error at '': Missing required property 'datasource'")
        asked = read(Datasource, data["datasource"], "datasource")
        known = {one.id: one for one in self.sources} | {
            one.name: one for one in self.sources if asked.workbook_datasource_id
        }
        source = known.get(asked.datasource_luid or asked.workbook_datasource_id or "")
        if source is None:
            told = f"There is no data source {asked.datasource_luid or asked.workbook_datasource_id!r}."
            raise Failed(404, "404934", told, debug={"datasources": {one.name: one.id for one in self.sources}})
        return source.source, read(options, data.get("options") or {}, "options")

    def _query(self, data: dict[str, Any]) -> Answer:
        source, options = self._asked(data, QueryOptions)
        if "query" not in data:
            raise Failed(400, "400802", "Error at '': Missing required property 'query'")
        query = read(Query, data["query"])
        now = datetime.now()
        verdict = validate(query, source.description, None, self.version, options, now)
        if not verdict.valid:
            raise refusal(verdict.faults)
        if options.return_server_sent_events:
            return Answer(events=self._events(query, source, options, now))
        result = run(query, source, options, now, self.seconds)
        body: dict[str, Any] = {"data": _rows(result, options)}
        if result.cut:
            body["extraData"] = {"rowLimit": options.row_limit, "rowLimitReached": True}
        return Answer(body, {CUT: "true"} if result.cut else {})

    def _events(self, query: Query, source: Opened, options: QueryOptions, now: datetime) -> Iterator[tuple[str, Any]]:
        """How many rows, then the rows; what goes wrong on the way is an event, too."""
        try:
            result = run(query, source, options, now, self.seconds)
        except Refused as refused:
            yield "ERROR", refusal(refused.faults).error.as_json()
            return
        rows = _rows(result, options)
        yield "METADATA", {"rowCount": len(rows), **({"rowLimitReached": True} if result.cut else {})}
        for start in range(0, len(rows), BATCH):
            yield "DATA", rows[start : start + BATCH]


def _rows(result: Result, options: QueryOptions) -> list[Any]:
    return result.arrays() if options.return_format == "ARRAYS" else result.objects()


def _object(body: bytes) -> dict[str, Any]:
    try:
        data = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Failed(400, "400000", f"The request is no JSON: {error}.") from error
    if not isinstance(data, dict):
        raise Failed(400, "400000", "The request is no JSON object.")
    return data


def refusal(faults: tuple[Fault, ...]) -> Failed:
    """The service's error for what is wrong with a query."""
    wrong = errors(faults) or faults
    code = next((one.error_code for one in wrong if one.error_code == "400802"), wrong[0].error_code)
    debug = {
        "validation_suggestions": list(validation_suggestions(wrong)),
        "faults": [one.model_dump(mode="json", exclude_defaults=True) for one in wrong],
    }
    first = next(one for one in wrong if one.error_code == code)
    return Failed(int(code[:3]), code, first.message, *(one.message for one in wrong), debug=debug)
