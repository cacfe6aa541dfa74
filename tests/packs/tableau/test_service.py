"""The service over HTTP: who is let in and for how long, errors as the service tells them, formats, pages, events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest

from groundplan.packs.tableau.service.sessions import Sessions

SALES = {"fieldCaption": "Sales", "function": "SUM"}
REGION = {"fieldCaption": "Region"}
VDS = "/api/v1/vizql-data-service"
Serving = Callable[..., str]


class Client:
    """Signed in, with the one data source that there is."""

    def __init__(self, address: str, name: str = "name", secret: str = "secret") -> None:
        self.http = httpx.Client(base_url=address, timeout=30, headers={"Accept": "application/json"})
        said = {"credentials": {"personalAccessTokenName": name, "personalAccessTokenSecret": secret, "site": {}}}
        signed = self.http.post("/api/3.24/auth/signin", json=said)
        self.status = signed.status_code
        if signed.is_success:
            self.http.headers["X-Tableau-Auth"] = signed.json()["credentials"]["token"]
            self.luid = self.http.get("/api/3.24/sites/site-1/datasources").json()["datasources"]["datasource"][0]["id"]

    def ask(self, query: Any, luid: str = "", root: str = VDS, **options: Any) -> httpx.Response:
        body = {"datasource": {"datasourceLuid": luid or self.luid}, "query": query, "options": options}
        return self.http.post(f"{root}/query-datasource", json=body)


@pytest.fixture
def client(serving: Serving) -> Iterator[Client]:
    made = Client(serving())
    yield made
    made.http.close()


def _error(answer: httpx.Response) -> tuple[int, str, str]:
    body = answer.json()
    assert body["tab-error-code"] == body["errorCode"] and body["datetime"].endswith("Z") and body["messages"]
    return answer.status_code, body["errorCode"], body["message"]


def test_errors_have_the_codes_and_words_of_the_service(client: Client) -> None:
    relative = {"field": {"fieldCaption": "Order Date"}, "filterType": "RELATIVE_DATE"}
    assert _error(client.ask({"fields": [{"fieldCaption": "Foobar"}]})) == (400, "400803", "Unknown Field: Foobar.")
    assert _error(client.ask({"fields": [REGION], "sortDirection": "ASC"})) == (
        400,
        "400802",
        "Error at 'query': Additional property 'sortDirection' is not allowed",
    )
    assert _error(client.ask({"fields": [REGION], "filters": [relative]})) == (
        400,
        "400802",
        "Error at 'query.filters.0.filterType': Value 'RELATIVE_DATE' is not defined in the schema",
    )
    assert _error(client.ask({"fields": [{"fieldCaption": "m", "calculation": "SUM("}]}))[1] == "400800"
    assert _error(client.ask({"fields": [REGION]}, limit=5))[:2] == (400, "400802")
    assert _error(client.ask({"fields": [REGION]}, luid="none"))[:2] == (404, "404934")
    assert _error(client.http.post(f"{VDS}/nothing", json={}))[:2] == (404, "404950")
    assert _error(client.http.post(f"{VDS}/query-datasource", content=b"{"))[:2] == (400, "400000")
    assert _error(client.http.post(f"{VDS}/query-datasource", content=b" " * 2_100_000))[:2] == (400, "400000")


def test_an_error_says_what_would_be_right(client: Client) -> None:
    debug = client.ask({"fields": [{"fieldCaption": "Regoin"}]}).json()["debug"]
    assert debug["validation_suggestions"] == ["did you mean 'Region'?"]
    assert debug["faults"][0]["where"] == "query.fields.0.fieldCaption"


def test_rows_as_objects_arrays_and_events(client: Client) -> None:
    query = {"fields": [REGION, SALES]}
    objects, arrays = client.ask(query).json()["data"], client.ask(query, returnFormat="ARRAYS").json()["data"]
    assert [list(row.values()) for row in objects] == arrays and set(objects[0]) == {"Region", "SUM(Sales)"}
    streamed = client.ask(query, returnServerSentEvents=True)
    assert streamed.headers["content-type"].startswith("text/event-stream")
    blocks = [block.splitlines() for block in streamed.text.replace("\r", "").strip().split("\n\n")]
    events = [(lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))) for lines in blocks]
    assert events == [("METADATA", {"rowCount": 4}), ("DATA", objects)]


def test_many_rows_come_in_several_events_and_a_fault_is_one(client: Client) -> None:
    lines = {
        "fields": [{"fieldCaption": "Customer Name"}, {"fieldCaption": "Product Name"}, {"fieldCaption": "Order Date"}]
    }
    streamed = client.ask(lines, disaggregate=True, returnServerSentEvents=True).text
    assert streamed.count("event: DATA") == 1 and '"rowCount":600' in streamed
    broken = {"fields": [{"fieldCaption": "m", "calculation": "SUM([Quantity] * 9223372036854775807)"}]}
    assert "event: ERROR" in client.ask(broken, returnServerSentEvents=True).text
    assert _error(client.ask(broken))[:2] == (400, "400803")


def test_a_row_limit_says_that_it_cut(client: Client) -> None:
    cut = client.ask({"fields": [REGION, SALES]}, rowLimit=3)
    assert len(cut.json()["data"]) == 3 and cut.json()["extraData"] == {"rowLimit": 3, "rowLimitReached": True}
    assert cut.headers["X-Row-Limit-Reached"] == "true"
    whole = client.ask({"fields": [REGION, SALES]}, rowLimit=4)
    assert set(whole.json()) == {"data"} and "X-Row-Limit-Reached" not in whole.headers


def test_both_addresses_and_the_rest_of_the_endpoints(client: Client) -> None:
    assert client.ask({"fields": [SALES]}, root="/vizql-data-service/v1").status_code == 200
    assert client.http.get(f"{VDS}/simple-request", headers={"X-Tableau-Auth": ""}).text == "ok"
    body = {"datasource": {"datasourceLuid": client.luid}}
    functions = {one["name"]: one for one in client.http.post(f"{VDS}/list-supported-functions", json=body).json()}
    assert functions["LEFT"]["overloads"] == [{"arg_types": ["STR", "REAL"], "return_type": "STR"}]
    hidden = client.http.post(
        f"{VDS}/read-metadata", json={**body, "options": {"includeHiddenFields": True, "includeGroupFormulas": True}}
    )
    held = {one["fieldCaption"]: one for one in hidden.json()["data"]}
    assert held["Row ID"]["hidden"] is True and held["Manufacturer"]["groupFormula"]["baseFieldName"] == "Product Name"
    assert (
        held["Profit Ratio"]["defaultAggregation"] == "AGG"
        and held["Running Sales"]["columnClass"] == "TABLE_CALCULATION"
    )
    assert hidden.json()["extraData"]["dateProperties"] == {"weekStart": "SUNDAY", "fiscalYearStart": "JANUARY"}


def test_an_older_server_knows_no_row_limit(serving: Serving) -> None:
    old = Client(serving(version="2025.3"))
    answer = old.ask({"fields": [REGION, SALES]}, rowLimit=3)
    info = old.http.get("/api/3.24/serverinfo").json()["serverInfo"]
    old.http.close()
    assert _error(answer)[1:] == ("400802", "Error at 'options': Additional property 'rowLimit' is not allowed")
    assert info["productVersion"]["value"] == "2025.3.0"


def test_tokens_end(serving: Serving) -> None:
    moment = [0.0]
    client = Client(serving(Sessions(minutes=10, clock=lambda: moment[0])))
    assert client.ask({"fields": [SALES]}).status_code == 200
    moment[0] = 601.0
    assert _error(client.ask({"fields": [SALES]}))[:2] == (401, "401002")
    listed = client.http.get("/api/3.24/sites/site-1/datasources")
    client.http.close()
    assert (listed.status_code, listed.json()["error"]["code"]) == (401, "401002")


def test_signing_out_ends_a_token(client: Client) -> None:
    assert client.http.post("/api/3.24/auth/signout").status_code == 204
    assert client.ask({"fields": [SALES]}).status_code == 401


def test_only_who_was_agreed_may_sign_in(serving: Serving) -> None:
    address = serving(Sessions({"ana": "right"}))
    found = [Client(address, *said) for said in (("ana", "right"), ("ana", "wrong"), ("bob", "right"))]
    refused = found[1].http.post(
        "/api/2.4/auth/signin",
        content="<tsRequest><credentials name='ana' password='no'/></tsRequest>",
        headers={"Accept": "*/*"},
    )
    for one in found:
        one.http.close()
    assert [one.status for one in found] == [200, 401, 401]
    assert refused.status_code == 401 and 'code="401001"' in refused.text and "http://tableau.com/api" in refused.text


def test_so_many_queries_an_hour(serving: Serving) -> None:
    client = Client(serving(Sessions(per_hour=2)))
    answers = [client.ask({"fields": [SALES]}) for _ in range(3)]
    client.http.close()
    assert [one.status_code for one in answers] == [200, 200, 429] and answers[2].json()["errorCode"] == "429000"


def test_data_sources_come_in_pages(client: Client) -> None:
    def page(**asked: Any) -> httpx.Response:
        return client.http.get("/api/3.24/sites/site-1/datasources", params=asked)

    first, second = page(pageSize=1).json(), page(pageSize=1, pageNumber=2).json()
    assert first["pagination"] == {"pageNumber": "1", "pageSize": "1", "totalAvailable": "1"}
    assert len(first["datasources"]["datasource"]) == 1 and second["datasources"]["datasource"] == []
    assert page(pageSize="many").status_code == 400
    assert (
        client.http.get(f"/api/3.24/sites/site-1/datasources/{client.luid}").json()["datasource"]["id"] == client.luid
    )


def test_a_request_with_entities_is_no_sign_in(client: Client) -> None:
    body = "<!DOCTYPE x [<!ENTITY a 'b'>]><tsRequest><credentials name='a' password='b'/></tsRequest>"
    assert client.http.post("/api/2.4/auth/signin", content=body).status_code == 400
