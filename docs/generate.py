"""Writes docs/reference/ from the code itself. Run it: `python docs/generate.py`."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterator
from dataclasses import MISSING, Field, fields
from pathlib import Path
from typing import Any

from groundplan import contracts, errors
from groundplan.checks import CHECKS
from groundplan.contracts import Coverage, Param, Tool
from groundplan.installed import Packs
from groundplan.pack import Pack
from groundplan.repairs import REPAIRS
from groundplan.settings import PREFIX, Settings, described
from groundplan.sources.model.expression_functions import FUNCTIONS, OTHER_NAMES
from groundplan.sources.model.offered import recipes

FIGURES = """A source offers a figure where exactly one of its tables has exactly one field for each name in braces,
and nothing in the data is called so already. `groundplan look SOURCE --json` lists those of a source."""
EXPRESSIONS = """An expression is read into parts and computed; it is never run as text. It may hold names of fields
(without regard to case, in double quotes where they are no plain words), numbers, texts in single quotes, `+ - * / %`,
`||`, comparisons, `AND`, `OR`, `NOT`, `BETWEEN`, `IN` with a list, `LIKE`, `ILIKE`, `IS [NOT] NULL`,
`IS [NOT] DISTINCT FROM`, `CASE`, `CAST`, and the functions below; `COUNT(*)`, and `DISTINCT` in `COUNT` and `SUM`. What
is divided by zero is empty. Queries, joins and windows are refused."""
HERE = Path(__file__).parent
SETTINGS_HEAD = ("Variable", "Default", "What it is for")
NOTICE = "<!-- Written by docs/generate.py; change the code, not this page. -->\n\n"
WIDTH = 100
UNCHECKED = """
Two findings come from no check: `empty-plan` (nothing was drafted) and `failed-step` (a tool could not do its step; the
message says why)."""
REPAIRED = """Safe changes, made in this order and recorded with what stood there before. A change of meaning is no
repair: it is a finding."""
COVERED = """A requirement with this label is covered when a step's tool has the capability, and, where an argument is
named, that argument holds the requirement's value."""
NOUNS = "The nouns that travel between stages. Every one is frozen; the models among them take no unknown fields."


def pages() -> dict[str, str]:
    """Every page of the reference, by its path under docs/reference/."""
    installed = Packs().all()
    made = {
        "checks/index.md": _check_index(installed),
        **{f"checks/{code}.md": text for code, text in _checks(installed)},
        "cli.md": _cli(),
        "contracts.md": _contracts(),
        "coverage.md": "\n".join(["# Coverage mapping", "", *(_coverage(pack) for pack in installed)]),
        "errors.md": _errors(),
        "figures.md": _figures(),
        "repairs.md": _repairs(installed),
        "settings.md": _settings(installed),
        "tools.md": "\n".join(["# Tools", "", *(_tools(pack) for pack in installed)]),
    }
    return {path: f"{NOTICE}{text.rstrip()}\n" for path, text in made.items()}


def write(folder: Path) -> None:
    """The reference, anew; pages of what no longer exists go, those that a person wrote stay."""
    for page in generated(folder):
        page.unlink()
    for path, text in pages().items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")


def generated(folder: Path) -> list[Path]:
    """The pages that were written from the code."""
    return [page for page in sorted(folder.rglob("*.md")) if page.read_text("utf-8").startswith(NOTICE)]


# ------------------------------------------------------------------ checks and repairs


def _documented(installed: list[Pack]) -> Iterator[tuple[str, str, str]]:
    """Code, one sentence, the rest: from the function where it says so itself, else from its module."""
    for check in dict.fromkeys((*CHECKS, *(check for pack in installed for check in pack.planning.checks))):
        head, _, rest = _told(check).partition("\n\n")
        code, _, sentence = " ".join(head.split()).partition(": ")
        yield code, sentence, rest


def _told(function: Callable[..., Any]) -> str:
    module = inspect.getmodule(function)
    return inspect.cleandoc(function.__doc__ or (module.__doc__ if module else None) or "")


def _checks(installed: list[Pack]) -> Iterator[tuple[str, str]]:
    for code, sentence, rest in _documented(installed):
        sections = [" ".join(part.split()).partition(": ") for part in rest.split("\n\n") if part.strip()]
        body = "\n\n".join(f"## {title}\n\n{_capital(text)}" for title, _, text in sections)
        yield code, f"# {code}\n\n{_capital(sentence)}\n\n{body}"


def _check_index(installed: list[Pack]) -> str:
    rows = [f"| [{code}]({code}.md) | {sentence} |" for code, sentence, _ in _documented(installed)]
    return "\n".join(["# Checks", "", "In the order in which they run.", "", *_head("Code", "Fault"), *rows, UNCHECKED])


def _repairs(installed: list[Pack]) -> str:
    repairs = dict.fromkeys((*(repair for pack in installed for repair in pack.planning.repairs), *REPAIRS))
    told = [_told(repair).partition(": ") for repair in repairs]
    rows = [f"| `{name}` | {_cell(sentence)} |" for name, _, sentence in told]
    return "\n".join(["# Repairs", "", REPAIRED, "", *_head("Repair", "What it does"), *rows])


# ------------------------------------------------------------------ tools and coverage


def _tools(pack: Pack) -> str:
    told = [_tool(tool) for tool in pack.catalogue(None).tools.values()]
    return "\n".join(
        [f"## The pack `{pack.name}`", "", *(told or ["Its tools are those of the source that is asked.", ""])]
    )


def _tool(tool: Tool) -> str:
    flow = f"Reads {_codes(tool.inputs)}, gives {_codes(tool.outputs)}; phase {tool.phase}, cost {tool.cost}."
    effect = "" if tool.effect == "none" else f" Writes: {tool.effect}."
    facts = f"{flow}{effect} Capabilities: {_codes(tool.capabilities)}."
    lines = [f"### {tool.name}", "", tool.description, "", facts]
    if tool.params:
        lines += ["", *_head("Argument", "Type", "Default", ""), *(_param(*pair) for pair in tool.params.items())]
    return "\n".join([*lines, ""])


def _param(name: str, param: Param) -> str:
    kind = " or ".join(f"`{choice}`" for choice in param.choices) or param.type
    about = ", ".join(
        part for part in (f"{param.refers} of the input" if param.refers == "column" else "", param.about) if part
    )
    default = "required" if param.required else "" if param.default is None else f"`{param.default}`"
    return f"| `{name}` | {kind} | {default} | {_cell(about)} |"


def _coverage(pack: Pack) -> str:
    mapping: Coverage = pack.planning.coverage
    rows = [
        f"| `{label}` | {', and '.join(_codes(any_of, ' or ') for any_of in need.all_of)} | {_codes(need.holding)} |"
        for label, need in mapping.needs.items()
    ]
    aliases = ", ".join(f"`{alias}` is `{name}`" for alias, name in mapping.aliases.items())
    return "\n".join([
        f"## The pack `{pack.name}`, version {mapping.version}", "",
        COVERED, "", *_head("Label", "Capability", "Argument, one of"), *rows, "",
        f"Aliases: {aliases}.", "", f"Core capabilities: {_codes(mapping.core)}.", "",
    ])  # fmt: skip


# ------------------------------------------------------------------ command line, settings, errors


def _cli() -> str:
    from typer.main import get_command

    from groundplan.cli.app import app

    exits = "Exit codes: 0 answered, 1 no sound plan, 2 misuse, 3 set-up (a key, an extra, a server)."
    intro = f"stdout is the answer, stderr the talk. {exits} `GROUNDPLAN_TRACEBACK=1` shows the traceback of an error."
    return "\n".join(["# Command line", "", intro, "", *_helps(get_command(app), "groundplan")])


def _helps(command: Any, path: str) -> Iterator[str]:
    command.rich_markup_mode = None  # plain text, no boxes
    context = command.make_context(path, [], resilient_parsing=True, terminal_width=WIDTH, max_content_width=WIDTH)
    help = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    yield f"## {path}\n\n```text\n{help}\n```\n"
    for name, inner in getattr(command, "commands", {}).items():
        yield from _helps(inner, f"{path} {name}")


def _settings(installed: list[Pack]) -> str:
    intro = "Environment variables; what is given on the command line comes first."
    parts = ["# Settings", "", intro, "", *_head(*SETTINGS_HEAD), *_rows_of(Settings), ""]
    for pack in installed:
        if rows := _rows_of(pack.sources.settings):
            parts += [f"## The pack `{pack.name}`", "", *_head(*SETTINGS_HEAD), *rows, ""]
    return "\n".join(parts)


def _rows_of(cls: type[Any]) -> list[str]:
    defaults = {f"{PREFIX}{f.name.upper()}": f for f in fields(cls)}
    return [f"| `{name}` | {_default(defaults.get(name))} | {_cell(about)} |" for name, about in described(cls)]


def _default(setting: Field[Any] | None) -> str:
    if setting is None or setting.name == "cache":  # another name of one above; where a user's cache lies
        return "`the user's cache folder`" if setting else ""
    value = setting.default if setting.default is not MISSING else setting.default_factory()  # type: ignore[misc]
    return f"`{value}`" if str(value) else ""


def _errors() -> str:
    summary, _, tree = inspect.cleandoc(errors.__doc__ or "").partition("\n\n")
    return f"# Errors\n\n{summary}\n\n```text\n{tree}\n```"


# ------------------------------------------------------------------ figures


def _figures() -> str:
    """Figures that are offered, and what an expression may hold."""
    parts = ["# Figures", "", FIGURES, "", *_head("Figure", "Also called", "What it is", "Made of")]
    for recipe in recipes().figures:
        ways = "; ".join(f"`{way.expression}`" for way in recipe.ways)
        told = (recipe.name, ", ".join(recipe.synonyms), recipe.description, ways)
        parts.append(f"| {' | '.join(map(_cell, told))} |")
    functions = f"Functions: {_codes(tuple(FUNCTIONS))}. By other names: {_codes(tuple(OTHER_NAMES))}."
    return "\n".join([*parts, "", "## Expressions", "", EXPRESSIONS, "", functions])


# ------------------------------------------------------------------ contracts


def _contracts() -> str:
    folder = Path(inspect.getfile(contracts)).parent
    parts = ["# Contracts", "", NOUNS, ""]
    for file in sorted(folder.glob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        parts += [_noun(node) for node in tree.body if isinstance(node, ast.ClassDef)]
    return "\n".join(parts)


def _noun(node: ast.ClassDef) -> str:
    lines = [f"## {node.name}", "", _cell(ast.get_docstring(node) or ""), ""]
    if fields := list(_fields(node)):
        lines += [*_head("Field", "Type", "Default", ""), *fields, ""]
    return "\n".join(lines)


def _fields(node: ast.ClassDef) -> Iterator[str]:
    for place, statement in enumerate(node.body):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        default = f"`{_cell(ast.unparse(statement.value))}`" if statement.value else "required"
        kind = _cell(ast.unparse(statement.annotation))
        yield f"| `{statement.target.id}` | `{kind}` | {default} | {_cell(_under(node.body, place))} |"


def _under(body: list[ast.stmt], place: int) -> str:
    """The string that stands under a field."""
    after = body[place + 1] if place + 1 < len(body) else None
    said = after.value if isinstance(after, ast.Expr) else None
    return said.value if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""


# ------------------------------------------------------------------ Markdown


def _head(*names: str) -> list[str]:
    return [f"| {' | '.join(names)} |", f"|{'---|' * len(names)}"]


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _codes(names: tuple[str, ...], between: str = ", ") -> str:
    return between.join(f"`{name}`" for name in names)


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


if __name__ == "__main__":
    write(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "reference")
