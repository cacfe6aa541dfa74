"""Files that describe catalogues -> what stands in them, and what kind of catalogue it is."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from groundplan.errors import SourceError

Kind = Literal["openapi", "tools", "mcp", ""]
LARGEST = 64_000_000
"""Bytes of a document that are read."""
SUFFIXES = (".json", ".yaml", ".yml")
_SAID = re.compile(r"""^\s*["']?(openapi|swagger|mcpServers)["']?\s*:""", re.MULTILINE)
_INLINE = re.compile(r"""[{,]\s*"(openapi|swagger|mcpServers)"\s*:\s*["{]""")
_TOOLS = re.compile(r"""\A\s*\[\s*\{.{0,400}?"(description|params|inputSchema)"\s*:""", re.DOTALL)


def read(path: Path) -> Any:
    """What a JSON or YAML file holds."""
    text = _text(path)
    try:
        if path.suffix == ".json" or text.lstrip()[:1] in ("{", "["):
            return json.loads(text)
        import yaml  # many catalogues are JSON

        return yaml.load(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader))
    except (ValueError, RecursionError) as fault:
        raise SourceError(f"{path.name} is no JSON: {fault}; mend the file at that place.") from None
    except Exception as fault:  # the library has a tree of errors of its own
        told = " ".join(str(fault).split())
        raise SourceError(f"{path.name} is no YAML: {told[:200]}; mend the file at that place.") from None


def kind_of(contents: Any) -> Kind:
    """What kind of catalogue a document is."""
    if isinstance(contents, Mapping):
        if "openapi" in contents or "swagger" in contents:
            return "openapi"
        return "mcp" if isinstance(contents.get("mcpServers"), Mapping) else ""
    listed = isinstance(contents, list) and contents and all(isinstance(one, Mapping) for one in contents)
    return "tools" if listed and all("name" in one.get("function", one) for one in contents) else ""


def looks_like_one(path: Path) -> bool:
    """Whether a file is such a document, by its text alone."""
    if path.suffix not in SUFFIXES or not path.is_file() or path.stat().st_size > LARGEST:
        return False
    text = path.read_text("utf-8", "replace")
    return bool(_SAID.search(text) or _INLINE.search(text) or _TOOLS.search(text))


def lists_tools(source: str) -> bool:
    """Whether it is a JSON file that is neither an OpenAPI document nor a file of MCP servers."""
    path = Path(source)
    return path.suffix == ".json" and (not looks_like_one(path) or _is_list(path))


def _is_list(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(64).removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"["


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST:
            raise SourceError(f"{path.name} is larger than {LARGEST:,} bytes; give the part of it that is needed.")
        return path.read_text("utf-8-sig")
    except OSError as fault:
        raise SourceError(f"cannot read {str(path)!r}: {fault.strerror}; give the file of a catalogue.") from None
    except UnicodeDecodeError:
        raise SourceError(f"{path.name} is no text in UTF-8; give the catalogue as JSON or YAML.") from None
