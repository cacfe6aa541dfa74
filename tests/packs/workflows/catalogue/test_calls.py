"""Operations over HTTP against a real server: pages, tries, faults in words, who may be called."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from workshop import Fault, Workshop

from groundplan.errors import StepError
from groundplan.packs.workflows.catalogue import Opened, open_catalogue
from groundplan.packs.workflows.settings import CatalogueSettings


def do(catalogue: Opened, tool: str, **arguments: Any) -> Any:
    return catalogue.implementations[tool](**arguments)


def opened(workshop: Workshop, folder: Path, **settings: Any) -> Opened:
    chosen = CatalogueSettings(**{"base_url": workshop.base, "call_timeout": 5.0, "secret": {}, **settings})
    return open_catalogue((str(workshop.document(folder)),), folder, chosen)


@pytest.mark.parametrize(
    ("tool", "entries", "calls"),
    [("listBikes", 8, 3), ("listCustomers", 3, 2), ("listTools", 3, 3), ("listVisits", 7, 2)],
)
def test_a_list_is_read_from_all_pages(
    catalogue: Opened, workshop: Workshop, tool: str, entries: int, calls: int
) -> None:
    found = do(catalogue, tool)
    assert (len(found), len(workshop.calls)) == (entries, calls)
    assert len({str(one) for one in found}) == entries


def test_arguments_go_where_the_document_says(catalogue: Opened, workshop: Workshop) -> None:
    assert [one["id"] for one in do(catalogue, "listBikes", status="broken")] == ["B-3", "B-6"]
    assert workshop.calls[0][2] == {"status": "broken", "limit": "3"}
    assert do(catalogue, "orderRepair", bike="B-1", what="brakes", price="12.50", until=None)["id"] == "R-1"
    assert workshop.repairs == [{"bike": "B-1", "what": "brakes", "price": 12.5, "until": None}]
    do(catalogue, "getCustomer", id="C-1")
    with pytest.raises(StepError, match="404 Not Found: no bike"):
        do(catalogue, "getBike", bike_id="../customers/C-1")
    assert workshop.calls[-1][0] == "GET /bikes/..%2Fcustomers%2FC-1"


@pytest.mark.parametrize(
    ("tool", "arguments", "told"),
    [
        ("getBike", {}, "getBike needs 'bike_id', and it was not given"),
        ("getBike", {"bike_id": None}, "'bike_id' of getBike is empty: where it should come from there is nothing"),
        ("getBike", {"bike_id": ".."}, "'bike_id' of getBike is '..', which names nothing"),
        ("listBikes", {"status": None}, "'status' of listBikes is empty"),
        ("listBikes", {"status": "brokn"}, "is 'brokn', which is no value of it; did you mean 'broken'"),
        (
            "orderRepair",
            {"bike": "B-1", "what": "x", "price": "dear"},
            "'price' of orderRepair is 'dear', not of type number",
        ),
        ("orderRepair", {"bike": "B-1", "what": "x", "colour": 1}, "takes no 'colour'"),
        ("getBike", {"bike_id": "B-99"}, "getBike is answered 404 Not Found: no bike B-99"),
        ("getGarbage", {}, "getGarbage answers JSON that cannot be read"),
        ("listRound", {}, "listRound gives the same page again and again"),
        ("listShort", {}, "listShort says that it has 9 entries, and gave 1"),
        ("getSent", {"where": "loop"}, "sent on from address to address without end"),
        ("getSent", {"where": "away"}, "sent on to 'localhost', which is not followed"),
    ],
)
def test_what_goes_wrong_is_told_in_words(catalogue: Opened, tool: str, arguments: dict[str, Any], told: str) -> None:
    with pytest.raises(StepError) as fault:
        do(catalogue, tool, **arguments)
    assert told in str(fault.value)


def test_an_empty_argument_never_makes_a_call(catalogue: Opened, workshop: Workshop) -> None:
    with pytest.raises(StepError):
        do(catalogue, "listBikes", status=None)
    assert workshop.calls == []


def test_a_read_goes_on_within_its_service(catalogue: Opened) -> None:
    assert do(catalogue, "getSent", where="here")["name"] == "Customer 1"


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_read_is_tried_again(catalogue: Opened, workshop: Workshop, status: int) -> None:
    workshop.faults["GET /bikes/B-1"] = [Fault(status, wait="0")] * 2
    assert do(catalogue, "getBike", bike_id="B-1")["id"] == "B-1"
    assert workshop.called("GET /bikes/B-1") == 3


def test_tries_come_to_an_end(catalogue: Opened, workshop: Workshop) -> None:
    workshop.faults["GET /bikes/B-1"] = [Fault(500, wait="0")] * 9
    with pytest.raises(StepError, match="answered 500 Internal Server Error: try later"):
        do(catalogue, "getBike", bike_id="B-1")
    assert workshop.called("GET /bikes/B-1") == 4


def test_a_wait_that_is_too_long_is_not_waited(catalogue: Opened, workshop: Workshop) -> None:
    workshop.faults["GET /bikes/B-1"] = [Fault(429, wait="3600")]
    with pytest.raises(StepError, match="answered 429 Too Many Requests"):
        do(catalogue, "getBike", bike_id="B-1")


def test_a_write_whose_answer_is_lost_is_carried_out_once(catalogue: Opened, workshop: Workshop) -> None:
    workshop.faults["POST /repairs"] = [Fault(500), Fault(502, after=True)]
    assert do(catalogue, "orderRepair", bike="B-1", what="brakes")["id"] == "R-1"
    keys = [headers["idempotency-key"] for what, headers, _ in workshop.calls]
    assert len(workshop.repairs) == 1 and len(keys) == 3 and len(set(keys)) == 1
    do(catalogue, "orderRepair", bike="B-1", what="brakes")
    assert len(workshop.repairs) == 2


def test_the_key_of_a_run_is_the_key_of_the_call(catalogue: Opened, workshop: Workshop) -> None:
    for _ in range(2):
        do(catalogue, "orderRepair", bike="B-1", what="brakes", idempotency_key="run-7/order")
    assert len(workshop.repairs) == 1


def test_a_write_without_a_key_is_given_up(catalogue: Opened, workshop: Workshop) -> None:
    workshop.faults["POST /bikes/B-1/release"] = [Fault(500, after=True)]
    with pytest.raises(StepError, match="whether it was carried out is not known: look before it is run again"):
        do(catalogue, "releaseBike", bike_id="B-1")
    assert workshop.called("POST /bikes/B-1/release") == 1
    workshop.faults["POST /bikes/B-2/release"] = [Fault(429, wait="0")]  # refused unread: it may be sent again
    assert do(catalogue, "releaseBike", bike_id="B-2")["status"] == "gone"


def test_a_fault_of_one_field_names_it(catalogue: Opened, workshop: Workshop) -> None:
    workshop.faults["POST /repairs"] = []
    provider = catalogue.operations["orderRepair"].arguments["bike"]
    assert provider.required
    with pytest.raises(StepError, match="409 Conflict: B-1 is gone already"):
        for _ in range(2):
            do(catalogue, "releaseBike", bike_id="B-1")


def test_a_service_that_is_not_there(workshop: Workshop, tmp_path: Path) -> None:
    catalogue = opened(workshop, tmp_path, base_url="http://127.0.0.1:9/v1", call_tries=2)
    with pytest.raises(StepError, match="the service of getBike cannot be reached") as fault:
        do(catalogue, "getBike", bike_id="B-1")
    assert "not known" not in str(fault.value)
    catalogue.close()


def test_a_longer_list_is_refused(workshop: Workshop, tmp_path: Path) -> None:
    catalogue = opened(workshop, tmp_path, most_entries=5)
    with pytest.raises(StepError, match="lists more than 5 entries; narrow it by its arguments"):
        do(catalogue, "listBikes")
    catalogue.close()


# ------------------------------------------------------------------ who may be called


@pytest.mark.parametrize("settings", [{"allow_hosts": "127.0.0.1"}, {"base_url": "BASE"}])
def test_loopback_is_called_where_somebody_said_so(
    workshop: Workshop, tmp_path: Path, settings: dict[str, Any]
) -> None:
    chosen = {"base_url": "", **settings}
    chosen = {name: workshop.base if one == "BASE" else one for name, one in chosen.items()}
    catalogue = opened(workshop, tmp_path, **chosen)
    assert do(catalogue, "getBike", bike_id="B-1")["id"] == "B-1"
    catalogue.close()


@pytest.mark.parametrize(
    "host",
    ["127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "10.0.0.1", "169.254.169.254", "192.168.1.1", "[fe80::1]",
     "0.0.0.0", "[64:ff9b::7f00:1]", "2130706433", "[fd00::1]"],
)  # fmt: skip
def test_addresses_that_are_not_public_are_refused(workshop: Workshop, tmp_path: Path, host: str) -> None:
    port = workshop.base.split(":")[2].split("/")[0]
    document = workshop.document(tmp_path)
    address = f"http://{host}:{port}/v1"
    document.write_text(document.read_text("utf-8").replace(workshop.base, address), "utf-8")
    catalogue = open_catalogue((str(document),), tmp_path, CatalogueSettings(secret={}, call_tries=1))
    with pytest.raises(StepError, match="on a private network or this machine, and is not called"):
        do(catalogue, "getBike", bike_id="B-1")
    assert workshop.calls == []
    catalogue.close()


# ------------------------------------------------------------------ secrets


@pytest.mark.parametrize(
    "secrets",
    [{"GROUNDPLAN_SECRET_SHOP_KEY": "k-1"}, {"GROUNDPLAN_SECRET_QUERY_KEY": "k-2"}, {"GROUNDPLAN_SECRET_TOKEN": "t-1"},
     {"GROUNDPLAN_SECRET_LOGIN": "u:p"}],
)  # fmt: skip
def test_secrets_let_a_call_in_and_are_told_to_nobody(
    workshop: Workshop, tmp_path: Path, secrets: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    settings = CatalogueSettings(base_url=workshop.base, secret=secrets)
    catalogue = open_catalogue((str(workshop.document(tmp_path)),), tmp_path, settings)
    assert do(catalogue, "getLocked") == {"open": True}
    secret = next(iter(secrets.values()))
    assert "GET" in caplog.text and secret not in caplog.text and secret not in repr(settings)
    catalogue.close()


def test_a_missing_secret_names_its_variables(catalogue: Opened, workshop: Workshop) -> None:
    with pytest.raises(StepError, match="set GROUNDPLAN_SECRET_SHOP_KEY or GROUNDPLAN_SECRET_QUERY_KEY or"):
        do(catalogue, "getLocked")
    assert workshop.calls == []
