"""The catalogue `houses.json`, an OpenAPI 3.1 document, made from one line an operation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent

# a field: its type, then choices or a description; `?` may be null, `=` is a format
THINGS: dict[str, tuple[str, dict[str, str]]] = {
    "Tenant": ("Somebody who rents a flat.", {
        "id": "string", "name": "string", "email": "string=email", "phone": "string?", "language": "en|de|ru",
        "flat_id": "string", "status": "active|notice|left",
        "direct_debit": "boolean True when the rent is taken from the tenant's account.", "moved_in": "string=date"}),
    "Flat": ("A flat of the house.", {
        "id": "string", "address": "string", "floor": "integer", "rent": "number Rent a month in EUR.",
        "rooms": "integer", "vacant": "boolean", "caretaker_id": "string? Member of staff who looks after the flat."}),
    "Repair": ("Something in a flat that has to be mended.", {
        "id": "string", "flat_id": "string", "title": "string", "status": "reported|assigned|fixed|rejected",
        "urgent": "boolean", "contractor_id": "string?", "reported_at": "string=date"}),
    "Contractor": ("A firm that mends things.", {
        "id": "string", "name": "string", "email": "string=email", "trade": "plumber|electrician|painter|roofer",
        "available": "boolean"}),
    "Charge": ("Money that a tenant has to pay.", {
        "id": "string", "tenant_id": "string", "kind": "rent|heating|deposit|repair",
        "amount": "number Amount in EUR.", "due_date": "string=date", "status": "open|overdue|paid|cancelled"}),
    "Viewing": ("A visit to a flat by somebody who may rent it.", {
        "id": "string", "flat_id": "string", "visitor_name": "string", "visitor_email": "string=email",
        "date": "string=date", "hour": "integer Hour of the day, 8 to 20."}),
    "Staff": ("A member of staff.", {"id": "string", "name": "string", "email": "string=email", "role": "string"}),
    "LetterTemplate": ("A prepared letter.", {"id": "string Such as lt-welcome.", "name": "string"}),
    "Letter": ("A letter to a tenant.", {
        "id": "string", "tenant_id": "string", "template_id": "string?", "subject": "string?", "text": "string?",
        "channel": "post|email"}),
}  # fmt: skip

# name, method, path, summary, thing, what may be given; `!` must be given
OPERATIONS = """
listTenants | GET /tenants | List tenants | Tenant[] | status language flat_id direct_debit page limit
registerTenant | POST /tenants | Register a new tenant of a flat | Tenant | name! email! flat_id! language direct_debit
getTenant | GET /tenants/{tenant_id} | Get one tenant | Tenant |
updateTenant | PATCH /tenants/{tenant_id} | Change the record of a tenant | Tenant | \
email phone language status direct_debit
listFlats | GET /flats | List flats | Flat[] | vacant caretaker_id floor page limit
getFlat | GET /flats/{flat_id} | Get one flat with its rent and whether it is vacant | Flat |
updateFlat | PATCH /flats/{flat_id} | Change a flat: its rent or its caretaker | Flat | rent caretaker_id vacant
listRepairs | GET /repairs | List repairs | Repair[] | flat_id status urgent contractor_id page limit
reportRepair | POST /repairs | Report that something in a flat has to be repaired | Repair | flat_id! title! urgent
getRepair | GET /repairs/{repair_id} | Get one repair | Repair |
assignRepair | POST /repairs/{repair_id}/assign | Assign a repair to a contractor | Repair | contractor_id!
closeRepair | POST /repairs/{repair_id}/close | Close a repair that is done | Repair |
rejectRepair | POST /repairs/{repair_id}/reject | Reject a repair | Repair | reason
listContractors | GET /contractors | List contractors | Contractor[] | trade available
getContractor | GET /contractors/{contractor_id} | Get one contractor | Contractor |
listCharges | GET /charges | List charges | Charge[] | tenant_id kind status page limit
getCharge | GET /charges/{charge_id} | Get one charge | Charge |
createCharge | POST /charges | Charge a tenant an amount | Charge | tenant_id! kind! amount! due_date
cancelCharge | POST /charges/{charge_id}/cancel | Cancel a charge | Charge | reason
markChargePaid | POST /charges/{charge_id}/pay | Mark a charge as paid | Charge |
listViewings | GET /viewings | List viewings of flats | Viewing[] | flat_id date
bookViewing | POST /viewings | Book a viewing of a flat for a visitor | Viewing | \
flat_id! visitor_name! visitor_email! date! hour!
cancelViewing | DELETE /viewings/{viewing_id} | Cancel a viewing | Viewing |
listStaff | GET /staff | List the members of staff | Staff[] |
getStaff | GET /staff/{staff_id} | Get one member of staff | Staff |
listLetterTemplates | GET /letter-templates | List the letter templates | LetterTemplate[] |
sendLetter | POST /letters | Send a letter to a tenant, from a template or with a text | Letter | \
tenant_id! template_id subject text channel
"""
PAGING = {
    "page": {"type": "integer", "minimum": 1, "default": 1},
    "limit": {"type": "integer", "maximum": 100, "default": 25},
}


def schema(said: str) -> dict[str, Any]:
    """A field's JSON Schema."""
    kind, _, about = said.partition(" ")
    more = {"description": about} if about else {}
    if "|" in kind:
        return {"type": "string", "enum": kind.split("|"), **more}
    name, _, form = kind.partition("=")
    typed: Any = [name.rstrip("?"), "null"] if name.endswith("?") else name
    return {"type": typed, **({"format": form} if form else {}), **more}


def operation(line: str) -> tuple[str, str, dict[str, Any]]:
    """One line as path, method and operation."""
    name, way, summary, thing, given = (part.strip() for part in line.split("|"))
    method, path = way.split()
    fields = THINGS[thing.rstrip("[]")][1]
    params = [
        {"name": at, "in": "path", "required": True, "schema": {"type": "string"}}
        for at in re.findall(r"{(\w+)}", path)
    ]
    names = {one.rstrip("!"): PAGING.get(one) or schema(fields.get(one.rstrip("!"), "string")) for one in given.split()}
    made: dict[str, Any] = {"operationId": name, "summary": summary, "parameters": params}
    if method == "GET":
        params += [{"name": one, "in": "query", "schema": kind} for one, kind in names.items()]
    else:
        params.append({"name": "Idempotency-Key", "in": "header", "schema": {"type": "string"}})
        if names:
            must = [one.rstrip("!") for one in given.split() if one.endswith("!")]
            body = {"type": "object", "properties": names, "required": must, "additionalProperties": False}
            made["requestBody"] = {"required": bool(must), "content": {"application/json": {"schema": body}}}
    one = {"$ref": f"#/components/schemas/{thing.rstrip('[]')}"}
    told: dict[str, Any] = {"type": "array", "items": one} if thing.endswith("[]") else one
    if "page" in names:
        page = {"entries": told, "total": {"type": "integer"}, "next_page": {"type": ["integer", "null"]}}
        told = {"type": "object", "properties": page, "required": list(page)}
    made["responses"] = {"200": {"description": "Done.", "content": {"application/json": {"schema": told}}}}
    return path, method.lower(), made


def document() -> dict[str, Any]:
    """The whole catalogue."""
    paths: dict[str, Any] = {}
    for path, method, made in map(operation, OPERATIONS.strip().splitlines()):
        paths.setdefault(path, {})[method] = made
    things = {
        name: {"type": "object", "description": about, "properties": {f: schema(s) for f, s in fields.items()},
               "required": [f for f, s in fields.items() if "?" not in s]}
        for name, (about, fields) in THINGS.items()
    }  # fmt: skip
    return {"openapi": "3.1.0", "info": {"title": "Houses API", "version": "1"}, "servers": [{"url": "https://houses.example"}],
            "paths": paths, "components": {"schemas": things}}  # fmt: skip


if __name__ == "__main__":
    (HERE / "houses.json").write_text(json.dumps(document(), indent=1) + "\n", "utf-8")
