"""OpenAPI 3.x and Swagger 2.0 documents: what operations take and give, whatever a document gets wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

from groundplan.errors import SourceError
from groundplan.packs.workflows.catalogue import Opened, Operation, open_catalogue
from groundplan.packs.workflows.catalogue.pages import pages_of
from groundplan.packs.workflows.catalogue.schema import shape_of_schema
from groundplan.packs.workflows.settings import CatalogueSettings

OLD = """
swagger: "2.0"
info: {title: A zoo, version: "1"}
host: zoo.example
basePath: /api
schemes: [http, https]
consumes: [application/json]
securityDefinitions: {keeper: {type: basic}}
security: [{keeper: []}]
definitions:
  Animal:
    type: object
    required: [name]
    properties:
      name: {type: string}
      born: {type: string, format: date}
      weight: {type: number, x-nullable: true}
      parents: {type: array, items: {$ref: "#/definitions/Animal"}}
parameters:
  size: {name: per_page, in: query, type: integer, maximum: 50}
paths:
  /animals:
    get:
      operationId: animals
      description: Which animals there are.
      parameters:
        - {name: kinds, in: query, type: array, items: {type: string, enum: [bird, fish]}, description: Of these.}
        - {name: cages, in: query, type: array, items: {type: integer}, collectionFormat: multi}
        - {name: page, in: query, type: integer}
        - $ref: "#/parameters/size"
      responses: {"200": {description: ok, schema: {type: array, items: {$ref: "#/definitions/Animal"}}}}
    post:
      parameters:
        - {name: animal, in: body, required: true, schema: {$ref: "#/definitions/Animal"}}
      responses: {"201": {description: ok, schema: {$ref: "#/definitions/Animal"}}}
  /animals/{name}/photo:
    put:
      operationId: add photo
      consumes: [multipart/form-data]
      parameters:
        - {name: name, in: path, required: true, type: string}
        - {name: photo, in: formData, required: true, type: file}
        - {name: title, in: formData, type: string}
      responses: {"204": {description: ok}}
"""


def opened(folder: Path, document: Any, name: str = "document.json") -> Opened:
    text = document if isinstance(document, str) else json.dumps(document)
    (folder / name).write_text(text, "utf-8")
    return open_catalogue((str(folder / name),), folder, CatalogueSettings(secret={}))


def only(folder: Path, operation: dict[str, Any], method: str = "get", path: str = "/things", **more: Any) -> Operation:
    """The one operation of a document."""
    catalogue = opened(folder, {"openapi": "3.0.3", "paths": {path: {method: operation}}, **more})
    return next(iter(catalogue.operations.values()))


def answers(schema: dict[str, Any]) -> dict[str, Any]:
    return {"responses": {"200": {"description": "", "content": {"application/json": {"schema": schema}}}}}


def test_swagger_2_is_read(tmp_path: Path) -> None:
    zoo = opened(tmp_path, OLD, "zoo.yaml").operations
    assert list(zoo) == ["animals", "post_animals", "add_photo"]
    listed = zoo["animals"]
    assert (listed.server, listed.security, listed.told) == (
        "https://zoo.example/api",
        (("keeper",),),
        "Which animals there are.",
    )
    assert (listed.arguments["kinds"].joined, listed.arguments["cages"].joined) == (",", "")
    assert listed.arguments["kinds"].shape.items and listed.arguments["kinds"].shape.items.choices == ("bird", "fish")
    assert listed.pages and (listed.pages.page, listed.pages.limit) == ("page", "per_page")
    assert set(listed.arguments) == {"kinds", "cages"} and not listed.writes
    animal = listed.returns.items
    assert animal and animal.fields["born"].format == "date" and animal.fields["weight"].nullable
    assert animal.fields["parents"].items and animal.fields["parents"].items.called == "Animal"
    made = zoo["post_animals"]
    assert {name: (one.place, one.required) for name, one in made.arguments.items()}["name"] == ("body", True)
    assert made.writes and not made.arguments["born"].required
    photo = zoo["add_photo"]
    assert (photo.body, photo.arguments["photo"].place, photo.returns.type) == ("multipart/form-data", "form", "any")


def test_parameters_of_a_path_and_of_an_operation_are_joined(tmp_path: Path) -> None:
    shared = [{"name": "id", "in": "path", "schema": {"type": "string"}}, {"name": "x", "in": "query"}]
    own = [
        {"name": "x", "in": "query", "required": True, "schema": {"type": "integer"}},
        {"name": "deep", "in": "query", "content": {"application/json": {"schema": {"type": "object"}}}},
    ]
    said = {"openapi": "3.1.0", "paths": {"/a/{id}": {"parameters": shared, "get": {"parameters": own}}}}
    operation = opened(tmp_path, said).operations["get_a_id"]
    assert {name: one.required for name, one in operation.arguments.items()} == {"id": True, "x": True, "deep": False}
    assert operation.arguments["x"].shape.type == "integer" and operation.arguments["deep"].joined == "json"


def test_names_are_one_for_each(tmp_path: Path) -> None:
    one = {"operationId": "do it", **answers({})}
    said = {"openapi": "3.0.0", "paths": {"/a": {"post": one}, "/b": {"post": one}, "/c/{x}": {"delete": answers({})}}}
    assert list(opened(tmp_path, said).operations) == ["do_it", "do_it_2", "delete_c_x"]


def test_a_body_field_that_is_called_as_a_parameter_has_a_name_of_its_own(tmp_path: Path) -> None:
    body = {"type": "object", "properties": {"id": {"type": "integer"}, "note": {"type": "string"}}, "required": ["id"]}
    operation = only(
        tmp_path,
        {"parameters": [{"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}],
         "requestBody": {"required": True, "content": {"application/json": {"schema": body}}}, "responses": {}},
        "put", "/a/{id}",
    )  # fmt: skip
    assert {name: (one.place, one.sent) for name, one in operation.arguments.items()} == {
        "id": ("path", "id"), "body_id": ("body", "id"), "note": ("body", "note"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": ["string", "null"], "format": "date"}, {"type": "string", "format": "date", "nullable": True}),
        (
            {"type": "string", "nullable": True, "enum": ["a", None]},
            {"type": "string", "choices": ("a",), "nullable": True},
        ),
        ({"const": 3}, {"type": "any", "choices": (3,)}),
        ({"enum": [1, 2]}, {"type": "integer", "choices": (1, 2)}),
        (
            {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "null"}]},
            {"type": "integer", "low": 1.0, "nullable": True},
        ),
        ({"oneOf": [{"type": "string"}, {"type": "integer"}]}, {"type": "any"}),
        ({"type": ["integer", "number"]}, {"type": "number"}),
        ({"properties": {"x": {}}}, {"type": "object"}),
        ({"items": {}}, {"type": "array"}),
        (True, {"type": "any"}),
        ({"type": "nonsense"}, {"type": "any"}),
    ],
)
def test_schemas_are_shapes(schema: Any, expected: dict[str, Any]) -> None:
    found = shape_of_schema(schema)
    assert {name: getattr(found, name) for name in expected} == expected


def test_all_of_several_is_one(tmp_path: Path) -> None:
    base = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
    more = {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"size": {"type": "number"}}}]}
    returns = only(tmp_path, answers(more), components={"schemas": {"Base": base}}).returns
    assert (set(returns.fields), returns.required) == ({"id", "size"}, ("id",))


def test_a_cycle_is_cut_where_it_closes(tmp_path: Path) -> None:
    tree = {
        "type": "object",
        "properties": {
            "name": {"type": "string"},
            "children": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}},
        },
    }
    returns = only(
        tmp_path, answers({"$ref": "#/components/schemas/Tree"}), components={"schemas": {"Tree": tree}}
    ).returns
    inner = returns.at(("children",))
    assert inner and inner.items and (inner.items.called, inner.items.fields) == ("Tree", {})


def test_what_cannot_be_followed_is_told_and_the_rest_stands(tmp_path: Path) -> None:
    gets = {
        "a": answers({"$ref": "#/components/schemas/Gone"}),
        "b": answers({"$ref": "https://elsewhere.example/schema.json"}),
        "c": {"parameters": [{"$ref": "#/nowhere"}, {}, 7], "responses": []},
    }
    broken = {"openapi": "3.0.0", "paths": {f"/{id}": {"get": {"operationId": id, **one}} for id, one in gets.items()}}
    catalogue = opened(tmp_path, broken)
    assert [catalogue.operations[name].returns.type for name in "abc"] == ["any"] * 3
    assert catalogue.notes == (
        "document.json: '#/components/schemas/Gone' is referred to, and is not there",
        "document.json: 'https://elsewhere.example/schema.json' is referred to, and is not there",
        "document.json: '#/nowhere' is referred to, and is not there",
    )


def test_a_document_in_several_files_stays_in_its_folder(tmp_path: Path) -> None:
    (tmp_path / "schemas.yaml").write_text("Pet: {type: object, properties: {name: {type: string}}}", "utf-8")
    (tmp_path.parent / "secret.yaml").write_text("Pet: {type: object, properties: {password: {type: string}}}", "utf-8")
    assert set(only(tmp_path, answers({"$ref": "schemas.yaml#/Pet"})).returns.fields) == {"name"}
    assert only(tmp_path, answers({"$ref": "../secret.yaml#/Pet"})).returns.fields == {}


@pytest.mark.parametrize(
    ("operation", "method", "path", "writes"),
    [
        (answers({"type": "array", "items": {}}), "post", "/rates/search", False),
        (answers({"type": "object", "properties": {"id": {}}}), "post", "/rates/search", True),
        (answers({"type": "array", "items": {}}), "post", "/orders", True),
        (
            {"responses": {"201": {"content": {"application/json": {"schema": {"type": "array", "items": {}}}}}}},
            "post",
            "/x/search",
            True,
        ),
        (answers({}), "get", "/orders", False),
        (answers({}), "delete", "/orders", True),
    ],
)
def test_what_writes(tmp_path: Path, operation: dict[str, Any], method: str, path: str, writes: bool) -> None:
    assert only(tmp_path, operation, method, path).writes is writes


LIST = {"type": "array", "items": {"type": "object", "properties": {"id": {}}}}
TEXT, WHOLE = {"type": "string"}, {"type": "integer"}


@pytest.mark.parametrize(
    ("fields", "arguments", "expected"),
    [
        ({"orders": LIST}, [], {"items": ("orders",)}),
        ({"data": LIST, "has_more": {"type": "boolean"}, "object": {"type": "string"}}, ["starting_after", "limit"],
         {"items": ("data",), "cursor": "starting_after", "limit": "limit", "more": ("has_more",)}),
        ({"value": LIST, "@odata.nextLink": TEXT}, [], {"items": ("value",), "next": ("@odata.nextLink",)}),
        ({"results": LIST, "meta": {"type": "object", "properties": {"nextCursor": TEXT, "total": WHOLE}}}, ["cursor"],
         {"items": ("results",), "cursor": "cursor", "next": ("meta", "nextCursor"), "total": ("meta", "total")}),
        ({"data": {"type": "object", "properties": {"orders": LIST, "total": WHOLE}}}, ["offset", "limit"],
         {"items": ("data", "orders"), "offset": "offset", "limit": "limit", "total": ("data", "total")}),
        ({"id": {"type": "string"}, "lines": LIST}, [], None),
        ({"id": {"type": "string"}, "labels": LIST, "_links": {"type": "object", "properties": {}}}, [], None),
        ({"id": {"type": "string"}}, ["page"], None),
    ],
)  # fmt: skip
def test_lists_are_found_by_the_shape_of_both_sides(
    tmp_path: Path, fields: dict[str, Any], arguments: list[str], expected: dict[str, Any] | None
) -> None:
    kinds = {name: "integer" if name in ("page", "offset", "limit") else "string" for name in arguments}
    parameters = [{"name": name, "in": "query", "schema": {"type": kind}} for name, kind in kinds.items()]
    operation = only(tmp_path, {"parameters": parameters, **answers({"type": "object", "properties": fields})})
    found = operation.pages.model_dump(exclude_defaults=True) if operation.pages else None
    assert found == expected


def test_a_day_that_is_called_after_is_no_cursor() -> None:
    from groundplan.packs.workflows.catalogue import Argument, Shape

    day = Argument(place="query", sent="after", shape=Shape(type="string", format="date"))
    size = Argument(place="query", sent="limit", shape=Shape(type="integer"))
    pages = pages_of(Shape(type="array", items=Shape()), {"after": day, "limit": size})
    assert pages and (pages.cursor, pages.limit) == ("", "")


def test_several_catalogues_share_no_name(tmp_path: Path) -> None:
    said = {"openapi": "3.0.0", "paths": {"/a": {"get": {"operationId": "list", **answers({})}}}}
    for name, more in (
        ("one", {}),
        ("two", {f"/{id}": {"get": {"operationId": id, **answers({})}} for id in ("own", "select")}),
    ):
        (tmp_path / f"{name}.json").write_text(json.dumps({**said, "paths": {**said["paths"], **more}}), "utf-8")
    catalogue = open_catalogue((str(tmp_path / "one.json"), str(tmp_path / "two.json")), tmp_path)
    assert list(catalogue.operations) == ["one.list", "two.list", "own", "two.select"]
    assert catalogue.operations["two.list"].source == "two"
    catalogue.close()


@pytest.mark.parametrize(
    ("text", "told"),
    [("{", "is no JSON"), ("openapi: [", "is no YAML"), ('{"a": 1}', "is no catalogue"),
     ('{"openapi": "3.0.0"}', "has no operations"),
     ('[{"name": "a"}, {"name": "a"}]', "lists tools without a name of their own")],
)  # fmt: skip
def test_what_is_no_catalogue_is_told(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(SourceError, match=told):
        opened(tmp_path, text, "it.yaml" if told == "is no YAML" else "it.json")


def test_operations_are_read_when_they_are_looked_at(tmp_path: Path) -> None:
    paths = {f"/a{n}": {"get": {"operationId": f"op{n}", **answers({"$ref": f"#/gone{n}"})}} for n in range(500)}
    catalogue = opened(tmp_path, yaml.safe_dump({"openapi": "3.0.0", "paths": paths}), "it.yaml")
    assert len(catalogue.tools) == 500 + len(catalogue.own.tools) and catalogue.notes == ()
    assert catalogue.tools["op7"].name == "op7" and len(catalogue.notes) == 1
