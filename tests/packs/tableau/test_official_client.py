"""The official client, unmodified, with its own examples: 30 of 30 answered, each as independent SQL has it."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import duckdb
import pytest
import tableauserverclient
from rows import same, told
from vizql_data_service_py.api import get_datasource_model, query_datasource, read_metadata
from vizql_data_service_py.api.client import VizQLDataServiceClient
from vizql_data_service_py.api.openapi_generated import (
    Datasource,
    GetDatasourceModelRequest,
    QueryRequest,
    ReadMetadataRequest,
)
from vizql_data_service_py.examples.payload import QUERY_FUNCTIONS

from groundplan.packs.tableau.vizql.query import Query
from groundplan.packs.tableau.vizql.read import read

SALES, PROFIT = 'sum("Sales")', 'sum("Profit")'
BY_REGION = f'select "Region" r, "Segment" s, {SALES} v from o group by 1, 2'
SQL = {
    "create_simple_query": f'select "Category", {SALES} from o group by 1',
    "create_custom_calculation": f'select {PROFIT} / count(distinct "Order ID") from o',
    "create_dimension_filter": f"""select "Ship Mode", {SALES} from o
        where "Ship Mode" in ('First Class', 'Standard Class') group by 1""",
    "create_quantitative_range_filter": f"""select "Ship Mode", {SALES} v from o group by 1
        having v between 266839 and 1149562""",
    "create_quantitative_date_filter": f"""select year("Order Date"), quarter("Order Date"), {SALES} from o
        where "Order Date" >= '2020-01-01' group by 1, 2""",
    "create_quantitative_date_filter_with_calculation": f"""select "Category", {SALES} from o
        where "Order Date" >= '2013-05-01' group by 1""",
    "create_quantitative_date_filter_with_function": f"""select "Category", {SALES} from o
        where date_trunc('month', "Order Date") >= '2013-01-01' group by 1""",
    "create_relative_date_filter": f"""select 2022, 1, {SALES} from o
        where "Order Date" between '2022-01-01' and '2022-01-31'""",
    "create_relative_date_filter_with_calculation": f"""select "Category", {SALES} from o
        where "Order Date" between '2024-09-01' and '2024-09-30' group by 1""",
    "create_relative_date_filter_with_function": f"""select "Product Name", {SALES} from o group by 1
        having min("Order Date") between '2024-09-01' and '2024-09-30'""",
    "create_match_filter": f"""select "State/Province", {SALES} from o
        where "State/Province" ilike 'A%o%a' group by 1""",
    "create_match_filter_with_calculation": f"""select "Category", {SALES} from o
        where "State/Province" ilike 'A%' group by 1""",
    "create_top_n_filter": f"""select "State/Province", {PROFIT} v from o group by 1 order by v desc limit 10""",
    "create_multiple_dimension_filters": f"""select "Ship Mode", "Segment", {SALES} from o
        where "Ship Mode" in ('First Class', 'Standard Class') and "Segment" <> 'Consumer' group by 1, 2""",
    "create_multiple_min_max_numeric_filters": f"""select "Ship Mode", {SALES} s, {PROFIT} p from o group by 1
        having s >= 266839 and p <= 164098""",
    "create_dimension_numeric_filters": f"""select "Ship Mode", {SALES} from o
        where "Ship Mode" not in ('First Class', 'Standard Class') group by 1 having {PROFIT} >= 40000""",
    "create_dimension_filter_with_calculation": f"""select "Category", {SALES} from o
        where "Ship Mode" = 'First Class' group by 1""",
    "create_dimension_filter_with_function": f"""select "Category", {SALES} from o
        where month("Order Date") in (1, 5, 9) group by 1""",
    "create_context_filter": f"""select "Sub-Category", {SALES} from o where "Category" = 'Furniture' group by 1""",
    "create_numeric_date_dimension_filters": f"""select "Order Date", {SALES} v, "Ship Mode" from o
        where "Ship Mode" = 'First Class' and "Order Date" between '2022-01-01' and '2022-03-31'
        group by 1, 3 having v between 10 and 63""",
    "create_bin_formatting_with_parameter": """select distinct floor("Profit" / 50) * 50 from o""",
    "create_new_bin_field": f"""select {SALES}, floor("Profit" / 4000) * 4000 from o group by 2""",
    "create_parameter_calculated_field": """select distinct "Category", "Country/Region", trunc("Profit" / 200) * 200
        from o""",
    "create_simple_table_calculation": f"""select r, s, v - lead(v) over (order by r, s) from ({BY_REGION})""",
    "create_condition_filter": f"""select "Category", {SALES} from o where "State/Province" in
        (select "State/Province" from o group by 1 having {PROFIT} > 10000) group by 1""",
    "create_count_of_table_cal": "select count(*) from o",
    "create_relative_to_unspecified_table_calc": f"""select r, s, v - lag(v) over (order by r, s) from ({BY_REGION})""",
    "create_rank_type_unspecified_table_calc": f"""select r, rank() over (order by v desc)
        from (select "Region" r, {SALES} v from o group by 1)""",
    "create_running_total_aggregation_table_calc": f"""select r, sum(v) over (order by r)
        from (select "Region" r, {SALES} v from o group by 1)""",
    "create_moving_aggregation_table_calc": f"""select r, sum(v) over (order by r rows 2 preceding)
        from (select "Region" r, {SALES} v from o group by 1)""",
}
Answered = dict[str, tuple[int, bytes]]


def _signed_in(address: str) -> tuple[tableauserverclient.Server, VizQLDataServiceClient, Datasource]:
    server = tableauserverclient.Server(address, use_server_version=True)
    auth = tableauserverclient.PersonalAccessTokenAuth("name", "secret", site_id="")
    server.auth.sign_in(auth)
    found, _ = server.datasources.get()
    assert [one.name for one in found] == ["Superstore Datasource"]
    return server, VizQLDataServiceClient(address, server, auth), Datasource(datasourceLuid=found[0].id)


def _closed(client: VizQLDataServiceClient, server: tableauserverclient.Server) -> None:
    client.get_httpx_client().close()
    server.auth.sign_out()
    server.session.close()


def _in_order(client: VizQLDataServiceClient, source: Datasource) -> Answered:
    found = {}
    for function in QUERY_FUNCTIONS:
        body = QueryRequest(query=function(), datasource=source)
        answer = query_datasource.sync_detailed(client=client, body=body)
        found[function.__name__] = (int(answer.status_code), answer.content)
    return found


async def _at_once(client: VizQLDataServiceClient, source: Datasource) -> Answered:
    found: Answered = {}

    async def ask(function: Callable[[], Any]) -> None:
        body = QueryRequest(query=function(), datasource=source)
        answer = await query_datasource.asyncio_detailed(client=client, body=body)
        found[function.__name__] = (int(answer.status_code), answer.content)

    await asyncio.gather(*(ask(function) for function in QUERY_FUNCTIONS))
    await client.get_async_httpx_client().aclose()
    return found


@pytest.mark.parametrize("way", ["in order", "at once"])
def test_every_example_is_answered_as_independent_sql_has_it(
    serving: Callable[..., str], plain: duckdb.DuckDBPyConnection, way: str
) -> None:
    server, client, source = _signed_in(serving())
    answered = _in_order(client, source) if way == "in order" else asyncio.run(_at_once(client, source))
    _closed(client, server)
    assert set(answered) == set(SQL) and len(answered) == 30
    for name, (status, content) in answered.items():
        assert status == 200, (name, content)
        rows = [tuple(row.values()) for row in json.loads(content)["data"]]
        wanted = told(plain, SQL[name])
        assert wanted, f"{name} tests nothing"
        assert same(rows, wanted), (name, rows[:3], wanted[:3])


def test_metadata_and_model_come_as_the_client_reads_them(serving: Callable[..., str]) -> None:
    server, client, source = _signed_in(serving())
    read_in = read_metadata.sync(client=client, body=ReadMetadataRequest(datasource=source))
    modelled = get_datasource_model.sync(client=client, body=GetDatasourceModelRequest(datasource=source))
    _closed(client, server)
    fields = {one.fieldCaption: one for one in read_in.data}
    assert fields["Sales"].fieldRole.value == "MEASURE" and fields["Manufacturer"].columnClass.value == "GROUP"
    assert "Row ID" not in fields and fields["Sales per Customer"].isLODCalc is True
    assert {one.parameterCaption for one in read_in.extraData.parameters} >= {"Profit Bin Size"}
    assert [one.caption for one in modelled.logicalTables] == ["Orders", "People", "Returns"]


@pytest.mark.parametrize("way", [[], ["--async"]])
def test_the_examples_program_ends_well(serving: Callable[..., str], way: list[str], tmp_path: Path) -> None:
    """It ends with 0 whatever it is answered, so the answers are counted."""
    command = [
        sys.executable,
        "-m",
        "vizql_data_service_py.examples.examples",
        "-s",
        serving(),
        "-n",
        "a",
        "-t",
        "b",
        "-v",
    ]
    ended = subprocess.run([*command, *way], capture_output=True, text=True, timeout=100, cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.count("Response Status Code: 200") == 32 == ended.stdout.count("Response Status Code")


@pytest.mark.parametrize("function", QUERY_FUNCTIONS, ids=lambda one: one.__name__)
def test_the_examples_come_back_as_they_were(function: Callable[[], Any]) -> None:
    written = json.loads(function().model_dump_json(exclude_none=True))
    assert read(Query, written).as_json() == written
