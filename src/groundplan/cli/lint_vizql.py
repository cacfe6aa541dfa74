"""`groundplan lint-vizql`: what is wrong with a VizQL query, and what would be right."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from groundplan.cli.options import Json

if TYPE_CHECKING:
    from groundplan.packs.tableau.described.opened import Opened
    from groundplan.packs.tableau.faults import Fault


def lint_vizql(
    file: Annotated[Path, typer.Argument(help="A query as JSON, or a request that holds one; - reads stdin.")],
    source: Annotated[
        str | None, typer.Argument(help="The data source to hold it against: .tds, .twb, .tdsx, .twbx, or a data file.")
    ] = None,
    data: Annotated[
        list[str] | None, typer.Option("--data", help="TABLE=FILE, for a table whose file the source does not name.")
    ] = None,
    version: Annotated[str, typer.Option("--version", help="The version of the server: 2025.3 or 2026.1.")] = "2026.1",
    json: Json = False,
) -> None:
    """Check a VizQL query: its schema, and with a source its fields, types, calculations and values."""
    from json import dumps

    from groundplan.cli.show import say
    from groundplan.cli.tableau import files_of_tables
    from groundplan.errors import UsageError
    from groundplan.packs.tableau.faults import validation_suggestions
    from groundplan.packs.tableau.validate.validate import VERSIONS
    from groundplan.settings import Settings

    if version not in VERSIONS:
        raise UsageError(f"no version {version!r} is known; there is {', '.join(VERSIONS)}.")
    text, asked = _read(file)
    opened = _opened(source, files_of_tables(data), Settings.from_environment().cache) if source else None
    faults = _found(asked, opened, version)
    wrong = any(not one.warning for one in faults)
    if json:
        found = [one.model_dump(mode="json", exclude_defaults=True) | _line(text, one.where) for one in faults]
        suggestions = list(validation_suggestions(faults))
        say(dumps({"valid": not wrong, "faults": found, "validation_suggestions": suggestions}, ensure_ascii=False))
    else:
        say("\n".join(_told(one, str(file), text) for one in faults) or "sound: no findings")
    raise typer.Exit(1 if wrong else 0)


def _read(file: Path) -> tuple[str, Any]:
    import sys
    from json import loads

    from groundplan.errors import UsageError

    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text("utf-8")
        return text, loads(text)
    except OSError as error:
        raise UsageError(f"{str(file)!r} cannot be read ({error.strerror}); name a file with a query.") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{str(file)!r} is no JSON ({error}); mend it there first.") from error


def _opened(source: str, data: dict[str, str], cache: Path) -> Opened:
    from groundplan.cli.show import talk
    from groundplan.packs.tableau.described.opened import open_sources

    first, *others = open_sources(source, cache, data)
    for one in others:
        talk().print(
            f"note: {one.description.name!r} is another data source of {source!r}, not looked at", markup=False
        )
    return first


def _found(asked: Any, opened: Opened | None, version: str) -> tuple[Fault, ...]:
    from groundplan.packs.tableau.faults import Refused
    from groundplan.packs.tableau.validate.validate import parts_of, validate
    from groundplan.packs.tableau.vizql.read import read
    from groundplan.packs.tableau.vizql.service import QueryOptions

    query, said = parts_of(asked)
    wrong: tuple[Fault, ...] = ()
    options = QueryOptions()
    try:
        options = read(QueryOptions, dict(said), "options")
    except Refused as refused:
        wrong = refused.faults
    description = opened.description if opened else None
    verdict = validate(query, description, opened.members if opened else None, version, options)
    return (*wrong, *verdict.faults)


def _told(fault: Fault, file: str, text: str) -> str:
    """As a compiler tells it: what, where, and what to write."""
    place = _line(text, fault.where)
    at = f"{file}:{place['line']}:{place['column']}" if place else file
    kind = "warning" if fault.warning else "error"
    lines = [f"{kind}[{fault.code}]: {fault.message}", f"  --> {at}  {fault.where}"]
    return "\n".join([*lines, f"  help: {fault.suggestion}"] if fault.suggestion else lines)


def _line(text: str, where: str) -> dict[str, int]:
    """The line and column of a path, or of the nearest place around it that is there."""
    import yaml  # JSON is YAML, and its nodes know where they stand

    try:
        node = yaml.compose(text, Loader=yaml.CSafeLoader)
    except yaml.YAMLError:
        return {}
    place, asked = node, where.split(".")
    roots = [key.value for key, _ in node.value] if isinstance(node, yaml.MappingNode) else []
    for step in asked if asked[0] in roots else asked[1:]:
        if isinstance(node, yaml.MappingNode):
            found = next(((key, value) for key, value in node.value if key.value == step), None)
            if found is None:
                break
            place, node = found
        elif isinstance(node, yaml.SequenceNode) and step.isdigit() and int(step) < len(node.value):
            place = node = node.value[int(step)]
        else:
            break
    return {"line": place.start_mark.line + 1, "column": place.start_mark.column + 1}
